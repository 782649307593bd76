"""Sums over many games: those of the rows, whoever adds them; and the chances behind them."""

from __future__ import annotations

import itertools
from array import array
from collections import Counter
from fractions import Fraction

import pytest

from serpentina.cards import STANDARD, Card, Deck
from serpentina.fan import Fan
from serpentina.game import Game
from serpentina.options import Rules
from serpentina.policies import POLICIES, choices
from serpentina.rules import PIT_COLUMNS
from serpentina.simulate import WHOLE_WIN, Results, simulate
from serpentina.totals import (
    CARDS,
    GAME_FIGURES,
    LAID,
    LEFT,
    LONGEST,
    SEAT_FIGURES,
    SHARE,
    SHARED,
    SNAKES,
    Totals,
)

pytestmark = pytest.mark.core

SEED = 4
RACE = Rules.parse("serpentina,goal=race:9")
# The chance of a greater chi-square is 1 in 10,000, for so many degrees of freedom.
CHI_SQUARE = {5: 25.74, 23: 56.20, 49: 94.33}


def chi_square(seen: list[int], expected: list[float]) -> float:
    """How far counts are from what was expected of them."""
    return sum((one - two) ** 2 / two for one, two in zip(seen, expected, strict=True))


def figures(results: Results, game: int) -> list[int]:
    """What a row says, told once more."""
    row, seats = results.row(game), results.players
    winning, placed = row[-2:]
    cards = [row[PIT_COLUMNS * seat] for seat in range(seats)]
    told: list[int] = []
    for seat in range(seats):
        share = WHOLE_WIN // winning.bit_count() if winning >> seat & 1 else 0
        told += [share, *row[PIT_COLUMNS * seat : PIT_COLUMNS * (seat + 1)]]
    return [*told, placed - sum(cards), placed, int(winning.bit_count() > 1)]


@pytest.mark.parametrize("policies", [("boa",), ("garter", "hatchling"), ("hatchling",) * 8])
@pytest.mark.parametrize("rules", [Rules.parse("hisss"), RACE])
def test_totals_are_the_sums_of_the_rows(rules: Rules, policies: tuple[str, ...]) -> None:
    """Each figure and its square, added up by a plain loop, is what the kernel adds."""
    results = simulate(20, rules, STANDARD, policies, SEED)
    totals = Totals.of(results.rows, len(policies))
    rows = [figures(results, game) for game in range(20)]
    assert totals.games == 20
    assert totals.sums == tuple(map(sum, zip(*rows, strict=True)))
    assert totals.squares == tuple(sum(n * n for n in column) for column in zip(*rows, strict=True))
    shares = [totals.sums[totals.seat(seat, SHARE)] for seat in range(len(policies))]
    assert tuple(shares) == results.shares
    assert sum(shares) == 20 * WHOLE_WIN
    laid, left = totals.sums[totals.game(LAID)], totals.sums[totals.game(LEFT)]
    taken = sum(totals.sums[totals.seat(seat, CARDS)] for seat in range(len(policies)))
    assert laid - left == taken


def test_totals_add_up() -> None:
    """The totals of two parts are those of the whole, in either order; none changes nothing."""
    whole = simulate(9, Rules(), STANDARD, ("garter", "hatchling"), SEED)
    one, two = (
        Totals.of(simulate(n, Rules(), STANDARD, ("garter", "hatchling"), SEED, first).rows, 2)
        for n, first in ((4, 0), (5, 4))
    )
    every = Totals.of(whole.rows, 2)
    assert one.plus(two) == two.plus(one) == every == every.plus(Totals.none(2))
    assert every.mean(every.seat(1, LONGEST)) == every.sums[SEAT_FIGURES + LONGEST] / 9
    assert every.seat(1, SNAKES) == SEAT_FIGURES + SNAKES
    assert every.game(SHARED) == 2 * SEAT_FIGURES + SHARED


def test_other_columns_are_added_as_they_are() -> None:
    """Whatever a row has after the usual columns is summed, too."""
    row = array("q", [*[3, 3, 1, 0b1, 5, 7, -2], *[0, 0, 0, 0b1, 5, 1, 1]])
    totals = Totals.of(row, 1, 2)
    assert totals.sums[-2:] == (8, -1)
    assert totals.squares[-2:] == (50, 5)
    assert len(totals.sums) == SEAT_FIGURES + GAME_FIGURES + 2


# What chance should give


def test_every_order_of_a_fan_is_as_likely() -> None:
    """R7: 24,000 fans of four different cards have their 24 orders equally often."""
    deck = Deck.parse("<r g> gr go")
    seen = Counter(Fan.seeded(deck, SEED, number).order for number in range(24_000))
    assert len(seen) == 24
    assert chi_square(list(seen.values()), [1000] * 24) < CHI_SQUARE[23]


def test_a_card_lies_anywhere_in_the_fan() -> None:
    """R7: over 5,000 fans of the whole deck each card lies in each slot equally often."""
    orders = [Fan.seeded(STANDARD, SEED, number).order for number in range(5_000)]
    for card in (Card.parse("<*").kind, Card.parse("rg").kind):
        slots = Counter(
            slot for order in orders for slot, lying in enumerate(order) if lying.kind == card
        )
        expected = sum(slots.values()) / 50
        assert chi_square([slots[slot] for slot in range(50)], [expected] * 50) < CHI_SQUARE[49]


def exactly(rules: Rules, deck: Deck, policies: tuple[str, ...]) -> dict[tuple[int, ...], Fraction]:
    """The chance of each end (cards by seat), over all orders of the fan and all choices."""
    orders = list(itertools.permutations(deck))
    ends: Counter[tuple[int, ...]] = Counter()
    for order in orders:
        begun = Game.new(len(policies), rules, deck, fan=Fan.laid(order))
        for cards, chance in followed(begun, policies).items():
            ends[cards] += chance / len(orders)  # type: ignore[assignment]
    return dict(ends)  # type: ignore[arg-type]


def followed(game: Game, policies: tuple[str, ...]) -> dict[tuple[int, ...], Fraction]:
    """The chances of the ends of a game from here."""
    if game.is_over:
        return {tuple(pit.cards for pit in game.scores): Fraction(1)}
    drawn, found = game.draw(game.slots[0]), Counter[tuple[int, ...]]()
    ways = choices(POLICIES[policies[game.seat - 1]], drawn.view)
    for way in ways:
        for cards, chance in followed(drawn.place(way), policies).items():
            found[cards] += chance / len(ways)  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("rules", "deck", "policies"),
    [
        ("serpentina", "<r <g g> gr gr go", ("hatchling", "hatchling")),
        ("hisss", "<r <g g> gr gr go", ("garter", "hatchling")),
        ("hisss,must_match=off", "<r g> gr go *>", ("hatchling", "garter", "hatchling")),
        ("serpentina,goal=race:3", "<r r> <* rg rg gb", ("garter", "boa")),
    ],
)
def test_small_decks_end_as_often_as_enumerated(
    rules: str, deck: str, policies: tuple[str, ...]
) -> None:
    """Over 8,000 simulated games each end comes as often as all orders and choices give it."""
    cards, games = Deck.parse(deck), 8_000
    chances = exactly(Rules.parse(rules), cards, policies)
    results = simulate(games, Rules.parse(rules), cards, policies, SEED)
    seen = Counter(
        tuple(results.row(game)[: PIT_COLUMNS * len(policies) : PIT_COLUMNS])
        for game in range(games)
    )
    assert set(seen) <= set(chances)
    assert sum(chances.values()) == 1
    expected = {cards: float(games * chance) for cards, chance in chances.items()}
    parted = chi_square([seen[cards] for cards in expected], list(expected.values()))
    freedom = len(expected) - 1
    assert parted < freedom + 3.72 * (2 * freedom) ** 0.5 + 12, (parted, freedom)
