"""The kernel's games and those of `Game`, move for move, across the options, decks and policies."""

from __future__ import annotations

import itertools
import random

import pytest

from serpentina.batches import Batch
from serpentina.cards import STANDARD, Deck
from serpentina.game import Game
from serpentina.options import Rules
from serpentina.policies import POLICIES
from serpentina.recording import played
from serpentina.simulate import simulate
from tests.campaign import LOCK_STEPS
from tests.test_oracle import ALL_RULES, SMALL

pytestmark = pytest.mark.core

DECKS = {"standard": STANDARD, "small": SMALL, "two": STANDARD * 2}
ODD = [Deck.parse("rg:2"), Deck.parse("<r:60 r>:60"), Deck.parse("rg:100 gb:100")]


def row_of(game: Game) -> list[int]:
    """What the kernel must say of a game that is over."""
    assert game.result
    pits = [number for pit in game.result.pits for number in pit]
    return [*pits, sum(1 << seat - 1 for seat in game.result.winners), len(game.turns)]


def check(batch: Batch) -> int:
    """Play the games of a batch both ways; returns the moves."""
    results = simulate(batch.games, batch.rules, batch.deck, batch.policies, batch.seed)
    games = [played(batch, number) for number in range(batch.games)]
    for number, game in enumerate(games):
        assert list(results.row(number)) == row_of(game), (batch, number)
    return sum(len(game.turns) - 1 for game in games)


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.parametrize("deck", DECKS)
def test_in_lock_step(rules: str, deck: str) -> None:
    """Every game of the kernel is that game through `Game`: draws, choices, pits and winners."""
    choice, moves = random.Random(f"{rules} {deck}"), 0
    while moves < LOCK_STEPS / (len(ALL_RULES) * len(DECKS)):
        players = choice.randint(1, 8)
        policies = tuple(choice.choice(list(POLICIES)) for _ in range(players))
        seed = choice.getrandbits(63)
        moves += check(Batch(2, Rules.parse(rules), DECKS[deck], policies, seed))


@pytest.mark.parametrize("deck", ODD, ids=str)
@pytest.mark.parametrize("policy", POLICIES)
def test_odd_decks(deck: Deck, policy: str) -> None:
    """Two cards, no snake that can be made, a single endless one: all are played alike."""
    for rules in ("serpentina", "hisss,must_match=off"):
        check(Batch(1, Rules.parse(rules), deck, (policy,) * 3, 7))


def test_the_options_are_all_there() -> None:
    """The list of rules has each of the options with each value."""
    parsed = set(map(Rules.parse, ALL_RULES))
    assert len(parsed) == len(list(itertools.product(*[range(2)] * 3, range(3))))
