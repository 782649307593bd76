"""Who meets whom, from which seats; and one fan, played by all of them.

A block is one fan in all seatings of all pairings. Whoever sits there, the cards come in the same
order: what differs within a block is what the players make of them. Blocks are independent of each
other, the games of a block are not, so the block is the unit of every statistic here.
"""

from __future__ import annotations

import functools
import itertools
from array import array
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from serpentina.cards import STANDARD, Deck
from serpentina.engine.seat import PREFIX, SECONDS, EnginePlayer, seated
from serpentina.errors import SerpentinaError
from serpentina.fan import Fan, parse_seed
from serpentina.game import Game
from serpentina.options import Rules
from serpentina.players import Player
from serpentina.rules import standing

FEWEST_SEATS, MOST_SEATS = 2, 5  # R6: what the box says

Pairing = tuple[str, str]
"""Two players, by their names."""

Seating = tuple[str, ...]
"""Who sits in each seat."""


class ArenaError(SerpentinaError):
    """What the arena cannot play or go on with. It speaks English, as the arena does."""


class Ended(NamedTuple):
    """How a game ended, by seat: the rank, 1 for those who win or share the win; the cards."""

    ranks: tuple[int, ...]
    cards: tuple[int, ...]


class Block(NamedTuple):
    """The number of a fan, and its games in the order of `Match.seatings`."""

    fan: int
    games: tuple[Ended, ...]


@dataclass(frozen=True)
class Match:
    """Players, each against each, `seats` of them at a table; the seed deals the fans.

    `engine_seconds` are those that a program has for a placement.

    ArenaError or NotationError for what cannot be played.
    """

    names: tuple[str, ...]
    seats: int = 2
    rules: Rules = field(default_factory=Rules)
    deck: Deck = STANDARD
    seed: int = 1
    engine_seconds: float = SECONDS

    def __post_init__(self) -> None:
        if not FEWEST_SEATS <= self.seats <= MOST_SEATS:
            raise ArenaError(
                "2 to 5 players sit at a table of the arena, not {seats}.", seats=self.seats
            )
        if len(self.names) < 2:
            raise ArenaError(
                "The arena needs two different players or more, as in: anaconda garter."
            )
        for name in self.names:
            if self.names.count(name) > 1:
                raise ArenaError(
                    'The player "{name}" is named twice: each meets the others.', name=name
                )
            _player(name, self.engine_seconds)
        parse_seed(str(self.seed))

    @property
    def has_engines(self) -> bool:
        """Whether any of the players is a program."""
        return any(name.startswith(PREFIX) for name in self.names)

    @functools.cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """Each player with each."""
        return tuple(itertools.combinations(self.names, 2))

    @functools.cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """The tables at which every fan is played: those of the first pairing, then the next."""
        return tuple(
            seating for pairing in self.pairings for seating in seatings_of(pairing, self.seats)
        )

    def lone_seats(self, player: str, against: str | None = None) -> tuple[tuple[int, int], ...]:
        """Where a player sits alone among one other's: the seating's number, the seat, from 0."""
        return tuple(
            (number, seating.index(player))
            for number, seating in enumerate(self.seatings)
            if seating.count(player) == 1 and (against is None or against in seating)
        )


def seatings_of(pairing: Pairing, seats: int) -> tuple[Seating, ...]:
    """One alone among players of the other, from each seat; then the other way round.

    With two seats these are the same two tables.
    """
    one, other = pairing
    lone = _rotations(one, other, seats)
    return lone if seats == 2 else lone + _rotations(other, one, seats)


def _rotations(one: str, other: str, seats: int) -> tuple[Seating, ...]:
    """One alone among the other's, from the first seat to the last."""
    places = range(seats)
    return tuple(tuple(one if seat == own else other for seat in places) for own in places)


def play_fan(match: Match, number: int) -> Block:
    """Play the fan of this number (from 0) of the seed in all seatings.

    The slots are drawn from the lowest on, so that the cards come in the same order in all games.
    """
    fan = Fan.seeded(match.deck, match.seed, number)
    dealt = Game.new(match.seats, match.rules, match.deck, fan=fan)
    return Block(number, tuple(_play(dealt, match, seats) for seats in match.seatings))


def _play(game: Game, match: Match, seating: Seating) -> Ended:
    """Play a game to its end. Each seat has its own chance: the same one, whoever sits there."""
    seated = [_player(name, match.engine_seconds) for name in seating]
    fan = game.fan
    chances = [Random(f"{fan.seed} {fan.game_number} {seat}") for seat in range(len(seating))]
    while not game.is_over:
        game = game.draw(game.slots[0])
        placement = game.placements[0]
        if len(game.placements) > 1:
            seat = game.seat - 1
            placement = seated[seat].choose(game.view, chances[seat])
        game = game.place(placement)
    return _ended(game)


def _ended(game: Game) -> Ended:
    """R22, R23: the ranks, equal for those that nothing tells apart."""
    pits = game.scores
    columns = array("q", itertools.chain.from_iterable(pits))
    standings = [standing(columns, game.rules.options, seat) for seat in range(len(pits))]
    ranks = tuple(1 + sum(other > own for other in standings) for own in standings)
    return Ended(ranks, tuple(pit.cards for pit in pits))


_here: dict[tuple[str, float], Player] = {}  # the players of this process, by name and seconds


def _player(name: str, seconds: float) -> Player:
    """The player of this name, made once in each process; a program has so many seconds."""
    if (name, seconds) not in _here:
        _here[name, seconds] = seated(name, seconds)
    return _here[name, seconds]


def dismiss() -> None:
    """End the programs that play in this process."""
    for player in _here.values():
        if isinstance(player, EnginePlayer):
            player.close()
    _here.clear()
