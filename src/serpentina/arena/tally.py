"""What the blocks say: wins, cards and intervals, counted in whole numbers, block by block."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

from serpentina.arena.match import Block, Match
from serpentina.arena.rating import Rating, first_ratings, rated
from serpentina.simulate import WHOLE_WIN

CONFIDENCE = 0.95

Places = tuple[tuple[int, int], ...]
"""For each place the number of the seating in `Match.seatings`, and the seat, both from 0."""


class Count(NamedTuple):
    """What was counted at the same `games` places of each block.

    `shares` of wins are in 1/840 of a game; `squares` is the sum of the squares of the blocks'
    shares.
    """

    games: int  # in each block
    blocks: int = 0
    shares: int = 0
    squares: int = 0
    cards: int = 0

    def plus(self, shares: int, cards: int) -> Count:
        """With one block more."""
        return Count(
            self.games,
            self.blocks + 1,
            self.shares + shares,
            self.squares + shares * shares,
            self.cards + cards,
        )

    @property
    def win_rate(self) -> float:
        """Wins for each game, from 0 to 1; the mean of the blocks' means."""
        return self.shares / (WHOLE_WIN * self.games * self.blocks)

    @property
    def variance(self) -> float:
        """That of the blocks' means around theirs, divided by the number of blocks."""
        spread = self.blocks * self.squares - self.shares**2
        return spread / (WHOLE_WIN * self.games * self.blocks) ** 2

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate, from the blocks' means (Student's); 0 to 1 for one.

        Where all blocks are alike, it reaches 3/blocks: so often may still happen what never did
        (the rule of three; Hanley and Lippman-Hand, 1983).
        """
        if self.blocks < 2:
            return 0.0, 1.0
        freedom = self.blocks - 1
        reach = quantile((1 + CONFIDENCE) / 2, freedom) * math.sqrt(self.variance / freedom)
        reach = reach or 3 / self.blocks
        return max(0.0, self.win_rate - reach), min(1.0, self.win_rate + reach)

    @property
    def mean_cards(self) -> float:
        """The cards taken in a game, on average."""
        return self.cards / (self.games * self.blocks)


class Tally(NamedTuple):
    """All that is counted of a match: each player, each player against each, and the ratings."""

    match: Match
    blocks: int
    counts: dict[tuple[str, str | None], tuple[Places, Count]]
    ratings: dict[str, Rating]

    @staticmethod
    def of(match: Match) -> Tally:
        """A match of which nothing has been played."""
        counts = {}
        for player in match.names:
            for other in (None, *match.names):
                if player != other:
                    places = match.lone_seats(player, other)
                    counts[player, other] = places, Count(len(places))
        return Tally(match, 0, counts, first_ratings(match.names))

    def plus(self, block: Block) -> Tally:
        """With one block more."""
        wins = [_shares(game.ranks) for game in block.games]
        counts = {}
        for key, (places, count) in self.counts.items():
            shares = sum(wins[number][seat] for number, seat in places)
            cards = sum(block.games[number].cards[seat] for number, seat in places)
            counts[key] = places, count.plus(shares, cards)
        ratings = self.ratings
        for seating, game in zip(self.match.seatings, block.games, strict=True):
            ratings = rated(ratings, seating, game.ranks)
        return Tally(self.match, self.blocks + 1, counts, ratings)

    def won_by(self, player: str, against: str | None = None) -> Count:
        """What a player has won against one other, or against all; KeyError for a stranger."""
        return self.counts[player, against][1]


def _shares(ranks: tuple[int, ...]) -> list[int]:
    """What each seat has of the win, in 1/840."""
    share = WHOLE_WIN // ranks.count(1)
    return [share * (rank == 1) for rank in ranks]


def quantile(chance: float, freedom: int) -> float:
    """That of Student's distribution, by its expansion around the normal one.

    Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964), 26.7.5. It is right to 1 %
    for 0.975, but 11 % too small for a single degree of freedom.
    """
    x = NormalDist().inv_cdf(chance)
    terms = (
        x,
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return math.fsum(term / float(freedom) ** power for power, term in enumerate(terms))
