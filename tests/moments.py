"""A whole game as all the moments it goes through, the same each time."""

from __future__ import annotations

import random

from serpentina.cards import STANDARD, Deck
from serpentina.game import Game


def moments(players: int, rules: str, seed: int, deck: Deck = STANDARD) -> list[Game]:
    """Every moment of a game of random moves: dealt, drawn, placed, …, counted."""
    choice = random.Random(seed)
    games = [Game.new(players, rules, deck, seed=seed)]
    while not games[-1].is_over:
        games.append(games[-1].draw(choice.choice(games[-1].slots)))
        games.append(games[-1].place(choice.choice(games[-1].placements)))
    return [*games, games[-1].count()]
