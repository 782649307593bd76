"""What each card that can be drawn would bring, after each of its placements, along a whole game.

Near the end by exact values, before by rollouts. Where each card would best be placed is chosen by
as many rollouts whether it came or not, and valued by others: so the luck of a draw, which is made
of these values, has mean zero. The card that did come is looked at more closely, also for what its
placement cost.
"""

from __future__ import annotations

import math
import os
import time
from array import array
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from serpentina.cards import ALL_KINDS, cards_of
from serpentina.equity import FEW_CARDS, state_name
from serpentina.exact import Solver, TooLarge
from serpentina.game import Game
from serpentina.layout import Placement
from serpentina.notation import Position
from serpentina.policies import POLICIES
from serpentina.rollouts import Board, Progress, Start, Weights, roll_blocks
from serpentina.rules import collect
from serpentina.sampling import SEAT_COLUMNS, Estimate, Sample
from serpentina.simulate import WHOLE_WIN
from serpentina.weighing import FREE_CARDS

Numbers = npt.NDArray[np.float64]

ROUNDS = 5
MOST_ROUNDS = 15  # of the closer look
GAMES = 40  # in a round for each card, and for each placement of one that has many
CHOICE_GAMES, MOST_GAMES = 80, 240  # for each of a few placements; for all of them, if not more
CLOSER_GAMES = 700  # in a round for each placement of the card that came
DRAW_ERROR, COST_ERROR = 0.008, 0.006  # standard errors at which the closer look is close enough
FAR, FAR_ERROR = 4.0, 0.01  # one so many errors behind the best need not be known as well
MOST_BYTES = 1 << 28  # what would need more to be exact takes too long
CARDS_ALONE = 20.0  # so many cards weigh like a whole win, for somebody who plays alone
MOST_CARDS = 100  # of a deck: with more it would take hours and gigabytes
FOLDS = 10
KIND_SHIFT = 32  # the blocks of a kind begin at its number times 2^32: none is dealt like another's
CLOSER = 1 << 31  # and from here on those of the closer look


class Worth(NamedTuple):
    """Chances of winning and expected final cards by seat, with their standard errors."""

    win: tuple[float, ...]
    cards: tuple[float, ...]
    win_stderr: tuple[float, ...]
    cards_stderr: tuple[float, ...]

    @staticmethod
    def of(values: Numbers, variances: Numbers) -> Worth:
        """From rows of a win and cards for each seat, one after the other."""
        errors = np.sqrt(np.maximum(variances, 0.0))
        every = (values[0::2], values[1::2], errors[0::2], errors[1::2])
        return Worth(*(tuple(map(float, numbers)) for numbers in every))


class Branch(NamedTuple):
    """A placement of a card that can be drawn, one for all that lead to equal states."""

    kind: int
    placement: Placement
    start: Start


class Valued(NamedTuple):
    """Values and their variances: a win and cards for each seat."""

    values: Numbers
    variances: Numbers


@dataclass
class Outlook:
    """A position in which nobody has drawn, and what each draw would bring.

    `drawn` is the kind of the card that came. `sums` are those of rollouts, by branch; where the
    values are exact, `exact` holds them, by branch a win and cards for each seat.
    """

    position: Position
    drawn: int
    branches: list[Branch]
    exact: Numbers | None = None
    sums: list[array[float]] = field(default_factory=list)
    closer: list[array[float]] = field(default_factory=list)

    @staticmethod
    def of(game: Game, drawn: int) -> Outlook:
        """All branches of a game in which nobody has drawn, not valued yet."""
        position, branches = game.position, list[Branch]()
        for kind, count in enumerate(position.fan):
            if count:
                branches += _branches(game, kind)
        sums, closer = ([array("d") for _ in branches] for _ in range(2))
        return Outlook(position, drawn, branches, None, sums, closer)

    @property
    def seat(self) -> int:
        """The seat, from 0, that draws."""
        return self.position.turn - 1

    def of_kind(self, kind: int) -> list[int]:
        """The numbers of a kind's branches."""
        return [number for number, branch in enumerate(self.branches) if branch.kind == kind]

    def number_of(self, start: Start) -> int:
        """The branch of the card that came which leads to a state equal to this one."""
        name = state_name(start)
        return next(
            n for n in self.of_kind(self.drawn) if state_name(self.branches[n].start) == name
        )

    def valued(self, kind: int) -> Valued:
        """What a card of the kind is worth to each seat, well placed.

        The best of several estimates is too high, so its placement is chosen by other games than
        those that value it. It is chosen by as many games whether the card came or not.
        """
        numbers = self.of_kind(kind)
        if self.exact is not None:
            best = self.exact[self._best(dict(zip(numbers, self.exact[numbers], strict=True)))]
            return Valued(best, np.zeros_like(best))
        chosen = self._chosen([self._folds(self.sums[number]) for number in numbers])
        sums = self.closer if kind == self.drawn else self.sums
        samples = [self._sample(sums[number]) for number in numbers]
        folds = [self._folds_of(sample) for sample in samples]
        is_own = kind != self.drawn
        values = [
            folds[at][fold] if is_own else folds[at].mean(axis=0) for fold, at in enumerate(chosen)
        ]
        variances = [_variances(samples[at].estimate) for at in chosen]
        return Valued(np.mean(values, axis=0), np.mean(variances, axis=0))

    def cost(self, played: int) -> tuple[int, Valued]:
        """The best branch of the card that came; by how much it is better than that played."""
        ours = self.of_kind(self.drawn)
        if self.exact is not None:
            best = self._best(dict(zip(ours, self.exact[ours], strict=True)))
            lead = self.exact[best] - self.exact[played]
            return best, Valued(lead, np.zeros_like(lead))
        samples = {number: self._sample(self.closer[number]) for number in ours}
        folds = [self._folds_of(sample) for sample in samples.values()]
        # of the same folds as the values, so that what is always chosen costs nothing to the digit
        means = {number: fold.mean(axis=0) for number, fold in zip(ours, folds, strict=True)}
        best = self._best(means)
        values = [folds[at][fold] for fold, at in enumerate(self._chosen(folds))]
        errors = _variances(samples[best].less(samples[played]))
        return best, Valued(np.mean(values, axis=0) - means[played], errors)

    @property
    def is_sure(self) -> bool:
        """Whether the closer look at the card that came has been close enough."""
        samples = [self._sample(self.closer[number]) for number in self.of_kind(self.drawn)]
        best = max(samples, key=lambda sample: liking(sample.settled.mean(axis=0), self.seat))
        leads = [best.less(sample) for sample in samples if sample is not best]
        return _error(best.estimate) <= DRAW_ERROR and all(map(self._is_clear, leads))

    def _is_clear(self, lead: Estimate) -> bool:
        """Whether it is known well enough by how much the best branch is better than another."""
        error = _error(lead)
        cost = lead.cards[0] / CARDS_ALONE if len(lead.win) == 1 else lead.win[self.seat]
        return error <= (FAR_ERROR if cost > FAR * error else COST_ERROR)

    def _best(self, values: Mapping[int, Numbers]) -> int:
        """The branch that the player likes best."""
        return max(values, key=lambda number: liking(values[number], self.seat))

    def _chosen(self, folds: list[Numbers]) -> list[int]:
        """For each fold of the games the branch that the others find the best."""
        sums = [branch.sum(axis=0) for branch in folds]
        return [
            max(
                range(len(folds)),
                key=lambda at: liking(sums[at] - folds[at][fold], self.seat),
            )
            for fold in range(len(folds[0]))
        ]

    def _folds(self, sums: array[float]) -> Numbers:
        return self._folds_of(self._sample(sums))

    def _folds_of(self, sample: Sample) -> Numbers:
        """The means of each fold of the games."""
        return np.array([part.mean(axis=0) for part in np.array_split(sample.settled, FOLDS)])

    def _sample(self, sums: array[float]) -> Sample:
        return Sample.of(sums, len(self.position.pits), 1)


def _error(estimate: Estimate) -> float:
    """The largest standard error, as it weighs; alone, that of the cards does."""
    is_alone = len(estimate.win) == 1
    return estimate.cards_stderr[0] / CARDS_ALONE if is_alone else max(estimate.win_stderr)


def _variances(estimate: Estimate) -> Numbers:
    """The squares of the standard errors, a win and cards for each seat."""
    pairs = zip(estimate.win_stderr, estimate.cards_stderr, strict=True)
    return np.array([error**2 for pair in pairs for error in pair])


def liking(values: Numbers, seat: int) -> tuple[float, ...]:
    """How a seat (from 0) likes values, the greater the better: the order of the best play."""
    seats = len(values) // 2
    found = [values[2 * seat], values[2 * seat + 1]]
    for step in range(1, seats):
        other = (seat + step) % seats
        found += [-values[2 * other], -values[2 * other + 1]]
    return tuple(map(float, found))


def _branches(game: Game, kind: int) -> list[Branch]:
    """The placements of a card of this kind, drawn now, that lead to different states."""
    found: dict[tuple[int, ...], Branch] = {}
    for placement in game.layout.placements(game.rules, ALL_KINDS[kind]):
        start = start_after(game, kind, placement)
        found.setdefault(state_name(start), Branch(kind, placement, start))
    return list(found.values())


def start_after(game: Game, kind: int, placement: Placement) -> Start:
    """The state in which the next seat draws, after a card of this kind was drawn and placed so."""
    state = game.view.state
    layout, taken = game.layout.place(game.rules, ALL_KINDS[kind], placement)
    collect(state.pits, state.seat, len(taken or ()))
    state.fan[kind] -= 1
    cards = array("q", [card.kind for card in cards_of(state.fan)])
    seat = (state.seat + 1) % game.players
    return Start(layout.table, state.options, state.pits, state.fan, cards, seat)


class Effort(NamedTuple):
    """How much is done: a time, the policy in all seats, the seed, how many threads (0: all)."""

    seconds: float = math.inf
    policy: str = "garter"
    seed: int = 0
    threads: int = 0


USUAL = Effort()


def value_all(
    outlooks: Sequence[Outlook], effort: Effort = USUAL, progress: Progress | None = None
) -> None:
    """Value all branches of the positions of a game: exactly where it can be had, else by rollouts.

    Rounds go on until the time is over; one is played in any case.
    """
    show = progress or (lambda _share: None)
    with ThreadPoolExecutor(effort.threads or os.cpu_count()) as pool:
        exact = pool.submit(_solve_all, [one for one in outlooks if _is_short(one)])
        _rounds(pool, [one for one in outlooks if not _is_short(one)], effort, show)
        _rounds(pool, exact.result(), effort, show)
    show(1.0)


def _is_short(outlook: Outlook) -> bool:
    position = outlook.position
    few = FEW_CARDS[len(position.pits) - 1] - (0 if position.rules.must_match else FREE_CARDS)
    return sum(position.fan) <= few


def _solve_all(outlooks: list[Outlook]) -> list[Outlook]:
    """Value exactly, the last position first; returns those for which there is no room.

    Where there is none for a position, there is none for those before it.
    """
    solver = _solver(outlooks[0].position) if outlooks else None
    for number, outlook in reversed(list(enumerate(outlooks))):
        assert solver is not None
        try:
            outlook.exact = np.array([_solved(solver, branch) for branch in outlook.branches])
        except TooLarge:
            return outlooks[: number + 1]
    return []


def _solver(position: Position) -> Solver:
    """A solver for a position and all that come of it."""
    cards, snakes = sum(position.fan), len(position.snakes)
    seats = len(position.pits)
    return Solver(position.rules, seats, cards, snakes + cards + 1, MOST_BYTES)


def _solved(solver: Solver, branch: Branch) -> Numbers:
    start = branch.start
    wins, cards = solver.values(start.table, start.pits, start.fan, start.seat)
    orders = math.factorial(len(start.cards))
    both = np.array([wins / (WHOLE_WIN * orders), cards / orders])
    return both.T.ravel()


def _rounds(
    pool: ThreadPoolExecutor, outlooks: list[Outlook], effort: Effort, show: Progress
) -> None:
    """Round after round, until it is enough or the time is over."""
    begin = time.monotonic()
    for number in range(MOST_ROUNDS):
        tasks = [task for outlook in outlooks for task in _tasks(outlook, number)]
        for done, _ in enumerate(pool.map(lambda task: _roll(task, effort), tasks), start=1):
            show(min(0.99, (number + done / len(tasks)) / ROUNDS))
        if not tasks or time.monotonic() - begin > effort.seconds:
            break


class Task(NamedTuple):
    """Some games from one branch; `first` is the number of the first block."""

    sums: array[float]
    start: Start
    first: int
    games: int


def _tasks(outlook: Outlook, number: int) -> list[Task]:
    """What is to be played in a round: each branch, and more often those of the card that came."""
    tasks = []
    for at, branch in enumerate(outlook.branches if number < ROUNDS else ()):
        games = _games_each(len(outlook.of_kind(branch.kind)))
        first = (branch.kind << KIND_SHIFT) + number * games
        tasks.append(Task(outlook.sums[at], branch.start, first, games))
    if number == 0 or not outlook.is_sure:
        first = (outlook.drawn << KIND_SHIFT) + CLOSER + number * CLOSER_GAMES
        for at in outlook.of_kind(outlook.drawn):
            start = outlook.branches[at].start
            tasks.append(Task(outlook.closer[at], start, first, CLOSER_GAMES))
    return tasks


def _games_each(placements: int) -> int:
    """How many games a round has for each of so many placements of a card."""
    if placements == 1:
        return GAMES
    return min(CHOICE_GAMES, max(GAMES, MOST_GAMES // placements))


def _roll(task: Task, effort: Effort) -> None:
    """Play the games of a task, one in each block, and add their sums to what there is."""
    start = task.start
    sums = array("d", bytes(8 * SEAT_COLUMNS * start.players * task.games))
    policies = array("q", [POLICIES[effort.policy]] * start.players)
    weights, board = _weights(start), Board.of(start)
    roll_blocks(start, board, policies, weights, effort.seed, task.first, 1, True, sums)
    task.sums.extend(sums)


_known: dict[tuple[int, int], Weights] = {}


def _weights(start: Start) -> Weights:
    """The weights of luck, which hang on two numbers alone."""
    key = (len(start.cards), start.room)
    if key not in _known:
        _known[key] = Weights.of(start)
    return _known[key]
