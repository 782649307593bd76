"""Tables of two browsers that play whole games on our server, over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import aiohttp

from benchmarks.loading.figures import Figures
from benchmarks.loading.ledger import Entry, Ledger

State = dict[str, Any]
BROKEN = (aiohttp.ClientError, ConnectionError, TimeoutError)
REQUEST_SECONDS = 30.0
HEARING_SECONDS = 10.0  # after which whoever has heard nothing asks
TRIES = 3  # of which each waits so long
WAIT_SECONDS = 0.2  # before a broken line is tried again
CHANCE = secrets.SystemRandom()


class Line:
    """What all browsers share: the nodes' addresses, the figures, the ledger.

    `was_down` tells whether a node has been dead since a moment, so that a line which was tried
    then, and is broken, is no error.
    """

    def __init__(
        self,
        addresses: list[str],
        figures: Figures,
        ledger: Ledger,
        rules: str,
        deck: str = "standard",
    ) -> None:
        self.addresses = addresses
        self.figures = figures
        self.ledger = ledger
        self.rules = rules
        self.deck = deck
        self.was_down: Callable[[float], bool] = lambda _since: False
        connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=4)  # the server's is 5
        self.http = aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),  # each browser holds its own
            timeout=aiohttp.ClientTimeout(total=REQUEST_SECONDS),
        )

    def broke(self, error: BaseException, since: float) -> None:
        """Note that a line which was tried at a moment is broken: an error but for a kill."""
        if self.was_down(since):
            self.figures.count("broken by a kill")
        else:
            self.figures.error(type(error).__name__)

    async def close(self) -> None:
        """Close every connection."""
        await self.http.close()


class Browser:
    """A page at a table: it has the state, and an open socket that says when there is a newer."""

    def __init__(self, line: Line, node: int, table: Table) -> None:
        self.line = line
        self.node = node
        self.table = table
        self.cookie = ""
        self.state: State = {}
        self.changed = asyncio.Event()
        self.connected = asyncio.Event()
        self._wishes = self._heard = 0
        self.is_commanding = False
        self._fetching: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None

    @property
    def address(self) -> str:
        """The node that it speaks to."""
        return self.line.addresses[self.node % len(self.line.addresses)]

    @property
    def version(self) -> int:
        """The version that it shows; 0 before any."""
        return int(self.state.get("version", 0))

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, State]:
        """One request: the status and the body; one of BROKEN where there is no answer."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        address = f"{self.address}/api/games{path}"
        async with self.line.http.request(method, address, json=body, headers=headers) as answer:
            given = answer.headers.get("Set-Cookie")
            if given:
                self.cookie = given.partition(";")[0]
            known: State = json.loads(await answer.read())
            return answer.status, known

    async def insist(self, method: str, path: str, body: Any = None) -> State:
        """A request that has to succeed, however often it takes while nodes are killed."""
        while True:
            since = time.perf_counter()
            try:
                status, known = await self.ask(method, path, body)
            except BROKEN as error:
                await self.move_on(error, since)
                continue
            if status < 300:
                return known
            self.line.figures.error(f"{status} {known.get('code')}")
            await asyncio.sleep(WAIT_SECONDS)

    async def read(self, path: str) -> str:
        """A text that has to be there, however often it takes while nodes are killed."""
        while True:
            since, address = time.perf_counter(), f"{self.address}/api/games{path}"
            try:
                async with self.line.http.get(address, raise_for_status=True) as answer:
                    return await answer.text()
            except BROKEN as error:
                await self.move_on(error, since)

    async def move_on(self, error: BaseException, since: float) -> None:
        """A line tried at a moment is broken: wait a little, and try the next node."""
        self.line.broke(error, since)
        await asyncio.sleep(WAIT_SECONDS)
        self.node += 1

    def receive(self, state: State) -> None:
        """Take a state that is not older than the one shown."""
        if state["version"] >= self.version:
            self.state = state
            self.changed.set()

    # Listening

    def follow(self) -> None:
        """Open the socket of the table's game, and keep it open."""
        self._listening = asyncio.create_task(self._listen())

    async def unfollow(self) -> None:
        """Close the socket."""
        for task in filter(None, (self._listening, self._fetching)):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._listening = self._fetching = None
        self.connected.clear()

    async def _listen(self) -> None:
        while True:
            since = time.perf_counter()
            try:
                await self._hear_all()
            except BROKEN as error:
                self.line.broke(error, since)
            else:
                self.line.broke(aiohttp.ServerDisconnectedError(), since)
            self.connected.clear()
            await asyncio.sleep(WAIT_SECONDS * (1 + CHANCE.random()))
            self.node += 1

    async def _hear_all(self) -> None:
        place = f"{self.address}/api/games/{self.table.game}/live"
        headers = {"Cookie": self.cookie}
        async with self.line.http.ws_connect(
            place, headers=headers, max_msg_size=1 << 16, autoclose=True
        ) as socket:
            self.connected.set()
            self.refresh()
            self._heard = 0
            async for message in socket:
                self._hear(json.loads(message.data)["version"])

    def _hear(self, version: int) -> None:
        """Do as the page does: the same version again says that somebody has come or gone."""
        self.table.told(self, version)
        is_again, self._heard = version <= self._heard, max(self._heard, version)
        if is_again:
            self.refresh()
        elif not self.is_commanding:
            self.catch_up()

    def catch_up(self) -> None:
        """Fetch the state if there is a newer one."""
        if self._heard > self.version:
            self.refresh()

    def refresh(self) -> None:
        """Fetch the state; a wish that comes while one is under way is fulfilled by one more."""
        self._wishes += 1
        if self._fetching is None or self._fetching.done():
            self._fetching = asyncio.create_task(self._fetch())

    async def _fetch(self) -> None:
        fulfilled = 0
        while fulfilled != self._wishes:
            fulfilled, since = self._wishes, time.perf_counter()
            try:
                status, known = await self.ask("GET", f"/{self.table.game}")
            except BROKEN as error:
                await self.move_on(error, since)
                self._wishes += 1
                continue
            self.line.figures.count("states fetched")
            if status != 200:
                self.line.figures.error(f"GET {status} {known.get('code')}")
                return
            self.receive(known)
            self.table.saw(self, known["version"])

    async def until(self, version: int) -> None:
        """Wait until the page shows a version, as it will by itself; ask if it does not.

        While a node is dead, or comes back on a machine that has much to do, time does not count.
        """
        tries = 0
        while tries < TRIES:
            since = time.perf_counter()
            if await self._shows(version):
                return
            if not self.line.was_down(since):
                self.line.figures.error("a socket said nothing of a change")
                tries += 1
            self.refresh()
        self.line.figures.error("a version that was acknowledged is not there")

    async def _shows(self, version: int) -> bool:
        """Whether the page shows a version, in time."""
        end = time.perf_counter() + HEARING_SECONDS
        while self.version < version:
            self.changed.clear()
            try:
                await asyncio.wait_for(self.changed.wait(), end - time.perf_counter())
            except TimeoutError:
                return False
        return True


class Table:
    """Two browsers and their game; when it is counted, the next one."""

    def __init__(self, line: Line, number: int) -> None:
        self.line = line
        self.browsers = [Browser(line, number, self), Browser(line, number + 1, self)]
        self.game = ""
        self.version = 0  # the least that both have to show before the next step
        self._sent = (0, 0.0)  # the version that a command leads to, and when it was sent
        self._actor: Browser | None = None
        self._told: set[tuple[Browser, str]] = set()

    async def open(self) -> None:
        """Make a table, let the other take the open seat, start, and have both sockets open."""
        await self.close()
        maker, guest = self.browsers
        for browser in self.browsers:
            browser.cookie, browser.state = "", {}
        seats = [{"kind": "here", "pictogram": "cat"}, {"kind": "open"}]
        wanted = {"seats": seats, "rules": self.line.rules, "deck": self.line.deck}
        made = await maker.insist("POST", "", wanted)
        self.game = made["game"]
        maker.receive(made["state"])
        joined = await guest.insist("POST", f"/{self.game}/seats", {"pictogram": "owl"})
        guest.receive(joined["state"])
        for browser in self.browsers:
            browser.follow()
        await asyncio.gather(*(browser.connected.wait() for browser in self.browsers))
        self.version = joined["state"]["version"]
        await maker.until(self.version)
        await self._command(maker, "start", None, time.perf_counter())

    async def close(self) -> None:
        """Close the sockets."""
        await asyncio.gather(*(browser.unfollow() for browser in self.browsers))

    async def step(self, due: float) -> None:
        """The next command of the game, due at a moment (0: now); after the last, a new game."""
        first = self.browsers[0]
        await first.until(self.version)
        if first.state["status"] == "counted":
            await self.open()
            return
        seat = first.state["seat"]
        actor = self.browsers[seat - 1]
        await actor.until(self.version)
        self.version = min(self.version, actor.version)  # less only where something was lost
        kind, argument = choose(actor.state)
        await self._command(actor, kind, argument, due or time.perf_counter())

    async def _command(self, actor: Browser, kind: str, argument: int | None, due: float) -> None:
        """Command; what the socket tells meanwhile is looked at when there is an answer."""
        actor.is_commanding = True
        try:
            await self._insist(actor, kind, argument, due)
        finally:
            actor.is_commanding = False
            actor.catch_up()

    async def _insist(self, actor: Browser, kind: str, argument: int | None, due: float) -> None:
        """Send a command until it is answered, or look what has become of it after a kill."""
        command_id = secrets.token_hex(8)
        entry = self.line.ledger.ask(self.game, command_id, kind, argument, actor.version)
        body = {"command_id": command_id, "expected_version": actor.version, "command": kind}
        if argument is not None:
            body["slot" if kind == "draw" else "placement"] = argument
        self._actor, self._sent = actor, (entry.number, time.perf_counter())
        self._told.clear()
        is_broken = False
        while True:
            since = time.perf_counter()
            try:
                status, known = await actor.ask("POST", f"/{self.game}/commands", body)
            except BROKEN as error:
                is_broken = True
                await actor.move_on(error, since)
                if CHANCE.random() < 0.5:  # a new page, which knows no id
                    return await self._look(actor)
                continue
            if status == 200:
                self._acknowledge(actor, entry, known, due)
                return None
            if not (is_broken and known.get("code") == "stale"):
                self.line.figures.error(f"{status} {known.get('code')}")
            return await self._look(actor)

    async def _look(self, actor: Browser) -> None:
        """See how things stand, and go on from there."""
        state = await actor.insist("GET", f"/{self.game}")
        actor.receive(state)
        self.version = state["version"]

    def _acknowledge(self, actor: Browser, entry: Entry, state: State, due: float) -> None:
        self.line.figures.time("commands", time.perf_counter() - due)
        self.line.ledger.acknowledge(entry)
        if state["version"] < entry.number:
            self.line.figures.error("acknowledged with an older version")
        actor.receive(state)
        self.version = max(self.version, entry.number)

    # How late the other hears

    def told(self, browser: Browser, version: int) -> None:
        """A socket has said that there is a version."""
        self._note(browser, version, "heard")

    def saw(self, browser: Browser, version: int) -> None:
        """A page shows a version that it has fetched."""
        self._note(browser, version, "seen")

    def _note(self, browser: Browser, version: int, kind: str) -> None:
        number, moment = self._sent
        if version == number and browser is not self._actor and (browser, kind) not in self._told:
            self._told.add((browser, kind))
            self.line.figures.time(kind, time.perf_counter() - moment)


def choose(state: State) -> tuple[str, int | None]:
    """What a player does: any card, any placement, and the count at the end.

    A game that is still to be started is one whose start was lost with a node.
    """
    if state["status"] == "lobby":
        return "start", None
    if state["status"] == "over":
        return "count", None
    if state["card"] is None:
        return "draw", CHANCE.choice(state["slots"])
    return "place", CHANCE.choice(state["placements"])["placement"]
