"""The two requests that are answered beside the framework get the answers that it would give."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from serpentina.server import bots
from serpentina.server.app import create_app
from serpentina.server.brisk import Brisk
from serpentina.server.limits import Limits
from serpentina.server.postgres import Unreachable
from serpentina.server.settings import Settings
from tests.server.running import TINY, here

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

JSON = "application/json"
LATELY = 7  # commands in ten seconds, after which a seat has to wait
DRAW = {"command_id": "drawn-0001", "expected_version": 2, "command": "draw", "slot": 2}
LATE = {**DRAW, "command_id": "stale-0001", "expected_version": 1}
ODD: dict[str, Any] = {
    "a rule": {**DRAW, "command_id": "again-0001", "expected_version": 3},
    "a name": {"command_id": "named-0001", "expected_version": 3, "command": "rename", "name": "Ä"},
    "a bot's name": {**LATE, "name": "bot:garter"},
    "no name": {**LATE, "name": "\u202e\0"},
    "half a letter": {**LATE, "name": "\ud800"},
    "a long name": {**LATE, "name": "x" * 21},
    "a fraction": {**LATE, "slot": 2.0},
    "a switch": {**LATE, "slot": True},
    "a text": {**LATE, "slot": "2"},
    "large": {**LATE, "slot": 2**31},
    "huge": {**LATE, "slot": 10**30},
    "less than nothing": {**LATE, "slot": -1},
    "no number": {**LATE, "slot": float("nan")},
    "endless": {**LATE, "slot": float("inf")},
    "nothing": {**LATE, "slot": None},
    "more": {**LATE, "more": 1},
    "unknown": {**LATE, "command": "dance"},
    "an id that ends the line": {**LATE, "command_id": "stale-0001\n"},
    "too little": {"command": "draw"},
    "a list": [LATE],
    "a word": "draw",
}
LINE = json.dumps(LATE)
BODIES: dict[str, bytes] = {
    **{name: json.dumps(body).encode() for name, body in ODD.items()},
    "carried out before": json.dumps(DRAW).encode(),
    "stale": LINE.encode(),
    "empty": b"",
    "twice, the last sound": LINE.replace('"slot": 2', '"slot": "x", "slot": 2').encode(),
    "twice, the first sound": LINE.replace('"slot": 2', '"slot": 2, "slot": "x"').encode(),
    "twice, another": LINE[:-1].encode() + b', "command": "count"}',
    "a name in other letters": LINE.replace("command_id", "comm\\u0061nd_id").encode(),
    "no nought": LINE.replace('"slot": 2', '"slot": -0').encode(),
    "a nought before": LINE.replace('"slot": 2', '"slot": 02').encode(),
    "a power": LINE.replace('"slot": 2', '"slot": 2e0').encode(),
    "many digits": LINE.replace('"slot": 2', '"slot": ' + "9" * 5_000).encode(),
    "a comma too much": LINE[:-1].encode() + b",}",
    "something behind": LINE.encode() + b" x",
    "space around": b" \r\n\t" + LINE.encode() + b" \n",
    "a form feed before": b"\f" + LINE.encode(),
    "a mark before": b"\xef\xbb\xbf" + LINE.encode(),
    "in 16 bits": LINE.encode("utf-16"),
    "no text": LINE.replace("stale-0001", "stale-\xff001").encode("latin-1"),
    "no text in a name": LINE[:-1].encode() + b', "name": "\xff"}',
    "half a letter in bytes": LINE[:-1].encode() + b', "name": "\xed\xa0\x80"}',
    "deep": b"[" * 3_000,
    "no end": LINE[:-1].encode(),
}
KINDS = (
    JSON,
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/problem+json",
    "text/plain",
    "application/json; charset=utf-16",
    "",
)
PATHS = (
    "/api/games/{game}",
    "/api/games/{game}?since=1&since=2",
    "/api/games/{game}/",
    "/api/games/{game}%0a",
    "/api/games/{game}%00",
    "/api/games/%2e/{game}",
    "/api//games/{game}",
    "/API/games/{game}",
    "/api/games/abcdefgh",
    "/api/games/ABCDEFGH",
    "/api/games/abcdefg",
    "/api/games/abcdefg1",
    "/api/games/abcdefg%ef%bc%92",
    "/api/games/{game}/commands",
    "/api/games/{game}/commands/",
    "/api/games/{game}/commands%0a",
    "/api/games/abcdefgh/commands",
)
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "get")


class Asking:
    """An application in this process, which can be asked with and without what is brisk."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "games.sqlite3"
        self.passed = 0

    async def run(self, asked: list[dict[str, Any]], settings: dict[str, Any]) -> list[Any]:
        """Make a table, draw, and ask each request twice; the answers in pairs."""
        known = Settings(database=str(self.database), **settings)
        app = create_app(known)
        app.state.limits = Limits(known, clock=lambda: 0.0)
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://here.example") as http,
        ):
            wanted = {"seats": [here(), here("dog")], "deck": TINY}
            game = (await http.post("/api/games", json=wanted)).json()["game"]
            (await http.post(f"/api/games/{game}/commands", json=DRAW)).raise_for_status()
            return [await self._both(http, each, game) for each in asked]

    async def _both(self, http: httpx.AsyncClient, asked: dict[str, Any], game: str) -> Any:
        asked = {**asked, "url": asked["url"].replace("{game}", game)}
        brisk = told(await http.request(**asked))
        with pytest.MonkeyPatch.context() as slow:
            slow.setattr(Brisk, "__call__", self._pass)
            return asked, brisk, told(await http.request(**asked))

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on to the framework."""
        self.passed += 1
        app = scope["app"].middleware_stack
        while not isinstance(app, Brisk):
            app = app.app
        await app.app(scope, receive, send)


@pytest.fixture
def asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asking:
    """An application on a new database."""
    monkeypatch.setattr(bots, "PLAYERS", ())  # nobody need warm up
    return Asking(tmp_path)


def told(answer: httpx.Response) -> tuple[int, list[tuple[str, str]], object]:
    """All of an answer but how long it is: the order of its members is nobody's matter."""
    headers = [(name, value) for name, value in answer.headers.items() if name != "content-length"]
    return answer.status_code, headers, answer.json() if answer.content else None


def command(body: bytes, kind: str = JSON, **headers: str) -> dict[str, Any]:
    """A command."""
    given = {"content-type": kind, **headers} if kind else headers
    url = "/api/games/{game}/commands"
    return {"method": "POST", "url": url, "content": body, "headers": given}


def compare(asking: Asking, asked: list[dict[str, Any]], **settings: Any) -> list[int]:
    """Ask, and find no difference; tells the statuses."""
    settings = {"commands_per_seat": 0, **settings}
    answers = asyncio.run(asking.run(asked, settings))
    for request, brisk, slow in answers:
        assert brisk == slow, request
    assert asking.passed > len(asked) / 2
    return [brisk[0] for _, brisk, _ in answers]


def test_commands(asking: Asking) -> None:
    """Whatever a command says, and however it is written down."""
    statuses = compare(asking, [command(body) for body in BODIES.values()])
    assert {200, 409, 422} <= set(statuses)


def test_kinds_of_content(asking: Asking) -> None:
    """Whatever a request says of its content."""
    asked = [command(LINE.encode(), kind) for kind in KINDS]
    asked += [command(LINE.encode("utf-16"), kind) for kind in KINDS]
    assert len(set(compare(asking, asked))) > 1


def test_addresses(asking: Asking) -> None:
    """Whatever is asked for by whatever method."""
    asked = [
        {"method": method, "url": path, "content": content, "headers": {"content-type": JSON}}
        for method in METHODS
        for path in PATHS
        for content in (b"", LINE.encode())
    ]
    assert {200, 404, 405, 409, 422} <= set(compare(asking, asked))


def test_devices(asking: Asking) -> None:
    """Whoever asks: nobody, somebody unknown, a page of somebody else, one behind a proxy."""
    games = [{"method": "GET", "url": "/api/games/{game}", "headers": each} for each in HEADERS]
    asked = [*games, *(command(json.dumps(DRAW).encode(), **each) for each in HEADERS)]
    assert {200, 403} <= set(compare(asking, asked))


HEADERS: tuple[dict[str, str], ...] = (
    {},
    {"cookie": ""},
    {"cookie": "serpentina_abcdefgh=x; =; serpentina_"},
    {"origin": "http://elsewhere.example"},
    {"origin": "http://here.example"},
    {"x-forwarded-proto": "https"},
    {"host": "localhost"},
    {"accept": "text/html"},
    {"accept-encoding": "gzip"},
    {"if-none-match": "*"},
)


def test_whoever_is_too_fast(asking: Asking) -> None:
    """A seat that has sent too much is told when it may go on."""
    asked = [command(json.dumps(DRAW).encode()) for _ in range(4 * LATELY)]
    assert compare(asking, asked, commands_per_seat=LATELY)[-1] == 429


@pytest.mark.parametrize("error", [Unreachable, ZeroDivisionError])
def test_failures(asking: Asking, monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    """Where the database is away, or something fails that nobody has foreseen."""

    async def fail(*_given: object, **_more: object) -> None:
        raise error("no")

    monkeypatch.setattr("serpentina.server.api._shown", fail)
    asked = [{"method": "GET", "url": "/api/games/{game}"}, command(LINE.encode())]
    assert set(compare(asking, asked)) == {503 if error is Unreachable else 500}
