"""What a study found, as tables for people and as JSON for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from serpentina.study.figures import CaseFigures, Figure
from serpentina.study.luck import LuckFigures, Parts
from serpentina.study.running import Found
from serpentina.telling import in_columns, many

Rows = list[tuple[str, ...]]


def hundredths(figure: Figure) -> str:
    """A share and half its interval, in hundredths."""
    return f"{100 * figure.value:.2f}{_reach(figure, 100, 2)}"


def number(figure: Figure) -> str:
    """A value and half its interval."""
    return f"{figure.value:.3f}{_reach(figure, 1, 3)}"


def _reach(figure: Figure, times: int, digits: int) -> str:
    """Half the interval, where one is known."""
    return f" ± {times * figure.reach:.{digits}f}" if math.isfinite(figure.reach) else ""


def win_rows(found: Found) -> Rows:
    """What each seat wins, in hundredths."""
    seats = max(len(case.win) for case in found.cases)
    rows: Rows = [("case", *(f"seat {seat} wins %" for seat in range(1, seats + 1)))]
    for case in found.cases:
        wins = [hundredths(win) for win in case.win]
        rows.append((case.case.name, *wins, *[""] * (seats - len(wins))))
    return rows


GAME = (
    ("seat 1 ahead %", "ahead", hundredths),
    ("snakes", "snakes", number),
    ("their length", "length", number),
    ("cards left", "left", number),
    ("lead changes", "lead_changes", number),
    ("a choice %", "choice", hundredths),
    ("placements", "placements", number),
    ("shared %", "shared", hundredths),
)


def game_rows(found: Found) -> Rows:
    """How the games of each case go."""
    rows: Rows = [("case", *(title for title, _, _ in GAME))]
    for case in found.cases:
        rows.append((case.case.name, *(show(getattr(case, name)) for _, name, show in GAME)))
    return rows


def luck_rows(found: Found) -> Rows:
    """How the variance of the result is parted, in hundredths."""
    rows: Rows = [("of the variance, %", "skill", "the fan", "skill × fan", "other chance", "luck")]
    for luck in found.lucks:
        for what, parts in (("win", luck.win), ("lead in cards", luck.lead)):
            cells = (*parts, parts.luck)
            rows.append((f"{luck.luck.name}: {what}", *map(hundredths, cells)))
    return rows


def pair_rows(found: Found) -> Rows:
    """What seat 1 wins, for each pair of policies."""
    rows: Rows = [("seat 1 and seat 2", "seat 1 wins %")]
    for luck in found.lucks:
        for pair, win in zip(luck.luck.seatings, luck.wins, strict=True):
            rows.append((f"{luck.luck.name}: {' and '.join(pair)}", hundredths(win)))
    return rows


def tables(found: Found) -> Iterator[tuple[str, Rows]]:
    """The tables that there are, each with its title."""
    if found.cases:
        yield "Who wins", win_rows(found)
        yield "How the games go", game_rows(found)
    if found.lucks:
        yield "Luck and skill", luck_rows(found)
        yield "Who meets whom", pair_rows(found)


def about(found: Found) -> str:
    """What was played."""
    left = "" if found.is_whole else f" of {found.study.games:,}, then interrupted"
    workers = many(found.workers, "worker")
    return f"{many(found.games, 'game')}{left}; {found.seconds:,.1f} s, {workers}"


NOTE = "± is half of the 95 % interval."


def as_text(found: Found) -> str:
    """All tables."""
    title = "\n".join(filter(None, (found.study.title, found.study.question)))
    shown = [f"{name}\n\n{in_columns(rows)}" for name, rows in tables(found)]
    return "\n\n".join([title, about(found), *shown, *([NOTE] if shown else [])])


def as_json(found: Found) -> dict[str, Any]:
    """Each figure with its interval, `[value, low, high]`; null where none is known."""
    return {
        "study": found.study.name,
        "title": found.study.title,
        "question": found.study.question,
        "games": found.games,
        "cases": list(map(_case, found.cases)),
        "luck": list(map(_luck, found.lucks)),
        "seconds": round(found.seconds, 3),
        "workers": found.workers,
        "interrupted": not found.is_whole,
    }


def _case(case: CaseFigures) -> dict[str, Any]:
    batch = case.case.batch
    return {
        "name": case.case.name,
        "games": case.games,
        "players": batch.players,
        "policy": list(batch.policies),
        "rules": str(batch.rules),
        "deck": str(batch.deck),
        "seed": batch.seed,
        "win": list(map(_three, case.win)),
        "cards": list(map(_three, case.cards)),
        **{name: _three(getattr(case, name)) for _, name, _ in GAME},
        "lengths": list(map(_three, case.lengths)),
    }


def _luck(luck: LuckFigures) -> dict[str, Any]:
    batch = luck.luck.batch
    return {
        "name": luck.luck.name,
        "fans": luck.fans,
        "policies": list(luck.luck.policies),
        "rules": str(batch.rules),
        "deck": str(batch.deck),
        "seed": batch.seed,
        "win": _parts(luck.win),
        "lead": _parts(luck.lead),
        "pairs": [
            {"policy": list(pair), "win": _three(win)}
            for pair, win in zip(luck.luck.seatings, luck.wins, strict=True)
        ],
    }


def _parts(parts: Parts) -> dict[str, Any]:
    return {name: _three(figure) for name, figure in parts._asdict().items()}


def _three(figure: Figure) -> list[float | None]:
    return [each if math.isfinite(each) else None for each in figure]
