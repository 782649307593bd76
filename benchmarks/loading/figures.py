"""What is counted and timed while tables are played."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

MILLISECONDS = 1000.0


def percentile(times: list[float], hundredths: float) -> float | None:
    """The least of the times that so many hundredths of them do not exceed; None of none."""
    if not times:
        return None
    ordered = sorted(times)
    return ordered[max(0, math.ceil(len(ordered) * hundredths / 100) - 1)]


def spread(times: list[float]) -> dict[str, float | None]:
    """The median and the late ones, in milliseconds."""
    found = {f"p{each}": percentile(times, each) for each in (50, 95, 99)}
    return {name: None if at is None else round(at * MILLISECONDS, 1) for name, at in found.items()}


@dataclass
class Figures:
    """Times in seconds, and how often what happened; counted only while `is_open`."""

    is_open: bool = False
    commands: list[float] = field(default_factory=list)  # from due until answered
    heard: list[float] = field(default_factory=list)  # from sent until the other's socket says so
    seen: list[float] = field(default_factory=list)  # from sent until the other has the state
    errors: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)

    def begin(self) -> None:
        """Time and count anew; errors stay, since each of them matters."""
        self.commands, self.heard, self.seen = [], [], []
        self.counts = Counter()
        self.is_open = True

    def time(self, kind: str, seconds: float) -> None:
        """Note a time of a kind: `commands`, `heard` or `seen`."""
        if self.is_open:
            getattr(self, kind).append(seconds)

    def count(self, what: str) -> None:
        """Note that something has happened that is no error."""
        if self.is_open:
            self.counts[what] += 1

    def error(self, what: str) -> None:
        """Note an error, at any time."""
        self.errors[what] += 1

    def summary(self, seconds: float) -> dict[str, Any]:
        """All in plain values; the times in milliseconds."""
        return {
            "seconds": round(seconds, 1),
            "commands": len(self.commands),
            "commands_per_second": round(len(self.commands) / seconds, 1),
            "command_ms": spread(self.commands),
            "heard_ms": spread(self.heard),
            "seen_ms": spread(self.seen),
            "errors": dict(self.errors),
            "counts": dict(self.counts),
        }
