"""F11: a server that has seen thousands of tables needs no more than one that has seen hundreds."""

from __future__ import annotations

import time
from pathlib import Path

from tests.campaign import SOAK
from tests.leaving_out import leave_out
from tests.server.conftest import BACKENDS, Serve
from tests.server.running import OPEN, TINY, Device, Server, here, until

TABLES = 5_000 if SOAK else 100
FIRST = 1_000 if SOAK else 20  # of them, after which the memory is measured
GROWTH = 8_000_000 if SOAK else 3_000_000  # bytes that the rest may add
AWAY = 0.5


class Process:
    """What the system says of a server's process."""

    def __init__(self, server: Server) -> None:
        self.folder = Path(f"/proc/{server.process.pid}")
        if not self.folder.is_dir():
            leave_out("Left out: how much memory a server needs, for the system does not tell.")

    @property
    def memory(self) -> int:
        """Resident bytes."""
        text = (self.folder / "status").read_text(encoding="ascii")
        (line,) = (line for line in text.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024

    @property
    def files(self) -> int:
        """Open files and sockets."""
        return sum(1 for _ in (self.folder / "fd").iterdir())


def visit(device: Device, number: int) -> None:
    """Make a table as a stranger; every other one starts and is left in mid-turn, page closed."""
    device.http.cookies.clear()
    device.heard.clear()
    device.create(here(), OPEN, deck="standard" if number % 4 else TINY)
    with device.live() as socket:
        socket.recv(10)
        if number % 2:
            device.do("start", 1)
            device.do("draw", 2, slot=1)
            socket.recv(10)


@BACKENDS
def test_tables_that_are_left(serve: Serve) -> None:
    """F11: tables made and left, each over a socket of its own, leave neither memory nor files."""
    server = serve(away=AWAY)
    process, device = Process(server), server.device()
    visit(device, 0)
    files = process.files
    for number in range(FIRST):
        visit(device, number)
    after_first = process.memory
    for number in range(FIRST, TABLES):
        visit(device, number)
    until(lambda: process.files <= files + 8)  # connections of the database
    time.sleep(2 * AWAY)
    grown = process.memory - after_first
    print(f"{TABLES} tables: {after_first:,} bytes, then {grown:+,}")
    assert grown < GROWTH
