"""The kernel beside the oracle, in lock-step: whole games by random options, move by move."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from serpentina.cards import STANDARD, Card, Deck
from serpentina.game import Game
from serpentina.layout import Layout
from serpentina.notation import canonical, parse_table, table_text
from serpentina.options import Rules
from serpentina.referee import outcomes
from tests import oracle
from tests.campaign import MOVES, SOAK

pytestmark = pytest.mark.core

CASES = Path(__file__).parent / "cases" / "placements.jsonl"
JOINED, JOINABLE, MUST_MATCH = ("taken", "when_complete"), ("snakes", "any"), ("on", "off")
GOALS = ("cards", "snakes", "race:10")
ALL_RULES = ["serpentina", "hisss"] + [
    f"serpentina,joined={joined},joinable={joinable},must_match={must_match},goal={goal}"
    for joined, joinable, must_match, goal in itertools.product(JOINED, JOINABLE, MUST_MATCH, GOALS)
]
SMALL = Deck.parse("<r:2 <g:2 <*:2 r>:2 g>:2 *>:2 gr:5 go:4 or:4")


def entries(rules: str, layout: Layout, card: Card) -> list[tuple[str, str | None]]:
    """What the kernel says of each placement."""
    options = Rules.parse(rules)
    placed = [layout.place(options, card, each) for each in layout.placements(options, card)]
    return [
        (table_text(after.snakes.values()), canonical(taken) if taken else None)
        for after, taken in placed
    ]


@pytest.mark.parametrize("line", CASES.read_text().splitlines())
def test_the_cases(line: str) -> None:
    """Kernel and oracle find exactly the outcomes of the case, in its order."""
    case = json.loads(line)
    wanted = [(each["table"], each["taken"]) for each in case["outcomes"]]
    found = outcomes(
        Rules.parse(case["rules"]), parse_table(case["table"]), Card.parse(case["draw"])
    )
    assert [(outcome.table, outcome.taken) for outcome in found] == wanted
    assert oracle.outcomes(case["rules"], case["table"].split(), case["draw"]) == wanted


@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.parametrize("deck", [STANDARD, SMALL], ids=["standard", "small"])
def test_in_lock_step(rules: str, deck: Deck) -> None:
    """At each move both list the same placements, with the same outcomes, as often."""
    choice = random.Random(f"{rules} {deck}")
    moves = MOVES // (2 * len(ALL_RULES)) + 1
    while moves > 0:
        moves -= check_game(rules, deck, choice)


def check_game(rules: str, deck: Deck, choice: random.Random) -> int:
    """Play a game beside the oracle; returns its moves."""
    players = choice.randint(1, 5)
    game = Game.new(players, rules, deck, seed=choice.getrandbits(60))
    while not game.is_over:
        game = game.draw(choice.choice(game.slots))
        assert game.card is not None
        table = [canonical(snake) for snake in game.layout.snakes.values()]
        mine = entries(rules, game.layout, game.card)
        theirs = oracle.placements(rules, table, str(game.card))
        assert Counter(mine) == Counter(theirs)
        at = choice.randrange(len(mine))
        game = game.place(game.placements[at])
        taken = game.turns[-1].taken
        after = table_text(game.layout.snakes.values())
        assert (after, canonical(taken) if taken else None) == mine[at]
        pits = [[canonical(snake) for snake in pit] for pit in game.pits]
        assert game.is_over == (not game.slots or oracle.is_won(rules, pits))
    assert game.result is not None
    assert list(game.result.winners) == oracle.winners(rules, pits)
    assert [pit.cards for pit in game.scores] == [
        sum(len(s.split("-")) for s in pit) for pit in pits
    ]
    return len(game.turns) - 1


@pytest.mark.parametrize("rules", ["serpentina,must_match=off", "hisss,must_match=off"])
@pytest.mark.parametrize("snakes", [30, 31, 32, 62, 63])
def test_on_a_crowded_table(rules: str, snakes: int) -> None:
    """With more snakes than a block of the table holds, joins across blocks too are the same."""
    choice = random.Random(snakes)
    game = Game.new(2, rules, STANDARD * 4, seed=snakes)
    while len(game.layout.snakes) < snakes:
        game = game.draw(choice.choice(game.slots))
        game = game.place(game.placements[-1])
    for _ in range(6 if SOAK else 2):
        game = game.draw(choice.choice(game.slots))
        assert game.card is not None
        table = [canonical(snake) for snake in game.layout.snakes.values()]
        mine = entries(rules, game.layout, game.card)
        assert Counter(mine) == Counter(oracle.placements(rules, table, str(game.card)))
        game = game.place(choice.choice(game.placements))
