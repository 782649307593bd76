"""Several nodes at one PostgreSQL database: which of them live, and who is at their tables.

A node is a server process. What it says of who is there counts for as long as it lives.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, Float, cast, delete, extract, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from serpentina.server.near import Connection
from serpentina.server.presence import Known, Sight
from serpentina.server.schema import deadlines, nodes, presences

SILENT_SECONDS = 5.0  # after which a node counts as dead
MISSED = "missed"  # the kind of a deadline that is over, and of which everybody has been told


class Census:
    """What a node reads and writes of the others, in a transaction."""

    def __init__(self, connection: Connection, node: str) -> None:
        self._connection = connection
        self._node = node

    async def beat(self) -> tuple[float, bool]:
        """Say that this node lives; the database's time, and whether it was known to live."""
        known = update(nodes).where(nodes.c.id == self._node).values(beat=_now())
        beat = await self._connection.scalar(known.returning(nodes.c.beat))
        if beat is not None:
            return beat, True
        new = insert(nodes).values(id=self._node, beat=_now()).returning(nodes.c.beat)
        return await self._connection.scalar(new) or 0.0, False

    async def is_alone(self) -> bool:
        """Whether there is no other node."""
        query = select(nodes.c.id).where(nodes.c.id != self._node).limit(1)
        return await self._connection.scalar(query) is None

    async def left_over(self) -> tuple[bool, bool]:
        """Whether a deadline belongs to no node, and whether a node is dead."""
        lost = deadlines.c.node.not_in(select(nodes.c.id)) & (deadlines.c.kind != MISSED)
        has_orphans = select(deadlines.c.game).where(lost).exists()
        has_dead = select(nodes.c.id).where(_is_silent()).exists()
        row = (await self._connection.execute(select(has_orphans, has_dead))).one()
        return row[0], row[1]

    async def bury_the_dead(self) -> bool:
        """Strike off the nodes that are silent, and their sockets; whether there were any."""
        return await self._bury(_is_silent())

    async def leave(self) -> None:
        """Strike this node off."""
        await self._bury(nodes.c.id == self._node)

    async def _bury(self, is_dead: ColumnElement[bool]) -> bool:
        dead = await self._connection.scalars(delete(nodes).where(is_dead).returning(nodes.c.id))
        is_lost = presences.c.has_socket & presences.c.node.not_in(select(nodes.c.id))
        gone = {"has_socket": False, "seen": _now()}
        await self._connection.execute(update(presences).where(is_lost).values(gone))
        return bool(dead.all())

    async def known(self, game: str) -> Known:
        """Who is at a table by what the other nodes have told."""
        query = select(presences.c.device, presences.c.has_socket, presences.c.seen)
        query = query.where(presences.c.game == game, presences.c.node != self._node)
        known: Known = {}
        for device, has_socket, seen in await self._connection.execute(query):
            before = known.get(device, (False, seen))
            known[device] = (has_socket or before[0], max(seen, before[1]))
        return known

    async def note(self, sights: Iterable[Sight]) -> None:
        """Tell the other nodes who is here."""
        rows = [{**sight._asdict(), "node": self._node} for sight in sights]
        if not rows:
            return
        row = upsert(presences)
        changed = {"has_socket": row.excluded.has_socket, "seen": row.excluded.seen}
        row = row.on_conflict_do_update(index_elements=["game", "device", "node"], set_=changed)
        await self._connection.execute(row, rows)

    async def forget(self, before: float) -> None:
        """Forget who was seen before a time, and has no socket."""
        gone = (presences.c.seen < before) & ~presences.c.has_socket
        await self._connection.execute(delete(presences).where(gone))


def _now() -> ColumnElement[float]:
    """The database's time, in seconds since 1970."""
    return cast(extract("epoch", func.clock_timestamp()), Float)


def _is_silent() -> ColumnElement[bool]:
    return nodes.c.beat < _now() - SILENT_SECONDS
