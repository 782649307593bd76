"""Training: examples that are right on average, a network that learns, the same from a seed."""

from __future__ import annotations

import sys
from array import array
from pathlib import Path

import numpy as np
import pytest

from serpentina import training
from serpentina.afterstates import FEATURES
from serpentina.cards import STANDARD
from serpentina.intuition import NETWORK, SETS, STAGES
from serpentina.lookahead import CERTAIN
from serpentina.options import PRESETS
from serpentina.training import Examples, Network, Rehearsal, look_back, rehearsed, train
from tests.campaign import IS_COMPILED

pytestmark = pytest.mark.core

NOTHING = array("d", bytes(8 * STAGES * NETWORK))  # a network that always says one half


def test_examples_of_a_game() -> None:
    """A row for each draw, the last ones exact, and the seats take turns at being the learner."""
    examples, surprise = rehearsed(3, 0, 5, "hisss", 3, NOTHING)
    turns = len(STANDARD) - 1
    assert examples.features.shape == (3 * turns, FEATURES)
    assert list(examples.left[:turns]) == list(range(turns, 0, -1))
    last = examples.worths[turns - 1 :: turns]
    assert all(worth * 6 == pytest.approx(round(worth * 6)) for worth in last)
    assert np.all(examples.worths[examples.left <= CERTAIN] >= 0)
    assert surprise > 0
    again, _ = rehearsed(1, 2, 5, "hisss", 3, NOTHING)
    assert np.array_equal(again.worths, examples.worths[2 * turns :])


def test_surprises_are_carried_back() -> None:
    """Each guess is put right by what follows, up to a placement made at random."""
    game = Rehearsal.of(PRESETS["hisss"], STANDARD, 2)
    width = FEATURES + 2
    for turn, (surprise, carries) in enumerate(((0.1, 1), (0.2, 0), (0.4, 1)), start=1):
        game.course[2 * turn], game.course[2 * turn + 1] = surprise, carries
    examples = array("d", [0.0] * 3 * width)
    look_back(examples, 3 * width, 3, game.course, width)
    worths = examples[FEATURES + 1 :: width]
    assert list(worths) == pytest.approx([0.1 + 0.2, 0.2, 0.4])


@pytest.mark.no_cover
def test_the_first_state_is_worth_an_even_share() -> None:
    """Over all seats the learner's chance is somewhat more than even, though nothing is known."""
    games = 10 if IS_COMPILED else 5
    examples, _ = rehearsed(games, 0, 2, "serpentina", 2, NOTHING)
    worths = examples.worths[:: len(STANDARD) - 1]
    assert abs(worths.mean() - 0.5) < 4 * worths.std() / games**0.5


def test_a_network_learns() -> None:
    """From examples of a simple function it learns that function; weights and network agree."""
    chance = np.random.default_rng(3)
    features = chance.normal(5, 2, (4000, FEATURES))
    worths = 0.5 + 0.4 * np.tanh(features[:, 3] - features[:, 7])
    examples = Examples(features, np.full(4000, 20.0), worths)
    network = Network(chance)
    before = network.learn(examples, 3, 1e-3, chance)
    after = network.learn(examples, 600, 3e-3, chance)
    assert after < before / 2
    assert network.weights().shape == (NETWORK,)
    assert len(examples.of_stage(10, 30)) == 4000 > len(examples.of_stage(21, 30))


def test_a_slope_is_a_slope() -> None:
    """The slopes are those of the error, as small steps measure it."""
    chance = np.random.default_rng(4)
    network = Network(chance)
    x, worths = chance.normal(0, 1, (30, FEATURES)), chance.uniform(0, 1, 30)
    slopes, _ = network._slopes(x, worths)
    for part, slope in zip(network.parts, slopes, strict=True):
        at, small = np.unravel_index(np.abs(slope).argmax(), slope.shape), 1e-6
        part[at] += small
        _, more = network._slopes(x, worths)
        part[at] -= 2 * small
        _, less = network._slopes(x, worths)
        part[at] += small
        assert slope[at] == pytest.approx((more - less) / (2 * small), rel=1e-4)


@pytest.mark.no_cover
def test_the_same_seed_gives_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Training writes a file of all sets, and each set can be had again from its seed."""
    rounds = 2 if IS_COMPILED else 1
    monkeypatch.setattr(training, "ROUNDS", ((1, 3, 1e-3),) * rounds)
    monkeypatch.setattr(training, "compile_kernels", bool)
    monkeypatch.setattr(sys, "argv", ["training", "--seed", "7", "--out", str(tmp_path / "w")])
    training.main()
    numbers = np.fromfile(tmp_path / "w", "<f4")
    assert len(numbers) == SETS * STAGES * NETWORK
    hisss = train("hisss", (2,), 7).astype("<f4")
    assert np.array_equal(hisss, numbers[len(hisss) : 2 * len(hisss)])
    assert "mean surprise" in capsys.readouterr().out
