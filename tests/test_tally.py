"""The figures of the arena: intervals that hold, a test that errs no more than it says, ratings."""

from __future__ import annotations

import math
import random

import pytest

from serpentina.arena.match import ArenaError, Block, Ended, Match
from serpentina.arena.rating import first_ratings, rated
from serpentina.arena.sequential import (
    ALPHA,
    BETA,
    FEWEST_BLOCKS,
    LOWER,
    UPPER,
    Margin,
    evidence,
    verdict,
)
from serpentina.arena.tally import Count, Tally, quantile
from serpentina.simulate import WHOLE_WIN


def drawn(chance: random.Random, win_rate: float) -> int:
    """The shares of a block of two games: often one each, as both have the same cards."""
    if chance.random() < 0.4:
        return WHOLE_WIN
    both = 0.5 + (win_rate - 0.5) / 0.6
    return 2 * WHOLE_WIN if chance.random() < both else 0


def test_what_is_counted() -> None:
    """Wins, shared ones too, and cards go to who sat alone; with two seats to both."""
    met = Match(("boa", "garter"), 3)
    lost, won, shared = (1, 2, 3), (2, 1, 3), (1, 1, 1)
    ranks = [won, won, shared, lost, lost, won]  # boa alone in seats 1, 2, 3, then garter
    games = tuple(Ended(rank, (seat, 7, 20)) for seat, rank in enumerate(ranks))
    tally = Tally.of(met).plus(Block(0, games))
    boa, garter = tally.won_by("boa"), tally.won_by("garter", "boa")
    assert (boa.games, boa.blocks, boa.shares) == (3, 1, WHOLE_WIN + WHOLE_WIN // 3)
    assert (boa.cards, garter.cards) == (0 + 7 + 20, 3 + 7 + 20)
    assert garter.shares == WHOLE_WIN
    two = Tally.of(Match(("boa", "garter"))).plus(
        Block(0, (Ended((1, 2), (30, 9)), Ended((1, 1), (8, 8))))
    )
    assert two.won_by("boa").win_rate == 0.75
    assert two.won_by("garter").win_rate == 0.25
    assert two.won_by("garter", "boa").mean_cards == 8.5


def test_the_interval_is_that_of_the_blocks_means() -> None:
    """For five blocks it is what a table of Student's distribution gives; for one, unknown.

    Four that are alike don't tell how far others may be off.
    """
    count = Count(2).plus(WHOLE_WIN, 0)
    assert count.interval == (0.0, 1.0)
    for _ in range(3):
        count = count.plus(WHOLE_WIN, 0)
    assert count.interval == (0.0, 1.0)
    alike = Count(2, 30, 30 * WHOLE_WIN, 30 * WHOLE_WIN**2)
    assert alike.interval == pytest.approx((0.4, 0.6))
    low, high = count.plus(2 * WHOLE_WIN, 0).interval
    assert low == pytest.approx(0.6 - 2.7764 * math.sqrt(0.05 / 5), rel=0.001)
    assert high == pytest.approx(0.6 + 2.7764 * math.sqrt(0.05 / 5), rel=0.001)
    assert Count(2).plus(0, 0).plus(2 * WHOLE_WIN, 0).interval == (0.0, 1.0)


@pytest.mark.parametrize(
    ("freedom", "known"), [(2, 4.3027), (4, 2.7764), (9, 2.2622), (29, 2.0452), (10**6, 1.96)]
)
def test_students_quantiles(freedom: int, known: float) -> None:
    """They are those of the tables, to 1 %."""
    assert quantile(0.975, freedom) == pytest.approx(known, rel=0.01)


@pytest.mark.parametrize(("fans", "win_rate"), [(12, 0.5), (40, 0.55), (200, 0.7)])
def test_the_interval_holds_the_truth(fans: int, win_rate: float) -> None:
    """In 95 of 100 arenas, within the error of 1,000."""
    chance, held = random.Random(6), 0
    for _ in range(1000):
        count = Count(2)
        for _ in range(fans):
            count = count.plus(drawn(chance, win_rate), 0)
        low, high = count.interval
        held += low <= win_rate <= high
    assert 930 <= held <= 970


def decide(chance: random.Random, win_rate: float, by: float) -> tuple[str, int]:
    """The verdict of the test, and how many fans it took."""
    count, found = Count(2), None
    while found is None:
        count = count.plus(drawn(chance, win_rate), 0)
        found = verdict(evidence(count, 0.5, 0.5 + by))
    return found, count.blocks


@pytest.mark.parametrize("by", [0.05, 0.1])
def test_the_sequential_test_errs_as_it_says(by: float) -> None:
    """Of 500 even players one in 20 is called better, of 500 better ones one in 20 not."""
    chance = random.Random(3)
    most = 500 * ALPHA + 3 * math.sqrt(500 * ALPHA)
    even = [decide(chance, 0.5, by)[0] for _ in range(500)]
    better = [decide(chance, 0.5 + by, by)[0] for _ in range(500)]
    assert ALPHA == BETA == 0.05
    assert 500 * ALPHA / 3 < even.count("better") < most
    assert 500 * BETA / 3 < better.count("not better") < most


def test_the_sequential_test_stops_early() -> None:
    """On average it needs less than a test of fixed size that errs alike, far less if clear."""
    chance, by = random.Random(4), 0.05
    fixed = (2 * 1.645 / by) ** 2 * (0.6 / 4)  # 0.6 / 4 is the variance of the blocks' means
    for win_rate, part in ((0.5, 0.7), (0.55, 0.7), (0.6, 0.3), (0.45, 0.3)):
        taken = [decide(chance, win_rate, by)[1] for _ in range(200)]
        assert sum(taken) / 200 < part * fixed


def test_blocks_that_all_say_the_same_decide() -> None:
    """Nothing is decided by few blocks; then equal ones decide for what they say."""
    count = Count(2)
    for _ in range(FEWEST_BLOCKS - 1):
        count = count.plus(2 * WHOLE_WIN, 0)
    assert verdict(evidence(count, 0.5, 0.6)) is None
    assert verdict(evidence(count.plus(2 * WHOLE_WIN, 0), 0.5, 0.6)) == "better"
    even = Count(2, 50, 50 * WHOLE_WIN, 50 * WHOLE_WIN**2)
    assert evidence(even, 0.5, 0.6) == -math.inf
    assert evidence(even, 0.4, 0.5) == math.inf
    assert (verdict(UPPER), verdict(LOWER), verdict(0)) == ("better", "not better", None)


def test_the_margin_is_above_an_even_share() -> None:
    """With four at a table it is counted from a quarter; a margin that is none is refused."""
    met = Match(("boa", "garter"), 4)
    assert Margin.of(0.05, met) == (0.05, 0.25)
    with pytest.raises(ArenaError, match=r"at most 0\.75, as in 0\.02, not 0\.8"):
        Margin.of(0.8, met)


def test_the_better_player_has_the_higher_rating() -> None:
    """By as much as the model says for its wins, and the less is uncertain the more is played."""
    chance, ratings = random.Random(1), first_ratings(["boa", "garter"])
    begin = ratings["boa"].sigma
    for _ in range(4000):
        ranks = (1, 2) if chance.random() < 0.6 else (2, 1)
        ratings = rated(ratings, ("boa", "garter"), ranks)
    ahead = ratings["boa"].mu - ratings["garter"].mu
    scale = math.sqrt(2) * 25 / 6  # the model: e^(ahead / scale) is the ratio of the chances
    assert ahead == pytest.approx(math.log(0.6 / 0.4) * scale, abs=0.5)
    assert ratings["boa"].sigma < begin / 30


def test_who_sits_in_several_seats_is_rated_once() -> None:
    """Names do not matter, nor which seat; nobody gains what nobody loses; more seats tell more."""
    ratings = first_ratings(["boa", "garter"])
    drawn = rated(ratings, ("boa", "garter", "garter"), (1, 1, 1))
    assert drawn["boa"].mu == pytest.approx(drawn["garter"].mu)
    ahead = rated(ratings, ("boa", "garter", "garter"), (1, 2, 3))
    other = rated(ratings, ("garter", "boa", "boa"), (1, 2, 3))
    assert ahead["boa"] == other["garter"]
    assert ahead["garter"] == other["boa"]
    assert ahead["boa"].mu > ratings["boa"].mu > ahead["garter"].mu
    assert ahead["boa"].mu + ahead["garter"].mu == pytest.approx(50)
    assert ahead["garter"].sigma < ahead["boa"].sigma
    last = rated(ratings, ("boa", "garter", "garter"), (1, 3, 2))
    assert last["garter"] == pytest.approx(ahead["garter"])
