"""The hatchling: any placement, each with the same chance. A yardstick: it never changes."""

from __future__ import annotations

from random import Random

from serpentina.game import View
from serpentina.layout import Placement


class Player:
    """Places at random."""

    def choose(self, view: View, random: Random) -> Placement:
        """Any placement."""
        return random.choice(view.placements)
