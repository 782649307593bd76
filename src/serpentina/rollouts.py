"""Rollouts: the worth of a state, by playing it out many times with a policy in all seats.

Three things make the errors smaller than those of as many games dealt one by one (docs/equity.md
says by how much):

- The games of a block are dealt from a Latin square: each card is drawn once at each draw, so also
  at the first. It is a shuffled fan, turned by one slot for each game, whose slots are drawn in an
  order that is shuffled too, so that no card follows the same one in all games.
- Luck is subtracted. Before each draw it is known what a card of the fan takes on average; what the
  card drawn takes beyond that has mean zero, and so has any sum of it with weights that are known
  before the draw. Such sums are the control variates of `sampling`.
- States that are compared are played out with the same fans and the same chances of choice.

Blocks are independent of each other, so errors are reckoned from them. A block depends on the seed
and its number alone: neither threads nor the way they share the work change a figure.
"""

from __future__ import annotations

import math
import os
import time
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

from serpentina.cards import cards_of
from serpentina.compiled import kernel
from serpentina.errors import NotationError
from serpentina.fan import parse_seed, shuffle, stream
from serpentina.layout import Layout, Placement
from serpentina.notation import Position
from serpentina.policies import POLICIES, blocks_that_give, choose, most_taken
from serpentina.rules import PIT_CARDS, PIT_COLUMNS, collect, has_won_race, place, winners
from serpentina.sampling import CARDS, LUCK_IN_CARDS, LUCK_IN_WINS, SEAT_COLUMNS, WINS, Sample
from serpentina.simulate import WHOLE_WIN, Scratch
from serpentina.table import COLUMNS, PLACES

# A lead of so many cards, times the root of the draws left, makes a win e times as likely. It only
# weighs luck: no mean depends on it, only how small the errors are.
TELLING_LEAD = 1.2

FEWEST_BLOCKS = 32  # for an error to be trusted
BLOCKS_EACH = 8  # for each seat, since each brings control variates
FEWEST_GAMES = 1000
TASK_GAMES = 256  # in one piece of work for a thread
GROWTH = 4  # a batch has at most so many times the blocks of all before it
MARGIN = 1.1  # how much more than reckoned is played for a wanted error


class Start(NamedTuple):
    """A state before a draw; `seat` (from 0) draws next."""

    table: array[int]
    options: array[int]
    pits: array[int]
    fan: array[int]
    cards: array[int]  # the kinds of the cards in the fan, one by one
    seat: int

    @staticmethod
    def of(position: Position) -> Start:
        """The state of a position in which nobody has drawn."""
        return Start._of(position, _layout(position), position.turn - 1)

    @staticmethod
    def after(position: Position, placement: Placement) -> Start:
        """The state after a lawful placement of the card that is drawn in a position."""
        card = position.drawn
        assert card is not None
        layout, taken = _layout(position).place(position.rules, card, placement)
        start = Start._of(position, layout, position.turn % len(position.pits))
        collect(start.pits, position.turn - 1, len(taken or ()))
        return start

    @staticmethod
    def _of(position: Position, layout: Layout, seat: int) -> Start:
        pits = array("q", [number for pit in position.pits for number in pit])
        cards = array("q", [card.kind for card in cards_of(position.fan)])
        fan = array("q", position.fan)
        return Start(layout.table, position.rules.options, pits, fan, cards, seat)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.pits) // PIT_COLUMNS

    @property
    def room(self) -> int:
        """No more cards than this can lie on the table or in a pit."""
        return len(self.table) // COLUMNS * PLACES


def _layout(position: Position) -> Layout:
    """The table of a position, with room for all its cards."""
    return Layout.of(position.snakes, max(1, position.cards))


class Board(NamedTuple):
    """What games change, made once for many."""

    table: array[int]
    pits: array[int]
    fan: array[int]
    order: array[int]  # which card lies in a slot
    slots: array[int]  # in which order the slots are drawn
    hopes: array[float]  # of each seat: its chance of winning, as far as the cards taken tell
    scratch: Scratch

    @staticmethod
    def of(start: Start) -> Board:
        """For the games from a start."""
        hopes, scratch = array("d", [0.0] * start.players), Scratch.of(start.room)
        order, slots = start.cards[:], start.cards[:]
        return Board(start.table[:], start.pits[:], start.fan[:], order, slots, hopes, scratch)


class Weights(NamedTuple):
    """How a lead tells: the growth of hope by draws left (rows) and cards taken (columns)."""

    growth: array[float]
    slopes: array[float]  # by draws left

    @staticmethod
    def of(start: Start) -> Weights:
        """For all that can be in games from a start."""
        draws = range(1, len(start.cards) + 1)
        slopes = array("d", [1 / (TELLING_LEAD * math.sqrt(left)) for left in draws])
        leads = range(start.room + 1)
        return Weights(array("d", [math.exp(s * lead) for s in slopes for lead in leads]), slopes)


@kernel
def surprise(table: array[int], options: array[int], fan: array[int], drawn: int) -> float:
    """What the card drawn takes at most, less what a card of the fan does on average.

    `fan` still counts the card drawn. The mean over all draws is zero.
    """
    taken = total = cards = 0
    blocks = blocks_that_give(table, options)
    for card in range(len(fan)):  # a constant would make the compiler write it out 29 times
        if fan[card]:
            most = most_taken(table, options, blocks, card) if blocks else 0
            total += fan[card] * most
            cards += fan[card]
            if card == drawn:
                taken = most
    return taken - total / cards


@kernel
def add_luck(
    luck: float,
    seat: int,
    draws: int,
    pits: array[int],
    weights: Weights,
    hopes: array[float],
    sums: array[float],
    base: int,
) -> None:
    """Add a seat's luck in cards, and what it changes in all hopes, to the sums from `base` on."""
    row = draws * (len(weights.growth) // len(weights.slopes))
    whole = 0.0
    for other in range(len(hopes)):
        hopes[other] = weights.growth[row + pits[other * PIT_COLUMNS + PIT_CARDS]]
        whole += hopes[other]
    step = luck * weights.slopes[draws]
    for other in range(len(hopes)):
        gain = (other == seat) - hopes[seat] / whole
        sums[base + other * SEAT_COLUMNS + LUCK_IN_WINS] += step * gain * hopes[other] / whole
    sums[base + seat * SEAT_COLUMNS + LUCK_IN_CARDS] += luck


@kernel
def set_up(start: Start, board: Board) -> None:
    """Make the board that of the start."""
    for column in range(len(board.table)):
        board.table[column] = start.table[column]
    for column in range(len(board.pits)):
        board.pits[column] = start.pits[column]
    for kind in range(len(board.fan)):
        board.fan[kind] = start.fan[kind]


@kernel
def roll(
    start: Start,
    board: Board,
    policies: array[int],
    weights: Weights,
    key: int,
    turned: int,
    is_reduced: bool,
    sums: array[float],
    base: int,
) -> None:
    """Play a game from the start to its end, with the fan turned by so many slots."""
    for other in range(len(policies)):
        if has_won_race(board.pits, start.options, other):
            return
    cards, seat = len(board.order), start.seat
    for index in range(cards):
        card = board.order[(turned + board.slots[index]) % cards]
        if is_reduced:
            luck = surprise(board.table, start.options, board.fan, card)
            draws = cards - index - 1
            add_luck(luck, seat, draws, board.pits, weights, board.hopes, sums, base)
        board.fan[card] -= 1
        placement = choose(
            policies[seat],
            board.table,
            start.options,
            card,
            board.fan,
            board.scratch.found,
            board.scratch.after,
            key,
            cards * (turned + 1) + index,
        )
        collect(board.pits, seat, max(0, -place(board.table, start.options, card, placement)))
        if has_won_race(board.pits, start.options, seat):
            return
        seat = seat + 1 if seat + 1 < len(policies) else 0


@kernel
def add_result(pits: array[int], options: array[int], sums: array[float], base: int) -> None:
    """Add the wins, shared ones divided, and the cards of a game that is over."""
    won = winners(pits, options)
    seats = 0
    for seat in range(len(pits) // PIT_COLUMNS):
        seats += won >> seat & 1
    for seat in range(len(pits) // PIT_COLUMNS):
        at = base + seat * SEAT_COLUMNS
        sums[at + WINS] += (won >> seat & 1) * (WHOLE_WIN // seats)
        sums[at + CARDS] += pits[seat * PIT_COLUMNS + PIT_CARDS]


@kernel
def roll_blocks(
    start: Start,
    board: Board,
    policies: array[int],
    weights: Weights,
    seed: int,
    first_block: int,
    games: int,
    is_reduced: bool,
    sums: array[float],
) -> None:
    """Play as many blocks of so many games as `sums` has rows, and add up each block."""
    width = len(policies) * SEAT_COLUMNS
    for block in range(len(sums) // width):
        key = stream(seed, 2 * (first_block + block))
        for slot in range(len(board.order)):
            board.order[slot] = start.cards[slot]
            board.slots[slot] = slot
        shuffle(board.order, key)
        shuffle(board.slots, stream(seed, 2 * (first_block + block) + 1))
        for turned in range(games):
            set_up(start, board)
            roll(start, board, policies, weights, key, turned, is_reduced, sums, block * width)
            add_result(board.pits, start.options, sums, block * width)


class Stop(NamedTuple):
    """When rollouts end, whichever comes first; a few are played in any case.

    `games` from each start; `error` is the standard error wanted for every seat's chance of
    winning (0: no end by that); `seconds` is the time by the clock.
    """

    games: int = 100_000
    error: float = 0.0
    seconds: float = math.inf


@dataclass(frozen=True)
class Way:
    """How rollouts are played: the policy in all seats, the seed, how many threads (0: one a core).

    `is_reduced` subtracts luck and `is_balanced` deals Latin squares; without both, the games are
    those of plain rollouts. NotationError for a policy or a seed that there is not.
    """

    policy: str = "garter"
    seed: int = 0
    threads: int = 0
    is_reduced: bool = True
    is_balanced: bool = True

    def __post_init__(self) -> None:
        parse_seed(str(self.seed))
        if self.policy not in POLICIES:
            raise NotationError(
                'There is no policy "{name}": the policies are {policies}.',
                name=self.policy,
                policies=", ".join(POLICIES),
            )


Progress = Callable[[float], None]
"""Is told which share of the work is done, from 0 to 1."""

TO_THE_END = Stop()
USUAL = Way()


def roll_out(
    starts: Sequence[Start],
    stop: Stop = TO_THE_END,
    way: Way = USUAL,
    progress: Progress | None = None,
) -> list[Sample]:
    """Play out from each start; all have the same cards in the fan and the same seats.

    So they are played out with the same fans and chances, and their samples can be compared.
    """
    campaign = _Campaign(starts, stop, way, progress or (lambda _share: None))
    with ThreadPoolExecutor(way.threads or os.cpu_count()) as pool:
        try:
            campaign.run(pool)
        finally:  # an error ends it at once, also one that the progress raises
            pool.shutdown(cancel_futures=True)
    return campaign.samples


class _Campaign:
    """Batch after batch, until it is enough."""

    def __init__(self, starts: Sequence[Start], stop: Stop, way: Way, progress: Progress) -> None:
        self.starts, self.stop, self.way, self.progress = starts, stop, way, progress
        self.begin = time.monotonic()
        self.weights = [Weights.of(start) for start in starts]
        players, cards = starts[0].players, len(starts[0].cards)
        self.policies = array("q", [POLICIES[way.policy]] * players)
        self.games = max(1, cards) if way.is_balanced else 1
        least = max(FEWEST_BLOCKS, BLOCKS_EACH * players, -(-FEWEST_GAMES // self.games))
        self.most = max(least, stop.games // self.games)
        self.sums = [array("d") for _ in starts]
        self.done, self.goal = 0, least

    def run(self, pool: Executor) -> None:
        """Play all batches."""
        while self.done < self.goal:
            self._play(min(self.goal, self.done * (1 + GROWTH) or self.goal), pool)
            self.goal = self._wanted()

    def _play(self, until: int, pool: Executor) -> None:
        """Play the blocks up to this number."""
        step = max(1, TASK_GAMES // self.games)
        tasks = [
            (index, first, min(first + step, until))
            for first in range(self.done, until, step)
            for index in range(len(self.starts))
        ]
        for (index, _, after), sums in zip(tasks, pool.map(self._task, tasks), strict=True):
            self.sums[index].extend(sums)
            self.progress(after / self.goal)
        self.done = until

    def _task(self, task: tuple[int, int, int]) -> array[float]:
        """The sums of some blocks from one start."""
        index, first, after = task
        start = self.starts[index]
        sums = array("d", bytes(8 * SEAT_COLUMNS * start.players * (after - first)))
        roll_blocks(
            start,
            Board.of(start),
            self.policies,
            self.weights[index],
            self.way.seed,
            first,
            self.games,
            self.way.is_reduced,
            sums,
        )
        return sums

    def _wanted(self) -> int:
        """How many blocks are wanted in all, as far as can be told by now."""
        wanted = float(self.most)
        if self.stop.error > 0:
            error = max(max(sample.estimate.win_stderr) for sample in self.samples)
            share = error / self.stop.error
            wanted = min(wanted, self.done * (MARGIN * share**2 if share > 1 else 1))
        spent = time.monotonic() - self.begin
        wanted = min(wanted, self.done * self.stop.seconds / spent)
        return max(self.done, math.ceil(wanted))

    @property
    def samples(self) -> list[Sample]:
        """What was found so far, by start."""
        return [Sample.of(sums, self.starts[0].players, self.games) for sums in self.sums]
