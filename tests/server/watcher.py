"""Sees whether anything is written into a server's database, from beside it."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Protocol

import asyncpg

from tests.server.running import Server

WATCHED = (
    "games",
    "events",
    "commands",
    "deadlines",
)  # nodes tell each other of pages all the time
NOTES = """
CREATE TABLE written (number bigserial);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN INSERT INTO written DEFAULT VALUES; RETURN NULL; END';
"""


class Watcher(Protocol):
    """Tells whether something was written since it was asked last."""

    def has_changed(self) -> bool:
        """Whether something was committed since the last look."""

    def close(self) -> None:
        """Look no more."""


def watcher_of(server: Server) -> Watcher:
    """A watcher of the server's database."""
    if isinstance(server.database, Path):
        return FileWatcher(server.database)
    return SharedWatcher(server.database.address)


class FileWatcher:
    """SQLite counts what other connections have committed."""

    def __init__(self, database: Path) -> None:
        self._database = sqlite3.connect(database)
        self._version = 0
        self.has_changed()

    def has_changed(self) -> bool:
        """Whether something was committed since the last look."""
        before = self._version
        self._version = int(self._database.execute("PRAGMA data_version").fetchone()[0])
        return self._version != before

    def close(self) -> None:
        """Look no more."""
        self._database.close()


class SharedWatcher:
    """PostgreSQL is told to note each row of the tables that is written."""

    def __init__(self, address: str) -> None:
        self._loop = asyncio.Runner()
        self._connection = self._loop.run(asyncpg.connect(address))
        self._written = 0
        for name in WATCHED:
            notes = (
                f"AFTER INSERT OR UPDATE OR DELETE ON {name} FOR EACH ROW EXECUTE FUNCTION note()"
            )
            self._ask(f"{NOTES if name == WATCHED[0] else ''} CREATE TRIGGER note {notes}")

    def _ask(self, statement: str) -> None:
        self._loop.run(self._connection.execute(statement))

    def has_changed(self) -> bool:
        """Whether something was committed since the last look."""
        before = self._written
        asked = self._connection.fetchval("SELECT count(*) FROM written")
        self._written = int(self._loop.run(asked))
        return self._written != before

    def close(self) -> None:
        """Look no more."""
        self._ask("DROP FUNCTION note CASCADE; DROP TABLE written")
        self._loop.run(self._connection.close())
        self._loop.close()
