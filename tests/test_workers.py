"""Threads, processes, a Dask cluster of real processes: the same figures to the digit on all."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from typing import Any

import pytest
from distributed import LocalCluster
from distributed.cfexecutor import ClientExecutor

from serpentina import batches, workers
from serpentina.arena.match import Match
from serpentina.arena.running import tallies
from serpentina.batches import Batch, Played, play_portion
from serpentina.cards import STANDARD
from serpentina.options import Rules
from serpentina.workers import ALONE, Crew, WorkError, cluster, in_order, processes, threads

BATCH = Batch(302, Rules.parse("hisss"), STANDARD, ("garter", "hatchling", "garter"), 5)


@pytest.fixture(autouse=True)
def _small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many portions of few games, with the kernel as it stands."""
    monkeypatch.setattr(batches, "PORTION", 7)
    monkeypatch.setattr(workers, "compile_kernels", lambda: True)


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    """Three processes with a scheduler."""
    with LocalCluster(
        n_workers=3, threads_per_worker=1, dashboard_address=":0", host="127.0.0.1"
    ) as found:
        yield found


def portions(crew: Crew, batch: Batch = BATCH) -> Iterator[Played]:
    """What the crew gives for each portion, with the rows."""
    return in_order(crew, play_portion, ((batch, games, True) for games in batch.portions()))


def test_the_portions_are_all_games_once() -> None:
    """Each game is in one portion, and the portions are in order."""
    found = list(portions(ALONE))
    assert [game for played in found for game in played.games] == list(range(302))
    assert sum(played.totals.games for played in found) == 302


@pytest.mark.parametrize("local", [threads, processes])
def test_workers_of_this_machine_change_nothing(local: workers.Local) -> None:
    """One, two or three: totals and rows are the same in the same order."""
    alone = list(portions(ALONE))
    for number in (1, 2, 3) if local is threads else (1, 2):
        with local(number) as crew:
            assert list(portions(crew)) == alone


def test_a_cluster_changes_nothing(dask: Any) -> None:
    """Totals, rows and an arena of three Dask workers are those of this process."""
    match = Match(("garter", "hatchling"), 3, seed=6)
    with cluster(dask.scheduler_address) as crew:
        assert crew.workers == 3
        assert list(portions(crew)) == list(portions(ALONE))
        assert list(tallies(match, 20, crew=crew)) == list(tallies(match, 20))


def test_a_worker_that_is_killed_loses_and_doubles_nothing(dask: Any) -> None:
    """Two workers are killed in mid-run: every portion comes once, in order, with its figures."""
    alone, found = list(portions(ALONE)), []
    with cluster(dask.scheduler_address) as crew:
        for played in portions(crew):
            found.append(played)
            if len(found) in (3, 9):
                client = crew.executor.dask._client  # type: ignore[union-attr]
                _, pid = client.run(os.getpid).popitem()
                os.kill(pid, signal.SIGKILL)
    assert found == alone


def test_a_cluster_without_workers_is_refused() -> None:
    """Before any work, in a sentence; and so is an address where nobody answers."""
    with (
        LocalCluster(n_workers=0, dashboard_address=":0", host="127.0.0.1") as empty,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(workers, "CONNECTING", 1)
        with pytest.raises(WorkError, match="has no workers"), cluster(empty.scheduler_address):
            pass
        address = empty.scheduler_address
    for dead in (address, "klingon", "", "ftp://nowhere"):
        with pytest.raises(WorkError, match="No Dask cluster answers"), cluster(dead):
            pass


def test_a_cluster_that_dies_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the scheduler is gone in mid-run an error says so, after what had come before."""
    monkeypatch.setattr(workers, "PATIENCE", 0.5)
    found: list[Played] = []
    gone = LocalCluster(n_workers=1, dashboard_address=":0", host="127.0.0.1")

    def work() -> None:
        with cluster(gone.scheduler_address) as crew:
            for played in portions(crew):
                found.append(played)
                if len(found) == 2:
                    gone.close()

    with pytest.raises(WorkError):
        work()
    assert found == list(portions(ALONE))[: len(found)]


def test_a_cluster_with_another_version_is_refused(
    dask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Figures of two versions are never mixed."""
    monkeypatch.setattr(workers, "version", lambda _: "0.0.7")
    with pytest.raises(WorkError, match=r"not 0\.0\.7"), cluster(dask.scheduler_address):
        pass


def test_without_the_extra_a_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence says what to install."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WorkError, match=r"serpentina\[cluster\]"), cluster("tcp://127.0.0.1:1"):
        pass


class Stumbling(Executor):
    """Fails inside of Dask, as a client does whose scheduler has gone."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        """A future with an error that Dask never meant to raise."""
        future: Future[Any] = Future()
        try:
            ClientExecutor.shutdown(None)
        except AttributeError as error:
            future.set_exception(error)
        return future


def test_whatever_dask_stumbles_over_is_a_lost_worker() -> None:
    """An error raised inside of Dask is told in our sentence."""
    with pytest.raises(WorkError, match="lost"):
        list(portions(Crew(Stumbling())))


class Silent(Executor):
    """Takes work and never does it."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        """A future that never comes."""
        return Future()


def test_somebody_looks_whether_anybody_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """While nothing comes, the crew is asked whether somebody is still at work."""
    monkeypatch.setattr(workers, "PATIENCE", 0.01)

    def look() -> None:
        raise WorkError("Nobody is left.")

    with pytest.raises(WorkError, match="Nobody is left"):
        list(portions(Crew(Silent(), 1, look=look)))


def late() -> None:
    """Raise what waiting for too long raises, too."""
    raise TimeoutError("late")


def die() -> None:
    """End this process at once."""
    os._exit(1)


def test_errors_of_the_work_are_its_own() -> None:
    """An error in a call comes out as it is; a process that dies is a lost worker."""
    with threads(2) as crew, pytest.raises(TimeoutError, match="late"):
        list(in_order(crew, late, [()]))
    with processes(2) as crew, pytest.raises(WorkError, match="lost"):
        list(in_order(crew, die, [()]))
