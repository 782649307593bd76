"""Small games that are over, for the tests of reviews: few enough cards that all is exact."""

from __future__ import annotations

import random
from functools import cache

from serpentina.game import Game
from serpentina.record import Record
from serpentina.review import Review, review

DECK = "<r r> <g rg:2 gb br"  # seven cards


def played(
    seed: int, players: int = 2, rules: str = "hisss,must_match=off", deck: str = DECK
) -> Game:
    """A whole game, placed at random."""
    game, choice = Game.new(players, rules, deck, seed=seed), random.Random(seed)
    while not game.is_over:
        game = game.draw(choice.choice(game.slots))
        game = game.place(choice.choice(game.placements))
    return game.count()


def record_of(seed: int, players: int = 2, **others: str) -> Record:
    """Its record."""
    names = ("Ana", "Ben", "Cleo", "Dora", "Emil")[:players]
    return Record.of(played(seed, players, **others), names)


@cache
def reviewed(seed: int, players: int = 2, rules: str = "hisss,must_match=off") -> Review:
    """Its review."""
    return review(record_of(seed, players, rules=rules))
