"""What rollouts found: means with their errors, by control variates, and paired differences.

A block of games gives, for each seat, the wins, the final cards and two sums of luck whose
expectation is zero. The results are regressed on the luck; what the regression says for no luck at
all is the mean (Hammersley and Handscomb, "Monte Carlo Methods", 1964, chapter 5). It is the same
regression for all seats, so that their chances still add up to one.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from serpentina.simulate import WHOLE_WIN

# Columns of each seat in a block.
WINS, CARDS, LUCK_IN_WINS, LUCK_IN_CARDS, SEAT_COLUMNS = range(5)
RESULTS = [WINS, CARDS]
LUCK = [LUCK_IN_WINS, LUCK_IN_CARDS]

# What never happened in n games happens, with a confidence of 95 %, at most 3 times in n ("the rule
# of three"); so no chance is known better than to 3 / 2n.
UNSEEN = 1.5

NOTHING = 1e-9  # a standard deviation of luck that is one of rounding
DIGITS = 12  # behind the point; what equal games are worth is equal, whatever machine reckons

Numbers: TypeAlias = npt.NDArray[np.float64]


class Estimate(NamedTuple):
    """Means and their standard errors by seat."""

    win: tuple[float, ...]
    cards: tuple[float, ...]
    win_stderr: tuple[float, ...]
    cards_stderr: tuple[float, ...]


class Sample:
    """The games from one start, in blocks that are independent of each other.

    `blocks` holds the means over the games of a block, by block, seat and column. Two samples whose
    blocks were dealt alike can be compared block by block.
    """

    def __init__(self, blocks: Numbers, games: int) -> None:
        self.games = games * len(blocks)
        luck = blocks[:, :, LUCK].reshape(len(blocks), -1)
        results = blocks[:, :, RESULTS].reshape(len(blocks), -1)
        self.settled, self.used, self.reach = _without_luck(results, luck)

    @staticmethod
    def of(sums: array[float], seats: int, games: int) -> Sample:
        """From the sums over the games of each block, wins in 1/840."""
        columns = np.array(sums).reshape(-1, seats, SEAT_COLUMNS) / games
        columns[:, :, WINS] /= WHOLE_WIN
        return Sample(columns, games)

    @property
    def estimate(self) -> Estimate:
        """The means over all games."""
        return self._estimate(self.settled, self.used, self.reach)

    def less(self, other: Sample) -> Estimate:
        """How much higher the means are than those of a sample whose blocks were dealt alike."""
        used, reach = max(self.used, other.used), max(self.reach, other.reach)
        return self._estimate(self.settled - other.settled, used, reach)

    def _estimate(self, settled: Numbers, used: int, reach: float) -> Estimate:
        means = settled.mean(axis=0)
        squares = ((settled - means) ** 2).sum(axis=0)
        variances = squares / (len(settled) - 1 - used) * (1 / len(settled) + reach)
        variances[0::2] += (UNSEEN / self.games) ** 2
        errors = np.sqrt(variances)
        every = (means[0::2], means[1::2], errors[0::2], errors[1::2])
        return Estimate(*(tuple(map(float, numbers)) for numbers in every))


def _without_luck(results: Numbers, luck: Numbers) -> tuple[Numbers, int, float]:
    """The results less what their regression on the luck explains.

    Also how many independent sums of luck there are, and by how much the variance of the mean, in
    units of that of a block, exceeds one over the number of blocks, since the slopes are estimates.
    """
    mean = luck.mean(axis=0)
    left, sizes, right = np.linalg.svd(luck - mean, full_matrices=False)
    # what varies by no more than rounding explains nothing
    kept = sizes > NOTHING * max(np.sqrt(len(luck)), sizes[0])
    inverse = (right[kept].T / sizes[kept]) @ left[:, kept].T
    reach = float(((mean @ inverse) ** 2).sum())
    slopes = inverse @ (results - results.mean(axis=0))
    return np.round(results - luck @ slopes, DIGITS), int(kept.sum()), reach
