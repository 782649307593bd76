"""Simulated games are the games that `Game` plays, one by one and from any moment."""

from __future__ import annotations

from array import array

import pytest

from serpentina.cards import STANDARD, Card, Deck
from serpentina.errors import NotationError
from serpentina.fan import Fan, stream
from serpentina.game import Game
from serpentina.options import Rules
from serpentina.policies import POLICIES, any_below, choices
from serpentina.rules import PIT_COLUMNS
from serpentina.simulate import WHOLE_WIN, Results, Scratch, play_out, simulate

pytestmark = pytest.mark.core

SEED = 20
GAMES = [
    ("serpentina", "standard", ("garter", "boa")),
    ("hisss", "standard", ("boa", "garter", "hatchling")),
    ("serpentina,must_match=off,goal=snakes", "standard", ("hatchling", "boa")),
    ("hisss,goal=race:9", "standard", ("garter", "garter", "garter", "boa", "hatchling")),
    ("hisss,joined=taken", "<r g> <* b>:2 rg:9 br:7 og:3", ("boa", "boa")),
    ("serpentina", "standard:2", ("boa",)),
]


def moments(rules: str, deck: Deck, policies: tuple[str, ...], number: int) -> list[Game]:
    """A game as the policies play it through `Game`: before each draw, and at the end."""
    game = Game.new(len(policies), rules, deck, fan=Fan.seeded(deck, SEED, number))
    games, key = [game], stream(SEED, number)
    while not game.is_over:
        drawn = game.draw(game.slots[0])
        found = choices(POLICIES[policies[game.seat - 1]], drawn.view)
        counter = len(deck) + len(game.turns)
        game = drawn.place(found[any_below(key, counter, len(found))])
        games.append(game)
    return games


def row_of(game: Game) -> list[int]:
    """What a row of results must say of a game that is over."""
    assert game.result
    pits = [number for pit in game.result.pits for number in pit]
    return [*pits, sum(1 << seat - 1 for seat in game.result.winners), len(game.turns)]


@pytest.mark.parametrize(("rules", "deck", "policies"), GAMES)
def test_a_simulated_game_is_that_game(rules: str, deck: str, policies: tuple[str, ...]) -> None:
    """Pits, winners and the number of cards placed are those of the same game through `Game`."""
    cards = Deck.parse(deck)
    results = simulate(4, Rules.parse(rules), cards, policies, SEED)
    for number in range(4):
        last = moments(rules, cards, policies, number)[-1]
        assert list(results.row(number)) == row_of(last)


@pytest.mark.parametrize(("rules", "deck", "policies"), GAMES)
def test_a_state_is_played_out(rules: str, deck: str, policies: tuple[str, ...]) -> None:
    """From any moment on, the rest is the rest of that game, and the fan is then what is left."""
    cards = Deck.parse(deck)
    games = moments(rules, cards, policies, 3)
    numbers, scratch = array("q", map(POLICIES.__getitem__, policies)), Scratch.of(len(cards))
    for game in games[::7]:
        order = array("q", [card.kind for card in game.fan.order])
        state = game.view.state
        drawn = play_out(
            state.table,
            state.options,
            state.pits,
            state.fan,
            order,
            len(game.turns),
            state.seat,
            numbers,
            stream(SEED, 3),
            scratch,
        )
        assert drawn == len(games[-1].turns)
        assert state.table == games[-1].layout.table
        assert list(state.pits) == [number for pit in games[-1].scores for number in pit]
        assert sum(state.fan) == len(games[-1].slots)


def test_a_game_knows_only_its_number() -> None:
    """Whether played alone or with others before it, a game has the same result."""
    policies, rules = ("garter", "boa", "hatchling"), Rules.parse("hisss")
    together = simulate(9, rules, STANDARD, policies, SEED)
    assert len({tuple(together.row(number)) for number in range(9)}) == 9
    for first in (0, 4, 8):
        alone = simulate(1, rules, STANDARD, policies, SEED, first)
        assert alone.row(0) == together.row(first)


def test_wins_are_shared() -> None:
    """Every game's win is given out once, divided where it is shared."""
    deck = Deck.of(map(Card.parse, ["<r", "rg", "g>"]))  # completed by seat 2 or not
    results = simulate(30, Rules.parse("hisss"), deck, ("hatchling",) * 4, SEED)
    assert sum(results.shares) == 30 * WHOLE_WIN
    assert 0 < results.shares[0] == results.shares[2] == results.shares[3] < results.shares[1]
    both = simulate(2, Rules(), Deck.of([Card.parse("rg")] * 2), ("boa",) * 3, SEED)
    assert both.shares == (2 * WHOLE_WIN // 3,) * 3


def test_no_game_is_none() -> None:
    """No games give no rows."""
    results = simulate(0, Rules(), STANDARD, ("garter", "boa"), SEED)
    assert (list(results.rows), results.shares) == ([], (0, 0))
    assert Results(2, array("q")).width == 2 * PIT_COLUMNS + 2


@pytest.mark.parametrize(
    ("games", "policies", "first_game", "said"),
    [
        (-1, ("boa", "boa"), 0, "0 or more, not -1"),
        (1, ("boa", "boa"), -1, "0 or more, not -1"),
        (1, (), 0, "1 to 8 players, not 0"),
        (1, ("boa",) * 9, 0, "1 to 8 players, not 9"),
        (1, ("boa", "cobra"), 0, '"cobra": the policies are hatchling, garter, boa'),
    ],
)
def test_what_cannot_be_simulated(
    games: int, policies: tuple[str, ...], first_game: int, said: str
) -> None:
    """Wrong numbers and names are refused in a sentence."""
    with pytest.raises(NotationError, match=said):
        simulate(games, Rules(), STANDARD, policies, SEED, first_game)
    with pytest.raises(NotationError, match="A seed is"):
        simulate(1, Rules(), STANDARD, ("boa",), -3)
