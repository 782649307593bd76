"""`serpentina simulate`: whole games by the million, for researchers, in English."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from serpentina.arena.tally import Count
from serpentina.batches import Batch, Played, play_portion
from serpentina.cards import Deck
from serpentina.deferring import until_done
from serpentina.options import MOST_SEATS, PRESETS
from serpentina.records_file import RecordsFile
from serpentina.rows import Rows
from serpentina.telling import in_columns, many, percent, progress
from serpentina.totals import CARDS, LEFT, LONGEST, SHARE, SHARED, SNAKES, Totals
from serpentina.workers import Crew, WorkError, cores, crew_of, in_order, threads

STOPPED = 130  # the exit status of what Ctrl-C has ended
RECORDS = 1000  # as many records are written if nobody says how many


class Wish(NamedTuple):
    """What is to be played, by whom, and what is to be kept of it."""

    batch: Batch
    workers: int = 1
    dask: str | None = None
    out: Path | None = None
    records: Path | None = None
    record_games: int = RECORDS


class Outcome(NamedTuple):
    """What came of it; not `is_whole` if it ended early, by Ctrl-C or by `error`."""

    wish: Wish
    totals: Totals
    recorded: int
    seconds: float
    workers: int
    is_whole: bool
    error: WorkError | None


def run(wish: Wish, as_json: bool) -> int:
    """Play and print what came of it; the exit status. WorkError after what was known by then."""
    outcome = simulate_all(wish)
    if outcome.error is None or outcome.totals.games:
        print(json.dumps(json_of(outcome)) if as_json else text_of(outcome))
    if outcome.error is not None:
        raise outcome.error
    return 0 if outcome.is_whole else STOPPED


def wish_of(options: argparse.Namespace, deck: Deck) -> Wish:
    """What the options wish; SerpentinaError where it cannot be."""
    rules = options.rules or PRESETS["serpentina"]
    policies = policies_of(options.policy, options.players)
    batch = Batch(options.games, rules, deck, policies, options.seed)
    if options.record_games and not options.records:
        raise WorkError("--record-games says how many records --records FILE gets: name a file.")
    return Wish(
        batch,
        options.workers or cores(),
        options.dask,
        options.out,
        options.records,
        min(batch.games, options.record_games or RECORDS),
    )


def policies_of(policies: tuple[str, ...], players: int | None) -> tuple[str, ...]:
    """One policy for each seat: the same for all of them, or as many as there are seats."""
    if len(policies) == 1:
        seats = 2 if players is None else players
        if not 1 <= seats <= MOST_SEATS:
            raise WorkError(
                "A game has 1 to {most} players, not {players}.", most=MOST_SEATS, players=seats
            )
        return policies * seats
    if players not in (None, len(policies)):
        raise WorkError(
            "There are {players} players, but --policy names {count}: name one for each seat, or "
            "one for all.",
            players=players,
            count=len(policies),
        )
    return policies


def simulate_all(wish: Wish) -> Outcome:
    """Play, keep what is wanted, show the progress on a terminal; Ctrl-C ends it early."""
    batch = wish.batch
    totals, recorded = Totals.none(batch.players), 0
    is_whole, lost, begin = False, None, time.monotonic()
    with ExitStack() as stack:
        records = stack.enter_context(RecordsFile(wish.records, batch)) if wish.records else None
        rows = stack.enter_context(Rows(wish.out, batch)) if wish.out else None
        crew = stack.enter_context(crew_of(wish.workers, wish.dask, threads))
        try:
            for recorded in records.write(wish.record_games) if records else ():  # noqa: B007
                pass
            with progress(batch.games, "games") as bar:
                for played in _played(batch, crew, rows is not None):
                    with until_done():
                        totals = totals.plus(played.totals)
                        if rows:
                            rows.add(played)
                    bar.update(len(played.games))
            is_whole = True
        except KeyboardInterrupt:
            pass
        except WorkError as error:
            lost = error
    seconds = time.monotonic() - begin
    return Outcome(wish, totals, recorded, seconds, crew.workers, is_whole, lost)


def _played(batch: Batch, crew: Crew, keep_rows: bool) -> Iterator[Played]:
    """The portions in their order."""
    tasks = ((batch, games, keep_rows) for games in batch.portions())
    return in_order(crew, play_portion, tasks)


def count_of(totals: Totals, seat: int) -> Count:
    """What a seat (from 0) has won, counted as the arena counts."""
    share = totals.seat(seat, SHARE)
    cards = totals.sums[totals.seat(seat, CARDS)]
    return Count(1, totals.games, totals.sums[share], totals.squares[share], cards)


def json_of(outcome: Outcome) -> dict[str, Any]:
    """What was played, then figures by seat, then those of the game; null if nothing was played."""
    batch, totals = outcome.wish.batch, outcome.totals
    counts = [count_of(totals, seat) for seat in range(batch.players)]
    known = totals.games > 0
    return {
        "games": totals.games,
        "players": batch.players,
        "policy": list(batch.policies),
        "rules": str(batch.rules),
        "deck": str(batch.deck),
        "seed": batch.seed,
        "win": [count.win_rate for count in counts] if known else None,
        "ci95": [list(count.interval) for count in counts],
        "cards": [count.mean_cards for count in counts] if known else None,
        "longest": _by_seat(totals, LONGEST),
        "snakes": _by_seat(totals, SNAKES),
        "left": totals.mean(totals.game(LEFT)) if known else None,
        "shared": totals.mean(totals.game(SHARED)) if known else None,
        "seconds": round(outcome.seconds, 3),
        "workers": outcome.workers,
        "interrupted": not outcome.is_whole,
        "records": outcome.recorded,
    }


def _by_seat(totals: Totals, figure: int) -> list[float] | None:
    if not totals.games:
        return None
    return [totals.mean(totals.seat(seat, figure)) for seat in range(totals.players)]


def text_of(outcome: Outcome) -> str:
    """What was played, and a line for each seat, with the 95 % interval of its wins."""
    batch, totals = outcome.wish.batch, outcome.totals
    if totals.games:
        parts = [_about(outcome), in_columns(_lines(totals, batch), 2), _ends(totals)]
    else:
        parts = [f"0 of {batch.games:,} games, then interrupted."]
    if outcome.wish.records:
        parts.append(f"{many(outcome.recorded, 'record')} in {outcome.wish.records}")
    return "\n\n".join(parts)


def _about(outcome: Outcome) -> str:
    batch, games = outcome.wish.batch, outcome.totals.games
    left = "" if outcome.is_whole else f" of {batch.games:,}, then interrupted"
    return (
        f"{many(batch.players, 'player')}, rules {batch.rules}, deck {batch.deck}, "
        f"seed {batch.seed}\n"
        f"{many(games, 'game')}{left}; {outcome.seconds:,.1f} s, "
        f"{many(outcome.workers, 'worker')}; an even share is {percent(1 / batch.players)} %"
    )


def _lines(totals: Totals, batch: Batch) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [
        ("seat", "policy", "win %", "95 % interval", "cards", "longest", "snakes")
    ]
    for seat, policy in enumerate(batch.policies):
        count = count_of(totals, seat)
        low, high = map(percent, count.interval)
        means = (totals.mean(totals.seat(seat, figure)) for figure in (CARDS, LONGEST, SNAKES))
        figures = (f"{mean:.2f}" for mean in means)
        rows.append((str(seat + 1), policy, percent(count.win_rate), f"{low} – {high}", *figures))
    return rows


def _ends(totals: Totals) -> str:
    left, shared = totals.mean(totals.game(LEFT)), totals.mean(totals.game(SHARED))
    return f"{left:.2f} cards are left in the middle; {percent(shared)} % of the wins are shared."
