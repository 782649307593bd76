"""A real server in a process of its own, and devices that play on it over HTTP and WebSocket."""

from __future__ import annotations

import os
import re
import secrets
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.server.nest import Hatched, hatch
from tests.server.sweeping import AT_ONCE, VARIABLE

if TYPE_CHECKING:
    from tests.server.postgres import Database

State = dict[str, Any]
TINY = "<r r> gr:3"  # five cards: a game of four turns
BOT = {"kind": "bot", "player": "garter"}
OPEN = {"kind": "open"}
NODES = 2
SERVE = [sys.executable, "-c", "import sys; from serpentina.cli import main; sys.exit(main())"]
SWEEPING = [sys.executable, str(Path(__file__).with_name("sweeping.py"))]


def here(pictogram: str = "cat", name: str = "") -> dict[str, str]:
    """A seat of a person on the device that makes the table."""
    return {"kind": "here", "name": name, "pictogram": pictogram}


class Server:
    """`serpentina serve` on a database; it may be killed and started again at the same address.

    With a file for `sweeps` it sweeps all tables while that is there, and else none.
    """

    def __init__(self, database: Path | Database, **options: object) -> None:
        self.database = database
        self.options = {"bot_pause": 0, "undo_pause": 0, **options}
        self.port = 0
        self.devices: list[Device] = []
        self.start()

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until it is ready."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Start."""
        options = {**self.options, "port": self.port}
        variables = {"PYTHONUNBUFFERED": "1", "LANGUAGE": "en"}
        sweeps = options.pop("sweeps", None)
        if sweeps:
            variables[VARIABLE] = str(sweeps)
            options |= AT_ONCE
        if isinstance(self.database, Path):
            options["database"] = self.database
        else:
            variables["DATABASE_URL"] = self.database.address
        given = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
        arguments, environment = ["serve", "--no-browser", *given], {**os.environ, **variables}
        self.process: Hatched | subprocess.Popen[str]
        if sweeps:
            self.process = subprocess.Popen(
                [*SWEEPING, *arguments], stdout=subprocess.PIPE, text=True, env=environment
            )
        else:
            self.process = hatch(arguments, environment)

    def wait(self) -> None:
        """Wait until it is ready."""
        self.said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if line.startswith(("Ready", "Bereit")):
                break
        found = re.search(r": http://127\.0\.0\.1:(\d+)/", self.said)
        assert found, self.said
        self.port = int(found[1])

    def end(self, how: signal.Signals = signal.SIGINT) -> float:
        """End the process by a signal; returns the seconds that it took."""
        began = time.monotonic()
        self.process.send_signal(how)
        self.await_end()
        return time.monotonic() - began

    def await_end(self) -> None:
        """Wait until the process has ended."""
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def kill_and_start(self) -> None:
        """What a power cut does."""
        self.end(signal.SIGKILL)
        self.start()

    def device(self) -> Device:
        """A device that knows nothing yet."""
        self.devices.append(Device(self.address))
        return self.devices[-1]

    def rows(self, statement: str) -> list[list[str]]:
        """What a statement gives in the database, as texts."""
        if not isinstance(self.database, Path):
            return self.database.rows(statement)
        with closing(sqlite3.connect(self.database)) as database:
            return [[str(value) for value in row] for row in database.execute(statement)]

    def kept(self) -> bytes:
        """All that the database has."""
        if not isinstance(self.database, Path):
            tables = ("games", "events", "commands", "deadlines", "presences")
            return "".join(str(self.rows(f"SELECT * FROM {name}")) for name in tables).encode()  # noqa: S608
        log = self.database.with_suffix(".sqlite3-wal")
        return self.database.read_bytes() + log.read_bytes()

    def close(self) -> None:
        """End the process, if nobody has yet, and the devices."""
        if self.process.poll() is None:
            self.end()
        for device in self.devices:
            device.http.close()


class Nodes(Server):
    """Several servers at one database, as one; devices come to one node after the other."""

    def __init__(self, database: Database, **options: object) -> None:
        self.nodes: list[Server] = []
        self.database = database
        self.devices = []
        for _ in range(NODES):
            node = Server.__new__(Server)
            node.database, node.port, node.devices = database, 0, self.devices
            node.options = {"bot_pause": 0, "undo_pause": 0, **options}
            self.nodes.append(node)
        self.start()

    def launch(self) -> None:
        """Start all."""
        for node in self.nodes:
            node.launch()

    def wait(self) -> None:
        """Wait until all are ready."""
        for node in self.nodes:
            node.wait()
        first = self.nodes[0]
        self.process, self.port, self.said = first.process, first.port, first.said

    def end(self, how: signal.Signals = signal.SIGINT) -> float:
        """End all; returns the seconds that the slowest took."""
        began = time.monotonic()
        for node in self.nodes:
            node.process.send_signal(how)
        for node in self.nodes:
            node.await_end()
        return time.monotonic() - began

    def device(self) -> Device:
        """A device that knows nothing yet, at the next node."""
        return self.nodes[len(self.devices) % len(self.nodes)].device()

    def close(self) -> None:
        """End what still runs."""
        for node in self.nodes:
            node.close()


class Device:
    """A browser's place: its cookies, and the game that it looks at."""

    def __init__(self, address: str, game: str = "") -> None:
        self.http = httpx.Client(base_url=address, timeout=30)
        self.address = address
        self.game = game
        self.heard: list[str] = []  # the text of every answer
        self.http.event_hooks["response"].append(self._hear)

    def _hear(self, response: httpx.Response) -> None:
        response.read()
        self.heard.append(f"{dict(response.headers)} {response.text}")

    def create(self, *seats: dict[str, str], **wanted: Any) -> State:
        """Make a table."""
        answer = self.http.post("/api/games", json={"seats": seats, **wanted})
        assert answer.status_code == 201, answer.text
        self.game = answer.json()["game"]
        state: State = answer.json()["state"]
        return state

    def join(self, game: str = "", pictogram: str = "owl", **more: Any) -> State:
        """Take a seat."""
        self.game = game or self.game
        answer = self.http.post(
            f"/api/games/{self.game}/seats", json={"pictogram": pictogram, **more}
        )
        assert answer.status_code == 200, answer.text
        state: State = answer.json()["state"]
        return state

    def see(self, game: str = "") -> State:
        """The table."""
        answer = self.http.get(f"/api/games/{game or self.game}")
        assert answer.status_code == 200, answer.text
        state: State = answer.json()
        return state

    def ask(self, command: str, version: int | None = None, **more: Any) -> httpx.Response:
        """Send a command, at the version that there is."""
        version = self.see()["version"] if version is None else version
        body = {"command_id": secrets.token_hex(8), "expected_version": version, **more}
        return self.http.post(f"/api/games/{self.game}/commands", json={"command": command, **body})

    def do(self, command: str, version: int | None = None, **more: Any) -> State:
        """Send a command that has to be carried out."""
        answer = self.ask(command, version, **more)
        assert answer.status_code == 200, answer.text
        state: State = answer.json()
        return state

    def turn(self, state: State | None = None) -> State:
        """Draw and place for the seat whose turn it is."""
        state = state or self.see()
        if state["card"] is None:
            state = self.do("draw", state["version"], slot=state["slots"][-1])
        placement = state["placements"][0]["placement"]
        return self.do("place", state["version"], placement=placement)

    def live(self, origin: str | None = None) -> ClientConnection:
        """A socket at the table, opened by a program or by the page of an origin."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return connect(
            f"{self.address.replace('http', 'ws')}/api/games/{self.game}/live",
            close_timeout=1,
            max_queue=None,
            origin=None if origin is None else Origin(origin),
            additional_headers={"Cookie": cookies} if cookies else {},
        )


def play_out(*devices: Device) -> State:
    """Let the devices play until the game is over."""
    state = devices[0].see()
    while state["status"] == "playing":
        holder = next(each for each in devices if state["seat"] in each.see()["you"])
        state = holder.turn(holder.see())
    return state


def until(is_so: Callable[[], Any], seconds: float = 20) -> Any:
    """Wait until something is so, and return it."""
    end = time.monotonic() + seconds
    while not (found := is_so()):
        assert time.monotonic() < end, "This took too long."
        time.sleep(0.02)
    return found


def core(state: State) -> State:
    """A state without who is there at the moment."""
    seats = [{**seat, "present": None, "away": None} for seat in state["seats"]]
    return {**state, "seats": seats}
