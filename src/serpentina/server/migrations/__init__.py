"""The database through the versions of the program: Alembic brings any older one up to date.

Of several servers that start at once one does it, and the others wait for that.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.pool import NullPool

from serpentina.server.postgres import engine_at, reaching
from serpentina.server.whereabouts import Address

LOCK = 0x5E49E7 << 16  # the number by which those who upgrade wait for each other


def upgrade(database: Path | Address) -> None:
    """Make the database, or bring it up to date."""
    if isinstance(database, Address):
        asyncio.run(_upgrade_postgres(database))
        return
    database.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(f"sqlite:///{database}", poolclass=NullPool)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as connection:
        _upgrade(connection)
    engine.dispose()


def known_revisions() -> frozenset[str]:
    """The versions of the database that this program can bring up to date."""
    script = ScriptDirectory.from_config(_config())
    return frozenset(each.revision for each in script.walk_revisions())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config


async def _upgrade_postgres(address: Address) -> None:
    engine = engine_at(address, answer=None, poolclass=NullPool)
    with reaching():
        async with engine.begin() as connection:
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
            await connection.run_sync(_upgrade)
    await engine.dispose()


def _upgrade(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _prepare(connection: object, _record: object) -> None:
    """Wait for others, and begin when we say."""
    connection.isolation_level = None  # type: ignore[attr-defined]
    connection.execute("PRAGMA busy_timeout = 20000")  # type: ignore[attr-defined]
    connection.execute("PRAGMA journal_mode = WAL")  # type: ignore[attr-defined]
