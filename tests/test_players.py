"""The bots: what each chooses, and that none knows more than the view."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from serpentina import rollouts
from serpentina.cards import STANDARD, Card, Deck
from serpentina.errors import NotationError
from serpentina.fan import Fan
from serpentina.game import Game, View
from serpentina.notation import placement_text
from serpentina.options import Rules
from serpentina.players import PLAYERS, anaconda, player
from serpentina.simulate import WHOLE_WIN, simulate
from tests.campaign import IS_COMPILED
from tests.tables import view_at


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


FEEDS = "hisss ; <r-rg-gb-bo <y-yo ; {} ; 1 ; p> r> ; op"  # a long snake or a short one


def test_the_boa_looks_one_draw_ahead() -> None:
    """It lays a card where the next player has little to complete; the garter does not care."""
    view = view_at(FEEDS.format("0/0/0 0/0/0"))
    assert choices("boa", view, 20) == {"2z-op": 20}
    assert len(choices("garter", view, 50)) == 2


def test_the_anaconda_plays_for_the_win() -> None:
    """Ahead it feeds the short snake; behind, the long one, which alone can still win for it."""
    assert choices("anaconda", view_at(FEEDS.format("10/5/2 5/5/1")), 3) == {"2z-op": 3}
    assert choices("anaconda", view_at(FEEDS.format("5/5/1 10/5/2")), 3) == {"1z-op": 3}


def test_the_anaconda_goes_on_where_all_is_decided() -> None:
    """Where nothing can change who wins it takes what it can, as the boa does."""
    lost = "hisss ; <r-rg-gb-bo <y-yo g> ; 0/0/0 30/9/4 ; 1 ; p> r> rg rg ; o>"
    assert choices("anaconda", view_at(lost), 3) == {"1z-o>": 3}


def test_the_anaconda_at_the_largest_table() -> None:
    """It has room for 200 cards, and for eight players."""
    game = Game.new(8, "hisss,must_match=off", Deck.parse("standard:4"), seed=1)
    for _ in range(3):
        game = game.draw(game.slots[0])
        game = game.place(player("anaconda").choose(game.view, random.Random(1)))
    assert len(game.slots) == 196


def test_the_anaconda_alone() -> None:
    """A single player always wins: it takes what it can."""
    alone = "hisss ; <r-rg-gb-bo <y-yo g> ; 0/0/0 ; 1 ; p> r> rg rg ; o>"
    assert choices("anaconda", view_at(alone), 3) == {"1z-o>": 3}


@pytest.mark.parametrize(("left", "plies"), [(3, [9]), (12, [2, 4]), (30, [2, 3])])
def test_how_far_the_anaconda_looks(
    left: int, plies: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the end of the game or four, or three placements; and less where it takes too long."""
    view = drawn_with(left)
    asked: list[int] = []
    monkeypatch.setattr(anaconda, "NEAR", 1.0)
    looks = anaconda.Player.worths

    def noted(self: anaconda.Player, *others: Any) -> list[float]:
        asked.append(others[-1])
        return looks(self, *others)

    monkeypatch.setattr(anaconda.Player, "worths", noted)
    chosen = player("anaconda").choose(view, random.Random(1))
    assert (asked, chosen in view.placements) == (plies, True)
    for most in ("MOST", "MOST_AS_IT_STANDS"):
        monkeypatch.setattr(anaconda, most, 1)
    asked.clear()
    assert player("anaconda").choose(view, random.Random(1)) in view.placements
    assert asked == ([9, 2] if left == 3 else [2])


def drawn_with(left: int) -> View:
    """A view with several outcomes to choose from and so many cards in the fan."""
    for seed in range(99):
        game = play_until(Game.new(2, "hisss", seed=seed), left + 1)
        view = game.draw(game.slots[0]).view
        if len(view.placements) > 1:
            return view
    raise AssertionError("no choice")


def play_until(game: Game, left: int) -> Game:
    """Play any placements until so many cards are left in the fan."""
    chance = random.Random(3)
    while len(game.slots) > left:
        game = game.draw(game.slots[0])
        game = game.place(chance.choice(game.placements))
    return game


@pytest.mark.parametrize("rules", ["serpentina", "hisss"])
def test_each_is_stronger_than_the_one_before(rules: str) -> None:
    """On the same fans in both orders of seats, garter beats hatchling and boa beats garter."""
    pairs = [("garter", "hatchling", 60, 30)]
    if IS_COMPILED:  # as the source stands it would take most of a minute
        pairs.append(("boa", "garter", 800, 20))
    for stronger, weaker, games, least in pairs:
        first = simulate(games, Rules.parse(rules), STANDARD, (stronger, weaker), 1).shares
        second = simulate(games, Rules.parse(rules), STANDARD, (weaker, stronger), 1).shares
        ahead = (first[0] + second[1] - first[1] - second[0]) / WHOLE_WIN
        assert ahead > least


@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "rules", "left"), [(2, "hisss", 29), (3, "serpentina", 5)])
@pytest.mark.parametrize("name", PLAYERS)
def test_no_player_is_clairvoyant(
    name: str, seats: int, rules: str, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same view with another fan behind it gives the same placement."""
    monkeypatch.setattr(rollouts, "FEWEST_GAMES", 8)  # quick even as the kernel stands
    monkeypatch.setattr(rollouts, "FEWEST_BLOCKS", 2)
    monkeypatch.setattr(rollouts, "BLOCKS_EACH", 1)
    monkeypatch.setattr("serpentina.weighing.ROLLOUTS", rollouts.Stop(games=8))
    chance = random.Random(2)
    for seed in range(20 if left > 9 else 6):
        game = Game.new(seats, rules, seed=seed)
        while len(game.slots) > left:
            game = game.draw(game.slots[0])
            game = game.place(chance.choice(game.placements))
        game = game.draw(game.slots[0])
        order = list(game.fan.order)
        hidden = [order[slot] for slot in game.slots]
        for slot, card in zip(game.slots, reversed(hidden), strict=True):
            order[slot] = card
        other = Game.new(seats, rules, fan=Fan.laid(order))
        for turn in game.turns[1:]:
            other = other.draw(turn.slot).place(turn.placement)
        views = [game.view, other.draw(game.slot or 0).view]
        chosen = {player(name).choose(view, random.Random(seed)) for view in views}
        assert len(chosen) == 1


def test_players_are_named() -> None:
    """A name that is not known is refused with the names that are."""
    with pytest.raises(NotationError, match="hatchling, garter"):
        player("python")
