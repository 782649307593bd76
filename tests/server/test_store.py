"""The database: many writers, old files, and what is deleted when."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from serpentina.cards import STANDARD
from serpentina.fan import Fan
from serpentina.options import PRESETS
from serpentina.server.bots import next_step
from serpentina.server.commands import Command
from serpentina.server.live import Event, Seat
from serpentina.server.lobby import DAY, Lobby, Plan, house
from serpentina.server.migrations import upgrade
from serpentina.server.presence import Presence
from serpentina.server.problems import Refused
from serpentina.server.settings import Settings
from serpentina.server.showing import state_of
from serpentina.server.store import Store
from tests.campaign import SOAK

WRITERS = 20
TABLES = 1_000 if SOAK else 200
BOTS = (Seat("bot", player="garter"), Seat("bot", player="garter"))
PLAN = Plan(PRESETS["hisss"], STANDARD, "fan", BOTS, "maker")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A new database."""
    path = tmp_path / "folder" / "games.sqlite3"
    upgrade(path)
    return path


def test_twenty_writers(database: Path) -> None:
    """F16: of 20 writers at once, each with a connection of its own, none fails."""

    async def write(number: int) -> None:
        lobby = Lobby(Store(database))
        live = await lobby.create(PLAN)
        for _ in range(6):
            live = await lobby.act(live.id, house, next_step(live), live.version)
        assert live.version == 8, number
        await lobby.store.close()

    async def run() -> None:
        await asyncio.gather(*map(write, range(WRITERS)))

    asyncio.run(run())
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (8 * WRITERS,)
    connection.close()


def test_a_number_is_given_once(database: Path) -> None:
    """Of two events with one number in one game the second is refused, with all beside it."""

    async def run() -> None:
        store = Store(database)
        live = await Lobby(store).create(PLAN)

        async def write() -> None:
            async with store.writing() as transaction:
                await transaction.set_deadline(live.id, ("bot", 0.0))
                await transaction.append(live.id, 2, Event("drew", {"slot": 1}, 0.0), "playing")

        with pytest.raises(IntegrityError):
            await write()
        async with store.reading() as transaction:
            assert await transaction.deadline(live.id) != ("bot", 0.0)
        await store.close()

    asyncio.run(run())


def test_upgrading_again(database: Path) -> None:
    """A database that is up to date stays as it is."""
    upgrade(database)


def test_sweeping(database: Path) -> None:
    """Finished and idle games are deleted when their days are over, with all that is theirs."""

    async def run() -> None:
        now = 1e9
        store = Store(database)
        lobby = Lobby(store, Settings(keep_days=10, idle_days=5), clock=lambda: now)
        finished, idle = await lobby.create(PLAN), await lobby.create(PLAN)
        while finished.status != "counted":
            finished = await lobby.act(finished.id, house, next_step(finished), finished.version)
        now += 4 * DAY
        assert await lobby.sweep() == 0
        now += 2 * DAY
        assert await lobby.sweep() == 1
        with pytest.raises(Refused, match="deleted"):
            await lobby.see(idle.id)
        with pytest.raises(Refused, match="deleted"):
            await lobby.act(idle.id, house, Command("draw", slot=1), idle.version)
        await lobby.see(finished.id)
        now += 5 * DAY
        assert await lobby.sweep() == 1
        await store.close()

    asyncio.run(run())
    with sqlite3.connect(database) as connection:
        for table in ("games", "events", "commands", "deadlines"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)  # noqa: S608
    connection.close()


def test_nothing_is_swept_without_limits(database: Path) -> None:
    """With 0 days games are kept for ever."""

    async def run() -> None:
        store = Store(database)
        now = 0.0
        lobby = Lobby(store, Settings(keep_days=0, idle_days=0), clock=lambda: now)
        await lobby.create(PLAN)
        now = 1e12
        assert await lobby.sweep() == 0
        await store.close()

    asyncio.run(run())


def test_no_two_tables_are_alike(database: Path) -> None:
    """F6: of many tables no two have the same order, the same nonce or the same link."""

    async def run() -> None:
        lobby = Lobby(Store(database))
        tables = [await lobby.create(PLAN) for _ in range(TABLES)]
        await lobby.store.close()
        assert len({live.game.fan.order for live in tables}) == TABLES
        assert len({live.game.fan.nonce for live in tables}) == TABLES
        assert len({live.id for live in tables}) == TABLES

    asyncio.run(run())


def test_the_order_of_the_fan_makes_no_difference(database: Path) -> None:
    """F5: the state is the same for any order of the cards still in the fan, but for its seal."""

    async def run() -> None:
        store = Store(database)
        lobby = Lobby(store)
        live = await lobby.create(PLAN)
        for _ in range(20):
            live = await lobby.act(live.id, house, next_step(live), live.version)
        await store.close()
        order = list(live.game.fan.order)
        first, last = live.game.slots[0], live.game.slots[-1]
        order[first], order[last] = order[last], order[first]
        deal = live.game.deal._replace(fan=Fan(tuple(order), "f" * 32))
        other = replace(live, game=live.game._replace(deal=deal))
        shown = [state_of(each, None, Presence(float), is_away=False) for each in (live, other)]
        for state in shown:
            del state["commitment"]
        assert shown[0] == shown[1]

    asyncio.run(run())
