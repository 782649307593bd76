"""What a position is worth: exactly when few cards are left, by rollouts before.

Exact values are those of the best play, in which each seat chooses its own best chance, then its
own cards, then the following seats' chance and cards in turn order, the smaller first. Rollouts are
those of a policy in all seats, so they are a little off even where their errors are small. Both are
slow until `compile_kernels` has been called.
"""

from __future__ import annotations

import time
from array import array
from typing import NamedTuple

from serpentina import exact
from serpentina.cards import CLOSED, Deck, cards_of
from serpentina.errors import NotationError
from serpentina.layout import Layout, Placement
from serpentina.notation import Position
from serpentina.referee import check_count
from serpentina.rollouts import TO_THE_END, USUAL, Progress, Start, Stop, Way, roll_out
from serpentina.rules import FIRST, LAST, has_won_race
from serpentina.sampling import Sample
from serpentina.table import COLUMNS, SNAKES, colour_of, length_of, packed


class NoEquity(NotationError):
    """What has no worth, or none that can be had so; said to researchers, in English."""


METHODS = ("auto", "exact", "rollout")
# With at most so many cards in the fan an exact value takes about a second; by seats, from 1.
FEW_CARDS = (10, 10, 8, 7, 6, 6, 6, 6)

Pair = tuple[float, float]
"""In chance of winning (0 to 1), and in cards."""


class Equity(NamedTuple):
    """What a position is worth to each seat: the chance of winning and the expected final cards.

    `stderr` and `cards_stderr` are their standard errors, 0 when exact; `count` says how many
    states were valued or rollouts made. After a placement, `cost` says by how much the best one is
    better for the player who places; its error is smaller than those of the values, since the
    rollouts are paired.
    """

    method: str
    win: tuple[float, ...]
    cards: tuple[float, ...]
    stderr: tuple[float, ...]
    cards_stderr: tuple[float, ...]
    count: int  # type: ignore[assignment]  # an equity is no list to count in
    seconds: float
    cost: Pair = (0.0, 0.0)
    cost_stderr: Pair = (0.0, 0.0)

    def liking(self, seat: int) -> tuple[float, ...]:
        """How a seat (from 0) likes it, the greater the better: the order of the best play."""
        seats = len(self.win)
        following = [(seat + step) % seats for step in range(1, seats)]
        others = [-number for other in following for number in (self.win[other], self.cards[other])]
        return (self.win[seat], self.cards[seat], *others)


def equity(
    position: Position,
    method: str = "auto",
    stop: Stop = TO_THE_END,
    way: Way = USUAL,
    progress: Progress | None = None,
) -> Equity:
    """The worth of a position in which nobody has drawn; NotationError where there is none."""
    if position.drawn is not None:
        raise NotationError('The card "{card}" must be placed first.', card=position.drawn)
    if _may_be_exact(position, method):
        try:
            return _of_solved(exact.solve(position))
        except exact.TooLarge:
            if method == "exact":
                raise
    begin = time.perf_counter()
    (sample,) = roll_out([Start.of(position)], stop, way, progress)
    return _of_sample(sample, begin)


def placement_equities(
    position: Position,
    method: str = "auto",
    stop: Stop = TO_THE_END,
    way: Way = USUAL,
    progress: Progress | None = None,
    most_bytes: int = exact.MOST_BYTES,
) -> list[tuple[Placement, Equity]]:
    """The worth of each placement of the card drawn, the best first; NotationError without one.

    What needs more than so many bytes to be exact is rolled out, unless `exact` is asked for.
    """
    if position.drawn is None:
        raise NotationError("No card is drawn that could be placed.")
    if _may_be_exact(position, method):
        try:
            return _exact_placements(position, most_bytes)
        except exact.TooLarge:
            if method == "exact":
                raise
    return _rolled_placements(position, stop, way, progress)


def _may_be_exact(position: Position, method: str) -> bool:
    """Whether the exact value is wanted; NotationError, at once, for one that cannot be had."""
    if method not in METHODS:
        raise NoEquity(
            'There is no method "{method}": the methods are {methods}.',
            method=method,
            methods=", ".join(METHODS),
        )
    cards, players = sum(position.fan), len(position.pits)
    if method == "exact":
        exact.check_size(cards, players)
    return method != "rollout" and (method == "exact" or cards <= FEW_CARDS[players - 1])


def _of_solved(solved: exact.Solved) -> Equity:
    zeros = tuple(0.0 for _ in solved.wins)
    win, cards = tuple(map(float, solved.chances)), tuple(map(float, solved.expected))
    return Equity("exact", win, cards, zeros, zeros, solved.states, solved.seconds)


def _exact_placements(position: Position, most_bytes: int) -> list[tuple[Placement, Equity]]:
    seat = position.turn - 1
    choices = exact.solve_placements(position, most_bytes=most_bytes)
    best = choices[0].solved
    found = []
    for placement, solved in choices:
        cost = (
            float(best.chances[seat] - solved.chances[seat]),
            float(best.expected[seat] - solved.expected[seat]),
        )
        found.append((placement, _of_solved(solved)._replace(cost=cost)))
    return found


def _of_sample(sample: Sample, begin: float) -> Equity:
    """Chances as far as they can be: the estimate of one near 0 or 1 may lie beyond."""
    win, cards, errors, cards_errors = sample.estimate
    chances = tuple(min(1.0, max(0.0, chance)) for chance in win)
    seconds = time.perf_counter() - begin
    return Equity("rollout", chances, cards, errors, cards_errors, sample.games, seconds)


def _rolled_placements(
    position: Position, stop: Stop, way: Way, progress: Progress | None
) -> list[tuple[Placement, Equity]]:
    """Placements that lead to equal states are rolled out as one."""
    begin, seat = time.perf_counter(), position.turn - 1
    starts: dict[tuple[int, ...], Start] = {}
    names: dict[Placement, tuple[int, ...]] = {}
    for placement in placements_of(position):
        start = Start.after(position, placement)
        names[placement] = state_name(start)
        starts.setdefault(names[placement], start)
    samples = dict(zip(starts, roll_out(list(starts.values()), stop, way, progress), strict=True))
    equities = {name: _of_sample(sample, begin) for name, sample in samples.items()}
    best = max(equities, key=lambda name: equities[name].liking(seat))
    for name, sample in samples.items():
        lead = samples[best].less(sample)
        equities[name] = equities[name]._replace(
            cost=(lead.win[seat], lead.cards[seat]),
            cost_stderr=(lead.win_stderr[seat], lead.cards_stderr[seat]),
        )
    equities[best] = equities[best]._replace(cost=(0.0, 0.0), cost_stderr=(0.0, 0.0))
    found = [(placement, equities[name]) for placement, name in names.items()]
    return sorted(found, key=lambda pair: pair[1].liking(seat), reverse=True)


def placements_of(position: Position) -> tuple[Placement, ...]:
    """R17: all placements of the card drawn, in the fixed order."""
    assert position.drawn is not None
    layout = Layout.of(position.snakes, position.cards)
    return layout.placements(position.rules, position.drawn)


def state_name(start: Start) -> tuple[int, ...]:
    """The same for states that differ only in where snakes lie, and which way round."""
    snakes: list[int] = []
    for base in range(0, len(start.table), COLUMNS):
        snakes += map(_either_way, filter(None, start.table[base + SNAKES : base + COLUMNS]))
    return (*start.pits, *sorted(snakes))


def _either_way(snake: int) -> int:
    """The same for a packed snake and the snake turned round; a head is first, a tail last."""
    first, last = colour_of(snake, FIRST), colour_of(snake, LAST)
    if CLOSED in (first, last):
        return snake
    return packed(min(first, last), max(first, last), length_of(snake))


def check_position(deck: Deck, position: Position) -> None:
    """Refuse a position that no game with the deck comes to, as far as its cards tell."""
    _check_cards(deck, position)
    _check_race(position)


def _check_race(position: Position) -> None:
    """R23: a race ends with the first seat that wins it; no other wins, and none draws, after."""
    pits = array("q", [number for pit in position.pits for number in pit])
    seats, options = range(len(position.pits)), position.rules.options
    won = [seat + 1 for seat in seats if has_won_race(pits, options, seat)]
    if len(won) > 1:
        raise NoEquity(
            "Seats {one} and {other} cannot both have won the race: the first one ends it.",
            one=won[0],
            other=won[1],
        )
    if won and position.drawn is not None:
        raise NoEquity("Seat {seat} has won the race: no card is drawn after.", seat=won[0])


def _check_cards(deck: Deck, position: Position) -> None:
    """R1, R5: a position holds no more cards, and no more of a kind, than the deck."""
    lying = [card for snake in position.snakes for card in snake]
    hidden = [*cards_of(position.fan), *filter(None, [position.drawn])]
    every = [*lying, *hidden]
    if every:
        check_count(deck, [tuple(every[1:])], every[0])
    if position.cards > len(deck):
        raise NoEquity(
            "The deck has {known} cards, but with those in the pits here are {here}.",
            known=len(deck),
            here=position.cards,
        )
