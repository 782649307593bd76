"""What is refused, and what cannot be changed, when programs use the public names."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from serpentina.cards import STANDARD, Card, Deck
from serpentina.errors import NotationError, SerpentinaError
from serpentina.fan import Fan
from serpentina.game import Game
from serpentina.layout import Layout
from serpentina.notation import parse_table
from serpentina.options import Rules
from serpentina.record import Record, told_apart
from serpentina.referee import outcomes

LONE = ["<b"]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Rules(joined="x"), "These are no rules"),
        (lambda: Rules(joinable="x"), "These are no rules"),
        (lambda: Rules(goal="x"), "These are no rules"),
        (lambda: Rules(goal="race"), "These are no rules"),
        (lambda: Rules(race_to=5), "These are no rules"),
        (lambda: Deck((1, 2, 3)), "29 counts"),
        (lambda: Deck((-1, *STANDARD.counts[1:])), "29 counts"),
        (lambda: Game.new(seed=1, fan=Fan.shuffled(STANDARD)), "not from both"),
        (lambda: Game.new(fan=Fan.laid([Card(1), Card(2)])), "does not hold the cards"),
        (lambda: Record.of(Game.new(2), ("a", "b", "c")), "2 seats, but 3 names"),
    ],
)
def test_nonsense_is_refused(make: Callable[[], object], sentence: str) -> None:
    """R1 to R7: what is no rules, deck, game or record cannot be made."""
    with pytest.raises(SerpentinaError, match=sentence):
        make()


@pytest.mark.core
@pytest.mark.parametrize(
    ("snakes", "fits"), [(199, True), (200, False), (201, False), (300, False)]
)
def test_a_table_has_at_most_200_cards(snakes: int, fits: bool) -> None:
    """R5: the referee answers for 199 cards and the one drawn, and refuses more in a sentence."""
    text = " ".join(LONE * snakes)
    if fits:
        assert len(outcomes(Rules.parse("hisss"), parse_table(text), Card.parse("gb"))) == 1
        return
    with pytest.raises(NotationError, match="A table has at most 200 cards"):
        outcomes(Rules.parse("hisss"), parse_table(text), Card.parse("gb"))


def test_who_has_a_view_cannot_change_the_game() -> None:
    """R8: a bot that writes into its view spoils its own view only."""
    game = Game.new(2, seed=1).draw(1)
    view = game.view
    view.layout.table[0] = 77
    assert isinstance(view.layout.snakes, dict)
    view.layout.snakes.clear()
    assert game.view == Game.new(2, seed=1).draw(1).view
    assert game.layout.snakes


def test_a_deck_may_be_given_as_text() -> None:
    """R5: `Game.new` reads rules and deck."""
    assert Game.new(1, "hisss", "standard:2").deck == STANDARD * 2


def test_equal_names_are_told_apart() -> None:
    """Two players of one name are shown with the numbers of their seats."""
    assert told_apart(("Ana", "Ben", "Ana")) == ("Ana (1)", "Ben", "Ana (3)")


def test_a_layout_copies() -> None:
    """A copy is equal and independent."""
    layout = Layout.of(parse_table("gr <b"), 50)
    assert layout.copy() == layout
    assert layout.copy().table is not layout.table
