"""Tables that are to be made: as somebody asks for them, and as the game before leaves them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from serpentina.cards import Deck
from serpentina.options import Rules
from serpentina.players import gentle
from serpentina.server.live import Live, Seat


@dataclass(frozen=True)
class Plan:
    """A table to be made."""

    rules: Rules
    deck: Deck
    spread: str
    seats: tuple[Seat, ...]
    maker: str
    first: str | None = None
    series: tuple[int, ...] = ()
    hints: bool = False


def plan_of_rematch(live: Live) -> Plan:
    """The next game of the series: the same, but the next seat begins and so is seat 1."""

    def turned(items: Sequence[Any]) -> tuple[Any, ...]:
        return (*items[1:], *items[:1])

    numbers = {seat: (seat - 2) % len(live.seats) + 1 for seat in range(1, len(live.seats) + 1)}
    return Plan(
        rules=live.game.rules,
        deck=live.game.deck,
        spread=live.spread,
        seats=turned([_seat_again(seat, numbers) for seat in live.seats]),
        maker=live.maker,
        first=live.first,
        series=turned(live.series),
        hints=live.hints,
    )


def _seat_again(seat: Seat, numbers: Mapping[int, int]) -> Seat:
    """The seat at a table where the seats have other numbers: a bot's may name another seat."""
    kind, colon, wish = (seat.player or "").partition(":")
    if not colon:
        return seat
    return replace(seat, player=f"{kind}:{gentle.renamed(wish, numbers)}")
