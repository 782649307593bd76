"""The middle of the table with its real cards: which card lies where, and which way round.

The kernel's table knows only ends and lengths; a `Layout` keeps the cards beside it. It asks the
rules for everything and decides nothing itself.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from typing import NamedTuple, NewType

from serpentina.cards import ALL_KINDS, IS_HEAD, IS_TAIL, TURNED, Card
from serpentina.options import Rules
from serpentina.rules import (
    FIRST,
    LAST,
    TOUCH_BITS,
    cards_taken,
    list_placements,
    place,
)
from serpentina.table import free_place, lay, new_table, packed

_ZERO = array("q", [0])

Snake = tuple[Card, ...]
"""The cards of a snake as they lie, from the first end to the last."""

Placement = NewType("Placement", int)
"""Where a card goes and which way round (R17), as a number that means something for one table.

`ends_touched` takes it apart, `notation.placement_text` writes it.
"""


def ends_touched(placement: int) -> tuple[int | None, int | None]:
    """The ends that the card's first and last end touch: twice the place, plus 1 for a last end."""
    last, first = divmod(placement, 1 << TOUCH_BITS)
    return first - 1 if first else None, last - 1 if last else None


class Layout(NamedTuple):
    """The open snakes: `table` for the kernel, `snakes` with their cards by place."""

    table: array[int]
    snakes: Mapping[int, Snake]

    @staticmethod
    def of(snakes: Iterable[Snake], room: int) -> Layout:
        """These snakes at places 0, 1, …, with room for so many cards in all."""
        layout = Layout(new_table(room), {})
        places = {}
        for snake in snakes:
            at = free_place(layout.table)
            lay(layout.table, at, packed(snake[0].first, snake[-1].last, len(snake)))
            places[at] = snake
        return Layout(layout.table, places)

    def copy(self) -> Layout:
        """The same layout, for somebody who might change it."""
        return Layout(self.table[:], dict(self.snakes))

    def placements(self, rules: Rules, card: Card) -> tuple[Placement, ...]:
        """R17: all placements of a card, in the fixed order."""
        ends = 2 * len(self.snakes)
        found = _ZERO * (2 * ends + ends * ends + 1)  # touching one, touching two, on its own
        count = list_placements(self.table, rules.options, card.kind, found)
        return tuple(found[:count])  # type: ignore[arg-type]

    def taken(self, rules: Rules, card: Card, placement: int) -> int:
        """How many cards the player takes by a placement, 0 for none."""
        return cards_taken(self.table, rules.options, card.kind, placement)

    def place(self, rules: Rules, card: Card, placement: Placement) -> tuple[Layout, Snake | None]:
        """The layout after a lawful placement, and the snake taken."""
        table, snakes = self.table[:], dict(self.snakes)
        before, after = ends_touched(placement)
        snake: Snake = (ALL_KINDS[card.kind],)
        if before is not None:
            snake = _run(snakes.pop(before >> 1), before, LAST) + snake
        if after is not None:
            snake = snake + _run(snakes.pop(after >> 1), after, FIRST)
        snake = _head_first(snake)
        at = place(table, rules.options, card.kind, placement)
        if at < 0:
            return Layout(table, snakes), snake
        snakes[at] = snake
        return Layout(table, snakes), None


def _run(snake: Snake, end: int, side: int) -> Snake:
    """The snake, turned so that this end of it lies on this side."""
    return snake if end & 1 == side else turn_round(snake)


def _head_first(snake: Snake) -> Snake:
    """The snake, turned so that a head is first and a tail last."""
    turned = IS_TAIL[snake[0].kind] or IS_HEAD[snake[-1].kind]
    return turn_round(snake) if turned and len(snake) > 1 else snake


def turn_round(snake: Snake) -> Snake:
    """The same snake, read from its other end."""
    return tuple([TURNED[card] for card in reversed(snake)])
