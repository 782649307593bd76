"""One running table: a fold of its events over a game. It knows no transport and no storage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from serpentina.fan import Fan
from serpentina.game import Game
from serpentina.layout import Layout, ends_touched
from serpentina.record import Record, hints_header
from serpentina.rules import ALONE

SUBSTITUTE = "garter"  # who plays on an empty seat, and for somebody who is away


class Event(NamedTuple):
    """What has happened at a table, and when (seconds since 1970)."""

    kind: str
    body: Mapping[str, Any]
    at: float


@dataclass(frozen=True)
class Seat:
    """A seat: open, a person's (`here`, held by a device) or a bot's.

    `device` is the hash of the token that holds the seat. `bot_plays` while a bot plays for a
    person who has left or is away.
    """

    kind: str
    name: str = ""
    pictogram: str | None = None
    player: str | None = None
    device: str | None = None
    bot_plays: bool = False

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot makes the next step of this seat."""
        return self.kind == "bot" or self.bot_plays

    @property
    def label(self) -> str:
        """The name in a record."""
        return f"bot:{self.player}" if self.kind == "bot" else self.name or self.pictogram or "?"


@dataclass(frozen=True, eq=False)
class Live:
    """A table at one version. `first` is the first game of its series of rematches."""

    id: str
    first: str
    maker: str
    spread: str
    seats: tuple[Seat, ...]
    game: Game
    series_before: tuple[int, ...]
    changed_at: float
    version: int = 1
    is_started: bool = False
    places: tuple[int, ...] = (0,)  # by turn, where its snake lay after it
    placed_at: float = 0.0
    is_persons_placement: bool = False
    next: str | None = None
    hints: bool = False

    @staticmethod
    def created(identity: str, fan: Fan, event: Event) -> Live:
        """The table after its first event."""
        body = event.body
        seats = tuple(Seat(**seat) for seat in body["seats"])
        return Live(
            id=identity,
            first=body["first"],
            maker=body["maker"],
            spread=body["spread"],
            seats=seats,
            game=Game.new(len(seats), body["rules"], body["deck"], fan=fan),
            series_before=tuple(body["series"]),
            changed_at=event.at,
            hints=body.get("hints", False),
        )

    def after(self, event: Event) -> Live:
        """The table after an event that has happened."""
        changed = _AFTER[event.kind](self, event)
        return replace(changed, version=self.version + 1, changed_at=event.at)

    @property
    def status(self) -> str:
        """`lobby`, `playing`, `over` (not counted yet) or `counted`."""
        if not self.is_started:
            return "lobby"
        if self.game.is_counted:
            return "counted"
        return "over" if self.game.is_over else "playing"

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is."""
        return self.seats[self.game.seat - 1]

    @property
    def last_seat(self) -> int:
        """The seat, from 1, that has placed last; 0 before the first placement."""
        return self.game.turns[-1].seat

    @property
    def series(self) -> tuple[int, ...]:
        """The games won by each seat, this one too once it is counted."""
        if not self.game.is_counted or self.game.result is None:
            return self.series_before
        winners = self.game.result.winners
        return tuple(won + (seat in winners) for seat, won in enumerate(self.series_before, 1))

    def seats_of(self, device: str | None) -> tuple[int, ...]:
        """The seats, from 1, that a device holds."""
        if device is None:
            return ()
        return tuple(n for n, seat in enumerate(self.seats, 1) if seat.device == device)

    def knows(self, device: str) -> bool:
        """Whether a device has made the table or holds a seat of it."""
        return device == self.maker or bool(self.seats_of(device))

    def may_undo(self, device: str | None) -> bool:
        """R9: whether this device may take the last placement back."""
        if self.game.before is None or self.last_seat not in self.seats_of(device):
            return False
        return not self.seats[self.last_seat - 1].bot_plays

    def record(self) -> Record:
        """The record, which shows the fan once the game is counted."""
        people = (number for number, seat in enumerate(self.seats, 1) if seat.kind == "here")
        more = (hints_header(people),) if self.hints else ()
        return Record.of(self.game, tuple(seat.label for seat in self.seats), more=more)

    def with_seat(self, number: int, **changes: Any) -> Live:
        """The table with a seat, from 1, changed."""
        seats = list(self.seats)
        seats[number - 1] = replace(seats[number - 1], **changes)
        return replace(self, seats=tuple(seats))


def _joined(live: Live, event: Event) -> Live:
    body = event.body
    return live.with_seat(
        body["seat"],
        kind="here",
        name=body["name"],
        pictogram=body["pictogram"],
        device=body["device"],
    )


def _started(live: Live, _event: Event) -> Live:
    bot = Seat("bot", player=SUBSTITUTE)
    seats = tuple(bot if seat.kind == "open" else seat for seat in live.seats)
    return replace(live, seats=seats, is_started=True)


def _drew(live: Live, event: Event) -> Live:
    return replace(live, game=live.game.draw(event.body["slot"]))


def _placed(live: Live, event: Event) -> Live:
    game = live.game.place(event.body["placement"])
    place = _place_of(live.game.layout, game.layout, event.body["placement"])
    return replace(
        live,
        game=game,
        places=(*live.places, place),
        placed_at=event.at,
        is_persons_placement=not live.turn.is_played_by_bot,
    )


def _place_of(before: Layout, after: Layout, placement: int) -> int:
    """The place, from 0, where the snake lies that a placement has made or taken."""
    if placement == ALONE:
        return next(place for place in after.snakes if place not in before.snakes)
    return min(end >> 1 for end in ends_touched(placement) if end is not None)


def _undid(live: Live, _event: Event) -> Live:
    return replace(live, game=live.game.undo(), places=live.places[:-1], is_persons_placement=False)


def _counted(live: Live, _event: Event) -> Live:
    return replace(live, game=live.game.count())


def _left(live: Live, event: Event) -> Live:
    """In the lobby the seat is open again; in a game a bot plays on."""
    if live.is_started:
        return live.with_seat(event.body["seat"], bot_plays=True)
    return live.with_seat(event.body["seat"], kind="open", name="", pictogram=None, device=None)


def _renamed(live: Live, event: Event) -> Live:
    body = event.body
    return live.with_seat(body["seat"], name=body["name"], pictogram=body["pictogram"])


def _substituted(live: Live, event: Event) -> Live:
    return live.with_seat(event.body["seat"], bot_plays=True)


def _came_back(live: Live, event: Event) -> Live:
    return live.with_seat(event.body["seat"], bot_plays=False)


def _renewed(live: Live, event: Event) -> Live:
    return replace(live, next=event.body["next"])


_AFTER: dict[str, Callable[[Live, Event], Live]] = {
    "joined": _joined,
    "started": _started,
    "drew": _drew,
    "placed": _placed,
    "undid": _undid,
    "counted": _counted,
    "left": _left,
    "renamed": _renamed,
    "substituted": _substituted,
    "back": _came_back,
    "renewed": _renewed,
}
