"""Nothing is lost: servers are killed at random moments under load, and clients keep a ledger.

What was acknowledged is there once, what was not is there at most once, every game replays, and
every game goes on.
"""

from __future__ import annotations

import random
import secrets
import signal
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx

from serpentina.reader import read_record
from serpentina.record import verify
from tests.campaign import SOAK
from tests.server.conftest import BACKENDS, Serve
from tests.server.running import BOT, Device, Nodes, Server, State, core, here, until

KILLS = 50 if SOAK else 4
PLAYERS = 6
WORK = 10  # commands that are acknowledged between a start and the next kill, at least
LONGEST_PEACE = 0.5  # seconds more
DECK = "<r r> gr:8 bg:4"


@dataclass
class Sent:
    """A command as its sender knows it."""

    game: str
    command_id: str
    command: str
    number: int  # that of its event, if there is one
    is_acknowledged: bool = False


@dataclass
class Player:
    """Plays game after game, alone at a table or with a bot, at whichever node answers."""

    nodes: list[Server]
    number: int
    stop: threading.Event
    ledger: list[Sent] = field(default_factory=list)
    games: list[str] = field(default_factory=list)
    breaks: int = 0
    failure: BaseException | None = None

    def __post_init__(self) -> None:
        self.chance = random.Random(self.number)
        self.http = httpx.Client(timeout=10)
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self) -> None:
        """Play until told to stop."""
        try:
            while not self.stop.is_set():
                self.play()
        except BaseException as error:  # noqa: BLE001 - told by the test
            self.failure = error

    def ask(self, path: str, body: dict[str, Any] | None = None) -> httpx.Response | None:
        """The answer of any node; None where the line broke, or the node could not say."""
        address = self.chance.choice(self.nodes).address + path
        try:
            answer = self.http.post(address, json=body) if body else self.http.get(address)
        except httpx.TransportError:
            self.breaks += 1
            time.sleep(0.05)
            return None
        assert answer.status_code < 500 or answer.status_code == 503, answer.text
        return None if answer.status_code == 503 else answer

    def play(self) -> None:
        """Make a table, and play there to the end."""
        seats = [here(), BOT if self.number % 2 else here("dog")]
        answer = self.ask("/api/games", {"seats": seats, "deck": DECK})
        if answer is None:
            return
        assert answer.status_code == 201
        game: str = answer.json()["game"]
        self.games.append(game)
        while not self.stop.is_set():
            seen = self.ask(f"/api/games/{game}")
            if seen is None:
                continue
            assert seen.status_code == 200, "a table that was acknowledged is there"
            if seen.json()["status"] == "counted":
                return
            self.step(seen.json())

    def step(self, state: State) -> None:
        """Send what is to be done; after a break sometimes again, sometimes not."""
        if state["status"] == "over":
            wish: dict[str, Any] = {"command": "count"}
        elif state["seat"] not in state["you"]:
            time.sleep(0.01)
            return
        elif state["card"] is None:
            wish = {"command": "draw", "slot": self.chance.choice(state["slots"])}
        else:
            wish = {
                "command": "place",
                "placement": self.chance.choice(state["placements"])["placement"],
            }
        body = {"command_id": secrets.token_hex(8), "expected_version": state["version"], **wish}
        sent = Sent(state["game"], body["command_id"], body["command"], state["version"] + 1)
        self.ledger.append(sent)
        while not self.stop.is_set():
            answer = self.ask(f"/api/games/{state['game']}/commands", body)
            if answer is not None:
                assert answer.status_code in (200, 409), answer.text
                # "over" may be counted by the house at the same moment
                sent.is_acknowledged = answer.status_code == 200 and sent.command != "count"
                return
            if self.chance.random() < 0.5:
                return  # it will never know


def wait_for_work(players: list[Player]) -> None:
    """Let the players play on a little."""

    def done() -> int:
        return sum(sent.is_acknowledged for player in players for sent in player.ledger)

    before = done()
    until(lambda: done() >= before + WORK or any(player.failure for player in players), 60)


def nodes_of(server: Server) -> list[Server]:
    """The servers that there are."""
    return server.nodes if isinstance(server, Nodes) else [server]


def check_ledger(server: Server, ledger: list[Sent]) -> Counter[str]:
    """What the database has of what was sent; counts what became of it."""
    query = "SELECT game, command_id, number FROM commands"
    carried_out: dict[tuple[str, str], list[int]] = {}
    for game, command_id, number in server.rows(query):
        carried_out.setdefault((game, command_id), []).append(int(number))
    events = server.rows("SELECT game, number, kind FROM events")
    kinds = {(game, int(number)): kind for game, number, kind in events}
    assert len(kinds) == len(events)
    became: Counter[str] = Counter()
    for sent in ledger:
        numbers = carried_out.pop((sent.game, sent.command_id), [])
        assert len(numbers) <= 1, sent
        assert len(numbers) == 1 or not sent.is_acknowledged, sent
        if numbers:
            assert numbers == [sent.number], sent
            kind = {"draw": "drew", "place": "placed", "count": "counted"}[sent.command]
            assert kinds[sent.game, sent.number] == kind, sent
        became["acknowledged" if sent.is_acknowledged else f"unknown, {len(numbers)}"] += 1
    assert not carried_out, "nothing was carried out that nobody has sent"
    return became


def check_games(server: Server, player: Player) -> int:
    """Each game of a player is the same at all nodes, replays, and goes on to its end."""
    devices = []
    for node in nodes_of(server):
        devices.append(node.device())
        devices[-1].http.cookies = player.http.cookies
    for game in player.games:
        for device in devices:
            device.game = game
        play_on(devices[0])
        states = [core(device.see()) for device in devices]
        assert all(state == states[0] for state in states)
        record = devices[-1].http.get(f"/api/games/{game}/record").text
        assert verify(read_record(record)).is_counted
        numbers = server.rows(f"SELECT number FROM events WHERE game = '{game}'")  # noqa: S608
        assert sorted(int(number) for (number,) in numbers) == list(range(1, len(numbers) + 1))
    return len(player.games)


def play_on(device: Device) -> None:
    """Play a game to its end, beside the bots that play in it."""

    def is_counted() -> bool:
        state = device.see()
        if state["status"] == "over":
            device.ask("count", state["version"])
        elif state["status"] == "playing" and state["seat"] in state["you"]:
            device.turn(state)
        return bool(state["status"] == "counted")

    until(is_counted, 60)


@BACKENDS
def test_nothing_is_lost(serve: Serve, backend: str) -> None:
    """Each server is killed in turn, at random moments, while players play at all of them."""
    server = serve()
    stop, chance = threading.Event(), random.Random(SOAK)
    players = [Player(nodes_of(server), number, stop) for number in range(PLAYERS)]
    try:
        for kill in range(KILLS):
            wait_for_work(players)
            time.sleep(chance.uniform(0.0, LONGEST_PEACE))
            node = nodes_of(server)[kill % len(nodes_of(server))]
            node.end(signal.SIGKILL)
            node.start()
        wait_for_work(players)
    finally:
        stop.set()
        for player in players:
            player.thread.join(60)
    assert [player.failure for player in players] == [None] * PLAYERS
    became = check_ledger(server, [sent for player in players for sent in player.ledger])
    games = sum(check_games(server, player) for player in players)
    breaks = sum(player.breaks for player in players)
    print(f"{backend}: {KILLS} kills, {games} games, {breaks} broken lines, {dict(became)}")
    assert became["acknowledged"] >= KILLS * WORK
    assert breaks
    for player in players:
        player.http.close()
