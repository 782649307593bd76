"""A page to note who has won what, game by game."""

from __future__ import annotations

from serpentina.art import WIDTH
from serpentina.cards import COLOURS, LETTERS
from serpentina.options import Rules
from serpentina.printing import table_pictures
from serpentina.printing.pages import BOLD, FAINT, INK, LEADING, POINT, QUIET, Pages, width_of
from serpentina.words import Words

MARGIN = 15
SEATS = 5  # as many as the box says
NUMBERS = 14  # how wide the column of the games is
TITLE_FOOT, TOP = 23, 30
HEAD, NAME, NOTED, LINE = 17, 12, 8, 12  # how high the rows are
LAST = 13
UNIT = 0.2  # of the pictures of heads
MOST = 8  # the size of the words over the columns
PANEL = "#f5f2fa"


def add_scores(pages: Pages, words: Words, rules: Rules) -> None:
    """One page."""
    title = words("Score sheet")
    with pages.page(title):
        pages.text(MARGIN, TITLE_FOOT, "Serpentina", 22, font=BOLD)
        right = pages.paper.width - MARGIN
        pages.text(right, TITLE_FOOT, title, 16, font=BOLD, colour=QUIET, align="right")
        _add_heads(pages)
        _add_rows(pages, words, rules)


def _column(pages: Pages, seat: float) -> float:
    """Where the column of a seat begins; half a seat further is its second half."""
    wide = (pages.paper.width - 2 * MARGIN - NUMBERS) / SEATS
    return MARGIN + NUMBERS + seat * wide


def _add_heads(pages: Pages) -> None:
    """A head of a colour for each seat, and room for a name below."""
    for seat in range(SEATS):
        middle = _column(pages, seat + 0.5)
        table_pictures.standing(pages, middle - WIDTH * UNIT / 2, TOP, f"<{LETTERS[seat]}", UNIT)
    assert SEATS < COLOURS


def _add_rows(pages: Pages, words: Words, rules: Rules) -> None:
    names = TOP + HEAD
    first = names + NAME + NOTED
    games = int((pages.paper.height - MARGIN - LAST - first) / LINE)
    foot = first + games * LINE
    right = pages.paper.width - MARGIN
    for game in range(0, games, 2):
        at = (MARGIN, first + game * LINE, right - MARGIN, LINE)
        pages.box(at, width=0, fill=PANEL)
    for game in range(games):
        y = first + (game + 1) * LINE - 0.36 * LINE
        pages.text(MARGIN + NUMBERS / 2, y, f"{game + 1}", 12, font=BOLD, align="middle")
    _add_noted(pages, words, rules, first - NOTED / 2)
    _fit(pages, words("Games won"), MARGIN + NUMBERS / 2, foot + LAST / 2, NUMBERS - 1)
    for y in (names, names + NAME, first, foot, foot + LAST):
        pages.line(((MARGIN, y), (right, y)), width=0.3, colour=INK)
    for seat in range(SEATS + 1):
        x = _column(pages, seat)
        pages.line(((x, names), (x, foot + LAST)), width=0.3, colour=INK)
        if seat < SEATS:
            half = _column(pages, seat + 0.5)
            pages.line(((half, names + NAME), (half, foot)), width=0.2, colour=FAINT)
    pages.line(((MARGIN, names), (MARGIN, foot + LAST)), width=0.3, colour=INK)


def _add_noted(pages: Pages, words: Words, rules: Rules, y: float) -> None:
    """What is noted of each seat: what decides first, then what decides next."""
    snakes, cards = words("Snakes"), words("Cards")
    noted = (snakes, cards) if rules.goal == "snakes" else (cards, words("Longest snake"))
    wide = _column(pages, 0.5) - _column(pages, 0)
    for seat in range(SEATS):
        for half, text in enumerate(noted):
            _fit(pages, text, _column(pages, seat + 0.25 + half / 2), y, wide - 1)


def _fit(pages: Pages, text: str, middle: float, y: float, width: float) -> None:
    """A text around a middle, a word on a line, as large as its width allows."""
    parts = text.split(" ", 1)
    size = min(MOST, *(MOST * width / width_of(part, MOST) for part in parts))
    line = LEADING * size * POINT
    y -= (len(parts) - 1) * line / 2
    for part in parts:
        pages.text(middle, y + 0.3 * line, part, size, align="middle", colour=QUIET)
        y += line
