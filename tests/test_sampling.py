"""Estimates: what is equal is found equal, to the last digit."""

from __future__ import annotations

import numpy as np
import pytest

from serpentina.sampling import CARDS, LUCK, SEAT_COLUMNS, WINS, Sample


@pytest.mark.parametrize("seed", range(5))
def test_equal_games_are_worth_the_same(seed: int) -> None:
    """Where luck alone decides, all blocks are worth the same: no rounding tells them apart."""
    choice = np.random.default_rng(seed)
    worths = []
    for share in (0.0, 0.1, 0.3):
        blocks = np.empty((120, 3, SEAT_COLUMNS))
        blocks[:, :, LUCK] = choice.uniform(-1, 1, (120, 3, len(LUCK)))
        blocks[:, :, WINS] = 1 / 3 + share * blocks[:, :, LUCK[0]]
        blocks[:, :, CARDS] = 17 + 10 * share * blocks[:, :, LUCK[1]]
        worths.append(Sample(blocks, 1).settled)
    for worth in worths:
        np.testing.assert_array_equal(worth, worths[0][[0] * len(worth)])
