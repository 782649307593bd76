"""The bots: what each chooses, and that none knows more than the view."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from serpentina import rollouts
from serpentina.cards import Card, Deck
from serpentina.errors import NotationError
from serpentina.fan import Fan
from serpentina.game import Game, View
from serpentina.notation import placement_text
from serpentina.players import PLAYERS, player


def view_of(order: str, rules: str) -> View:
    """The view of a game dealt in this order, all cards but the last laid on their own."""
    fan = Fan.laid(map(Card.parse, order.split()))
    game = Game.new(2, f"{rules},must_match=off", Deck.of(fan.order), fan=fan)
    while len(game.slots) > 1:
        game = game.draw(game.slots[0])
        game = game.place(game.placements[-1])
    return game.draw(game.slots[0]).view


def choices(name: str, view: View, times: int = 4000) -> Counter[str]:
    """How often a player makes each placement."""
    assert view.card is not None
    who, chance = player(name), random.Random(1)
    return Counter(placement_text(view.card, who.choose(view, chance)) for _ in range(times))


def test_hatchling_places_at_random() -> None:
    """Every placement comes, each about as often."""
    counts = choices("hatchling", view_of("gr <r g> rg", "hisss"))
    assert len(counts) == 8
    assert all(400 < count < 600 for count in counts.values())


def test_garter_takes_the_longest() -> None:
    """Of several snakes that it can take it takes the one with most cards."""
    view = view_of("<r g> bo gr", "hisss")
    assert choices("garter", view, 50) == {"2a-gr-1z": 50}


def test_garter_is_fair_among_equals_and_where_it_takes_nothing() -> None:
    """Equally long ones have the same chance; without any, every placement has."""
    equal = choices("garter", view_of("<r <r g> gr", "hisss"))
    assert set(equal) == {"3a-gr-1z", "3a-gr-2z"}
    assert all(1800 < count < 2200 for count in equal.values())
    nothing = choices("garter", view_of("gr or by go", "hisss"))
    assert len(nothing) == len(view_of("gr or by go", "hisss").placements)
    assert max(nothing.values()) < 1.3 * min(nothing.values())


@pytest.mark.parametrize("name", PLAYERS)
def test_no_player_is_clairvoyant(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same view with another fan behind it gives the same placement."""
    monkeypatch.setattr(rollouts, "FEWEST_GAMES", 8)  # quick even as the kernel stands
    monkeypatch.setattr(rollouts, "FEWEST_BLOCKS", 2)
    monkeypatch.setattr(rollouts, "BLOCKS_EACH", 1)
    monkeypatch.setattr("serpentina.weighing.ROLLOUTS", rollouts.Stop(games=8))
    chance = random.Random(2)
    for seed in range(20):
        game = Game.new(2, "hisss", seed=seed)
        for _ in range(20):
            game = game.draw(game.slots[0])
            game = game.place(chance.choice(game.placements))
        game = game.draw(game.slots[0])
        order = list(game.fan.order)
        hidden = [order[slot] for slot in game.slots]
        for slot, card in zip(game.slots, reversed(hidden), strict=True):
            order[slot] = card
        other = Game.new(2, "hisss", fan=Fan.laid(order))
        for turn in game.turns[1:]:
            other = other.draw(turn.slot).place(turn.placement)
        views = [game.view, other.draw(game.slot or 0).view]
        chosen = {player(name).choose(view, random.Random(seed)) for view in views}
        assert len(chosen) == 1


def test_players_are_named() -> None:
    """A name that is not known is refused with the names that are."""
    with pytest.raises(NotationError, match="hatchling, garter"):
        player("python")
