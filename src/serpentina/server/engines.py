"""The players of a server: ours, and the programs that its host has registered by name.

What a program does wrong is the host's to know: people play on, since the garter plays for it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager, nullcontext
from random import Random

from serpentina.engine.seat import SECONDS, EnginePlayer
from serpentina.errors import EngineError, NotationError
from serpentina.game import View
from serpentina.layout import Placement
from serpentina.players import PLAYERS, player
from serpentina.server.live import SUBSTITUTE

REST_SECONDS = 60.0  # in which a program that has failed is not asked again
log = logging.getLogger(__name__)


class Engines:
    """Who plays where a seat names a player; each program runs once, for all tables."""

    def __init__(
        self,
        commands: Iterable[tuple[str, str]] = (),
        clock: Callable[[], float] = time.monotonic,
        seconds: float = SECONDS,
    ) -> None:
        self._programs = {name: EnginePlayer(command, seconds, name) for name, command in commands}
        self._turns: dict[str, asyncio.Lock] = {name: asyncio.Lock() for name in self._programs}
        self._resting: dict[str, float] = {}
        self._clock = clock
        self._is_closed = False

    def has(self, name: str) -> bool:
        """Whether a seat may have this name: one of the names, or one that says more."""
        return name in self._programs or _is_ours(name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names that a seat may have."""
        return (*PLAYERS, *self._programs)

    def turn(self, name: str | None) -> AbstractAsyncContextManager[object]:
        """A program is asked by one table at a time; whoever waits for it holds no thread."""
        return self._turns.get(name or "") or nullcontext()

    def choose(self, name: str | None, view: View, random: Random) -> Placement:
        """What a player places, or the garter for a program that fails, rests or is no more."""
        if name is not None and _is_ours(name):
            return player(name).choose(view, random)
        program = self._programs.get(name or "")
        if name is not None and program is not None and self._is_awake(name):
            try:
                return program.choose(view, random)
            except EngineError as error:
                self._resting[name] = self._clock() + REST_SECONDS
                log.error("%s The %s plays for it for a minute.", error, SUBSTITUTE)
        return player(SUBSTITUTE).choose(view, random)

    def _is_awake(self, name: str) -> bool:
        return self._clock() >= self._resting.get(name, 0.0)

    def start(self) -> None:
        """Start the programs, so that the host hears at once of one that does not start."""
        for program in self._programs.values():
            try:
                if not self._is_closed:
                    _ = program.name
            except EngineError as error:
                if not self._is_closed:
                    log.error("%s", error)

    def close(self) -> None:
        """End the programs."""
        self._is_closed = True
        for program in self._programs.values():
            program.close()


def _is_ours(name: str) -> bool:
    """Whether it is a player of ours, and what stands after its colon can be."""
    try:
        player(name)
    except NotationError:
        return False
    return True
