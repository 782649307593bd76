"""Games in a database: one row for each event, unique on game and number.

Whoever writes begins with BEGIN IMMEDIATE, so that SQLite lets writers wait for each other instead
of failing in the middle. What a transaction has not committed has not happened.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, event, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from serpentina.cards import Card
from serpentina.fan import Fan
from serpentina.server.live import Event
from serpentina.server.schema import commands, deadlines, events, games

BUSY_MILLISECONDS = 20_000
Deadline = tuple[str, float]  # its kind, and when it is due


class Transaction:
    """What can be read and written in one transaction."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def fan(self, game: str) -> Fan | None:
        """The secret of a game; None where there is no such game."""
        secret = await self._connection.scalar(select(games.c.secret).where(games.c.id == game))
        return None if secret is None else _fan_from(secret)

    async def events(self, game: str, since: int = 1) -> list[Event]:
        """The events of a game from a number on; none if there is no such game."""
        query = (
            select(events.c.kind, events.c.body, events.c.at)
            .where(events.c.game == game, events.c.number >= since)
            .order_by(events.c.number)
        )
        return [Event(*row) for row in await self._connection.execute(query)]

    async def carried_out(self, game: str, device: str, command_id: str) -> bool:
        """Whether a command has been carried out before."""
        query = select(commands.c.number).where(
            commands.c.game == game,
            commands.c.device == device,
            commands.c.command_id == command_id,
        )
        return await self._connection.scalar(query) is not None

    async def deadline(self, game: str) -> Deadline | None:
        """What is to happen to a game, and when."""
        query = select(deadlines.c.kind, deadlines.c.due).where(deadlines.c.game == game)
        row = (await self._connection.execute(query)).first()
        return None if row is None else (row.kind, row.due)

    async def create(self, game: str, fan: Fan, now: float) -> None:
        """Add a game; its first event has to follow."""
        values = {"id": game, "secret": _secret(fan), "status": "lobby", "touched": now}
        await self._connection.execute(insert(games).values(values))

    async def exists(self, game: str) -> bool:
        """Whether there is such a game."""
        query = select(games.c.id).where(games.c.id == game)
        return await self._connection.scalar(query) is not None

    async def append(self, game: str, number: int, what: Event, status: str) -> None:
        """Add an event, which leaves the game with a status."""
        row = {"game": game, "number": number, **what._asdict()}
        await self._connection.execute(insert(events).values(row))
        touched = {"status": status, "touched": what.at}
        await self._connection.execute(update(games).where(games.c.id == game).values(touched))

    async def remember(self, game: str, device: str, command_id: str, number: int) -> None:
        """Note that a command has been carried out and which event it led to."""
        row = {"game": game, "device": device, "command_id": command_id, "number": number}
        await self._connection.execute(insert(commands).values(row))

    async def set_deadline(self, game: str, deadline: Deadline | None) -> None:
        """Say what is to happen to a game, in place of what was said before."""
        if deadline is None:
            await self._connection.execute(delete(deadlines).where(deadlines.c.game == game))
            return
        kind, due = deadline
        row = upsert(deadlines).values(game=game, kind=kind, due=due)
        row = row.on_conflict_do_update([deadlines.c.game], set_={"kind": kind, "due": due})
        await self._connection.execute(row)

    async def deadlines(self) -> dict[str, Deadline]:
        """The deadlines of all games."""
        rows = await self._connection.execute(select(deadlines))
        return {row.game: (row.kind, row.due) for row in rows}

    async def games_without_deadline(self) -> list[str]:
        """The games that are being played and wait for nobody but a person."""
        waiting = select(deadlines.c.game)
        query = select(games.c.id).where(games.c.status == "playing", games.c.id.not_in(waiting))
        return list(await self._connection.scalars(query))

    async def statuses(self) -> dict[str, int]:
        """How many games there are of each status."""
        query = select(games.c.status, func.count().label("number")).group_by(games.c.status)
        return {row.status: row.number for row in await self._connection.execute(query)}

    async def sweep(self, statuses: Iterable[str], before: float) -> list[str]:
        """Delete the games of these statuses that nobody has touched since; tells which."""
        is_old = games.c.status.in_(tuple(statuses)) & (games.c.touched < before)
        return list(
            await self._connection.scalars(delete(games).where(is_old).returning(games.c.id))
        )


class Store:
    """A database in a file."""

    def __init__(self, database: Path) -> None:
        self._engine = create_async_engine(
            f"sqlite+aiosqlite:///{database}",
            pool_size=8,
            max_overflow=0,
            pool_timeout=60,
            hide_parameters=True,  # an error that tells them would bring the fan into the log
        )
        self._writer = self._engine.execution_options(is_writer=True)
        event.listen(self._engine.sync_engine, "connect", _prepare)
        event.listen(self._engine.sync_engine, "begin", _begin)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """A transaction that sees one state of the database."""
        async with self._engine.connect() as connection, connection.begin():
            yield Transaction(connection)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Transaction]:
        """A transaction that has the database to itself; all of it happens, or nothing."""
        async with self._writer.begin() as connection:
            yield Transaction(connection)

    async def close(self) -> None:
        """Let go of the file."""
        await self._engine.dispose()


def _prepare(connection: Any, _record: object) -> None:
    """Set up a new connection; transactions begin as we say, not as the driver thinks."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    is_writer = connection.get_execution_options().get("is_writer", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writer else "BEGIN")


def _secret(fan: Fan) -> str:
    return json.dumps({"nonce": fan.nonce, "order": " ".join(map(str, fan.order))})


def _fan_from(secret: str) -> Fan:
    known = json.loads(secret)
    return Fan(tuple(map(Card.parse, known["order"].split())), known["nonce"])
