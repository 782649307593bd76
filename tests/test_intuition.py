"""The network: what it computes, and the file of its weights."""

from __future__ import annotations

import math
import random
from array import array

import pytest

from serpentina import intuition
from serpentina.afterstates import FEATURES
from serpentina.intuition import (
    HIDDEN,
    LAST,
    LATE,
    NARROW,
    NETWORK,
    SETS,
    STAGES,
    WEIGHTS,
    guess,
    weights_for,
)
from serpentina.options import Rules

pytestmark = pytest.mark.core


def rectified(x: list[float], rows: list[float], biases: list[float]) -> list[float]:
    """A layer, sum by sum."""
    width = len(biases)
    return [
        max(0.0, bias + sum(number * rows[at * width + column] for at, number in enumerate(x)))
        for column, bias in enumerate(biases)
    ]


@pytest.mark.parametrize(("left", "stage"), [(49, 0), (LATE + 1, 0), (LATE, 1), (LAST, 2), (1, 2)])
def test_what_the_network_computes(left: int, stage: int) -> None:
    """Two rectified layers and a chance, with the weights of the stage of the game."""
    chance = random.Random(left)
    weights = array("d", [chance.gauss(0, 0.2) for _ in range(STAGES * NETWORK)])
    x = [chance.choice((0.0, chance.gauss(0, 2))) for _ in range(FEATURES)]
    parts, at = [], stage * NETWORK
    for size in (FEATURES * HIDDEN, HIDDEN, HIDDEN * NARROW, NARROW, NARROW, 1):
        parts.append(list(weights[at : at + size]))
        at += size
    assert at == (stage + 1) * NETWORK
    narrow = rectified(rectified(x, *parts[:2]), *parts[2:4])
    total = parts[5][0] + sum(a * b for a, b in zip(narrow, parts[4], strict=True))
    found = guess(
        weights, left, array("d", x), array("d", bytes(8 * HIDDEN)), array("d", bytes(8 * NARROW))
    )
    assert found == pytest.approx((1 + total / math.hypot(1, total)) / 2)
    assert 0 < found < 1


def test_the_file_of_weights() -> None:
    """It has four sets of all stages, small, and each kind of game its own."""
    assert WEIGHTS.stat().st_size == 4 * SETS * STAGES * NETWORK < 200_000
    serpentina, hisss = Rules.parse("serpentina").options, Rules.parse("hisss").options
    sets = [weights_for(seats, rules) for seats in (2, 3) for rules in (serpentina, hisss)]
    assert len({tuple(weights[:9]) for weights in sets}) == 4
    assert all(len(weights) == STAGES * NETWORK for weights in sets)
    assert all(abs(number) < 1e3 for weights in sets for number in weights)
    assert weights_for(5, hisss) is weights_for(3, hisss)


def test_the_file_is_the_same_on_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the highest byte comes first, the numbers are swapped."""
    numbers = array("f", WEIGHTS.read_bytes())
    numbers.byteswap()
    monkeypatch.setattr("sys.byteorder", "big")
    intuition._weights.cache_clear()
    swapped = intuition._weights()[0]
    intuition._weights.cache_clear()
    assert swapped.tobytes() == array("d", numbers[: STAGES * NETWORK]).tobytes()
