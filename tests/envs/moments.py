"""Games in the middle, by any rules, for all environments."""

from __future__ import annotations

import random
from collections.abc import Iterator

from serpentina.cards import STANDARD, Deck
from serpentina.game import Game

SETTINGS = [
    (2, "serpentina", STANDARD),
    (3, "hisss", STANDARD),
    (5, "serpentina,must_match=off,goal=snakes", STANDARD),
    (4, "hisss,goal=race:9", STANDARD * 2),
]


def drawn_games(players: int, rules: str, deck: Deck, seed: int) -> Iterator[Game]:
    """A game played anyhow, each time a card is drawn from the first slot that holds one."""
    choice = random.Random(seed)
    game = Game.new(players, rules, deck, seed=seed)
    while not game.is_over:
        game = game.draw(game.slots[0])
        yield game
        game = game.place(choice.choice(game.placements))
