"""What each way of making the errors of rollouts smaller gains: variance, time, and both.

`python benchmarks/rollouts.py` prints a table: by how many times fewer games a way needs for the
same error, how many times longer a game takes, and the net gain, as medians over some positions.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from serpentina.compiled import compile_kernels
from serpentina.game import Game
from serpentina.rollouts import Start, Stop, Way, roll_out

WAYS = {"luck": (True, False), "squares": (False, True), "both": (True, True)}


def start(rules: str, players: int, left: int, seed: int) -> Start:
    """A state of a game of random moves with so many cards in the fan."""
    choice = random.Random(seed)
    game = Game.new(players, rules, seed=seed)
    while len(game.slots) > left:
        game = game.draw(choice.choice(game.slots))
        game = game.place(choice.choice(game.placements))
    return Start.of(game.position)


def measured(state: Start, way: Way, games: int) -> tuple[float, float, float]:
    """The variances of seat 1's chance and cards in one game, and the seconds of a game."""
    clock = time.process_time()
    (sample,) = roll_out([state], Stop(games), way)
    seconds = (time.process_time() - clock) / sample.games
    estimate = sample.estimate
    variance = sample.games * estimate.win_stderr[0] ** 2
    return variance, sample.games * estimate.cards_stderr[0] ** 2, seconds


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--positions", type=int, default=7)
    options = parser.parse_args()
    compile_kernels()
    print(
        "| policy | rules | players | cards left | way | chance | cards | time | net | net, cards |"
    )
    for policy in ("garter", "boa"):
        for rules in ("serpentina", "hisss"):
            for players, left in ((2, 48), (2, 24), (2, 12), (4, 48)):
                compare(policy, rules, players, left, options.games, options.positions)


def compare(policy: str, rules: str, players: int, left: int, games: int, positions: int) -> None:
    """Print the rows of one kind of position."""
    rows: dict[str, list[tuple[float, float, float]]] = {name: [] for name in WAYS}
    for seed in range(100, 100 + 40):
        state = start(rules, players, left, seed)
        plain = measured(state, Way(policy, seed, 1, False, False), games)
        if plain[0] < 0.02 or len(rows["both"]) == positions:
            continue  # it is decided
        for name, way in WAYS.items():
            found = measured(state, Way(policy, seed, 1, *way), games)
            chance, cards, seconds = (a / b for a, b in zip(plain, found, strict=True))
            rows[name].append((chance, cards, 1 / seconds))
    for name, every in rows.items():
        chance, cards, slower = (statistics.median(column) for column in zip(*every, strict=True))
        figures = (chance, cards, slower, chance / slower, cards / slower)
        cells = (policy, rules, players, left, name, *(f"{figure:.2f}" for figure in figures))
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)


if __name__ == "__main__":
    main()
