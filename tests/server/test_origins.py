"""Pages of other sites do nothing here, secure contexts are told apart, and failures are told."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus

from serpentina.server.app import create_app
from serpentina.server.origins import is_foreign, is_secure
from serpentina.server.settings import Settings
from tests.server.running import BOT, Server, core, here
from tests.server.test_errors import is_problem

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

FOREIGN = [
    {"Origin": "https://elsewhere.example"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "null"},
    {"Origin": "http://["},
    {"Sec-Fetch-Site": "cross-site"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_commands_from_other_sites(server: Server, headers: dict[str, str]) -> None:
    """A page of another site can neither make a table nor play, whatever cookies come along."""
    ana = server.device()
    before = ana.create(here(), BOT)
    body = {"command_id": "x" * 8, "expected_version": before["version"], "command": "leave"}
    path = f"/api/games/{ana.game}"
    is_problem(ana.http.post(f"{path}/commands", json=body, headers=headers), 403, "foreign_origin")
    is_problem(
        ana.http.post("/api/games", json={"seats": [BOT]}, headers=headers), 403, "foreign_origin"
    )
    assert core(ana.see()) == core(before)
    assert ana.http.get(path, headers=headers).status_code == 200, "a link may be followed"


def test_sockets_from_other_sites(server: Server) -> None:
    """A socket that a page of another site opens is refused with a problem document."""
    ana = server.device()
    ana.create(here(), BOT)
    with pytest.raises(InvalidStatus) as refused:
        ana.live(origin="https://elsewhere.example")
    answer = refused.value.response
    assert answer.status_code == 403
    assert json.loads(answer.body or b"")["code"] == "foreign_origin"


def test_own_pages(server: Server) -> None:
    """The server's own page opens sockets and makes tables."""
    ana = server.device()
    ana.create(here(), BOT)
    with ana.live(origin=server.address) as socket:
        assert json.loads(socket.recv(5))["version"]
    headers = {"Origin": server.address, "Sec-Fetch-Site": "same-origin"}
    answer = ana.http.post("/api/games", json={"seats": [BOT]}, headers=headers)
    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("host", "origin", "foreign"),
    [
        ("play.example", "https://play.example", False),
        ("play.example", "http://play.example", False),
        ("play.example:443", "https://play.example", False),
        ("PLAY.example", "https://play.example", False),
        ("[::1]:8000", "http://[::1]:8000", False),
        ("192.0.2.5:8000", "http://192.0.2.5:8001", True),
        ("play.example", "https://play.example.elsewhere.example", True),
        ("", "null", True),
    ],
)
def test_what_is_foreign(host: str, origin: str, foreign: bool) -> None:
    """The host and the port decide; https may end at a server in front of this one."""
    scope = {"type": "http", "method": "POST", "scheme": "http"}
    assert is_foreign(scope, Headers({"host": host, "origin": origin})) is foreign


@pytest.mark.parametrize(
    ("scheme", "host", "secure"),
    [
        ("https", "play.example", True),
        ("http", "localhost:8000", True),
        ("http", "127.0.0.1:8000", True),
        ("http", "[::1]:8000", True),
        ("http", "192.0.2.5:8000", False),
        ("http", "play.example", False),
        ("http", "", False),
        ("http", "[", False),
    ],
)
def test_what_is_secure(scheme: str, host: str, secure: bool) -> None:
    """As browsers count it: https, and this machine."""
    assert is_secure({"scheme": scheme}, Headers({"host": host})) is secure


def test_a_header_for_secure_contexts_alone(server: Server) -> None:
    """Over plain http in a network, where browsers would log an error, the header is left out."""
    http, name = server.device().http, "cross-origin-opener-policy"
    assert http.get("/").headers[name] == "same-origin"
    assert name not in http.get("/", headers={"Host": "192.0.2.5:8000"}).headers


def test_a_failure(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What nobody has foreseen is a problem document that tells nothing of it; the log does."""
    app = create_app(Settings(database=str(tmp_path / "games.sqlite3")))

    async def fail() -> None:
        raise ZeroDivisionError("secret")

    app.add_api_route("/api/fail", fail)
    app.router.routes.insert(0, app.router.routes.pop())

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://play.example") as http:
            return await http.get("/api/fail")

    answer = asyncio.run(ask())
    said = is_problem(answer, 500, "internal")
    assert "secret" not in json.dumps(said)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "secret" in caplog.text


def test_a_failure_in_mid_answer(tmp_path: Path) -> None:
    """An answer that has begun cannot become another one: the connection breaks off."""
    app = create_app(Settings(database=str(tmp_path / "games.sqlite3")))

    async def begin(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise ZeroDivisionError

    app.mount("/begin", begin)
    app.router.routes.insert(0, app.router.routes.pop())
    sent: list[Any] = []

    async def ask() -> None:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://play.example") as http:
            sent.append(await http.get("/begin/x"))

    with pytest.raises(ZeroDivisionError):
        asyncio.run(ask())
    assert not sent
