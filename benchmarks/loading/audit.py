"""What a server has, for the ledger: read from its database, and as any player sees it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from typing import Any

from benchmarks.loading.ledger import Deed, Ledger
from benchmarks.loading.servers import is_postgres
from benchmarks.loading.tables import Browser, Line, Table
from serpentina.errors import SerpentinaError
from serpentina.reader import read_record

BEFORE = ("created", "joined")  # events that are no commands
KINDS = {"started": "start", "drew": "draw", "placed": "place", "counted": "count"}
ARGUMENTS = {"draw": "slot", "place": "placement"}
STARTED = 3  # the version of a table of two that has just been started
AT_ONCE = 20  # games read at once
EVENTS = (
    "SELECT e.game, e.number, e.kind, e.body, c.command_id FROM events e "
    "LEFT JOIN commands c ON c.game = e.game AND c.number = e.number ORDER BY e.game, e.number"
)
ORPHANS = (
    "SELECT c.game, c.number, c.command_id FROM commands c LEFT JOIN events e "
    "ON e.game = c.game AND e.number = c.number WHERE e.number IS NULL"
)
Row = Any


async def database_faults(database: str, ledger: Ledger) -> list[str]:
    """What is wrong in the database, while the server may go on."""
    before = ledger.acknowledged()  # what was so before the rows are read has to be in them
    events, orphans = await _rows(database)
    faults = [f"game {game}: command {id_} without event {number}" for game, number, id_ in orphans]
    deeds = deeds_of(events)
    for game, acknowledged in before.items():
        faults += ledger.faults(game, deeds.get(game, []), acknowledged)
    return faults


async def unanswered(database: str, ledger: Ledger) -> int:
    """How many commands the database has that were never acknowledged."""
    events, _ = await _rows(database)
    return ledger.unanswered(deeds_of(events))


async def _rows(database: str) -> tuple[list[Row], list[Row]]:
    read = _rows_of_postgres if is_postgres(database) else _rows_of_sqlite
    return await read(database)


def deeds_of(events: Iterable[Row]) -> dict[str, list[Deed]]:
    """The commands that events say were carried out, by game."""
    deeds: dict[str, list[Deed]] = {}
    for game, number, event, body, command_id in events:
        if event in BEFORE:
            continue
        kind = KINDS.get(event, event)
        known = json.loads(body) if isinstance(body, str) else body
        argument = known.get(ARGUMENTS.get(kind, ""))
        deeds.setdefault(game, []).append(Deed(number, kind, argument, command_id or ""))
    return deeds


async def _rows_of_sqlite(database: str) -> tuple[list[Row], list[Row]]:
    def read() -> tuple[list[Row], list[Row]]:
        with closing(sqlite3.connect(database, timeout=60)) as connection:
            connection.execute("BEGIN")  # both see the same state
            return connection.execute(EVENTS).fetchall(), connection.execute(ORPHANS).fetchall()

    return await asyncio.to_thread(read)


async def _rows_of_postgres(database: str) -> tuple[list[Row], list[Row]]:
    import asyncpg

    connection = await asyncpg.connect(database)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            events = [tuple(row) for row in await connection.fetch(EVENTS)]
            return events, [tuple(row) for row in await connection.fetch(ORPHANS)]
    finally:
        await connection.close()


async def api_faults(line: Line, games: Iterable[str]) -> list[str]:
    """What is wrong with the games as everybody sees them; nobody may be playing."""
    turns = asyncio.Semaphore(AT_ONCE)
    watcher = Browser(line, 0, Table(line, 0))

    async def look(game: str) -> list[str]:
        async with turns:
            return await _faults_of(watcher, line.ledger, game)

    found = await asyncio.gather(*map(look, games))
    return [fault for faults in found for fault in faults]


async def _faults_of(watcher: Browser, ledger: Ledger, game: str) -> list[str]:
    """The record of a game against the ledger: it replays, and has what it should."""
    state = await watcher.insist("GET", f"/{game}")
    text = await watcher.read(f"/{game}/record")
    try:
        record = read_record(text)
        record.replay()
    except SerpentinaError as error:
        return [f"game {game}: its record does not replay: {error}"]
    deeds = list(_deeds_of_record(record))
    faults = ledger.faults(game, deeds)
    if state["version"] != STARTED + len(deeds) - 1:
        faults.append(f"game {game}: version {state['version']}, but {len(deeds)} commands")
    return faults


def _deeds_of_record(record: Any) -> Iterable[Deed]:
    """The start, each draw and placement, and the count, with the events that they have to be."""
    number = STARTED
    yield Deed(number, "start", None)
    for step in record.steps[1:]:
        number += 1
        yield Deed(number, "draw", step.slot)
        if step.placement is not None:
            number += 1
            yield Deed(number, "place", step.placement)
    if record.scores is not None:
        yield Deed(number + 1, "count", None)


async def cannot_go_on(tables: Iterable[Table]) -> list[str]:
    """The tables at which no further command is acknowledged."""
    faults = []
    for table in tables:
        before = table.version, table.game
        try:
            await asyncio.wait_for(table.step(0.0), 60)
        except TimeoutError:
            faults.append(f"game {table.game}: it cannot go on")
            continue
        if (table.version, table.game) == before:
            faults.append(f"game {table.game}: nothing has happened")
    return faults
