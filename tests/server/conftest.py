"""Servers for the tests: one for a whole file, and others with options of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.running import Server

Serve = Callable[..., Server]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that bots play on without a pause."""
    running = Server(tmp_path_factory.mktemp("server") / "games.sqlite3")
    yield running
    running.close()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start a server with options; it is stopped at the end."""
    started: list[Server] = []

    def start(**options: object) -> Server:
        started.append(Server(tmp_path / "games.sqlite3", **options))
        return started[-1]

    yield start
    for running in started:
        running.close()
