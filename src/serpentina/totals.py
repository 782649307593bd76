"""Sums over many games, in whole numbers: whoever adds them, in whatever order, gets the same.

A row of results becomes figures: for each seat its share of the win, cards, longest snake and
snakes; then the cards left in the middle, those placed, whether the win was shared, and what else
a row has. Kept are the sums of the figures and of their squares.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from serpentina.compiled import kernel
from serpentina.rules import PIT_CARDS, PIT_COLUMNS, PIT_LONGEST, PIT_SNAKES
from serpentina.simulate import PLACED, RESULT_COLUMNS, WHOLE_WIN, WINNERS

# The figures of a seat, and those of the game that follow on all seats'.
SHARE, CARDS, LONGEST, SNAKES, SEAT_FIGURES = range(5)
LEFT, LAID, SHARED, GAME_FIGURES = range(4)


@kernel
def share_of(winning: int, seat: int) -> int:
    """What a seat (from 0) has of the win, in 1/840."""
    count = 0
    for other in range(8):
        count += winning >> other & 1
    return WHOLE_WIN // count * (winning >> seat & 1)


@kernel
def figure(rows: array[int], base: int, seats: int, column: int) -> int:
    """A figure of the game whose row begins at `base`."""
    seat, own = column // SEAT_FIGURES, column % SEAT_FIGURES
    end = base + seats * PIT_COLUMNS
    if seat < seats:
        if own == SHARE:
            return share_of(rows[end + WINNERS], seat)
        pit = base + seat * PIT_COLUMNS
        if own == CARDS:
            return rows[pit + PIT_CARDS]
        return rows[pit + (PIT_LONGEST if own == LONGEST else PIT_SNAKES)]
    own = column - seats * SEAT_FIGURES
    if own == LEFT:
        left = rows[end + PLACED]
        for other in range(seats):
            left -= rows[base + other * PIT_COLUMNS + PIT_CARDS]
        return left
    if own == LAID:
        return rows[end + PLACED]
    if own == SHARED:
        winning = rows[end + WINNERS]
        return int(winning & (winning - 1) != 0)
    return rows[end + RESULT_COLUMNS + own - GAME_FIGURES]


@kernel
def add_up(rows: array[int], width: int, seats: int, sums: array[int]) -> None:
    """Add the figures of all rows to the first half of `sums`, their squares to the second."""
    count = len(sums) // 2
    for game in range(len(rows) // width):
        for column in range(count):
            value = figure(rows, game * width, seats, column)
            sums[column] += value
            sums[count + column] += value * value


class Totals(NamedTuple):
    """The games added up, the sums of their figures, and those of the squares."""

    players: int
    games: int
    sums: tuple[int, ...]
    squares: tuple[int, ...]

    @staticmethod
    def none(players: int, extras: int = 0) -> Totals:
        """Of no games; rows have so many columns more than those of `simulate`."""
        zeros = (0,) * (players * SEAT_FIGURES + GAME_FIGURES + extras)
        return Totals(players, 0, zeros, zeros)

    @staticmethod
    def of(rows: array[int], players: int, extras: int = 0) -> Totals:
        """Those of all rows."""
        width = players * PIT_COLUMNS + RESULT_COLUMNS + extras
        figures = players * SEAT_FIGURES + GAME_FIGURES + extras
        sums = array("q", bytes(16 * figures))
        add_up(rows, width, players, sums)
        return Totals(players, len(rows) // width, tuple(sums[:figures]), tuple(sums[figures:]))

    def plus(self, other: Totals) -> Totals:
        """Both together."""
        sums, squares = (
            tuple(map(int.__add__, one, two))
            for one, two in ((self.sums, other.sums), (self.squares, other.squares))
        )
        return Totals(self.players, self.games + other.games, sums, squares)

    def seat(self, seat: int, figure: int) -> int:
        """Where a figure of a seat (from 0) stands in the sums."""
        return seat * SEAT_FIGURES + figure

    def game(self, figure: int) -> int:
        """Where a figure of the game stands in the sums."""
        return self.players * SEAT_FIGURES + figure

    def mean(self, column: int) -> float:
        """That of a figure; there must be a game."""
        return self.sums[column] / self.games
