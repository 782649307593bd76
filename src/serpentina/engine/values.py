"""What placements are worth while somebody waits: soon by few rollouts, then by ever more.

The values are not those of a player: in rollouts garters sit in all seats, and near the end, when
the values are exact, everybody plays as well as can be.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from serpentina.engine.lines import Worth
from serpentina.equity import placement_equities
from serpentina.game import View
from serpentina.notation import Position
from serpentina.rollouts import Stop, Way
from serpentina.weighing import few_cards, position_of

VERY_FEW = 4  # cards in the fan, with which the exact values come at once
GROWTH = 4  # each round of rollouts has so many times the time of the last one
LEAST_GAIN = 1.5  # and at least so many times: a shorter one would tell hardly anything new
SHARE = 0.9  # of the time left, for the last round
FEWEST = Stop(games=1)
MANY = 10**9


class _Over(Exception):
    """Nobody waits any longer."""


def appraisals(
    view: View, seed: int, seconds: float, is_over: Callable[[], bool]
) -> Iterator[Sequence[Worth]]:
    """The placements, best first, ever more exactly, until the time is used up or it is over."""
    position, cards = position_of(view), sum(view.fan)
    try:
        if cards > VERY_FEW:
            rounds = _rounds(position, Way(seed=seed, threads=1), seconds, is_over)
            if cards <= few_cards(view):
                yield next(rounds)
            else:
                yield from rounds
                return
        yield _worths(position, "auto", FEWEST, Way(), is_over)
    except _Over:
        return


def _rounds(
    position: Position, way: Way, seconds: float, is_over: Callable[[], bool]
) -> Iterator[Sequence[Worth]]:
    """What rollouts say: of the fewest first, then of more, which begin with the same games."""
    end, stop = time.monotonic() + seconds, FEWEST
    while True:
        begin = time.monotonic()
        yield _worths(position, "rollout", stop, way, is_over)
        spent = time.monotonic() - begin
        left = SHARE * (end - time.monotonic())
        if left < LEAST_GAIN * spent:
            return
        following = GROWTH * spent
        is_last = left - following < LEAST_GAIN * following
        stop = Stop(MANY, seconds=left if is_last else following)


def _worths(
    position: Position, method: str, stop: Stop, way: Way, is_over: Callable[[], bool]
) -> Sequence[Worth]:
    def check(_share: float) -> None:
        if is_over():
            raise _Over

    check(0.0)
    found = placement_equities(position, method, stop, way, check)
    return [Worth(placement, worth.win, worth.cards) for placement, worth in found]
