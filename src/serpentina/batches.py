"""A batch of simulated games, in portions that any worker plays alike."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from serpentina.cards import Deck
from serpentina.options import Rules
from serpentina.simulate import simulate
from serpentina.totals import Totals

PORTION = 4096  # games: some hundredths of a second, the time that Ctrl-C waits


@dataclass(frozen=True)
class Batch:
    """So many games of a seed, one policy for each seat; NotationError for what cannot be."""

    games: int
    rules: Rules
    deck: Deck
    policies: tuple[str, ...]
    seed: int

    def __post_init__(self) -> None:
        simulate(min(self.games, 0), self.rules, self.deck, self.policies, self.seed)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.policies)

    def portions(self) -> Iterator[range]:
        """The numbers of the games, in portions that hang on nothing else."""
        games = range(self.games)
        return (games[begin : begin + PORTION] for begin in range(0, self.games, PORTION))


class Played(NamedTuple):
    """What came of a portion: its totals and, if wanted, the row of each game."""

    games: range
    totals: Totals
    rows: array[int] | None


def play_portion(batch: Batch, games: range, keep_rows: bool) -> Played:
    """Play these games; what a worker is asked to do."""
    results = simulate(len(games), batch.rules, batch.deck, batch.policies, batch.seed, games.start)
    totals = Totals.of(results.rows, batch.players)
    return Played(games, totals, results.rows if keep_rows else None)
