"""Writers share commits, and statements need no thread."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from serpentina.cards import STANDARD
from serpentina.fan import Fan
from serpentina.server.migrations import upgrade
from serpentina.server.near import NearConnection
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


def test_writers_share_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 50 who write at once all are kept, by a few commits."""
    seen: list[str] = []
    commit = NearConnection.commit

    async def counted(self: NearConnection) -> None:
        seen.append("commit")
        await commit(self)

    monkeypatch.setattr(NearConnection, "commit", counted)

    async def work(store: Store) -> None:
        await asyncio.gather(*(write(store, game) for game in names(50)))
        assert 1 <= len(seen) <= 5

    assert in_store(tmp_path, work) == names(50)


def test_nobody_goes_on_before_the_commit(tmp_path: Path) -> None:
    """When a part has ended well, another connection sees what was written."""

    async def work(store: Store) -> None:
        async def check(game: str) -> None:
            await write(store, game)
            with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as other:
                query = "SELECT count(*) FROM games WHERE id = ?"
                assert other.execute(query, (game,)).fetchone() == (1,)

        await asyncio.gather(*map(check, names(30)))

    in_store(tmp_path, work)


def test_a_part_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """Of parts that share a commit, those that fail leave no trace, and the others stay."""

    async def fail(store: Store, game: str) -> None:
        async with store.writing() as transaction:
            await add(transaction, game)
            raise ValueError(game)

    async def work(store: Store) -> None:
        every = [(fail if number % 3 == 0 else write) for number in range(30)]
        parts = (do(store, game) for do, game in zip(every, names(30), strict=True))
        ends = await asyncio.gather(*parts, return_exceptions=True)
        assert [isinstance(end, ValueError) for end in ends] == [do is fail for do in every]

    assert in_store(tmp_path, work) == [name for n, name in enumerate(names(30)) if n % 3]


@pytest.mark.parametrize("step", ["begin_to_write", "commit"])
def test_what_fails_is_told_to_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Where no transaction begins, or ends, nobody is told that his part is kept."""

    async def fail(_self: NearConnection) -> None:
        refusing()

    async def work(store: Store) -> None:
        with monkeypatch.context() as ill:
            ill.setattr(NearConnection, step, fail)
            parts = (write(store, game) for game in names(10))
            ends = await asyncio.gather(*parts, return_exceptions=True)
            assert all(isinstance(end, sqlite3.OperationalError) for end in ends), ends
        await write(store, "zz99")

    assert in_store(tmp_path, work) == ["zz99"]


def test_an_error_that_ends_the_transaction_is_told_to_all(tmp_path: Path) -> None:
    """Where a full disk ends what several write, none of them is told that his part is kept."""

    async def end(store: Store) -> None:
        async with store.writing() as transaction:
            await add(transaction, "ab99")
            connection = transaction._connection
            assert isinstance(connection, NearConnection)
            connection.roll_back()  # as SQLite itself does when the disk is full
            refusing()

    async def work(store: Store) -> None:
        parts = (write(store, "ab01"), end(store), write(store, "ab02"))
        before, ill, after = await asyncio.gather(*parts, return_exceptions=True)
        assert isinstance(before, OSError)
        assert isinstance(ill, sqlite3.OperationalError)
        assert after is None

    assert in_store(tmp_path, work) == ["ab02"]


def test_whoever_gives_up_holds_up_nobody(tmp_path: Path) -> None:
    """Parts that are cancelled while they wait, or in the middle, leave nothing and stop nobody."""

    async def slow(store: Store, game: str) -> None:
        async with store.writing() as transaction:
            await add(transaction, game)
            await asyncio.sleep(30)

    async def work(store: Store) -> None:
        first = asyncio.create_task(slow(store, "first"))
        waiting = [asyncio.create_task(write(store, game)) for game in names(4)]
        await asyncio.sleep(0.2)
        for task in (waiting[0], first, waiting[2]):
            task.cancel()
        ends = await asyncio.gather(first, *waiting, return_exceptions=True)
        given_up = [isinstance(end, asyncio.CancelledError) for end in ends]
        assert given_up == [True, True, False, True, False]

    assert in_store(tmp_path, work) == ["ab01", "ab03"]


def test_another_process_is_waited_for(tmp_path: Path) -> None:
    """While another connection writes, a writer waits, and everything else goes on."""

    async def work(store: Store) -> None:
        with closing(sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            writing = asyncio.create_task(write(store, "late"))
            for _ in range(20):
                await asyncio.sleep(0.01)
                async with store.reading() as transaction:
                    assert not await transaction.exists("late")
            assert not writing.done()
            other.execute("COMMIT")
        await writing

    assert in_store(tmp_path, work) == ["late"]


def test_only_commits_go_to_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read needs no thread, and what is written one step in it."""
    steps: list[object] = []
    in_thread = asyncio.to_thread

    async def counted(do: Callable[..., object], *given: object) -> object:
        steps.append(given)
        return await in_thread(do, *given)

    monkeypatch.setattr(asyncio, "to_thread", counted)

    async def work(store: Store) -> None:
        await write(store, "next")
        async with store.reading() as transaction:
            assert await transaction.exists("next")
        assert steps == [("COMMIT",)]

    in_store(tmp_path, work)


def test_a_reader_sees_one_state(tmp_path: Path) -> None:
    """Whoever has begun to read sees nothing of what is written meanwhile."""

    async def work(store: Store) -> None:
        async with store.reading() as transaction:
            assert not await transaction.exists("late")
            await write(store, "late")
            assert not await transaction.exists("late")
        async with store.reading() as transaction:
            assert await transaction.exists("late")

    in_store(tmp_path, work)
