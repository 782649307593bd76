"""What a position is worth when one policy plays in all seats: a plain recursion over all draws."""

from __future__ import annotations

from array import array

from serpentina.cards import CLOSED
from serpentina.policies import room_for_placements, shortlist
from serpentina.rollouts import Start
from serpentina.rules import (
    PIT_CARDS,
    PIT_COLUMNS,
    collect,
    has_won_race,
    list_placements,
    place,
    winners,
)
from serpentina.table import COLUMNS, SNAKES, colour_of, length_of

Values = tuple[float, ...]  # each seat's chance of winning, then each seat's expected cards


def policy_values(policy: int, start: Start) -> Values:
    """The exact values of a start, in which each seat plays by the policy."""
    return _Recursion(policy, start).values(start)


class _Recursion:
    def __init__(self, policy: int, start: Start) -> None:
        self.policy = policy
        self.seats = start.players
        self.found = array("q", bytes(8 * room_for_placements(start.room)))
        self.known: dict[object, Values] = {}

    def values(self, start: Start) -> Values:
        options, seats = start.options, range(self.seats)
        if sum(start.fan) == 0 or any(has_won_race(start.pits, options, seat) for seat in seats):
            won = winners(start.pits, options)
            chances = [(won >> seat & 1) / won.bit_count() for seat in seats]
            return (*chances, *map(float, start.pits[PIT_CARDS::PIT_COLUMNS]))
        key = (snakes(start), tuple(start.pits), tuple(start.fan), start.seat)
        if key not in self.known:
            drawn = [(count, kind) for kind, count in enumerate(start.fan) if count]
            every = [(count, self.after_draw(start, kind)) for count, kind in drawn]
            self.known[key] = mean(every)
        return self.known[key]

    def after_draw(self, start: Start, kind: int) -> Values:
        fan = start.fan[:]
        fan[kind] -= 1
        count = list_placements(start.table, start.options, kind, self.found)
        count = shortlist(
            self.policy, start.table, start.options, kind, fan, self.found, count, start.table[:]
        )
        every = []
        for placement in self.found[:count]:
            table, pits = start.table[:], start.pits[:]
            collect(pits, start.seat, max(0, -place(table, start.options, kind, placement)))
            seat = (start.seat + 1) % self.seats
            after = start._replace(table=table, pits=pits, fan=fan, seat=seat)
            every.append((1, self.values(after)))
        return mean(every)


def mean(every: list[tuple[int, Values]]) -> Values:
    """The mean of values with weights."""
    whole = sum(weight for weight, _ in every)
    columns = zip(
        *[[weight * number for number in values] for weight, values in every], strict=True
    )
    return tuple(sum(column) / whole for column in columns)


def snakes(start: Start) -> tuple[tuple[int, ...], ...]:
    """The snakes of a table, wherever they lie."""
    found = []
    for base in range(0, len(start.table), COLUMNS):
        for snake in filter(None, start.table[base + SNAKES : base + COLUMNS]):
            ends = (colour_of(snake, 0), colour_of(snake, 1))
            found.append((*(ends if CLOSED in ends else sorted(ends)), length_of(snake)))
    return tuple(sorted(found))
