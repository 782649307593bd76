"""Servers for the tests: one for a whole file, and others with options of their own.

A test that asks for the `backend` "nodes" has two servers at one PostgreSQL database for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.postgres import Postgres
from tests.server.running import Nodes, Server

Serve = Callable[..., Server]
BACKENDS = pytest.mark.parametrize("backend", ["sqlite", "nodes"], indirect=True, scope="module")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server."""
    running = Postgres()
    yield running
    running.close()


@pytest.fixture(scope="module")
def backend(request: pytest.FixtureRequest) -> str:
    """On what a server runs: SQLite, unless a test says something else."""
    return str(getattr(request, "param", "sqlite"))


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, backend: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server that bots play on without a pause."""
    running = server_on(backend, request, tmp_path_factory.mktemp("server"))
    yield running
    running.close()


@pytest.fixture
def serve(request: pytest.FixtureRequest, backend: str, tmp_path: Path) -> Iterator[Serve]:
    """Start a server with options; it is stopped at the end."""
    started: list[Server] = []

    def start(**options: object) -> Server:
        started.append(server_on(backend, request, tmp_path, **options))
        return started[-1]

    yield start
    for running in started:
        running.close()


def server_on(
    backend: str, request: pytest.FixtureRequest, folder: Path, **options: object
) -> Server:
    """A server of this kind with a database of its own."""
    if backend == "sqlite":
        return Server(folder / "games.sqlite3", **options)
    running: Postgres = request.getfixturevalue("postgres")
    return Nodes(running.new_database(), **options)
