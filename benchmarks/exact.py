"""How long an exact value takes, and how much memory, by the number of cards left in the fan.

    python benchmarks/exact.py --cards 9 11 --positions 100

Positions of two players reached by random moves in real games, for both presets; time of the
processor, one core, a fresh solver for each position. For 4 to 7 cards also the cost of a solver
that is asked again and again and keeps what it knows, as rollouts and players ask it.
"""

from __future__ import annotations

import argparse
import random
from array import array
from statistics import median
from time import thread_time

from serpentina import prospects
from serpentina.compiled import compile_kernels
from serpentina.exact import Solver, TooLarge, solver_for
from serpentina.game import Game
from serpentina.notation import Position

FOREVER = float("inf")


def position(cards: int, seed: int, rules: str) -> Position:
    """A position with so many cards left, after random moves."""
    choice = random.Random(seed)
    game = Game.new(2, rules, seed=seed)
    while len(game.slots) > cards:
        game = game.draw(choice.choice(game.slots))
        game = game.place(choice.choice(game.placements))
    return game.position


def ask(solver: Solver, at: Position, table: array[int], pits: array[int]) -> float:
    """The seconds that a solver takes; infinity where its memory does not suffice."""
    fan = array("q", at.fan)
    begin = thread_time()
    try:
        solver.values(table, pits, fan, at.turn - 1)
    except TooLarge:
        return FOREVER
    return thread_time() - begin


def main() -> None:
    """Print the median and the worst of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, nargs="+", default=[4, 5, 6, 7, 9, 11])
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--rules", nargs="+", default=["serpentina", "hisss"])
    options = parser.parse_args()
    compile_kernels()
    solver, layout, pits = solver_for(position(4, 1, "hisss"))
    solver.values(layout.table, pits, array("q", position(4, 1, "hisss").fan), 0)  # compile
    for rules in options.rules:
        for cards in options.cards:
            times, tables, states, sizes = [], [], [], []
            kept, kept_times = None, []
            for seed in range(options.positions):
                at = position(cards, seed, rules)
                solver, layout, pits = solver_for(at)
                times.append(ask(solver, at, layout.table, pits))
                tables.append(int(solver.search.counts[prospects.KNOWN_TABLES]))
                states.append(solver.states)
                sizes.append(solver.bytes_held / 2**20)
                if cards <= 7:
                    kept = kept or Solver(at.rules, 2, cards, snakes=40)
                    kept_times.append(ask(kept, at, layout.table, pits))
            print(
                f"{rules:10} {cards:2} cards: {median(times):8.4f} s, at most {max(times):8.3f} s; "
                f"{median(tables):9,.0f} tables, {median(states):9,.0f} states; "
                f"{median(sizes):4.0f} MB, at most {max(sizes):4.0f} MB"
                + (f"; kept solver {1e6 * median(kept_times):6.0f} µs" if kept_times else ""),
                flush=True,
            )


if __name__ == "__main__":
    main()
