"""The log: one line for each thing that happens, and never a token, an address or the fan."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from serpentina.cards import STANDARD
from serpentina.fan import Fan
from serpentina.server.logs import start_log
from serpentina.server.migrations import upgrade
from serpentina.server.store import store_at
from tests.server.conftest import Serve
from tests.server.running import BOT, OPEN, Device, here, play_out, until
from tests.server.test_faults import secret_of


@pytest.fixture
def usual_log() -> Iterator[None]:
    """Afterwards the log is what it was."""
    root, ours = logging.getLogger(), logging.getLogger("serpentina")
    before = root.handlers, root.level, ours.level
    yield
    root.handlers, root.level = before[0], before[1]
    ours.setLevel(before[2])


class Terminal(io.StringIO):
    """What is shown at a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def lines(text: str) -> list[dict[str, Any]]:
    """The lines of a log that are JSON, which all have to be."""
    return [json.loads(line) for line in text.splitlines()]


def test_a_game_in_the_log(serve: Serve, capfd: pytest.CaptureFixture[str]) -> None:
    """A whole game is told command for command, with what came of each, as JSON lines."""
    server = serve()
    ana, ben = server.device(), server.device()
    ana.create(here("cat", "Ana"), OPEN, BOT, deck="<r r> gr:3")
    ben.join(ana.game)
    ana.do("start")
    answer = ana.ask("draw", 1, slot=1)
    assert answer.status_code == 409
    asked = json.loads(answer.request.content)["command_id"]
    until(lambda: is_played_out(ana, ben))
    server.close()
    said = lines(capfd.readouterr().err)
    assert [each["event"] for each in said[:3]] == ["table", "seat", "command"]
    assert {each["game"] for each in said} == {ana.game}
    commands = [each for each in said if each["event"] == "command"]
    stale = next(each for each in commands if each["outcome"] == "stale")
    assert (stale["command_id"], stale["by"], stale["command"]) == (asked, "person", "draw")
    assert {each["outcome"] for each in commands} >= {"done", "stale"}
    assert any(each["by"] == "bot" and "command_id" not in each for each in commands)
    assert all(0 <= each["seconds"] < 10 and each["timestamp"] for each in commands)


def is_played_out(*devices: Device) -> bool:
    """Whether the game is over; if not, make a turn for whoever of the devices can."""
    state = devices[0].see()
    if state["status"] != "playing":
        return True
    for device in devices:
        if state["seat"] in device.see()["you"]:
            device.turn(device.see())
    return False


def test_no_secret_in_the_log(serve: Serve, capfd: pytest.CaptureFixture[str]) -> None:
    """Neither tokens, right or wrong, nor nonce and fan, nor names, nor addresses are in it."""
    server = serve(proxy="127.0.0.1", log_level="info")
    ana, ben, eve = server.device(), server.device(), server.device()
    eve.http.headers["X-Forwarded-For"] = "203.0.113.77"
    ana.create(here("cat", "Annabel"), OPEN)
    ben.join(ana.game)
    ana.do("start")
    nonce, order = secret_of(server, ana.game)
    eve.game, wrong = ana.game, secrets.token_urlsafe(24)
    eve.http.cookies.set(f"serpentina_{ana.game}", wrong)
    with ana.live(), eve.live():
        eve.ask("draw", 3, slot=1)
        eve.http.get(f"/api/games/{ana.game}?token={wrong}")
        eve.http.get("/nothing", headers={"Authorization": wrong})
        play_out(ana, ben)
    tokens = [device.http.cookies[f"serpentina_{ana.game}"] for device in (ana, ben)]
    server.close()
    said = capfd.readouterr().err
    assert said.count('"command": "draw"') > 40
    for secret in (*tokens, wrong, nonce, " ".join(order[:5]), "Annabel", "203.0.113.77"):
        assert secret not in said


@pytest.mark.usefixtures("usual_log")
@pytest.mark.parametrize("form", ["json", "text"])
def test_tracebacks_show_no_variables(form: str) -> None:
    """What has failed is told with the place, and without the values of its variables."""
    shown = io.StringIO()
    start_log(form, "error", shown)
    hidden = secrets.token_hex(8)

    def fail(token: str) -> None:
        raise ZeroDivisionError(str(len(token)))

    try:
        fail(hidden)
    except ZeroDivisionError:
        logging.getLogger("serpentina.server.pages").exception("It has failed.")
    assert "ZeroDivisionError: 16" in shown.getvalue()
    assert "raise ZeroDivisionError(str(len(token)))" in shown.getvalue()
    assert hidden not in shown.getvalue()


@pytest.mark.usefixtures("usual_log")
def test_what_the_stream_decides() -> None:
    """At a terminal text and only what is wrong; elsewhere JSON and all; others only when wrong."""
    for stream, first in ((Terminal(), ""), (io.StringIO(), "{")):
        start_log("", "", stream)
        logging.getLogger("serpentina.server").info("all is well", extra={"game": "abcdefgh"})
        logging.getLogger("elsewhere").info("chatter")
        logging.getLogger("serpentina.server").warning("beware", extra={"game": "abcdefgh"})
        said = stream.getvalue().splitlines()
        assert len(said) == (2 if first else 1)
        assert "beware" in said[-1]
        assert "abcdefgh" in said[-1]
        assert said[-1].startswith("{") == bool(first)


@pytest.mark.usefixtures("usual_log")
def test_what_is_no_text_in_a_socket() -> None:
    """It is no line, not even where the library stumbles over it; what else fails there is."""
    shown = io.StringIO()
    start_log("json", "info", shown)
    for name in ("uvicorn.error", "asyncio"):
        try:
            try:
                b"\xff".decode()
            except UnicodeDecodeError:
                logging.getLogger(name).exception("Invalid UTF-8")
                raise RuntimeError("connection is closing")  # noqa: B904 - as the library does
        except RuntimeError:
            logging.getLogger(name).exception("Fatal error")
    assert shown.getvalue() == ""
    try:
        raise RuntimeError("another")
    except RuntimeError:
        logging.getLogger("asyncio").exception("Fatal error")
    assert "another" in shown.getvalue()


@pytest.mark.usefixtures("usual_log")
def test_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal shows colours, unless NO_COLOR says that it should not."""
    for off in (False, True):
        if off:
            monkeypatch.setenv("NO_COLOR", "1")
        terminal = Terminal()
        start_log("text", "info", terminal)
        logging.getLogger("serpentina").info("a line")
        assert ("\x1b[" in terminal.getvalue()) is not off


def test_errors_of_the_database(tmp_path: Path) -> None:
    """An error of the database tells no values: among them could be the fan."""
    upgrade(tmp_path / "games.sqlite3")
    fan = Fan.shuffled(STANDARD)

    async def run() -> str:
        store = store_at(tmp_path / "games.sqlite3")
        try:
            async with store.writing() as transaction:
                await transaction.create("abcdefgh", fan, 0.0)
                await transaction.create("abcdefgh", fan, 0.0)
        except IntegrityError as error:
            return str(error)
        finally:
            await store.close()
        return ""

    said = asyncio.run(run())
    assert "UNIQUE" in said
    assert fan.nonce not in said
