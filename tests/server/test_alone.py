"""The server of one device: as one in a network answers, but pure, on kept texts."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from serpentina.cards import Deck
from serpentina.players import PLAYERS
from serpentina.reader import read_record
from serpentina.server.alone import GAME, OFFERED, WITH_NUMPY, Alone
from serpentina.server.models import Problem, Replay, RulesOffered, Ruling, State
from serpentina.server.showing import replay_of
from tests.server.running import BOT, OPEN, TINY, here

RECORDS = Path(__file__).parents[1] / "records"


class Device:
    """A browser that carries texts to and fro, and waits for the house as long as it takes."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.server = Alone(clock=lambda: self.now)
        self.kept: dict[str, str] = {}
        self.due: tuple[str, int, float] | None = None

    def ask(self, path: str, body: Any = None, status: int = 200) -> Any:
        """Ask as the client does."""
        found = GAME.fullmatch(path)
        text = body if body is None or isinstance(body, str) else json.dumps(body)
        asked = json.dumps({"path": path, "body": text})
        return self._take(
            self.server.ask(asked, self.kept.get(found[1]) if found else None), status
        )

    def _take(self, text: str, status: int = 200) -> Any:
        told = json.loads(text)
        assert told["status"] == status, told
        self.kept.update(told["keep"])
        self.due = told["due"]
        return told["text"] if told["isText"] else json.loads(told["text"])

    def make(self, *seats: dict[str, str], **wanted: Any) -> str:
        """Make a table."""
        made = self.ask("/games", {"deck": TINY, "seats": list(seats), **wanted}, 201)
        State.model_validate(made["state"])
        return str(made["game"])

    def state(self, game: str) -> Any:
        """A table as it is now."""
        return self.ask(f"/games/{game}")

    def do(self, game: str, command: str, status: int = 200, **more: Any) -> Any:
        """Send a command."""
        asked = {"command": command, "expected_version": self.state(game)["version"], **more}
        return self.ask(f"/games/{game}/commands", asked, status)

    def house(self, game: str) -> Any:
        """Let the house step, when it is due."""
        assert self.due is not None
        name, at_version, due = self.due
        assert name == game
        self.now = max(self.now, due)
        return self._take(self.server.step(game, at_version, self.kept[game]))

    def turn(self, game: str) -> None:
        """A whole turn, a person's or a bot's; or the count."""
        state = self.state(game)
        if self.due:
            self.house(game)
        elif state["status"] == "over":
            self.do(game, "count")
        elif state["card"] is None:
            self.do(game, "draw", slot=state["slots"][0])
        else:
            self.do(game, "place", placement=state["placements"][0]["placement"])

    def play_out(self, game: str) -> Any:
        """Play to the end."""
        while self.state(game)["status"] != "counted":
            self.turn(game)
        return self.state(game)


@pytest.fixture
def device() -> Device:
    """A device that has played nothing yet."""
    return Device()


def is_refused(problem: Any, code: str) -> None:
    """It is a problem document with this code."""
    assert Problem.model_validate(problem).code == code


@pytest.mark.parametrize("name", OFFERED)
def test_a_whole_game(device: Device, name: str) -> None:
    """A person and a bot play to the end; the record verifies, and the replay is as everywhere."""
    game = device.make(here(), {"kind": "bot", "player": name}, deck="<r r> <g g> gr:6")
    end = device.play_out(game)
    State.model_validate(end)
    assert end["result"]["winners"]
    assert end["order"] is not None
    record = read_record(device.ask(f"/games/{game}/record"))
    assert record.seats == ("cat", f"bot:{name}")
    replay = device.ask(f"/games/{game}/replay")
    Replay.model_validate(replay)
    assert replay["pictograms"] == ["cat", None]
    assert replay["steps"] == replay_of(record)["steps"]


def test_it_needs_no_package() -> None:
    """Where neither NumPy nor a package of the server's is, each bot that is offered can play."""
    code = """
import sys
for name in ("numpy", "numba", "fastapi", "pydantic", "sqlalchemy", "starlette", "structlog"):
    sys.modules[name] = None
import json
from serpentina.game import Game
from serpentina.players import player
from serpentina.server.alone import OFFERED, Alone
from random import Random
assert json.loads(Alone().ask('{"path": "/rules"}'))["status"] == 200
game = Game.new(2, seed=1).draw(1)
print([player(name).choose(game.view, Random(1)) in game.placements for name in OFFERED])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == f"{[True] * len(OFFERED)}\n", done.stderr
    assert set(OFFERED) | set(WITH_NUMPY) == set(PLAYERS)


def test_what_is_kept_is_all(device: Device) -> None:
    """A device that was switched off goes on from the texts, as the table was."""
    game = device.make(here(), BOT)
    for _ in range(4):
        device.turn(game)
    before = device.state(game)
    device.server = Alone(clock=lambda: device.now)
    assert device.state(game) == before
    device.play_out(game)


def test_a_window_that_is_behind(device: Device) -> None:
    """Two windows share what is kept: who has seen an older table is refused with the fresh one."""
    game = device.make(here(), here("dog"))
    other = Alone(clock=lambda: device.now)
    behind = {"command": "draw", "slot": 1, "expected_version": device.state(game)["version"]}
    asked = json.dumps({"path": f"/games/{game}/commands", "body": json.dumps(behind)})
    first = json.loads(other.ask(asked, device.kept[game]))
    assert first["status"] == 200
    device.kept.update(first["keep"])
    refused = device.ask(f"/games/{game}/commands", behind, 409)
    is_refused(refused, "stale")
    assert refused["state"] == json.loads(first["text"])


def test_a_step_of_the_house_is_made_once(device: Device) -> None:
    """Two windows wait for the bot, and it steps once; it gives a person time to take back."""
    game = device.make(here(), BOT)
    while not device.due:
        device.turn(game)
        device.state(game)
    assert device.due is not None
    _, at_version, due = device.due
    assert due == device.now + 2.0
    device.house(game)
    after = device.state(game)
    device._take(device.server.step(game, at_version, device.kept[game]))
    assert device.state(game) == after


def test_a_robot_for_somebody_who_leaves(device: Device) -> None:
    """Who leaves is played for, and may come back; nobody is ever away."""
    game = device.make(here(), here("dog"))
    assert device.do(game, "leave", seat=1)["seats"][0]["bot_plays"]
    device.house(game)
    assert not device.do(game, "back", seat=1)["seats"][0]["bot_plays"]
    is_refused(device.do(game, "substitute", 409), "not_away")


def test_undo_and_rematch(device: Device) -> None:
    """R9: a placement can be taken back; after the end the next seat begins another game."""
    game = device.make(here(), here("dog"))
    device.turn(game)
    device.turn(game)
    assert device.do(game, "undo")["card"] is not None
    device.play_out(game)
    following = device.do(game, "rematch")["next"]
    assert device.do(game, "rematch")["next"] == following
    assert device.do(game, "count")["status"] == "counted"
    assert [seat["pictogram"] for seat in device.state(following)["seats"]] == ["dog", "cat"]
    assert sum(device.state(following)["series"]) >= 1
    assert device.state(following)["status"] == "playing"


@pytest.mark.parametrize(
    ("wanted", "code", "status"),
    [
        ({"seats": [here(), OPEN]}, "not_allowed", 405),
        ({"seats": [here(), {"kind": "bot", "player": "gentle"}]}, "not_allowed", 405),
        ({"seats": []}, "malformed", 422),
        ({"seats": [here()] * 9}, "malformed", 422),
        ({"seats": [here()], "sets": 7}, "malformed", 422),
        ({"seats": [here()], "rules": "chess"}, "malformed", 422),
        ({"seats": [here()], "deck": "tarot"}, "malformed", 422),
        ({"seats": [here(name="bot:x")]}, "malformed", 422),
    ],
)
def test_tables_that_cannot_be(device: Device, wanted: Any, code: str, status: int) -> None:
    """What takes a network, NumPy or other rules is refused in a sentence, and nothing is kept."""
    is_refused(device.ask("/games", wanted, status), code)
    assert not device.kept


@pytest.mark.parametrize(
    ("path", "body", "code", "status"),
    [
        ("/games/0aaaaaaa", None, "unknown_game", 404),
        ("/games/aaaaaaaa", None, "not_found", 404),
        ("/nothing", None, "not_found", 404),
        ("/replay", "no record", "malformed", 422),
        ("/referee", {"table": "xx", "draw": "rg"}, "malformed", 422),
    ],
)
def test_questions_that_cannot_be(
    device: Device, path: str, body: Any, code: str, status: int
) -> None:
    """What is not there, or is no record or table, is refused as everywhere."""
    is_refused(device.ask(path, body, status), code)


def test_commands_that_cannot_be(device: Device) -> None:
    """A hint takes a server; a command that is none, or breaks the rules, changes nothing."""
    game = device.make(here(), here("dog"))
    before = device.kept[game]
    is_refused(device.ask(f"/games/{game}/hint", {"expected_version": 2}, 405), "not_allowed")
    is_refused(device.do(game, "dance", 422), "malformed")
    is_refused(device.do(game, "draw", 409, slot=99), "illegal")
    is_refused(device.do(game, "place", 409, placement=0), "illegal")
    assert device.kept[game] == before


def test_what_needs_no_table(device: Device) -> None:
    """The rules, the version, the referee and the records of others are as a server has them."""
    offered = RulesOffered.model_validate(device.ask("/rules"))
    assert offered.players == list(OFFERED)
    assert device.ask("/host") == {"lan": None, "version": version("serpentina")}
    question = {"rules": "hisss", "table": "<r-rg", "draw": "gb"}
    assert Ruling.model_validate(device.ask("/referee", question)).outcomes
    text = next(iter(RECORDS.glob("*.txt"))).read_text(encoding="utf-8")
    assert device.ask("/replay", text) == replay_of(read_record(text))


def test_two_sets(device: Device) -> None:
    """Sets and the pile are as they were wished."""
    game = device.make(here(), deck="standard", sets=2, spread="pile")
    state = device.state(game)
    assert state["spread"] == "pile"
    assert len(Deck.parse(state["deck"])) == 2 * len(Deck.parse("standard"))
