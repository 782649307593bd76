"""Looking ahead: the same as a plain recursion, a limit that is kept, states that are one."""

from __future__ import annotations

import random
from array import array
from functools import cache

import pytest

from serpentina.afterstates import count_offers, share
from serpentina.cards import KINDS, STANDARD, Card
from serpentina.game import Game, State
from serpentina.intuition import NETWORK, STAGES
from serpentina.layout import Layout, turn_round
from serpentina.lookahead import (
    CERTAIN,
    GIVEN_UP,
    KNOWN,
    MOST_PLIES,
    NOTHING_DRAWN,
    Thought,
    key_of,
    leaf,
    weigh,
)
from serpentina.notation import parse_table
from serpentina.rules import (
    PIT_COLUMNS,
    cards_taken,
    collect,
    has_won_race,
    list_placements,
    place,
)

pytestmark = pytest.mark.core


@cache
def weights() -> array[float]:
    """Some network, the same each time."""
    chance = random.Random(4)
    return array("d", [chance.gauss(0, 0.1) for _ in range(STAGES * NETWORK)])


def state_of(rules: str, players: int, seed: int, left: int) -> tuple[State, Game]:
    """A state of a random game in which a card is drawn and so many are left in the fan."""
    choice = random.Random(seed)
    game = Game.new(players, rules, seed=seed)
    while len(game.slots) > left + 1:
        if game.is_over:  # a race
            return state_of(rules, players, seed + 100, left)
        game = game.draw(game.slots[0])
        game = game.place(choice.choice(game.placements))
    game = game.draw(game.slots[0])
    return game.view.state, game


def thought_of(state: State) -> Thought:
    """Scratch with a state where it begins."""
    thought = Thought.for_state(state.table, state.pits)
    thought.tables[0][:] = state.table
    thought.pits[0][:] = state.pits
    return thought


def plain_placements(state: State, card: int) -> list[int]:
    """All placements of a card, by the rules."""
    found = array("q", [0] * 9000)
    return list(found[: list_placements(state.table, state.options, card, found)])


def plain_after(state: State, card: int, placement: int, me: int, plies: int) -> float:
    """What a placement is worth to a seat, by recursion."""
    after = state._replace(table=state.table[:], pits=state.pits[:], fan=state.fan[:])
    taken = max(0, -place(after.table, after.options, card, placement))
    collect(after.pits, after.seat, taken)
    left, seats = sum(after.fan), len(after.pits) // PIT_COLUMNS
    if left == 0 or has_won_race(after.pits, after.options, after.seat):
        return share(after.pits, after.options, me)
    after = after._replace(seat=(after.seat + 1) % seats)
    if plies == 1 and left > CERTAIN:
        thought = thought_of(after)
        count_offers(after.fan, thought.offers)
        return leaf(after.options, after.fan, after.seat, me, 0, weights(), thought)
    return plain_worth(after, me, plies - 1)


def plain_worth(state: State, me: int, plies: int) -> float:
    """The mean over all draws: `me` makes the best placement, others any that takes the most."""
    total, left = 0.0, sum(state.fan)
    for card in range(KINDS):
        if count := state.fan[card]:
            fan = state.fan[:]
            fan[card] -= 1
            drawn = state._replace(fan=fan)
            found = plain_placements(drawn, card)
            if state.seat != me:
                taken = [cards_taken(state.table, state.options, card, one) for one in found]
                found = [
                    one for one, cards in zip(found, taken, strict=True) if cards == max(taken)
                ]
            worths = [plain_after(drawn, card, one, me, plies) for one in found]
            total += count * (max(worths) if state.seat == me else sum(worths) / len(worths))
    return total / left


def looked(state: State, card: int, me: int, plies: int, most: int = 10**9) -> list[float]:
    """What looking ahead says of each placement of a card."""
    thought, found = thought_of(state), plain_placements(state, card)
    thought.found[0][: len(found)] = array("q", found)
    seat, count = state.seat, len(found)
    worth = weigh(state.options, state.fan, card, count, seat, me, plies, most, weights(), thought)
    if worth == GIVEN_UP:
        return []
    assert worth == pytest.approx(max(thought.worths[:count]))
    return list(thought.worths[:count])


@pytest.mark.parametrize(
    ("rules", "players"),
    [("serpentina", 2), ("hisss", 2), ("hisss,goal=race:17", 3), ("serpentina,goal=snakes", 4)],
)
def test_the_last_cards_to_the_end(rules: str, players: int) -> None:
    """With few cards left every placement is worth what a plain recursion finds."""
    for seed, left in ((1, 3), (2, 3), (5, 2), (6, 1), (7, 0)):
        state, game = state_of(rules, players, seed, left)
        assert game.card
        expected = [
            plain_after(state, game.card.kind, placement, state.seat, MOST_PLIES)
            for placement in game.placements
        ]
        found = looked(state, game.card.kind, state.seat, MOST_PLIES)
        assert found == pytest.approx(expected)


@pytest.mark.parametrize(("rules", "players"), [("serpentina", 2), ("hisss", 3)])
def test_two_placements_ahead(rules: str, players: int) -> None:
    """In the middle of a game, two placements ahead, the leaves are what the network guesses."""
    for seed in (1, 2):
        state, game = state_of(rules, players, seed, 17)
        assert game.card
        expected = [
            plain_after(state, game.card.kind, placement, state.seat, 2)
            for placement in game.placements
        ]
        assert looked(state, game.card.kind, state.seat, 2) == pytest.approx(expected)


def test_before_the_draw() -> None:
    """With nothing drawn, it is the mean over all cards, for whichever seat is asked."""
    state, _ = state_of("hisss", 2, 3, 4)
    for me in range(2):
        thought = thought_of(state)
        found = weigh(
            state.options,
            state.fan,
            NOTHING_DRAWN,
            0,
            state.seat,
            me,
            1,
            10**9,
            weights(),
            thought,
        )
        assert found == pytest.approx(plain_worth(state, me, 1))


def test_it_gives_up_in_time() -> None:
    """After too many placements it says so, and all cards are in the fan again."""
    state, game = state_of("serpentina,must_match=off", 2, 3, 6)
    assert game.card
    before = state.fan[:]
    assert looked(state, game.card.kind, state.seat, MOST_PLIES, most=100) == []
    assert state.fan == before
    assert looked(state, game.card.kind, state.seat, 2)


def test_earlier_questions_change_nothing() -> None:
    """Asked again, it knows nothing, but remembers each state at the same place as before."""
    state, game = state_of("serpentina", 2, 3, 5)
    assert game.card
    thought, found = thought_of(state), plain_placements(state, game.card.kind)
    thought.found[0][: len(found)] = array("q", found)
    keys = []
    for _ in range(3):
        card, count, seat = game.card.kind, len(found), state.seat
        weigh(state.options, state.fan, card, count, seat, seat, 9, 10**9, weights(), thought)
        keys.append([key for key in thought.keys if key])
    assert len({len(each) for each in keys}) == 1
    assert not set(keys[0]) & set(keys[1])


def test_states_that_are_one_have_one_key() -> None:
    """Neither the place of a snake nor its direction matters; its ends, cards and pits do."""
    fan, pits = array("q", [1] * KINDS), array("q", [3, 3, 1, 0, 0, 0])

    def key(table: str, turned: bool = False) -> int:
        snakes = [turn_round(s) if turned else s for s in parse_table(table)]
        return key_of(Layout.of(snakes, len(STANDARD)).table, pits, fan, 5 * KNOWN)

    same = {key("rg-gb bo-oy"), key("bo-oy rg-gb"), key("rg-gb bo-oy", True)}
    assert len(same) == 1
    others = {key(text) for text in ("rg-gb", "rg-gb bo-oy-yr", "<r-rg", "gr-r>", "<r", "r>")}
    assert len(others | same) == 7
    pits[0] += 1
    fewer = key("rg-gb bo-oy")
    fan[Card.parse("rg").kind] -= 1
    assert len({fewer, key("rg-gb bo-oy")} | same) == 3
