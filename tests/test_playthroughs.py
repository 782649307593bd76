"""The golden playthroughs are played again, line by line."""

from __future__ import annotations

import pytest

from tests.golden import FOLDER, GAMES, playthrough

pytestmark = pytest.mark.core


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough(name: str) -> None:
    """The fixed game goes as it was written down, with as many placements at each turn."""
    told = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert list(playthrough(*GAMES[name])) == told


def test_no_playthrough_is_forgotten() -> None:
    """Every file in the folder is played."""
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
