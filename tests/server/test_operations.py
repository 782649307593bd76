"""What machines ask a server: alive, ready, its figures; and that it stops with many sockets."""

from __future__ import annotations

import asyncio
import resource
import signal
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from serpentina.server.app import create_app
from serpentina.server.settings import Settings
from tests.leaving_out import leave_out
from tests.server.conftest import BACKENDS, Serve
from tests.server.running import BOT, OPEN, core, here, until
from tests.server.test_engines import SHORT, program
from tests.server.test_errors import is_problem
from tests.server.vitals import figures, nodes_of

SOCKETS = 500
AT_ONCE = 50  # sockets that are opened


def test_alive_and_ready(serve: Serve) -> None:
    """A server that runs says so, and that it is ready."""
    http = serve().device().http
    assert http.get("/healthz").text == "ok\n"
    answer = http.get("/readyz")
    assert (answer.status_code, answer.json()["ready"]) == (200, True)


def test_not_ready(tmp_path: Path) -> None:
    """Without its database, or about to stop, a server is alive but not ready."""
    app = create_app(Settings(database=str(tmp_path / "games.sqlite3")))

    async def ask() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://play.example") as http,
        ):
            lobby = app.state.lobby
            answers = [await http.get("/readyz")]
            lobby.is_closing = True
            answers.append(await http.get("/readyz"))
            lobby.is_closing = False
            reading, lobby.store.reading = lobby.store.reading, None
            answers += [await http.get("/readyz"), await http.get("/healthz")]
            lobby.store.reading = reading
            return answers

    answers = asyncio.run(ask())
    assert [answer.status_code for answer in answers] == [200, 503, 503, 200]
    assert answers[1].json() == {"ready": False, "database": True, "stopping": True}
    assert answers[2].json() == {"ready": False, "database": False, "stopping": False}


def test_figures(serve: Serve) -> None:
    """Commands by kind and outcome, their time, sockets, tables and what thinks are counted."""
    server = serve(metrics="local")
    ana, ben = server.device(), server.device()
    ana.create(here(), OPEN)
    ben.join(ana.game)
    ana.do("start")
    ana.do("draw", slot=1)
    assert ana.ask("draw", 1, slot=2).status_code == 409
    assert ben.ask("draw", slot=2).status_code == 409
    with ana.live() as socket, ben.live():
        socket.recv(5)
        until(lambda: figures(ana)["serpentina_sockets[]"] == 2)
    found = figures(ana)
    counted = "serpentina_commands_total[by=person,command=draw,outcome={}]"
    assert found[counted.format("done")] == 1
    assert found[counted.format("stale")] == 1
    assert found[counted.format("not_your_turn")] == 1
    assert found["serpentina_command_seconds_count[by=person,command=draw]"] == 3
    assert found["serpentina_tables[status=playing]"] == 1
    assert found["serpentina_tables_in_memory[]"] == 1
    assert found["serpentina_answers_total[status=409]"] == 2
    assert found["serpentina_bots_thinking[]"] == 0
    assert found["serpentina_questions_waiting[]"] == 0
    assert found["serpentina_devices_remembered[]"] >= 2
    assert found["serpentina_tasks[]"] > 1
    assert found["process_resident_memory_bytes[]"] > 1e6
    until(lambda: figures(ana)["serpentina_sockets[]"] == 0)


def test_figures_of_bots(serve: Serve, tmp_path: Path) -> None:
    """A bot's commands are told from a person's, and a bot that thinks is counted meanwhile."""
    slow = program(tmp_path / "slow.py", "time.sleep(60)")
    server = serve(metrics="local", engine=f"slow={slow}", engine_seconds=1.5, log_level="error")
    ana = server.device()
    ana.create({"kind": "bot", "player": "slow"}, BOT, **SHORT)
    until(lambda: figures(ana)["serpentina_bots_thinking[]"] == 1)
    until(lambda: ana.see()["status"] == "counted")
    found = figures(ana)
    assert found["serpentina_bots_thinking[]"] == 0
    assert found["serpentina_commands_total[by=bot,command=count,outcome=done]"] == 1
    assert not any("by=person" in name for name in found)


@pytest.mark.parametrize(
    ("metrics", "headers", "status"),
    [
        ("off", {}, 404),
        ("local", {}, 200),
        ("local", {"X-Forwarded-For": "127.0.0.1"}, 404),
        ("local", {"Forwarded": "for=203.0.113.5"}, 404),
        ("all", {"X-Forwarded-For": "203.0.113.5"}, 200),
    ],
)
def test_who_may_read_the_figures(
    serve: Serve, metrics: str, headers: dict[str, str], status: int
) -> None:
    """Nobody unless the host says so; `local` is not whoever comes through a proxy here."""
    answer = serve(metrics=metrics).device().http.get("/metrics", headers=headers)
    if status == 404:
        is_problem(answer, 404, "not_found")
    assert answer.status_code == status


@BACKENDS
def test_a_stop_with_500_sockets(serve: Serve, backend: str) -> None:
    """F17: with 500 open sockets SIGTERM ends the server, or both nodes, within 5 seconds."""
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < 2 * SOCKETS:
        leave_out("Left out: a stop with 500 sockets, for a process may not open so many here.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(few, 2 * SOCKETS), most))
    server = serve()
    ana = server.device()
    ana.create(here(), BOT)
    state = ana.do("draw", slot=3)
    nodes = [node.address.replace("http", "ws") for node in nodes_of(server)]

    async def listen(number: int) -> ClientConnection:
        place = f"{nodes[number % len(nodes)]}/api/games/{ana.game}/live"
        socket = await connect(place, open_timeout=30, close_timeout=1)
        await socket.recv()
        return socket

    async def run() -> float:
        sockets = []
        for first in range(0, SOCKETS, AT_ONCE):
            sockets += await asyncio.gather(*map(listen, range(first, first + AT_ONCE)))
        seconds = await asyncio.to_thread(server.end, signal.SIGTERM)
        await asyncio.gather(*(socket.wait_closed() for socket in sockets))
        assert {socket.close_code for socket in sockets} == {1012}
        return seconds

    seconds = asyncio.run(run())
    print(f"{backend}: {SOCKETS} sockets: {seconds:.2f} s")
    assert seconds < 5
    codes = {node.process.returncode for node in nodes_of(server)}
    assert codes <= {0, -signal.SIGTERM}, "nobody had to kill it"
    server.start()
    assert core(ana.see()) == core(state)
