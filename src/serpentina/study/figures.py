"""Figures of a study, each with its 95 % interval: functions of the sums over the blocks.

The interval is the jackknife's (Tukey, 1958): the figure is found anew without each block, and what
that changes says how far it may be off. It serves means, shares and ratios alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from serpentina.arena.tally import CONFIDENCE, quantile
from serpentina.simulate import WHOLE_WIN
from serpentina.study.blocks import Sums, added
from serpentina.study.plan import Case
from serpentina.study.watching import CHOICES, LEAD_CHANGES, LISTED, WATCHED
from serpentina.totals import (
    CARDS,
    GAME_FIGURES,
    LAID,
    LEFT,
    SEAT_FIGURES,
    SHARE,
    SHARED,
    SNAKES,
)

Find = Callable[[Sums], float]


class Figure(NamedTuple):
    """A value and the 95 % interval around it; no interval is known of a single block."""

    value: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def figure(blocks: Sequence[Sums], find: Find) -> Figure:
    """What is found in all blocks together, with its interval."""
    whole = added(blocks)
    value, number = find(whole), len(blocks)
    if number < 2:
        return Figure(value, -math.inf, math.inf)
    without = [find(tuple(map(int.__sub__, whole, block))) for block in blocks]
    middle = math.fsum(without) / number
    spread = math.fsum((one - middle) ** 2 for one in without) * (number - 1) / number
    reach = quantile((1 + CONFIDENCE) / 2, number - 1) * math.sqrt(spread)
    return Figure(value, value - reach, value + reach)


class CaseFigures(NamedTuple):
    """What is found of a case; lists are by seat. Lengths are shares of the snakes taken."""

    case: Case
    games: int
    win: tuple[Figure, ...]
    cards: tuple[Figure, ...]
    ahead: Figure  # what seat 1 wins more than an even share
    snakes: Figure  # taken in a game, by all
    length: Figure  # cards in a snake that is taken
    left: Figure  # cards in the middle at the end
    shared: Figure  # games whose win is shared
    lead_changes: Figure
    choice: Figure  # draws with more than one placement
    placements: Figure  # for a draw
    lengths: tuple[Figure, ...]  # from length 0 on


def figures_of(case: Case, blocks: Sequence[Sums]) -> CaseFigures:
    """All figures of a case; its blocks have a game at least."""
    players = case.batch.players
    seats = range(players)
    game = 1 + players * SEAT_FIGURES
    more = game + GAME_FIGURES
    lengths = more + WATCHED

    def each(column: int, divisor: int = 1) -> Find:
        return lambda sums: sums[column] / (divisor * sums[0])

    def each_draw(column: int) -> Find:
        return lambda sums: sums[column] / max(1, sums[game + LAID] - sums[0])

    def snakes(sums: Sums) -> int:
        return sum(sums[1 + seat * SEAT_FIGURES + SNAKES] for seat in seats)

    def taken(sums: Sums) -> int:
        return sum(sums[1 + seat * SEAT_FIGURES + CARDS] for seat in seats)

    def find(function: Find) -> Figure:
        return figure(blocks, function)

    def by_seat(column: int, divisor: int = 1) -> tuple[Figure, ...]:
        return tuple(find(each(1 + seat * SEAT_FIGURES + column, divisor)) for seat in seats)

    return CaseFigures(
        case,
        added(blocks)[0],
        by_seat(SHARE, WHOLE_WIN),
        by_seat(CARDS),
        find(lambda sums: sums[1 + SHARE] / (WHOLE_WIN * sums[0]) - 1 / players),
        find(lambda sums: snakes(sums) / sums[0]),
        find(lambda sums: taken(sums) / max(1, snakes(sums))),
        find(each(game + LEFT)),
        find(each(game + SHARED)),
        find(each(more + LEAD_CHANGES)),
        find(each_draw(more + CHOICES)),
        find(each_draw(more + LISTED)),
        tuple(
            find(lambda sums, at=at: sums[at] / max(1, snakes(sums)))  # type: ignore[misc]
            for at in range(lengths, len(blocks[0]))
        ),
    )
