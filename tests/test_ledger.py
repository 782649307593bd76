"""The load tool's ledger finds what a server has lost, done twice, or done unasked."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.loading.audit import database_faults
from benchmarks.loading.driving import measure, open_all
from benchmarks.loading.figures import Figures, percentile, spread
from benchmarks.loading.ledger import Deed, Ledger
from benchmarks.loading.runs import Ours

LOAD = Path(__file__).parents[1] / "benchmarks" / "load.py"
DEEDS = [Deed(3, "start", None, "a"), Deed(4, "draw", 7, "b"), Deed(5, "place", 16, "c")]
Change = Callable[[list[Deed]], list[Deed]]


def three_acknowledged() -> Ledger:
    """A ledger in which all three deeds are acknowledged, and a fourth command is not."""
    ledger = Ledger()
    for deed in DEEDS:
        assert deed.command_id
        entry = ledger.ask("g", deed.command_id, deed.kind, deed.argument, deed.number - 1)
        ledger.acknowledge(entry)
    ledger.ask("g", "d", "draw", 9, 5)
    return ledger


def unnamed(deeds: list[Deed]) -> list[Deed]:
    """The deeds as a record has them: without ids."""
    return [deed._replace(command_id=None) for deed in deeds]


@pytest.mark.parametrize("seen", [list, unnamed])
def test_all_is_well(seen: Change) -> None:
    """Each acknowledged command once, and the other once or not at all, is no fault."""
    ledger = three_acknowledged()
    assert ledger.counts() == (3, 1)
    assert ledger.faults("g", seen(DEEDS)) == []
    more = seen([*DEEDS, Deed(6, "draw", 9, "d")])
    assert ledger.faults("g", more) == []
    assert ledger.unanswered({"g": seen(DEEDS)}) == 0
    assert ledger.unanswered({"g": more}) == 1


@pytest.mark.parametrize("seen", [list, unnamed])
@pytest.mark.parametrize(
    ("fault", "change"),
    [
        ("lost", lambda deeds: deeds[:-1]),
        ("lost", lambda deeds: [*deeds[:-1], deeds[-1]._replace(number=6)]),
        ("lost", lambda deeds: [deeds[0], deeds[1]._replace(argument=8), deeds[2]]),
        ("lost", lambda deeds: [deeds[0], deeds[1]._replace(kind="place"), deeds[2]]),
        ("done twice", lambda deeds: [*deeds, deeds[-1]]),
        ("nobody asked", lambda deeds: [*deeds, deeds[-1]._replace(number=6)]),
        ("nobody asked", lambda deeds: [*deeds, Deed(6, "substituted", None, "")]),
    ],
)
def test_a_planted_fault_is_found(seen: Change, fault: str, change: Change) -> None:
    """A command that is lost, changed or doubled is found, whether ids are known or not."""
    found = three_acknowledged().faults("g", seen(change(DEEDS)))
    assert any(fault in sentence for sentence in found), found


def test_an_id_that_is_done_twice_is_found() -> None:
    """One id with two events is a fault, though one of them is what was asked for."""
    found = three_acknowledged().faults("g", [*DEEDS, Deed(6, "draw", 7, "b")])
    assert any("done twice" in sentence for sentence in found)


def test_a_command_of_another_is_not_taken_for_it() -> None:
    """The right deed under another id is both lost and unasked."""
    found = three_acknowledged().faults("g", [*DEEDS[:-1], DEEDS[-1]._replace(command_id="x")])
    assert [sentence.split(": ")[1][:12] for sentence in found] == ["lost", "nobody asked"]


def test_percentiles() -> None:
    """The hundredths are those of the times, in milliseconds, and none of none."""
    times = [each / 1000 for each in range(1, 101)]
    assert percentile(times, 50) == 0.05
    assert spread(times) == {"p50": 50.0, "p95": 95.0, "p99": 99.0}
    assert spread([0.2]) == {"p50": 200.0, "p95": 200.0, "p99": 200.0}
    assert spread([])["p95"] is None


# The whole tool

PLANTS = {
    "lost": "DELETE FROM events WHERE rowid = (SELECT max(rowid) FROM events WHERE kind = 'drew')",
    "without event": "DELETE FROM events WHERE rowid = (SELECT max(rowid) FROM events "
    "WHERE kind = 'placed')",
    "nobody asked": "INSERT INTO events SELECT game, number + 1000, kind, body, at FROM events "
    "WHERE kind = 'drew' LIMIT 1",
    "done twice": "UPDATE commands SET command_id = (SELECT min(command_id) FROM commands), "
    "device = number || device WHERE game = "
    "(SELECT game FROM commands ORDER BY command_id LIMIT 1)",
}


async def play(folder: Path) -> tuple[str, Ledger]:
    """Play a little at a server, and end it; the database and the ledger."""
    options: dict[str, Any] = {"database": "", "address": [], "nodes": 1, "serve": []}
    options |= {"rules": "serpentina", "tables": 2, "pace": 0, "kills": 0}
    ours = Ours(SimpleNamespace(**options, seconds=1.0), folder)  # type: ignore[arg-type]
    try:
        await ours.open()
        await measure(ours.tables, ours.servers, ours.figures, 0, 1.0)
        assert await ours.finish() | {"sigterm_seconds": 0} == {
            "ledger": {
                "games": len(ours.ledger.entries),
                "acknowledged": ours.ledger.counts()[0],
                "unacknowledged": 0,
                "carried_out_of_these": 0,
                "kills": 0,
            },
            "errors": {},
            "faults": [],
            "sigterm_seconds": 0,
        }
    finally:
        await ours.close()
    return ours.database, ours.ledger


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ledger]:
    """A database in which all is well, and its ledger."""
    folder = tmp_path_factory.mktemp("load")
    database, ledger = asyncio.run(play(folder))
    return Path(database), ledger


@pytest.mark.parametrize("fault", PLANTS)
def test_what_is_planted_in_the_database_is_found(
    played: tuple[Path, Ledger], tmp_path: Path, fault: str
) -> None:
    """Without the plant all is well; a row that is gone, doubled or moved is a fault."""
    database, ledger = played
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(database.read_bytes())
    assert asyncio.run(database_faults(str(copy), ledger)) == []
    with closing(sqlite3.connect(copy)) as connection, connection:
        assert connection.execute(PLANTS[fault]).rowcount > 0
    found = asyncio.run(database_faults(str(copy), ledger))
    assert any(fault in sentence for sentence in found), found


def test_killed_under_load(tmp_path: Path) -> None:
    """Two tables play while the server is killed; the tool finds nothing lost, and says so."""
    report = tmp_path / "found.json"
    given = ["--tables", "2", "--pace", "0", "--kills", "1", "--json", str(report)]
    command = [sys.executable, str(LOAD), *given]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(report.read_text(encoding="utf-8"))["serpentina"]
    assert found["faults"] == []
    assert found["ledger"]["acknowledged"] > 0
    assert found["ledger"]["kills"] == 1


def test_figures_count_only_what_is_measured() -> None:
    """What happens before and after the measurement is not timed; an error counts always."""
    figures = Figures()
    figures.time("commands", 1.0)
    figures.error("500 internal")
    figures.begin()
    figures.time("commands", 2.0)
    figures.count("states fetched")
    figures.is_open = False
    figures.time("commands", 3.0)
    found = figures.summary(2.0)
    assert found["commands"] == 1
    assert found["command_ms"]["p50"] == 2000.0
    assert found["errors"] == {"500 internal": 1}
    assert found["counts"] == {"states fetched": 1}


def test_opening_is_in_no_measurement() -> None:
    """Tables are opened some at once, and all of them."""
    opened = []

    class Quick:
        async def open(self) -> None:
            opened.append(self)

        async def step(self, due: float) -> None:
            raise AssertionError(due)

    assert asyncio.run(open_all([Quick() for _ in range(50)])) < 5
    assert len(opened) == 50
