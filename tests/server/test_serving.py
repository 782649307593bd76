"""`serpentina serve`: its options, what it prints, and what it refuses."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest

from serpentina.server.addresses import address_of, home_address, qr_picture, qr_text
from serpentina.server.settings import OPTIONS, Option, Settings, settings_from
from tests.leaving_out import leave_out
from tests.server.conftest import Serve
from tests.server.running import SERVE
from tests.test_cli import environment

WRITTEN = {
    "engine": "bot=true",
    "proxy": "127.0.0.1,10.0.0.0/8",
    "metrics": "local",
    "log": "json",
    "log_level": "error",
}


def refused(*arguments: str, **variables: str) -> str:
    """What the command says when it does not start."""
    done = subprocess.run(
        [*SERVE, "serve", *arguments],
        capture_output=True,
        text=True,
        env=environment(**variables),
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


def test_help() -> None:
    """The help names each option and its variable."""
    done = subprocess.run([*SERVE, "serve", "--help"], capture_output=True, text=True, check=True)
    for option in OPTIONS:
        assert option.flag in done.stdout
        assert option.variable in done.stdout


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: str(option.name))
def test_an_option_goes_before_its_variable(option: Option) -> None:
    """Each option can be given on the command line, or in the environment, or neither."""
    name, read = option.name, option.read
    text = WRITTEN.get(name, "7" if read else "on")
    value: Any = read(text) if read else True
    value = (value,) if option.is_repeated else value
    variable = f"SERPENTINA_{name.upper()}"
    usual = getattr(Settings(), name)
    assert getattr(settings_from({}, {}), name) == usual
    assert getattr(settings_from({name: None}, {variable: text}), name) == value
    assert getattr(settings_from({name: value}, {variable: "0"}), name) == value


@pytest.mark.parametrize(
    ("arguments", "variables", "said"),
    [
        (["--port", "x"], {}, 'A port is a number from 0 to 65535, not "x".'),
        (["--port", "65536"], {}, "A port is"),
        (["--away", "-1"], {}, "This is a number from 0"),
        (["--bot-pause", "nan"], {}, "This is a number from 0"),
        (["--host", "192.0.2.77"], {}, "Cannot listen at 192.0.2.77"),
        (["--engine", "bot"], {}, 'An engine is written as NAME=COMMAND, not "bot".'),
        (["--engine", "my/bot=x"], {}, "An engine is written as NAME=COMMAND"),
        (["--engine", "bot="], {}, '"" is no command that starts an engine.'),
        (["--engine", 'bot="'], {}, "is no command that starts an engine."),
        (["--engine", "boa=x"], {}, '"boa" is a player of our own: give the engine another name.'),
        (["--engine", "a=x", "--engine", "a=y"], {}, 'Two engines have the name "a".'),
        ([], {"SERPENTINA_ENGINE": "a=x\nb"}, "SERPENTINA_ENGINE: An engine is written"),
        (
            ["--engine-seconds", "0"],
            {},
            '0.05 to 60 seconds for a placement, not "0".',
        ),
        (["--engine-seconds", "nan"], {}, "A program has 0.05 to 60 seconds"),
        ([], {"SERPENTINA_ENGINE_SECONDS": "61"}, "SERPENTINA_ENGINE_SECONDS: A program has"),
        ([], {"SERPENTINA_PORT": "x"}, "SERPENTINA_PORT: A port"),
        (["--proxy", "caddy"], {}, "A proxy is an address or a network"),
        (["--metrics", "me"], {}, 'This is one of off, local, all, not "me".'),
        (["--log", "xml"], {}, "This is one of text, json"),
        ([], {"SERPENTINA_LAN": "maybe"}, 'SERPENTINA_LAN: This is "1" or "0"'),
    ],
)
def test_bad_options(arguments: list[str], variables: dict[str, str], said: str) -> None:
    """A bad option or variable is refused in one line that names it."""
    assert said in refused(*arguments, **variables)


def test_a_port_that_is_taken() -> None:
    """A port that somebody has is refused in one line."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"Cannot listen at 127.0.0.1, port {port}" in refused(f"--port={port}")


def test_a_database_that_cannot_be() -> None:
    """A file that is no database is refused in one line, and left as it is."""
    page = Path(__file__)
    before = page.read_bytes()
    assert f"The file {page} cannot hold the games" in refused("--port=0", f"--database={page}")
    assert page.read_bytes() == before


def test_a_folder_that_cannot_be_made() -> None:
    """Where there can be no folder, the file that would be in it is named in one line."""
    games = Path(__file__) / "games" / "server.sqlite3"
    said = f"The file {games} cannot hold the games: Not a directory."
    assert said in refused("--port=0", f"--database={games}")


def test_the_greeting_is_in_the_hosts_language(serve: Serve) -> None:
    """Who starts the server is greeted in his language."""
    assert "Strg-C beendet den Server" in serve(language="de").said


def test_a_home_network(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """With --lan the address of this machine in its network is printed, drawn and served."""
    address = home_address()
    if address is None:
        leave_out("Left out: what --lan does, for this machine is in no network.")
    monkeypatch.setenv("SERPENTINA_LAN", "1")
    server = serve()
    lan = f"http://{address}:{server.port}"
    assert f"In the home network: {lan}/" in server.said
    assert qr_text(f"{lan}/") in server.said
    http = server.device().http
    assert http.get("/api/host").json()["lan"] == lan
    assert http.get(f"{lan}/api/host").status_code == 200
    assert http.get("/api/qr").content == qr_picture(f"{lan}/")


def test_addresses() -> None:
    """The network's address goes before the one by which the server was asked."""
    assert address_of("http://192.0.2.5:8000", "http://localhost/") == "http://192.0.2.5:8000"
    assert address_of(None, "http://localhost/") == "http://localhost"


def test_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine in no network has no address there."""

    def connect(_self: object, _address: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", connect)
    assert home_address() is None


def test_what_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be tested is skipped with a sentence, and is a failure in CI, which says so."""
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no cat"):
        leave_out("no cat")
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match="no cat"):
        leave_out("no cat")
    root = Path(__file__).parents[2]
    assert "\nexport CI=1\n" in (root / ".ci" / "run").read_text(encoding="utf-8")
