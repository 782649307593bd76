"""What guards a server and its players: headers, cookies, patience; and the page that lists it."""

from __future__ import annotations

import ast
import asyncio
import re
import socket
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from starlette.responses import PlainTextResponse

from serpentina.server import pages
from tests.server.running import BOT, OPEN, Server, here

if TYPE_CHECKING:
    from starlette.types import Message, Scope

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/g/abcdefgh"),
        ("GET", "/rules/"),
        ("GET", "/icon.svg"),
        ("GET", "/nothing"),
        ("GET", "/healthz"),
        ("GET", "/api/rules"),
        ("GET", "/api/openapi.json"),
        ("GET", "/api/games/zzzzzzzz"),
        ("GET", "/api/qr"),
        ("POST", "/api/games"),
        ("DELETE", "/api/games"),
    ],
)
def test_headers_of_every_answer(server: Server, method: str, path: str) -> None:
    """Pages, files, refusals: each says that nothing from elsewhere is loaded or framed."""
    headers = server.device().http.request(method, path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert not {"script-src", "style-src", "connect-src"} & set(policy), "as the default"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in headers
    if path.startswith("/api/"):
        assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(("proto", "is_secure"), [("https", True), ("http", False), (None, False)])
def test_cookies_behind_tls(server: Server, proto: str | None, is_secure: bool) -> None:
    """Behind https cookies never go over plain http; elsewhere they could not else."""
    ana, ben = server.device(), server.device()
    headers = {"X-Forwarded-Proto": proto} if proto else {}
    made = ana.http.post("/api/games", json={"seats": [here(), OPEN]}, headers=headers)
    place = f"/api/games/{made.json()['game']}/seats"
    joined = ben.http.post(place, json={"pictogram": "owl"}, headers=headers)
    for answer in (made, joined):
        said = answer.headers["set-cookie"].split("; ")
        assert ("Secure" in said) is is_secure
        assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(said)
        assert not any(part.startswith("Domain") for part in said)


def test_tokens_are_in_cookies_alone(server: Server) -> None:
    """No address of the API has room for a token, and no answer's text tells one."""
    ana, ben = server.device(), server.device()
    described = ana.http.get("/api/openapi.json").json()
    names = {
        parameter["name"]
        for operations in described["paths"].values()
        for operation in operations.values()
        for parameter in operation.get("parameters", ())
    }
    printed = {"rules", "deck", "sets", "paper", "backs", "only", "language"}
    assert names == {"game", "path"} | printed
    ana.create(here(), OPEN, BOT)
    ben.join(ana.game)
    ana.do("start")
    ana.turn()
    for path in ("", "/record", "/replay"):
        ana.http.get(f"/api/games/{ana.game}{path}")
    for device in (ana, ben):
        (token,) = device.http.cookies.values()
        told = [heard for heard in device.heard if token in heard]
        assert told
        assert all(token not in heard.partition("} ")[2] for heard in told), "only in a header"
        assert all("'set-cookie'" in heard for heard in told)


def test_a_request_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that does not come to its end in time is refused; it holds nobody up."""
    monkeypatch.setattr(pages, "BODY_SECONDS", 0.05)
    statuses: list[int] = []
    guard = pages.Guard(PlainTextResponse("fine"), 80_000, statuses.append)
    sent: list[Message] = []
    parts = iter(range(100))

    async def receive() -> Message:
        await asyncio.sleep(0.03)
        return {"type": "http.request", "body": b"x", "more_body": next(parts) < 50}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {
        "type": "http",
        "method": "POST",
        "scheme": "http",
        "path": "/api/games",
        "headers": [],
    }
    asyncio.run(guard(scope, receive, send))
    assert statuses == [422]
    assert b"too long to come" in sent[-1]["body"]


def test_slow_requests_hold_nobody_up(server: Server) -> None:
    """While many requests come a letter at a time, others are answered."""
    head = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\n{"
    lines = [socket.create_connection(("127.0.0.1", server.port), 5) for _ in range(50)]
    for line in lines:
        line.sendall(head)
    try:
        assert server.device().http.get("/api/rules", timeout=5).status_code == 200
    finally:
        for line in lines:
            line.close()


@cache
def named_in(file: str) -> set[str]:
    """The tests in a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_what_the_page_names(file: str, name: str) -> None:
    """Each test that docs/security.md names exists."""
    assert name in named_in(file)


def test_the_page_names_a_test_for_each_attack() -> None:
    """Each row of the table names one."""
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 15
    assert all("`tests/" in row.split("|")[4] for row in rows)
    assert len(NAMED) == PAGE.count("`tests/")
