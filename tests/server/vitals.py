"""What a server's processes hold: memory, files, threads, and all that a table or a page leaves."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from prometheus_client.parser import text_string_to_metric_families

from tests.leaving_out import leave_out
from tests.server.running import Device, Nodes, Server, until

SPARE = 8  # connections to the database, and threads that wait for it, more or less
BEATING = 2  # tasks by which a node now and then says that it lives
SETTLING_SECONDS = 60.0
NOW = ("sockets", "tables_in_memory", "games_with_deadlines", "devices_remembered")


class Vitals(NamedTuple):
    """What one process holds at a moment."""

    memory: int  # resident bytes
    files: int  # and sockets
    threads: int
    tasks: int
    registered: int  # sockets, tables, deadlines and devices of which it knows
    tables: int  # in the database

    def is_back_at(self, before: Vitals) -> bool:
        """Whether all but memory is as it was."""
        files, threads = self.files - before.files, self.threads - before.threads
        return max(files, threads) <= SPARE and self.tasks - before.tasks <= BEATING


def nodes_of(server: Server) -> list[Server]:
    """The servers that there are."""
    return server.nodes if isinstance(server, Nodes) else [server]


def figures(device: Device) -> dict[str, float]:
    """The figures of a server by their names with labels."""
    answer = device.http.get("/metrics")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain")
    found = {}
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}[{labels}]"] = sample.value
    return found


class Probe:
    """Looks at a server that was started with `metrics="local"`."""

    def __init__(self, server: Server) -> None:
        self._nodes = nodes_of(server)
        self._devices = [node.device() for node in self._nodes]
        if not self._folder(self._nodes[0]).is_dir():
            leave_out("Left out: how much a server holds, for the system does not tell.")

    def vitals(self) -> list[Vitals]:
        """What each node holds."""
        return [self._of(*pair) for pair in zip(self._nodes, self._devices, strict=True)]

    def _of(self, node: Server, device: Device) -> Vitals:
        device.heard.clear()
        found, folder = figures(device), self._folder(node)
        status = dict(
            line.split(":", 1)
            for line in (folder / "status").read_text(encoding="ascii").splitlines()
        )
        return Vitals(
            memory=int(status["VmRSS"].split()[0]) * 1024,
            files=sum(1 for _ in (folder / "fd").iterdir()),
            threads=int(status["Threads"]),
            tasks=int(found["serpentina_tasks[]"]),
            registered=int(sum(found[f"serpentina_{name}[]"] for name in NOW)),
            tables=int(sum(found[n] for n in found if n.startswith("serpentina_tables["))),
        )

    @staticmethod
    def _folder(node: Server) -> Path:
        return Path(f"/proc/{node.process.pid}")

    def swept(self, told: Path) -> list[Vitals]:
        """Have all tables swept; what each node holds when nothing is registered any more."""
        told.touch()
        until(
            lambda: not any(held.registered or held.tables for held in self.vitals()),
            SETTLING_SECONDS,
        )
        told.unlink()
        return self.vitals()
