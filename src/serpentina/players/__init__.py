"""The players that are programs, by name; each strength is one file."""

from __future__ import annotations

import importlib
from collections.abc import Collection, Iterator
from random import Random
from typing import Protocol

from serpentina.errors import NotationError
from serpentina.game import Game, View
from serpentina.layout import Placement

PLAYERS = ("hatchling", "garter", "gentle", "boa", "anaconda")
TUNED = ("gentle",)  # after a colon their names may say how they shall play
THINKERS = ("gentle", "anaconda")  # they think so much that they want the kernel compiled


class Player(Protocol):
    """Who chooses placements, knowing what everybody knows and nothing else."""

    def choose(self, view: View, random: Random) -> Placement:
        """One of the view's placements, of which there is at least one; chance is the one given."""


def is_thinker(name: str) -> bool:
    """Whether the player of this name would be slow with the kernel as it stands."""
    return name.partition(":")[0] in THINKERS


def trial_views(left: Collection[int]) -> Iterator[View]:
    """Views of a game with so many cards left: to be thought about before anybody waits."""
    game = Game.new(2, seed=1)
    while game.slots:
        game = game.draw(game.slots[0])
        if len(game.slots) in left:
            yield game.view
        game = game.place(game.placements[0])


def player(name: str) -> Player:
    """The player of this name, as in `garter` or `gentle:1:50`; NotationError for any other."""
    kind, colon, wish = name.partition(":")
    if kind not in PLAYERS or (colon and kind not in TUNED):
        raise NotationError(
            'There is no player "{name}": the players are {players}.',
            name=name,
            players=", ".join(PLAYERS),
        )
    known = importlib.import_module(f"serpentina.players.{kind}").Player
    found: Player = known.parse(wish) if colon else known()
    return found
