"""Writers to one file, one after another, several to a commit.

A commit waits for the disk, and meanwhile others come: they have their parts in the next one. Each
part happens as a whole or not at all; and it has happened only when all that share its commit have.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from serpentina.server.near import NearConnection

MOST_PARTS = 64  # of one commit


class _Part:
    """A writer's part: his turn with the connection, whether he has ended, whether it is kept."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.turn: asyncio.Future[NearConnection] = loop.create_future()
        self.end: asyncio.Future[None] = loop.create_future()
        self.kept: asyncio.Future[None] = loop.create_future()

    def has_ended(self) -> None:
        """The next may have his turn."""
        if not self.end.done():
            self.end.set_result(None)

    def fail(self, error: BaseException) -> None:
        """It has not happened."""
        for waiting in (self.turn, self.kept):
            if not waiting.done():
                waiting.set_exception(error)
                waiting.exception()  # nobody may be waiting any more


class Writers:
    """Those who wait to write to a database, and the task that lets them."""

    def __init__(self, connect: Callable[[], NearConnection]) -> None:
        self._connect = connect
        self._connection: NearConnection | None = None
        self._waiting: deque[_Part] = deque()
        self._task: asyncio.Task[None] | None = None
        self._writer: asyncio.Task[Any] | None = None

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[NearConnection]:
        """The connection, for nobody else until the end; all that was done is kept, or nothing."""
        if self._writer is asyncio.current_task():
            raise RuntimeError("Whoever writes would wait for himself: this belongs in his part.")
        part = _Part()
        self._waiting.append(part)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._serve())
        try:
            connection = await part.turn
            with self._writing():
                async with connection.part():
                    yield connection
        except Exception:
            part.has_ended()
            await asyncio.wait([part.kept])  # what he was refused for has happened by then
            raise
        finally:
            part.has_ended()
        await part.kept

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Remember whose turn it is."""
        self._writer = asyncio.current_task()
        try:
            yield
        finally:
            self._writer = None

    async def close(self) -> None:
        """Let those who wait have their turns, and let go of the file."""
        if self._task is not None:
            await self._task
        self._let_go()

    async def _serve(self) -> None:
        while self._waiting:
            parts: list[_Part] = []
            try:
                await self._commit(parts)
            except Exception as error:  # noqa: BLE001 - whoever waits is told
                self._roll_back()
                for part in parts or self._drained():
                    part.fail(error)
            for part in parts:
                if not part.kept.done():
                    part.kept.set_result(None)

    async def _commit(self, parts: list[_Part]) -> None:
        """One transaction: the parts of those who wait, and of those who come meanwhile."""
        self._connection = connection = self._connection or self._connect()
        await connection.begin_to_write()
        while self._waiting and len(parts) < MOST_PARTS:
            part = self._waiting.popleft()
            if part.turn.cancelled():
                continue
            parts.append(part)
            part.turn.set_result(connection)
            await part.end
            if connection.is_lost:
                raise OSError("An error of the database has ended what several were writing.")
        await connection.commit()

    def _roll_back(self) -> None:
        """End the transaction; whoever comes next has a new connection where this one cannot."""
        try:
            if self._connection is not None:
                self._connection.roll_back()
        except sqlite3.Error:
            self._let_go()

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _drained(self) -> list[_Part]:
        """Whoever waits, where the transaction did not even begin."""
        waiting = list(self._waiting)
        self._waiting.clear()
        return waiting
