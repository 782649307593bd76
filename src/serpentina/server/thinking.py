"""What takes long to think out is thought out in other processes, with the kernel compiled.

So the server answers everybody meanwhile. The processes begin with the first thing asked of them.
"""

from __future__ import annotations

import asyncio
import importlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Any, TypeVar

from serpentina.compiled import compile_kernels, is_compiled, lowest_bit
from serpentina.game import View
from serpentina.layout import Placement
from serpentina.players import THINKERS, player, trial_views
from serpentina.workers import begin_worker

T = TypeVar("T")
MOST_KEPT = 500  # thoughts
MOST_WAITING = 64  # for each process
WARM_AT = (40, 20, 4)  # the cards left in the fan when a new process tries to think


class Busy(Exception):
    """So much is waiting to be thought out that no more is taken."""


class Thinkers:
    """Processes that think; each thing is thought out once, and kept for those who ask again."""

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._warm: Future[None] | None = None
        self._waiting = 0
        self._kept: OrderedDict[Hashable, asyncio.Future[Any]] = OrderedDict()

    @property
    def is_warm(self) -> bool:
        """Whether a process can think at once."""
        return self._warm is not None and self._warm.done()

    @property
    def waiting(self) -> int:
        """How many questions are asked and not answered yet."""
        return self._waiting

    def start(self) -> None:
        """Begin the processes, if they have not begun, and let them compile what they need."""
        if self._pool is None:
            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, initializer=begin_to_think)
            self._warm = self._pool.submit(warm)

    async def think(self, key: Hashable, what: Callable[[], T]) -> T:
        """The answer to a question that can be sent to another process; Busy if too much waits.

        The same key is the same question: it is asked once, even if many wait for the answer.
        """
        future = self._kept.get(key)
        if future is None:
            if self._waiting >= MOST_WAITING * self._processes:
                raise Busy
            self.start()
            assert self._pool is not None
            future = asyncio.wrap_future(self._pool.submit(what))
            self._keep(key, future)
        answer: T = await asyncio.shield(future)
        return answer

    def _keep(self, key: Hashable, future: asyncio.Future[Any]) -> None:
        self._waiting += 1
        self._kept[key] = future
        future.add_done_callback(partial(self._note, key))
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def _note(self, key: Hashable, future: asyncio.Future[Any]) -> None:
        """An answer has come; what failed is thought out anew when it is asked again."""
        self._waiting -= 1
        if future.cancelled() or future.exception() is not None:
            self._kept.pop(key, None)
        if not future.cancelled() and isinstance(future.exception(), BrokenProcessPool):
            self.close()

    def close(self) -> None:
        """End the processes, at once; they begin anew with the next question."""
        pool, self._pool, self._warm = self._pool, None, None
        if pool is None:
            return
        running = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.terminate()


def begin_to_think() -> None:
    """Make a process a thinker."""
    begin_worker()
    for name in ("hints", "lookahead"):  # their kernels are to be compiled, too
        importlib.import_module(f"serpentina.{name}")
    compile_kernels()


def warm() -> None:
    """Think early, late and in between, so that all is compiled; if it can be."""
    if not is_compiled(lowest_bit):
        return
    for view in trial_views(WARM_AT):
        hint_for(view)
        for name in THINKERS:
            player(name).choose(view, Random(1))


def hint_for(view: View) -> dict[str, Any]:
    """A hint in plain values."""
    from serpentina.hints import hint  # noqa: PLC0415 - the server itself needs no NumPy

    found = hint(view)
    return {
        "placement": found.placement,
        "other": found.other,
        "reason": None if found.reason is None else found.reason._asdict(),
        "gain": round(found.gain, 4),
    }


def choice_of(name: str, view: View) -> Placement:
    """What one of our players places; chance is the operating system's."""
    return player(name).choose(view, Random())
