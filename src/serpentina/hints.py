"""Hints: a good placement for whoever holds a card, and one sentence on why it is better.

Slow until `compile_kernels` has been called.
"""

from __future__ import annotations

from typing import NamedTuple

from serpentina.game import View
from serpentina.layout import Placement
from serpentina.reasons import Reason, prospect, reason
from serpentina.weighing import weigh

LONG_RUN = Reason("long_run")


class Hint(NamedTuple):
    """The best placement, and why it is better than `other`.

    `other` takes more at once, or else is the next best one about which there is more to say than
    that it pays off later. `gain` is by how much the chance of winning is better than after it.
    Without a choice between different outcomes there is nothing to compare: both are None.
    """

    placement: Placement
    other: Placement | None = None
    reason: Reason | None = None
    gain: float = 0.0


def hint(view: View) -> Hint:
    """The hint for a view with a card drawn; the same view always gets the same."""
    assert view.card is not None
    worths = weigh(view, "boa", is_reduced=True)
    (best, _), *others = worths
    if not others:
        return Hint(best)
    others.sort(key=lambda pair: max(view.taken(pair[0]), view.taken(best)), reverse=True)
    found = [
        Hint(best, other, _reason(view, best, other), worth.cost[0]) for other, worth in others
    ]
    is_tempting = view.taken(others[0][0]) > view.taken(best)
    telling = (each for each in found if each.reason != LONG_RUN)
    return found[0] if is_tempting else next(telling, found[0])


def _reason(view: View, best: Placement, other: Placement) -> Reason:
    assert view.card is not None
    rules, layout, card, fan = view.rules, view.layout, view.card, view.fan
    better, worse = (prospect(rules, layout, card, each, fan) for each in (best, other))
    return reason(better, worse, is_own=len(view.pits) == 1)
