"""A played game, step by step: for people at a terminal and for programs."""

from __future__ import annotations

import sys
from typing import Any

from serpentina.game import Game
from serpentina.notation import canonical, table_text
from serpentina.painting import Paint, fitted, in_lines
from serpentina.record import Record, told_apart
from serpentina.words import Words


def as_json(record: Record) -> dict[str, Any]:
    """The whole game as plain values; turn 0 is the starter, seats count from 1."""
    games = [game for game in record.games() if game.slot is None and not game.is_counted]
    last = games[-1]
    result = last.result
    return {
        "rules": str(record.rules),
        "deck": str(record.deck),
        "players": len(record.seats),
        "names": list(record.seats),
        "scores": [pit.cards for pit in last.scores],
        "longest": [pit.longest for pit in last.scores],
        "snakes": [pit.snakes for pit in last.scores],
        "winners": list(result.winners) if result else [],
        "turns": [_turn(game) for game in games],
    }


def _turn(game: Game) -> dict[str, Any]:
    turn = game.turns[-1]
    return {
        "seat": turn.seat,
        "slot": turn.slot,
        "card": str(turn.card),
        "table": table_text(game.layout.snakes.values()),
        "taken": canonical(turn.taken) if turn.taken else None,
    }


def step_through(record: Record, words: Words, paint: Paint) -> bool:
    """Show turn after turn; where somebody types, Enter goes on, b back, q leaves.

    Returns whether the game was shown to its end.
    """
    games = [game for game in record.games() if not game.is_counted]
    seats = told_apart(record.seats)
    at, asks = 0, sys.stdin.isatty() and sys.stdout.isatty()
    while at < len(games):
        print(describe(games[at], seats, words, paint), flush=True)
        answer = _ask(words) if asks else ""
        if answer == "q":
            return False
        at = max(at - 1, 0) if answer == "b" else at + 1
    print(_ending(games[-1], seats, words))
    return True


def _ask(words: Words) -> str:
    try:
        return input(words("Enter: on, b: back, q: leave ")).strip().lower()
    except (EOFError, KeyboardInterrupt):
        print()
        return "q"


def describe(game: Game, seats: tuple[str, ...], words: Words, paint: Paint) -> str:
    """What the last turn of a game did, the table after it and the cards in the pits."""
    lying = sorted(game.layout.snakes.items())
    table = in_lines((paint.snake(snake) for _, snake in lying), gap="   ", indent="  ")
    pits = zip(seats, game.scores, strict=True)
    cards = "  " + " · ".join(f"{name} {pit.cards}" for name, pit in pits)
    return "\n".join(
        filter(None, (fitted(_event(game, seats, words, paint)), table, fitted(cards)))
    )


def _event(game: Game, seats: tuple[str, ...], words: Words, paint: Paint) -> str:
    turn = game.turns[-1]
    number, card = len(game.turns) - 1, paint.card(turn.card)
    if game.card is not None:
        card, name = paint.card(game.card), seats[game.seat - 1]
        return words("{turn}. {name} has drawn {card}.", turn=number + 1, name=name, card=card)
    if number == 0:
        return words("The starter is {card}.", card=card)
    name = seats[turn.seat - 1]
    if turn.taken is None:
        return words("{turn}. {name} places {card}.", turn=number, name=name, card=card)
    return words.plural(
        "{turn}. {name} places {card} and takes {n} card:\n  {snake}",
        "{turn}. {name} places {card} and takes {n} cards:\n  {snake}",
        len(turn.taken),
        turn=number,
        name=name,
        card=card,
        snake=paint.snake(turn.taken),
    )


def _ending(game: Game, seats: tuple[str, ...], words: Words) -> str:
    if game.result is None:
        return words("The game goes on.")
    return words.winners([seats[seat - 1] for seat in game.result.winners])
