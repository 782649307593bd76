"""How many placements a second the kernel makes, against a plain list of snakes.

    python benchmarks/kernel.py --games 300000 --json

Two players, standard deck, any placement with equal chance. In each run the plain kernel, ours with
one thread, ours with two and ours as the source stands play in turn. The medians of the runs are
printed, and the medians of the ratios within a run. One thread is timed by the processor's time;
two threads against one by the clock, so keep other programs away. Then the first call in a
new process, with an empty cache and with a full one, and how much memory all games took.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from time import perf_counter, process_time

import plain_kernel

from serpentina.cards import STANDARD
from serpentina.compiled import compile_kernels
from serpentina.options import Rules
from serpentina.simulate import simulate

SEATS = ("hatchling", "hatchling")
PLACEMENTS = len(STANDARD) - 1  # in a game
FEW = 100  # games of the source as it stands
FIRST_CALL = """
import sys
sys.path[:0] = {path!r}
from time import process_time
begin = process_time()
from serpentina.compiled import compile_kernels
from serpentina.cards import STANDARD
from serpentina.options import Rules
from serpentina.simulate import simulate
compile_kernels()
simulate(1, Rules(), STANDARD, ("hatchling", "hatchling"), 1)
print(process_time() - begin)
"""


def rate(games: int, play: Callable[[], object], clock: Callable[[], float]) -> float:
    """Million placements a second."""
    begin = clock()
    play()
    return games * PLACEMENTS / (clock() - begin) / 1e6


def in_threads(threads: int, games: int, rules: Rules) -> None:
    """Play ranges of the games in threads; none holds Python's lock."""
    share = games // threads
    with ThreadPoolExecutor(threads) as pool:
        starts = range(0, share * threads, share)
        list(pool.map(lambda first: simulate(share, rules, STANDARD, SEATS, 1, first), starts))


def one_run(games: int, text: str) -> dict[str, float]:
    """The rates of one run and their ratios."""
    rules = Rules.parse(text)
    options = plain_kernel.PRESETS[text]
    plain = rate(games, lambda: plain_kernel.play(games, 1, *options), process_time)
    ours = rate(games, lambda: in_threads(1, games, rules), process_time)
    one = rate(games, lambda: in_threads(1, games, rules), perf_counter)
    two = rate(2 * games, lambda: in_threads(2, 2 * games, rules), perf_counter)
    return {
        "plain": plain,
        "ours": ours,
        "ours to plain": ours / plain,
        "two threads": two,
        "two threads to one": two / one,
    }


def interpreted(text: str) -> float:
    """Million placements a second of the source as it stands."""
    rules = Rules.parse(text)
    return rate(FEW, lambda: simulate(FEW, rules, STANDARD, SEATS, 1), process_time)


def first_calls() -> dict[str, float]:
    """Seconds of the processor until a new process has played a game: cache empty, then full."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", FIRST_CALL.format(path=sys.path)]
        environment = {**os.environ, "XDG_CACHE_HOME": folder}
        return {
            name: float(subprocess.check_output(command, env=environment))  # noqa: S603
            for name in ("first call, empty cache", "first call, full cache")
        }


def memory() -> int:
    """The most memory that this process has had, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def growth(games: int) -> int:
    """KiB of memory that playing so many games a hundred times takes, results given away."""
    in_threads(1, games, Rules())
    before = memory()
    for _ in range(100):
        in_threads(1, games, Rules())
    return memory() - before


def main() -> None:
    """Print medians of the runs, or all of them as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    slow = {text: interpreted(text) for text in plain_kernel.PRESETS}
    compile_kernels()
    told: dict[str, dict[str, float]] = {}
    for text, numbers in plain_kernel.PRESETS.items():
        plain_kernel.play(1, 0, *numbers)
        simulate(1, Rules.parse(text), STANDARD, SEATS, 1)
        runs = [one_run(options.games, text) for _ in range(options.runs)]
        told[text] = {name: median(run[name] for run in runs) for name in runs[0]}
        told[text]["interpreted"] = slow[text]
    told["process"] = {**first_calls(), "growth in KiB": growth(2_000)}
    if options.json:
        print(json.dumps(told, indent=2))
        return
    for title, figures in told.items():
        print(title)
        for name, figure in figures.items():
            print(f"  {name:24}{figure:9.4f}")


if __name__ == "__main__":
    main()
