"""How fast whole games are here, beside what people would use instead.

    python benchmarks/peers.py --json peers.json

Each way plays random games in a process of its own, one after another, round by round, so that
whatever else the machine does meets all of them. The medians of the rounds are printed: games and
moves for each second of processor time (of all threads together) and of the clock, and how many
times as many moves our compiled kernel makes on one thread, as the median of the rounds' ratios.
What is not installed is said; `python -m pip install -r benchmarks/requirements.txt` gets it.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import multiprocessing
import platform
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

Play = Callable[[int, int], tuple[int, int]]  # games and seed to the games and moves played
OURS = "kernel, 1 thread"


class Round(NamedTuple):
    """What was played, and how long it took."""

    games: int
    moves: int
    processor: float
    clock: float


# Ours


def ours(threads: int, is_compiled: bool = True) -> Play:
    """Whole games of two random players by the rules of Hisss, in the kernel."""
    from serpentina import workers
    from serpentina.batches import Batch, play_portion
    from serpentina.cards import STANDARD
    from serpentina.options import Rules
    from serpentina.totals import LAID, Totals

    if not is_compiled:
        workers.compile_kernels = lambda: True

    def play(games: int, seed: int) -> tuple[int, int]:
        batch = Batch(games, Rules.parse("hisss"), STANDARD, ("hatchling", "hatchling"), seed)
        totals = Totals.none(2)
        with workers.threads(threads) as crew:
            tasks = ((batch, part, False) for part in batch.portions())
            for played in workers.in_order(crew, play_portion, tasks):
                totals = totals.plus(played.totals)
        return games, totals.sums[totals.game(LAID)] - games

    return play


def game_objects() -> Play:
    """The same through `Game`, which keeps every moment."""
    from serpentina.compiled import compile_kernels
    from serpentina.game import Game

    compile_kernels()

    def play(games: int, seed: int) -> tuple[int, int]:
        choice, moves = random.Random(seed), 0
        for number in range(games):
            game = Game.new(2, "hisss", seed=seed + number)
            while not game.is_over:
                game = game.draw(game.slots[0])
                game = game.place(choice.choice(game.placements))
            moves += len(game.turns) - 1
        return games, moves

    return play


def naive() -> Play:
    """The same game, as a good programmer writes it in an afternoon."""
    import naive_game

    return lambda games, seed: (games, naive_game.play(games, seed, hisss=True)[0])


# Others


def spiel(name: str) -> Play:
    """A game of OpenSpiel, by its Python interface."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(games: int, seed: int) -> tuple[int, int]:
        choice, moves = random.Random(seed), 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    action = choice.choices(outcomes, chances)[0]
                else:
                    action = choice.choice(state.legal_actions())
                    moves += 1
                state.apply_action(action)
        return games, moves

    return play


def spiel_inside(name: str) -> Play:
    """The same, by OpenSpiel's own loop in C++ with its random bots."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(games: int, seed: int) -> tuple[int, int]:
        bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(2)]
        moves = 0
        for number in range(games):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seed + number)
            moves += state.move_number()  # the deals and dice among them, until it is corrected
        sample = [_players_share(game, seed + number) for number in range(20)]
        return games, round(moves * sum(sample) / len(sample))

    return play


def _players_share(game: Any, seed: int) -> float:
    """How many of the steps of a random game are the players'."""
    choice, state = random.Random(seed), game.new_initial_state()
    players = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choice.choices(outcomes, chances)[0])
        else:
            players += 1
            state.apply_action(choice.choice(state.legal_actions()))
    return players / state.move_number()


def rlcard_uno() -> Play:
    """RLCard's Uno for two, with its random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    def play(games: int, seed: int) -> tuple[int, int]:
        env = rlcard.make("uno", config={"seed": seed % 2**31})
        env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
        begin = env.timestep
        for _ in range(games):
            env.run(is_training=False)
        return games, env.timestep - begin

    return play


def pgx_backgammon(batch: int = 1024, steps: int = 64) -> Play:
    """Backgammon of Pgx, `batch` games at once on the processor; ended ones begin anew."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make("backgammon")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key, ended = carry
        key, chance, dice = jax.random.split(key, 3)
        allowed = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(chance, allowed, axis=-1)
        state = step(state, action, jax.random.split(dice, batch))
        return (state, key, ended + state.terminated.sum()), None

    @jax.jit
    def many(state: Any, key: Any) -> Any:
        (state, key, ended), _ = jax.lax.scan(one, (state, key, jnp.int32(0)), None, length=steps)
        return state, key, ended

    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))
    state, key, _ = many(state, key)

    def play(games: int, _: int) -> tuple[int, int]:
        nonlocal state, key
        played = moves = 0
        while moves == 0 or played < games:
            state, key, ended = many(state, key)
            played, moves = played + int(ended), moves + batch * steps
        return played, moves

    return play


PEERS: dict[str, tuple[str, Callable[[], Play]]] = {
    OURS: ("", lambda: ours(1)),
    "kernel, 2 threads": ("", lambda: ours(2)),
    "rules as the source stands": ("", lambda: ours(1, is_compiled=False)),
    "Game, compiled": ("", game_objects),
    "naive objects": ("", naive),
    "OpenSpiel crazy_eights, Python": ("open_spiel", lambda: spiel("crazy_eights(players=2)")),
    "OpenSpiel crazy_eights, C++": ("open_spiel", lambda: spiel_inside("crazy_eights(players=2)")),
    "OpenSpiel backgammon, Python": ("open_spiel", lambda: spiel("backgammon")),
    "OpenSpiel backgammon, C++": ("open_spiel", lambda: spiel_inside("backgammon")),
    "RLCard uno": ("rlcard", rlcard_uno),
    "Pgx backgammon, batches": ("pgx", pgx_backgammon),
}

_here: dict[str, Play] = {}


def measure(name: str, games: int, seed: int) -> Round | None:
    """A round in the process of a peer; None if it is not installed."""
    if name not in _here:
        try:
            _here[name] = PEERS[name][1]()
        except ImportError:
            return None
    clock, processor = time.perf_counter(), time.process_time()
    played, moves = _here[name](games, seed)
    return Round(played, moves, time.process_time() - processor, time.perf_counter() - clock)


def calibrated(pool: ProcessPoolExecutor, name: str, seconds: float) -> int:
    """How many games take about so much processor time; 0 if it is not installed."""
    games = 1
    if pool.submit(measure, name, games, 1).result() is None:
        return 0
    while True:
        found = pool.submit(measure, name, games, 1).result()
        assert found
        if found.processor > seconds / 8:
            return max(1, math.ceil(found.games * seconds / found.processor))
        games *= 4


def main() -> None:
    """Measure, print the table, leave the JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of processor time, each round")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    spawn = multiprocessing.get_context("spawn")
    pools = {name: ProcessPoolExecutor(1, spawn) for name in PEERS}
    games = {name: calibrated(pools[name], name, options.seconds) for name in PEERS}
    rounds: dict[str, list[Round]] = {name: [] for name in PEERS}
    for number, name in itertools.product(range(options.rounds), PEERS):
        if games[name]:
            found = pools[name].submit(measure, name, games[name], 2 + number).result()
            assert found
            rounds[name].append(found)
    for pool in pools.values():
        pool.shutdown()
    rows = [row(name, rounds[name], rounds[OURS]) for name in PEERS]
    print(table(rows))
    if options.json:
        about = {"processor": platform.processor() or platform.machine(), "rounds": options.rounds}
        about["python"] = platform.python_version()
        text = json.dumps({**about, "peers": rows}, indent=1)
        options.json.write_text(text + "\n", encoding="utf-8")


def row(name: str, found: list[Round], our: list[Round]) -> dict[str, Any]:
    """The medians of a peer's rounds; only its name if there are none."""
    package = PEERS[name][0]
    if not found:
        return {"peer": name, "package": package, "installed": False}
    ratios = [
        (own.moves / own.processor) / (its.moves / its.processor)
        for own, its in zip(our, found, strict=True)
    ]
    return {
        "peer": name,
        "package": package and f"{package} {_version(package)}",
        "installed": True,
        "games": median(each.games / each.processor for each in found),
        "moves": median(each.moves / each.processor for each in found),
        "clock_games": median(each.games / each.clock for each in found),
        "clock_moves": median(each.moves / each.clock for each in found),
        "ratio": median(ratios),
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


def table(rows: list[dict[str, Any]]) -> str:
    """As it stands in docs/performance.md."""
    lines = [
        "| | games/s | moves/s | games/s by the clock | our moves for one of its |",
        "|---|--:|--:|--:|--:|",
    ]
    for each in rows:
        if not each["installed"]:
            lines.append(f"| {each['peer']} | not installed: {each['package']} | | | |")
            continue
        figures = (each["games"], each["moves"], each["clock_games"])
        name = f"{each['peer']} ({each['package']})" if each["package"] else each["peer"]
        shown = " | ".join(f"{figure:,.0f}" for figure in figures)
        lines.append(f"| {name} | {shown} | {each['ratio']:,.2f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
