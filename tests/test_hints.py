"""Hints: the placement is the best one, and what the sentence says is true."""

from __future__ import annotations

import random

import pytest

from serpentina import hints, rollouts
from serpentina.cards import ALL_KINDS
from serpentina.equity import Equity, equity
from serpentina.game import Game, View
from serpentina.hints import Hint, hint
from serpentina.layout import Placement
from serpentina.reasons import KINDS_OF_REASON, Reason, prospect, reason
from tests.test_gentle import late_views, made

pytestmark = pytest.mark.core


def given(rules: str = "serpentina", players: int = 2) -> list[tuple[View, Hint]]:
    """Hints late in games."""
    return [(view, hint(view)) for view in late_views(4, range(25), rules, players)]


def most_taken(view: View, placement: Placement) -> dict[int, int]:
    """After a placement: what each kind of card of the fan takes at most."""
    assert view.card is not None
    after, _ = view.layout.place(view.rules, view.card, placement)
    most = {}
    for kind, count in enumerate(view.fan):
        if count:
            card = ALL_KINDS[kind]
            found = after.placements(view.rules, card)
            most[kind] = max(after.taken(view.rules, card, each) for each in found)
    return most


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", ["serpentina", "hisss"])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_it_is_the_best_placement(rules: str, players: int) -> None:
    """By the exact values, no placement is better for the player; the gain is that over the other.

    The other is one of the placements, too.
    """
    for view, found in given(rules, players):
        seat = view.seat - 1
        values = {each: equity(made(view, each), "exact") for each in view.placements}
        assert max(values.values(), key=lambda worth: worth.liking(seat)).win == (
            values[found.placement].win
        )
        if found.other is not None:
            gain = values[found.placement].win[seat] - values[found.other].win[seat]
            assert found.gain == pytest.approx(gain)


def test_what_it_says_is_true() -> None:
    """The numbers of the reasons are those that one counts on the table."""
    kinds = set()
    for view, found in given() + given("hisss"):
        if found.reason is None or found.other is None:
            continue
        kind, here, there = found.reason
        kinds.add(kind)
        best, other = most_taken(view, found.placement), most_taken(view, found.other)
        if kind in ("takes", "takes_more"):
            assert (here, there) == (view.taken(found.placement), view.taken(found.other))
        elif kind == "feeds_less":
            feeding = [
                sum(view.fan[card] for card, most in each.items() if most) for each in (best, other)
            ]
            assert [here, there] == feeding
            assert here < there
        elif kind == "feeds_smaller":
            assert (here, there) == (max(best.values()), max(other.values()))
            assert here < there
    assert kinds <= set(KINDS_OF_REASON)
    assert {"takes", "feeds_less"} <= kinds


def test_it_says_why_the_greater_catch_is_not_better() -> None:
    """Where another placement takes more at once, that is the one to compare with."""
    for view, found in given() + given("hisss"):
        if found.other is not None:
            most = max(map(view.taken, view.placements))
            taken = view.taken(found.placement), view.taken(found.other)
            assert taken[0] == most or taken[1] == most


def given_order(view: View, seed: int) -> list[tuple[Placement, Equity]]:
    """The placements in any order, as if that were by what they are worth."""
    order = random.Random(seed).sample(view.placements, len(view.placements))
    worths = [Equity("exact", (), (), (), (), 0, 0, cost=(0.01 * n, 7)) for n in range(len(order))]
    return list(zip(order, worths, strict=True))


def telling(view: View, best: Placement, other: Placement) -> Reason:
    """Why one placement is better than the other, for whom it is."""
    assert view.card is not None
    one, two = (
        prospect(view.rules, view.layout, view.card, each, view.fan) for each in (best, other)
    )
    return reason(one, two, is_own=len(view.pits) == 1)


@pytest.mark.parametrize("players", [1, 2])
def test_with_which_other_it_compares(monkeypatch: pytest.MonkeyPatch, players: int) -> None:
    """With the first that takes most, if that is more than the best does.

    Else with the first about which there is something to say, else with the next best. What is
    said and by how much it is better is about these two.
    """
    seen = set()
    views = [
        *late_views(16, range(50), players=players),
        *late_views(9, range(50), "hisss,must_match=off", players),
    ]
    for seed, view in enumerate(views):
        worths = given_order(view, seed)
        monkeypatch.setattr(hints, "weigh", lambda *_, worths=worths, **__: worths)
        best, *others = [placement for placement, _ in worths]
        most = max(map(view.taken, others))
        said = [telling(view, best, other).kind != "long_run" for other in others]
        if view.taken(best) < most:
            wanted = next(n for n, other in enumerate(others) if view.taken(other) == most)
        else:
            wanted = said.index(True) if any(said) else 0
        found = hint(view)
        assert (found.placement, found.other) == (best, others[wanted])
        assert found.reason == telling(view, best, others[wanted])
        assert found.gain == worths[wanted + 1][1].cost[0]
        seen.add((view.taken(best) < most, wanted > 0, said[wanted]))
    assert {(True, True, False), (False, True, True), (False, False, True)} <= seen


def test_without_a_choice_there_is_nothing_to_compare() -> None:
    """A card with one outcome has a hint without a reason."""
    game = Game.new(2, "hisss", "<r r>:2 gr", seed=2)
    while not game.is_over:
        game = game.draw(game.slots[0])
        if len(game.placements) == 1:
            assert hint(game.view) == Hint(game.placements[0])
        game = game.place(game.placements[0])


@pytest.mark.no_cover
def test_early_in_a_game_it_is_a_guess_that_does_not_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With many cards left it comes from rollouts, the same each time."""
    monkeypatch.setattr(rollouts, "FEWEST_GAMES", 8)
    monkeypatch.setattr(rollouts, "FEWEST_BLOCKS", 6)
    monkeypatch.setattr(rollouts, "BLOCKS_EACH", 1)
    monkeypatch.setattr("serpentina.weighing.ROLLOUTS", rollouts.Stop(games=8))
    for view in late_views(16, range(3)):
        assert hint(view) == hint(view)
        assert hint(view).placement in view.placements
