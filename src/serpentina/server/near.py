"""SQLite beside the event loop: statements are carried out at once, only a commit has a thread.

A statement takes some hundredths of a millisecond, handing it to a thread and back ten times that.
What waits for the disk is the commit of a writer.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Union

from sqlalchemy import Connection as SyncConnection
from sqlalchemy import CursorResult, Executable, ScalarResult, create_engine
from sqlalchemy.pool import NullPool

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

BUSY_SECONDS = 20.0  # for which a writer of another process is waited for
AGAIN_SECONDS = 0.005  # after which it is tried again
Values = Mapping[str, Any]
Connection = Union["NearConnection", "AsyncConnection"]


class NearConnection:
    """A connection to a file, with those methods of SQLAlchemy's AsyncConnection that are used.

    When a transaction begins and ends is said here, and not by SQLAlchemy.
    """

    def __init__(self, database: Path) -> None:
        # An error that tells parameters would bring the fan into the log.
        engine = create_engine(
            "sqlite://",
            creator=lambda: _connected(database),
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,
        )
        self._connection = engine.connect()
        self._raw: sqlite3.Connection = self._connection.connection.dbapi_connection  # type: ignore[assignment]
        # Its own: those of the event loop may all be with bots that think for half a minute.
        self._thread = ThreadPoolExecutor(1, "commit")

    async def execute(
        self, statement: Executable, parameters: Values | Sequence[Values] | None = None
    ) -> CursorResult[*tuple[Any, ...]]:
        """Carry out a statement."""
        return self._lasting.execute(statement, parameters)

    async def scalar(self, statement: Executable, parameters: Values | None = None) -> Any:
        """The first value of the first row, or None."""
        return self._lasting.scalar(statement, parameters)

    async def scalars(
        self, statement: Executable, parameters: Values | None = None
    ) -> ScalarResult[Any]:
        """The first value of each row."""
        return self._lasting.scalars(statement, parameters)

    # Transactions

    @property
    def _lasting(self) -> SyncConnection:
        """The connection while the transaction lasts: what came after would be kept at once."""
        if self.is_lost:
            raise sqlite3.OperationalError("An error has ended the transaction.")
        return self._connection

    def begin(self) -> None:
        """Begin to read: what is seen stays as it is until the end."""
        self._raw.execute("BEGIN")

    async def begin_to_write(self) -> None:
        """Begin to write, as soon as no other process does."""
        end = monotonic() + BUSY_SECONDS
        while True:
            try:
                self._raw.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                is_busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                if not is_busy or monotonic() > end:
                    raise
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                return

    @asynccontextmanager
    async def part(self) -> AsyncIterator[None]:
        """A part of a transaction, of which all happens, or nothing."""
        self._raw.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            self._undo_part()
            raise
        self._raw.execute("RELEASE part")

    def _undo_part(self) -> None:
        """Undo what was written in a part; the whole transaction, where that cannot be."""
        if not self._raw.in_transaction:  # a full disk may have ended it
            return
        try:
            self._raw.execute("ROLLBACK TO part")
            self._raw.execute("RELEASE part")
        except sqlite3.Error:
            self.roll_back()

    @property
    def is_lost(self) -> bool:
        """Whether an error has ended the transaction, and all that it had written."""
        return not self._raw.in_transaction

    async def commit(self) -> None:
        """Wait until all that was written is on the disk."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._raw.execute, "COMMIT")

    def roll_back(self) -> None:
        """End; what was written has not happened."""
        if self._raw.in_transaction:
            self._raw.execute("ROLLBACK")

    def close(self) -> None:
        """Let go of the file."""
        self._thread.shutdown()
        self._connection.close()


def _connected(database: Path) -> sqlite3.Connection:
    # Never are two threads at it at once: a commit is awaited before the next statement.
    connection = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA busy_timeout = 0")  # to wait is the event loop's
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection
