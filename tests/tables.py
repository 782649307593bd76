"""Tables as text, for tests: what a card may do there, one entry for each placement."""

from __future__ import annotations

from serpentina.cards import ALL_KINDS, STANDARD, Card
from serpentina.game import View
from serpentina.layout import Layout
from serpentina.notation import (
    SHORTEST,
    Pit,
    Position,
    canonical,
    parse_table,
    placement_text,
    table_text,
)
from serpentina.options import Rules

Entry = tuple[str, str | None]


def layout_of(table: str, room: int = 50) -> Layout:
    """The layout of a table, its snakes at the places in the order of the text."""
    return Layout.of(parse_table(table), room)


def placed(rules: str, table: str, card: str) -> list[Entry]:
    """The table after each placement, in R17's order, and what was taken."""
    layout, options, drawn = layout_of(table), Rules.parse(rules), Card.parse(card)
    entries: list[Entry] = []
    for placement in layout.placements(options, drawn):
        after, taken = layout.place(options, drawn, placement)
        entries.append((table_text(after.snakes.values()), canonical(taken) if taken else None))
    return entries


def tables(rules: str, table: str, card: str) -> list[str]:
    """Only the tables after each placement."""
    return [after for after, _ in placed(rules, table, card)]


def named(rules: str, table: str, card: str) -> list[str]:
    """The text of each placement."""
    drawn = Card.parse(card)
    found = layout_of(table).placements(Rules.parse(rules), drawn)
    return [placement_text(drawn, placement) for placement in found]


def view_at(text: str) -> View:
    """What the player sees who has drawn the card of a position."""
    position = Position.parse(text)
    layout, card = Layout.of(position.snakes, len(STANDARD)), position.drawn
    return View(
        rules=position.rules,
        deck=STANDARD,
        layout=layout,
        pits=tuple(map(pit_of, position.pits)),
        seat=position.turn,
        slots=tuple(range(1, sum(position.fan) + 1)),
        fan=position.fan,
        slot=None if card is None else sum(position.fan) + 1,
        card=card,
        placements=() if card is None else layout.placements(position.rules, card),
    )


def pit_of(pit: Pit) -> tuple[tuple[Card, ...], ...]:
    """Some snakes, whatever their cards, that count as this pit."""
    lengths, rest = [pit.longest][: pit.snakes], pit.cards - pit.longest
    for others in range(pit.snakes - 2, -1, -1):
        lengths.append(min(pit.longest, rest - SHORTEST * others))
        rest -= lengths[-1]
    return tuple((ALL_KINDS[0],) * length for length in lengths)
