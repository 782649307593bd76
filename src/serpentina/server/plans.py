"""A table to be made, and the first that is told of it; the next one of a series."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from serpentina.cards import Card, Deck
from serpentina.fan import Fan
from serpentina.options import Rules
from serpentina.players import gentle
from serpentina.server.live import Event, Live, Seat

LETTERS = "abcdefghijklmnopqrstuvwxyz23456789"
ID_LENGTH = 8


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

    @property
    def starts_at_once(self) -> bool:
        """Whether nobody has to be waited for."""
        return all(seat.kind != "open" for seat in self.seats)

    def created(self, game: str, now: float) -> Event:
        """The first event of the game that is made so."""
        body = {
            "rules": str(self.rules),
            "deck": str(self.deck),
            "spread": self.spread,
            "seats": [asdict(seat) for seat in self.seats],
            "maker": self.maker,
            "first": self.first or game,
            "series": list(self.series or [0] * len(self.seats)),
            "hints": self.hints,
        }
        return Event("created", body, now)


def new_id(length: int = ID_LENGTH) -> str:
    """A name for a game that nobody can guess, of small letters and digits."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def secret_of(fan: Fan) -> str:
    """A fan as it is kept: its order and its nonce."""
    return json.dumps({"nonce": fan.nonce, "order": " ".join(map(str, fan.order))})


def fan_from(secret: str) -> Fan:
    """The fan that was kept so."""
    known = json.loads(secret)
    return Fan(tuple(map(Card.parse, known["order"].split())), known["nonce"])


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
