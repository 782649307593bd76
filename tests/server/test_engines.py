"""Programs at the tables of a server: a request names them, the host runs them, people play on."""

from __future__ import annotations

import asyncio
import logging
import random
import shlex
import sys
import time
from pathlib import Path

import pytest

from serpentina.game import Game, View
from serpentina.players import PLAYERS, player
from serpentina.server.engines import REST_SECONDS, Engines
from tests.server.conftest import Serve
from tests.server.running import here, until
from tests.test_engine import BOT

SHORT = {"deck": "<r r> gr:6 bg:4", "rules": "hisss,must_match=off"}


def view() -> View:
    """A view with more than one placement."""
    game = Game.new(2, "hisss,must_match=off", seed=2).draw(1)
    return game.draw(2).view if len(game.placements) == 1 else game.view


def program(path: Path, answer: str) -> str:
    """The command of an engine that answers so."""
    path.write_text(
        "print('ready', flush=True)\nimport sys, time\nfor line in sys.stdin:\n"
        f"    if line.startswith('go'):\n        {answer}\n",
        encoding="utf-8",
    )
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def test_an_engine_plays_at_a_table(serve: Serve, capfd: pytest.CaptureFixture[str]) -> None:
    """It is offered, named by a request, shown as the seat's player, and plays to the count."""
    server = serve(engine=f"quick={BOT}", log_level="warning")
    ana = server.device()
    assert ana.http.get("/api/rules").json()["players"] == [*PLAYERS, "quick"]
    state = ana.create(
        {"kind": "bot", "player": "quick"}, {"kind": "bot", "player": "boa"}, **SHORT
    )
    assert [seat["player"] for seat in state["seats"]] == ["quick", "boa"]
    until(lambda: ana.see()["status"] == "counted")
    record = ana.http.get(f"/api/games/{ana.game}/record").text
    assert '[Seat1 "bot:quick"]' in record
    assert "engine_bot" not in record
    server.close()
    assert capfd.readouterr().err == ""


def test_a_request_names_only_what_is_registered(serve: Serve) -> None:
    """Any other name is a 4xx that says which there are; nothing is run."""
    server = serve(engine=f"quick={BOT}")
    http = server.device().http
    for name in ("slow", "python", "engine:ls", "quick=ls", "../quick", "", "Quick"):
        seats = [here(), {"kind": "bot", "player": name}]
        answer = http.post("/api/games", json={"seats": seats})
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
        assert ", ".join((*PLAYERS, "quick")) in answer.json()["detail"]
    odd_names: tuple[object, ...] = (7, None, ["quick"], "x" * 50)
    for odd in odd_names:
        seats = [here(), {"kind": "bot", "player": odd}]  # type: ignore[dict-item]
        assert http.post("/api/games", json={"seats": seats}).status_code == 422


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("sys.exit(3)", "has ended with exit status 3"),
        ("print('best 9z-gr', flush=True)", 'places "9z-gr"'),
        ("time.sleep(60)", "has not answered"),
    ],
)
def test_a_failing_engine_does_not_stop_the_game(
    serve: Serve, tmp_path: Path, capfd: pytest.CaptureFixture[str], answer: str, reason: str
) -> None:
    """The garter plays for it, every game ends, and the host sees one line, without a traceback."""
    command = program(tmp_path / "bad.py", answer)
    server = serve(engine=f"bad={command}", log="text", log_level="warning")
    ana = server.device()
    ana.create({"kind": "bot", "player": "bad"}, {"kind": "bot", "player": "garter"}, **SHORT)
    until(lambda: ana.see()["status"] == "counted")
    assert ana.see()["seats"][0]["player"] == "bad"
    server.close()
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 1
    assert f'The engine "bad" {reason}' in lines[0]
    assert str(tmp_path) not in lines[0]


def test_the_host_hears_at_once_of_a_program_that_does_not_start(
    serve: Serve, capfd: pytest.CaptureFixture[str]
) -> None:
    """A wrong command is one line in the log before anybody plays; the server goes on."""
    server = serve(engine="gone=/nowhere/bot", log="text")
    said: list[str] = []

    def is_said() -> bool:
        said.extend(capfd.readouterr().err.splitlines())
        return bool(said)

    until(is_said)
    assert len(said) == 1
    assert 'The engine "gone" cannot be started: No such file or directory.' in said[0]
    assert server.device().http.get("/api/rules").status_code == 200


def test_an_engine_that_failed_rests_and_comes_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """For a minute the garter plays for it; then it is asked again, and what it says counts."""
    now = [100.0]
    command = program(tmp_path / "bot.py", "sys.exit(3)")
    engines = Engines([("bot", command)], clock=lambda: now[0])
    fallback = player("garter").choose(view(), random.Random(1))
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            assert engines.choose("bot", view(), random.Random(1)) == fallback
    assert len(caplog.records) == 1
    last = "print('best', everything[-1].split(':')[0], flush=True)"
    program(tmp_path / "bot.py", last)
    text = (tmp_path / "bot.py").read_text(encoding="utf-8")
    heard = "    if line.startswith('placements'):\n        everything = line.split()\n"
    (tmp_path / "bot.py").write_text(text + heard, encoding="utf-8")
    now[0] += REST_SECONDS - 1
    assert engines.choose("bot", view(), random.Random(1)) == fallback
    now[0] += 2
    assert engines.choose("bot", view(), random.Random(1)) != fallback
    assert len(caplog.records) == 1
    engines.close()


def test_a_name_that_is_no_longer_registered_is_played_by_the_garter() -> None:
    """A table of yesterday goes on, whatever the host has started today."""
    engines = Engines()
    fallback = player("garter").choose(view(), random.Random(1))
    for name in ("gone", None):
        assert engines.choose(name, view(), random.Random(1)) == fallback


def test_who_waits_for_an_engine_holds_no_thread() -> None:
    """Tables take turns at a program; a player of ours is asked by all at once."""
    engines = Engines([("bot", "true")])
    most = {"bot": 0, "garter": 0}
    inside = dict(most)

    async def ask(name: str) -> None:
        async with engines.turn(name):
            inside[name] += 1
            most[name] = max(most[name], inside[name])
            await asyncio.sleep(0)
            inside[name] -= 1

    async def run() -> None:
        await asyncio.gather(*(ask(name) for name in ("bot", "garter") * 5))

    asyncio.run(run())
    assert most == {"bot": 1, "garter": 5}


def test_the_server_answers_while_an_engine_thinks(serve: Serve, tmp_path: Path) -> None:
    """Many tables with a slow program leave the server quick for everybody else."""
    slow = program(tmp_path / "slow.py", "time.sleep(60)")
    server = serve(engine=f"slow={slow}")
    ana = server.device()
    for _ in range(12):
        ana.create({"kind": "bot", "player": "slow"}, {"kind": "bot", "player": "garter"})
    begun = time.monotonic()
    for _ in range(5):
        body = {"rules": "hisss", "table": "<r", "draw": "gr"}
        assert ana.http.post("/api/referee", json=body).status_code == 200
    assert time.monotonic() - begun < 5
