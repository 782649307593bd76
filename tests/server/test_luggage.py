"""What is taken along: the list, the files, and what they may do."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from serpentina.server import luggage
from serpentina.server.assets import Asset, read_assets
from serpentina.server.pages import STATIC
from tests.leaving_out import leave_out
from tests.server.running import Server

if TYPE_CHECKING:
    import httpx

MEGABYTES = 7.5  # at most, as they travel
PACKAGE = Path(luggage.__file__).parents[1]


@pytest.fixture(scope="module")
def http(server: Server) -> httpx.Client:
    """A browser."""
    if not (STATIC / "index.html").is_file():
        leave_out("Left out: what is taken along, for the client is not built.")
    return server.device().http


def test_the_list(http: httpx.Client) -> None:
    """It names the page and all that belongs to it, each there, of the size that is told."""
    listed = http.get("/luggage.json").json()
    paths = [file["path"] for file in listed["files"]]
    assert {"/", "/manifest.webmanifest", "/icon-192.png", listed["package"]} <= set(paths)
    assert "/sw.js" not in paths
    assert sum(path.startswith("/pyodide/") for path in paths) == 5
    for file in listed["files"]:
        answer = http.get(file["path"])
        assert answer.status_code == 200
        assert int(answer.headers["content-length"]) == file["bytes"], file
    assert listed["bytes"] == sum(file["bytes"] for file in listed["files"]) < MEGABYTES * 1e6
    assert listed["version"] == version("serpentina")


def test_the_package_is_the_one_that_runs_here(http: httpx.Client, tmp_path: Path) -> None:
    """The archive holds the sources of this package to the byte, and plays by itself."""
    archive = http.get(http.get("/luggage.json").json()["package"]).content
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        for file in PACKAGE.rglob("*.py"):
            name = file.relative_to(PACKAGE.parent).as_posix()
            assert packed.read(name) == file.read_bytes()
        packed.extractall(tmp_path)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from importlib.metadata import version\n"
        "from serpentina.server import alone\n"
        "print(alone.__file__, version('serpentina'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    place, told = done.stdout.split()
    assert Path(place).is_relative_to(tmp_path)
    assert told == version("serpentina")


def test_only_the_worker_may_compile(http: httpx.Client) -> None:
    """Only the worker's script may compile WebAssembly, and not even it makes code from text."""
    for name in read_assets(STATIC):
        policy = http.get(f"/{name}").headers["content-security-policy"]
        is_worker = name.startswith("assets/worker-")
        assert ("'wasm-unsafe-eval'" in policy) is is_worker, name
        assert "'unsafe-eval'" not in policy
        assert "'unsafe-inline'" not in policy
        assert policy.startswith("default-src 'self'; ")
    worker = next(name for name in read_assets(STATIC) if name.startswith("assets/worker-"))
    assert policy_of(http, worker)["script-src"] == "'self' 'wasm-unsafe-eval'"


def policy_of(http: httpx.Client, name: str) -> dict[str, str]:
    """What the policy of a file says of each kind of source."""
    policy = http.get(f"/{name}").headers["content-security-policy"]
    return dict(part.split(" ", 1) for part in policy.split("; "))


def test_how_the_files_are_served(http: httpx.Client) -> None:
    """Python's files are of the right kind, kept for ever, and plain for who takes no gzip."""
    listed = [file["path"] for file in http.get("/luggage.json").json()["files"]]
    kinds = {".wasm": "application/wasm", ".mjs": "text/javascript; charset=utf-8"}
    large = [path for path in listed if Path(path).suffix in kinds]
    assert len(large) == 3
    for path in large:
        packed = http.get(path, headers={"Accept-Encoding": "gzip"})
        plain = http.get(path, headers={"Accept-Encoding": "identity"})
        assert packed.headers["content-type"] == plain.headers["content-type"]
        assert packed.headers["content-type"] == kinds[Path(path).suffix]
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.content == plain.content
        assert "immutable" in packed.headers["cache-control"]
    assert http.get("/sw.js").headers["cache-control"] == "no-cache"
    assert http.get("/luggage.json").headers["cache-control"] == "no-cache"


def test_the_stamp() -> None:
    """It is another one whenever a file is, and the same for the same files."""
    assets = {"index.html": Asset.of("index.html", b"one"), "pyodide/a": Asset.of("a", b"two")}
    changed = {**assets, "index.html": Asset.of("index.html", b"three")}
    stamps = [luggage.list_of(each, "x")["stamp"] for each in (assets, dict(assets), changed)]
    assert stamps[0] == stamps[1] != stamps[2]


def test_without_pyodide() -> None:
    """Where the client was built without it, or not at all, there is nothing to take along."""
    assert luggage.pack({}) == {}
    assert luggage.pack({"index.html": Asset.of("index.html", b"page")}) == {}


def test_what_is_there_in_gzip_alone(tmp_path: Path) -> None:
    """A file that ends with .gz stands for what is in it, under its name."""
    (tmp_path / "a.wasm.gz").write_bytes(gzip.compress(b"x" * 1000))
    (name, asset), *others = read_assets(tmp_path).items()
    assert (name, others) == ("a.wasm", [])
    assert asset.kind == "application/wasm"
    assert asset.size < 100
