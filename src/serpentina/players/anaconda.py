"""The anaconda: what a trained network guesses, some draws ahead; the last cards to the end.

It expects the others to take the most that they can and else to place anywhere, as most people do.
docs/players.md says how it was trained, how strong it is and what its choices cost.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from random import Random

from serpentina.compiled import is_compiled
from serpentina.game import State, View
from serpentina.intuition import weights_for
from serpentina.layout import Placement
from serpentina.lookahead import GIVEN_UP, MOST_PLIES, Thought, weigh
from serpentina.policies import BOA, GARTER, choices

TO_THE_END = MOST_PLIES - 1  # with so few cards left in the fan it looks at all that may come
# How many placements ahead it looks with so many cards left; early less depends on one.
DEPTHS = ((20, 4), (50, 3))
AT_LEAST = 2
NEAR = 0.04  # a placement this much worse than the best is not looked at farther
EQUAL = 1e-9
MOST = 1_000_000  # steps of a look: about a fifth of a second
MOST_AS_IT_STANDS = 2_000  # the same where nothing is compiled

Found = tuple[Placement, ...]


class Player:
    """Looks ahead as far as it can in a moment."""

    def __init__(self) -> None:
        self._thought: Thought | None = None

    def choose(self, view: View, random: Random) -> Placement:
        """The placement with the best chance of winning; of equal ones what the boa would."""
        if len(view.placements) == 1 or len(view.pits) == 1:
            return random.choice(choices(GARTER, view))
        best = self.best(view)
        return random.choice(choices(BOA, replace(view, placements=best)))

    def best(self, view: View) -> Found:
        """The placements with the best chance of winning."""
        state, left = view.state, sum(view.fan)
        found = view.placements
        if left <= TO_THE_END:
            worths = self.worths(view, state, found, MOST_PLIES)
            if worths:
                return _near(found, worths, EQUAL)
        worths = self.worths(view, state, found, AT_LEAST)
        if not worths:
            return found
        near, best = _near(found, worths, NEAR), _near(found, worths, EQUAL)
        depth = next((plies for most, plies in DEPTHS if left <= most), AT_LEAST)
        if depth > AT_LEAST and len(near) > 1:
            worths = self.worths(view, state, near, depth)
            best = _near(near, worths, EQUAL) if worths else best
        return best

    def worths(self, view: View, state: State, found: Found, plies: int) -> list[float]:
        """The chance of winning with each of these placements; none where it takes too long."""
        assert view.card is not None
        if self._thought is None or not self._thought.fits(state.table, state.pits):
            self._thought = Thought.for_state(state.table, state.pits)
        thought = self._thought
        thought.tables[0][:] = state.table
        thought.pits[0][:] = state.pits
        thought.found[0][: len(found)] = array("q", found)
        worth = weigh(
            state.options,
            state.fan,
            view.card.kind,
            len(found),
            state.seat,
            state.seat,
            plies,
            MOST if is_compiled(weigh) else MOST_AS_IT_STANDS,
            weights_for(len(view.pits), state.options),
            thought,
        )
        return [] if worth == GIVEN_UP else list(thought.worths[: len(found)])


def _near(found: Found, worths: list[float], margin: float) -> Found:
    """The placements that are worth less than the best by no more than a margin."""
    least = max(worths) - margin
    return tuple(place for place, worth in zip(found, worths, strict=True) if worth >= least)
