"""What the anaconda's choices cost, in time and against exact values.

    python benchmarks/anaconda.py --games 200 --exact 30

Positions of games against the garter, both presets. Time of the processor for a real choice, one
where placements lead to different outcomes (a forced one costs nothing). Then the worth that is
lost by a choice with 1 to 12 cards left in the fan, against the best play of both; `--exact` says
how many positions for each number of cards.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator
from random import Random
from time import thread_time

from serpentina import exact, lookahead  # noqa: F401 - their kernels are to be compiled
from serpentina.compiled import compile_kernels
from serpentina.game import Game, View
from serpentina.players import player
from serpentina.referee import outcomes_of
from serpentina.weighing import own_placements, position_of

ANACONDA, OTHER = player("anaconda"), player("garter")


def views(rules: str, seats: int, games: int) -> Iterator[View]:
    """The real choices that the anaconda has in so many games among garters."""
    for number in range(games):
        game, chance = Game.new(seats, rules, seed=number), Random(number)
        while game.slots:
            game = game.draw(chance.choice(game.slots))
            own, view = game.seat == 1 + number % seats, game.view
            if own and is_real(view):
                yield view
            game = game.place((ANACONDA if own else OTHER).choose(view, chance))


def is_real(view: View) -> bool:
    """Whether there is a choice between different outcomes."""
    assert view.card is not None
    return len(view.placements) > 1 and len(outcomes_of(view.rules, view.layout, view.card)) > 1


def show_times(rules: str, seats: int, games: int) -> None:
    """Print how long its choices take."""
    chance, times = Random(1), []
    for view in views(rules, seats, games):
        begin = thread_time()
        ANACONDA.choose(view, chance)
        times.append(1000 * (thread_time() - begin))
    times.sort()
    print(
        f"{rules:10} {seats} players: {len(times) / games:4.1f} choices a game, "
        f"{statistics.mean(times):6.2f} ms each, median {statistics.median(times):5.2f}, "
        f"99 of 100 {times[len(times) * 99 // 100]:6.1f}, at most {times[-1]:6.1f}",
        flush=True,
    )


def cost(view: View) -> float:
    """What the choice costs in chance of winning, against the best play of all."""
    values, own = exact.solve_placements(position_of(view)), own_placements(view)
    chances = {own[each]: solved.chances[view.seat - 1] for each, solved in values}
    chosen = ANACONDA.choose(view, Random(1))
    return float(max(chances.values()) - chances[chosen])


def real_share(rules: str, most: int, games: int = 300) -> float:
    """How many of the anaconda's placements with 1 to so many cards left are real choices."""
    placed = chosen = 0
    for number in range(games):
        game, chance = Game.new(2, rules, seed=number), Random(number)
        while game.slots:
            game = game.draw(chance.choice(game.slots))
            own, view = game.seat == 1 + number % 2, game.view
            if own and 1 <= len(game.slots) <= most:
                placed += 1
                chosen += is_real(view)
            game = game.place((ANACONDA if own else OTHER).choose(view, chance))
    return chosen / placed


def show_costs(rules: str, most: int, least: int) -> None:
    """Print what its choices cost near the end, by the cards left in the fan."""
    total, left_out, costs = 0.0, 0, dict[int, list[float]]()
    for view in views(rules, 2, 10**6):
        left = sum(view.fan)
        found = costs.setdefault(left, [])
        if left <= most and len(found) < least:
            try:
                found.append(cost(view))
            except exact.TooLarge:
                left_out += 1
        if all(len(costs.get(cards, ())) >= least for cards in range(1, most + 1)):
            break
    for left in range(1, most + 1):
        mean, worst = statistics.mean(costs[left]), max(costs[left])
        total += mean
        error = statistics.stdev(costs[left]) / least**0.5
        print(
            f"{rules:10} {left:2} cards left: {least} choices cost {mean:8.4%} on average "
            f"(+- {error:7.4%}), at most {worst:6.2%}",
            flush=True,
        )
    share = real_share(rules, most)
    print(
        f"{rules:10} mean of the choices {total / most:.4%}, {left_out} left out, too large; "
        f"{share:.1%} of the placements are choices: a placement costs {share * total / most:.4%}",
        flush=True,
    )


def main() -> None:
    """Print both, for both presets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="for the times")
    parser.add_argument("--exact", type=int, default=20, help="choices for each number of cards")
    parser.add_argument("--cards", type=int, default=9, help="left at most, for these choices")
    parser.add_argument("--rules", nargs="+", default=["serpentina", "hisss"])
    options = parser.parse_args()
    compile_kernels()
    for rules in options.rules:
        for seats in range(2, 6) if options.games else ():
            show_times(rules, seats, options.games)
        if options.exact:
            show_costs(rules, options.cards, options.exact)


if __name__ == "__main__":
    main()
