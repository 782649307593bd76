"""A player of ours as a program that must be compiled first: nothing has been compiled before."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from serpentina.engine.lines import Worth
from serpentina.engine.seat import EnginePlayer
from serpentina.reader import read_record
from serpentina.record import verify
from tests.test_cli import COMMAND
from tests.test_engine import SERVED, some_view

ENGINE = f"engine:{COMMAND} engine anaconda"


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, and programs that compile, though the tests themselves may not."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    return tmp_path


def played(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """A command as a process of its own."""
    code = "from serpentina.cli import main; raise SystemExit(main())"
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ,
    )


def test_a_game_against_an_engine_that_compiles(cold: Path) -> None:
    """It is ready at once, never late, and plays to the end of the game."""
    record = cold / "game.txt"
    seats = ("--seat", ENGINE, "--seat", "bot:garter", "--engine-seconds", "0.2")
    done = played("play", *seats, "--seed", "3", "--record", record)
    assert (done.returncode, done.stderr) == (0, "")
    found = read_record(record.read_text(encoding="utf-8"))
    assert found.seats == ("engine:anaconda", "bot:garter")
    assert verify(found).is_counted


def test_the_arena_with_an_engine_that_compiles(cold: Path) -> None:
    """No game of it is lost."""
    out = cold / "arena.txt"
    seconds = ("--engine-seconds", "0.1")
    done = played("arena", ENGINE, "garter", "--games", "1", *seconds, "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    heading, line = out.read_text(encoding="utf-8").splitlines()
    assert '"engine_seconds": 0.1' in heading
    assert line.startswith('{"fan":0,')


@pytest.mark.usefixtures("cold")
def test_an_engine_is_ready_before_it_is_compiled() -> None:
    """Its first answers come in time, and later ones are its own: also with values."""
    bot, view, chance = EnginePlayer(f"{SERVED} anaconda"), some_view(3, 25), random.Random(1)
    assert len(view.placements) > 1
    begin = time.monotonic()
    assert bot.choose(view, chance) in view.placements
    assert bot.name == "anaconda"
    assert time.monotonic() - begin < 11  # mostly the start of Python, where others work too
    limit = time.monotonic() + 300
    worths: Sequence[Worth] = ()
    while not worths and time.monotonic() < limit:
        [worths] = list(bot.appraise(view, chance, 2.0))
    assert {worth.placement for worth in worths} == set(view.placements)
    bot.close()
