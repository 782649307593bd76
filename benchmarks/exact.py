"""How long an exact value takes, and how much memory, by the number of cards left in the fan.

    python benchmarks/exact.py --cards 9 11 --positions 100 --limit 60

Positions of two players reached by random moves in real games, for both presets; time of the
processor, one core, a fresh solver in a process of its own for each position. What is not done
within the limit, or needs more than 1 GB, is counted as that. Memory is the most that such a
process ever held, with Python and Numba; their share alone is said first. For 4 to 7 cards also the
cost of a solver that is asked again and again and keeps what it knows, as players ask it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import resource
import sys
from array import array
from multiprocessing.connection import Connection
from statistics import median
from time import thread_time
from typing import NamedTuple

from serpentina import prospects
from serpentina.compiled import compile_kernels
from serpentina.exact import Solver, TooLarge, solver_for
from serpentina.game import Game
from serpentina.notation import Position

FOREVER = float("inf")
KEPT = 7  # cards: up to so many, a solver that keeps what it knows is asked too


class Measured(NamedTuple):
    """What one position took: seconds of the processor, what was found, and the most memory."""

    seconds: float
    tables: int = 0
    states: int = 0
    megabytes: float = 0.0


def position(cards: int, seed: int, rules: str) -> Position:
    """A position with so many cards left, after random moves."""
    choice = random.Random(seed)
    game = Game.new(2, rules, seed=seed)
    while len(game.slots) > cards:
        game = game.draw(choice.choice(game.slots))
        game = game.place(choice.choice(game.placements))
    return game.position


def memory() -> float:
    """The most memory that this process ever held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


def measure(at: Position, solver: Solver | None = None) -> Measured:
    """What a position takes a solver, or a fresh one; forever where its memory does not suffice."""
    fresh, layout, pits = solver_for(at)
    solver, fan = solver or fresh, array("q", at.fan)
    begin = thread_time()
    try:
        solver.values(layout.table, pits, fan, at.turn - 1)
    except TooLarge:
        return Measured(FOREVER, megabytes=memory())
    seconds = thread_time() - begin
    tables = int(solver.search.counts[prospects.KNOWN_TABLES])
    return Measured(seconds, tables, solver.states, memory())


def answer(at: Position, limit: int, out: Connection) -> None:
    """Measure in a process that the system ends when it has used so many seconds."""
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    out.send(measure(at))


def measure_apart(at: Position, limit: int) -> Measured:
    """The same in a process of its own; the limit where that is reached."""
    processes = multiprocessing.get_context("fork")
    ours, theirs = processes.Pipe(duplex=False)
    process = processes.Process(target=answer, args=(at, limit, theirs))
    process.start()
    theirs.close()
    try:
        return ours.recv()
    except EOFError:
        return Measured(float(limit))
    finally:
        process.join()


def line(taken: list[Measured], limit: int) -> str:
    """The figures of all positions with one number of cards; tables and states of those solved."""
    times = sorted(each.seconds for each in taken)
    solved = [each for each in taken if each.seconds < limit]
    late, large = times.count(limit), times.count(FOREVER)
    text = f"{median(times):8.4f} s, nine in ten {times[9 * len(times) // 10]:8.3f} s, "
    text += f"at most {times[-1]:8.3f} s; {late} beyond {limit} s, {large} beyond 1 GB"
    if solved:
        text += f"; {median(each.tables for each in solved):9,.0f} tables"
        text += f", {median(each.states for each in solved):9,.0f} states"
    sizes = [each.megabytes for each in taken if each.megabytes]
    if sizes:
        text += f"; {median(sizes):4.0f} MB, at most {max(sizes):4.0f} MB"
    return text


def main() -> None:
    """Print the median and the worst of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, nargs="+", default=[4, 5, 6, 7, 9, 11])
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--rules", nargs="+", default=["serpentina", "hisss"])
    parser.add_argument("--limit", type=int, default=60, help="seconds for one position")
    options = parser.parse_args()
    compile_kernels()
    measure(position(7, 1, "hisss"))  # compile
    print(f"{memory():.0f} MB before the first position")
    for rules in options.rules:
        for cards in options.cards:
            taken, kept, kept_times = [], None, []
            for seed in range(options.positions):
                at = position(cards, seed, rules)
                taken.append(measure_apart(at, options.limit))
                if cards <= KEPT:
                    kept = kept or Solver(at.rules, 2, cards, snakes=40)
                    kept_times.append(measure(at, kept).seconds)
                done = f"\r{rules} {cards} cards: {seed + 1} of {options.positions}, "
                print(f"{done}{taken[-1].seconds:.2f} s ", end="", file=sys.stderr, flush=True)
            again = f"; kept solver {1e6 * median(kept_times):6.0f} µs" if kept_times else ""
            print(f"\r{rules:10} {cards:2} cards: {line(taken, options.limit)}{again}", flush=True)


if __name__ == "__main__":
    main()
