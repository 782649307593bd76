"""How many steps a second environments make, ours beside Pgx's backgammon at the same batch.

    python benchmarks/environments.py --games 4096

A step is one placement, or one move of backgammon, in each game of the batch, chosen at random
among the lawful ones; observations and masks are made at each step, and ended games begin anew.
Each way runs in a process of its own, one after another, round by round. The medians of the rounds
are printed, by the time of the processor (of all threads together) and by the clock, and the median
of the ratios within a round. Pgx is made for accelerators: here it runs on the processor.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

Play = Callable[[], int]  # some steps of all games; how many in all


class Round(NamedTuple):
    """Steps for each second of processor time, and of the clock."""

    processor: float
    clock: float


def ours(games: int, threads: int, **given: Any) -> Play:
    """`VectorSerpentina`, any lawful placement with equal chance."""
    import numpy as np

    from serpentina.envs.vector import VectorSerpentina

    env, chance = VectorSerpentina(games, threads=threads, **given), np.random.default_rng(1)
    env.reset()

    def play() -> int:
        for _ in range(64):
            env.step((chance.random(games, np.float32) * env.counts).astype(np.int64))
        return 64 * games

    return play


def pgx(games: int) -> Play:
    """Backgammon of Pgx; its observations are part of its states."""
    import peers

    many = peers.pgx_backgammon(games, 16)
    return lambda: many(0, 0)[1]


WAYS: dict[str, Callable[[int], Play]] = {
    "VectorSerpentina, 1 thread": partial(ours, threads=1),
    "VectorSerpentina, 2 threads": partial(ours, threads=2),
    "the same, hisss": partial(ours, threads=2, rules="hisss"),
    "the same, one seat against a garter": partial(ours, threads=2, opponents=("garter",)),
    "Pgx backgammon": pgx,
}

_here: dict[str, Play] = {}


def measure(name: str, games: int, seconds: float) -> Round | None:
    """A round of about so many seconds; None if it is not installed."""
    if name not in _here:
        try:
            _here[name] = WAYS[name](games)
        except ImportError:
            return None
        _here[name]()  # compiles
    steps, clock, processor = 0, time.perf_counter(), time.process_time()
    while time.process_time() - processor < seconds:
        steps += _here[name]()
    return Round(steps / (time.process_time() - processor), steps / (time.perf_counter() - clock))


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of processor time, each round")
    options = parser.parse_args()
    spawn = multiprocessing.get_context("spawn")
    pools = {name: ProcessPoolExecutor(1, spawn) for name in WAYS}
    rounds: dict[str, list[Round | None]] = {name: [] for name in WAYS}
    for _, name in itertools.product(range(options.rounds), WAYS):
        task = pools[name].submit(measure, name, options.games, options.seconds)
        rounds[name].append(task.result())
    for pool in pools.values():
        pool.shutdown()
    print(table(rounds))


def table(rounds: dict[str, list[Round | None]]) -> str:
    """As it stands in docs/performance.md."""
    lines = [
        "| | million steps/s of the processor | by the clock | our steps for one of its |",
        "|---|--:|--:|--:|",
    ]
    first = next(iter(rounds.values()))
    for name, found in rounds.items():
        pairs = [(our, its) for our, its in zip(first, found, strict=True) if our and its]
        if not pairs:
            lines.append(f"| {name} | not installed | | |")
            continue
        processor = median(its.processor for _, its in pairs) / 1e6
        clock = median(its.clock for _, its in pairs) / 1e6
        ratio = median(our.processor / its.processor for our, its in pairs)
        lines.append(f"| {name} | {processor:,.3f} | {clock:,.3f} | {ratio:,.2f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
