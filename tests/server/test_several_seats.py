"""Devices with several seats: leaving, coming back, bots that play on, and races with them."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.server.conftest import Serve
from tests.server.running import BOT, OPEN, Device, Server, State, core, here, until
from tests.server.test_errors import is_problem


def family(server: Server, **wanted: object) -> tuple[Device, Device]:
    """A tablet with cat and dog, and a phone with the owl; it is the cat's turn."""
    tablet, phone = server.device(), server.device()
    tablet.create(here("cat"), here("dog"), OPEN, **wanted)
    phone.join(tablet.game)
    tablet.do("start")
    return tablet, phone


def bots(state: State) -> list[bool]:
    """For each seat, whether a bot plays on for its player."""
    return [seat["bot_plays"] for seat in state["seats"]]


def test_leaving_and_coming_back_by_seat(serve: Serve) -> None:
    """Each seat of a device leaves and comes back for itself; without a number it is the first."""
    tablet, _ = family(serve(bot_pause=60))
    assert bots(tablet.do("leave", seat=2)) == [False, True, False]
    is_problem(tablet.ask("leave", seat=2), 409, "illegal")
    is_problem(tablet.ask("leave", seat=3), 403, "not_your_seat")
    assert bots(tablet.do("leave")) == [True, True, False], "the first that has not left"
    is_problem(tablet.ask("leave"), 409, "illegal")
    is_problem(tablet.ask("draw", slot=1), 409, "not_your_turn")
    assert bots(tablet.do("back", seat=2)) == [True, False, False]
    assert bots(tablet.do("back")) == [False, False, False], "the first that has left"
    is_problem(tablet.ask("back"), 409, "illegal")
    assert tablet.turn()["seat"] == 2


def test_leaving_the_lobby_by_seat(server: Server) -> None:
    """Before the start each seat of a device is opened for itself, and the rest stay its own."""
    tablet, phone = server.device(), server.device()
    tablet.create(here("cat"), here("dog"), OPEN)
    assert phone.join(tablet.game)["you"] == [3]
    assert phone.join(tablet.game)["you"] == [3]
    left = tablet.do("leave", seat=2)
    assert (left["you"], left["seats"][1]["kind"]) == ([1], "open")
    assert phone.join(tablet.game, "hen", another=True)["you"] == [2, 3]
    assert phone.do("leave")["you"] == [3]
    assert tablet.do("leave")["you"] == []
    assert tablet.see()["maker"], "who made the table may still start it"
    assert tablet.join(tablet.game)["you"] == [1]


def test_substitutes_for_a_device_with_several_seats(serve: Serve) -> None:
    """F8: a bot plays for the seat on turn, later for the other one; both can be taken back."""
    tablet, phone = family(serve(away=0.4))
    with phone.live():
        until(lambda: phone.see()["seats"][0]["away"])
        assert bots(phone.do("substitute")) == [True, False, False]
        until(lambda: phone.see()["seat"] == 2)
        is_problem(phone.ask("substitute"), 409, "not_away")
        until(lambda: phone.see()["seats"][1]["away"])
        assert bots(phone.do("substitute")) == [True, True, False]
        until(lambda: phone.see()["seat"] == 3)
        assert tablet.see()["you"] == [1, 2]
        tablet.do("back", seat=2)
        assert bots(tablet.do("back", seat=1)) == [False, False, False]
        phone.turn()
    assert tablet.turn()["last"]["seat"] == 1
    assert tablet.turn()["last"]["seat"] == 2


def insist(device: Device, command: str, **more: object) -> State:
    """Send a command again, at the version that there is by then, for as long as it is stale."""
    version = device.see()["version"]
    for _ in range(200):
        answer = device.ask(command, version, **more)
        if answer.status_code == 200:
            state: State = answer.json()
            return state
        said = is_problem(answer, 409, "stale")
        version = said["state"]["version"]
    raise AssertionError("stale every time")


def test_coming_back_while_bots_move(serve: Serve) -> None:
    """Among bots that hardly wait, who asks again is let back in; then no bot plays there."""
    server = serve(bot_pause=0.1)
    tablet = server.device()
    tablet.create(here("cat"), BOT, here("dog"), BOT, BOT, sets=4)  # not over before it is let in
    tablet.do("leave", seat=3)
    insist(tablet, "leave", seat=1)
    insist(tablet, "back", seat=3)
    came = insist(tablet, "back", seat=1)
    assert bots(came) == [False] * 5
    for _ in range(3):
        tablet.turn(until(lambda: (seen := tablet.see())["seat"] in seen["you"] and seen))
    until(lambda: tablet.see()["seat"] in (1, 3))
    placed = placements_of(server, tablet.game)
    own = [device for seat, number, device in placed if number > came["version"] and seat in (1, 3)]
    assert len(own) == 3
    assert None not in own


def placements_of(server: Server, game: str) -> list[tuple[int, int, str | None]]:
    """Each placement among five: its seat, its number, and the device; None where a bot placed."""
    with sqlite3.connect(server.database) as database:
        rows = database.execute(
            "SELECT number, device FROM events LEFT JOIN commands USING (game, number) "
            "WHERE game = ? AND kind = 'placed' ORDER BY number",
            (game,),
        ).fetchall()
    database.close()
    return [(turn % 5 + 1, number, device) for turn, (number, device) in enumerate(rows)]


def test_a_substitute_races_with_coming_back(serve: Serve) -> None:
    """Of a substitute and the player's own draw at one version one is done; the game goes on."""
    tablet, phone = family(serve(away=0.3, bot_pause=0.02))
    until(lambda: phone.see()["seats"][0]["away"])
    version = phone.see()["version"]
    with ThreadPoolExecutor(2) as threads:
        asked = [
            threads.submit(phone.ask, "substitute", version),
            threads.submit(tablet.ask, "draw", version, slot=1),
        ]
        answers = sorted(each.result().status_code for each in asked)
    assert answers == [200, 409]
    if any(bots(tablet.see())):
        insist(tablet, "back", seat=1)
    while (state := tablet.see())["seat"] in state["you"]:
        tablet.turn(state)
    assert phone.turn()["last"]["seat"] == 3


def test_leaving_while_a_bot_thinks_for_another(serve: Serve) -> None:
    """All seats of a device that leave at once, each by its own command, are played to the end."""
    server = serve(bot_pause=0.01)
    tablet = server.device()
    tablet.create(here("cat"), here("dog"), here("fox"), BOT, deck="<r r> gr:12")
    with ThreadPoolExecutor(3) as threads:
        for left in [threads.submit(insist, tablet, "leave", seat=seat) for seat in (1, 2, 3)]:
            left.result()
    counted = until(lambda: (seen := tablet.see())["status"] == "counted" and seen)
    assert bots(counted) == [True, True, True, False]


def test_choosing_who_to_be(server: Server) -> None:
    """Before the start each seat may take another picture and name; what is not said stays."""
    tablet, phone = server.device(), server.device()
    tablet.create(here("cat", "Ana"), here("dog"), OPEN)
    phone.join(tablet.game, "owl", name="Ben")

    def who(state: State) -> list[tuple[str, str]]:
        return [(seat["pictogram"], seat["name"]) for seat in state["seats"]]

    assert who(phone.do("rename", pictogram="hen"))[2] == ("hen", "Ben")
    assert who(phone.do("rename", name=" Benno  B "))[2] == ("hen", "Benno B")
    assert who(phone.do("rename", name=""))[2] == ("hen", "")
    assert who(tablet.do("rename", seat=2, pictogram="fox", name="Cleo"))[1] == ("fox", "Cleo")
    renamed = tablet.do("rename", name="Anna")
    assert who(renamed) == [("cat", "Anna"), ("fox", "Cleo"), ("hen", "")]
    assert tablet.do("rename", name="Anna")["version"] == renamed["version"], "the same again"
    assert phone.join(tablet.game, "bee")["version"] == renamed["version"], "a refresh"
    is_problem(phone.ask("rename", seat=1, name="x"), 403, "not_your_seat")
    is_problem(phone.ask("rename"), 422, "malformed")
    wrongs: tuple[dict[str, Any], ...] = (
        {"name": "x" * 21},
        {"name": "bot:x"},
        {"pictogram": "tiger"},
        {"name": "\0"},
    )
    for wrong in wrongs:
        is_problem(phone.ask("rename", **wrong), 422, "malformed")
    started = tablet.do("start")
    assert who(started) == who(renamed)
    is_problem(phone.ask("rename", name="late"), 409, "illegal")
    assert core(phone.see())["seats"] == core(started)["seats"]
