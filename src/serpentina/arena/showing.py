"""The outcome of an arena, as JSON for programs and as a table for people."""

from __future__ import annotations

from typing import Any

from serpentina.arena.contest import Outcome
from serpentina.arena.sequential import verdict
from serpentina.arena.tally import Count, Tally
from serpentina.simulate import WHOLE_WIN
from serpentina.telling import in_columns, many, percent


def as_json(outcome: Outcome) -> dict[str, Any]:
    """The players from the best to the worst, the pairings, and what was played."""
    (match, *_), tally, seconds, is_whole = outcome
    return {
        "players": [_player(tally, name) for name in _ranked(tally)],
        "pairings": [_pairing(tally, *pairing) for pairing in match.pairings],
        "seats": match.seats,
        "even": 1 / match.seats,
        "rules": str(match.rules),
        "deck": str(match.deck),
        "seed": match.seed,
        "blocks": tally.blocks,
        "seconds": round(seconds, 3),
        "interrupted": not is_whole,
        "sprt": _sprt(outcome),
    }


def _ranked(tally: Tally) -> list[str]:
    """The names, the best first."""
    return sorted(tally.match.names, key=lambda name: -tally.won_by(name).shares)


def _player(tally: Tally, name: str) -> dict[str, Any]:
    return {"player": name, **_counted(tally.won_by(name)), "rating": tally.ratings[name]._asdict()}


def _pairing(tally: Tally, one: str, other: str) -> dict[str, Any]:
    """The figures of both, the first one's first."""
    first, second = _counted(tally.won_by(one, other)), _counted(tally.won_by(other, one))
    figures = {key: [first[key], second[key]] for key in first if key != "games"}
    return {"pairing": [one, other], "games": first["games"], **figures}


def _counted(count: Count) -> dict[str, Any]:
    """The figures of a count; those that nothing was counted for are null."""
    known = count.blocks > 0
    return {
        "games": count.games * count.blocks,
        "wins": count.shares / WHOLE_WIN,
        "win_rate": count.win_rate if known else None,
        "ci95": list(count.interval),
        "cards": count.mean_cards if known else None,
    }


def _sprt(outcome: Outcome) -> dict[str, Any] | None:
    margin, tally = outcome.contest.margin, outcome.tally
    if margin is None:
        return None
    ratio = margin.evidence(tally)
    return {"margin": margin.by, "llr": max(-999.0, min(999.0, ratio)), "verdict": verdict(ratio)}


def as_text(outcome: Outcome) -> str:
    """A table: the win rates with their 95 % intervals; with three players, each against each."""
    tally = outcome.tally
    if not tally.blocks:
        return "No fan was played to its end."
    parts = [_about(outcome), _table(tally)]
    if len(tally.match.names) > 2:
        parts.append(_each_against_each(tally))
    if outcome.contest.margin is not None:
        parts.append(_decision(outcome))
    return "\n\n".join(parts)


def _about(outcome: Outcome) -> str:
    """What was played."""
    match, blocks = outcome.contest.match, outcome.tally.blocks
    left = "" if outcome.is_whole else f" of {outcome.contest.fans:,}, then interrupted"
    return (
        f"{match.seats} players, rules {match.rules}, deck {match.deck}, seed {match.seed}\n"
        f"{many(blocks, 'fan')}{left}; {many(len(match.seatings), 'game')} with each fan, "
        f"{outcome.seconds:,.1f} s; an even share is {percent(1 / match.seats)} %"
    )


def _table(tally: Tally) -> str:
    rows: list[tuple[str, ...]] = [
        ("player", "games", "wins", "win %", "95 % interval", "cards", "rating")
    ]
    for name in _ranked(tally):
        count, (mu, sigma) = tally.won_by(name), tally.ratings[name]
        low, high = map(percent, count.interval)
        rows.append(
            (
                name,
                f"{count.games * count.blocks:,}",
                f"{count.shares / WHOLE_WIN:,.1f}",
                percent(count.win_rate),
                f"{low} – {high}",
                f"{count.mean_cards:.2f}",
                f"{mu:.2f} ± {2 * sigma:.2f}",
            )
        )
    return in_columns(rows)


def _each_against_each(tally: Tally) -> str:
    """The win rate of the row's player, alone among those of the column."""
    names = _ranked(tally)
    rows = [("win % against", *names)]
    for name in names:
        rates = (
            "" if other == name else percent(tally.won_by(name, other).win_rate) for other in names
        )
        rows.append((name, *rates))
    return in_columns(rows)


def _decision(outcome: Outcome) -> str:
    """What the sequential test says."""
    margin = outcome.contest.margin
    assert margin
    first, second = outcome.contest.match.names
    found, by = verdict(margin.evidence(outcome.tally)), f"{percent(margin.by)} points of 100"
    if found is None:
        return f"Not decided: whether {first} is better than {second} by {by}."
    return f"Decided: {first} is {found} than {second} by {by}."
