"""What holds in every game: Hypothesis chooses rules, decks, players, draws and placements."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from serpentina.cards import STANDARD, Card, Deck
from serpentina.fan import Fan
from serpentina.game import Game
from serpentina.layout import Snake
from serpentina.notation import (
    Position,
    canonical,
    parse_placement,
    parse_table,
    placement_text,
    table_text,
)
from serpentina.options import Rules
from serpentina.reader import read_record
from serpentina.record import Record
from serpentina.table import COLUMNS, lay, new_table, packed
from tests.campaign import EXAMPLES

pytestmark = pytest.mark.core

RULES = st.builds(
    Rules,
    joined=st.sampled_from(["taken", "when_complete"]),
    joinable=st.sampled_from(["snakes", "any"]),
    must_match=st.booleans(),
    goal=st.sampled_from(["cards", "snakes"]),
) | st.integers(1, 30).map(lambda cards: Rules(goal="race", race_to=cards))
DECKS = st.sampled_from(
    [STANDARD, STANDARD * 2, Deck.parse("<r <g r> g> <* *> gr:6"), Deck.parse("gr:2")]
)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game at any moment: as dealt, in its course, with a card in hand, over or counted."""
    rules, deck, players = draw(RULES), draw(DECKS), draw(st.integers(1, 8))
    game = Game.new(players, rules, deck, seed=draw(st.integers(0, 2**63 - 1)))
    choice = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 2 * len(deck)))):
        if game.is_over:
            break
        if game.card is None:
            game = game.draw(choice.choice(game.slots))
        else:
            game = game.place(choice.choice(game.placements))
    return game.count() if game.is_over and draw(st.booleans()) else game


def all_cards(game: Game) -> list[Card]:
    """Every card: in the fan, in hand, on the table and in the pits."""
    snakes: list[Snake] = [*game.layout.snakes.values(), *(s for pit in game.pits for s in pit)]
    hidden = [game.fan.order[slot] for slot in game.slots]
    hand = [game.card] if game.card else []
    return [*hidden, *hand, *(Card(card.kind) for snake in snakes for card in snake)]


@settings(max_examples=EXAMPLES)
@given(games())
def test_cards_are_conserved(game: Game) -> None:
    """No card appears, disappears or lies twice."""
    assert Counter(all_cards(game)) == Counter(game.deck)


@settings(max_examples=EXAMPLES)
@given(games())
def test_snakes_keep_the_rules(game: Game) -> None:
    """R14, R15: no snake has two heads or two tails, and every one can be read back."""
    for snake in (*game.layout.snakes.values(), *(s for pit in game.pits for s in pit)):
        assert sum(card.is_head for card in snake) <= 1
        assert sum(card.is_tail for card in snake) <= 1
        assert not any(card.is_head for card in snake[1:])
        assert not any(card.is_tail for card in snake[:-1])
        if snake[0].is_head and snake[-1].is_tail:
            assert len(snake) >= 3
    text = table_text(game.layout.snakes.values())
    assert table_text(parse_table(text)) == text


@settings(max_examples=EXAMPLES)
@given(games())
def test_the_kernel_knows_what_the_cards_show(game: Game) -> None:
    """The packed snakes and the sets of ends are those of a table laid afresh from the cards."""
    fresh = new_table(len(game.deck))
    for place, snake in game.layout.snakes.items():
        lay(fresh, place, packed(snake[0].first, snake[-1].last, len(snake)))
    assert game.layout.table == fresh


@settings(max_examples=EXAMPLES)
@given(games())
def test_scores_add_up(game: Game) -> None:
    """R22: a pit counts the cards, the snakes and the longest of the snakes in it."""
    for pit, snakes in zip(game.scores, game.pits, strict=True):
        lengths = [len(snake) for snake in snakes]
        assert pit == (sum(lengths), max(lengths, default=0), len(lengths))


@settings(max_examples=EXAMPLES)
@given(games())
def test_undo_restores_bit_for_bit(game: Game) -> None:
    """R9: any placement taken back gives an equal game, whose table has the same bits."""
    for placement in game.placements:
        bits = bytes(game.layout.table)
        back = game.place(placement).undo()
        assert back == game
        assert bytes(back.layout.table) == bits


@settings(max_examples=EXAMPLES)
@given(games())
def test_text_comes_back(game: Game) -> None:
    """parse(format(x)) = x for positions and placements."""
    text = str(game.position)
    assert str(Position.parse(text)) == text
    for placement in game.placements:
        assert game.card is not None
        assert parse_placement(placement_text(game.card, placement)) == (game.card, placement)


@settings(max_examples=EXAMPLES)
@given(games())
def test_a_record_replays_to_the_game(game: Game) -> None:
    """replay(record(game)) = game, and the record reads back as it was."""
    record = Record.of(game, secret=True)
    assert read_record(str(record)) == record
    assert record.replay() == game


@settings(max_examples=EXAMPLES)
@given(games(), st.randoms(use_true_random=False))
def test_a_view_hides_the_order_of_the_fan(game: Game, choice: random.Random) -> None:
    """Another order of the cards that the fan still holds gives the same view."""
    order = list(game.fan.order)
    hidden = [order[slot] for slot in game.slots]
    choice.shuffle(hidden)
    for slot, card in zip(game.slots, hidden, strict=True):
        order[slot] = card
    other = Game.new(game.players, game.rules, game.deck, fan=Fan.laid(order))
    for turn in game.turns[1:]:
        other = other.draw(turn.slot).place(turn.placement)
    if game.slot is not None:
        other = other.draw(game.slot)
    assert other.view == game.view
    assert all(canonical(one) for one in game.view.layout.snakes.values())


def test_an_empty_table_has_room_and_nothing_else() -> None:
    """A new table has blocks for every card and no snake."""
    assert len(new_table(50)) == 2 * COLUMNS
    assert not any(new_table(200))
