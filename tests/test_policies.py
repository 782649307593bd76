"""The policies: what each keeps on its shortlist, told apart by a plain reckoning."""

from __future__ import annotations

from array import array

import pytest

from serpentina.cards import ALL_KINDS, Card, Deck
from serpentina.game import Game, View
from serpentina.layout import Layout, Placement
from serpentina.notation import placement_text
from serpentina.options import Rules
from serpentina.policies import (
    BOA,
    GARTER,
    HATCHLING,
    any_below,
    choices,
    choose,
    expected_taken,
    room_for_placements,
)
from tests.moments import moments
from tests.tables import view_at

pytestmark = pytest.mark.core

RULES = (
    "serpentina",
    "hisss",
    "serpentina,joinable=any",
    "hisss,joinable=snakes,must_match=off",
)


def plain_most(layout: Layout, rules: Rules, card: Card) -> int:
    """The most cards that this card takes, placement by placement."""
    return max(layout.taken(rules, card, found) for found in layout.placements(rules, card))


def plain_expected(layout: Layout, rules: Rules, fan: tuple[int, ...]) -> int:
    """What the next card takes at most, summed over the fan."""
    return sum(
        fan[card.kind] * plain_most(layout, rules, card) for card in ALL_KINDS if fan[card.kind]
    )


def plain_worth(view: View, placement: Placement) -> int:
    """What the boa reckons, by the layout's real cards."""
    assert view.card is not None
    after, taken = view.layout.place(view.rules, view.card, placement)
    left = max(sum(view.fan), 1)
    return len(taken or ()) * left - plain_expected(after, view.rules, view.fan)


def drawn(rules: str, seed: int, deck: str = "standard") -> list[Game]:
    """The moments of a random game in which a card must be placed."""
    return [game for game in moments(2, rules, seed, Deck.parse(deck)) if game.card]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("deck", ["standard", "standard:2", "<r g> <* b>:2 rg:9 br:7 og:3"])
def test_what_the_fan_can_take(rules: str, deck: str) -> None:
    """The sets of ends find what the rules say placement by placement, for every card."""
    for game in drawn(rules, 4, deck)[::5]:
        found = expected_taken(game.layout.table, game.rules.options, array("q", game.view.fan))
        assert found == plain_expected(game.layout, game.rules, game.view.fan)


@pytest.mark.parametrize("rules", RULES)
def test_each_policy_keeps_what_it_values_most(rules: str) -> None:
    """Hatchling all placements, garter what takes most, boa the best balance, in their order."""
    told_apart = 0
    for game in drawn(rules, 11):
        view = game.view
        assert choices(HATCHLING, view) == view.placements
        taken = [view.taken(placement) for placement in view.placements]
        worth = [plain_worth(view, placement) for placement in view.placements]
        for policy, values in ((GARTER, taken), (BOA, worth)):
            best = [
                placement
                for placement, value in zip(view.placements, values, strict=True)
                if value == max(values)
            ]
            assert choices(policy, view) == tuple(best)
        told_apart += choices(BOA, view) != choices(GARTER, view)
    assert told_apart > 3


def test_the_boa_leaves_little_to_take() -> None:
    """Of two snakes it feeds the shorter one, and none if it need not; the garter does not care."""
    rest = "; <r-rg-gb-bo <y-yo ; 0/0/0 0/0/0 ; 1 ; p> r> ; op"
    assert texts(BOA, f"hisss {rest}") == ["2z-op"]
    assert texts(GARTER, f"hisss {rest}") == ["1z-op", "2z-op"]
    assert texts(BOA, f"hisss,must_match=off {rest}") == ["op"]


def texts(policy: int, position: str) -> list[str]:
    """The placements on a policy's shortlist."""
    view = view_at(position)
    assert view.card is not None
    return [placement_text(view.card, placement) for placement in choices(policy, view)]


def test_nothing_drawn_nothing_chosen() -> None:
    """Before a draw there is no placement to choose."""
    assert choices(BOA, Game.new(2, seed=1).view) == ()


def test_choosing_is_fair_among_equals() -> None:
    """The kernel's choice takes each placement of the shortlist about as often as the others."""
    game = next(g for g in drawn("hisss,must_match=off", 3) if len(choices(GARTER, g.view)) > 2)
    state, after = game.view.state, game.layout.table[:]
    found = array("q", bytes(8 * room_for_placements(50)))
    assert game.card is not None
    counts = dict.fromkeys(choices(GARTER, game.view), 0)
    for counter in range(3000):
        chosen = choose(
            GARTER,
            state.table,
            state.options,
            game.card.kind,
            state.fan,
            found,
            after,
            5,
            counter,
        )
        counts[Placement(chosen)] += 1
    even = 3000 / len(counts)
    assert all(abs(count - even) < 5 * even**0.5 for count in counts.values())
    assert state.table == game.layout.table


def test_numbers_below_any_bound() -> None:
    """More placements than `fan.below` knows can be chosen among, each as likely."""
    for bound in (1, 2, 1023, 1024, 40_000):
        numbers = [any_below(9, counter, bound) for counter in range(4000)]
        assert min(numbers) >= 0
        assert max(numbers) < bound
        assert abs(sum(numbers) / 4000 - (bound - 1) / 2) <= 0.025 * bound


def test_a_table_of_one_colour_has_room() -> None:
    """With every card of a deck alone and matching, all placements find room."""
    rules = Rules.parse("hisss,must_match=off")
    layout = Layout.of([(Card.parse("gr"),)] * 11, 12)
    found = layout.placements(rules, Card.parse("gr"))
    assert len(found) <= room_for_placements(11)
