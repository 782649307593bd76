"""Hints over the API: for whoever holds a card, where they are on, and never in anybody's way."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import pytest

from serpentina.hints import hint
from serpentina.reader import read_record
from serpentina.server.thinking import Busy, Thinkers
from tests.server.running import TINY, Device, Server, State, here
from tests.server.test_errors import is_problem

if TYPE_CHECKING:
    import httpx

SMALL = "<r:2 r>:2 gr:3 gb:2"
GENTLE = {"kind": "bot", "player": "gentle:1:50"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that thinks without compiling anything: most decks here are small."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_DISABLE_JIT", "1")
        running = Server(tmp_path_factory.mktemp("server") / "games.sqlite3")
        yield running
        running.close()


def hint_at(device: Device, version: int) -> httpx.Response:
    """Ask for a hint."""
    body = {"expected_version": version}
    return device.http.post(f"/api/games/{device.game}/hint", json=body)


def holding(device: Device, deck: str = SMALL, *, hints: bool = True) -> State:
    """A table of two people on one device, with a card drawn that can lie here or there."""
    while True:
        state = device.create(here(), here("dog"), deck=deck, hints=hints)
        while state["status"] == "playing":
            state = device.do("draw", state["version"], slot=state["slots"][0])
            if len(state["placements"]) > 1:
                return state
            placement = state["placements"][0]["placement"]
            state = device.do("place", state["version"], placement=placement)


def test_a_hint_is_that_of_the_view(server: Server) -> None:
    """What is answered is the hint for what everybody sees, with its reason in numbers."""
    ana = server.device()
    state = holding(ana)
    answer = hint_at(ana, state["version"])
    assert answer.status_code == 200, answer.text
    record = read_record(ana.http.get(f"/api/games/{ana.game}/record").text)
    expected = hint(record.replay().view)
    found = answer.json()
    assert (found["placement"], found["other"]) == expected[:2]
    assert found["reason"] == (expected.reason and expected.reason._asdict())
    assert found["gain"] == pytest.approx(expected.gain, abs=1e-4)
    assert hint_at(ana, state["version"]).json() == found, "asked again it is the same"


def test_hints_are_off_unless_wanted(server: Server) -> None:
    """At a table without hints none is given, and its record says nothing of them."""
    ana = server.device()
    state = holding(ana, hints=False)
    is_problem(hint_at(ana, state["version"]), 409, "illegal")
    assert not state["hints"]
    assert not ana.create(here(), here("dog"), deck=TINY)["hints"]
    assert "Hints" not in ana.http.get(f"/api/games/{ana.game}/record").text


def test_whoever_may_not_place_gets_no_hint(server: Server) -> None:
    """A watcher, somebody else, whoever has not drawn or has seen an older table: none."""
    ana, ben, watcher = server.device(), server.device(), server.device()
    version = ana.create(here(), {"kind": "open"}, deck=SMALL, hints=True)["version"]
    is_problem(hint_at(ana, version), 409, "illegal")
    ben.join(ana.game)
    version = ana.do("start")["version"]
    is_problem(hint_at(ana, version), 409, "illegal")
    drawn = ana.do("draw", slot=1)
    watcher.game = ana.game
    is_problem(hint_at(watcher, drawn["version"]), 403, "not_your_seat")
    is_problem(hint_at(ben, drawn["version"]), 409, "not_your_turn")
    stale = hint_at(ana, version)
    is_problem(stale, 409, "stale")
    assert stale.json()["state"]["version"] == drawn["version"]
    is_problem(ana.http.post(f"/api/games/{ana.game}/hint", json={}), 422, "malformed")
    is_problem(
        ana.http.post("/api/games/aaaaaaaa/hint", json={"expected_version": 1}), 404, "unknown_game"
    )
    assert hint_at(ana, drawn["version"]).status_code == 200


def test_the_record_says_who_could_ask(server: Server) -> None:
    """The header names the seats of people; a rematch has hints, too."""
    ana = server.device()
    ana.create({"kind": "bot", "player": "garter"}, here(), deck=TINY, hints=True)
    state = ana.see()
    while state["status"] == "playing":
        state = ana.turn(state) if state["seat"] == 2 else ana.see()
    record = ana.http.get(f"/api/games/{ana.game}/record").text
    assert '[Hints "2"]' in record
    assert read_record(record).more == (("Hints", "2"),)
    if state["status"] == "over":
        ana.do("count")
    following = ana.do("rematch")["next"]
    assert ana.see(following)["hints"]


def test_others_are_answered_while_a_hint_is_thought_out(server: Server) -> None:
    """A hint that takes seconds keeps nobody waiting: other tables are seen and played on."""
    ana, ben = server.device(), server.device()
    state = ana.create(here(), here("dog"), hints=True)
    while len(state["placements"]) < 2:
        state = ana.turn(state)
        state = ana.do("draw", slot=state["slots"][0])
    ben.create(here(), here("dog"), deck=SMALL)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(hint_at, ana, state["version"])
        time.sleep(0.3)
        slowest, steps = 0.0, 0
        while not waiting.done() and ben.see()["status"] == "playing":
            began = time.monotonic()
            ben.turn()
            slowest, steps = max(slowest, time.monotonic() - began), steps + 1
        assert steps == 8, "the whole game is played meanwhile"
        assert not waiting.done()
        assert slowest < 2
        waiting.result()


def test_a_gentle_bot_says_so_in_the_record_alone(server: Server) -> None:
    """Its wish is part of its name; a wish that cannot be is refused."""
    ana = server.device()
    state = ana.create(here(), GENTLE, deck=TINY)
    assert state["seats"][1]["player"] == "gentle:1:50"
    while state["status"] == "playing":
        state = ana.turn(state) if state["seat"] == 1 else ana.see()
    assert '[Seat2 "bot:gentle:1:50"]' in ana.http.get(f"/api/games/{ana.game}/record").text
    for name in ("gentle:9", "gentle:1:0", "garter:1"):
        seats = [here(), {"kind": "bot", "player": name}]
        is_problem(ana.http.post("/api/games", json={"seats": seats}), 422, "malformed")


def test_a_rematch_is_gentle_with_the_same_person(server: Server) -> None:
    """The seats are numbered anew; the wish follows."""
    ana = server.device()
    state = ana.create(here(), here("dog"), {"kind": "bot", "player": "gentle:2"}, deck=TINY)
    while state["status"] == "playing":
        state = ana.turn(state) if state["seat"] != 3 else ana.see()
    if state["status"] == "over":
        ana.do("count")
    seats = ana.see(ana.do("rematch")["next"])["seats"]
    players: list[str | None] = [seat["player"] for seat in seats]
    assert players == [None, "gentle:1", None]
    assert seats[0]["pictogram"] == "dog"


def slow(mark: str, seconds: float) -> str:
    """Something that takes its time."""
    time.sleep(seconds)
    return mark


def test_the_same_question_is_thought_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks the same waits for the same answer; of too many questions some are refused."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr("serpentina.server.thinking.MOST_WAITING", 2)

    async def run() -> None:
        thinkers = Thinkers()
        first = asyncio.create_task(thinkers.think("a", partial(slow, "a", 0.5)))
        again = asyncio.create_task(thinkers.think("a", partial(slow, "b", 0.0)))
        other = asyncio.create_task(thinkers.think("c", partial(slow, "c", 0.0)))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await thinkers.think("d", partial(slow, "d", 0.0))
        assert list(await asyncio.gather(first, again, other)) == ["a", "a", "c"]
        assert await thinkers.think("d", partial(slow, "d", 0.0)) == "d"
        thinkers.close()

    asyncio.run(run())


def test_a_process_that_dies_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it was asked fails; the next question finds another process."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")

    async def run() -> None:
        thinkers = Thinkers()
        with pytest.raises(Exception, match="terminated abruptly"):
            await thinkers.think("die", partial(os._exit, 1))
        assert await thinkers.think("live", partial(slow, "lives", 0.0)) == "lives"
        thinkers.close()
        thinkers.close()

    asyncio.run(run())
