"""F20: databases that earlier versions have written are read for all time.

A file in `databases` is never changed. The JSON beside it says what its games are. The token of the
device that plays in them is `kept-token-of-the-tests`.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from serpentina.reader import read_record
from serpentina.record import verify
from tests.server.conftest import Serve
from tests.server.running import core

FOLDER = Path(__file__).parent / "databases"
TOKEN = "kept-token-of-the-tests"  # noqa: S105


def unpack(name: str, path: Path) -> None:
    """Make the database file of a dump."""
    with sqlite3.connect(path) as database:
        database.executescript((FOLDER / f"{name}.sql").read_text(encoding="utf-8"))
    database.close()


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.sql")))
def test_kept_database(name: str, tmp_path: Path, serve: Serve) -> None:
    """F20: each game of a kept database is what it was, and goes on."""
    unpack(name, tmp_path / "games.sqlite3")
    server = serve(bot_pause=1000, keep_days=0, idle_days=0)
    expected = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert {state["status"] for state in expected} == {"lobby", "playing", "over", "counted"}
    for state in expected:
        ana = server.device()
        ana.game = state["game"]
        ana.http.cookies.set(f"serpentina_{state['game']}", TOKEN)
        seen = core(ana.see())
        assert {name: seen[name] for name in state} == core(state), "what is new since is left out"
        text = ana.http.get(f"/api/games/{ana.game}/record").text
        if state["status"] == "playing":
            assert ana.turn()["version"] > state["version"]
        if state["status"] == "counted":
            assert verify(read_record(text)).is_counted
