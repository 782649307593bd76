"""Serpentina: the family card game of colourful snakes, as one set of rules and a game from them.

The names below are all there is to import; they load what they need when they are first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from serpentina.cards import STANDARD, Card, Deck
    from serpentina.errors import SerpentinaError
    from serpentina.fan import Fan
    from serpentina.game import Game, Result, View
    from serpentina.notation import Position
    from serpentina.options import Rules
    from serpentina.reader import read_record
    from serpentina.record import Record

__all__ = [
    "STANDARD",
    "Card",
    "Deck",
    "Fan",
    "Game",
    "Position",
    "Record",
    "Result",
    "Rules",
    "SerpentinaError",
    "View",
    "read_record",
]

_ROOMS = {
    "STANDARD": "cards",
    "Card": "cards",
    "Deck": "cards",
    "Fan": "fan",
    "Game": "game",
    "Position": "notation",
    "Record": "record",
    "Result": "game",
    "Rules": "options",
    "SerpentinaError": "errors",
    "View": "game",
    "read_record": "reader",
}


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module 'serpentina' has no attribute {name!r}")
    return getattr(importlib.import_module(f"serpentina.{_ROOMS[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
