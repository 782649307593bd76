"""Thinking apart: what takes long is thought out in a process of its own, with the kernel compiled.

So lines are read and answered here meanwhile, also while the kernel is compiled for the first time.
The process asks nobody for leave to stop: it thinks of the last question only, and ends with ours.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from random import Random
from threading import Event, Lock, Thread
from typing import NamedTuple

from serpentina.compiled import compile_kernels, is_compiled, lowest_bit
from serpentina.engine.lines import Worth
from serpentina.game import View
from serpentina.layout import Placement
from serpentina.players import is_thinker, player, trial_views

WARM_AT = (40, 20, 4)  # the cards left in the fan when a new process tries to think
PARTING_SECONDS = 2.0


class Question(NamedTuple):
    """What a player would place in a view, if one is named; what its placements are worth."""

    view: View
    seed: int
    seconds: float
    player: str | None
    wants_values: bool


class Said(NamedTuple):
    """A part of the answer to the question of a number; the last one `is_whole`."""

    number: int
    best: Placement | None = None
    values: Sequence[Worth] = ()
    is_whole: bool = False
    has_failed: bool = False


class Failed(Exception):
    """The other process has not found an answer; why is on its standard error."""


class Apart:
    """The other process as it is seen from here; it begins when it is first needed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: BaseProcess | None = None
        self._wire: Connection | None = None
        self._listener: Thread | None = None
        self._number = 0
        self._heard: SimpleQueue[Said] = SimpleQueue()  # of the last question
        self._is_gone = False  # the process, whatever was asked of it
        self._is_closed = False

    def prepare(self, name: str) -> None:
        """Begin the process, and let it prepare to choose as this player does."""
        with self._lock:
            self._start(name)

    def think(self, question: Question) -> Iterator[Said]:
        """The answer as it comes, until it is whole or stopped; Failed when there is none."""
        with self._lock:
            if self._is_closed:
                return
            self._start(question.player)
            self._finish()
            self._number += 1
            heard: SimpleQueue[Said] = SimpleQueue()
            self._heard = heard
            self._send((self._number, question))
            if self._is_gone:  # since it was begun: its end was told to the last question
                heard.put(Said(self._number, is_whole=True, has_failed=True))
        while not (said := heard.get()).is_whole:
            yield said
        if said.has_failed:
            raise Failed

    def stop(self) -> None:
        """No more is wanted of what was asked."""
        with self._lock:
            self._finish()
            if self._process is not None:
                self._send(None)

    def close(self) -> None:
        """End the process; no more is asked."""
        with self._lock:
            self._is_closed = True
            self._finish()
            self._end()

    def _start(self, name: str | None) -> None:
        """Begin the process, unless one runs."""
        if self._process is not None and not self._is_gone:
            return
        self._end()
        self._is_gone = False
        context = get_context("spawn")
        self._wire, theirs = context.Pipe()
        self._process = context.Process(target=think_apart, args=(theirs, name), daemon=True)
        self._process.start()
        theirs.close()  # so that the end of the process is the end of the wire
        self._listener = Thread(target=self._listen, args=(self._wire,), daemon=True)
        self._listener.start()

    def _end(self) -> None:
        if self._process is None or self._wire is None or self._listener is None:
            return
        self._process.kill()
        self._process.join()
        self._listener.join(PARTING_SECONDS)
        self._wire.close()
        self._process.close()
        self._process = None

    def _finish(self) -> None:
        """Let nobody wait for the rest of the last answer."""
        self._heard.put(Said(self._number, is_whole=True))

    def _send(self, said: tuple[int, Question] | None) -> None:
        """Send to the process; that it has ended is heard of otherwise."""
        assert self._wire is not None
        with contextlib.suppress(OSError):
            self._wire.send(said)

    def _listen(self, wire: Connection) -> None:
        """Pass on what is said to the last question; at the end of the process it has failed."""
        with contextlib.suppress(EOFError, OSError):
            while True:
                said: Said = wire.recv()
                if said.number == self._number:
                    self._heard.put(said)
        self._is_gone = True
        self._heard.put(Said(self._number, is_whole=True, has_failed=True))


# The other process


def think_apart(wire: Connection, name: str | None) -> None:
    """Be the other process: it leaves Ctrl-C to the first one, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    compile_kernels()
    if name is not None:
        Thread(target=_choosing.prepare, args=(name,), daemon=True).start()
    answer_all(wire)
    sys.stderr.flush()
    os._exit(0)  # whatever is thought of


def answer_all(wire: Connection) -> None:
    """Answer each question in a thread of its own, until nobody asks; only the last one counts."""
    is_over, lock = Event(), Lock()
    with contextlib.suppress(EOFError, OSError):
        while True:
            asked: tuple[int, Question] | None = wire.recv()
            is_over.set()
            is_over = Event()
            if asked is not None:
                Thread(target=_Thinking(wire, lock, *asked, is_over).run, daemon=True).start()


class _Thinking:
    """One question, and how it is answered, unless it is over before."""

    def __init__(
        self, wire: Connection, lock: Lock, number: int, question: Question, is_over: Event
    ) -> None:
        self._wire, self._lock = wire, lock
        self._number, self._question, self._is_over = number, question, is_over

    def run(self) -> None:
        """Say the choice, then the values again and again; only who cannot choose has failed."""
        has_failed = self._question.player is not None
        try:
            if self._question.player is not None:
                _choosing.prepare(self._question.player)
                self._choose(self._question.player)
                has_failed = False
            if self._question.wants_values and not self._is_over.is_set():
                _valuing.prepare("")
                self._value()
        except Exception:  # noqa: BLE001 - told, and on standard error
            traceback.print_exc()
        finally:
            self._tell(Said(self._number, is_whole=True, has_failed=has_failed))

    def _choose(self, name: str) -> None:
        if not self._is_over.is_set():
            chosen = player(name).choose(self._question.view, Random(self._question.seed))
            self._tell(Said(self._number, best=chosen))

    def _value(self) -> None:
        from serpentina.engine.values import appraisals  # noqa: PLC0415 - a choice needs none

        view, seed, seconds, *_ = self._question
        for values in appraisals(view, seed, seconds, self._is_over.is_set):
            self._tell(Said(self._number, values=values))

    def _tell(self, said: Said) -> None:
        """Say it, unless nobody listens any more."""
        with self._lock, contextlib.suppress(OSError):
            if not self._is_over.is_set():
                self._wire.send(said)


class _Preparation:
    """What must be compiled before anything can be thought out in time; done once."""

    def __init__(self, wants_values: bool) -> None:
        self._wants_values = wants_values
        self._is_done = False
        self._lock = Lock()

    def prepare(self, name: str) -> None:
        """Wait until it is done."""
        with self._lock:
            if not self._is_done and is_compiled(lowest_bit):
                self._try(name)
            self._is_done = True

    def _try(self, name: str) -> None:
        """Think early, late and in between, so that all is compiled."""
        from serpentina.engine.values import appraisals  # noqa: PLC0415

        for view in trial_views(WARM_AT):
            if self._wants_values:
                _ = list(appraisals(view, 1, 0.0, lambda: False))
            elif is_thinker(name):
                player(name).choose(view, Random(1))


_choosing = _Preparation(wants_values=False)
_valuing = _Preparation(wants_values=True)
