"""A real PostgreSQL server for the tests: its own folder, port and processes, gone at the end."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from serpentina.server.whereabouts import Address
from tests.leaving_out import leave_out

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: int(place.parent.name))
NOBODY = "nobody"  # PostgreSQL does not run as root
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "log_min_messages": "fatal",
    "fsync": "off",  # what is committed survives all but a failure of the machine
}


class Postgres:
    """A server, which may be stopped and started again at the same address."""

    def __init__(self) -> None:
        found = shutil.which("initdb")
        places = [Path(found).resolve().parent] if found else PLACES
        if not places:
            leave_out("Left out: several nodes, for there is no PostgreSQL server here.")
        self.programs = places[-1]
        self.folder = Path(tempfile.mkdtemp(prefix="serpentina-postgres-"))
        self.password = secrets.token_hex(8)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self._initialize()
        self.start()

    def _initialize(self) -> None:
        secret = self.folder / "password"
        secret.write_text(self.password, encoding="ascii")
        if os.geteuid() == 0:
            shutil.chown(self.folder, NOBODY)
            shutil.chown(secret, NOBODY)
        given = ["--username=serpentina", "--auth=scram-sha-256", f"--pwfile={secret}"]
        self._run("initdb", "-D", str(self.data), *given, "--no-sync", "--encoding=UTF8")

    @property
    def data(self) -> Path:
        """The folder of its files."""
        return self.folder / "data"

    def _as_nobody(self) -> list[str]:
        if os.geteuid() != 0:
            return []
        return ["setpriv", f"--reuid={NOBODY}", "--regid=nogroup", "--clear-groups"]

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as_nobody(), str(self.programs / program), *arguments]
        done = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        """Start it, and wait until it answers."""
        given = [f"-c{name}={value}" for name, value in SETTINGS.items()]
        self.process = subprocess.Popen(
            [
                *self._as_nobody(),
                str(self.programs / "postgres"),
                *("-D", str(self.data), "-p", str(self.port), "-k", str(self.folder)),
                *given,
            ],
            cwd=self.folder,
            stderr=subprocess.DEVNULL,
        )
        self.wait()

    def wait(self) -> None:
        """Wait until it takes connections."""
        for _ in range(600):
            asked = ["pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
            if not subprocess.call([str(self.programs / asked[0]), *asked[1:]]):
                return
            assert self.process.poll() is None, "PostgreSQL does not start."
            time.sleep(0.05)
        raise AssertionError("PostgreSQL does not answer.")

    def stop(self) -> None:
        """Stop it; whoever is connected is thrown out."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(30)

    def close(self) -> None:
        """Stop it, and delete its files."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_database(self) -> Database:
        """A database that is empty."""
        name = f"t{secrets.token_hex(6)}"
        Database(self, "postgres").rows(f"CREATE DATABASE {name}")
        return Database(self, name)


@dataclass(frozen=True)
class Database:
    """One of its databases."""

    postgres: Postgres
    name: str

    @property
    def address(self) -> str:
        """As DATABASE_URL has it."""
        known = self.postgres
        return f"postgresql://serpentina:{known.password}@127.0.0.1:{known.port}/{self.name}"

    @property
    def place(self) -> Address:
        """As a store wants it."""
        return Address.parse(self.address)

    def rows(self, statement: str) -> list[list[str]]:
        """What a statement gives, as texts."""
        given = ["-XqAt", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", statement, self.address]
        psql = [str(self.postgres.programs / "psql"), *given]
        done = subprocess.run(psql, capture_output=True, text=True, check=True, timeout=60)
        return [line.split("\t") for line in done.stdout.splitlines()]
