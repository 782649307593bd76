"""Bots on a server: each plays in its turn, once, at its pace, and every game ends."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path

from serpentina.cards import STANDARD, Deck
from serpentina.fan import Fan
from serpentina.options import PRESETS
from serpentina.server.bots import Stewards, next_step, warm
from serpentina.server.commands import Actor, Command, decide
from serpentina.server.live import Event, Live, Seat
from serpentina.server.lobby import Lobby, Plan, Stale, house
from serpentina.server.migrations import upgrade
from serpentina.server.settings import Settings
from serpentina.server.store import Store
from tests.campaign import SOAK
from tests.server.conftest import Serve
from tests.server.running import BOT, TINY, here, until

GAMES = 10_000 if SOAK else 40
STORED_GAMES = 200 if SOAK else 8
TABLES = 5_000 if SOAK else 100
Work = Callable[[Lobby, Stewards], Awaitable[None]]
FIVE = tuple(Seat("bot", player=("garter", "hatchling")[number % 2]) for number in range(5))


def in_lobby(
    path: Path, work: Callable[[Lobby, Stewards], Awaitable[None]], **options: float
) -> None:
    """Do some work in a lobby of its own."""
    upgrade(path / "games.sqlite3")

    async def run() -> None:
        settings = Settings(**{"bot_pause": 0, "undo_pause": 0, **options})  # type: ignore[arg-type]
        store = Store(path / "games.sqlite3")
        lobby = Lobby(store, settings)
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
        await asyncio.sleep(0)
        assert len(stewards) == 0

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


def test_a_kill_while_a_bot_thinks(serve: Serve) -> None:
    """F10: killed while bots play, the server goes on with the game by itself."""
    server = serve(bot_pause=0.02)
    ana = server.device()
    ana.create(BOT, BOT, BOT)
    until(lambda: ana.see()["version"] > 20)
    server.end(signal.SIGKILL)
    server.start()
    until(lambda: ana.see()["status"] == "counted")
    with sqlite3.connect(server.database) as database:
        kinds = [kind for (kind,) in database.execute("SELECT kind FROM events ORDER BY number")]
    database.close()
    assert kinds == ["created", "started", *["drew", "placed"] * 49, "counted"]


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
        lobby.presence.forget(0)
        assert len(lobby.presence) == 0
        assert lobby.kept <= 500

    in_lobby(tmp_path, work, away=0.05)


def test_warming() -> None:
    """The game that is played at the start comes to its end."""
    warm()
