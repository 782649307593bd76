"""What is refused: each a problem document with its code, and the table stays as it was."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosedError

from tests.server.running import BOT, OPEN, Device, Server, core, here

if TYPE_CHECKING:
    import httpx

ID = "0123456789abcdef"


def is_problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Check an answer, and return what it says."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    said: dict[str, Any] = answer.json()
    assert (said["status"], said["code"], said["type"]) == (status, code, "about:blank")
    assert said["title"]
    assert said["detail"]
    return said


@pytest.fixture(scope="module")
def pair(server: Server) -> tuple[Device, Device]:
    """Two devices at a table, where it is the first one's turn."""
    ana, ben = server.device(), server.device()
    ana.create(here(), OPEN)
    ben.join(ana.game)
    ana.do("start")
    return ana, ben


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 70_000,
        b'{"seats": []}',
        b'{"seats": [{"kind": "cat"}]}',
        b'{"seats": [{"kind": "here", "pictogram": "tiger"}]}',
        b'{"seats": [{"kind": "here", "pictogram": "cat", "device": "x"}]}',
        b'{"seats": [{"kind": "bot", "player": "os"}]}',
        b'{"seats": [{"kind": "open"}], "rules": "chess"}',
        b'{"seats": [{"kind": "open"}], "deck": "rr"}',
        b'{"seats": [{"kind": "open"}], "deck": "standard:9"}',
        b'{"seats": [{"kind": "open"}], "sets": 5}',
        b'{"seats": [{"kind": "open"}], "sets": 1.5}',
        b'{"seats": [{"kind": "open"}], "sets": ' + b"9" * 5000 + b"}",
        b'{"seats": [{"kind": "open"}], "spread": "heap"}',
        b'{"seats": [' + b",".join([b'{"kind": "open"}'] * 9) + b"]}",
        json.dumps({"seats": [here("cat", "x" * 21)]}).encode(),
        json.dumps({"seats": [here("cat", "bot:garter")]}).encode(),
        json.dumps({"seats": [here("cat", "a\u0000b")]}).encode(),
        json.dumps({"seats": [here("cat", "\ud800")]}).encode(),
    ],
)
def test_tables_that_cannot_be_made(server: Server, body: bytes) -> None:
    """What is no table is refused as malformed."""
    headers = {"content-type": "application/json"}
    answer = server.device().http.post("/api/games", content=body, headers=headers)
    is_problem(answer, 422, "malformed")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "change",
    [
        {"command": "dance"},
        {"command": None},
        {"command": "draw"},
        {"command": "draw", "slot": "1"},
        {"command": "draw", "slot": -1},
        {"command": "draw", "slot": 1.0},
        {"command": "draw", "slot": True},
        {"command": "draw", "slot": 10**30},
        {"command": "draw", "slot": 1, "expected_version": "3"},
        {"command": "draw", "slot": 1, "command_id": "short"},
        {"command": "draw", "slot": 1, "command_id": "x" * 65},
        {"command": "draw", "slot": 1, "command_id": "Robert'); --"},
        {"command": "draw", "slot": 1, "more": 1},
        {"command": "leave", "seat": 9},
    ],
)
def test_malformed_commands(pair: tuple[Device, Device], change: dict[str, Any]) -> None:
    """What is no command is refused as malformed and changes nothing."""
    ana, _ = pair
    before = ana.see()
    body = {"command_id": ID, "expected_version": before["version"], **change}
    answer = ana.http.post(f"/api/games/{ana.game}/commands", json=body)
    is_problem(answer, 422, "malformed")
    assert core(ana.see()) == core(before)


@pytest.mark.parametrize(
    ("command", "more"),
    [
        ("draw", {"slot": 0}),
        ("draw", {"slot": 50}),
        ("draw", {"slot": 2**31 - 1}),
        ("place", {"placement": 0}),
        ("undo", {}),
        ("count", {}),
        ("start", {}),
        ("back", {}),
        ("rematch", {}),
    ],
)
def test_illegal_commands(pair: tuple[Device, Device], command: str, more: dict[str, int]) -> None:
    """What the rules do not allow now is refused as illegal and changes nothing."""
    ana, _ = pair
    before = ana.see()
    is_problem(ana.ask(command, **more), 409, "illegal")
    assert core(ana.see()) == core(before)


def test_illegal_placement(server: Server) -> None:
    """A placement that is not among those shown is refused, and the card stays in hand."""
    ana = server.device()
    ana.create(here(), BOT)
    drawn = ana.do("draw", slot=1)
    for placement in (1, 511, 262_143, 2**31 - 1):
        if placement not in [each["placement"] for each in drawn["placements"]]:
            is_problem(ana.ask("place", placement=placement), 409, "illegal")
    is_problem(ana.ask("draw", slot=2), 409, "illegal")
    assert core(ana.see()) == core(drawn)


def test_wrong_turn(pair: tuple[Device, Device]) -> None:
    """Who is not on turn neither draws nor places."""
    ana, ben = pair
    before = ana.see()
    is_problem(ben.ask("draw", slot=1), 409, "not_your_turn")
    is_problem(ben.ask("place", placement=0), 409, "not_your_turn")
    is_problem(ben.ask("leave", seat=1), 403, "not_your_seat")
    is_problem(ben.ask("substitute"), 409, "not_away")
    assert core(ana.see()) == core(before)


def test_stale(server: Server) -> None:
    """A command at an old version, or at one to come, is refused with the state as it is."""
    ana = server.device()
    ana.create(here(), here("dog"))
    state = ana.do("draw", slot=1)
    for version in (state["version"] - 1, state["version"] + 1, 0):
        said = is_problem(ana.ask("draw", version, slot=2), 409, "stale")
        assert core(said["state"]) == core(state)


def test_full_table(server: Server) -> None:
    """A table without an open seat can only be watched."""
    ana, ben = server.device(), server.device()
    ana.create(here(), BOT)
    answer = ben.http.post(f"/api/games/{ana.game}/seats", json={"pictogram": "owl"})
    is_problem(answer, 409, "full")
    assert "set-cookie" not in answer.headers
    assert ben.see(ana.game)["you"] == []


@pytest.mark.parametrize("path", ["", "/record", "/replay"])
@pytest.mark.parametrize("game", ["zzzzzzzz", "22222222"])
def test_unknown_tables(server: Server, game: str, path: str) -> None:
    """A game that nobody has made is not known."""
    is_problem(server.device().http.get(f"/api/games/{game}{path}"), 404, "unknown_game")


def test_unknown_tables_take_no_commands(server: Server) -> None:
    """Nothing can be done at a table that is not there, over HTTP or over a socket."""
    ana = server.device()
    ana.game = "zzzzzzzz"
    is_problem(ana.ask("start", 1), 404, "unknown_game")
    answer = ana.http.post("/api/games/zzzzzzzz/seats", json={"pictogram": "owl"})
    is_problem(answer, 404, "unknown_game")
    with ana.live() as socket, pytest.raises(ConnectionClosedError):
        socket.recv(10)
    assert socket.close_code == 4404


@pytest.mark.parametrize(
    "path", ["/nothing", "/api/nothing", "/../pyproject.toml", "/%2e%2e/app.py", "/a%00b", "/g"]
)
def test_unknown_pages(server: Server, path: str) -> None:
    """What is not there is not found, and nothing outside the client's folder is."""
    is_problem(server.device().http.get(path), 404, "not_found")


def test_wrong_method_and_ids(server: Server) -> None:
    """A wrong method and a text that is no game's name are refused."""
    http = server.device().http
    is_problem(http.delete("/api/games"), 405, "not_allowed")
    is_problem(http.get("/api/games/no"), 422, "malformed")
    is_problem(http.get("/api/games/" + "a" * 9), 422, "malformed")


def test_too_large(server: Server) -> None:
    """A request is not read further than its limit, whether it says its length or not."""
    http = server.device().http
    is_problem(http.post("/api/games", content=b" " * 100_000), 413, "too_large")
    chunks = (b" " * 10_000 for _ in range(20))
    is_problem(http.post("/api/games", content=chunks), 413, "too_large")
    is_problem(http.post("/api/replay", content=b" " * 70_000), 413, "too_large")


@pytest.mark.parametrize("text", [b"", b"hello", b"\xff", b'[Serpentina "2"]', b"[" * 60_000])
def test_what_is_no_record(server: Server, text: bytes) -> None:
    """What is no record is refused with the sentence that says where it is wrong."""
    is_problem(server.device().http.post("/api/replay", content=text), 422, "malformed")


@pytest.mark.parametrize(
    "question",
    [
        {"table": "<r-ro", "draw": "xx"},
        {"table": "<r-go", "draw": "or"},
        {"table": "<r", "draw": "or", "rules": "chess"},
        {"table": "rg " * 41, "draw": "or"},
        {"table": "<r"},
    ],
)
def test_what_the_referee_does_not_answer(server: Server, question: dict[str, str]) -> None:
    """What is no table or no card is refused."""
    answer = server.device().http.post("/api/referee", json=question)
    is_problem(answer, 422, "malformed")
