"""Copies of a server's games: made while it runs, looked at, and put in their place.

SQLite copies a database that is being written, as it was at one moment, and writes over one in a
transaction, so that after a kill it is the old one or the new one.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from serpentina.errors import SerpentinaError
from serpentina.server.migrations import known_revisions
from serpentina.server.whereabouts import Address

BUSY_SECONDS = 20.0
TABLES = {"games", "events", "commands", "deadlines"}


class CopyError(SerpentinaError):
    """A file is no copy of games, or cannot be made or put in place."""


def back_up(database: Path | Address, file: Path, *, overwrites: bool = False) -> str:
    """Copy the games into a file, which is whole or not there; tells what was copied."""
    database = _file_of(database)
    if not database.is_file():
        raise CopyError('There are no games at "{file}".', file=database)
    _check_target(file, database, overwrites=overwrites)
    part = file.with_name(f".{file.name}.part")
    part.unlink(missing_ok=True)
    try:
        with _opened(database, "rw") as games:
            _check_games(games, database)
            _copy(games, part)
        with _opened(part, "ro") as copied:
            number = _check_games(copied, part)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(file.resolve().parent)
    return f"{number:,} game{'s' * (number != 1)} copied to {file}"


def _copy(games: sqlite3.Connection, part: Path) -> None:
    """Copy a database into a new file, which is on the disk afterwards."""
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # it holds the fans
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        games.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, not three
    with part.open("rb") as written:
        os.fsync(written.fileno())


def restore(file: Path, database: Path | Address, now: datetime | None = None) -> str:
    """Put the games of a copy in place; keeps those that were there, and tells where."""
    database = _file_of(database)
    if not file.is_file():
        raise CopyError('There is no file "{file}".', file=file)
    if database.exists() and file.samefile(database):
        raise CopyError('The file "{file}" is that of the server itself.', file=file)
    with _opened(file, "ro") as copy:
        number = _check_games(copy, file)
        database.parent.mkdir(parents=True, exist_ok=True)
        is_there = database.exists() and database.stat().st_size > 0
        with _all_to_itself(database) as games:
            kept = _keep(games, database, now or datetime.now()) if is_there else None
            copy.backup(games)
    told = f"{number:,} game{'s' * (number != 1)} restored to {database}"
    return told if kept is None else f"{told}\nThose that were there are kept in {kept}"


def _keep(games: sqlite3.Connection, database: Path, now: datetime) -> Path:
    """Copy what is to be replaced, even if it is of no use, beside it."""
    moment = database.with_name(f"{database.name}.{now:%Y-%m-%d-%H%M%S}")
    later = (moment.with_name(f"{moment.name}-{number}") for number in count(2))
    kept = next(file for file in chain([moment], later) if not file.exists())
    try:
        _copy(games, kept)
    except BaseException:
        kept.unlink(missing_ok=True)
        raise
    return kept


@contextmanager
def _all_to_itself(database: Path) -> Iterator[sqlite3.Connection]:
    """A database that nobody else has open; CopyError where a server has.

    Whoever uses a database in WAL mode holds a lock on it for as long, so that nobody else can end
    that mode.
    """
    with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as games:
        try:
            games.execute("PRAGMA locking_mode = EXCLUSIVE")
            games.execute("PRAGMA journal_mode = DELETE")
            games.execute("BEGIN EXCLUSIVE")
            games.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            if "locked" in str(error):
                sentence = 'A server uses the games at "{file}": stop it first.'
            else:
                sentence = 'What is at "{file}" is no database ({reason}): move it away first.'
            raise CopyError(sentence, file=database, reason=error) from None
        yield games


@contextmanager
def _opened(file: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """A database in a file that is there; CopyError where it is none."""
    address = f"{file.resolve().as_uri()}?mode={mode}"
    try:
        with closing(
            sqlite3.connect(address, BUSY_SECONDS, uri=True, isolation_level=None)
        ) as database:
            yield database
    except sqlite3.DatabaseError as error:
        raise _broken(file, error) from None


def _check_games(database: sqlite3.Connection, file: Path) -> int:
    """The number of games; CopyError where it is not whole or not one of ours that we know."""
    (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise CopyError('The file "{file}" is damaged: {reason}.', file=file, reason=found)
    names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    if not names >= TABLES | {"alembic_version"}:
        raise CopyError('The file "{file}" holds no games of Serpentina.', file=file)
    versions = {version for (version,) in database.execute("SELECT * FROM alembic_version")}
    if len(versions) != 1 or not versions <= known_revisions():
        raise CopyError(
            'The games in "{file}" are of another version of Serpentina, a newer one perhaps.',
            file=file,
        )
    (number,) = database.execute("SELECT count(*) FROM games").fetchone()
    return int(number)


def _check_target(file: Path, database: Path, *, overwrites: bool) -> None:
    """CopyError where no copy can be, or something is."""
    if not file.resolve().parent.is_dir():
        raise CopyError('There is no folder "{folder}" for the copy.', folder=file.parent)
    if not file.exists():
        return
    if not file.is_file() or file.samefile(database):
        raise CopyError('A copy is left in a file of its own, and "{file}" is none.', file=file)
    if not overwrites:
        raise CopyError(
            'The file "{file}" is there already: --overwrite writes over it.', file=file
        )


def _file_of(database: Path | Address) -> Path:
    """The file of the games; CopyError where they are in none."""
    if isinstance(database, Address):
        raise CopyError(
            "These games are in PostgreSQL: its own pg_dump copies them, pg_restore restores them."
        )
    return database


def _broken(file: Path, error: sqlite3.Error) -> CopyError:
    return CopyError('The file "{file}" cannot be read: {reason}.', file=file, reason=error)


def _sync_folder(folder: Path) -> None:
    """Have the name of a new file on the disk, too, where a system can do that."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
