"""Sheets of cards to cut out, and of their backs.

A card is 52 by 80 mm. Ten lie on a sheet, turned a quarter to the left, in two columns of five:
within a column they share their cuts, between the columns there is room for the bleed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from serpentina.art import BLEED, HEIGHT, WIDTH, back_svg, printed_svg
from serpentina.cards import Card
from serpentina.printing.pages import QUIET, Pages, Paper
from serpentina.words import Words

COLUMNS, ROWS = 2, 5
A_SHEET = COLUMNS * ROWS
GAP = 12  # between the columns
BACK = "back"
BACK_SHARE = 0.95  # of the card that its back fills: a white rim forgives a cut that is off
MARK, MARK_AWAY = 3.5, 1.5  # how long a cut mark is, and how far from the cards
WHOLE = "100 %"  # as printers say it
CHECK = 50  # the line by which one sees whether the size is right


class Grid(NamedTuple):
    """Where the cards lie on a sheet."""

    left: float
    top: float

    @staticmethod
    def on(paper: Paper) -> Grid:
        """The grid in the middle of a paper."""
        across = COLUMNS * HEIGHT + (COLUMNS - 1) * GAP
        return Grid((paper.width - across) / 2, (paper.height - ROWS * WIDTH) / 2)

    def corner(self, place: int, *, behind: bool = False) -> tuple[float, float]:
        """The upper left corner of a place, counted row by row; or of what lies behind it.

        The sheet is turned about its long edge: what is left in front is right behind.
        """
        row, column = divmod(place, COLUMNS)
        column = COLUMNS - 1 - column if behind else column
        return self.left + column * (HEIGHT + GAP), self.top + row * WIDTH

    @property
    def edges_across(self) -> list[float]:
        """Where the upright cuts are."""
        lefts = [self.left + column * (HEIGHT + GAP) for column in range(COLUMNS)]
        return [edge for left in lefts for edge in (left, left + HEIGHT)]

    @property
    def edges_down(self) -> list[float]:
        """Where the level cuts are."""
        return [self.top + row * WIDTH for row in range(ROWS + 1)]


def add_cards(pages: Pages, words: Words, cards: Sequence[Card], *, backs: bool) -> None:
    """All cards, ten on a page; with backs, each page is followed by its back."""
    sheets = [cards[at : at + A_SHEET] for at in range(0, len(cards), A_SHEET)]
    grid = Grid.on(pages.paper)
    for number, sheet in enumerate(sheets, 1):
        with pages.page(words("Sheet {number} of {count}", number=number, count=len(sheets))):
            _add_marks(pages, words, grid, number, len(sheets))
            for place, card in enumerate(sheet):
                _add_card(pages, grid.corner(place), str(card))
        if backs:
            with pages.page(words("Back of sheet {number}", number=number)):
                for place in range(len(sheet)):
                    _add_back(pages, grid.corner(place, behind=True))


def _add_card(pages: Pages, corner: tuple[float, float], card: str) -> None:
    left, top = corner
    edges = ((left, top), (left + HEIGHT, top), (left + HEIGHT, top + WIDTH), (left, top + WIDTH))
    pages.line((*edges, edges[0]))
    name = f"card {card}"
    pages.add_picture(name, printed_svg(card, BLEED))
    pages.picture(name, left, top + WIDTH, turn=90)


def _add_back(pages: Pages, corner: tuple[float, float]) -> None:
    left, top = corner
    rim, foot = ((1 - BACK_SHARE) / 2 * length for length in (HEIGHT, WIDTH))
    pages.add_picture(BACK, back_svg())
    pages.picture(BACK, left + rim, top + WIDTH - foot, BACK_SHARE, turn=90)


def _add_marks(pages: Pages, words: Words, grid: Grid, number: int, count: int) -> None:
    """Marks where one cuts, and what one should know beside the cards."""
    top, foot = grid.edges_down[0], grid.edges_down[-1]
    left, right = grid.edges_across[0], grid.edges_across[-1]
    for x in grid.edges_across:
        pages.line(((x, top - MARK_AWAY), (x, top - MARK_AWAY - MARK)), colour=QUIET)
        pages.line(((x, foot + MARK_AWAY), (x, foot + MARK_AWAY + MARK)), colour=QUIET)
    away = BLEED + MARK_AWAY
    for y in grid.edges_down:
        pages.line(((left - away, y), (left - away - MARK, y)), colour=QUIET)
        pages.line(((right + away, y), (right + away + MARK, y)), colour=QUIET)
        inner = grid.edges_across[1] + BLEED
        pages.line(((inner, y), (inner + GAP - 2 * BLEED, y)), colour=QUIET)
    _add_notes(pages, words, left - away - MARK - 2.5, foot, number, count)


def _add_notes(pages: Pages, words: Words, x: float, foot: float, number: int, count: int) -> None:
    sheet = words("Sheet {number} of {count}", number=number, count=count)
    pages.upright_text(x, foot, f"Serpentina · {sheet}", 8)
    begin = foot - 2 * WIDTH - (WIDTH - CHECK) / 2
    hint = words("Printed at {scale}, this line is {length} long.", scale=WHOLE, length="5 cm")
    pages.upright_text(x, begin, hint, 8)
    ends = ((x + 1.5, begin), (x + 1.5, begin - CHECK))
    pages.line(ends, width=0.3, colour=QUIET)
    for end_x, end_y in ends:
        pages.line(((end_x - 1, end_y), (end_x + 1, end_y)), width=0.3, colour=QUIET)
