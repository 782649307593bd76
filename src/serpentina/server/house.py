"""What the house does at a table by itself: the steps of the bots, and when they are due."""

from __future__ import annotations

import random
from collections.abc import Callable

from serpentina.game import View
from serpentina.layout import Placement
from serpentina.server.commands import Actor, Command
from serpentina.server.live import SUBSTITUTE, Live

CHANCE = random.SystemRandom()
Choose = Callable[[str, View, random.Random], Placement]  # of the player that is named


def house(_live: Live) -> Actor:
    """Who moves the bots, at every table."""
    return Actor(None, is_house=True)


def house_step(live: Live, choose: Choose, instead: str | None = None) -> Command:
    """What a bot does at a table: draw, place (or let another do so), or have it counted."""
    if live.status == "over":
        return Command("count")
    if live.game.card is None:
        return Command("draw", slot=CHANCE.choice(live.game.slots))
    name = instead or live.turn.player or SUBSTITUTE
    return Command("place", placement=choose(name, live.game.view, CHANCE))


def house_due(live: Live, bot_pause: float, undo_pause: float) -> float | None:
    """When the house takes its next step, in seconds since 1970; None where people have to.

    R9: a bot waits until a person has had the time to take his placement back.
    """
    due = live.changed_at + bot_pause
    if live.status == "over":
        return None if live.is_persons_placement else due
    if live.status != "playing" or not live.turn.is_played_by_bot:
        return None
    if live.is_persons_placement and live.game.before is not None:
        return max(due, live.placed_at + undo_pause)
    return due
