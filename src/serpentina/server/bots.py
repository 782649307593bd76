"""What happens by itself: bots move, and the table is told when somebody has been away too long.

There is a task for each game that has a deadline, and for no other. A bot's step is a command like
any other, at the version that the bot has seen, so that it can never be made twice.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from functools import partial

from serpentina.game import View
from serpentina.players import PLAYERS, is_thinker, player, trial_views
from serpentina.server.commands import Command
from serpentina.server.engines import Engines
from serpentina.server.house import CHANCE, house, house_step
from serpentina.server.live import SUBSTITUTE, Live
from serpentina.server.lobby import AGAIN_SECONDS, Lobby
from serpentina.server.postgres import Unreachable
from serpentina.server.problems import Refused
from serpentina.server.thinking import Busy, Thinkers, choice_of

OURS = Engines()
WARM_AT = (40, 2)  # the cards left in the fan when the players are tried
log = logging.getLogger(__name__)


def next_step(live: Live, engines: Engines = OURS, instead: str | None = None) -> Command:
    """What a bot does at a table, where these players play."""
    return house_step(live, engines.choose, instead)


def warm() -> None:
    """Let each player think, early and late in a game, so that none keeps the first table waiting.

    What a player compiles takes seconds, so that nobody waits for this, either.
    """
    for view in trial_views(WARM_AT):
        for name in PLAYERS:
            if not is_thinker(name):
                _try(name, view)


def _try(name: str, view: View) -> None:
    try:
        player(name).choose(view, CHANCE)
    except Exception:
        log.exception("The player %s cannot think.", name)


class Stewards:
    """The tasks, one for each game with a deadline."""

    def __init__(
        self, lobby: Lobby, engines: Engines = OURS, thinkers: Thinkers | None = None
    ) -> None:
        self._lobby = lobby
        self._engines = engines
        self._thinkers = thinkers or Thinkers()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: dict[str, asyncio.Event] = {}
        self._is_closing = False
        self.thinking = 0  # how many bots think at the moment
        lobby.on_deadline = self.wake

    def __len__(self) -> int:
        return len(self._tasks)

    def wake(self, game: str) -> None:
        """Look after a game whose deadline is new or has changed."""
        if game in self._tasks:
            self._again[game].set()
        if game in self._tasks or self._is_closing:
            return
        self._again[game] = asyncio.Event()
        self._tasks[game] = asyncio.create_task(self._look_after(game))

    async def close(self) -> None:
        """Let each task end what it is at, and stop; the deadlines stay in the database."""
        self._is_closing = True
        for again in self._again.values():
            again.set()
        await asyncio.gather(*self._tasks.values())

    async def _look_after(self, game: str) -> None:
        """Wait for deadlines and meet them, as long as there are any."""
        try:
            while not self._is_closing and await self._meet_surely(game):
                pass
        except Refused:
            pass  # the game was deleted
        except Exception:
            log.exception("Nobody looks after this game any more.", extra={"game": game})
        finally:
            del self._tasks[game], self._again[game]

    async def _meet_surely(self, game: str) -> bool:
        """Meet the deadline; while the database cannot be reached, wait for it."""
        try:
            return await self._meet(game)
        except Unreachable:
            await self._is_woken(self._again[game], AGAIN_SECONDS)
            return True

    async def _meet(self, game: str) -> bool:
        """Wait for the deadline, or for a newer one, and meet it; False when there is none."""
        again = self._again[game]
        if not self._is_closing:
            again.clear()
        live, deadline = await self._lobby.due(game)
        if deadline is None:
            return again.is_set()
        if await self._is_woken(again, deadline[1] - self._lobby.clock()):
            return True
        if live is not None:
            await self._step(live)
            return True
        await self._lobby.miss(game)
        return True

    @staticmethod
    async def _is_woken(again: asyncio.Event, seconds: float) -> bool:
        """Wait; True if something has changed before."""
        if seconds <= 0:
            return again.is_set()
        try:
            await asyncio.wait_for(again.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def _step(self, live: Live) -> None:
        """Think and move, unless the table has changed meanwhile."""
        self.thinking += 1
        try:
            command = await self._thought(live)
        finally:
            self.thinking -= 1
        try:
            await self._lobby.act(live.id, house, command, live.version)
        except Refused as refused:
            if refused.code != "stale":
                raise

    async def _thought(self, live: Live) -> Command:
        """What a bot does: thought out in another process where it is hard, else in a thread."""
        name, view = live.turn.player or "", live.game.view
        if is_thinker(name) and len(view.placements) > 1:
            self._thinkers.start()
            if self._thinkers.is_warm:  # until then it plays as the substitute does
                key, think = (live.id, live.version, name), partial(choice_of, name, view)
                try:
                    return Command("place", placement=await self._thinkers.think(key, think))
                except (Busy, BrokenProcessPool):
                    log.warning("The %s plays for %s: too much is thought out.", SUBSTITUTE, name)
            return await asyncio.to_thread(next_step, live, self._engines, SUBSTITUTE)
        async with self._engines.turn(live.turn.player):
            return await asyncio.to_thread(next_step, live, self._engines)
