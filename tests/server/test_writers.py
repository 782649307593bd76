"""Writers share commits, and statements need no thread."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError

from serpentina.server import live
from serpentina.server.near import NearConnection
from serpentina.server.store import Store
from tests.server.storing import add, in_store, names, refusing, write

LARGE = live.Event("created", {"name": "x" * 10_000}, 0.0)


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
    submit = ThreadPoolExecutor.submit

    def counted(self: ThreadPoolExecutor, do: Callable[..., Any], /, *given: Any) -> Future[Any]:
        steps.append(given)
        return submit(self, do, *given)

    monkeypatch.setattr(ThreadPoolExecutor, "submit", counted)

    async def work(store: Store) -> None:
        await write(store, "next")
        async with store.reading() as transaction:
            assert await transaction.exists("next")
        assert steps == [("COMMIT",)]

    in_store(tmp_path, work)


def test_a_commit_waits_for_nobody_who_thinks(tmp_path: Path) -> None:
    """A writer goes on although bots and reviews have all threads of the event loop."""

    async def work(store: Store) -> None:
        thought = Event()
        thinking = [asyncio.create_task(asyncio.to_thread(thought.wait, 30)) for _ in range(100)]
        try:
            await asyncio.wait_for(write(store, "next"), 10)
        finally:
            thought.set()
            await asyncio.gather(*thinking)

    assert in_store(tmp_path, work) == ["next"]


def test_where_nothing_can_be_rolled_back_the_next_has_a_new_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever shares a transaction that cannot even be ended is told, and writing goes on."""

    async def fail(_self: NearConnection) -> None:
        refusing()

    async def work(store: Store) -> None:
        with monkeypatch.context() as ill:
            ill.setattr(NearConnection, "commit", fail)
            ill.setattr(NearConnection, "roll_back", refusing)
            parts = (write(store, game) for game in names(3))
            ends = await asyncio.gather(*parts, return_exceptions=True)
            assert all(isinstance(end, sqlite3.OperationalError) for end in ends), ends
        await write(store, "zz99")

    assert in_store(tmp_path, work) == ["zz99"]


def test_a_part_that_cannot_be_undone_ends_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a part cannot be undone by itself, nothing of it is committed with the others."""

    async def fail(store: Store, game: str) -> None:
        async with store.writing() as transaction:
            await add(transaction, game)
            assert isinstance(transaction._connection, NearConnection)
            monkeypatch.setattr(transaction._connection, "_raw", Ill(transaction._connection._raw))
            raise ValueError(game)

    async def work(store: Store) -> None:
        parts = (write(store, "ab01"), fail(store, "ab02"), write(store, "ab03"))
        before, ill, after = await asyncio.gather(*parts, return_exceptions=True)
        assert isinstance(before, OSError)
        assert isinstance(ill, ValueError)
        assert after is None

    assert in_store(tmp_path, work) == ["ab03"]


class Ill:
    """A connection that cannot undo a part."""

    def __init__(self, sound: sqlite3.Connection) -> None:
        self.sound = sound

    def execute(self, statement: str) -> object:
        """Refuse one kind of statement."""
        if statement == "ROLLBACK TO part":
            refusing()
        return self.sound.execute(statement)

    @property
    def in_transaction(self) -> bool:
        """As the sound one says."""
        return self.sound.in_transaction


def test_a_full_database_is_told_to_whom_it_concerns(tmp_path: Path) -> None:
    """Where there is no room nothing is half there; once there is, writing goes on."""

    async def room_for(store: Store, pages: int) -> None:
        async with store.writing() as transaction:
            assert isinstance(transaction._connection, NearConnection)
            transaction._connection._raw.execute(f"PRAGMA max_page_count = {pages}")

    async def fill(store: Store, game: str) -> None:
        async with store.writing() as transaction:
            await add(transaction, game)
            await transaction.append(game, 1, LARGE, "lobby")

    async def work(store: Store) -> None:
        await room_for(store, 60)
        parts = (fill(store, game) for game in names(40))
        ends = await asyncio.gather(*parts, return_exceptions=True)
        kept.extend(game for game, end in zip(names(40), ends, strict=True) if end is None)
        assert len(kept) < 40
        assert all(end is None or isinstance(end, (OSError, DBAPIError)) for end in ends), ends
        await room_for(store, 1_000)
        await fill(store, "zz99")

    kept: list[str] = []
    assert in_store(tmp_path, work) == [*kept, "zz99"]


def test_a_part_within_a_part_is_a_mistake(tmp_path: Path) -> None:
    """Whoever would wait for himself is told so, and nothing of it is kept; others go on."""

    async def nested(store: Store) -> None:
        async with store.writing() as transaction:
            await add(transaction, "ab01")
            await write(store, "ab02")

    async def work(store: Store) -> None:
        with pytest.raises(RuntimeError, match="himself"):
            await nested(store)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01), store.writing():
                await asyncio.sleep(10)
        await write(store, "ab03")

    assert in_store(tmp_path, work) == ["ab03"]


def test_nothing_is_kept_of_what_comes_after_an_error(tmp_path: Path) -> None:
    """A part that goes on after an error which has ended the transaction writes nothing more."""

    async def go_on(store: Store) -> None:
        async with store.writing() as transaction:
            assert isinstance(transaction._connection, NearConnection)
            transaction._connection.roll_back()
            with suppress(sqlite3.OperationalError):
                await add(transaction, "ab01")

    async def work(store: Store) -> None:
        with pytest.raises(sqlite3.OperationalError):
            await go_on(store)

    assert in_store(tmp_path, work) == []


def test_whoever_comes_after_the_end_is_served(tmp_path: Path) -> None:
    """A writer who comes when the store was closed is not left waiting."""

    async def work(store: Store) -> None:
        await write(store, "ab01")
        await store.close()
        await asyncio.wait_for(write(store, "late"), 10)

    assert in_store(tmp_path, work) == ["ab01", "late"]


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
