"""Tables as text, for tests: what a card may do there, one entry for each placement."""

from __future__ import annotations

from serpentina.cards import Card
from serpentina.layout import Layout
from serpentina.notation import canonical, parse_table, placement_text, table_text
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
