"""F11: a server that has seen thousands of tables needs no more than one that has seen hundreds."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.campaign import SOAK
from tests.server.conftest import BACKENDS, Serve
from tests.server.running import OPEN, TINY, Device, here, until
from tests.server.vitals import Probe, Vitals, nodes_of

TABLES = 5_000 if SOAK else 100
FIRST = 1_000 if SOAK else 20  # of them, after which they are swept, and the memory is measured
GROWTH = 8_000_000 if SOAK else 3_000_000  # bytes that the rest may add, and never a tenth
AWAY = 0.5


def visit(device: Device, number: int) -> None:
    """Make a table as a stranger; two of three start and are left in mid-turn, page closed."""
    device.http.cookies.clear()
    device.heard.clear()
    device.create(here(), OPEN, deck="standard" if number % 4 else TINY)
    with device.live() as socket:
        socket.recv(10)
        if number % 3:
            device.do("start", 1)
            device.do("draw", 2, slot=1)
            socket.recv(10)


def visit_all(devices: list[Device], numbers: range) -> None:
    """Make tables, some at once."""

    def visit_some(first: int) -> None:
        for number in numbers[first :: len(devices)]:
            visit(devices[first], number)

    with ThreadPoolExecutor(len(devices)) as threads:
        list(threads.map(visit_some, range(len(devices))))


@BACKENDS
def test_tables_that_are_left(serve: Serve, backend: str, tmp_path: Path) -> None:
    """F11: tables made and left over sockets, and swept, leave nothing at all at any node."""
    told = tmp_path / "sweep"
    server = serve(away=AWAY, metrics="local", sweeps=told, log_level="warning")
    probe, devices = Probe(server), [node.device() for node in nodes_of(server) for _ in range(4)]
    visit_all(devices, range(FIRST))
    before = probe.swept(told)
    visit_all(devices, range(FIRST, TABLES))
    full = probe.vitals()
    assert full[0].tables == TABLES - FIRST
    after = probe.swept(told)
    for first, most, last in zip(before, full, after, strict=True):
        grown = last.memory - first.memory
        print(
            f"{backend}: {first}, with {TABLES - FIRST:,} tables {most}, swept {last}: {grown:+,}"
        )
        assert grown < min(GROWTH, first.memory / 10)
    until(lambda: all(map(Vitals.is_back_at, probe.vitals(), before)))
