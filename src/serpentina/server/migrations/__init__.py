"""The database through the versions of the program: Alembic brings any older one up to date."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event
from sqlalchemy.pool import NullPool


def upgrade(database: Path) -> None:
    """Make the database, or bring it up to date."""
    database.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(f"sqlite:///{database}", poolclass=NullPool)
    event.listen(engine, "connect", _wait_for_others)
    config = _config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    engine.dispose()


def known_revisions() -> frozenset[str]:
    """The versions of the database that this program can bring up to date."""
    script = ScriptDirectory.from_config(_config())
    return frozenset(each.revision for each in script.walk_revisions())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config


def _wait_for_others(connection: object, _record: object) -> None:
    connection.execute("PRAGMA journal_mode = WAL")  # type: ignore[attr-defined]
    connection.execute("PRAGMA busy_timeout = 20000")  # type: ignore[attr-defined]
