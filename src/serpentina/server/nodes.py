"""This server as one of several at a PostgreSQL database: it says that it lives, and hears.

What it hears is a hint, never the news itself. While it could not listen hints may have been lost:
so whenever it listens anew, all who watch a table here look again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from serpentina.server.census import SILENT_SECONDS
from serpentina.server.lobby import AGAIN_SECONDS, Lobby
from serpentina.server.postgres import Unreachable, connect, reaching
from serpentina.server.store import CHANNEL
from serpentina.server.whereabouts import Address

if TYPE_CHECKING:
    import asyncpg

BEAT_SECONDS = 1.0
STARTING_SECONDS = 10.0
LEAVING_SECONDS = 2.0
PROMPT_SECONDS = 0.2  # an answer that takes longer says too little of the time
log = logging.getLogger(__name__)


class Clock:
    """The database's time, by which all nodes go, whatever their own clocks show."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def __call__(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._ahead

    def set(self, now: float, asked: float) -> None:
        """The database's time, which was asked for at a time of ours and has just come."""
        heard = time.time()
        if 0 <= heard - asked < PROMPT_SECONDS:
            self._ahead = now - (asked + heard) / 2


class Node:
    """Keeps this server among the living, and its lobby in touch with the others."""

    def __init__(self, lobby: Lobby, address: Address, clock: Clock) -> None:
        self._lobby = lobby
        self._address = address
        self._clock = clock
        self._pause = min(BEAT_SECONDS, lobby.settings.away / 8)
        self._stopping = asyncio.Event()
        self._is_listening = asyncio.Event()
        self._living: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin; wait until the others know of this node, unless that takes too long."""
        self._living = asyncio.create_task(self._live())
        with suppress(TimeoutError):
            await asyncio.wait_for(self._is_listening.wait(), STARTING_SECONDS)

    async def close(self) -> None:
        """Stop listening, and leave what is to be done to the others."""
        self._stopping.set()
        with suppress(Unreachable, TimeoutError):
            async with asyncio.timeout(LEAVING_SECONDS):
                if self._living:
                    await self._living
                await self._lobby.leave()

    async def _live(self) -> None:
        """Be connected; whenever the connection is lost, connect again."""
        while not self._stopping.is_set():
            try:
                await self._be_connected()
            except Unreachable as error:
                if self._is_listening.is_set():
                    log.error("%s", error)
                self._is_listening.clear()
            except Exception:
                log.exception("This node has lost touch with the others.")
            await self._rest(AGAIN_SECONDS)

    async def _be_connected(self) -> None:
        """Listen and beat, until the server stops; Unreachable when the connection is lost."""
        connection = await connect(self._address)
        try:
            with reaching():
                await connection.add_listener(CHANNEL, self._hear)
                await self._beat(connection)
                await self._lobby.resume()
                self._lobby.bus.repeat_all()
                self._is_listening.set()
                # Others may have been cut off, too: they are given the time to come back.
                patience = time.monotonic() + SILENT_SECONDS
                while not await self._rest(self._pause):
                    has_orphans, has_dead = await self._beat(connection)
                    may_bury = has_dead and time.monotonic() > patience
                    if has_orphans or may_bury:
                        await self._lobby.resume(may_bury=may_bury)
        finally:
            connection.terminate()

    async def _beat(self, connection: asyncpg.Connection[Any]) -> tuple[bool, bool]:
        """Say that this node lives and who is here; what the census says of the others."""
        await connection.execute("SELECT 1")  # whether it can still hear
        presence, asked = self._lobby.presence, time.time()
        news = presence.news()
        try:
            async with self._lobby.store.writing() as transaction:
                now, was_known = await transaction.census.beat()
                await transaction.census.note(news)
                left = await transaction.census.left_over()
        except BaseException:
            presence.tell_again(news)
            raise
        self._clock.set(now, asked)
        if not was_known:
            presence.tell_all_again()
        return left

    def _hear(self, _connection: Any, _backend: int, _channel: str, said: object) -> None:
        """Pass on what another node has said of a game."""
        node, game, version = str(said).split(" ")
        if node != self._lobby.store.node:
            self._lobby.bus.publish(game, int(version))

    async def _rest(self, seconds: float) -> bool:
        """Wait; True if the server stops."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)
        return self._stopping.is_set()
