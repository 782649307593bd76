"""A table as everybody may see it, in plain values; the secret order is shown after the count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from serpentina.cards import Card
from serpentina.game import Game
from serpentina.layout import Layout, Placement, Snake, ends_touched
from serpentina.notation import SIDES
from serpentina.record import Record
from serpentina.server.live import Live, Seat
from serpentina.server.presence import Presence

MOST_SHARED = 100  # tables of which is kept what all see


def cards_of(snake: Iterable[Card]) -> list[str]:
    """The cards of a snake as they lie."""
    return [str(card) for card in snake]


def table_of(layout: Layout) -> list[dict[str, Any]]:
    """The snakes on the table, each with its place from 1."""
    lying = sorted(layout.snakes.items())
    return [{"place": place + 1, "cards": cards_of(snake)} for place, snake in lying]


def state_of(
    live: Live, device: str | None, presence: Presence, *, is_away: bool
) -> dict[str, Any]:
    """What a device is shown; all see the same but for what is their own."""
    return {
        **_shared(live),
        "seats": _seats(live, presence, is_away=is_away),
        "you": list(live.seats_of(device)),
        "maker": device == live.maker,
        "can_undo": live.may_undo(device),
    }


@lru_cache(MOST_SHARED)
def _shared(live: Live) -> Mapping[str, Any]:
    """What all see alike: whoever commands is shown it, and then everybody else."""
    return {
        "game": live.id,
        "version": live.version,
        "status": live.status,
        "spread": live.spread,
        "players": live.game.players,
        **_board(live),
        "pits": [_pit(pit) for pit in live.game.pits],
        "last": _last(live),
        "series": list(live.series),
        "next": live.next,
        "hints": live.hints,
        **_secret(live),
    }


def _seats(live: Live, presence: Presence, *, is_away: bool) -> list[dict[str, Any]]:
    return [
        _seat(seat, presence.is_present(live.id, seat.device), is_away and seat is live.turn)
        for seat in live.seats
    ]


def _seat(seat: Seat, is_present: bool, is_away: bool) -> dict[str, Any]:
    return {
        "name": seat.name,
        "pictogram": seat.pictogram,
        "kind": seat.kind,
        "player": seat.player,
        "present": is_present,
        "away": is_away,
        "bot_plays": seat.bot_plays,
    }


def _board(live: Live) -> dict[str, Any]:
    """What lies on the table, what the fan still holds, and what may be done."""
    view = live.game.view
    return {
        "rules": str(view.rules),
        "deck": str(view.deck),
        "seat": view.seat,
        "slots": list(view.slots),
        "fan": _counts(view.fan),
        "slot": view.slot,
        "card": None if view.card is None else str(view.card),
        "table": table_of(view.layout),
        "placements": placements_of(live),
    }


def _counts(counts: tuple[int, ...]) -> Mapping[str, int]:
    return {str(Card(kind)): count for kind, count in enumerate(counts) if count}


def placements_of(live: Live) -> list[dict[str, Any]]:
    """R17: every placement of the card drawn, with what it touches and what comes of it."""
    view = live.game.view
    if view.card is None:
        return []
    return [_placement(live, view.card, placement) for placement in view.placements]


def _placement(live: Live, card: Card, placement: Placement) -> dict[str, Any]:
    before = live.game.layout
    after, taken = before.place(live.game.rules, card, placement)
    return {
        "placement": placement,
        "touches": _touches(placement),
        "makes": cards_of(taken or changed(before, after)),
        "taken": taken is not None,
    }


def _touches(placement: Placement) -> list[dict[str, Any]]:
    ends = [end for end in ends_touched(placement) if end is not None]
    return [{"place": (end >> 1) + 1, "end": SIDES[end & 1]} for end in ends]


def changed(before: Layout, after: Layout) -> Snake:
    """The snake that a placement has made, where nobody has taken it."""
    return next(
        snake for place, snake in after.snakes.items() if before.snakes.get(place) is not snake
    )


def _pit(pit: tuple[Snake, ...]) -> dict[str, Any]:
    return {
        "cards": sum(map(len, pit)),
        "longest": max(map(len, pit), default=0),
        "snakes": [cards_of(snake) for snake in pit],
    }


def _last(live: Live) -> dict[str, Any] | None:
    turn = live.game.turns[-1]
    if turn.seat == 0:
        return None
    return {
        "seat": turn.seat,
        "slot": turn.slot,
        "card": str(turn.card),
        "placement": turn.placement,
        "place": live.places[-1] + 1,
        "taken": cards_of(turn.taken) if turn.taken else None,
    }


def _secret(live: Live) -> dict[str, Any]:
    """The seal of the fan; who won; and the fan itself once the game is counted."""
    fan, result = live.game.fan, live.game.result
    shown = live.game.is_counted
    return {
        "commitment": fan.commitment,
        "result": {"winners": list(result.winners)} if shown and result else None,
        "nonce": fan.nonce if shown else None,
        "order": cards_of(fan.order) if shown else None,
    }


def replay_of(record: Record, pictograms: Sequence[str | None] = ()) -> dict[str, Any]:
    """A record, step by step; step 0 is the starter, of seat 0. It knows no pictograms itself."""
    games = [game for game in record.games() if game.slot is None and not game.is_counted]
    result = games[-1].result
    return {
        "rules": str(record.rules),
        "deck": str(record.deck),
        "seats": list(record.seats),
        "pictograms": list(pictograms or [None] * len(record.seats)),
        "steps": [_step(games[0], [], games[0].layout.snakes[0]), *map(_played, pairwise(games))],
        "result": {"winners": list(result.winners)} if result else None,
    }


def _played(games: tuple[Game, Game]) -> dict[str, Any]:
    """The turn between two games."""
    before, after = games
    turn = after.turns[-1]
    made = turn.taken or changed(before.layout, after.layout)
    return _step(after, _touches(turn.placement), made)


def _step(game: Game, touches: list[dict[str, Any]], made: Snake) -> dict[str, Any]:
    turn = game.turns[-1]
    return {
        "seat": turn.seat,
        "slot": turn.slot,
        "card": str(turn.card),
        "touches": touches,
        "makes": cards_of(made),
        "table": table_of(game.layout),
        "taken": cards_of(turn.taken) if turn.taken else None,
        "pits": [pit.cards for pit in game.scores],
    }
