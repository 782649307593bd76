"""Games in a database: one row for each event, unique on game and number.

In SQLite whoever writes begins with BEGIN IMMEDIATE, so that writers wait for each other instead of
failing in the middle; in PostgreSQL, those who write to the same game wait for its row. What a
transaction has not committed has not happened.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, event, func, insert, literal, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from serpentina.fan import Fan
from serpentina.server.census import MISSED, Census
from serpentina.server.live import Event
from serpentina.server.plans import fan_from, secret_of
from serpentina.server.postgres import CONNECTIONS, engine_at, reaching
from serpentina.server.schema import commands, deadlines, events, games, nodes
from serpentina.server.whereabouts import Address

BUSY_MILLISECONDS = 20_000
CHANNEL = "serpentina"  # where nodes tell each other of games
Deadline = tuple[str, float]  # its kind, and when it is due


class Transaction:
    """What can be read and written in one transaction, by one node."""

    def __init__(self, connection: AsyncConnection, node: str) -> None:
        self._connection = connection
        self.node = node  # none in SQLite, where there is but one
        self.census = Census(connection, node)
        self._upsert = postgresql.insert if node else sqlite.insert

    async def lock(self, game: str) -> None:
        """Let nobody else write to a game until the end of the transaction."""
        row = select(games.c.id).where(games.c.id == game).with_for_update(key_share=True)
        await self._connection.execute(row)

    async def fan(self, game: str) -> Fan | None:
        """The secret of a game; None where there is no such game."""
        secret = await self._connection.scalar(select(games.c.secret).where(games.c.id == game))
        return None if secret is None else fan_from(secret)

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

    async def create(self, game: str, fan: Fan, now: float) -> None:
        """Add a game; its first event has to follow."""
        values = {"id": game, "secret": secret_of(fan), "status": "lobby", "touched": now}
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

    async def statuses(self) -> dict[str, int]:
        """How many games there are of each status."""
        query = select(games.c.status, func.count().label("number")).group_by(games.c.status)
        return {row.status: row.number for row in await self._connection.execute(query)}

    async def sweep(self, statuses: Iterable[str], before: float) -> list[str]:
        """Delete the games of these statuses that nobody has touched since; tells which."""
        is_old = games.c.status.in_(tuple(statuses)) & (games.c.touched < before)
        old = select(games.c.id).where(is_old).with_for_update(skip_locked=True)
        query = delete(games).where(games.c.id.in_(old)).returning(games.c.id)
        return list(await self._connection.scalars(query))

    # Deadlines

    async def deadline(self, game: str) -> Deadline | None:
        """What is to happen to a game, and when; or what has been missed there."""
        query = select(deadlines.c.kind, deadlines.c.due).where(deadlines.c.game == game)
        row = (await self._connection.execute(query)).first()
        return None if row is None else (row.kind, row.due)

    async def own_deadline(self, game: str) -> Deadline | None:
        """The same, if it is this node that has to see to it."""
        query = select(deadlines.c.kind, deadlines.c.due).where(deadlines.c.game == game)
        query = query.where(deadlines.c.node == self.node, deadlines.c.kind != MISSED)
        row = (await self._connection.execute(query)).first()
        return None if row is None else (row.kind, row.due)

    async def set_deadline(self, game: str, deadline: Deadline | None) -> None:
        """Say what is to happen to a game, in place of what was said; this node sees to it."""
        if deadline is None:
            await self._connection.execute(delete(deadlines).where(deadlines.c.game == game))
            return
        values = {"kind": deadline[0], "due": deadline[1], "node": self.node}
        row = self._upsert(deadlines).values(game=game, **values)
        await self._connection.execute(
            row.on_conflict_do_update(index_elements=["game"], set_=values)
        )

    async def begin_to_wait(self, due: float) -> None:
        """Give a deadline to each game that is being played and has none.

        All wait for a person there, and the server that knew that he was there is gone.
        """
        waiting = select(deadlines.c.game)
        columns = (games.c.id, literal("away"), literal(due), literal(self.node))
        query = select(*columns).where(games.c.status == "playing", games.c.id.not_in(waiting))
        row = self._upsert(deadlines).from_select(["game", "kind", "due", "node"], query)
        await self._connection.execute(row.on_conflict_do_nothing())

    async def adopt(self) -> list[str]:
        """Take over the deadlines that no living node sees to; tells of all that are this node's.

        Of two nodes that do so at once each takes what the other has not.
        """
        if self.node:
            orphans = deadlines.c.node.not_in(select(nodes.c.id)) & (deadlines.c.kind != MISSED)
            mine = update(deadlines).where(orphans).values(node=self.node)
            await self._connection.execute(mine)
        own = (deadlines.c.node == self.node) & (deadlines.c.kind != MISSED)
        return list(await self._connection.scalars(select(deadlines.c.game).where(own)))

    async def tell(self, game: str, version: int) -> None:
        """Tell the other nodes of a game as soon as all this has happened."""
        if self.node:
            hint = func.pg_notify(CHANNEL, f"{self.node} {game} {version}")
            await self._connection.execute(select(hint))


class Store:
    """A database: a file of SQLite, or a PostgreSQL server that several nodes share."""

    def __init__(self, database: Path | Address) -> None:
        self.is_shared = isinstance(database, Address)
        self.node = secrets.token_hex(6) if self.is_shared else ""
        self._engine = _engine(database)
        self._reader, self._writer = self._engine, self._engine
        if self.is_shared:
            snapshot = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
            self._reader = self._engine.execution_options(**snapshot)
        else:
            self._writer = self._engine.execution_options(is_writer=True)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """A transaction that sees one state of the database."""
        with reaching() if self.is_shared else nullcontext():
            async with self._reader.connect() as connection, connection.begin():
                yield Transaction(connection, self.node)

    @asynccontextmanager
    async def writing(self, game: str | None = None) -> AsyncIterator[Transaction]:
        """A transaction that has the database, or a game, to itself; all of it happens, or nothing.

        Unreachable if PostgreSQL is away: then it is not known which of the two.
        """
        with reaching() if self.is_shared else nullcontext():
            async with self._writer.begin() as connection:
                transaction = Transaction(connection, self.node)
                if self.is_shared and game is not None:
                    await transaction.lock(game)
                yield transaction

    async def close(self) -> None:
        """Let go of the database."""
        await self._engine.dispose()


def _engine(database: Path | Address) -> AsyncEngine:
    if isinstance(database, Address):
        return engine_at(database, pool_size=CONNECTIONS, max_overflow=0, pool_timeout=20)
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{database}",
        pool_size=8,
        max_overflow=0,
        pool_timeout=60,
        hide_parameters=True,  # an error that tells them would bring the fan into the log
    )
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


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
