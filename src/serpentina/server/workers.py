"""Several processes that serve at one port: this one starts them, and others for those that die.

Each is a node of its own. They end when this one ends, however that comes about.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from types import FrameType
from typing import NamedTuple

from serpentina.errors import SerpentinaError
from serpentina.server.settings import Settings
from serpentina.words import Words

STOP_SECONDS = 8.0  # after which a worker that has been told to end is killed
LOOK_SECONDS = 0.5
AGAIN_SECONDS = 1.0  # before another one is started for one that died at its start
log = logging.getLogger(__name__)


class Share(NamedTuple):
    """What a worker is given: the socket that all listen at, and lines to who has started it."""

    bound: socket.socket
    life: Connection  # ends with the process that has started the worker
    ready: Connection  # on which the worker says that it is ready


Work = Callable[[Settings, Words, Share], None]


class Workers:
    """The workers of a server."""

    def __init__(self, settings: Settings, words: Words, bound: socket.socket, work: Work) -> None:
        self._given = (settings, words.language, bound, work)
        self._number = settings.workers
        self._context = multiprocessing.get_context("spawn")
        self._theirs, self._ours = self._context.Pipe(duplex=False)
        self._ready: dict[BaseProcess, Connection] = {}
        self._has_been_ready: set[BaseProcess] = set()
        self._is_stopping = False

    def run(self, on_ready: Callable[[], None]) -> None:
        """Run them until this process is told to stop; OSError where they cannot start."""
        before = signal.signal(signal.SIGTERM, self._stop), signal.signal(signal.SIGINT, self._stop)
        try:
            for _ in range(self._number):
                self._begin()
            while not self._are_ready() and not self._is_stopping:
                self._look(may_fail=False)
            if not self._is_stopping:
                on_ready()
            while not self._is_stopping:
                self._look(may_fail=True)
        finally:
            self._end()
            signal.signal(signal.SIGTERM, before[0])
            signal.signal(signal.SIGINT, before[1])

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._is_stopping = True

    def _are_ready(self) -> bool:
        return len(self._has_been_ready) == self._number

    def _begin(self) -> None:
        """Start one."""
        ours, theirs = self._context.Pipe(duplex=False)
        process = self._context.Process(
            target=be_worker, args=(*self._given, self._theirs, theirs), name="serpentina worker"
        )
        process.start()
        theirs.close()
        self._ready[process] = ours

    def _look(self, *, may_fail: bool) -> None:
        """Wait a moment for one that is ready, or has died: then start another."""
        waiting = {line: process for process, line in self._ready.items() if not line.closed}
        for line in wait(list(waiting), LOOK_SECONDS):
            assert isinstance(line, Connection)
            with suppress(EOFError):
                line.recv()
                self._has_been_ready.add(waiting[line])
            line.close()
        for process in [each for each in self._ready if not each.is_alive()]:
            was_ready = process in self._has_been_ready
            self._forget(process)
            if self._is_stopping:
                return
            if not (was_ready or may_fail):
                raise OSError("The server could not start; the reason stands above.")
            log.error("A worker has died (%s); another one begins.", process.exitcode)
            if not was_ready:
                time.sleep(AGAIN_SECONDS)
            self._begin()

    def _forget(self, process: BaseProcess) -> None:
        self._ready.pop(process).close()
        self._has_been_ready.discard(process)
        process.join()

    def _end(self) -> None:
        """Tell all to end, and wait for it."""
        for process in self._ready:
            process.terminate()
        last = time.monotonic() + STOP_SECONDS
        for process in list(self._ready):
            process.join(max(0.0, last - time.monotonic()))
            if process.is_alive():
                process.kill()
            self._forget(process)
        self._ours.close()
        self._theirs.close()


def be_worker(
    settings: Settings,
    language: str,
    bound: socket.socket,
    work: Work,
    life: Connection,
    ready: Connection,
) -> None:
    """Serve, as a process of its own."""
    if hasattr(os, "setsid"):
        os.setsid()  # Ctrl-C is for the process that has started this one
    Thread(target=_end_with, args=(life,), daemon=True).start()
    try:
        work(settings, Words(language), Share(bound, life, ready))
    except (SerpentinaError, OSError) as error:
        print(f"serpentina: {error}", file=sys.stderr)
        sys.exit(2)


def _end_with(life: Connection) -> None:
    """End this process when the one that has started it is gone."""
    with suppress(EOFError, OSError):
        life.recv()
    os.kill(os.getpid(), signal.SIGTERM)
