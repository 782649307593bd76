"""Rollouts: true means, true errors, smaller than those of plain ones, and nothing by accident."""

from __future__ import annotations

import functools
import itertools
import math
import os
import random
import time
from array import array

import pytest

from serpentina.compiled import compile_kernels
from serpentina.errors import NotationError
from serpentina.game import Game
from serpentina.notation import Position
from serpentina.policies import POLICIES
from serpentina.rollouts import Board, Start, Stop, Way, Weights, roll_blocks, roll_out, surprise
from serpentina.sampling import CARDS, LUCK, SEAT_COLUMNS, WINS, Estimate
from tests.campaign import SOAK
from tests.moments import moments
from tests.same_policy import policy_values

pytestmark = pytest.mark.core

COMPILED = os.environ.get("SERPENTINA_KERNEL") == "compiled"
if COMPILED:
    compile_kernels()
POSITIONS, GAMES = (500 if SOAK else 40, 3000) if COMPILED else (6, 1)
DRAWS = 100_000 if SOAK and COMPILED else 2000
ROUGH = Stop(games=1)  # the fewest games
# Wins and cards by block and seat, and the sum of the sizes of all luck.
GOLDEN = (
    ([0, 36, 2520, 77, 840, 52, 1680, 66], 9.85423398938292),
    ([840, 44, 840, 60, 840, 18, 840, 39, 1680, 74, 0, 10], 47.936252392664755),
    (
        [840, 49, 0, 12, 0, 31, 1680, 40, 840, 45, 0, 17, 1680, 46, 0, 26],
        52.15612972370582,
    ),
)
RULES = ("serpentina", "hisss", "hisss,goal=snakes", "serpentina,must_match=off,goal=race:14")


def near_the_end(number: int, left: int) -> Position:
    """A position of a game of random moves with so many cards left in the fan."""
    choice = random.Random(number)
    game = Game.new(2 + number % 3, RULES[number % 4], seed=number)
    while len(game.slots) > left and not game.is_over:
        game = game.draw(choice.choice(game.slots))
        game = game.place(choice.choice(game.placements))
    return game.position


def start(number: int, left: int) -> Start:
    """The state of such a position."""
    return Start.of(near_the_end(number, left))


@functools.cache
def deviations(count: int) -> tuple[tuple[float, float], ...]:
    """By how many standard errors the chance and the cards of a seat are off in open positions."""
    found: list[tuple[float, float]] = []
    for number in itertools.count():
        if len(found) == count:
            break
        policy = ("garter", "boa")[number // 4 % 2]
        state = start(number, 3 + number % 3)
        exact, seat = policy_values(POLICIES[policy], state), number % state.players
        if 0.02 < exact[seat] < 0.98:
            way = Way(policy, seed=number, threads=1)
            estimate = roll_out([state], Stop(GAMES), way)[0].estimate
            off = (estimate.win[seat] - exact[seat]) / estimate.win_stderr[seat]
            cards_off = estimate.cards[seat] - exact[state.players + seat]
            found.append((off, cards_off / max(1e-9, estimate.cards_stderr[seat])))
    return tuple(found)


def rarely_fewer(count: int, chance: float) -> int:
    """What comes in with this chance does so at least so often, but for one series in 2,000."""
    total = 0.0
    for hits in range(count + 1):
        total += math.comb(count, hits) * chance**hits * (1 - chance) ** (count - hits)
        if total > 0.0005:
            return hits
    raise AssertionError


@pytest.mark.no_cover
@pytest.mark.parametrize("column", [0, 1], ids=["chance", "cards"])
def test_intervals_hold_the_exact_value_as_often_as_they_should(column: int) -> None:
    """95 % intervals hold the same policy's exact value in 95 % of the positions."""
    off = [abs(numbers[column]) for numbers in deviations(POSITIONS)]
    assert sum(number <= 1.96 for number in off) >= rarely_fewer(POSITIONS, 0.95)
    assert sum(number > 1 for number in off) >= rarely_fewer(POSITIONS, 0.1)  # nor are they wide
    assert max(off) < 5


def apart(one: Estimate, other: Estimate) -> float:
    """How many standard errors two independent estimates are apart at most."""
    means = zip(one.win + one.cards, other.win + other.cards, strict=True)
    errors = zip(
        one.win_stderr + one.cards_stderr, other.win_stderr + other.cards_stderr, strict=True
    )
    far = [
        abs(a - b) / max(1e-9, math.hypot(*both))
        for (a, b), both in zip(means, errors, strict=True)
    ]
    return max(far)


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("way", [(True, False), (False, True), (True, True)])
def test_reduced_and_plain_rollouts_agree(number: int, way: tuple[bool, bool]) -> None:
    """Neither luck subtraction nor Latin squares move a mean, and together they err less."""
    state = start(number, 6 if COMPILED else 3)
    plain = roll_out([state], Stop(GAMES), Way("garter", 1, 1, False, False))[0].estimate
    reduced = roll_out([state], Stop(GAMES), Way("garter", 2, 1, *way))[0].estimate
    assert apart(plain, reduced) < 4
    if COMPILED and all(way):
        assert sum(reduced.cards_stderr) < 0.8 * sum(plain.cards_stderr)
        assert sum(reduced.win_stderr) <= sum(plain.win_stderr) + 1e-3
    assert sum(reduced.win) == pytest.approx(1)


@pytest.mark.parametrize("rules", RULES)
def test_luck_is_honest(rules: str) -> None:
    """What a card takes beyond the expectation is nothing on average over all cards of the fan."""
    for game in moments(2, rules, 5)[::6]:
        state = game.view.state
        if game.card is None and any(state.fan):
            sums = [
                count * surprise(state.table, state.options, state.fan, kind)
                for kind, count in enumerate(state.fan)
                if count
            ]
            assert sum(sums) == pytest.approx(0, abs=1e-9)


def test_luck_is_honest_over_many_draws() -> None:
    """All sums of luck that results are corrected by have mean zero within their error."""
    state = start(0, 9)
    games = max(60, DRAWS // 9)
    sums = rolled(state, games, 1)
    width = SEAT_COLUMNS * state.players
    for column in [seat * SEAT_COLUMNS + luck for seat in range(state.players) for luck in LUCK]:
        every = sums[column::width]
        mean = sum(every) / games
        variance = sum((number - mean) ** 2 for number in every) / games
        assert variance > 0
        assert abs(mean) < 4 * math.sqrt(variance / games)


def rolled(state: Start, blocks: int, games: int, first: int = 0) -> array[float]:
    """The sums of some blocks."""
    sums = array("d", bytes(8 * SEAT_COLUMNS * state.players * blocks))
    policies, weights = array("q", [POLICIES["boa"]] * state.players), Weights.of(state)
    roll_blocks(state, Board.of(state), policies, weights, 7, first, games, True, sums)
    return sums


def test_a_block_is_known_by_its_number() -> None:
    """However the work is shared, each number is one block, unlike all others."""
    state = start(2, 12)
    alone = [rolled(state, 1, 3, number) for number in range(4)]
    assert len(set(map(tuple, alone))) == 4
    together = [*rolled(state, 2, 3), *rolled(state, 2, 3, 2)]
    assert together == [number for block in alone for number in block]


def test_each_card_is_drawn_once_at_each_draw() -> None:
    """The games of a block are a Latin square: so the first draws are in proportion, too."""
    state = start(4, 12)
    board = Board.of(state)
    sums = array("d", bytes(8 * SEAT_COLUMNS * state.players))
    policies = array("q", [POLICIES["garter"]] * state.players)
    roll_blocks(state, board, policies, Weights.of(state), 7, 3, 12, True, sums)
    assert list(board.slots) != sorted(board.slots) == list(range(12))
    assert list(board.order) != sorted(board.order) == list(state.cards)
    firsts = [board.order[(turned + board.slots[0]) % 12] for turned in range(12)]
    assert sorted(firsts) == list(state.cards)


def test_compiled_and_interpreted_rollouts_are_the_same() -> None:
    """Both give the figures that are written here: results exactly, luck but for rounding."""
    for number, (results, luck) in enumerate(GOLDEN):
        sums = rolled(start(number, 10), 2, 3)
        assert [
            sums[at] for at in range(len(sums)) if at % SEAT_COLUMNS in (WINS, CARDS)
        ] == results
        assert sum(map(abs, sums)) - sum(results) == pytest.approx(luck)


@pytest.mark.no_cover
@pytest.mark.parametrize("left", [0, 4])
def test_threads_change_nothing(left: int) -> None:
    """One thread and two give the same figures to the last bit."""
    state = start(5, left)
    one, two = (roll_out([state, state], ROUGH, Way("garter", threads=n)) for n in (1, 2))
    assert one[0].estimate == two[0].estimate == one[1].estimate == two[1].estimate


def test_seeds_change_the_chances() -> None:
    """Another seed gives other figures, within the errors."""
    state = start(3, 5)
    one, two = (roll_out([state], ROUGH, Way("garter", seed=n))[0].estimate for n in (1, 2))
    assert one != two
    assert apart(one, two) < 4


def test_comparing_is_surer_than_the_values() -> None:
    """States played out with the same fans differ with a smaller error than if apart."""
    position = near_the_end(4, 7 if COMPILED else 4)
    ahead = Start.of(position)
    behind = ahead._replace(pits=array("q", [*ahead.pits[:3], 3, 3, 1, *ahead.pits[6:]]))
    one, two = roll_out([ahead, behind], ROUGH, Way("garter"))
    lead = one.less(two)
    for seat in range(ahead.players):
        together = math.hypot(one.estimate.cards_stderr[seat], two.estimate.cards_stderr[seat])
        assert lead.cards_stderr[seat] <= together
        means = one.estimate.win[seat] - two.estimate.win[seat]
        assert lead.win[seat] == pytest.approx(means)
    nothing = one.less(one)
    assert set(nothing.win + nothing.cards) == {0.0}


def test_relabelled_seats_are_relabelled_figures() -> None:
    """Seats numbered from another one get the same figures, each seat its own."""
    position = near_the_end(5, 4)
    seats = len(position.pits)
    turned = Position(
        position.rules,
        position.snakes,
        position.pits[1:] + position.pits[:1],
        (position.turn - 2) % seats + 1,
        position.fan,
    )
    one, two = (
        roll_out([Start.of(each)], ROUGH, Way("garter"))[0].estimate for each in (position, turned)
    )
    for numbers, others in zip(one, two, strict=True):
        assert others == pytest.approx(numbers[1:] + numbers[:1], abs=1e-9)


def test_they_stop_as_asked() -> None:
    """At a number of games, at an error or after a time, whichever comes first."""
    state = start(2, 3)
    few = roll_out([state], Stop(games=1500), Way("garter"))[0]
    assert 1400 <= few.games <= 1500
    sure = roll_out([state], Stop(games=10**6, error=0.01), Way("garter"))[0]
    assert max(sure.estimate.win_stderr) <= 0.01
    assert sure.games < 10**5
    begin = time.monotonic()
    quick = roll_out([state], Stop(games=10**9, seconds=0.01), Way("hatchling"))[0]
    assert quick.games >= 1000
    assert time.monotonic() - begin < 30


def test_progress_is_told() -> None:
    """The share that is done grows to one."""
    told: list[float] = []
    roll_out([start(2, 3)], Stop(2000), Way("garter"), told.append)
    assert len(told) > 2
    assert told[-1] == 1
    assert all(0 < share <= 1 for share in told)


def test_a_game_that_is_over_is_not_played_on() -> None:
    """R23: where a race is won, or the fan is empty, the result is the one that stands."""
    text = "hisss,goal=race:9 ; ro ; 4/4/1 9/5/2 ; 1 ; og:2 <r ; -"
    for position in (Position.parse(text), Position.parse(text.replace("og:2 <r", "-"))):
        estimate = roll_out([Start.of(position)], ROUGH, Way("boa"))[0].estimate
        assert (estimate.win, estimate.cards) == ((0.0, 1.0), (4.0, 9.0))
        assert 0 < estimate.win_stderr[0] < 0.002
        assert estimate.cards_stderr == (0.0, 0.0)


def test_what_cannot_be_rolled_out() -> None:
    """An unknown policy and a wrong seed are refused."""
    with pytest.raises(NotationError, match='"cobra": the policies are hatchling, garter, boa'):
        Way("cobra")
    with pytest.raises(NotationError, match="A seed is"):
        Way(seed=-1)
