"""Many fans, here or on any executor: the blocks come in the order of the fans all the same."""

from __future__ import annotations

import itertools
import os
import signal
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process

from serpentina.arena.keeping import Kept, line_of
from serpentina.arena.match import Block, Match, play_fan
from serpentina.arena.sequential import Margin, verdict
from serpentina.arena.tally import Tally
from serpentina.compiled import compile_kernels

TASK_GAMES = 16  # so many games, or a fan, are worth sending to another process
WAITING = 2  # tasks for each worker, so that none is idle


def play_fans(match: Match, fans: range) -> list[Block]:
    """Play these fans; what a worker is asked to do."""
    return [play_fan(match, number) for number in fans]


def blocks(
    match: Match, fans: range, executor: Executor | None = None, workers: int = 1
) -> Iterator[Block]:
    """The blocks of these fans, in their order, played here or by an executor's workers.

    Any executor of `concurrent.futures` will do, that of a Dask cluster too; its processes play
    faster once each has called `compile_kernels`.
    """
    if executor is None:
        for number in fans:
            yield play_fan(match, number)
        return
    waiting: deque[Future[list[Block]]] = deque()
    try:
        for task in _tasks(match, fans):
            waiting.append(executor.submit(play_fans, match, task))
            if len(waiting) == WAITING * workers:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _tasks(match: Match, fans: range) -> Iterator[range]:
    """The fans in portions."""
    size = max(1, TASK_GAMES // len(match.seatings))
    return (fans[begin : begin + size] for begin in range(0, len(fans), size))


def tallies(
    match: Match,
    fans: int,
    kept: Kept | None = None,
    margin: Margin | None = None,
    executor: Executor | None = None,
    workers: int = 1,
) -> Iterator[Tally]:
    """What is known after each of the first fans, until all are played or a margin is decided.

    What the file holds is not played again; what is played is added to it.
    """
    tally = Tally.of(match)
    for block in _kept_and_new(match, fans, kept, executor, workers):
        tally = tally.plus(block)
        yield tally
        if margin and verdict(margin.evidence(tally)):
            return


def _kept_and_new(
    match: Match, fans: int, kept: Kept | None, executor: Executor | None, workers: int
) -> Iterator[Block]:
    """First the blocks of the file, then those that are played now."""
    done = 0
    for block in itertools.islice(kept.blocks() if kept else (), fans):
        done = block.fan + 1
        yield block
    for block in blocks(match, range(done, fans), executor, workers):
        if kept:
            kept.add(line_of(block))
        yield block


@contextmanager
def processes(workers: int) -> Iterator[Executor | None]:
    """So many processes of this machine with compiled kernels; one is this process itself."""
    if workers == 1:
        compile_kernels()
        yield None
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=begin_worker)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def begin_worker() -> None:
    """Make a process a worker: it leaves Ctrl-C to its parent, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    compile_kernels()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
