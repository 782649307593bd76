"""The pages: what a browser is answered, how long it may keep it, how much is sent."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import httpx
import pytest

from serpentina.server.assets import Asset, read_assets, takes_gzip
from serpentina.server.pages import STATIC
from tests.server.running import Server
from tests.server.test_errors import is_problem

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Encoding": "gzip, br"}
MOST_OF_A_SCRIPT = 60_000


@pytest.fixture(scope="module")
def http(server: Server) -> httpx.Client:
    """A browser."""
    http = server.device().http
    http.headers.update(BROWSER)
    return http


def built(pattern: str) -> str:
    """The address of a file of the client; there is one, for nothing is tested without."""
    return "/" + next(STATIC.glob(pattern)).relative_to(STATIC).as_posix()


@pytest.mark.parametrize("path", ["/nothing", "/g", "/g/a/b", "/rules/x", "/a.b", "/assets/no.js/"])
def test_an_unknown_address_in_a_browser(http: httpx.Client, path: str) -> None:
    """A browser is shown the client's page, with 404; a program is told that there is none."""
    answer = http.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.text == http.get("/").text
    for accept in ("*/*", "application/json", "text/css"):
        is_problem(http.get(path, headers={"Accept": accept}), 404, "not_found")


def test_the_api_answers_browsers_as_programs(http: httpx.Client) -> None:
    """Below /api/ there are no pages."""
    is_problem(http.get("/api/nothing"), 404, "not_found")
    is_problem(http.get("/api/games/zzzzzzzz"), 404, "unknown_game")


@pytest.mark.parametrize(
    "path", ["/rules", "/replay", "/print", "/g/abcdefgh", "/r/abcdefgh", "/g/%C3%A4"]
)
def test_a_slash_too_many(http: httpx.Client, path: str) -> None:
    """An address of a page with a slash at its end leads to the page, whoever asks."""
    for headers in ({}, {"Accept": "*/*"}):
        answer = http.get(f"{path}/?seen=1", headers=headers)
        assert answer.status_code == 307
        assert answer.headers["location"] == f"{path}?seen=1"
    assert http.get(f"{path}/", follow_redirects=True).status_code == 200


@pytest.mark.parametrize("path", ["//elsewhere.example/", "/%2Felsewhere.example/", "/g//"])
def test_no_way_elsewhere(server: Server, path: str) -> None:
    """A slash at the end leads to no other site."""
    answer = httpx.get(f"{server.address}{path}", headers=BROWSER)
    assert (answer.status_code, "location" in answer.headers) == (404, False)


def test_the_script_is_short_on_the_line(http: httpx.Client) -> None:
    """Script and style go compressed, to those who take it, and are whole after it."""
    for pattern, most in (("assets/*.js", MOST_OF_A_SCRIPT), ("assets/*.css", 12_000)):
        path = built(pattern)
        whole = (STATIC / path[1:]).read_bytes()
        packed, plain = http.get(path), http.get(path, headers={"Accept-Encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < most
        assert "content-encoding" not in plain.headers
        assert packed.content == plain.content == whole
        assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
        assert packed.headers["etag"] != plain.headers["etag"]


def test_what_is_kept_for_ever(http: httpx.Client) -> None:
    """What is named by its content is kept for ever; all else is asked for again, in few bytes."""
    page = http.get("/")
    scripts = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)
    assert len(scripts) >= 2
    for path in scripts:
        assert "immutable" in http.get(path).headers["cache-control"]
    for path in ("/", "/rules", "/icon.svg", "/icon-192.png", "/manifest.webmanifest"):
        first = http.get(path)
        assert first.headers["cache-control"] == "no-cache"
        again = http.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
        other = http.get(path, headers={"If-None-Match": '"other"'})
        assert (other.status_code, other.content) == (200, first.content)


@pytest.mark.parametrize(
    ("pattern", "kind"),
    [
        ("index.html", "text/html; charset=utf-8"),
        ("assets/*.js", "text/javascript; charset=utf-8"),
        ("assets/*.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
        ("icon-192.png", "image/png"),
        ("manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_kinds(http: httpx.Client, pattern: str, kind: str) -> None:
    """Each file says what it is, whatever the system knows of such names."""
    assert http.get(built(pattern)).headers["content-type"] == kind


def test_heads(http: httpx.Client) -> None:
    """A page may be asked about without being sent."""
    answer = http.head("/")
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer.headers["content-length"]) > 100


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("", False),
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.0, br", False),
        ("x-gzip, deflate", False),
        ("*", False),
    ],
)
def test_who_takes_gzip(accepted: str, takes: bool) -> None:
    """Compressed is sent to those who name gzip and do not refuse it."""
    assert takes_gzip(accepted) is takes


def test_assets(tmp_path: Path) -> None:
    """Files are read with their folders; pictures, and what would be longer, are not compressed."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "long.js").write_text("snake " * 99)
    (tmp_path / "short.css").write_text("a")
    (tmp_path / "picture.png").write_bytes(b"a" * 999)
    (tmp_path / "odd.name").write_bytes(b"")
    assets = read_assets(tmp_path)
    assert set(assets) == {"assets/long.js", "short.css", "picture.png", "odd.name"}
    packed = assets["assets/long.js"].packed
    assert packed is not None
    assert gzip.decompress(packed) == assets["assets/long.js"].content
    assert [assets[name].packed for name in ("short.css", "picture.png", "odd.name")] == [None] * 3
    assert assets["odd.name"].kind == "application/octet-stream"
    assert read_assets(tmp_path / "nowhere") == {}
    assert Asset.of("a.js", b"1").tag != Asset.of("a.js", b"2").tag
