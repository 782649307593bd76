"""Whether one player is better by a margin, decided as soon as the fans say it.

The sequential probability ratio test of Wald, "Sequential Tests of Statistical Hypotheses" (1945),
on the means of the blocks, taken as normal with the variance that suits each hypothesis best.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from serpentina.arena.match import ArenaError, Match
from serpentina.arena.tally import Count, Tally

ALPHA = BETA = 0.05  # how often it may err in each direction
UPPER = math.log((1 - BETA) / ALPHA)
LOWER = math.log(BETA / (1 - ALPHA))
FEWEST_BLOCKS = 30  # before that a variance is not to be trusted


class Margin(NamedTuple):
    """The question: is the first player's win rate even, or `by` above an even share."""

    by: float
    even: float

    @staticmethod
    def of(by: float, match: Match) -> Margin:
        """ArenaError if there is nothing to decide."""
        even = 1 / match.seats
        if len(match.names) != 2:
            raise ArenaError("--sprt compares two players: the first with the second.")
        if not 0 < by <= 1 - even:
            raise ArenaError(
                "The margin of --sprt is above 0 and at most {most}, as in 0.02, not {by}.",
                most=f"{1 - even:.4g}",
                by=by,
            )
        return Margin(by, even)

    def evidence(self, tally: Tally) -> float:
        """That of the first named player."""
        return evidence(tally.won_by(tally.match.names[0]), self.even, self.even + self.by)


def evidence(count: Count, low: float, high: float) -> float:
    """The logarithm of how much likelier the blocks are if the win rate is `high` than if `low`."""
    if count.blocks < FEWEST_BLOCKS:
        return 0.0
    far = count.variance + (count.win_rate - low) ** 2
    near = count.variance + (count.win_rate - high) ** 2
    if not far or not near:  # all blocks say one thing, and it is one of the two
        return math.copysign(math.inf, far - near)
    return count.blocks / 2 * math.log(far / near)


def verdict(ratio: float) -> str | None:
    """Whether the player is "better" or "not better" by the margin; None while it is open."""
    if ratio >= UPPER:
        return "better"
    return "not better" if ratio <= LOWER else None
