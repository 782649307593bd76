"""Intuition: the chance of winning that a small neural network guesses from the features.

The network was trained by `training`; its weights are in `players/anaconda.weights`, as 32-bit
floating-point numbers, the lowest byte first. It has two hidden layers of rectified sums and gives
a chance from 0 to 1; no function in it is rounded differently from machine to machine.
"""

from __future__ import annotations

import functools
import math
import sys
from array import array
from pathlib import Path

from serpentina.afterstates import FEATURES
from serpentina.compiled import kernel
from serpentina.options import JOINED, JOINED_TAKEN

HIDDEN, NARROW = 32, 16  # the sizes of the two hidden layers
NETWORK = (FEATURES + 1) * HIDDEN + (HIDDEN + 1) * NARROW + NARROW + 1  # its number of weights

# There is a network for each stage of the game, by the cards left in the fan.
LATE, LAST = 16, 8
STAGES = 3
# And such a set for two players and for more, joined snakes taken at once or when complete.
SETS = 4
WEIGHTS = Path(__file__).parent / "players" / "anaconda.weights"


@kernel
def stage(left: int) -> int:
    """Which network is asked when so many cards are left."""
    if left > LATE:
        return 0
    return 1 if left > LAST else 2


@kernel
def layer(
    weights: array[float],
    at: int,
    x: array[float],
    size: int,
    out: array[float],
    width: int,
) -> int:
    """The sums of one layer; numbers below 0 count as 0. Returns where the next weights begin."""
    bias = at + size * width
    for column in range(width):
        out[column] = weights[bias + column]
    for row in range(size):
        number = x[row]
        if number != 0.0:
            base = at + row * width
            for column in range(width):
                out[column] += number * weights[base + column]
    for column in range(width):
        out[column] = max(out[column], 0.0)
    return bias + width


@kernel
def guess(
    weights: array[float],
    left: int,
    x: array[float],
    hidden: array[float],
    narrow: array[float],
) -> float:
    """The chance of winning with these features, when so many cards are left."""
    at = layer(weights, stage(left) * NETWORK, x, FEATURES, hidden, HIDDEN)
    at = layer(weights, at, hidden, HIDDEN, narrow, NARROW)
    total = weights[at + NARROW]
    for row in range(NARROW):
        total += narrow[row] * weights[at + row]
    return 0.5 + 0.5 * total / math.sqrt(1.0 + total * total)


def set_of(seats: int, options: array[int]) -> int:
    """Which set of weights is for so many seats and these options."""
    return 2 * (seats > 2) + (options[JOINED] != JOINED_TAKEN)


def weights_for(seats: int, options: array[int]) -> array[float]:
    """The weights for so many seats and these options, for all stages."""
    return _weights()[set_of(seats, options)]


@functools.cache
def _weights() -> tuple[array[float], ...]:
    """The sets of weights."""
    numbers = array("f", WEIGHTS.read_bytes())
    if sys.byteorder == "big":
        numbers.byteswap()
    size = STAGES * NETWORK
    return tuple(array("d", numbers[at * size : (at + 1) * size]) for at in range(SETS))
