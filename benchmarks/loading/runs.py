"""A run from the start of the servers to their end: measured, killed, checked by the ledger."""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import time
from pathlib import Path
from typing import Any

from benchmarks.loading import servers as processes
from benchmarks.loading.audit import api_faults, cannot_go_on, database_faults, unanswered
from benchmarks.loading.driving import drive, measure, open_all, sample_memory
from benchmarks.loading.figures import Figures
from benchmarks.loading.ledger import Ledger
from benchmarks.loading.peer import PeerLine, PeerTable
from benchmarks.loading.tables import Line, Table
from benchmarks.loading.telling import told, told_end

Found = dict[str, Any]
KILL_AFTER = 3.0  # commands acknowledged at each table, at most, before the next kill
LOAD_SECONDS = 30.0  # after which it is killed anyway
SHOWN = 10  # faults that are printed


class Ours:
    """Our servers and the tables at them."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.options = options
        self.database = options.database or str(folder / "load.sqlite3")
        self.servers = [
            processes.ours(folder, number, self.database, options.serve)
            for number in range(0 if options.address else options.nodes)
        ]
        self.figures = Figures()
        self.ledger = Ledger()
        self.faults: list[str] = []
        self.line: Line | None = None
        self.tables: list[Table] = []

    @property
    def has_database(self) -> bool:
        """Whether the tool knows the database of the servers."""
        return bool(self.servers or self.options.database)

    async def open(self) -> float:
        """Start the servers and open the tables; returns the seconds for the tables."""
        for server in self.servers:
            await asyncio.to_thread(server.start)
        addresses = self.options.address or [server.address for server in self.servers]
        line = Line(addresses, self.figures, self.ledger, self.options.rules)
        line.was_down = self.was_down
        self.line = line
        self.tables = [Table(line, number) for number in range(self.options.tables)]
        return await open_all(self.tables)

    def was_down(self, since: float) -> bool:
        """Whether a server has been dead since a moment of `time.perf_counter`, or just before."""
        return any(server.was_down(since) for server in self.servers)

    async def measure(self) -> Found:
        """A measurement at the pace that is asked for."""
        options = self.options
        return await measure(self.tables, self.servers, self.figures, options.pace, options.seconds)

    async def endure(self) -> None:
        """Play on while one server after the other is killed, and check after each kill."""
        stop = asyncio.Event()
        tasks = [
            asyncio.create_task(drive(self.tables, self.options.pace, stop)),
            asyncio.create_task(sample_memory(self.servers, stop)),
        ]
        for number in range(self.options.kills):
            await self._some_commands()
            server = self.servers[number % len(self.servers)]
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            self.faults += await database_faults(self.database, self.ledger)
            print(f"kill {number + 1}: {self.ledger.counts()[0]} commands acknowledged, "
                  f"{len(self.faults)} faults", flush=True)  # fmt: skip
        await self._some_commands()
        stop.set()
        await asyncio.gather(*tasks)

    async def _some_commands(self) -> None:
        """Wait for a random number of acknowledgements, and a moment more."""
        end = time.perf_counter() + LOAD_SECONDS
        wanted = self.ledger.counts()[0] + random.uniform(0, KILL_AFTER) * len(self.tables)
        while self.ledger.counts()[0] < wanted and time.perf_counter() < end:
            await asyncio.sleep(0.02)
        await asyncio.sleep(random.uniform(0, 0.1))

    async def check(self) -> Found:
        """Everything against the ledger, and whether each game can go on."""
        self.faults += await cannot_go_on(self.tables)
        done = 0
        if self.has_database:
            self.faults += await database_faults(self.database, self.ledger)
            done = await unanswered(self.database, self.ledger)
        assert self.line is not None
        self.faults += await api_faults(self.line, list(self.ledger.entries))
        acknowledged, others = self.ledger.counts()
        return {
            "games": len(self.ledger.entries),
            "acknowledged": acknowledged,
            "unacknowledged": others,
            "carried_out_of_these": done,
            "kills": self.options.kills,
        }

    async def end(self) -> float | None:
        """End the servers by SIGTERM with all sockets open; the seconds that the slowest took."""
        if not self.servers:
            return None
        took = await asyncio.gather(*(asyncio.to_thread(each.end) for each in self.servers))
        if self.has_database:
            self.faults += await database_faults(self.database, self.ledger)
        return max(took)

    async def close(self) -> None:
        """Close the sockets and whatever still runs."""
        for server in self.servers:
            server.close()
        await asyncio.gather(*(table.close() for table in self.tables))
        if self.line is not None:
            await self.line.close()

    async def finish(self) -> Found:
        """Kills, if they are asked for; checks; the end by SIGTERM."""
        if self.options.kills:
            await self.endure()
        found: Found = {"ledger": await self.check()}
        found["sigterm_seconds"] = await self.end()
        found["errors"] = dict(self.figures.errors)
        found["faults"] = [*self.faults, *map(str, self.figures.errors)]
        for fault in self.faults[:SHOWN]:
            print(fault)
        return found


async def our_run(options: argparse.Namespace, folder: Path) -> Found:
    """Our servers alone."""
    ours = Ours(options, folder)
    try:
        found: Found = {"opening_seconds": round(await ours.open(), 1), "rounds": []}
        for _ in range(0 if options.kills else options.rounds):
            found["rounds"].append(await ours.measure())
            print(told("serpentina", found["rounds"][-1]), flush=True)
        found |= await ours.finish()
    finally:
        await ours.close()
    print(told_end("serpentina", found))
    return found


async def together(options: argparse.Namespace, folder: Path) -> dict[str, Found]:
    """Ours and the peer, one round after the other, with the same tables at the same pace."""
    sides: dict[str, Ours | Peer] = {
        "serpentina": Ours(options, folder),
        "boardgame.io": Peer(options, folder),
    }
    found: dict[str, Found] = {name: {"rounds": []} for name in sides}
    found["boardgame.io"]["storage"] = options.peer_storage
    try:
        for name, side in sides.items():
            found[name]["opening_seconds"] = round(await side.open(), 1)
        for _, (name, side) in itertools.product(range(options.rounds), sides.items()):
            found[name]["rounds"].append(await side.measure())
            print(told(name, found[name]["rounds"][-1]), flush=True)
        for name, side in sides.items():
            found[name] |= await side.finish()
            print(told_end(name, found[name]))
    finally:
        for side in sides.values():
            await side.close()
    return found


class Peer:
    """The peer's server and the tables at it."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.options = options
        self.figures = Figures()
        self.server = processes.peer(folder, options.peer_storage)
        self.line: PeerLine | None = None
        self.tables: list[PeerTable] = []

    async def open(self) -> float:
        """Start the server and open the tables; returns the seconds for the tables."""
        await asyncio.to_thread(self.server.start)
        line = self.line = PeerLine(self.server.address, self.figures)
        self.tables = [PeerTable(line) for _ in range(self.options.tables)]
        return await open_all(self.tables)

    async def measure(self) -> Found:
        """A measurement at the pace that is asked for."""
        options = self.options
        return await measure(
            self.tables, [self.server], self.figures, options.pace, options.seconds
        )

    async def finish(self) -> Found:
        """The end by SIGTERM with all sockets open."""
        errors = dict(self.figures.errors)
        took = await asyncio.to_thread(self.server.end)
        return {"sigterm_seconds": took, "errors": errors, "faults": list(errors)}

    async def close(self) -> None:
        """Close the sockets, and the server if it still runs."""
        self.server.close()
        await asyncio.gather(*(table.close() for table in self.tables))
        if self.line is not None:
            await self.line.close()
