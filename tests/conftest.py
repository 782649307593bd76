"""What all tests share: which kernel runs, how long the campaigns are, an empty home."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from serpentina.compiled import compile_kernels
from serpentina.game import Game
from tests.campaign import SOAK

if os.environ.get("SERPENTINA_KERNEL") == "compiled":
    assert compile_kernels(), "Numba is missing: the compiled kernel cannot be tested."

settings.register_profile(
    "serpentina",
    deadline=None,
    derandomize=not SOAK,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("serpentina")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """With `-n auto`: as many as there are cores; more only make browsers late for their tests."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return cores or 1


@pytest.fixture(autouse=True)
def empty_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Every test has a home of its own, in English, so that none sees the games of another."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        patch.setenv("XDG_DATA_HOME", str(home / "data"))
        for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"):
            patch.delenv(variable, raising=False)
        yield home


@pytest.fixture
def finished() -> Game:
    """A counted game of two players by the rules of Hisss, the same each time."""
    return play_out(Game.new(2, "hisss", seed=7), random.Random(7)).count()


def play_out(game: Game, choice: random.Random) -> Game:
    """Play any placements until the game is over."""
    while not game.is_over:
        game = game.draw(choice.choice(game.slots))
        game = game.place(choice.choice(game.placements))
    return game
