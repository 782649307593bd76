"""The spaces of Gymnasium that actions and observations are in."""

from __future__ import annotations

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from serpentina.envs.observing import ACTIONS, FEATURES

MOST = 10_000  # no number of a row is greater


def observation_space() -> Dict:
    """`observation`: a row for each action; `action_mask`: which actions are lawful."""
    return Dict(
        {
            "observation": Box(0, MOST, (ACTIONS, FEATURES), np.int16),
            "action_mask": Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def action_space() -> Discrete:
    """The placements in R17's order."""
    return Discrete(ACTIONS)


def seed_from(random: np.random.Generator) -> int:
    """A seed for a fan."""
    return int(random.integers(2**63 - 1))
