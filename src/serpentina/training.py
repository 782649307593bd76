"""How the anaconda's intuition is trained: `python -m serpentina.training --seed 1`.

One seat plays by what the network says so far, one draw ahead, the others as garters. Each state of
such a game is an example: its features, and what it turned out to be worth. That is the network's
own guess, put right by the sum of the surprises that follow, where a surprise is the mean over the
next draws less the guess before them. The luck of the draws is thus left out, without bias, and a
game says as much as dozens of plain results do (Veness, Lanctot and Bowling, "Variance reduction in
Monte-Carlo tree search", 2011; Tesauro's TD(1), 1992). Now and then `me` places at random, so that
bad tables are known, too; no surprise is carried across such a placement.

Needs NumPy. The same seed gives the same weights on the same machine.
"""

from __future__ import annotations

import argparse
import itertools
import math
from array import array
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from serpentina.afterstates import FEATURES, count_offers
from serpentina.cards import KINDS, STANDARD, Deck
from serpentina.compiled import compile_kernels, kernel
from serpentina.fan import stream
from serpentina.intuition import HIDDEN, LAST, LATE, NARROW, STAGES, WEIGHTS
from serpentina.lookahead import CERTAIN, NOTHING_DRAWN, Thought, leaf, weigh
from serpentina.options import PRESETS, Rules
from serpentina.policies import any_below, keep_takers
from serpentina.rules import PIT_COLUMNS, collect, list_placements, place
from serpentina.simulate import deal

Numbers = NDArray[np.float64]
NO_LIMIT = 1 << 40
EXPLORED = 60  # of 1000 placements of `me` are made at random
SURPRISE, CARRIES, COURSE = range(3)


class Rehearsal(NamedTuple):
    """The arrays of a game that is rehearsed; table and pits are the thought's, at level 0.

    `course` has two numbers for each draw of a game: the surprise, and whether what comes after
    is carried back across it.
    """

    options: array[int]
    deck: array[int]
    order: array[int]
    fan: array[int]
    course: array[float]
    thought: Thought

    @staticmethod
    def of(rules: Rules, deck: Deck, seats: int) -> Rehearsal:
        """For games with these rules, cards and number of seats."""
        kinds = array("q", [card.kind for card in deck])
        return Rehearsal(
            options=rules.options,
            deck=kinds,
            order=kinds[:],
            fan=array("q", bytes(8 * KINDS)),
            course=array("d", bytes(8 * COURSE * len(kinds))),
            thought=Thought.of(len(kinds), seats),
        )


@kernel
def look_back(
    examples: array[float], row: int, turns: int, course: array[float], width: int
) -> None:
    """Add to each guess of a game, which ends before this row, the surprises that followed it."""
    carried = 0.0
    for turn in range(turns, 0, -1):
        row -= width
        carried = course[COURSE * turn + SURPRISE] + course[COURSE * turn + CARRIES] * carried
        examples[row + FEATURES + 1] += carried


@kernel
def rehearsed_placement(
    game: Rehearsal, turn: int, seat: int, me: int, count: int, key: int
) -> int:
    """What a seat does with the card of a turn, whose placements have been weighed."""
    thought, card, cards = game.thought, game.order[turn], len(game.order)
    found, best = thought.found[0], 0
    if seat != me:
        count = keep_takers(thought.tables[0], game.options, card, found, count)
        return found[any_below(key, cards + turn, count)]
    if any_below(key, cards + turn, 1000) < EXPLORED:
        game.course[COURSE * turn + CARRIES] = 0.0
        return found[any_below(key, 2 * cards + turn, count)]
    for index in range(count):
        if thought.worths[index] > thought.worths[best]:
            best = index
    return found[best]


@kernel
def rehearse_turn(
    game: Rehearsal,
    turn: int,
    seat: int,
    me: int,
    key: int,
    weights: array[float],
    examples: array[float],
    row: int,
) -> None:
    """Write the example of a state, then draw and place a card."""
    thought, course, fan, options = game.thought, game.course, game.fan, game.options
    left, guessed, count, card = len(game.order) - turn, 0.0, 0, NOTHING_DRAWN
    if left > CERTAIN:
        count_offers(fan, thought.offers)
        guessed = leaf(options, fan, seat, me, 0, weights, thought)
        for feature in range(FEATURES):
            examples[row + feature] = thought.x[feature]
    for _ in range(2):  # first what any card is worth, then the placements of the one drawn
        mean = weigh(options, fan, card, count, seat, me, 1, NO_LIMIT, weights, thought)
        if card < 0:
            guessed = guessed if left > CERTAIN else mean
            course[COURSE * turn + SURPRISE] = mean - guessed
            course[COURSE * turn + CARRIES] = 1.0
            card = game.order[turn]
            fan[card] -= 1
            count = list_placements(thought.tables[0], options, card, thought.found[0])
    examples[row + FEATURES] = left
    examples[row + FEATURES + 1] = guessed
    placement = rehearsed_placement(game, turn, seat, me, count, key)
    collect(thought.pits[0], seat, max(0, -place(thought.tables[0], options, card, placement)))


@kernel
def rehearse(
    first_game: int,
    seed: int,
    game: Rehearsal,
    weights: array[float],
    examples: array[float],
) -> float:
    """Play games and write examples: the features, the cards left, the worth of each state.

    As many games as `examples` has room for, a row for each draw. Returns the mean surprise.
    """
    thought, turns, width = game.thought, len(game.deck) - 1, FEATURES + 2
    seats, row, surprised = len(thought.pits[0]) // PIT_COLUMNS, 0, 0.0
    for number in range(first_game, first_game + len(examples) // (width * turns)):
        key, seat = stream(seed, number), 0
        deal(thought.tables[0], thought.pits[0], game.fan, game.order, game.deck, key)
        for turn in range(1, turns + 1):
            rehearse_turn(game, turn, seat, number % seats, key, weights, examples, row)
            surprised += abs(game.course[COURSE * turn + SURPRISE])
            seat = seat + 1 if seat + 1 < seats else 0
            row += width
        look_back(examples, row, turns, game.course, width)
    return surprised / max(1, row // width)


class Examples(NamedTuple):
    """States: their features, the cards left in the fan, what they turned out to be worth."""

    features: Numbers
    left: Numbers
    worths: Numbers

    def of_stage(self, least: int, most: int) -> Examples:
        """Those with so many cards left."""
        kept = (self.left >= least) & (self.left <= most)
        return Examples(*(part[kept] for part in self))

    def __len__(self) -> int:
        return len(self.worths)


def rehearsed(
    games: int, first_game: int, seed: int, rules: str, seats: int, weights: array[float]
) -> tuple[Examples, float]:
    """Examples from so many games, and the mean size of a surprise."""
    rows = np.zeros((games * (len(STANDARD) - 1), FEATURES + 2))
    game = Rehearsal.of(PRESETS[rules], STANDARD, seats)
    surprise = rehearse(first_game, seed, game, weights, memoryview(rows.reshape(-1)))  # type: ignore[arg-type]
    return Examples(rows[:, :FEATURES], rows[:, FEATURES], rows[:, FEATURES + 1]), surprise


class Network:
    """One network while it learns: Adam (Kingma and Ba, 2014) on the mean squared error."""

    def __init__(self, chance: np.random.Generator) -> None:
        sizes = (FEATURES, HIDDEN, NARROW, 1)
        self.parts: list[Numbers] = []
        for size, width in itertools.pairwise(sizes):
            self.parts += [chance.normal(0, 1.3 / math.sqrt(size), (size, width)), np.zeros(width)]
        self.mean, self.spread = np.zeros(FEATURES), np.ones(FEATURES)

    def weights(self) -> Numbers:
        """The weights for features as they are: the means and spreads are folded in."""
        first, bias, *others = self.parts
        scaled = first / self.spread[:, None]
        folded = [scaled, bias - self.mean @ scaled, *others]
        return np.concatenate([part.ravel() for part in folded])

    def learn(
        self, examples: Examples, steps: int, rate: float, chance: np.random.Generator
    ) -> float:
        """Learn from BATCH random examples at each step, ever less; returns the last errors."""
        if np.all(self.spread == 1):
            self.mean = examples.features.mean(0)
            self.spread = examples.features.std(0) + 1e-3
        moments = [[np.zeros_like(part), np.zeros_like(part)] for part in self.parts]
        error = 0.0
        for step in range(steps):
            rows = chance.integers(len(examples), size=BATCH)
            x = (examples.features[rows] - self.mean) / self.spread
            slopes, squared = self._slopes(x, examples.worths[rows])
            error += max(0.01, 1 / (step + 1)) * (squared - error)
            shrunk = rate * 0.03 ** (step / steps)
            for part, slope, moment in zip(self.parts, slopes, moments, strict=True):
                moment[0] += 0.1 * (slope - moment[0])
                moment[1] += 0.002 * (slope**2 - moment[1])
                unbiased = moment[0] / (1 - 0.9 ** (step + 1))
                square = moment[1] / (1 - 0.998 ** (step + 1))
                part[...] -= shrunk * unbiased / (np.sqrt(square) + 1e-8)
        return error

    def _slopes(self, x: Numbers, worths: Numbers) -> tuple[list[Numbers], float]:
        """The slope of the error for each part, and the error."""
        one, one_bias, two, two_bias, three, three_bias = self.parts
        hidden = np.maximum(x @ one + one_bias, 0)
        narrow = np.maximum(hidden @ two + two_bias, 0)
        total = (narrow @ three + three_bias)[:, 0]
        root = 1 / np.sqrt(1 + total**2)
        error = 0.5 + 0.5 * total * root - worths
        slope = (error * root**3 / len(x))[:, None]
        to_narrow = slope @ three.T * (narrow > 0)
        to_hidden = to_narrow @ two.T * (hidden > 0)
        slopes = [
            x.T @ to_hidden,
            to_hidden.sum(0),
            hidden.T @ to_narrow,
            to_narrow.sum(0),
            narrow.T @ slope,
            slope.sum(0),
        ]
        return slopes, float((error**2).mean())


# The cards left in each stage, and a little beyond.
STAGE_CARDS = ((LATE - 1, 200), (LAST - 1, LATE + 2), (CERTAIN + 1, LAST + 2))
# Each round: games, steps, rate of learning. The last one learns from the round before, too.
ROUNDS = ((2500, 1500, 3e-3), (5000, 3000, 3e-3), (15_000, 6000, 2e-3), (70_000, 40_000, 2e-3))
BATCH = 512


def train(rules: str, seats: tuple[int, ...], seed: int, scale: float = 1.0) -> Numbers:
    """The weights of one set; each number of seats plays its share of the games."""
    chance = np.random.default_rng(seed)
    networks = [Network(chance) for _ in range(STAGES)]
    before, game = None, 0
    for number, (games, steps, rate) in enumerate(ROUNDS):
        weights = array("d", np.concatenate([network.weights() for network in networks]))
        batches, each = [], max(1, int(games * scale / len(seats)))
        for count in seats:
            examples, surprise = rehearsed(each, game, seed, rules, count, weights)
            batches.append(examples)
            print(f"{rules}, {count} seats: {each} games, mean surprise {surprise:.4f}", flush=True)
            game += each
        now = Examples(*(np.concatenate(parts) for parts in zip(*batches, strict=True)))
        known = now
        if before is not None and number == len(ROUNDS) - 1:
            known = Examples(*map(np.concatenate, zip(before, now, strict=True)))
        errors = [
            network.learn(known.of_stage(*cards), steps, rate, chance)
            for network, cards in zip(networks, STAGE_CARDS, strict=True)
        ]
        print(f"  mean squared errors {np.round(errors, 5)}", flush=True)
        before = now
    return np.concatenate([network.weights() for network in networks])


def main() -> None:
    """Train all sets and write the file of weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of games")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    compile_kernels()
    sets = [
        train(rules, seats, options.seed, options.scale)
        for seats in ((2,), (3, 4, 5))
        for rules in PRESETS
    ]
    options.out.write_bytes(np.concatenate(sets).astype("<f4").tobytes())


if __name__ == "__main__":
    main()
