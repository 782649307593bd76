"""A played game, reviewed: what luck each draw was, what each placement cost, and how one played.

What each figure means, and what its error is, is in docs/review.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from serpentina.ahead import (
    CARDS_ALONE,
    MOST_CARDS,
    USUAL,
    Effort,
    Outlook,
    Worth,
    start_after,
    value_all,
)
from serpentina.cards import Card
from serpentina.compiled import compile_kernels
from serpentina.errors import RecordError
from serpentina.game import Game
from serpentina.layout import Placement, Snake, ends_touched
from serpentina.reasons import Reason, prospect, reason
from serpentina.record import Record, verify
from serpentina.rollouts import Progress

# What a placement costs, in chance of winning at a table of two; with more players, whose chances
# are smaller, as much less. Alone, the same in cards.
FINE, DOUBTFUL, BAD = "fine", "doubtful", "bad"
DOUBTFUL_COST, BAD_COST = 0.01, 0.03
SURE = 2.0  # a cost counts as one from so many standard errors on

# Grades by the mean cost of a real choice, the best first; the last has no bound.
GRADES = ("gold", "silver", "colourful", "little")
GRADE_BOUNDS = (0.003, 0.008, 0.02)

SHORT_DECK = 8

TURNING_POINTS = 3
SWING = 0.05  # the least that is a turning point


class Option(NamedTuple):
    """A placement: the ends touched, the snake that it makes, and whether that is taken."""

    placement: Placement
    touches: tuple[int, ...]
    made: Snake
    is_taken: bool


class Move(NamedTuple):
    """A turn: the chances before its draw, after it and after its placement.

    `luck` is what the draw changed; `cost` is by how much the best placement is better than that
    played; each by seat. `choices` counts the placements that make a difference.
    """

    turn: int
    seat: int
    card: Card
    is_exact: bool
    before: Worth
    drawn: Worth
    after: Worth
    luck: Worth
    cost: Worth
    choices: int
    verdict: str
    played: Option
    better: Option | None
    why: Reason | None

    @property
    def loss(self) -> float:
        """What the placement cost the player, as it weighs in verdicts and grades."""
        return _weighed(self.cost, self.seat - 1)


class Player(NamedTuple):
    """What a seat did and met with; chances of winning, `cards` in the names says if not.

    `luck` is what his own draws brought him, `others_luck` what those of the others did. `adjusted`
    is the result without any luck, `by_costs` what is to be expected of the costs alone.
    """

    name: str
    share: float
    cards: int
    luck: float
    luck_cards: float
    others_luck: float
    others_luck_cards: float
    adjusted: float
    adjusted_cards: float
    adjusted_stderr: float
    by_costs: float
    cost: float
    cost_cards: float
    choices: int
    mean_cost: float
    doubtful: int
    bad: int
    grade: str | None  # None where there was nothing to choose


class Turning(NamedTuple):
    """A large swing: by a `draw` or a `placement`, and by how much it moved a chance most."""

    turn: int
    kind: str
    swing: float
    seat: int  # whose chance it moved most


class Review(NamedTuple):
    """A whole game, reviewed."""

    record: Record
    players: tuple[Player, ...]
    moves: tuple[Move, ...]
    turning: tuple[Turning, ...]


def prepare(record: Record) -> None:
    """Compile the kernel, where that does not take longer than the review."""
    if len(record.deck) > SHORT_DECK:
        compile_kernels()


def review(record: Record, effort: Effort = USUAL, progress: Progress | None = None) -> Review:
    """Review the game of a record; RecordError where it is not over or not verified."""
    games = _games(record)
    outlooks = [Outlook.of(before, after.turns[-1].card.kind) for before, after in pairwise(games)]
    value_all(outlooks, effort, progress)
    moves = _moves(games, outlooks)
    names = record.seats
    shares, cards = _result(games[-1])
    players = tuple(
        _player(name, seat, shares[seat], cards[seat], moves) for seat, name in enumerate(names)
    )
    return Review(record, players, moves, _turning(moves))


def _games(record: Record) -> list[Game]:
    """The game after the starter and after each placement."""
    if len(record.deck) > MOST_CARDS:
        raise RecordError(
            "A review is of a game of at most {most} cards, and this one has {count}.",
            most=MOST_CARDS,
            count=len(record.deck),
        )
    if not record.replay().is_over:
        raise RecordError("The game is not over: a review looks back on a whole game.")
    verify(record)
    return [game for game in record.games() if game.slot is None and not game.is_counted]


def _result(game: Game) -> tuple[list[float], list[int]]:
    """Each seat's share of the win, and its cards."""
    result = game.result
    assert result is not None
    seats = range(1, game.players + 1)
    shares = [(seat in result.winners) / len(result.winners) for seat in seats]
    return shares, [pit.cards for pit in result.pits]


def _ended(game: Game) -> Worth:
    shares, cards = _result(game)
    nothing = (0.0,) * game.players
    return Worth(tuple(shares), tuple(map(float, cards)), nothing, nothing)


def _moves(games: Sequence[Game], outlooks: Sequence[Outlook]) -> tuple[Move, ...]:
    """All turns; what follows a placement is what precedes the next draw."""
    moves: list[Move] = []
    after = _ended(games[-1])
    for turn in range(len(outlooks), 0, -1):
        moves.append(_move(games[turn - 1], games[turn], outlooks[turn - 1], after))
        after = moves[-1].before
    return tuple(reversed(moves))


def _move(before: Game, after: Game, outlook: Outlook, following: Worth) -> Move:
    turn = after.turns[-1]
    mean, drawn, luck = draw_of(outlook)
    start = start_after(before, turn.card.kind, turn.placement)
    played = outlook.number_of(start)
    best, cost = _cost(outlook, played)
    verdict = _verdict(cost, outlook.seat)
    better = why = None
    if best != played:
        placement = outlook.branches[best].placement
        better = _option(before, turn.card, placement)
        why = _why(before, turn.card, placement, turn.placement)
    return Move(
        turn=len(after.turns) - 1,
        seat=turn.seat,
        card=turn.card,
        is_exact=outlook.exact is not None,
        before=mean,
        drawn=drawn,
        after=following,
        luck=luck,
        cost=cost,
        choices=len(outlook.of_kind(outlook.drawn)),
        verdict=verdict,
        played=_option(before, turn.card, turn.placement),
        better=better,
        why=why,
    )


def draw_of(outlook: Outlook) -> tuple[Worth, Worth, Worth]:
    """What a position is worth before the draw and after it, and the difference, which is luck."""
    cards = sum(outlook.position.fan)
    chances = {kind: count / cards for kind, count in enumerate(outlook.position.fan) if count}
    found = {kind: outlook.valued(kind) for kind in chances}
    drawn = found[outlook.drawn]
    mean = np.sum([chance * found[kind].values for kind, chance in chances.items()], axis=0)
    spread = np.sum([p**2 * found[kind].variances for kind, p in chances.items()], axis=0)
    own = chances[outlook.drawn]
    # the card drawn is in the mean too
    error = spread + (1 - 2 * own) * drawn.variances
    return (
        Worth.of(mean, spread),
        Worth.of(*drawn),
        Worth.of(drawn.values - mean, error),
    )


def _cost(outlook: Outlook, played: int) -> tuple[int, Worth]:
    """The best branch, and what that played cost; nothing, where none was found that is better."""
    best, lead = outlook.cost(played)
    cost = Worth.of(*lead)
    if (_weighed(cost, outlook.seat), cost.cards[outlook.seat]) <= (0.0, 0.0):
        nothing = np.zeros_like(lead.values)
        return played, Worth.of(nothing, nothing)
    return best, cost


def _weighed(cost: Worth, seat: int) -> float:
    """A cost as it weighs: alone in cards, else in chance of winning as at a table of two."""
    players = len(cost.win)
    return cost.cards[seat] / CARDS_ALONE if players == 1 else cost.win[seat] * players / 2


def _verdict(cost: Worth, seat: int) -> str:
    """Fine, doubtful or bad; in doubt for the player."""
    players = len(cost.win)
    own, error = (cost.cards, cost.cards_stderr) if players == 1 else (cost.win, cost.win_stderr)
    loss = _weighed(cost, seat)
    if loss < DOUBTFUL_COST or own[seat] < SURE * error[seat]:
        return FINE
    return DOUBTFUL if loss < BAD_COST else BAD


def _option(before: Game, card: Card, placement: Placement) -> Option:
    after, taken = before.layout.place(before.rules, card, placement)
    touches = tuple(end for end in ends_touched(placement) if end is not None)
    made = taken or next(
        snake
        for place, snake in after.snakes.items()
        if before.layout.snakes.get(place) is not snake
    )
    return Option(placement, touches, made, taken is not None)


def _why(before: Game, card: Card, better: Placement, played: Placement) -> Reason:
    fan = list(before.position.fan)
    fan[card.kind] -= 1
    first, second = (
        prospect(before.rules, before.layout, card, placement, fan)
        for placement in (better, played)
    )
    return reason(first, second, is_own=before.players == 1)


def _player(name: str, seat: int, share: float, cards: int, moves: Sequence[Move]) -> Player:
    own = [move for move in moves if move.seat == seat + 1]
    chosen = [move for move in own if move.choices > 1]
    luck = sum(move.luck.win[seat] for move in own)
    luck_cards = sum(move.luck.cards[seat] for move in own)
    others = sum(move.luck.win[seat] for move in moves) - luck
    others_cards = sum(move.luck.cards[seat] for move in moves) - luck_cards
    mean = sum(move.loss for move in chosen) / max(1, len(chosen))
    return Player(
        name=name,
        share=share,
        cards=cards,
        luck=luck,
        luck_cards=luck_cards,
        others_luck=others,
        others_luck_cards=others_cards,
        adjusted=share - luck - others,
        adjusted_cards=cards - luck_cards - others_cards,
        adjusted_stderr=math.sqrt(sum(move.luck.win_stderr[seat] ** 2 for move in moves)),
        by_costs=moves[0].before.win[seat] - sum(move.cost.win[seat] for move in moves),
        cost=sum(move.cost.win[seat] for move in own),
        cost_cards=sum(move.cost.cards[seat] for move in own),
        choices=len(chosen),
        mean_cost=mean,
        doubtful=sum(move.verdict == DOUBTFUL for move in own),
        bad=sum(move.verdict == BAD for move in own),
        grade=_grade(mean) if chosen else None,
    )


def _grade(mean_cost: float) -> str:
    grades = zip(GRADES, GRADE_BOUNDS, strict=False)
    return next((grade for grade, bound in grades if mean_cost <= bound), GRADES[-1])


def _turning(moves: Sequence[Move]) -> tuple[Turning, ...]:
    """The largest swings, in the order of the game."""
    found = []
    for move in moves:
        seat = max(range(len(move.luck.win)), key=lambda at: abs(move.luck.win[at]))
        found.append(Turning(move.turn, "draw", move.luck.win[seat], seat + 1))
        if move.verdict != FINE:
            found.append(Turning(move.turn, "placement", -move.cost.win[move.seat - 1], move.seat))
    large = [turning for turning in found if abs(turning.swing) >= SWING]
    most = sorted(large, key=lambda turning: -abs(turning.swing))[:TURNING_POINTS]
    return tuple(sorted(most, key=lambda turning: turning.turn))
