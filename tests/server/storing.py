"""A store in this process, and what tests write into it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from serpentina.cards import STANDARD
from serpentina.fan import Fan
from serpentina.server.migrations import upgrade
from serpentina.server.store import Store, Transaction, store_at

Work = Callable[[Store], Awaitable[None]]


def in_store(folder: Path, work: Work) -> list[str]:
    """Do something with a new store; the games that its file has in the end."""
    database = folder / "games.sqlite3"

    async def run() -> None:
        upgrade(database)
        store = store_at(database)
        try:
            await asyncio.wait_for(work(store), 60)
        finally:
            await store.close()

    asyncio.run(run())
    with closing(sqlite3.connect(database)) as connection:
        return [game for (game,) in connection.execute("SELECT id FROM games ORDER BY id")]


async def add(transaction: Transaction, game: str) -> None:
    """Add a game."""
    await transaction.create(game, Fan.shuffled(STANDARD), 0.0)


async def write(store: Store, game: str) -> None:
    """Add a game in a part of its own."""
    async with store.writing() as transaction:
        await add(transaction, game)


def names(number: int) -> list[str]:
    """Games of two letters and two digits."""
    return [f"ab{each:02}" for each in range(number)]


def refusing(*_given: object) -> None:
    """What a database says that is ill."""
    raise sqlite3.OperationalError("no")
