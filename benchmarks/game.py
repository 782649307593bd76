"""Whole games a second through `Game`, any placement, and how long the import takes.

python benchmarks/game.py
"""

from __future__ import annotations

import random
import subprocess
import sys
from statistics import median
from time import perf_counter, process_time

from serpentina.compiled import compile_kernels
from serpentina.game import Game

RUNS = 5


def games_a_second(rules: str, seconds: float = 2.0) -> float:
    """Play for so long, in time of the processor; the operating system shuffles each game."""
    choice, played, begin = random.Random(1), 0, process_time()
    while process_time() - begin < seconds:
        game = Game.new(2, rules)
        while not game.is_over:
            game = game.draw(choice.choice(game.slots))
            game = game.place(choice.choice(game.placements))
        played += 1
    return played / (process_time() - begin)


def seconds_of(code: str) -> float:
    """How long a new Python takes for this code, the median of the runs."""
    return median(_once(code) for _ in range(2 * RUNS))


def _once(code: str) -> float:
    begin = perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603
    return perf_counter() - begin


def main() -> None:
    """Print the medians."""
    print(f"python -c pass                  {seconds_of('pass'):6.3f} s")
    print(f"import serpentina               {seconds_of('import serpentina'):6.3f} s")
    print(f"from serpentina import Game     {seconds_of('from serpentina import Game'):6.3f} s")
    for kernel in ("interpreted", "compiled"):
        if kernel == "compiled":
            compile_kernels()
            games_a_second("hisss", 0.1)
        for rules in ("serpentina", "hisss"):
            rate = median(games_a_second(rules) for _ in range(RUNS))
            print(f"{kernel:11} {rules:10} {rate:8,.0f} whole games a second")


if __name__ == "__main__":
    main()
