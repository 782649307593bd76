"""A browser and a server for all tests of this folder, and visitors for each."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from serpentina.server.addresses import home_address
from serpentina.server.pages import STATIC
from tests.browser.visiting import Visitor
from tests.leaving_out import leave_out
from tests.server.running import Server

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

Visit = Callable[..., Visitor]
expect.set_options(timeout=15_000)  # a busy machine may hold a page up


# Not for the session: while Playwright runs, nothing else in its thread may run a loop of asyncio.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        leave_out("Left out: all that a real browser does, for there is no Chromium here.")
    if not (STATIC / "index.html").is_file():
        leave_out("Left out: all that a real browser does, for the client is not built.")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, headless=True, args=QUIET)
        yield chromium
        chromium.close()


def start(folder: Path, **options: object) -> Server:
    """A server that the whole network reaches, with bots that do not wait."""
    return Server(folder / "games.sqlite3", host="0.0.0.0", **{"undo_pause": 0.05, **options})  # noqa: S104


def address_of(server: Server) -> str:
    """Where other machines would find it: plain http at the network's address.

    Without a network it is this machine alone, a secure context, which shows less: no CI may do so.
    """
    address = home_address()
    if address is None and os.environ.get("CI"):
        pytest.fail("This machine has no address in a network: plain http there is left out.")
    return f"http://{address or '127.0.0.1'}:{server.port}"


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of the whole folder."""
    running = start(tmp_path_factory.mktemp("browser"))
    yield running
    running.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server to kill."""
    running = start(tmp_path)
    yield running
    running.close()


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Visitors of any server; no request of theirs may leave it."""
    there: list[Visitor] = []

    def come(server: Server, **options: Any) -> Visitor:
        there.append(Visitor(browser, address_of(server), **options))
        return there[-1]

    yield come
    for visitor in there:
        visitor.context.close()
    assert [visitor.foreign for visitor in there] == [[]] * len(there)


@pytest.fixture
def visit(server: Server, visitors: Callable[..., Visitor]) -> Iterator[Visit]:
    """Visitors of the folder's server; nothing that they see is complained of in the console."""
    there: list[Visitor] = []

    def come(**options: Any) -> Visitor:
        there.append(visitors(server, **options))
        return there[-1]

    yield come
    assert [visitor.complaints for visitor in there] == [[]] * len(there)
