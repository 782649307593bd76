"""How the form of the table compares: sets of ends in words against a plain list of snakes.

    python benchmarks/table.py --games 1000000

Both kernels play the same number of games at random by the same rules, in turn, on one core. The
medians, in time of the processor, and the ratio of each pair are printed. The interpreted figure
is this source as it stands.
"""

from __future__ import annotations

import argparse
from array import array
from statistics import median
from time import process_time

import numpy as np
import plain_kernel

from serpentina.cards import STANDARD
from serpentina.compiled import compile_kernels, kernel
from serpentina.fan import below, shuffle, stream
from serpentina.options import Rules
from serpentina.rules import collect, list_placements, place
from serpentina.table import new_table


@kernel
def play(
    games: int,
    seed: int,
    options: array[int],
    order: array[int],
    table: array[int],
    found: array[int],
    pits: array[int],
) -> int:
    """Play whole games for two seats, any placement with equal chance; returns the placements."""
    placements = 0
    for game in range(games):
        key = stream(seed, game)
        shuffle(order, key)
        table[:] = 0
        pits[:] = 0
        for turn in range(len(order)):
            count = list_placements(table, options, order[turn], found)
            chosen = found[below(key, len(order) + turn, count)]
            collect(pits, turn & 1, max(0, -place(table, options, order[turn], chosen)))
            placements += turn > 0
    return placements


def run_ours(games: int, rules: str) -> float:
    """Placements a second of the kernel under test."""
    arrays = [np.array(part, np.int64) for part in (_order(), new_table(50))]
    found, pits = np.zeros(10_000, np.int64), np.zeros(6, np.int64)
    options = np.array(Rules.parse(rules).options, np.int64)
    play(1, 0, options, *arrays, found, pits)
    begin = process_time()
    placements = play(games, 1, options, *arrays, found, pits)
    return placements / (process_time() - begin)


def run_plain(games: int, rules: str) -> float:
    """Placements a second of the plain kernel."""
    options = plain_kernel.PRESETS[rules]
    plain_kernel.play(1, 0, *options)
    begin = process_time()
    totals = plain_kernel.play(games, 1, *options)
    return int(totals[0]) / (process_time() - begin)


def run_interpreted(games: int, rules: str) -> float:
    """Placements a second of the same source, as it stands."""
    options, found, pits = (
        Rules.parse(rules).options,
        array("q", bytes(80_000)),
        array("q", [0] * 6),
    )
    begin = process_time()
    for game in range(games):
        order, table, key = array("q", _order()), new_table(50), stream(1, game)
        shuffle(order, key)
        for turn, card in enumerate(order):
            count = list_placements(table, options, card, found)
            chosen = found[below(key, len(order) + turn, count)]
            collect(pits, turn & 1, max(0, -place(table, options, card, chosen)))
    return games * 49 / (process_time() - begin)


def _order() -> list[int]:
    return [card.kind for card in STANDARD]


def main() -> None:
    """Print the medians of five runs each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    interpreted = {rules: run_interpreted(100, rules) for rules in ("serpentina", "hisss")}
    compile_kernels()
    print("million placements a second, one core: median of the runs, ratio of each pair")
    for rules in ("serpentina", "hisss"):
        pairs = [
            (run_ours(options.games, rules), run_plain(options.games, rules))
            for _ in range(options.runs)
        ]
        ours, plain = (median(column) for column in zip(*pairs, strict=True))
        ratio = median(one / other for one, other in pairs)
        print(
            f"{rules:10}  sets of ends {ours / 1e6:6.2f}  plain {plain / 1e6:6.2f}  "
            f"ratio {ratio:5.2f}  interpreted {interpreted[rules] / 1e6:7.4f}"
        )


if __name__ == "__main__":
    main()
