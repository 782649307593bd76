"""The same tables on a boardgame.io server, by its socket.io protocol."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from typing import Any

import aiohttp

from benchmarks.loading.figures import Figures
from benchmarks.loading.tables import BROKEN, CHANCE, HEARING_SECONDS

GAME = "serpentina"
SPACE = f"/{GAME},"  # the namespace as it stands in a packet of socket.io
OPEN, CONNECTED, EVENT, PING, PONG = "0", f"40{SPACE}", f"42{SPACE}", "2", "3"
State = dict[str, Any]


class PeerLine:
    """What all of the peer's clients share."""

    def __init__(self, address: str, figures: Figures) -> None:
        self.address = address
        self.figures = figures
        connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=4)
        self.http = aiohttp.ClientSession(connector=connector)

    async def post(self, path: str, body: State) -> State:
        """A request to the lobby."""
        address = f"{self.address}/games/{GAME}{path}"
        async with self.http.post(address, json=body) as answer:
            answer.raise_for_status()
            known: State = await answer.json()
            return known

    async def close(self) -> None:
        """Close every connection."""
        await self.http.close()


class Client:
    """A player's socket, by which all comes and goes."""

    def __init__(self, line: PeerLine, table: PeerTable, seat: str) -> None:
        self.line = line
        self.table = table
        self.seat = seat
        self.credentials = ""
        self.state: State = {}
        self.changed = asyncio.Event()
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._listening: asyncio.Task[None] | None = None

    @property
    def version(self) -> int:
        """The version that it shows; -1 before any."""
        return int(self.state.get("_stateID", -1))

    async def open(self) -> None:
        """Open the socket, enter the game's namespace, and get the state."""
        place = f"{self.line.address}/socket.io/?EIO=4&transport=websocket"
        self._socket = await self.line.http.ws_connect(place, max_msg_size=1 << 22)
        self._listening = asyncio.create_task(self._listen(self._socket))
        await self.until(0)

    async def close(self) -> None:
        """Close the socket."""
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        if self._socket is not None:
            await self._socket.close()
        self._socket, self.state = None, {}

    async def emit(self, *event: Any) -> None:
        """Send an event."""
        assert self._socket is not None
        await self._socket.send_str(EVENT + json.dumps(event))

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        try:
            async for message in socket:
                await self._hear(socket, message.data)
        except BROKEN as error:
            self.line.figures.error(type(error).__name__)
        else:
            self.line.figures.error("a socket was closed")

    async def _hear(self, socket: aiohttp.ClientWebSocketResponse, text: str) -> None:
        if text == PING:
            await socket.send_str(PONG)
        elif text.startswith(EVENT):
            kind, _match, *known = json.loads(text[len(EVENT) :])
            if kind in ("sync", "update"):
                self._receive(known[0]["state"] if kind == "sync" else known[0])
        elif text.startswith(CONNECTED):
            await self.emit("sync", self.table.match, self.seat, self.credentials, 2)
        elif text.startswith(OPEN):
            await socket.send_str(CONNECTED)

    def _receive(self, state: State) -> None:
        if state["_stateID"] >= self.version:
            self.state = state
            self.table.told(self, state["_stateID"])
            self.changed.set()

    async def until(self, version: int) -> None:
        """Wait until it shows a version."""
        while self.version < version:
            self.changed.clear()
            try:
                await asyncio.wait_for(self.changed.wait(), HEARING_SECONDS)
            except TimeoutError:
                self.line.figures.error("a socket said nothing of a change")
                await self.emit("sync", self.table.match, self.seat, self.credentials, 2)


class PeerTable:
    """Two clients and their match; when it is over, the next one."""

    def __init__(self, line: PeerLine) -> None:
        self.line = line
        self.clients = [Client(line, self, "0"), Client(line, self, "1")]
        self.match = ""
        self.version = 0
        self._sent = (0, 0.0)
        self._actor: Client | None = None

    async def open(self) -> None:
        """Make a match, take both seats, and have both sockets open."""
        await self.close()
        self.match = (await self.line.post("/create", {"numPlayers": 2}))["matchID"]
        for client in self.clients:
            body = {"playerID": client.seat, "playerName": f"Player {client.seat}"}
            joined = await self.line.post(f"/{self.match}/join", body)
            client.credentials = joined["playerCredentials"]
        self.version = 0
        await asyncio.gather(*(client.open() for client in self.clients))

    async def close(self) -> None:
        """Close the sockets."""
        await asyncio.gather(*(client.close() for client in self.clients))

    async def step(self, due: float) -> None:
        """The next move of the match, due at a moment (0: now); after the last, a new match."""
        first = self.clients[0]
        await first.until(self.version)
        if "gameover" in first.state["ctx"]:
            await self.open()
            return
        actor = self.clients[int(first.state["ctx"]["currentPlayer"])]
        await actor.until(self.version)
        due = due or time.perf_counter()
        kind, argument = choose(actor.state["G"])
        payload = {"type": kind, "args": [argument], "playerID": actor.seat}
        action = {"type": "MAKE_MOVE", "payload": {**payload, "credentials": actor.credentials}}
        self._actor, self._sent = actor, (actor.version + 1, time.perf_counter())
        await actor.emit("update", action, actor.version, self.match, actor.seat)
        await actor.until(self._sent[0])
        self.line.figures.time("commands", time.perf_counter() - due)
        self.version = self._sent[0]

    def told(self, client: Client, version: int) -> None:
        """A socket has brought a state: heard and seen at once."""
        number, moment = self._sent
        if version == number and client is not self._actor:
            for kind in ("heard", "seen"):
                self.line.figures.time(kind, time.perf_counter() - moment)


def choose(known: State) -> tuple[str, int]:
    """What a player does: any card, any placement."""
    if known["card"] is None:
        return "draw", CHANCE.choice(known["slots"])
    return "place", CHANCE.randrange(len(known["placements"]))
