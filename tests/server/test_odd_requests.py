"""Whatever is sent to whatever address: never a 5xx, and what is refused has changed nothing."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice, product
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed

from tests.campaign import SOAK
from tests.server.conftest import BACKENDS, server_on
from tests.server.running import OPEN, TINY, Device, Server, here, until
from tests.server.vitals import nodes_of
from tests.server.watcher import Watcher, watcher_of

pytestmark = BACKENDS  # on one server, and on two nodes of which each gets every other request
MIXED = 2_000 if SOAK else 40  # requests to each route with several odd parts
PAGES = (
    "/",
    "/g/{game}",
    "/r/{game}",
    "/replay",
    "/rules",
    "/rules/",
    "/print",
    "/icon.svg",
    "/{path}",
    "/healthz",
    "/readyz",
    "/metrics",
)
METHODS = (
    "GET",
    "POST",
    "HEAD",
    "PUT",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "PATCH",
    "BREW",
    "get",
    "CONNECT",
)
ODD_PARTS = (
    "\u202e",
    ".",
    "..",
    "a" * 300,
    "a/" * 2_000,
    "%",
    "%00",
    "%0d%0aX-Odd:%201",
    "%2e%2e%2f" * 9 + "etc/passwd",
    "%ed%a0%80",
    "%ff%fe",
    "..%5c..%5c",
    "zzzzzzzz",
    "ABCDEFGH",
    "22222222%0a",
    "~",
    "*",
    "//elsewhere.example/",
    "C:%5CCON",
    "%f0%9f%90%8d" * 80,
    "assets/" + "%2e/" * 400,
)
ODD_QUERIES = (
    "path=/g/" + "a" * 9_000,
    "path=//elsewhere.example",
    "path=%00",
    "path=%ed%a0%80",
    "path=/&path=/g/abcdefgh",
    "path[]=/",
    "&" * 5_000,
    "=" * 500,
    "%",
    "a=1&" * 2_500,
    "path=/;x=1",
)
ODD_HEADERS = (
    ("Host", "a" * 5_000),
    ("Host", "["),
    ("Host", "[::1"),
    ("Host", "[x]:1"),
    ("Host", "a:b:c"),
    ("Host", "127.0.0.1:99999"),
    ("Host", "127.0.0.1:-1"),
    ("Host", "a@b"),
    ("Host", "a/b?c#d"),
    ("Host", "\xe4\xff"),
    ("Host", "℀.example"),
    ("Host", " "),
    ("Origin", "http://["),
    ("Origin", "null"),
    ("Origin", "http://℀"),
    ("Origin", "://" * 2_000),
    ("Sec-Fetch-Site", "\xff"),
    ("Cookie", "=" * 4_000),
    ("Cookie", "; ".join(f"serpentina_{number}=x" for number in range(300))),
    ("Cookie", '="\\777"; serpentina_="\\"'),
    ("Cookie", "serpentina_zzzzzzzz=\xff\xfe"),
    ("Content-Type", "text/html"),
    ("Content-Type", "application/json; charset=utf-7"),
    ("Content-Type", "multipart/form-data"),
    ("Content-Type", "multipart/form-data; boundary=" + "x" * 300),
    ("Content-Type", "application/x-www-form-urlencoded"),
    ("Content-Type", "\xff/;=;="),
    ("Content-Type", ""),
    ("Content-Encoding", "gzip"),
    ("Content-Length", "-1"),
    ("Content-Length", "1e3"),
    ("Content-Length", "5, 6"),
    ("Content-Length", "9" * 15),
    ("Transfer-Encoding", "chunked"),
    ("Transfer-Encoding", "gzip, chunked"),
    ("Accept", "text/html"),
    ("Accept", ";q=" * 500),
    ("Accept-Encoding", "gzip;q=x, \xff"),
    ("Accept-Encoding", "gzip"),
    ("Accept-Language", "xx-" * 900),
    ("Range", "bytes=5-1"),
    ("Range", "bytes=" + "0-1," * 900),
    ("Range", "x"),
    ("If-None-Match", "\xff"),
    ("If-None-Match", "*"),
    ("If-Modified-Since", "tomorrow"),
    ("Expect", "100-continue"),
    ("Expect", "a cup of tea"),
    ("Upgrade", "websocket"),
    ("Upgrade", "h2c"),
    ("Connection", "Upgrade"),
    ("X-Forwarded-Proto", "gopher"),
    ("X-Forwarded-Proto", "\xff"),
    ("X-Forwarded-For", "[" * 100),
    ("X-HTTP-Method-Override", "DELETE"),
    ("Sec-WebSocket-Key", "x"),
    ("Sec-WebSocket-Version", "99"),
    ("Sec-WebSocket-Extensions", ";;="),
)
ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**30,
    1e400,
    float("nan"),
    0.5,
    "",
    " ",
    "\0",
    "\ud800",
    "x" * 60_000,
    "\u202e",
    "é",
    "😀" * 10,
    "1",
    [],
    ["\ud800"],
    {},
    {"\ud800": 1},
    {"kind": "\ud800"},
    [[[[[[[[[[]]]]]]]]]],
)
ODD_BODIES = (
    b"",
    b"\0",
    b"\xff\xfe\x00\x00",
    b"\xed\xa0\x80",
    b"[" * 70_000,
    b'{"a":' * 14_000,
    b'{"seats":' + b"9" * 5_000 + b"}",
    b"\xef\xbb\xbf{}",
    '{"seats": [{"kind": "open"}]}'.encode("utf-16"),
    b'{"seats": [{"kind": "open"}], "seats": 1}',
    b'"' + b"\\ud800" * 9 + b'"',
    b"NaN",
    b"-Infinity",
)


class Request(NamedTuple):
    """A request, of which any part may be odd."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


Change = Callable[[Request], Request]


class Routes(NamedTuple):
    """The address of the server, a table on it, a device there, and a sound body for each post."""

    server: Server
    device: Device
    bodies: dict[str, Any]


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, backend: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server at which nobody is ever away: only requests change anything."""
    running = server_on(backend, request, tmp_path_factory.mktemp("odd"), away=1e6)
    yield running
    running.close()


@pytest.fixture(scope="module")
def routes(server: Server) -> Routes:
    """A table on which it is a person's turn; the sound bodies change nothing, either."""
    ana = server.device()
    ana.create(here(), here("dog"), deck=TINY)
    drawn = ana.do("draw", slot=2)
    command = {"command_id": "x" * 8, "expected_version": drawn["version"], "command": "draw"}
    bodies = {
        "/api/games": {"seats": [here(), OPEN], "rules": "hisss", "deck": TINY, "sets": 2},
        "/api/games/{game}/seats": {"pictogram": "owl", "name": "Ben"},
        "/api/games/{game}/commands": {**command, "slot": 3},
        "/api/referee": {"table": "<r-ro gp", "draw": "or", "rules": "hisss"},
        "/api/replay": "[Serpentina",
    }
    return Routes(server, ana, bodies)


def paths() -> list[str]:
    """All routes of the server: those that it describes, the pages, and the socket."""
    from serpentina.server.api import router

    described = [str(getattr(route, "path", "")) for route in router.routes]
    return [*sorted({*described}), "/api/openapi.json", "/api/games/{game}/live", *PAGES]


def sound(routes: Routes, path: str) -> Request:
    """A request to a route that is as it should be."""
    body = routes.bodies.get(path)
    cookies = "; ".join(map("=".join, routes.device.http.cookies.items()))
    return Request(
        "GET" if body is None else "POST",
        path.replace("{game}", routes.device.game).replace("{path}", "nothing"),
        (("Content-Type", "application/json"), ("Cookie", cookies)),
        b"" if body is None else json.dumps(body).encode(),
    )


def changes(path: str, body: Any) -> Iterator[Change]:
    """All that makes one part of a request odd."""
    parts = ODD_PARTS if "{" in path else ()
    targets = [path.replace("{game}", part).replace("{path}", part) for part in parts]
    contents = [*ODD_BODIES, *(json.dumps(each).encode() for each in odd_bodies(body))]
    yield from (partial(Request._replace, method=method) for method in METHODS)
    yield from (partial(Request._replace, target=target) for target in targets)
    yield from (partial(Request._replace, body=content) for content in contents)
    yield from (partial(asking, query=query) for query in ODD_QUERIES)
    yield from (partial(adding, header=header) for header in ODD_HEADERS)
    yield stranger


def asking(request: Request, query: str) -> Request:
    """The request with something behind the question mark."""
    return request._replace(target=f"{request.target}?{query}")


def adding(request: Request, header: tuple[str, str]) -> Request:
    """The request with one more header."""
    return request._replace(headers=(*request.headers, header))


def stranger(request: Request) -> Request:
    """The request of a device that has no cookies."""
    return request._replace(headers=request.headers[:1])


def odd_bodies(body: Any) -> Iterator[Any]:
    """Bodies that have one odd value, in place of a sound one or beside them."""
    if not isinstance(body, dict):
        return
    for name, value in product((*body, "more", "\ud800", ""), ODD_VALUES):
        yield {**body, name: value}
    for name, value in product(("kind", "name", "pictogram", "\ud800"), ODD_VALUES):
        if "seats" in body:
            yield {**body, "seats": [{**here(), name: value}, OPEN]}


def odd_requests(routes: Routes, path: str) -> Iterator[Request]:
    """Requests to a route with one odd part each, then with several."""
    usual = sound(routes, path)
    possible = list(changes(path, routes.bodies.get(path)))
    for change in possible:
        yield change(usual)
    choice = random.Random(path)
    for _ in range(MIXED):
        request = usual
        for change in choice.sample(possible, choice.randint(2, 4)):
            request = change(request)
        yield request


def send(server: Server, request: Request) -> int:
    """Send a request as it is, and return the status of the answer; 0 if the line broke off."""
    named = {name for name, _ in request.headers}
    headers = [*request.headers, ("Connection", "close")]
    body = request.body
    if "Host" not in named:
        headers.append(("Host", f"127.0.0.1:{server.port}"))
    if "Transfer-Encoding" in named:
        body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    elif "Content-Length" not in named:
        headers.append(("Content-Length", str(len(body))))
    lines = [f"{request.method} {request.target} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in headers]
    with socket.create_connection(("127.0.0.1", server.port), timeout=3) as line:
        try:
            line.sendall("\r\n".join([*lines, "", ""]).encode() + body)
            answer = line.recv(64)
            if answer.startswith(b"HTTP/1.1 100"):
                answer = line.recv(64)
        except TimeoutError:
            pytest.fail(f"no answer: {request}")
        except ConnectionError:  # it has read enough
            return 0
    return int(answer.split()[1]) if answer.startswith(b"HTTP/1.1 ") else 0


@pytest.fixture(scope="module")
def watcher(server: Server) -> Iterator[Watcher]:
    """A watcher of the server's database."""
    watching = watcher_of(server)
    yield watching
    watching.close()


@pytest.mark.parametrize("path", paths())
def test_odd_requests(routes: Routes, watcher: Watcher, path: str) -> None:
    """No request to any route gives a 5xx, and one that is refused has written nothing."""
    answered = asked = 0
    watcher.has_changed()
    nodes = nodes_of(routes.server)
    share = 1 if SOAK or len(nodes) == 1 else 3  # what is odd is mostly told by what both share
    for request, node in zip(islice(odd_requests(routes, path), 0, None, share), cycle(nodes)):
        status = send(node, request)
        assert status < 500, request
        assert 200 <= status < 300 or not watcher.has_changed(), request
        answered, asked = answered + (status > 0), asked + 1
        watcher.has_changed()
    assert asked * share > 100
    assert answered > asked * 0.8


def test_odd_messages(routes: Routes, watcher: Watcher) -> None:
    """Whatever is said into a socket, it goes on telling, and nothing is written."""
    device = routes.device
    with device.live() as socket:
        socket.recv(5)
        watcher.has_changed()
        for message in ("", "{}", "x" * 4_000, "\0", b"", b"\xff\xfe", "[" * 4_000):
            socket.send(message)
        socket.ping(b"\xff").wait(5)
        assert not watcher.has_changed()
        device.do("place", placement=device.see()["placements"][0]["placement"])
        assert watcher.has_changed(), "it sees what is written"
        until(lambda: json.loads(socket.recv(5))["version"] == device.see()["version"])


@pytest.mark.parametrize("game", ["zzzzzzzz", "A", "%00", "%ff", "a" * 3_000, "..", "%ed%a0%80"])
def test_odd_sockets(server: Server, game: str) -> None:
    """A socket at a table that cannot be is closed as unknown."""
    device = server.device()
    device.game = game
    with device.live() as socket, pytest.raises(ConnectionClosed):
        socket.recv(5)
    assert socket.close_code == 4404
