"""The boa: one draw ahead.

It weighs what it takes now against what the next seat can expect to take at once from what it
leaves on the table.
"""

from __future__ import annotations

from random import Random

from serpentina.game import View
from serpentina.layout import Placement
from serpentina.policies import BOA, choices


class Player:
    """Takes what it can, and leaves little to take."""

    def choose(self, view: View, random: Random) -> Placement:
        """Any of the placements with the best balance."""
        return random.choice(choices(BOA, view))
