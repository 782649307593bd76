"""Tables from their making to their sweeping: every change is one transaction and one event or two.

The database is the truth. What is kept in memory is a fold of it that is brought up to date before
each use, and forgotten when there are too many.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from serpentina.fan import Fan
from serpentina.server.bus import Bus
from serpentina.server.census import MISSED
from serpentina.server.commands import (
    Actor,
    Command,
    Happening,
    Stale,
    check_actor,
    decide,
    is_brought_about,
)
from serpentina.server.house import house_due
from serpentina.server.live import Event, Live
from serpentina.server.meters import Meters
from serpentina.server.plans import Plan, new_id, plan_of_rematch
from serpentina.server.postgres import Unreachable
from serpentina.server.presence import MEMORY, Presence
from serpentina.server.problems import Refused, unknown_game
from serpentina.server.settings import Settings
from serpentina.server.store import Deadline, Store, Transaction

TOKEN_BYTES = 24  # 192 bits
MOST_KEPT = 500  # tables in memory
MOST_SWEPT = 50  # tables at once: in SQLite everybody waits for it
DAY = 86_400.0
AGAIN_SECONDS = 0.5  # after which a database that could not be reached is tried again


def new_token() -> str:
    """A device's secret, from the operating system."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def device_of(token: str) -> str:
    """The hash by which a device is known."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


@dataclass
class Lobby:
    """All tables of a server."""

    store: Store
    settings: Settings = field(default_factory=Settings)
    clock: Callable[[], float] = time.time
    bus: Bus = field(default_factory=Bus)
    meters: Meters = field(default_factory=Meters)
    on_deadline: Callable[[str], None] = lambda _game: None

    def __post_init__(self) -> None:
        shared = self.store.is_shared
        self.presence = Presence(self.clock, self.settings.away, is_shared=shared)
        self.is_closing = False
        self._kept: OrderedDict[str, Live] = OrderedDict()
        self._telling: set[asyncio.Task[None]] = set()

    # Reading

    async def see(self, game: str) -> tuple[Live, bool]:
        """A table, and whether the player whose turn it is has been away too long."""
        async with self.store.reading() as transaction:
            live = await self._live(transaction, game)
            is_away = self.is_away(live, await transaction.deadline(game))
        self._keep_newer(live)
        return live, is_away

    async def due(self, game: str) -> tuple[Live | None, Deadline | None]:
        """The deadline of a table that is ours to see to, and the table if a bot is to move."""
        async with self.store.reading() as transaction:
            deadline = await transaction.own_deadline(game)
            if deadline is None or deadline[0] != "bot":
                return None, deadline
            live = await self._live(transaction, game)
        self._keep_newer(live)
        return live, deadline

    async def _live(self, transaction: Transaction, game: str) -> Live:
        """A table as the database has it now: what is kept, and what has happened since."""
        if self.store.is_shared:
            self.presence.learn(game, await transaction.census.known(game))
        live = self._kept.get(game)
        events = await transaction.events(game, live.version if live else 1)
        if live and not events:  # what is kept is newer than what this transaction sees, or deleted
            live, events = None, await transaction.events(game, 1)
        if not events:
            self._kept.pop(game, None)
            raise unknown_game()
        if live is None:
            fan = await transaction.fan(game)
            assert fan is not None
            live = Live.created(game, fan, events[0])
        for event in events[1:]:
            live = live.after(event)
        return live

    def seen(self, game: str) -> Live | None:
        """A table as it was seen last, if it is in memory: enough to know its devices by."""
        return self._kept.get(game)

    @property
    def kept(self) -> int:
        """How many tables are in memory."""
        return len(self._kept)

    def _keep(self, live: Live) -> None:
        """Remember a table that is in the database."""
        self._kept[live.id] = live
        self._kept.move_to_end(live.id)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def _keep_newer(self, live: Live) -> None:
        """Remember a table that was read, if it has gone on: another node may have changed it."""
        kept = self._kept.get(live.id)
        if kept is None or kept.version < live.version:
            self._keep(live)

    # Deadlines

    def deadline_of(self, live: Live) -> Deadline | None:
        """What is to happen next if nobody does anything."""
        if live.status == "playing" and not live.turn.is_played_by_bot:
            if self.presence.has_socket(live.id, live.turn.device):
                return None
            return "away", self.clock() + self.settings.away
        due = house_due(live, self.settings.bot_pause, self.settings.undo_pause)
        return None if due is None else ("bot", due)

    def is_away(self, live: Live, deadline: Deadline | None) -> bool:
        """Whether the player whose turn it is has been away for the limit."""
        if deadline is None or deadline[0] not in ("away", MISSED) or deadline[1] > self.clock():
            return False
        return self.presence.absent_for(live.id, live.turn.device) >= self.settings.away

    # Writing

    async def create(self, plan: Plan) -> Live:
        """Make a table; it starts at once if no seat is open."""
        async with self.store.writing() as transaction:
            live = await self._create(transaction, plan)
        self._announce(live)
        return live

    async def _create(self, transaction: Transaction, plan: Plan) -> Live:
        game = await self._free_id(transaction)
        fan, now = Fan.shuffled(plan.deck), self.clock()
        created = plan.created(game, now)
        live = Live.created(game, fan, created)
        await transaction.create(game, fan, now)
        await transaction.append(game, live.version, created, live.status)
        if plan.starts_at_once:
            live = await self._append(transaction, live, "started", {})
        return live

    async def _free_id(self, transaction: Transaction) -> str:
        while True:
            game = new_id()
            if not await transaction.exists(game):
                return game

    async def _append(
        self, transaction: Transaction, live: Live, kind: str, body: dict[str, Any]
    ) -> Live:
        event = Event(kind, body, self.clock())
        live = live.after(event)
        await transaction.append(live.id, live.version, event, live.status)
        await transaction.set_deadline(live.id, self.deadline_of(live))
        await transaction.tell(live.id, live.version)
        return live

    async def join(
        self, game: str, device: str, name: str, pictogram: str, *, another: bool
    ) -> tuple[int, Live]:
        """Take the next open seat; a device that has one gets the same again, unless `another`."""
        async with self.store.writing(game) as transaction:
            live = await self._live(transaction, game)
            own = live.seats_of(device)
            if own and not another:
                return own[0], live
            kinds = [seat.kind for seat in live.seats]
            if live.is_started or "open" not in kinds:
                raise Refused("full", "No seat is open; you may watch.")
            seat = kinds.index("open") + 1
            body = {"seat": seat, "name": name, "pictogram": pictogram, "device": device}
            live = await self._append(transaction, live, "joined", body)
        self._announce(live)
        return seat, live

    async def act(
        self,
        game: str,
        actor_at: Callable[[Live], Actor],
        command: Command,
        expected_version: int,
        command_id: str = "",
    ) -> Live:
        """Carry out a command once; Refused where it cannot be."""
        following: Live | None = None
        with self.meters.command(game, command.name, command_id):
            async with self.store.writing(game) as transaction:
                live = await self._live(transaction, game)
                actor = actor_at(live)
                check_actor(live, actor, command.name)
                if await self._is_done(transaction, live, actor, command, command_id):
                    return live
                if expected_version != live.version:
                    raise Stale(live)
                kind, body = await self._decide(transaction, live, actor, command)
                if kind == "renamed" and live.after(Event(kind, body, 0.0)).seats == live.seats:
                    return live
                if kind == "renewed":
                    following = await self._create(transaction, plan_of_rematch(live))
                    body = {"next": following.id}
                live = await self._append(transaction, live, kind, body)
                if command_id:
                    await transaction.remember(game, actor.device or "", command_id, live.version)
        for changed in filter(None, (following, live)):
            self._announce(changed)
        return live

    @staticmethod
    async def _is_done(
        transaction: Transaction, live: Live, actor: Actor, command: Command, command_id: str
    ) -> bool:
        """Whether a command was carried out before, or somebody else has brought about the same."""
        if is_brought_about(live, command):
            return True
        if not command_id:
            return False
        return await transaction.carried_out(live.id, actor.device or "", command_id)

    async def _decide(
        self, transaction: Transaction, live: Live, actor: Actor, command: Command
    ) -> Happening:
        """The event that a command leads to."""
        is_away = False
        if command.name == "substitute":
            is_away = self.is_away(live, await transaction.deadline(live.id))
        return decide(live, actor, command, is_away=is_away)

    def _announce(self, live: Live) -> None:
        """Tell of a table that has changed, now that it is in the database."""
        self._keep(live)
        self.bus.publish(live.id, live.version)
        if self.deadline_of(live) is not None:
            self.on_deadline(live.id)

    async def miss(self, game: str) -> None:
        """The time that all wait for a person is over: tell everybody, once."""
        async with self.store.writing(game) as transaction:
            live = await self._live(transaction, game)
            deadline = await transaction.own_deadline(game)
            if deadline is None or deadline[1] > self.clock():
                return
            proper = self.deadline_of(live)
            if proper is None or proper[0] != deadline[0]:  # he has come meanwhile, or is done
                await transaction.set_deadline(game, proper)
                return
            await transaction.set_deadline(game, (MISSED, deadline[1]))
            await transaction.tell(game, live.version)
        self.bus.repeat(game)

    # Presence

    async def arrive(self, live: Live, device: str) -> None:
        """A device has opened a socket."""
        if self.presence.open(live.id, device):
            await self._mind(live.id, device)

    def depart(self, live: Live, device: str) -> None:
        """A device's socket has closed; the table is told, unless the server is about to stop."""
        if self.presence.close(live.id, device) and not self.is_closing:
            task = asyncio.create_task(self._mind_surely(live.id, device))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def close(self) -> None:
        """End what is still going on."""
        self.is_closing = True
        await asyncio.gather(*self._telling)

    async def _mind_surely(self, game: str, device: str) -> None:
        """Mind that a device has gone, as soon as the database can be reached."""
        while not self.is_closing:
            try:
                await self._mind(game, device)
            except Unreachable:
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                return

    async def _mind(self, game: str, device: str) -> None:
        """If all wait for this device, begin to wait or stop; tell the table who is there."""
        try:
            live, _ = await self.see(game)
            if self.store.is_shared or _waits_for(live, device):
                live = await self._note(game, device)
        except Refused:
            return
        self.bus.publish(game, live.version)

    async def _note(self, game: str, device: str) -> Live:
        """Write down that a device has come or gone, and whether all wait for it."""
        async with self.store.writing(game) as transaction:
            live = await self._live(transaction, game)
            if self.store.is_shared:
                await transaction.census.note([self.presence.sight(game, device)])
            if _waits_for(live, device):
                await transaction.set_deadline(game, self.deadline_of(live))
            await transaction.tell(game, live.version)
        if _waits_for(live, device):
            self.on_deadline(game)
        return live

    # Start and sweeping

    async def resume(self, *, may_bury: bool = False) -> None:
        """Go on with the deadlines that are nobody else's, and begin those that a kill swallowed.

        `may_bury` says that nodes which have been silent count as dead.
        """
        async with self.store.writing() as transaction:
            is_heir = not self.store.is_shared or await transaction.census.is_alone()
            if may_bury:
                is_heir |= await transaction.census.bury_the_dead()
            if is_heir:
                await transaction.begin_to_wait(self.clock() + self.settings.away)
            waiting = await transaction.adopt()
        for game in waiting:
            self.on_deadline(game)

    async def leave(self) -> None:
        """Leave a database that is shared; what was this node's is taken over by another."""
        async with self.store.writing() as transaction:
            await transaction.census.leave()
            await transaction.begin_to_wait(self.clock() + self.settings.away)

    async def sweep(self) -> int:
        """Delete the games whose time is over; returns how many."""
        limits = (
            (("counted",), self.settings.keep_days),
            (("lobby", "playing", "over"), self.settings.idle_days),
        )
        number = 0
        for statuses, days in limits:
            if days:
                number += await self._sweep(statuses, self.clock() - days * DAY)
        if self.store.is_shared:
            async with self.store.writing() as transaction:
                memory = max(MEMORY, self.settings.away)
                await transaction.census.forget(self.clock() - memory)
                gone = await transaction.missing(tuple(self._kept))
            for game in gone:  # other nodes sweep, too
                self._kept.pop(game, None)
        self.presence.forget()
        return number

    async def _sweep(self, statuses: Iterable[str], before: float) -> int:
        """Delete the games of these statuses, a few at a time: others may come in between."""
        number = 0
        while True:
            async with self.store.writing() as transaction:
                swept = await transaction.sweep(statuses, before, MOST_SWEPT)
            for game in swept:
                self._kept.pop(game, None)
            number += len(swept)
            if len(swept) < MOST_SWEPT:
                return number


def _waits_for(live: Live, device: str) -> bool:
    """Whether it is this device's turn."""
    return live.status == "playing" and device == live.turn.device
