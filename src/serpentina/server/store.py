"""Games in a database: one row for each event, unique on game and number.

In SQLite those who write wait for each other and share commits; in PostgreSQL, those who write to
the same game wait for its row. What a transaction has not committed has not happened.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import (
    BindParameter,
    Executable,
    bindparam,
    delete,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from serpentina.fan import Fan
from serpentina.server.census import MISSED, Census
from serpentina.server.live import Event
from serpentina.server.near import Connection, NearConnection
from serpentina.server.plans import fan_from, secret_of
from serpentina.server.postgres import CONNECTIONS, engine_at, reaching
from serpentina.server.schema import commands, deadlines, events, games, nodes
from serpentina.server.whereabouts import Address
from serpentina.server.writers import Writers

POOL_SECONDS = 20.0  # for which a free connection is waited for
CHANNEL = "serpentina"  # where nodes tell each other of games
Deadline = tuple[str, float]  # its kind, and when it is due

# What each command asks of the database is said once: to build a statement takes longer than SQLite
# takes to carry it out.
GAME: BindParameter[str] = bindparam("of_game")
IS_GAME = games.c.id == GAME
IS_DEADLINE = deadlines.c.game == GAME
EVENTS = (
    select(events.c.kind, events.c.body, events.c.at)
    .where(events.c.game == GAME, events.c.number >= bindparam("since"))
    .order_by(events.c.number)
)
CARRIED_OUT = select(commands.c.number).where(
    commands.c.game == GAME,
    commands.c.device == bindparam("by_device"),
    commands.c.command_id == bindparam("of_id"),
)
TOUCH = update(games).where(IS_GAME).values(status=bindparam("as_status"), touched=bindparam("now"))
DEADLINE = select(deadlines.c.kind, deadlines.c.due).where(IS_DEADLINE)
OWN_DEADLINE = DEADLINE.where(deadlines.c.node == bindparam("of_node"), deadlines.c.kind != MISSED)
FORGET_DEADLINE = delete(deadlines).where(IS_DEADLINE)
ADD_EVENT, ADD_COMMAND = insert(events), insert(commands)


def _to_set_deadline(upsert: Any) -> Executable:
    row = upsert(deadlines)
    changed = {name: row.excluded[name] for name in ("kind", "due", "node")}
    statement: Executable = row.on_conflict_do_update(index_elements=["game"], set_=changed)
    return statement


SET_DEADLINE = tuple(map(_to_set_deadline, (sqlite.insert, postgresql.insert)))


class Transaction:
    """What can be read and written in one transaction, by one node."""

    def __init__(self, connection: Connection, node: str) -> None:
        self._connection = connection
        self.node = node  # none in SQLite, where there is but one
        self.census = Census(connection, node)
        self._upsert = postgresql.insert if node else sqlite.insert
        self._set_deadline = SET_DEADLINE[node != ""]

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
        asked = {"of_game": game, "since": since}
        return [Event(*row) for row in await self._connection.execute(EVENTS, asked)]

    async def carried_out(self, game: str, device: str, command_id: str) -> bool:
        """Whether a command has been carried out before."""
        asked = {"of_game": game, "by_device": device, "of_id": command_id}
        return await self._connection.scalar(CARRIED_OUT, asked) is not None

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
        await self._connection.execute(ADD_EVENT, row)
        touched = {"of_game": game, "as_status": status, "now": what.at}
        await self._connection.execute(TOUCH, touched)

    async def remember(self, game: str, device: str, command_id: str, number: int) -> None:
        """Note that a command has been carried out and which event it led to."""
        row = {"game": game, "device": device, "command_id": command_id, "number": number}
        await self._connection.execute(ADD_COMMAND, row)

    async def statuses(self) -> dict[str, int]:
        """How many games there are of each status."""
        query = select(games.c.status, func.count().label("number")).group_by(games.c.status)
        return {row.status: row.number for row in await self._connection.execute(query)}

    async def sweep(self, statuses: Iterable[str], before: float, most: int) -> list[str]:
        """Delete so many games of these statuses that nobody has touched since; tells which."""
        is_old = games.c.status.in_(tuple(statuses)) & (games.c.touched < before)
        old = select(games.c.id).where(is_old).limit(most).with_for_update(skip_locked=True)
        query = delete(games).where(games.c.id.in_(old)).returning(games.c.id)
        return list(await self._connection.scalars(query))

    async def missing(self, known: Sequence[str]) -> list[str]:
        """Which of some games there are no more."""
        query = select(games.c.id).where(games.c.id.in_(known))
        there = set(await self._connection.scalars(query))
        return [game for game in known if game not in there]

    # Deadlines

    async def deadline(self, game: str) -> Deadline | None:
        """What is to happen to a game, and when; or what has been missed there."""
        row = (await self._connection.execute(DEADLINE, {"of_game": game})).first()
        return None if row is None else (row.kind, row.due)

    async def own_deadline(self, game: str) -> Deadline | None:
        """The same, if it is this node that has to see to it."""
        asked = {"of_game": game, "of_node": self.node}
        row = (await self._connection.execute(OWN_DEADLINE, asked)).first()
        return None if row is None else (row.kind, row.due)

    async def set_deadline(self, game: str, deadline: Deadline | None) -> None:
        """Say what is to happen to a game, in place of what was said; this node sees to it."""
        if deadline is None:
            await self._connection.execute(FORGET_DEADLINE, {"of_game": game})
            return
        values = {"game": game, "kind": deadline[0], "due": deadline[1], "node": self.node}
        await self._connection.execute(self._set_deadline, values)

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


class Store(Protocol):
    """A database: a file of SQLite, or a PostgreSQL server that several nodes share."""

    node: str
    is_shared: bool

    def reading(self) -> AbstractAsyncContextManager[Transaction]:
        """A transaction that sees one state of the database."""

    def writing(self, game: str | None = None) -> AbstractAsyncContextManager[Transaction]:
        """A transaction that has the database, or a game, to itself; all of it happens, or nothing.

        Unreachable if PostgreSQL is away: then it is not known which of the two.
        """

    async def close(self) -> None:
        """Let go of the database."""


def store_at(database: Path | Address) -> Store:
    """The store of a database."""
    return SharedStore(database) if isinstance(database, Address) else FileStore(database)


class FileStore:
    """A file of SQLite, of which this process is the only node."""

    node = ""
    is_shared = False

    def __init__(self, database: Path) -> None:
        self._connect = partial(NearConnection, database)
        self._readers: list[NearConnection] = []
        self._writers = Writers(self._connect)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """A transaction that sees one state of the database."""
        reader = self._readers.pop() if self._readers else self._connect()
        reader.begin()
        try:
            yield Transaction(reader, self.node)
        finally:
            reader.roll_back()
            self._readers.append(reader)

    @asynccontextmanager
    async def writing(self, _game: str | None = None) -> AsyncIterator[Transaction]:
        """A transaction that has the database to itself."""
        async with self._writers.turn() as writer:
            yield Transaction(writer, self.node)

    async def close(self) -> None:
        """Let go of the file."""
        await self._writers.close()
        for reader in self._readers:
            reader.close()


class SharedStore:
    """A PostgreSQL server, at which other nodes may be, too."""

    is_shared = True

    def __init__(self, database: Address) -> None:
        self.node = secrets.token_hex(6)
        self._engine = engine_at(
            database, pool_size=CONNECTIONS, max_overflow=0, pool_timeout=POOL_SECONDS
        )
        snapshot = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reader = self._engine.execution_options(**snapshot)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """A transaction that sees one state of the database."""
        with reaching():
            async with self._reader.connect() as connection, connection.begin():
                yield Transaction(connection, self.node)

    @asynccontextmanager
    async def writing(self, game: str | None = None) -> AsyncIterator[Transaction]:
        """A transaction that has a game to itself."""
        with reaching():
            async with self._engine.begin() as connection:
                transaction = Transaction(connection, self.node)
                if game is not None:
                    await transaction.lock(game)
                yield transaction

    async def close(self) -> None:
        """Let go of the database."""
        await self._engine.dispose()
