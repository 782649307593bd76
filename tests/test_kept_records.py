"""F20: records that earlier versions have written replay for all time.

A file in `records` is never changed. The JSON beside it says what its game is.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from serpentina import saves
from serpentina.notation import NOTHING, table_text
from serpentina.record import verify

FOLDER = Path(__file__).parent / "records"
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))


def expected(name: str) -> dict[str, Any]:
    """What the game of a record is."""
    content: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return content


@pytest.mark.parametrize("name", NAMES)
def test_kept_record(name: str) -> None:
    """F20: a kept record replays to the game that it was when it was written."""
    record = saves.read_file(FOLDER / f"{name}.txt")
    game = record.replay()
    assert {
        "rules": str(game.rules),
        "deck": str(game.deck),
        "names": list(record.seats),
        "date": record.date,
        "scores": list(map(str, game.scores)),
        "winners": list(game.result.winners) if game.result else None,
        "table": table_text(game.layout.snakes.values()),
        "position": str(game.position),
        "turns": len(game.turns) - 1,
        "fan_shown": record.fan is not None,
    } == expected(name)


@pytest.mark.parametrize("name", [name for name in NAMES if expected(name)["fan_shown"]])
def test_kept_fan(name: str) -> None:
    """F20: the fan of a kept record still is the one that was sealed, and what its seed gives."""
    record = saves.read_file(FOLDER / f"{name}.txt")
    assert verify(record) == record.replay()


def test_no_record_is_forgotten() -> None:
    """F20: each kept record has its golden JSON, and none of the first three is lost."""
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == NAMES
    assert set(NAMES) >= {
        "v1-hisss-2-players",
        "v1-serpentina-3-players-unfinished",
        "v1-race-4-players-own-deck",
    }


def test_kept_records_are_of_many_kinds() -> None:
    """F20: among them are counted and unfinished games, with and without a card in hand."""
    games = [expected(name) for name in NAMES]
    drawn = {game["position"].endswith(f"; {NOTHING}") for game in games}
    assert drawn == {True, False}
    assert {game["fan_shown"] for game in games} == {True, False}
    assert {game["deck"] == "standard" for game in games} == {True, False}
