"""`serpentina equity`: what a position is worth, for researchers, in English."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from serpentina.cards import Card, Deck, count_kinds, parse_counted
from serpentina.compiled import compile_kernels
from serpentina.equity import Equity, NoEquity, check_position, equity, placement_equities
from serpentina.errors import NotationError
from serpentina.exact import check_size
from serpentina.layout import Layout, Snake
from serpentina.notation import SHORTEST, Pit, Position, parse_table
from serpentina.options import MOST_SEATS, PRESETS
from serpentina.painting import fitted
from serpentina.referee import Outcome, outcomes_of
from serpentina.rollouts import Progress, Stop, Way

Valued = list[tuple[Outcome, Equity]]
QUICK_CARDS = 7  # an exact value takes less time than compiling
WAITING = "\r{:4.0%} "
GONE = "\r" + " " * 5 + "\r"


def value(options: argparse.Namespace, deck: Deck) -> int:
    """Print what the position of the options is worth, or each outcome of the card drawn."""
    position = position_of(options, deck)
    check_position(deck, position)
    if options.method == "exact":
        check_size(sum(position.fan), len(position.pits))  # before all work
    stop = Stop(options.rollouts, options.error, options.seconds)
    way = Way(options.policy, options.seed, options.threads)
    if options.method == "rollout" or sum(position.fan) > QUICK_CARDS:
        compile_kernels()
    if position.drawn is None:
        found = equity(position, options.method, stop, way, _progress())
        print(json.dumps(_as_json(found)) if options.json else _in_words(found))
    else:
        outcomes = _valued(position, options.method, stop, way)
        print(json.dumps(_all_as_json(outcomes)) if options.json else _all_in_words(outcomes))
    return 0


def _valued(position: Position, method: str, stop: Stop, way: Way) -> Valued:
    """The distinct outcomes of the card drawn with what they are worth, best first."""
    assert position.drawn is not None
    layout = Layout.of(position.snakes, position.cards)
    found = outcomes_of(position.rules, layout, position.drawn)
    outcomes = {outcome.placement: outcome for outcome in found}
    every = placement_equities(position, method, stop, way, _progress())
    return [(outcomes[name], worth) for name, worth in every if name in outcomes]


def position_of(options: argparse.Namespace, deck: Deck) -> Position:
    """The position that the options describe; NotationError where they cannot be right."""
    scores = options.scores or (0,) * (2 if options.players is None else options.players)
    players = len(scores) if options.players is None else options.players
    if not 1 <= players <= MOST_SEATS:
        raise NoEquity(
            "A game has 1 to {most} players, not {players}.", most=MOST_SEATS, players=players
        )
    if not 1 <= options.turn <= players:
        raise NoEquity(
            "The turn is that of a seat from 1 to {players}, not {turn}.",
            players=players,
            turn=options.turn,
        )
    snakes = parse_table(options.table)
    drawn = None if options.draw is None else Card.parse(options.draw)
    return Position(
        rules=options.rules or PRESETS["serpentina"],
        snakes=snakes,
        pits=_pits(options, scores, players),
        turn=options.turn,
        fan=_fan(options, deck, snakes, drawn),
        drawn=drawn and Card(drawn.kind),
    )


def _pits(options: argparse.Namespace, scores: Sequence[int], players: int) -> tuple[Pit, ...]:
    """The pits; without their number of snakes, as few as can be."""
    longest = options.longest
    if longest is None and any(scores):
        raise NoEquity("Seats that have cards also have a longest snake: say --longest 5,4.")
    longest = longest or scores
    least = [-(-cards // max(1, best)) for cards, best in zip(scores, longest, strict=False)]
    if options.snakes is None and options.rules and options.rules.goal == "snakes" and any(scores):
        raise NoEquity("With the goal of most snakes, say how many each seat has: --snakes 2,1.")
    given = {"scores": scores, "longest": longest, "snakes": options.snakes or least}
    for name, numbers in given.items():
        if len(numbers) != players:
            raise NoEquity(
                "There are {players} players, but --{name} has {count} numbers.",
                players=players,
                name=name,
                count=len(numbers),
            )
    pits = enumerate(zip(*given.values(), strict=True), start=1)
    return tuple(_pit(seat, Pit(*numbers)) for seat, numbers in pits)


def _pit(seat: int, pit: Pit) -> Pit:
    """The pit, if there can be such a one."""
    try:
        return Pit.parse(str(pit))
    except NotationError:
        raise NoEquity(
            "Seat {seat} cannot have {cards} cards with {snakes} snakes, the longest of {longest}: "
            "a snake that is taken has {least} cards or more.",
            seat=seat,
            **pit._asdict(),
            least=SHORTEST,
        ) from None


def _fan(
    options: argparse.Namespace, deck: Deck, snakes: tuple[Snake, ...], drawn: Card | None
) -> tuple[int, ...]:
    """What the fan holds: if nothing is said and nobody has cards, the rest of the deck."""
    if options.fan is not None:
        return parse_counted(options.fan)
    if options.scores is not None and any(options.scores):
        raise NoEquity('Say which cards the fan holds, as in --fan "rg gb:2 <r".')
    seen = [*(card for snake in snakes for card in snake), *filter(None, [drawn])]
    counts = zip(deck.counts, count_kinds(seen), strict=True)
    return tuple(max(0, known - used) for known, used in counts)


def _progress() -> Progress | None:
    """Shows the share that is done, where somebody looks at it."""
    if not sys.stderr.isatty():
        return None

    def show(share: float) -> None:
        text = GONE if share >= 1 else WAITING.format(share)
        print(text, end="", file=sys.stderr, flush=True)

    return show


def _as_json(found: Equity) -> dict[str, Any]:
    number = "states" if found.method == "exact" else "rollouts"
    return {
        "method": found.method,
        "win": found.win,
        "cards": found.cards,
        "stderr": found.stderr,
        "cards_stderr": found.cards_stderr,
        number: found.count,
        "seconds": found.seconds,
    }


def _all_as_json(outcomes: Valued) -> dict[str, Any]:
    return {"method": outcomes[0][1].method, "outcomes": list(map(_one_as_json, outcomes))}


def _one_as_json(outcome_and_worth: tuple[Outcome, Equity]) -> dict[str, Any]:
    outcome, worth = outcome_and_worth
    cost = {"cost": worth.cost, "cost_stderr": worth.cost_stderr}
    return {"table": outcome.table, "taken": outcome.taken, **_as_json(worth), **cost}


def _in_words(found: Equity) -> str:
    """A line for each seat, and one on how it was found."""
    errors = zip(found.win, found.stderr, found.cards, found.cards_stderr, strict=True)
    lines = [
        f"seat {seat}   wins {_chance(win, error)}   {_number(cards, cards_error)} cards"
        for seat, (win, error, cards, cards_error) in enumerate(errors, start=1)
    ]
    return "\n".join([*lines, _origin(found)])


def _all_in_words(outcomes: Valued) -> str:
    """A paragraph for each outcome, best first."""
    paragraphs = []
    for outcome, worth in outcomes:
        taken = "takes nothing" if outcome.taken is None else f"takes {outcome.taken}"
        cost = _chance(worth.cost[0], worth.cost_stderr[0])
        title = fitted(f"{taken}, leaves {outcome.table or 'an empty table'}")
        paragraphs.append(f"{title}\ncosts {cost}\n{_in_words(worth)}\n")
    return "\n".join(paragraphs).rstrip("\n")


def _chance(chance: float, error: float) -> str:
    shown = f"{100 * chance:6.2f}"
    return f"{shown} %" if error == 0 else f"{shown} ± {100 * error:.2f} %"


def _number(number: float, error: float) -> str:
    return f"{number:6.3f}" if error == 0 else f"{number:6.3f} ± {error:.3f}"


def _origin(found: Equity) -> str:
    if found.method == "exact":
        return f"exact: {found.count} states, {found.seconds:.2f} s"
    return f"{found.count} rollouts, {found.seconds:.2f} s (± is the standard error)"
