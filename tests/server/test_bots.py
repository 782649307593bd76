"""Bots on a server: each plays in its turn, once, at its pace, and every game ends."""

from __future__ import annotations

import asyncio
import random
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path

import httpx
import pytest

from serpentina.cards import STANDARD, Deck
from serpentina.fan import Fan
from serpentina.game import View
from serpentina.layout import Placement
from serpentina.options import PRESETS
from serpentina.players import Player
from serpentina.server.app import create_app
from serpentina.server.bots import Stewards, next_step, warm
from serpentina.server.commands import Actor, Command, decide
from serpentina.server.live import Event, Live, Seat
from serpentina.server.lobby import Lobby, Stale, house
from serpentina.server.migrations import upgrade
from serpentina.server.plans import Plan
from serpentina.server.problems import Refused
from serpentina.server.settings import Settings
from serpentina.server.store import store_at
from tests.campaign import SOAK
from tests.server.conftest import BACKENDS, Serve
from tests.server.running import BOT, TINY, here, until

GAMES = 10_000 if SOAK else 40
STORED_GAMES = 200 if SOAK else 8
TABLES = 1_000 if SOAK else 100
Work = Callable[[Lobby, Stewards], Awaitable[None]]
FIVE = tuple(Seat("bot", player=("garter", "hatchling")[number % 2]) for number in range(5))


def in_lobby(
    path: Path, work: Work, clock: Callable[[], float] = time.time, **options: float
) -> None:
    """Do some work in a lobby of its own."""
    upgrade(path / "games.sqlite3")

    async def run() -> None:
        settings = Settings(**{"bot_pause": 0, "undo_pause": 0, **options})  # type: ignore[arg-type]
        store = store_at(path / "games.sqlite3")
        lobby = Lobby(store, settings, clock)
        stewards = Stewards(lobby)
        await work(lobby, stewards)
        await lobby.close()
        await stewards.close()
        await store.close()

    asyncio.run(run())


def plan(*seats: Seat, deck: Deck = STANDARD) -> Plan:
    """A table of these seats."""
    return Plan(PRESETS["serpentina"], deck, "fan", seats, "maker")


async def counted(lobby: Lobby, game: str) -> Live:
    """The game, as soon as it is counted."""
    with lobby.bus.listening(game) as ear:
        while True:
            live, _ = await lobby.see(game)
            if live.status == "counted":
                return live
            await asyncio.wait_for(ear.hear(), 60)


def test_games_of_five_bots_end() -> None:
    """F10: whatever five bots do is lawful, each moves in its turn, and every game ends."""
    for _ in range(GAMES):
        body = {"rules": "serpentina", "deck": "standard", "spread": "fan", "maker": "m"}
        seats = [asdict(seat) for seat in FIVE]
        created = Event("created", {**body, "first": "g", "series": [0] * 5, "seats": seats}, 0.0)
        live = Live.created("g", Fan.shuffled(STANDARD), created).after(Event("started", {}, 0.0))
        while live.status != "counted":
            kind, told = decide(live, house(live), next_step(live), is_away=False)
            live = live.after(Event(kind, told, 0.0))
        assert live.version == 2 + 2 * 49 + 1
        assert [turn.seat for turn in live.game.turns[1:6]] == [1, 2, 3, 4, 5]


def test_five_bots(tmp_path: Path) -> None:
    """F10: games that are stored end too, and then nobody looks after them any more."""

    async def work(lobby: Lobby, stewards: Stewards) -> None:
        for _ in range(STORED_GAMES // 4):
            games = [(await lobby.create(plan(*FIVE))).id for _ in range(4)]
            for game in games:
                live = await counted(lobby, game)
                assert [turn.seat for turn in live.game.turns[1:6]] == [1, 2, 3, 4, 5]
                assert live.version == 2 + 2 * 49 + 1
        async with asyncio.timeout(30):
            while len(stewards):
                await asyncio.sleep(0.01)

    in_lobby(tmp_path, work)


def test_two_workers_think_at_once(tmp_path: Path) -> None:
    """F10: if a bot's move is thought out twice, it is made once."""

    async def work(lobby: Lobby, stewards: Stewards) -> None:
        del stewards
        live = await lobby.create(plan(*FIVE))
        steps = [next_step(live), next_step(live)]
        acts = [lobby.act(live.id, house, step, live.version) for step in steps]
        answers = await asyncio.gather(*acts, return_exceptions=True)
        assert sum(isinstance(answer, Live) for answer in answers) == 1
        assert sum(isinstance(answer, Stale) for answer in answers) == 1

    in_lobby(tmp_path, work, bot_pause=60)


@BACKENDS
def test_a_kill_while_a_bot_thinks(serve: Serve) -> None:
    """F10: killed while bots play, the server goes on with the game by itself."""
    server = serve(bot_pause=0.02)
    ana = server.device()
    ana.create(BOT, BOT, BOT)
    until(lambda: ana.see()["version"] > 20)
    server.end(signal.SIGKILL)
    server.start()
    until(lambda: ana.see()["status"] == "counted")
    kinds = [kind for (kind,) in server.rows("SELECT kind FROM events ORDER BY number")]
    assert kinds == ["created", "started", *["drew", "placed"] * 49, "counted"]


@BACKENDS
def test_a_bot_waits_for_the_undo(serve: Serve) -> None:
    """R9: a bot waits after a person's placement, so that he can take it back."""
    server = serve(undo_pause=1.0)
    ana = server.device()
    ana.create(here(), BOT)
    placed = ana.turn()
    began = time.monotonic()
    assert placed["can_undo"]
    time.sleep(0.5)
    assert ana.see()["version"] == placed["version"]
    ana.do("undo")
    time.sleep(0.8)
    assert ana.see()["seat"] == 1, "the bot does not move in the person's turn"
    version = ana.turn()["version"]
    until(lambda: ana.see()["version"] > version)
    assert time.monotonic() - began > 2.0


@BACKENDS
def test_a_persons_last_placement_is_his_to_count(serve: Serve) -> None:
    """R9: the house counts for bots alone; a person may take his last placement back."""
    server = serve()
    ana = server.device()
    ana.create(here(), deck=TINY)
    while ana.see()["status"] == "playing":
        over = ana.turn()
    assert over["can_undo"]
    time.sleep(0.3)
    assert ana.see()["status"] == "over"
    ana.do("undo")
    ana.turn()
    assert not ana.do("count")["can_undo"]


@BACKENDS
def test_thinking_does_not_block(serve: Serve) -> None:
    """While 30 tables of bots play, a person is answered at once."""
    server = serve(bot_pause=0.05)
    ana = server.device()
    for _ in range(30):
        ana.create(*[BOT] * 5)
    slowest = 0.0
    for _ in range(20):
        began = time.monotonic()
        ana.http.get("/api/host")
        slowest = max(slowest, time.monotonic() - began)
        time.sleep(0.02)
    assert slowest < 1.0


def test_tables_that_are_left(tmp_path: Path) -> None:
    """F11: of tables that were made and left nothing stays registered, and few in memory."""
    later = 0.0

    async def work(lobby: Lobby, stewards: Stewards) -> None:
        person = Seat("here", pictogram="cat", device="hash")
        for _ in range(TABLES):
            live = await lobby.create(plan(person, Seat("open")))
            await lobby.act(live.id, lambda _live: Actor("maker"), Command("start"), live.version)
            with lobby.bus.listening(live.id):
                await lobby.arrive(live, "hash")
                lobby.depart(live, "hash")
        await asyncio.sleep(0.2)
        while len(stewards):
            await asyncio.sleep(0.05)
        assert len(lobby.bus) == 0
        assert lobby.kept == TABLES // 2
        nonlocal later
        later = 61.0
        lobby.presence.see("another", "device")
        assert len(lobby.presence) == 1, "the last request has put out all before it"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("serpentina.server.lobby.MOST_KEPT", TABLES // 2)
        in_lobby(tmp_path, work, lambda: time.time() + later, away=0.05)


def test_the_server_sweeps_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F11: a running server deletes old games, and forgets who was there, without being asked."""
    monkeypatch.setattr("serpentina.server.app.SWEEPING_SECONDS", 0.02)
    monkeypatch.setattr("serpentina.server.presence.MEMORY", 0.05)
    database = str(tmp_path / "games.sqlite3")
    app = create_app(Settings(database=database, idle_days=0.1 / 86_400, away=0.05))

    async def run() -> None:
        async with app.router.lifespan_context(app):
            lobby: Lobby = app.state.lobby
            live = await lobby.create(plan(Seat("open")))
            lobby.presence.see(live.id, "hash")
            assert (lobby.kept, len(lobby.presence)) == (1, 1)
            for _ in range(200):
                await asyncio.sleep(0.02)
                if not lobby.kept and not len(lobby.presence):
                    break
            with pytest.raises(Refused, match="deleted"):
                await lobby.see(live.id)
            assert (lobby.kept, len(lobby.presence)) == (0, 0)

    asyncio.run(run())


class Thinker:
    """A player that thinks until it is told to stop."""

    def __init__(self, stop: threading.Event) -> None:
        self.stop = stop
        self.thoughts = 0

    def choose(self, view: View, random: random.Random) -> Placement:  # noqa: ARG002
        """The first placement, after a while."""
        self.thoughts += 1
        assert self.stop.wait(20)
        return view.placements[0]


def test_warming(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """At the start each player thinks once in a thread; nobody waits for it, nor for a failure."""
    thinker = Thinker(stop := threading.Event())

    def player_of(name: str) -> Player:
        if name == "broken":
            raise ZeroDivisionError
        return thinker

    monkeypatch.setattr("serpentina.server.bots.PLAYERS", ("broken", "slow", "slower"))
    monkeypatch.setattr("serpentina.server.bots.player", player_of)
    app = create_app(Settings(database=str(tmp_path / "games.sqlite3")))

    async def run() -> None:
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
                assert (await http.get("/api/host")).status_code == 200
            assert thinker.thoughts < 2
        assert not stop.is_set(), "the stop does not wait either"
        stop.set()

    asyncio.run(run())
    until(lambda: thinker.thoughts == 4)
    assert "The player broken cannot think" in caplog.text


def test_each_player_warms_up(caplog: pytest.LogCaptureFixture) -> None:
    """Every player that is registered can be tried at the start."""
    warm()
    assert not caplog.records
