"""The rules of one game on one page, with pictures.

The sentences are those of the short text, in letters as large as the page allows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from serpentina.art import HEIGHT, WIDTH
from serpentina.cards import Deck
from serpentina.options import Rules
from serpentina.printing import rule_text, table_pictures
from serpentina.printing.pages import BOLD, INK, LEADING, POINT, QUIET, Pages, wrapped
from serpentina.printing.rule_text import Section
from serpentina.words import Words

MARGIN = 15
TITLE_SNAKE = ("<g", "gy", "yo", "or", "rp", "pb", "b>")
TITLE_TOP, TITLE_WIDTH, COUNTS_WIDTH = 32, 76, 90
BODY_TOP = 65
FOOT = 10  # the height of the last line, from below
PICTURES, ASIDE = 58, 7  # how wide the pictures are, and what is between them and the text
SIZES = [size / 4 for size in range(46, 27, -1)]  # of letters, in points, the largest first
HEADING, HEADING_GAP = 1.25, 0.15  # in sizes of the text, in lines
BETWEEN, MOST_BETWEEN = 3.5, 9  # two sections
DASH_ASIDE = 4
POINT_GAP = 0.35  # between two points, in lines


class Part(NamedTuple):
    """A section with its picture, which is so high."""

    section: Section
    height: float
    draw: Callable[[Pages, float, float], None]


def add_rules(pages: Pages, words: Words, rules: Rules, deck: Deck) -> None:
    """One page."""
    sections = rule_text.sections(words, rules)
    with pages.page(rule_text.title_of(words)):
        _add_header(pages, words, sections[rule_text.AIM], deck)
        _add_parts(pages, _parts(sections, rules))
        _add_footer(pages, words, rules, deck)


def _parts(sections: list[Section], rules: Rules) -> list[Part]:
    def draw_end(pages: Pages, x: float, y: float) -> None:
        _draw_end(pages, x, y, counts_snakes=rules.goal == "snakes")

    return [
        Part(sections[rule_text.READY], 21, _draw_ready),
        Part(sections[rule_text.TURN], 62, _draw_turn),
        Part(sections[rule_text.HISSS], 9.5, _draw_hisss),
        Part(sections[rule_text.JOINING], 20, _draw_joining),
        Part(sections[rule_text.END], 25, draw_end),
    ]


def _add_header(pages: Pages, words: Words, aim: Section, deck: Deck) -> None:
    unit = (pages.paper.width - 2 * MARGIN) / (len(TITLE_SNAKE) * HEIGHT)
    table_pictures.snake(pages, MARGIN, 11, TITLE_SNAKE, unit)
    pages.text(MARGIN, TITLE_TOP + 8, "Serpentina", 28, font=BOLD)
    title = rule_text.title_of(words)
    pages.text(MARGIN, TITLE_TOP + 14, title, 12, font=BOLD, colour=QUIET)
    lines = wrapped(" ".join(aim.text), TITLE_WIDTH, 9.5)
    pages.lines(MARGIN, TITLE_TOP + 16, lines, 9.5)
    _draw_counts(pages, pages.paper.width - MARGIN - COUNTS_WIDTH, TITLE_TOP, deck)


def _draw_counts(pages: Pages, x: float, y: float, deck: Deck) -> None:
    """What kinds of cards there are, and how many of each."""
    groups = (
        [card for card in deck if card.is_head and str(card) != "<*"],
        [card for card in deck if card.is_middle],
        [card for card in deck if card.is_tail and str(card) != "*>"],
        [card for card in deck if str(card) == "<*"],
        [card for card in deck if str(card) == "*>"],
    )
    unit, step = 0.24, COUNTS_WIDTH / len(groups)
    x += COUNTS_WIDTH - WIDTH * unit - step * (len(list(filter(None, groups))) - 1)
    for group in filter(None, groups):
        table_pictures.standing(pages, x, y, str(group[len(group) // 2]), unit)
        middle, foot = x + WIDTH * unit / 2, y + HEIGHT * unit + 5.5
        pages.text(middle, foot, f"{len(group)}", 13, font=BOLD, align="middle")
        x += step


def _add_parts(pages: Pages, parts: list[Part]) -> None:
    """The sections one below the other, in the largest letters that fit."""
    width = pages.paper.width - 2 * MARGIN - PICTURES - ASIDE
    room = pages.paper.height - BODY_TOP - FOOT - 6
    for size in SIZES:  # the last one is used if none fits
        heights = [max(part.height, _height(part.section, width, size)) for part in parts]
        spare = (room - sum(heights)) / (len(parts) - 1)
        if spare >= BETWEEN:
            break
    y = float(BODY_TOP)
    between = min(spare, MOST_BETWEEN)
    for part, height in zip(parts, heights, strict=True):
        pages.line(((MARGIN, y - between / 2), (pages.paper.width - MARGIN, y - between / 2)))
        part.draw(pages, MARGIN, y + (height - part.height) / 2)
        above = (height - _height(part.section, width, size)) / 2
        _add_section(pages, part.section, MARGIN + PICTURES + ASIDE, y + above, width, size)
        y += height + between


def _height(section: Section, width: float, size: float) -> float:
    """How high the text of a section is."""
    lines = [len(wrapped(text, width, size)) for text in section.text]
    lines += [len(wrapped(text, width - DASH_ASIDE, size)) for text in section.points]
    gaps = POINT_GAP * len(section.points) + HEADING + HEADING_GAP
    return (sum(lines) + gaps) * LEADING * size * POINT


def _add_section(
    pages: Pages, section: Section, x: float, y: float, width: float, size: float
) -> None:
    line = LEADING * size * POINT
    y += HEADING * line
    pages.text(x, y - 0.3 * line, section.title, HEADING * size, font=BOLD)
    y += HEADING_GAP * line
    for text in section.text:
        y = pages.lines(x, y, wrapped(text, width, size), size)
    for text in section.points:
        y += POINT_GAP * line
        pages.text(x, y + 0.8 * line, "•", size, font=BOLD, colour=QUIET)
        y = pages.lines(x + DASH_ASIDE, y, wrapped(text, width - DASH_ASIDE, size), size)


def _add_footer(pages: Pages, words: Words, rules: Rules, deck: Deck) -> None:
    y = pages.paper.height - FOOT
    cards = words.plural("{n} card", "{n} cards", len(deck))
    pages.text(MARGIN, y, f"{rules} · {cards}", 8, colour=QUIET)


# The pictures, each from its upper left corner on, PICTURES wide


def _draw_ready(pages: Pages, x: float, y: float) -> None:
    unit = 0.2
    table_pictures.fan(pages, x + 22, y + 21, unit)
    table_pictures.standing(pages, x + PICTURES - WIDTH * unit, y + 2, "gp", unit)


def _draw_turn(pages: Pages, x: float, y: float) -> None:
    unit, step = 0.27, 16
    rows = (("rg", "gb"), ("<*", "bp"), ("rg", "yo"), ("<p", "p>"))
    for number, cards in enumerate(rows):
        length = table_pictures.snake(pages, x, y, cards, unit)
        sign = table_pictures.tick if number < 2 else table_pictures.cross
        sign(pages, x + length + 5, y + WIDTH * unit / 2 - 2)
        y += step


def _draw_hisss(pages: Pages, x: float, y: float) -> None:
    table_pictures.snake(pages, x, y, ("<r", "rg", "gb", "b>"), PICTURES / 4 / HEIGHT)


def _draw_joining(pages: Pages, x: float, y: float) -> None:
    unit = 0.14
    card = HEIGHT * unit
    gap = (PICTURES - 5 * card) / 2
    table_pictures.snake(pages, x, y, ("<o", "oy"), unit)
    table_pictures.snake(pages, x + PICTURES - 2 * card, y, ("bg", "gr"), unit)
    table_pictures.snake(pages, x + 2 * card + gap, y + 12.5, ("yb",), unit)
    table_pictures.arrow(pages, x + PICTURES / 2, y + 10.5, 7)


def _draw_end(pages: Pages, x: float, y: float, *, counts_snakes: bool) -> None:
    """Two snakes that were taken, and what they count together."""
    unit = 0.125
    right = x + PICTURES - 1
    taken = (("<y", "yb", "br", "ro", "o>"), ("<p", "pg", "g>"))
    counts = [1 if counts_snakes else len(cards) for cards in taken]
    for cards, count in zip(taken, counts, strict=True):
        table_pictures.snake(pages, x, y, cards, unit)
        pages.text(right, y + 5, f"{count}", 13, font=BOLD, align="right")
        y += 8.5
    pages.line(((right - 6, y - 0.5), (right, y - 0.5)), width=0.4, colour=INK)
    pages.text(right, y + 5, f"{sum(counts)}", 13, font=BOLD, align="right")
