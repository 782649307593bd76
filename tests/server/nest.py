"""Where servers hatch: a process that has read all modules once, and forks into servers.

To start Python and to read what a server is made of takes most of the time of a start; here that
is paid once for all servers of a process of tests. What hatches is a process like any other, with
the arguments, variables, folder and files that it would have been started with; it knows nothing
of those before, for the nest itself never serves. That servers start from nothing is what
test_serving.py, test_workers.py and tests/test_welcome.py are about.
"""

from __future__ import annotations

import atexit
import gc
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, NoReturn

ROOT = Path(__file__).parents[2]
# Variables that Python and modules read when they start: whoever has others hatches elsewhere.
READ_ONCE = ("PYTHON", "NUMBA", "COVERAGE", "LC_")
MODULES = (
    *("serpentina.cli", "serpentina.server.hosting", "aiosqlite", "asyncpg", "logging.config"),
    *("sqlalchemy.dialects.sqlite.aiosqlite", "sqlalchemy.dialects.postgresql.asyncpg"),
    *("uvicorn.loops.auto", "uvicorn.protocols.http.auto", "uvicorn.protocols.websockets.auto"),
    *("uvicorn.lifespan.on", "uvicorn.loops.uvloop"),
    *(f"serpentina.players.{name}" for name in ("boa", "garter", "hatchling")),
)
LENGTH = 4  # bytes that say how long the rest is
FILES = 4  # handed over: the line to tell by, and the three of a process


class Hatched:
    """A process that has hatched: what `subprocess.Popen` would say of it."""

    def __init__(self, line: socket.socket, stdout: IO[str]) -> None:
        self.line = line
        self.stdout = stdout
        self.pid = int(self._told())
        self.returncode: int | None = None

    def _told(self) -> str:
        """The next number that is told of it; nothing at the end of the nest."""
        said = b""
        while (byte := self.line.recv(1)) not in (b"\n", b""):
            said += byte
        return said.decode("ascii")

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; returns how."""
        if self.returncode is None:
            if not select.select([self.line], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("a server that has hatched", timeout or 0)
            self.returncode = os.waitstatus_to_exitcode(int(self._told()))
            self.line.close()
        return self.returncode

    def poll(self) -> int | None:
        """How it has ended, if it has."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


class Nest:
    """The process that forks, as the tests see it."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.line, other = socket.socketpair()
        code = "import sys; from tests.server.nest import brood; brood(int(sys.argv[1]))"
        with other:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code, str(other.fileno())],
                cwd=ROOT,
                env=environment,
                pass_fds=[other.fileno()],
            )
        atexit.register(self.close)

    def close(self) -> None:
        """Nothing hatches any more."""
        self.line.close()
        self.process.wait(20)

    def hatch(self, arguments: Sequence[str], environment: Mapping[str, str]) -> Hatched:
        """Start `serpentina` with arguments; what it says can be read."""
        asked = json.dumps([[*arguments], {**environment}, str(Path.cwd())]).encode()
        mine, its = socket.socketpair()
        reading, writing = os.pipe()
        socket.send_fds(
            self.line, [len(asked).to_bytes(LENGTH, "big")], [its.fileno(), 0, writing, 2]
        )
        self.line.sendall(asked)
        its.close()
        os.close(writing)
        return Hatched(mine, os.fdopen(reading, encoding="utf-8"))


NESTS: dict[frozenset[tuple[str, str]], Nest] = {}


def hatch(arguments: Sequence[str], environment: Mapping[str, str]) -> Hatched:
    """Start `serpentina` with arguments and variables, without starting Python."""
    read = frozenset(each for each in environment.items() if each[0].startswith(READ_ONCE))
    if read not in NESTS:
        NESTS[read] = Nest(environment)
    return NESTS[read].hatch(arguments, environment)


# In the process that forks


def brood(number: int) -> None:
    """Read all modules, then fork whenever asked to, until nobody can ask any more.

    In a process that has hatched it leaves as a program does, by SystemExit.
    """
    read_all()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at the tests is theirs
    line = socket.socket(fileno=number)
    while True:
        head, files, _, _ = socket.recv_fds(line, LENGTH, FILES)
        if not head:
            return
        arguments, environment, folder = json.loads(_all_of(line, int.from_bytes(head, "big")))
        _let_go()
        if os.fork() == 0:
            line.close()
            watch(arguments, environment, folder, files)
        for each in files:
            os.close(each)


def _let_go() -> None:
    """Let those go that have watched a server to its end."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _all_of(line: socket.socket, size: int) -> bytes:
    content = b""
    while len(content) < size:
        content += line.recv(size - len(content))
    return content


def read_all() -> None:
    """Read the modules that a server has read when it is ready."""
    for name in MODULES:
        with suppress(ImportError):  # what a server can do without
            import_module(name)
    gc.freeze()  # what all have in common is not looked through in each


def watch(
    arguments: list[str], environment: dict[str, str], folder: str, files: list[int]
) -> NoReturn:
    """Fork into a server, tell its number, wait for its end, and tell how it ended."""
    number = os.fork()
    if number == 0:
        become(arguments, environment, folder, files)
    line, *others = files
    for each in others:
        os.close(each)
    os.write(line, f"{number}\n".encode())
    os.write(line, f"{os.waitpid(number, 0)[1]}\n".encode())
    os._exit(0)


def become(
    arguments: list[str], environment: dict[str, str], folder: str, files: list[int]
) -> NoReturn:
    """Be the program with these arguments, variables, folder and files, to its end."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    line, *others = files
    os.close(line)
    for place, each in enumerate(others):
        os.dup2(each, place)
        os.close(each)
    # Python asks once whether a file can be sought in; these are other files.
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.FileIO(place, "w", closefd=False), "utf-8", write_through=True)
        for place in (1, 2)
    )
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["-c", *arguments]
    from serpentina.cli import main

    sys.exit(main())
