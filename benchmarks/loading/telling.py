"""Figures as lines for a terminal."""

from __future__ import annotations

from typing import Any

Found = dict[str, Any]


def told(name: str, found: Found) -> str:
    """A measurement."""
    pace = f"pace {found['pace']:g}" if found["pace"] else "no pause"
    lines = [
        f"{name}: {found['tables']} tables, {pace}, {found['seconds']} s",
        f"  commands      {found['commands_per_second']:,} a second, {found['commands']:,} in all",
        f"  a command     {_spread(found['command_ms'])}",
        f"  heard         {_spread(found['heard_ms'])} after it was sent",
        f"  seen          {_spread(found['seen_ms'])} after it was sent",
        f"  errors        {_counts(found['errors'])}",
        f"  also          {_counts(found['counts'])}",
        f"  processors    server {found['server_processors']}, load {found['load_processors']}",
        f"  each command  {found['server_ms_each']} ms of the server's processor time",
        f"  memory        {found['server_memory_mb']} MB at most",
    ]
    return "\n".join(lines)


def told_end(name: str, found: Found) -> str:
    """What the ledger says, and how long the end took."""
    lines = [f"{name}: the end"]
    ledger = found.get("ledger")
    if ledger:
        lines.append(
            f"  ledger        {ledger['games']} games, {ledger['acknowledged']:,} commands "
            f"acknowledged, {ledger['unacknowledged']} not ({ledger['carried_out_of_these']} of "
            f"these carried out), {ledger['kills']} kills"
        )
    lines.append(f"  errors        {_counts(found['errors'])}")
    lines.append(f"  faults        {len(found['faults'])}")
    if found["sigterm_seconds"] is not None:
        lines.append(f"  SIGTERM       {found['sigterm_seconds']:.2f} s with all sockets open")
    return "\n".join(lines)


def _spread(times: Found) -> str:
    return ", ".join(f"{name} {at} ms" for name, at in times.items())


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} × {name}" for name, count in counts.items()) or "none"
