"""What a device may do at a table: each command becomes an event, or is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from serpentina.errors import IllegalMove
from serpentina.game import Game
from serpentina.server.live import Live
from serpentina.server.problems import Refused

Happening = tuple[str, dict[str, Any]]  # the kind of an event and its body


class Command(NamedTuple):
    """A command with its arguments; those that it does not need are None."""

    name: str
    slot: int | None = None
    placement: int | None = None
    seat: int | None = None
    label: str | None = None  # the name of a player
    pictogram: str | None = None


class Actor(NamedTuple):
    """Who commands: a device, or the house, which moves the bots."""

    device: str | None
    is_house: bool = False


class Stale(Refused):
    """A command that has seen an older table than there is now."""

    def __init__(self, live: Live) -> None:
        super().__init__("stale", f"The table is at version {live.version} by now.")
        self.live = live


def is_brought_about(live: Live, command: Command) -> bool:
    """Whether somebody else has brought about what a command asks for."""
    if command.name == "rematch":
        return live.next is not None
    return command.name == "count" and live.status == "counted"


def decide(live: Live, actor: Actor, command: Command, *, is_away: bool) -> Happening:
    """The event that a command leads to; Refused where it is not this device's to give, or illegal.

    `is_away` says whether the player whose turn it is has been away for the table's limit.
    """
    check_actor(live, actor, command.name)
    if command.name == "substitute":
        return _substitute(live, actor, is_away)
    return _DECIDE[command.name](live, actor, command)


def check_actor(live: Live, actor: Actor, name: str) -> None:
    """Refuse whoever has no seat, or to start a table that another has made."""
    if actor.is_house:
        return
    if name == "start":
        if actor.device != live.maker:
            raise Refused("not_the_maker", "Whoever made the table starts it.")
    elif not live.seats_of(actor.device):
        raise Refused("not_your_seat", "This device has no seat at the table; it may watch.")


def _start(live: Live, _actor: Actor, _command: Command) -> Happening:
    if live.is_started:
        raise Refused("illegal", "The game has started already.")
    return "started", {}


def check_turn(live: Live, actor: Actor) -> None:
    """Refuse who is not to draw or place now."""
    if live.status == "lobby":
        raise Refused("illegal", "The game has not started yet.")
    if live.status != "playing":
        raise Refused("illegal", "The game is over.")
    if actor.is_house:
        is_own = live.turn.is_played_by_bot
    else:
        is_own = live.game.seat in live.seats_of(actor.device) and not live.turn.bot_plays
    if not is_own:
        raise Refused("not_your_turn", f"It is the turn of seat {live.game.seat}.")


def _lawful(step: Callable[[], Game]) -> None:
    """Try a step of the game; the rules' own sentence says why it cannot be."""
    try:
        step()
    except IllegalMove as error:
        raise Refused("illegal", str(error)) from None


def _draw(live: Live, actor: Actor, command: Command) -> Happening:
    check_turn(live, actor)
    slot = _given(command.slot, "slot")
    _lawful(lambda: live.game.draw(slot))
    return "drew", {"slot": slot}


def _place(live: Live, actor: Actor, command: Command) -> Happening:
    check_turn(live, actor)
    placement = _given(command.placement, "placement")
    _lawful(lambda: live.game.place(placement))
    return "placed", {"placement": placement}


def _given(number: int | None, name: str) -> int:
    if number is None:
        raise Refused("malformed", f'The command needs "{name}".')
    return number


def _undo(live: Live, actor: Actor, _command: Command) -> Happening:
    """R9: only the player who placed, and only until the next draw."""
    _lawful(live.game.undo)
    if not live.may_undo(actor.device):
        raise Refused("not_your_turn", f"Seat {live.last_seat} has placed, and may take it back.")
    return "undid", {}


def _count(live: Live, _actor: Actor, _command: Command) -> Happening:
    """R9: anybody at the table may have it counted, as anybody's draw settles a placement."""
    if live.status != "over":
        raise Refused("illegal", "There is nothing to count: the game is not over, or is counted.")
    return "counted", {}


def _own_seats(live: Live, actor: Actor, command: Command) -> tuple[int, ...]:
    """The seat that the command names, or all of the device's."""
    own = live.seats_of(actor.device)
    if command.seat is not None and command.seat not in own:
        raise Refused("not_your_seat", f"Seat {command.seat} is not this device's.")
    return own if command.seat is None else (command.seat,)


def _own_seat(live: Live, actor: Actor, command: Command, *, bot_plays: bool) -> int:
    """The seat that the command names, or the first that comes into question."""
    asked = _own_seats(live, actor, command)
    seats = [seat for seat in asked if live.seats[seat - 1].bot_plays == bot_plays]
    if not seats:
        raise Refused("illegal", "The seat is so already.")
    return seats[0]


def _leave(live: Live, actor: Actor, command: Command) -> Happening:
    if live.status in ("over", "counted"):
        raise Refused("illegal", "The game is over: nobody has to leave it.")
    return "left", {"seat": _own_seat(live, actor, command, bot_plays=False)}


def _back(live: Live, actor: Actor, command: Command) -> Happening:
    if not live.is_started:
        raise Refused("illegal", "The game has not started yet.")
    return "back", {"seat": _own_seat(live, actor, command, bot_plays=True)}


def _substitute(live: Live, _actor: Actor, is_away: bool) -> Happening:
    if live.status != "playing":
        raise Refused("illegal", "The game is not going on.")
    if live.turn.is_played_by_bot:
        raise Refused("illegal", "A bot plays this seat already.")
    if not is_away:
        raise Refused("not_away", "The player whose turn it is has not been away long enough.")
    return "substituted", {"seat": live.game.seat}


def _rename(live: Live, actor: Actor, command: Command) -> Happening:
    """Before the start a player may choose again who he is; what he does not say stays."""
    if live.is_started:
        raise Refused("illegal", "The game has started: names and pictures stay.")
    if command.label is None and command.pictogram is None:
        raise Refused("malformed", 'The command needs "name" or "pictogram".')
    number = _own_seats(live, actor, command)[0]
    seat = live.seats[number - 1]
    name = seat.name if command.label is None else command.label
    pictogram = command.pictogram or seat.pictogram
    return "renamed", {"seat": number, "name": name, "pictogram": pictogram}


def _rematch(live: Live, _actor: Actor, _command: Command) -> Happening:
    if live.status != "counted":
        raise Refused("illegal", "There is a rematch once the game is counted.")
    return "renewed", {}


_DECIDE: dict[str, Callable[[Live, Actor, Command], Happening]] = {
    "start": _start,
    "draw": _draw,
    "place": _place,
    "undo": _undo,
    "count": _count,
    "leave": _leave,
    "back": _back,
    "rematch": _rematch,
    "rename": _rename,
}
