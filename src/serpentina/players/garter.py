"""The garter: the longest snake that this card takes. A yardstick: it never changes.

If the card takes none, any placement with equal chance; so too among several that take equally
many cards.
"""

from __future__ import annotations

from random import Random

from serpentina.game import View
from serpentina.layout import Placement
from serpentina.policies import GARTER, choices


class Player:
    """Takes what it can at once."""

    def choose(self, view: View, random: Random) -> Placement:
        """Any of the placements that take the most cards."""
        return random.choice(choices(GARTER, view))
