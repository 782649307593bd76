"""The database: many writers, old files, and what is deleted when."""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

import pytest
from sqlalchemy import Table, func, select
from sqlalchemy.exc import IntegrityError

from serpentina.cards import STANDARD
from serpentina.fan import Fan
from serpentina.options import PRESETS
from serpentina.server.bots import next_step
from serpentina.server.commands import Command
from serpentina.server.live import Event, Seat
from serpentina.server.lobby import DAY, Lobby, house
from serpentina.server.migrations import upgrade
from serpentina.server.plans import Plan
from serpentina.server.presence import Presence
from serpentina.server.problems import Refused
from serpentina.server.schema import commands, deadlines, events, games
from serpentina.server.settings import Settings
from serpentina.server.showing import state_of
from serpentina.server.store import Store, store_at
from serpentina.server.whereabouts import Address
from tests.campaign import SOAK
from tests.server.postgres import Postgres

Place = Path | Address
WRITERS = 20
TABLES = 1_000 if SOAK else 200
BOTS = (Seat("bot", player="garter"), Seat("bot", player="garter"))
PLAN = Plan(PRESETS["hisss"], STANDARD, "fan", BOTS, "maker")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A new database, of each kind."""
    place: Place = tmp_path / "folder" / "games.sqlite3"
    if request.param == "postgres":
        running: Postgres = request.getfixturevalue("postgres")
        place = running.new_database().place
    upgrade(place)
    return place


def count(store: Store, *tables: Table) -> list[int]:
    """How many rows there are in tables; the store is closed then."""

    async def run() -> list[int]:
        async with store.reading() as transaction:
            ask = transaction._connection.scalar
            found = [await ask(select(func.count()).select_from(table)) for table in tables]
        await store.close()
        return [number or 0 for number in found]

    return asyncio.run(run())


def test_twenty_writers(database: Place) -> None:
    """F16: of 20 writers at once, each with a connection of its own, none fails."""

    async def write(number: int) -> None:
        lobby = Lobby(store_at(database))
        live = await lobby.create(PLAN)
        for _ in range(6):
            live = await lobby.act(live.id, house, next_step(live), live.version)
        assert live.version == 8, number
        await lobby.store.close()

    async def run() -> None:
        await asyncio.gather(*map(write, range(WRITERS)))

    asyncio.run(run())
    assert count(store_at(database), events) == [8 * WRITERS]


def test_a_look_that_began_before_a_change(database: Place) -> None:
    """F10: a table that has changed since a transaction began is there, as it was then.

    Whoever looks after its bots begins with the deadline; a command may come between.
    """

    async def run() -> None:
        lobby = Lobby(store := store_at(database))
        live = await lobby.create(PLAN)
        async with store.reading() as transaction:
            assert await transaction.deadline(live.id)
            after = await lobby.act(live.id, house, next_step(live), live.version)
            assert after.version > live.version
            assert (await lobby._live(transaction, live.id)).version == live.version
        assert (await lobby.see(live.id))[0].version == after.version
        await store.close()

    asyncio.run(run())


def test_a_number_is_given_once(database: Place) -> None:
    """Of two events with one number in one game the second is refused, with all beside it."""

    async def run() -> None:
        store = store_at(database)
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


def test_upgrading_again(database: Place) -> None:
    """A database that is up to date stays as it is."""
    upgrade(database)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_upgrading_at_once(request: pytest.FixtureRequest, tmp_path: Path, kind: str) -> None:
    """Of many who upgrade an empty database at once one does it, and none fails."""
    place: Place = tmp_path / "games.sqlite3"
    if kind == "postgres":
        place = request.getfixturevalue("postgres").new_database().place
    spawn = get_context("spawn")
    with ProcessPoolExecutor(
        4, spawn, initializer=import_module, initargs=(upgrade.__module__,)
    ) as pool:
        list(pool.map(upgrade, [place] * 4))
    assert count(store_at(place), games) == [0]


def test_sweeping(database: Place) -> None:
    """Finished and idle games are deleted when their days are over, with all that is theirs."""

    async def run() -> None:
        now = 1e9
        store = store_at(database)
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
    assert count(store_at(database), games, events, commands, deadlines) == [0, 0, 0, 0]


def test_many_are_swept_a_few_at_a_time(database: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks while many old games are deleted is answered in between."""
    monkeypatch.setattr("serpentina.server.lobby.MOST_SWEPT", 3)

    async def run() -> None:
        now = 1e9
        store = store_at(database)
        lobby = Lobby(store, Settings(idle_days=5), clock=lambda: now)
        for _ in range(10):
            await lobby.create(PLAN)
        now += 6 * DAY
        sweeping = asyncio.create_task(lobby.sweep())
        seen = set()
        while not sweeping.done():
            async with store.reading() as transaction:
                seen.add(sum((await transaction.statuses()).values()))
            await asyncio.sleep(0)
        assert await sweeping == 10
        assert seen & {7, 4, 1}
        await store.close()

    asyncio.run(run())
    assert count(store_at(database), games) == [0]


def test_nothing_is_swept_without_limits(database: Place) -> None:
    """With 0 days games are kept for ever."""

    async def run() -> None:
        store = store_at(database)
        now = 0.0
        lobby = Lobby(store, Settings(keep_days=0, idle_days=0), clock=lambda: now)
        await lobby.create(PLAN)
        now = 1e12
        assert await lobby.sweep() == 0
        await store.close()

    asyncio.run(run())


def test_no_two_tables_are_alike(database: Place) -> None:
    """F6: of many tables no two have the same order, the same nonce or the same link."""

    async def run() -> None:
        lobby = Lobby(store_at(database))
        tables = [await lobby.create(PLAN) for _ in range(TABLES)]
        await lobby.store.close()
        assert len({live.game.fan.order for live in tables}) == TABLES
        assert len({live.game.fan.nonce for live in tables}) == TABLES
        assert len({live.id for live in tables}) == TABLES

    asyncio.run(run())


def test_the_order_of_the_fan_makes_no_difference(database: Place) -> None:
    """F5: the state is the same for any order of the cards still in the fan, but for its seal."""

    async def run() -> None:
        store = store_at(database)
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
