"""What a position is worth exactly, when the fan holds few cards: expectimax over what it holds.

Chances and expected cards are exact integers: sums over all orderings of the fan, win shares in
1/840. First `prospects` finds what can still come, scores apart; then `wishes` finds what that is
worth to each seat with the scores as they are. Both remember what they know, so that a `Solver` can
be asked again and again for the same rules and number of seats.
"""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter
from typing import NamedTuple

import numpy as np

from serpentina import prospects, wishes
from serpentina.canonical import Words
from serpentina.compiled import kernel, lowest_bit
from serpentina.errors import NotationError
from serpentina.layout import Layout, Placement
from serpentina.notation import Position
from serpentina.options import MOST_SEATS, Rules
from serpentina.rules import PIT_CARDS, PIT_COLUMNS, collect, has_won_race, winners
from serpentina.table import COLUMNS, FIRST_ENDS, LYING, SNAKES, lay
from serpentina.wishes import SHARES

MOST_FAN = 15  # of the fan: 15! orderings of 840 shares fit into 64 bits
MOST_BYTES = 1 << 30


class TooLarge(NotationError):
    """An exact value would need more memory than it may take."""


@dataclass(frozen=True)
class Solved:
    """The exact worth of a position, for each seat.

    `wins` are sums over the `orders` orderings of the fan of the shares of the win, in 1/840;
    `cards` are sums of the final cards. `states` counts the prospects with scores that were
    valued.
    """

    wins: tuple[int, ...]
    cards: tuple[int, ...]
    orders: int
    states: int = 0
    seconds: float = 0.0

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """Each seat's chance of winning, a shared win as its share."""
        return tuple(Fraction(wins, SHARES * self.orders) for wins in self.wins)

    @property
    def expected(self) -> tuple[Fraction, ...]:
        """Each seat's expected cards at the end of the game."""
        return tuple(Fraction(cards, self.orders) for cards in self.cards)

    def liking(self, seat: int) -> tuple[int, ...]:
        """How a seat (from 0) likes it: the greater the better, in the order of the wishes."""
        seats = len(self.wins)
        wishes: list[int] = []
        for step in range(seats):
            other, sign = (seat + step) % seats, -1 if step else 1
            wishes += [sign * self.wins[other], sign * self.cards[other]]
        return tuple(wishes)


class Choice(NamedTuple):
    """A placement of the card drawn, and what the position after it is worth."""

    placement: Placement
    solved: Solved


@kernel
def enter(board: Words, fan_after: Words, table: array[int], fan: array[int]) -> None:
    """Lay the snakes of a table on an empty board, from its first place on; copy the fan."""
    for column in range(len(board)):
        board[column] = 0
    place = 0
    for base in range(0, len(table), COLUMNS):
        ends = table[base + LYING] & FIRST_ENDS
        while ends:
            # places are numbered with a gap after each block
            lay(board, place, table[base + SNAKES + (lowest_bit(ends) >> 1)])
            place += 1 if place & 31 < 30 else 2
            ends &= ends - 1
    for kind in range(len(fan)):
        fan_after[kind] = fan[kind]


class Solver:
    """Exact values for one set of rules and number of seats; what it has learned, it keeps.

    Room for so many cards in the fan and snakes on the table; `TooLarge` when its arrays would
    grow beyond so many bytes (then `forget` makes room).
    """

    def __init__(
        self,
        rules: Rules,
        seats: int,
        cards: int = MOST_FAN,
        snakes: int = 31,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        check_size(cards, seats)
        self.options: Words = np.array(rules.options, np.int64)
        self.seats, self.cards, self.snakes, self.most_bytes = seats, cards, snakes, most_bytes
        self.forget()

    def forget(self) -> None:
        """Forget all that is known, and give the memory back."""
        self.search = prospects.new_search(self.seats, self.snakes, self.cards)
        self.worths = wishes.new_worths(self.seats, self.cards)

    @property
    def states(self) -> int:
        """How many prospects with scores are known."""
        return int(self.worths.counts[wishes.KNOWN])

    @property
    def bytes_held(self) -> int:
        """How much memory it has taken."""
        return prospects.bytes_of(self.search) + int(self.worths.known.nbytes)

    def values(
        self, table: array[int], pits: array[int], fan: array[int], seat: int
    ) -> tuple[Words, Words]:
        """The win shares and final cards of each seat (from 0), summed over the fan's orderings.

        The seat is the one that draws next; the arrays are those of the kernel.
        """
        left = int(sum(fan))
        races = [has_won_race(pits, self.options, other) for other in range(self.seats)]
        if left == 0 or any(races):
            value = np.zeros(2 * self.seats, np.int64)
            wishes.share_wins(value, self.seats, winners(pits, self.options), math.factorial(left))
        else:
            value = self._weigh(self._explore(table, fan, left), pits, left, seat)
        wins, taken = value[: self.seats], value[self.seats :]
        return wins, taken + np.array(pits[PIT_CARDS::PIT_COLUMNS]) * math.factorial(left)

    def _explore(self, table: array[int], fan: array[int], left: int) -> int:
        held = np.flatnonzero(np.array(fan)).astype(np.int64)
        self.search = search = self.search._replace(held=held)
        search.counts[prospects.ROOT] = left
        search.counts[prospects.LEFT] = search.counts[prospects.STACK] = 0
        enter(search.boards[left], search.fans[left], table, fan)
        while prospects.explore(self.search, self.options, self.seats) == prospects.NO_ROOM:
            self._check_room()
            self.search = prospects.enlarged(self.search)
        return int(self.search.counts[prospects.ANSWER])

    def _weigh(self, prospect: int, pits: array[int], left: int, seat: int) -> Words:
        worths = self.worths
        worths.counts[wishes.ROOT], worths.counts[wishes.LEFT] = left, 0
        worths.pits[left] = np.roll(np.array(pits), -seat * PIT_COLUMNS)
        worths.frames[left, wishes.WINNERS] = wishes.OPEN
        while wishes.weigh(self.search, self.worths, self.options, prospect) == prospects.NO_ROOM:
            self._check_room()
            self.worths = wishes.enlarged(self.worths)
        value = self.worths.value
        return np.concatenate(
            [np.roll(value[: self.seats], seat), np.roll(value[self.seats :], seat)]
        )

    def _check_room(self) -> None:
        """Refuse to grow beyond the bytes allowed."""
        if 2 * self.bytes_held > self.most_bytes:
            raise TooLarge(
                "An exact value of this position needs more than {limit} MB of memory: ask for "
                "rollouts.",
                limit=self.most_bytes >> 20,
            )


def check_size(cards: int, seats: int, limit: int = MOST_FAN) -> None:
    """Refuse, at once, what is too large to be solved."""
    if cards > limit:
        raise NotationError(
            "An exact value can be had with at most {limit} cards in the fan, but here are "
            "{count}.",
            limit=limit,
            count=cards,
        )
    if not 1 <= seats <= MOST_SEATS:
        raise NotationError(
            "A game has 1 to {most} players, not {players}.", most=MOST_SEATS, players=seats
        )


def solve(position: Position, limit: int = MOST_FAN, most_bytes: int = MOST_BYTES) -> Solved:
    """The exact worth of a position in which nobody has drawn and `limit` cards or fewer are left.

    Expectimax over all orders of the fan. NotationError where there is none; TooLarge where it
    needs more than `most_bytes`.
    """
    if position.drawn is not None:
        raise NotationError(
            'The card "{card}" is drawn: ask for its placements.', card=position.drawn
        )
    begin = perf_counter()
    solver, layout, pits = solver_for(position, limit, most_bytes)
    seat = position.turn - 1
    wins, cards = solver.values(layout.table, pits, array("q", position.fan), seat)
    return _solved(solver, wins, cards, sum(position.fan), begin)


def solve_placements(
    position: Position, limit: int = MOST_FAN, most_bytes: int = MOST_BYTES
) -> list[Choice]:
    """The exact worth of each placement of the card drawn, the best first.

    NotationError where there is none; TooLarge where it needs more than `most_bytes`.
    """
    card = position.drawn
    if card is None:
        raise NotationError("No card is drawn in this position: say which one.")
    solver, layout, pits = solver_for(position, limit, most_bytes)
    seat = position.turn - 1
    choices = []
    for placement in layout.placements(position.rules, card):
        begin = perf_counter()
        after, snake = layout.place(position.rules, card, placement)
        filled = pits[:]
        collect(filled, seat, len(snake or ()))
        following = (seat + 1) % len(position.pits)
        fan = array("q", position.fan)
        wins, cards = solver.values(after.table, filled, fan, following)
        choices.append(Choice(placement, _solved(solver, wins, cards, sum(fan), begin)))
    return sorted(choices, key=lambda choice: choice.solved.liking(seat), reverse=True)


def solver_for(
    position: Position, limit: int = MOST_FAN, most_bytes: int = MOST_BYTES
) -> tuple[Solver, Layout, array[int]]:
    """A solver with room for this position, its layout and its pits as the kernel has them."""
    cards, snakes = sum(position.fan), len(position.snakes)
    check_size(cards, len(position.pits), min(limit, MOST_FAN))
    solver = Solver(position.rules, len(position.pits), cards, snakes + 1, most_bytes)
    room = sum(map(len, position.snakes)) + cards + 1
    pits = array("q", [column for pit in position.pits for column in pit])
    return solver, Layout.of(position.snakes, room), pits


def _solved(solver: Solver, wins: Words, cards: Words, left: int, begin: float) -> Solved:
    return Solved(
        wins=tuple(map(int, wins)),
        cards=tuple(map(int, cards)),
        orders=math.factorial(left),
        states=solver.states,
        seconds=perf_counter() - begin,
    )
