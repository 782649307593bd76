"""What a server counts and times, for Prometheus; each command is told to the log, too."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.process_collector import ProcessCollector

from serpentina.server.problems import Refused

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
NOW = {
    "sockets": "Sockets that are open",
    "tables_in_memory": "Tables that are kept in memory",
    "games_with_deadlines": "Games in which a bot is to move, or somebody may be away",
    "devices_remembered": "Devices that are at a table, or have asked for one a moment ago",
    "bots_thinking": "Bots that think",
    "questions_waiting": "Hints and placements that other processes think out",
    "tasks": "Tasks of the event loop",
}
log = logging.getLogger(__name__)


class Meters:
    """The figures of a process; each server has its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter(
            "serpentina_commands",
            "Commands by kind, by whom (person or bot) and by what came of them",
            ("command", "by", "outcome"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "serpentina_command_seconds",
            "How long commands took, from their arrival until they were in the database",
            ("command", "by"),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.answers = Counter(
            "serpentina_answers",
            "Answers to requests by HTTP status",
            ("status",),
            registry=self.registry,
        )
        self.now = {
            name: Gauge(f"serpentina_{name}", about, registry=self.registry)
            for name, about in NOW.items()
        }
        self.tables = Gauge(
            "serpentina_tables", "Tables in the database", ("status",), registry=self.registry
        )
        ProcessCollector(registry=self.registry)
        # There are few labels, and to look for one takes longer than to count.
        self._counted = cache(self.commands.labels)
        self._timed = cache(self.seconds.labels)
        self._answered = cache(self.answers.labels)

    @contextmanager
    def command(self, game: str, name: str, command_id: str) -> Iterator[None]:
        """Count and time a command, and log what came of it."""
        by = "person" if command_id else "bot"
        began, outcome = time.perf_counter(), "failed"
        try:
            yield
            outcome = "done"
        except Refused as refused:
            outcome = refused.code
            raise
        finally:
            seconds = time.perf_counter() - began
            self._counted(name, by, outcome).inc()
            self._timed(name, by).observe(seconds)
            told = {"game": game, "command_id": command_id} if command_id else {"game": game}
            told |= {"command": name, "by": by, "outcome": outcome}
            log.info("command", extra={**told, "seconds": round(seconds, 6)})

    def answered(self, status: int) -> None:
        """Count an answer."""
        self._answered(str(status)).inc()

    def text(self, now: Mapping[str, int], tables: Mapping[str, int]) -> bytes:
        """All figures as Prometheus reads them."""
        for name, number in now.items():
            self.now[name].set(number)
        self.tables.clear()
        for status, number in tables.items():
            self.tables.labels(status).set(number)
        return generate_latest(self.registry)
