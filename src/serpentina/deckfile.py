"""A family's own deck from a TOML file: which colours its box has, and how often each card."""

from __future__ import annotations

import re
import tomllib
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from serpentina.cards import COLOUR_NAMES, COLOURS, FIRST_COLOUR, KINDS, LAST_COLOUR, Card, Deck
from serpentina.errors import NotationError, SerpentinaError, found_at, found_in

MOST_SHOWN = 10**9
LONGEST_SHOWN = 40


def read_deck(path: Path) -> Deck:
    """Read a deck; OSError, or NotationError with the line where the file is wrong."""
    with found_in(path):
        try:
            text = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError:
            raise NotationError("A deck is text in UTF-8, and this file is not.") from None
        return parse_deck(text)


def parse_deck(text: str) -> Deck:
    """Read TOML with `cards` and their counts, and `colours` if wanted; else NotationError."""
    wrong = NotationError(
        'This is not TOML: write lines such as "rg" = 3, and text in quotation marks.'
    )
    content = parse_toml(text, wrong)
    for key in content:
        if key not in ("name", "colours", "cards"):
            with _found(text, key):
                raise NotationError(
                    'A deck has a "name", "colours" and "cards", but no "{key}".', key=key
                )
    cards = content.get("cards")
    if not isinstance(cards, dict):
        raise NotationError('A deck has a table [cards], with lines such as "rg" = 3.')
    counts: dict[int, int] = {}
    colours = _colours(text, content.get("colours", list(COLOUR_NAMES)))
    for key, count in cards.items():
        with _found(text, key, "cards"):
            kind = _checked(key, count, colours).kind
            if kind in counts:
                raise NotationError('The card "{card}" stands there twice.', card=Card(kind))
            counts[kind] = count
    return Deck(tuple(counts.get(kind, 0) for kind in range(KINDS)))


def parse_toml(text: str, wrong: SerpentinaError) -> dict[str, Any]:
    """What a TOML text holds; else the error, which then says where."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        where = re.search(r"line (\d+), column (\d+)", str(error))
        line, column = map(int, where.groups()) if where else (text.count("\n") + 1, 1)
        with found_at(line, column):
            raise wrong from None


def _colours(text: str, names: Any) -> set[int]:
    """The colours that the box has, as numbers; RAINBOW and CLOSED lie beyond them."""
    known = isinstance(names, list) and all(name in COLOUR_NAMES for name in names)
    if not known or not names:
        with _found(text, "colours"):
            raise NotationError(
                "The colours are a list of some of these: {names}.", names=", ".join(COLOUR_NAMES)
            )
    return {COLOUR_NAMES.index(name) for name in names}


def _checked(key: str, count: Any, colours: set[int]) -> Card:
    """The card of a line of the table."""
    card = Card.parse(key)
    for colour in (FIRST_COLOUR[card.kind], LAST_COLOUR[card.kind]):
        if colour < COLOURS and colour not in colours:
            raise NotationError(
                'The card "{card}" has the colour {colour}, which is not among the colours of the '
                "deck.",
                card=key,
                colour=COLOUR_NAMES[colour],
            )
    if type(count) is not int or not 0 <= count <= 200:
        raise NotationError(
            'The count of "{card}" is a whole number from 0 to 200, not {count}.',
            card=key,
            count=_shown(count),
        )
    return card


def _shown(value: Any) -> str:
    """A value as an error may repeat it: no monster, and nothing with much in it."""
    is_long = isinstance(value, int) and abs(value) > MOST_SHOWN
    if is_long or (isinstance(value, list | dict) and value):
        return "…"
    return str(value)[:LONGEST_SHOWN]


def _found(text: str, key: str, table: str = "") -> AbstractContextManager[None]:
    """Where a key stands in the file: after the heading of its table, if it has one."""
    lines = text.split("\n")
    begin = next((at for at, line in enumerate(lines) if _content(line) == {table: {}}), 0)
    numbers = (at for at in range(begin, len(lines)) if key in _keys(lines[at]))
    return found_at(next(numbers, begin) + 1, 1)


def _keys(line: str) -> set[str]:
    """The keys that a line on its own sets, those of cards among them."""
    content = _content(line)
    cards = content.get("cards")
    return {*content, *(cards if isinstance(cards, dict) else ())}


def _content(line: str) -> dict[str, Any]:
    try:
        return tomllib.loads(line)
    except (ValueError, RecursionError):
        return {}
