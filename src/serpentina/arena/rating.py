"""Ratings by OpenSkill, for players that never change.

The model of Plackett and Luce by Weng and Lin, "A Bayesian Approximation Method for Online
Ranking" (2011). Two of its settings are for people, who learn, and would let a rating sway for
ever: here nothing is added to the uncertainty between games, and it shrinks as fast as the model
says.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


class Rating(NamedTuple):
    """How strong a player is thought to be, and the standard deviation of that."""

    mu: float
    sigma: float


@functools.cache
def _model() -> PlackettLuce:
    """The model; only the arena loads it."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - only the arena needs it

    return PlackettLuce(tau=0.0, gamma=lambda *_: 1.0)


def first_ratings(names: Iterable[str]) -> dict[str, Rating]:
    """What is thought of players that have not played."""
    fresh = _model().rating()
    return {name: Rating(fresh.mu, fresh.sigma) for name in names}


def rated(
    ratings: dict[str, Rating], seating: tuple[str, ...], ranks: tuple[int, ...]
) -> dict[str, Rating]:
    """The ratings after a game; who sits in several seats learns from all of them."""
    model = _model()
    teams = [[model.rating(*ratings[name])] for name in seating]
    after = [seat for (seat,) in model.rate(teams, ranks=list(map(float, ranks)))]
    new = dict(ratings)
    for name in set(seating):
        own = [seat for seat, sitting in zip(after, seating, strict=True) if sitting == name]
        mu, sigma = ratings[name]
        gained = math.fsum(seat.mu - mu for seat in own)
        new[name] = Rating(mu + gained, sigma * math.prod(seat.sigma / sigma for seat in own))
    return new
