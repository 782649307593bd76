"""How much of a result is luck: its variance, parted among who plays, the fan, and the rest.

Two seats play each fan with every pair of policies, twice with other chance. What differs between
pairs on the average is skill; what the games of one fan have in common, whoever plays, is the fan;
what the same pair does better with some fans is both together; what differs between two games of
one pair and one fan is the chance of the choices. It is the analysis of variance of a design with
two factors, fans being random and pairs not, by the method of moments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from serpentina.simulate import WHOLE_WIN
from serpentina.study.blocks import Sums, added
from serpentina.study.figures import Figure, figure
from serpentina.study.plan import TWICE, Luck, cells


class Parts(NamedTuple):
    """Shares of the variance, together 1 (but for what chance makes of small ones)."""

    skill: Figure
    fan: Figure
    both: Figure
    choices: Figure

    @property
    def luck(self) -> Figure:
        """All that is not skill."""
        skill = self.skill
        return Figure(1 - skill.value, 1 - skill.high, 1 - skill.low)


class LuckFigures(NamedTuple):
    """What is found of a luck: parts of the win and of the lead in cards; seat 1's win by pair."""

    luck: Luck
    fans: int
    win: Parts
    lead: Parts
    wins: tuple[Figure, ...]


class _Moments:
    """Means and covariances of the games of a fan, from the sums over the fans."""

    def __init__(self, sums: Sums, begin: int, cells: int) -> None:
        self.fans, self.cells = sums[0], cells
        self.sums = sums[begin : begin + cells]
        self.products = sums[begin + cells :]

    def mean(self, cell: int) -> float:
        return self.sums[cell] / self.fans

    def covariance(self, one: int, two: int) -> float:
        one, two = min(one, two), max(one, two)
        at = one * self.cells - one * (one - 1) // 2 + two - one
        spread = self.fans * self.products[at] - self.sums[one] * self.sums[two]
        return spread / (self.fans * (self.fans - 1))


def parts_of(sums: Sums, begin: int, cells: int) -> tuple[float, float, float, float]:
    """The shares of skill, fan, both together, and the choices' chance; two fans at least."""
    moments = _Moments(sums, begin, cells)
    pairs = range(cells // TWICE)
    within = _mean(moments.covariance(cell, cell) for cell in range(cells))
    alike = _mean(moments.covariance(TWICE * pair, TWICE * pair + 1) for pair in pairs)
    fan = _mean(
        moments.covariance(TWICE * one + i, TWICE * two + j)
        for one in pairs
        for two in pairs[:one]
        for i in range(TWICE)
        for j in range(TWICE)
    )
    means = [(moments.mean(TWICE * pair) + moments.mean(TWICE * pair + 1)) / 2 for pair in pairs]
    middle = _mean(means)
    spread = _mean((mean - middle) ** 2 for mean in means)
    by_chance = (alike - fan + (within - alike) / TWICE) / moments.fans
    skill = spread - by_chance * (len(means) - 1) / len(means)
    total = (skill + within) or 1.0  # nothing varies where nothing can be won
    return skill / total, fan / total, (alike - fan) / total, (within - alike) / total


def _mean(values: object) -> float:
    known = list(values)  # type: ignore[call-overload]
    return float(sum(known) / len(known))


def luck_of(luck: Luck, blocks: Sequence[Sums]) -> LuckFigures:
    """All figures of a luck."""
    number = cells(luck)
    size = number + number * (number + 1) // 2

    def parts(begin: int) -> Parts:
        return Parts(
            *(
                figure(blocks, lambda sums, part=part: parts_of(sums, begin, number)[part])  # type: ignore[misc]
                for part in range(4)
            )
        )

    def won(pair: int) -> Figure:
        games = [1 + TWICE * pair + twice for twice in range(TWICE)]
        return figure(
            blocks, lambda sums: sum(sums[at] for at in games) / (TWICE * WHOLE_WIN * sums[0])
        )

    wins = tuple(won(pair) for pair in range(len(luck.seatings)))
    return LuckFigures(luck, added(blocks)[0], parts(1), parts(1 + size), wins)
