"""Writers give up, fail and end transactions, while commits are slow and fail."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from serpentina.server.near import NearConnection
from serpentina.server.store import Store, Transaction
from tests.campaign import SOAK
from tests.server.storing import add, in_store, names, refusing

SEEDS = range(300 if SOAK else 5)


class Trying:
    """Writers who meet with faults, and what each was told in the end."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.ends: dict[str, str] = {}

    async def commit(self, connection: NearConnection) -> None:
        """Commit, after a while; or not."""
        if self.chance.random() < 0.1:
            refusing()
        await asyncio.sleep(self.chance.choice([0, 0, 0.001, 0.003]))
        await COMMIT(connection)

    async def write(self, store: Store, game: str) -> None:
        """Add a game, and note what came of it."""
        try:
            async with store.writing() as transaction:
                await add(transaction, game)
                await asyncio.sleep(self.chance.choice([0, 0.001]))
                await self._fault(transaction, game)
        except BaseException as error:
            self.ends[game] = type(error).__name__
            raise
        self.ends[game] = "kept"

    async def _fault(self, transaction: Transaction, game: str) -> None:
        kind = self.chance.random()
        if kind < 0.1:
            raise ValueError(game)
        if kind < 0.15:
            assert isinstance(transaction._connection, NearConnection)
            transaction._connection.roll_back()
        if kind < 0.25:
            await add(transaction, game)  # it is there already

    async def work(self, store: Store) -> None:
        """Let many write, of whom some are cancelled."""
        tasks = []
        for game in names(60):
            tasks.append(asyncio.create_task(self.write(store, game)))
            if self.chance.random() < 0.3:
                later = self.chance.random() / 50
                asyncio.get_running_loop().call_later(later, tasks[-1].cancel)
            await asyncio.sleep(self.chance.choice([0, 0.001]))
        await asyncio.gather(*tasks, return_exceptions=True)


COMMIT = NearConnection.commit


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_told_is_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Whoever heard that his part is kept finds it, whoever was refused does not; nobody hangs."""
    trying = Trying(seed)

    async def commit(connection: NearConnection) -> None:
        await trying.commit(connection)

    monkeypatch.setattr(NearConnection, "commit", commit)
    there = set(in_store(tmp_path, trying.work))
    kept = {game for game, end in trying.ends.items() if end == "kept"}
    unknown = {game for game, end in trying.ends.items() if end == "CancelledError"}
    assert kept <= there <= kept | unknown
    assert len(set(trying.ends.values())) > 3
