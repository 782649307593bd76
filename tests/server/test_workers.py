"""`serpentina serve --workers`: several processes at one port, of which each may die."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.leaving_out import leave_out
from tests.server.postgres import Postgres
from tests.server.running import OPEN, TINY, Server, here, play_out, until
from tests.server.test_serving import refused

WORKERS = 2


@pytest.fixture
def start(postgres: Postgres) -> Iterator[Callable[[], Server]]:
    """Start a server of two workers."""
    started: list[Server] = []

    def start() -> Server:
        started.append(Server(postgres.new_database(), workers=WORKERS))
        return started[-1]

    yield start
    for running in started:
        running.close()


@pytest.fixture
def crew(start: Callable[[], Server]) -> Server:
    """A server of two workers."""
    return start()


def alive(crew: Server) -> set[int]:
    """The processes that are its workers."""
    if not Path("/proc/self/stat").is_file():
        leave_out("Left out: whether workers end, for the system does not tell who runs.")
    found = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            line, command = status.read_text(), (status.parent / "cmdline").read_bytes()
        except OSError:  # it has just ended
            continue
        if line.rpartition(")")[2].split()[1] == str(crew.process.pid) and b"fork" in command:
            found.add(int(status.parent.name))
    return found


def is_running(number: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    try:
        line = Path(f"/proc/{number}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    return line.rpartition(")")[2].split()[0] != "Z"


def test_one_port(crew: Server) -> None:
    """Whole games are played whichever worker is asked, and the host is greeted once."""
    assert crew.said.count("Ready") == 1
    assert len(crew.rows("SELECT id FROM nodes")) == WORKERS
    ana, ben = crew.device(), crew.device()
    ana.create(here(), OPEN, deck=TINY)
    ben.join(ana.game)
    ana.do("start")
    with ben.live() as socket:
        socket.recv(5)
        for device in (ana, ben):
            device.http.headers["Connection"] = "close"  # each request may come to another worker
        play_out(ana, ben)
        ana.do("count")
    assert ben.see()["status"] == "counted"


def test_a_worker_that_dies(start: Callable[[], Server], capfd: pytest.CaptureFixture[str]) -> None:
    """Another one takes its place, and the rest serve meanwhile."""
    crew = start()
    ana = crew.device()
    ana.create(here(), here("dog"))
    before = alive(crew)
    assert len(before) == WORKERS
    os.kill(min(before), signal.SIGKILL)
    for _ in range(20):
        answer = httpx.get(f"{crew.address}/api/games/{ana.game}", timeout=20)
        assert answer.status_code == 200
    until(lambda: len(alive(crew)) == WORKERS and alive(crew) != before)
    until(lambda: len(crew.rows("SELECT id FROM nodes")) == WORKERS)
    assert "A worker has died (-9); another one begins." in capfd.readouterr().err


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_their_server(crew: Server, how: signal.Signals) -> None:
    """However the server ends, no worker is left, and the port is free."""
    workers = alive(crew)
    assert crew.end(how) < 5
    until(lambda: not any(map(is_running, workers)), 10)
    if how is not signal.SIGKILL:
        assert crew.process.returncode == 0
        assert crew.rows("SELECT id FROM nodes") == []
    time.sleep(0.1)
    with pytest.raises(httpx.ConnectError):
        httpx.get(crew.address)


def test_workers_need_a_server_for_the_games() -> None:
    """With a file there can be but one, and the host is told what would be right."""
    assert "Several workers need a PostgreSQL server" in refused("--workers=2")
