"""Faults that other online games have had, and ours must not: those over HTTP and WebSocket."""

from __future__ import annotations

import json
import secrets
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, get_args

import pytest

from serpentina.server.models import CommandName
from tests.campaign import SOAK
from tests.server.conftest import BACKENDS, Serve
from tests.server.running import BOT, OPEN, TINY, Device, Server, core, here, play_out, until

if TYPE_CHECKING:
    import httpx
    from websockets.sync.client import ClientConnection

pytestmark = BACKENDS  # on one server, and on two nodes where each device is at another one
COMMANDS = get_args(CommandName)
ARGUMENTS: dict[str, dict[str, Any]] = {
    "draw": {"slot": 3},
    "place": {"placement": 0},
    "rename": {"name": "Eve"},
}


def pair(server: Server, **wanted: object) -> tuple[Device, Device]:
    """Two devices at a table that has started; it is the first one's turn."""
    ana, ben = server.device(), server.device()
    ana.create(here("cat", "Ana"), OPEN, **wanted)
    ben.join(ana.game)
    ana.do("start")
    return ana, ben


def test_a_kill_in_mid_turn(serve: Serve) -> None:
    """F1: after a kill in mid-turn the card is still in hand, and stale commands are told so."""
    server = serve()
    ana, ben = pair(server)
    drawn = ana.do("draw", slot=5)
    server.kill_and_start()
    stale = ana.ask("draw", drawn["version"] - 1, slot=6)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    assert core(stale.json()["state"]) == core(drawn)
    assert ana.turn()["last"]["slot"] == 5
    assert ben.turn()["seat"] == 1


def test_a_command_twice(server: Server) -> None:
    """F3: the same command id twice, and two ids at one version, are one draw."""
    ana, _ = pair(server)
    version = ana.see()["version"]
    body = {"command_id": "x" * 8, "expected_version": version, "command": "draw", "slot": 4}
    path = f"/api/games/{ana.game}/commands"
    first, second = ana.http.post(path, json=body), ana.http.post(path, json=body)
    assert first.status_code == second.status_code == 200
    assert first.json() == second.json()
    assert first.json()["version"] == version + 1
    assert ana.ask("draw", version, slot=9).json()["code"] == "stale"
    ana.turn()
    again = ana.http.post(path, json=body)
    assert again.status_code == 200
    assert again.json()["version"] == version + 2


def test_a_command_many_times_at_once(server: Server) -> None:
    """F3: one command that comes twenty times at once is one draw, and each is answered with it."""
    ana, _ = pair(server)
    version = ana.see()["version"]
    body = {"command_id": "y" * 8, "expected_version": version, "command": "draw", "slot": 4}

    def draw(_number: int) -> httpx.Response:
        return ana.http.post(f"/api/games/{ana.game}/commands", json=body)

    with ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(draw, range(20)))
    assert {(answer.status_code, answer.json()["slot"]) for answer in answers} == {(200, 4)}
    assert ana.see()["version"] == version + 1


def test_a_race(server: Server) -> None:
    """F4: of 50 commands at once at one version exactly one is accepted."""
    for _ in range(3 if SOAK else 1):
        ana, _ = pair(server)
        version = ana.see()["version"]
        draw = partial(ana.ask, "draw", version)
        with ThreadPoolExecutor(50) as threads:
            asked = [threads.submit(draw, slot=slot) for slot in (*range(1, 50), 1)]
            answers = [each.result().status_code for each in asked]
        assert sorted(answers) == [200] + [409] * 49
        assert ana.see()["version"] == version + 1


def test_a_race_for_the_last_seat(server: Server) -> None:
    """F4: of many who take the last seat at once exactly one gets it."""
    ana = server.device()
    ana.create(here(), OPEN)
    guests = [server.device() for _ in range(12)]

    def join(guest: Device) -> int:
        body = {"pictogram": "owl"}
        return guest.http.post(f"/api/games/{ana.game}/seats", json=body).status_code

    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(join, guests))
    assert sorted(answers) == [200] + [409] * 11


def secret_of(server: Server, game: str) -> tuple[str, list[str]]:
    """The nonce and the order of a game, from the database."""
    secret = json.loads(server.rows(f"SELECT secret FROM games WHERE id = '{game}'")[0][0])  # noqa: S608
    return secret["nonce"], secret["order"].split()


def all_of(socket: ClientConnection) -> Iterator[str]:
    """All that has come over a socket."""
    with suppress(TimeoutError):
        while True:
            yield str(socket.recv(0.5))


def test_the_secret_reaches_nobody(server: Server) -> None:
    """F5: no byte that players and watchers get tells the nonce or what the fan still holds."""
    ana, ben = pair(server)
    eve = server.device()
    eve.game = ana.game
    nonce, order = secret_of(server, ana.game)
    with ana.live() as hers, eve.live() as watching:
        while (state := eve.see())["status"] == "playing":
            holder = ana if state["seat"] in ana.see()["you"] else ben
            before = len(eve.heard)
            holder.do("draw", slot=state["slots"][0])
            hidden = [order[slot] for slot in eve.see()["slots"]]
            eve.http.get(f"/api/games/{ana.game}/record")
            if len(hidden) % 5 == 0:
                eve.http.get(f"/api/games/{ana.game}/replay")
            told = "".join(eve.heard[before:])
            for joint in (" ".join(hidden[:9]), '", "'.join(hidden[:9]), '","'.join(hidden[:9])):
                assert len(hidden) < 9 or joint not in told
            holder.turn()
        pushed = [each for socket in (hers, watching) for each in all_of(socket)]
    assert len(pushed) > 100
    for told in (*ana.heard, *ben.heard, *eve.heard, *pushed):
        assert nonce not in told
        assert '"Fan ' not in told
        assert '"order":[' not in told
    assert all(set(json.loads(each)) == {"version"} for each in pushed)
    assert ana.do("count")["nonce"] == nonce
    assert eve.see()["order"] == order


def test_watchers_see_what_players_see(server: Server) -> None:
    """F5: a watcher is shown the same as a player, but for what is the player's own."""
    ana, ben = pair(server)
    ana.do("draw", slot=1)
    until(lambda: all(seat["present"] for each in (ana, ben) for seat in each.see()["seats"]))
    watched, seen = server.device().see(ana.game), ana.see()
    own = {"you": [], "maker": False, "can_undo": False}
    assert watched == {**seen, **own}
    assert ben.see() == {**watched, "you": [2]}


def test_a_kill_after_each_event(serve: Serve) -> None:
    """F7: killed after each event, the server shows the same table; a new link is not dead."""
    server = serve()
    ana, ben = server.device(), server.device()
    state = ana.create(here(), OPEN, deck="standard" if SOAK else "<r r> gr")

    def survives(expected: dict[str, object]) -> None:
        server.kill_and_start()
        assert core(ana.see()) == core({**expected, "you": [1], "maker": True})

    survives(state)
    ben.join(ana.game)
    survives(ana.see())
    survives(ana.do("start"))
    undone = False
    while (state := ana.see())["status"] == "playing":
        holder = ana if state["seat"] == 1 else ben
        holder.do("draw", slot=state["slots"][0])
        survives(ana.see())
        holder.turn()
        survives(ana.see())
        if not undone:
            holder.do("undo")
            survives(ana.see())
            holder.turn()
            undone = True
    survives(ana.do("count"))
    following = ana.do("rematch")["next"]
    survives(ana.see())
    assert ana.see(following)["you"] == [2]
    assert ben.see(following)["you"] == [1]


def test_somebody_leaves_in_his_turn(serve: Serve) -> None:
    """F8: after the limit, not before, a bot may play for who is away, and he can come back."""
    server = serve(away=1.2, bot_pause=0.2)
    ana, ben = pair(server)
    with ana.live():
        assert ben.ask("substitute").json()["code"] == "not_away"
    assert ben.ask("substitute").json()["code"] == "not_away"
    with ben.live() as socket:
        until(lambda: ben.see()["seats"][0]["away"])
        told = [json.loads(socket.recv(5))["version"] for _ in range(2)]
        assert told[-1] == ben.see()["version"], "told without an event"
        played = ben.do("substitute")
        assert played["seats"][0]["bot_plays"]
        until(lambda: ben.see()["seat"] == 2)
    assert ana.ask("draw", slot=1).json()["code"] == "not_your_turn"
    assert not ana.do("back")["seats"][0]["bot_plays"]
    ben.turn()
    assert ana.turn()["last"]["seat"] == 1


def test_who_is_away_is_not_present(serve: Serve) -> None:
    """Who has closed his page is never shown as present and away at once, and others stay so."""
    server = serve(away=0.5)
    ana, ben = pair(server)
    with ana.live():
        until(lambda: ben.see()["seats"][0]["present"])
    with ben.live():
        until(lambda: ben.see()["seats"][0]["away"])
        shown = [(seat["present"], seat["away"]) for seat in ben.see()["seats"]]
    assert shown == [(False, True), (True, False)]


def test_somebody_is_there_without_a_socket(serve: Serve) -> None:
    """F8: a program that asks now and then is not away."""
    server = serve(away=1.5)
    ana, ben = pair(server)
    for _ in range(12):
        ana.see()
        assert ben.ask("substitute").json()["code"] == "not_away"
        time.sleep(0.15)
    until(lambda: ben.see()["seats"][0]["away"])


def test_the_limit_survives_a_kill(serve: Serve) -> None:
    """F8: who was at the table when the server was killed, and never comes again, is away."""
    server = serve(away=1.0)
    ana, ben = pair(server)
    with ana.live() as socket:
        socket.recv(5)
        server.end(signal.SIGKILL)
    server.start()
    assert not ben.see()["seats"][0]["away"]
    until(lambda: ben.see()["seats"][0]["away"])
    assert ben.do("substitute")["seats"][0]["bot_plays"]


def test_a_stop_with_open_sockets(serve: Serve) -> None:
    """F17: with 50 open sockets the server stops within 5 seconds, and the games are intact."""
    server = serve()
    ana, ben = pair(server)
    state = ana.do("draw", slot=2)
    with ExitStack() as sockets:
        for number in range(50):
            sockets.enter_context((ana, ben)[number % 2].live()).recv(5)
        assert server.end(signal.SIGTERM) < 5
    server.start()
    assert core(ana.see()) == core(state)


def is_counted(device: Device, game: str) -> bool:
    """Whether a game has come to its end."""
    return bool(device.see(game)["status"] == "counted")


def test_a_stop_while_bots_play(serve: Serve) -> None:
    """F17: in the middle of 20 games of bots the server stops, and goes on with each afterwards."""
    server = serve()
    ana = server.device()
    games = [ana.create(BOT, BOT, deck=f"{TINY} gb:20")["game"] for _ in range(20)]
    assert server.end(signal.SIGTERM) < 5
    server.start()
    for game in games:
        until(partial(is_counted, ana, game), 60)


def test_the_same_device_has_the_same_seat(server: Server) -> None:
    """F18: a refresh, a second tab and a second click on joining are the same seat."""
    ana, ben = server.device(), server.device()
    ana.create(here(), OPEN, OPEN)
    assert ben.join(ana.game)["you"] == [2]
    assert ben.join(ana.game)["you"] == [2]
    assert ben.join(ana.game, another=True)["you"] == [2, 3]
    tab = server.device()
    tab.game = ana.game
    tab.http.cookies = ben.http.cookies
    assert tab.see()["you"] == [2, 3]
    with ben.live(), ben.live():
        until(lambda: ana.see()["seats"][1]["present"])


@pytest.mark.parametrize("command", COMMANDS)
def test_nobody_acts_for_another(server: Server, command: str) -> None:
    """F19: each command with each wrong token is refused, and the table stays as it is."""
    ana, ben = pair(server)
    if command in ("place", "undo", "count"):
        drawn = ana.do("draw", slot=3)
        if command == "undo":
            ana.do("place", placement=drawn["placements"][0]["placement"])
    elsewhere, _ = pair(server)
    cookie = f"serpentina_{ana.game}"
    other = elsewhere.http.cookies[f"serpentina_{elsewhere.game}"]
    own = ana.http.cookies[cookie]
    before = ana.see()
    tokens = (None, "", "x", other, own[:-1], own.swapcase(), secrets.token_urlsafe(24), "a" * 4000)
    for token in tokens:
        eve = server.device()
        eve.game = ana.game
        if token is not None:
            eve.http.cookies.set(cookie, token)
        answer = eve.ask(command, before["version"], **ARGUMENTS.get(command, {}))
        assert answer.status_code == 403, answer.text
        assert answer.json()["code"] in ("not_your_seat", "not_the_maker")
    others: dict[str, dict[str, Any]] = {
        **ARGUMENTS,
        **{name: {"seat": 1} for name in ("leave", "back")},
    }
    others["rename"] = {"seat": 1, "name": "Eve"}
    answer = ben.ask(command, before["version"], **others.get(command, {}))
    assert answer.status_code in (403, 409), "another seat at the table"
    assert core(ana.see()) == core(before)


def test_tokens_are_kept_from_pages_and_from_the_database(server: Server) -> None:
    """F19: the cookie is out of the page's reach, and the database knows only its hash."""
    ana = server.device()
    answer = ana.http.post("/api/games", json={"seats": [here(), BOT]})
    said = answer.headers["set-cookie"]
    assert "HttpOnly" in said
    assert "SameSite=lax" in said
    assert "Secure" not in said, "plain http in a home network"
    token = ana.http.cookies[f"serpentina_{answer.json()['game']}"]
    assert len(token) >= 22
    kept = server.kept()
    assert answer.json()["game"].encode() in kept
    assert token.encode() not in kept


def test_sockets_tell_every_version(server: Server) -> None:
    """Whoever listens hears of the last version, and of versions in their order."""
    ana, ben = pair(server, deck=TINY)
    with ben.live() as socket:
        state = play_out(ana, ben)
        told = [0]
        while told[-1] < state["version"]:
            told.append(json.loads(socket.recv(5))["version"])
    assert all(one <= other for one, other in pairwise(told))
