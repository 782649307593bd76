"""The gentle one: what it is called, what is plausible, and that it steers towards the target."""

from __future__ import annotations

import random

import pytest

from serpentina import prospects, rollouts, weighing
from serpentina.cards import Card, Deck
from serpentina.equity import equity
from serpentina.errors import NotationError
from serpentina.fan import Fan
from serpentina.game import Game, View
from serpentina.layout import Placement
from serpentina.notation import Pit, Position
from serpentina.players import gentle, player
from serpentina.weighing import position_of, weigh

pytestmark = pytest.mark.core

CHANCE = random.Random(0)


@pytest.fixture(autouse=True)
def few_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few games that the kernel may run as it stands."""
    monkeypatch.setattr(rollouts, "FEWEST_GAMES", 8)
    monkeypatch.setattr(rollouts, "FEWEST_BLOCKS", 2)
    monkeypatch.setattr(rollouts, "BLOCKS_EACH", 1)
    monkeypatch.setattr("serpentina.weighing.ROLLOUTS", rollouts.Stop(games=8))


def late_views(left: int, seeds: range, rules: str = "serpentina", players: int = 2) -> list[View]:
    """Views late in games, with a choice."""
    views = []
    for seed in seeds:
        game, chance = Game.new(players, rules, seed=seed), random.Random(seed)
        while len(game.slots) > left:
            game = game.draw(game.slots[0])
            game = game.place(chance.choice(game.placements))
        game = game.draw(game.slots[0])
        if len(game.placements) > 1:
            views.append(game.view)
    return views


def made(view: View, placement: Placement) -> Position:
    """The position after a placement."""
    assert view.card is not None
    before, seats = position_of(view), len(view.pits)
    layout, taken = view.layout.place(view.rules, view.card, placement)
    pits = list(before.pits)
    if taken:
        cards, longest, snakes = pits[view.seat - 1]
        longest = max(longest, len(taken))
        pits[view.seat - 1] = Pit(cards + len(taken), longest, snakes + 1)
    lying = tuple(layout.snakes.values())
    return Position(view.rules, lying, tuple(pits), view.seat % seats + 1, view.fan)


def view_of(order: str, rules: str = "serpentina") -> View:
    """The view of a game in which all cards but the last lie on their own."""
    fan = Fan.laid(map(Card.parse, order.split()))
    game = Game.new(2, f"{rules},must_match=off", Deck.of(fan.order), fan=fan)
    while len(game.slots) > 1:
        game = game.draw(game.slots[0])
        game = game.place(game.placements[-1])
    return game.draw(game.slots[0]).view


@pytest.mark.parametrize(
    ("name", "seat", "percent"),
    [("gentle", None, None), ("gentle:3", 3, None), ("gentle:1:50", 1, 50), ("gentle:8:99", 8, 99)],
)
def test_its_name_says_whom_it_is_gentle_with(
    name: str, seat: int | None, percent: int | None
) -> None:
    """Seat and chance stand behind colons, or neither, or the seat alone."""
    found = player(name)
    assert isinstance(found, gentle.Player)
    assert (found.seat, found.percent) == (seat, percent)


@pytest.mark.parametrize(
    "name",
    ["gentle:", "gentle:0", "gentle:9", "gentle:1:0", "gentle:1:100", "gentle:x", "gentle:1:"],
)
def test_what_it_cannot_be_called(name: str) -> None:
    """A seat that no table has or a chance that nobody has is refused with what would be right."""
    with pytest.raises(NotationError, match="gentle:SEAT:PERCENT, with a seat from 1 to 8"):
        player(name)


def test_no_other_player_takes_a_wish() -> None:
    """What stands behind a colon is for the gentle one alone."""
    with pytest.raises(NotationError, match='no player "garter:1"'):
        player("garter:1")


@pytest.mark.parametrize(
    ("wanted", "own", "seats", "found"),
    [(None, 2, 2, 1), (None, 1, 3, 2), (3, 1, 3, 3), (2, 2, 2, 1), (7, 1, 2, 2), (None, 1, 1, 1)],
)
def test_the_first_other_seat_stands_in(
    wanted: int | None, own: int, seats: int, found: int
) -> None:
    """A seat that is its own or not at the table gives way to the first other one."""
    assert gentle.other_seat(wanted, own, seats) == found


def test_it_never_overlooks_a_long_snake() -> None:
    """Nine cards that it can take are taken; eight it may overlook."""
    short = view_of("<r rg g>", "hisss")
    assert gentle.plausible(short) == short.placements
    found = set()
    for seed in range(200):
        game = Game.new(1, "hisss", Deck.parse("<r:3 rg:9 g>:3"), seed=seed)
        while not game.is_over:
            game = game.draw(game.slots[0])
            view = game.view
            most = max(map(view.taken, view.placements))
            kept = gentle.plausible(view)
            takes = min(map(view.taken, kept))
            assert kept == view.placements if most < gentle.LONG else takes > 0
            found.add(most >= gentle.LONG and len(kept) < len(view.placements))
            longest = max(game.placements, key=lambda each: (view.taken(each) == 0, each))
            game = game.place(longest)
    assert found == {True, False}


@pytest.mark.no_cover
@pytest.mark.parametrize("players", [1, 2, 4])
def test_it_places_lawfully_and_always_alike(players: int) -> None:
    """What it makes is plausible, and the same for the same view whatever chance says."""
    views = late_views(14, range(6), players=players) + late_views(3, range(6), players=players)
    assert views
    for view in views:
        chosen = {player("gentle").choose(view, random.Random(seed)) for seed in range(3)}
        assert len(chosen) == 1
        assert chosen <= set(gentle.plausible(view))


@pytest.mark.no_cover
def test_it_brings_the_other_near_the_target() -> None:
    """By the exact values of short games, no plausible placement comes nearer than it does.

    A target of 1 % is met by another placement than one of 99 % where they differ.
    """
    moved = 0
    for view in late_views(4, range(40)):
        worths = dict(weigh(view, "garter", is_reduced=False))
        other = 2 - view.seat
        chances = {}
        for percent in (1, 50, 99):
            chosen = gentle.Player(other + 1, percent).choose(view, CHANCE)
            chances[percent] = worths[chosen].win[other]
            nearest = min(
                abs(worth.win[other] - percent / 100)
                for each, worth in worths.items()
                if each in gentle.plausible(view)
            )
            assert abs(chances[percent] - percent / 100) <= max(nearest, gentle.NEAR)
        moved += chances[99] > chances[1]
        assert chances[99] >= chances[1]
    assert moved > 2


def test_where_all_is_near_it_plays_its_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """If any chance is near enough, it makes the best placement for itself."""
    monkeypatch.setattr(gentle, "NEAR", 1.0)
    for view in late_views(4, range(12)):
        kept = gentle.plausible(view)
        best = next(each for each, _ in weigh(view, "garter", is_reduced=False) if each in kept)
        assert gentle.Player(1).choose(view, CHANCE) == best


def test_worths_belong_to_the_placements_of_the_view() -> None:
    """Wherever the snakes lie, what a placement is worth is what follows when it is made."""
    gaps = 0
    for view in late_views(3, range(30)):
        gaps += max(view.layout.snakes, default=0) >= len(view.layout.snakes)
        for placement, worth in weigh(view, "boa", is_reduced=True):
            after = made(view, placement)
            assert equity(after, "exact").win == worth.win
    assert gaps


def test_of_equal_outcomes_the_first_stands_for_all() -> None:
    """At either of two equal snakes a placement makes the same, so only one of them is weighed."""
    view = view_of("rg rg gb")
    at_one, at_other, alone = view.placements
    assert made(view, at_one).pits == made(view, at_other).pits
    found = {placement for placement, _ in weigh(view, "boa", is_reduced=True)}
    assert found == {at_one, alone}


def how_weighed(view: View) -> set[str]:
    """By which methods the placements of a view are weighed."""
    return {worth.method for _, worth in weigh(view, "garter", is_reduced=False)}


def test_what_would_take_too_long_is_rolled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond a bound on memory, no clock, exact values are given up, and each time alike."""
    monkeypatch.setattr(prospects, "TABLE_ROWS", 4)
    view = late_views(6, range(6))[0]
    assert how_weighed(view) == {"exact"}
    monkeypatch.setattr(weighing, "MOST_BYTES", 1000)
    assert how_weighed(view) == {"rollout"}
    worths = [weigh(view, "garter", is_reduced=False) for _ in range(2)]
    assert [(each, worth.win) for each, worth in worths[0]] == [
        (each, worth.win) for each, worth in worths[1]
    ]


@pytest.mark.parametrize(
    ("rules", "left", "method"),
    [
        ("hisss", 5, "exact"),
        ("hisss", 6, "rollout"),
        ("hisss,must_match=off", 3, "exact"),
        ("hisss,must_match=off", 4, "rollout"),
    ],
)
def test_with_more_placements_fewer_cards_are_solved(
    monkeypatch: pytest.MonkeyPatch, rules: str, left: int, method: str
) -> None:
    """Where cards need not match, exact values end two cards sooner."""
    monkeypatch.setattr(weighing, "FEW_CARDS", (1, 5, 1))
    view = late_views(left + 1, range(9), rules)[0]
    assert sum(view.fan) == left
    assert how_weighed(view) == {method}


def test_a_whole_game_is_lawful() -> None:
    """It plays to the end without a word from the rules."""
    game, chance = Game.new(2, "hisss", Deck.parse("<r:2 rg:4 g>:2 gb:2"), seed=3), CHANCE
    while not game.is_over:
        game = game.draw(game.slots[0])
        game = game.place(player("gentle").choose(game.view, chance))
    assert game.count().is_counted


def test_its_seats_are_renumbered() -> None:
    """In a rematch it stays gentle with the same person, who has another seat."""
    numbers = {1: 3, 2: 1, 3: 2}
    assert gentle.renamed("2:60", numbers) == "1:60"
    assert gentle.renamed("1", numbers) == "3"
    assert gentle.renamed("7:60", numbers) == "7:60"
