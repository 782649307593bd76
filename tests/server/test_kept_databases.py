"""F20: databases that earlier versions have written are read for all time.

A file in `databases` is never changed. The JSON beside it says what its games are. The token of the
device that plays in them is `kept-token-of-the-tests`.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, NullPool, insert

from serpentina.reader import read_record
from serpentina.record import verify
from serpentina.server.migrations import _config
from serpentina.server.postgres import engine_at
from serpentina.server.schema import commands, deadlines, events, games
from serpentina.server.whereabouts import Address
from tests.server.conftest import BACKENDS, Serve
from tests.server.running import Nodes, Server, core

FOLDER = Path(__file__).parent / "databases"
TOKEN = "kept-token-of-the-tests"  # noqa: S105


def unpack(name: str, path: Path) -> None:
    """Make the database file of a dump."""
    with sqlite3.connect(path) as database:
        database.executescript((FOLDER / f"{name}.sql").read_text(encoding="utf-8"))
    database.close()


async def move(path: Path, address: Address) -> None:
    """Put the rows of a file into a PostgreSQL database of the version that the file has."""
    kept = sqlite3.connect(path)
    kept.row_factory = sqlite3.Row
    ((revision,),) = kept.execute("SELECT version_num FROM alembic_version")

    def fill(connection: Connection) -> None:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        for table in (games, events, commands, deadlines):
            for row in map(dict, kept.execute(f"SELECT * FROM {table.name}")):  # noqa: S608
                if "body" in row:
                    row["body"] = json.loads(row["body"])
                connection.execute(insert(table), row)

    engine = engine_at(address, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.run_sync(fill)
    await engine.dispose()
    kept.close()


@BACKENDS
@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.sql")))
def test_kept_database(
    name: str, backend: str, request: pytest.FixtureRequest, tmp_path: Path, serve: Serve
) -> None:
    """F20: each game of a kept database is what it was, and goes on, after its migration."""
    unpack(name, tmp_path / "games.sqlite3")
    if backend == "nodes":
        database = request.getfixturevalue("postgres").new_database()
        asyncio.run(move(tmp_path / "games.sqlite3", database.place))
        server: Server = Nodes(database, bot_pause=1000, keep_days=0, idle_days=0)
        request.addfinalizer(server.close)
    else:
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
