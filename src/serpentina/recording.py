"""The records of simulated games: each played again through `Game`, as the kernel plays it."""

from __future__ import annotations

from serpentina.batches import Batch
from serpentina.fan import Fan, stream
from serpentina.game import Game
from serpentina.policies import POLICIES, any_below, choices
from serpentina.record import Record


def record_of(batch: Batch, number: int) -> Record:
    """The record of a game of the batch, counted, with its fan."""
    names = tuple(f"bot:{policy}" for policy in batch.policies)
    return Record.of(played(batch, number).count(), names)


def played(batch: Batch, number: int) -> Game:
    """A game of the batch at its end: each seat draws the lowest slot, as `simulate` says."""
    fan = Fan.seeded(batch.deck, batch.seed, number)
    game = Game.new(batch.players, batch.rules, batch.deck, fan=fan)
    key, cards = stream(batch.seed, number), len(batch.deck)
    while not game.is_over:
        drawn = game.draw(game.slots[0])
        found = choices(POLICIES[batch.policies[game.seat - 1]], drawn.view)
        game = drawn.place(found[any_below(key, cards + len(game.turns), len(found))])
    return game
