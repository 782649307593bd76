"""Many tables at once, at a pace or as fast as they are answered."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Any, Protocol

from benchmarks.loading.figures import Figures
from benchmarks.loading.servers import Server

OPENING_AT_ONCE = 20
SAMPLING_SECONDS = 0.5


class Playable(Protocol):
    """A table that somebody plays at."""

    async def open(self) -> None:
        """Begin a game."""

    async def step(self, due: float) -> None:
        """Carry out the next command, due at a moment of `time.perf_counter` (0: now)."""


async def open_all(tables: Sequence[Playable]) -> float:
    """Begin a game at each table, some at once; returns the seconds that it took."""
    began, turns = time.perf_counter(), asyncio.Semaphore(OPENING_AT_ONCE)

    async def begin(table: Playable) -> None:
        async with turns:
            await table.open()

    await asyncio.gather(*map(begin, tables))
    return time.perf_counter() - began


async def drive(tables: Sequence[Playable], pace: float, stop: asyncio.Event) -> None:
    """Play at all tables until told to stop; `pace` commands a second at each, 0 for no pause."""
    await asyncio.gather(*(_drive(table, pace, stop) for table in tables))


async def _drive(table: Playable, pace: float, stop: asyncio.Event) -> None:
    """A person plays no faster for having been kept waiting: what is late moves what follows."""
    due = time.perf_counter() + (random.random() / pace if pace else 0.0)
    while not stop.is_set():
        if pace:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if stop.is_set():
                return
        await table.step(due if pace else 0.0)
        due = max(due + 1 / pace, time.perf_counter()) if pace else 0.0


async def sample_memory(servers: Sequence[Server], stop: asyncio.Event) -> None:
    """Look at the servers' memory now and then."""
    while not stop.is_set():
        for server in servers:
            server.memory()
        await asyncio.sleep(SAMPLING_SECONDS)


async def measure(
    tables: Sequence[Playable],
    servers: Sequence[Server],
    figures: Figures,
    pace: float,
    seconds: float,
) -> dict[str, Any]:
    """Play for some seconds, and say what was counted; the tables stay as they are."""
    stop = asyncio.Event()
    playing = asyncio.create_task(drive(tables, pace, stop))
    sampling = asyncio.create_task(sample_memory(servers, stop))
    await asyncio.sleep(min(2.0, seconds / 5))  # until all have begun
    before = [server.processor_seconds() for server in servers]
    own, began = time.process_time(), time.perf_counter()
    figures.begin()
    await asyncio.wait([playing], timeout=seconds)
    figures.is_open, took = False, time.perf_counter() - began
    used = [server.processor_seconds() - each for server, each in zip(servers, before, strict=True)]
    load = time.process_time() - own
    stop.set()
    await asyncio.gather(playing, sampling)
    done = max(1, len(figures.commands))
    return {
        "tables": len(tables),
        "pace": pace,
        **figures.summary(took),
        "server_processors": round(sum(used) / took, 2) if servers else None,
        "server_ms_each": round(1000 * sum(used) / done, 2) if servers else None,
        "load_processors": round(load / took, 2),
        "server_memory_mb": round(sum(server.most_memory for server in servers)),
    }
