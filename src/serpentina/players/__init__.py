"""The players that are programs, by name; each strength is one file."""

from __future__ import annotations

import importlib
from random import Random
from typing import Protocol

from serpentina.errors import NotationError
from serpentina.game import View
from serpentina.layout import Placement

PLAYERS = ("hatchling", "garter", "boa", "anaconda")


class Player(Protocol):
    """Who chooses placements, knowing what everybody knows and nothing else."""

    def choose(self, view: View, random: Random) -> Placement:
        """One of the placements of the card drawn, of which there is at least one."""


def player(name: str) -> Player:
    """The player of this name; NotationError for a name that is not known."""
    if name not in PLAYERS:
        raise NotationError(
            'There is no player "{name}": the players are {players}.',
            name=name,
            players=", ".join(PLAYERS),
        )
    found: Player = importlib.import_module(f"serpentina.players.{name}").Player()
    return found
