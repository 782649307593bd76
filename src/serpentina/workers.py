"""Who does the work: this process, its threads, other processes, or a Dask cluster.

A crew is any executor of `concurrent.futures`. What it is asked comes back in the order of the
asking, each once, so that no figure hangs on how many workers there are or how quick they are.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import version
from multiprocessing import get_context, parent_process
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from serpentina.compiled import compile_kernels
from serpentina.errors import SerpentinaError

if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")
WAITING = 2  # tasks for each worker, so that none is idle
PATIENCE = 15  # seconds without a result, after which somebody looks whether anybody is left
CONNECTING = 5  # seconds in which a cluster must answer


class WorkError(SerpentinaError):
    """Work that cannot be done where it should be. It speaks English, as its commands do."""


Local = Callable[[int], AbstractContextManager["Crew"]]


def _nothing() -> None:
    """What there is to do before work that needs nothing, and when workers are surely at it."""


class Crew(NamedTuple):
    """An executor, or None for this process itself, and for how many workers it has work.

    `prepare` is called before the first task, `look` when nobody has answered for 15 seconds.
    """

    executor: Executor | None = None
    workers: int = 1
    prepare: Callable[[], None] = _nothing  # before the first task
    look: Callable[[], None] = _nothing  # WorkError where nobody will ever answer


ALONE = Crew()


def in_order(crew: Crew, call: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
    """What the call gives for each task, in the order of the tasks; few are asked for ahead.

    WorkError if a worker is lost and nobody does its work instead.
    """
    crew.prepare()
    if crew.executor is None:
        for task in tasks:
            yield call(*task)
        return
    waiting: deque[Future[T]] = deque()
    try:
        for task in tasks:
            waiting.append(crew.executor.submit(call, *task))
            if len(waiting) == WAITING * crew.workers:
                yield _result(crew, waiting.popleft())
        while waiting:
            yield _result(crew, waiting.popleft())
    finally:
        for future in waiting:
            future.cancel()


def _result(crew: Crew, future: Future[T]) -> T:
    """What comes of it, however long it takes while somebody is at work on it."""
    while True:
        try:
            return future.result(PATIENCE)
        except TimeoutError:
            if future.done():
                raise
            crew.look()
        except Exception as error:
            if isinstance(error, BrokenExecutor | CancelledError) or _is_of_dask(error):
                raise WorkError("A worker was lost, and its work with it.") from error
            raise


def _is_of_dask(error: Exception) -> bool:
    """Whether it is an error of the cluster, not of the work: by its type or where it was raised.

    When a scheduler dies, its client stumbles over what it has lost in several ways.
    """
    frames = [frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__)]
    modules = (type(error).__module__, frames[-1] if frames else "")
    return any(module.split(".")[0] == "distributed" for module in modules)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_compiling = threading.Lock()
_compiled: set[bool] = set()


def compile_once() -> None:
    """Run the kernel compiled in this process, whichever of its threads asks first."""
    with _compiling:
        if not _compiled:
            compile_kernels()
            _compiled.add(True)


@contextmanager
def threads(workers: int) -> Iterator[Crew]:
    """So many threads with compiled kernels, which let each other run; one is this one."""
    if workers == 1:
        yield Crew(prepare=compile_once)
        return
    pool = ThreadPoolExecutor(workers)
    try:
        yield Crew(pool, workers, compile_once)
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def processes(workers: int) -> Iterator[Crew]:
    """So many processes of this machine with compiled kernels; one is this process itself."""
    if workers == 1:
        yield Crew(prepare=compile_once)
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=begin_worker)
    try:
        yield Crew(pool, workers)
    finally:
        pool.shutdown(cancel_futures=True)


def begin_worker() -> None:
    """Make a process a worker: it leaves Ctrl-C to its parent, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    compile_once()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def crew_of(workers: int, dask: str | None, local: Local) -> AbstractContextManager[Crew]:
    """So many workers of this machine, or those of a cluster."""
    return local(workers) if dask is None else cluster(dask)


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """The workers of a Dask cluster, each with this version and compiled kernels.

    WorkError where there is none, or none that can do it. A task whose worker is lost is done again
    by another: it gives the same, and counts once.
    """
    client = _client(address)
    try:
        yield Crew(_AnyWorker(client), _hands(client, address), look=lambda: _look(client, address))
    finally:
        client.close(timeout=2)


class _AnyWorker(Executor):
    """The executor of a Dask client, for calls that want the kernel compiled."""

    def __init__(self, client: Client) -> None:
        self.dask = client.get_executor(pure=False)

    def submit(self, call: Any, /, *given: Any, **named: Any) -> Future[Any]:
        """Send the call to whichever worker is free."""
        future: Future[Any] = self.dask.submit(call_compiled, call, *given, **named)
        return future


def call_compiled(call: Callable[..., T], *given: Any) -> T:
    """What the call gives in a process whose kernel is compiled; for the workers of a cluster."""
    compile_once()
    return call(*given)


def _client(address: str) -> Client:
    """Connected; what Dask would write about it is left to our own sentences."""
    try:
        from distributed import Client  # noqa: PLC0415 - only who has a cluster needs it
    except ImportError:
        raise WorkError(
            'A Dask cluster needs more: python -m pip install "serpentina[cluster]".'
        ) from None
    _be_quiet()
    try:
        asyncio.run(_knock(address))  # a client that finds nobody would not go away quickly
        return Client(address, timeout=CONNECTING, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise WorkError(
            'No Dask cluster answers at "{address}": give the address of its scheduler, as in '
            "tcp://10.0.0.1:8786.",
            address=address,
        ) from error


async def _knock(address: str) -> None:
    """OSError or ValueError if nobody is there."""
    from distributed.core import connect  # noqa: PLC0415

    connection = await connect(address, timeout=CONNECTING)
    await connection.close()


def _be_quiet() -> None:
    import logging  # noqa: PLC0415

    for name in ("distributed", "distributed.client", "distributed.core", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _hands(client: Client, address: str) -> int:
    """How many tasks the workers do at once; WorkError without any, or if one cannot do ours."""
    try:
        client.wait_for_workers(1, timeout=CONNECTING)
        versions = set(client.run(installed).values())
    except TimeoutError:
        raise _no_workers(address) from None
    except Exception as error:
        raise WorkError(
            'The workers of the Dask cluster at "{address}" do not have Serpentina {version}.',
            address=address,
            version=installed(),
        ) from error
    if versions != {installed()}:
        raise WorkError(
            'The workers of the Dask cluster at "{address}" have Serpentina {theirs}, not {ours}.',
            address=address,
            theirs=", ".join(sorted(versions)),
            ours=installed(),
        )
    return sum(client.nthreads().values())


def installed() -> str:
    """The version here."""
    return version("serpentina")


def _look(client: Client, address: str) -> None:
    """WorkError if nobody is left who could answer."""
    try:
        hands = client.nthreads()
    except Exception as error:
        raise WorkError('The Dask cluster at "{address}" is lost.', address=address) from error
    if not hands:
        raise _no_workers(address)


def _no_workers(address: str) -> WorkError:
    return WorkError('The Dask cluster at "{address}" has no workers.', address=address)
