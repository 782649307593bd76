"""Hints: the placement is the best one, and what the sentence says is true."""

from __future__ import annotations

import pytest

from serpentina import rollouts
from serpentina.cards import ALL_KINDS
from serpentina.equity import equity
from serpentina.game import Game, View
from serpentina.hints import Hint, hint
from serpentina.layout import Placement
from serpentina.reasons import KINDS_OF_REASON
from tests.test_gentle import late_views, made


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


def test_without_a_choice_there_is_nothing_to_compare() -> None:
    """A card with one outcome has a hint without a reason."""
    game = Game.new(2, "hisss", "<r r>:2 gr", seed=2)
    while not game.is_over:
        game = game.draw(game.slots[0])
        if len(game.placements) == 1:
            assert hint(game.view) == Hint(game.placements[0])
        game = game.place(game.placements[0])


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
