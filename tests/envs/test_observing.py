"""What is observed is what would be: each row is the table after its placement."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from serpentina.cards import ALL_KINDS, KINDS, LETTERS, STANDARD, TURNED, Card, Deck, count_kinds
from serpentina.envs import observing
from serpentina.envs.playing import Play, look, observe_all
from serpentina.envs.setting import Table, most_placements
from serpentina.fan import Fan
from serpentina.game import Game
from serpentina.layout import Layout, Snake
from serpentina.notation import canonical, table_text
from serpentina.options import Rules
from tests.envs.moments import SETTINGS, drawn_games
from tests.envs.symmetry import as_set, columns, renamed

pytestmark = pytest.mark.core

FROZEN = "849e8c1680d46cb0cdf6d3de7d80ca8f2dbec49db0cf929b3221b3d2f2f51f67"


def rows_of(game: Game) -> Any:
    """What the seat that has drawn sees, a row for each placement."""
    assert game.card
    rows = np.zeros((observing.ACTIONS, observing.FEATURES), np.int16)
    observe_all(game.view.state, game.seat - 1, game.card.kind, game.placements, rows)
    assert not rows[len(game.placements) :].any()
    return rows[: len(game.placements)]


def expected(game: Game, seat: int) -> list[int]:
    """Of a game in which nobody has drawn: what its table, fan and pits are, counted by name."""
    row = dict.fromkeys(observing.names(), 0)
    for snake in game.layout.snakes.values():
        text = canonical(snake)
        if len(snake) == 1:
            row[f"alone {ALL_KINDS[snake[0].kind]}"] += 1
            continue
        first, last = text[0], text[-1]
        ends = f"<..{last}" if first == "<" else f"{first}..>" if last == ">" else None
        ends = ends or "..".join(sorted((first, last), key="roygbp".index))
        row[f"snakes {ends}"] += 1
        row[f"cards {ends}"] += len(snake)
    fan = count_kinds(game.fan.order[slot] for slot in game.slots)
    for kind, count in enumerate(fan):
        row[observing.names()[observing.FAN + kind]] = count
    for other in range(game.players):
        pit = game.scores[(seat + other) % game.players]
        row[f"pit {other} cards"] = pit.cards
        row[f"pit {other} longest"] = pit.longest
        row[f"pit {other} snakes"] = pit.snakes
    row["players"] = game.players
    return list(row.values())


def completions(game: Game) -> int:
    """R18: for each card of the fan, the cards of every longer snake that it would complete."""
    total = 0
    for slot, snake in itertools.product(game.slots, game.layout.snakes.values()):
        alone, card = Layout.of([snake], len(game.deck)), game.fan.order[slot]
        placements = alone.placements(game.rules, card) if len(snake) > 1 else ()
        if any(alone.taken(game.rules, card, placement) for placement in placements):
            total += len(snake)
    return total


@pytest.mark.parametrize(("players", "rules", "deck"), SETTINGS)
def test_a_row_is_the_table_after_its_placement(players: int, rules: str, deck: Deck) -> None:
    """Made through `Game`, each placement leaves what its row says, and takes what it says."""
    for number, game in enumerate(drawn_games(players, rules, deck, seed=3)):
        seat = game.seat - 1
        rows = rows_of(game)
        for row, placement in zip(rows, game.placements, strict=True):
            after = game.place(placement)
            taken = after.turns[-1].taken or ()
            touched, made = (int(number) for number in row[1:3])
            assert list(row[4:]) == expected(after, seat)[4:], (number, placement)
            assert row[observing.TAKEN] == len(taken)
            assert touched == bool(placement & 511) + bool(placement >> 9)
            assert made == len(taken) or not taken
            if number % 8 == 0:
                assert row[observing.GIVEN] == completions(after)


def test_who_does_not_place_sees_the_table_as_it_is() -> None:
    """Row 0 is then the table, from the own seat, and no action is lawful."""
    play = Play(Table.of(3, "hisss", STANDARD), 5)
    for _ in range(20):
        play.act(0)
    for seat in range(3):
        sight = play.sight(seat)
        if seat == play.seat:
            assert sight["action_mask"].sum() == len(play.game.placements)
        else:
            assert list(sight["observation"][0]) == expected(play.game, seat)
            assert not sight["action_mask"].any()
            assert not sight["observation"][1:].any()


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("colours", [[1, 2, 3, 4, 5, 0], [5, 4, 3, 2, 1, 0], [3, 1, 0, 5, 2, 4]])
def test_symmetries(colours: list[int], turned: bool) -> None:
    """Renamed colours, and heads for tails, rename the columns and change nothing else."""
    to = columns(colours, turned)
    for game in drawn_games(3, "hisss", STANDARD, seed=4):
        state = game.view.state
        rows = np.zeros((2, observing.ACTIONS, observing.FEATURES), np.int16)
        mirrored = mirror(game, colours, turned)
        assert game.card
        assert mirrored.card
        for each, at in ((game, 0), (mirrored, 1)):
            assert each.card
            observe_all(each.view.state, state.seat, each.card.kind, each.placements, rows[at])
        moved = np.zeros_like(rows[0])
        moved[:, to] = rows[0]
        assert as_set(moved) == as_set(rows[1])


def mirror(game: Game, colours: list[int], turned: bool) -> Game:
    """The same game in its mirror: as if each card had been its mirror from the deal on."""
    order = [ALL_KINDS[renamed(card.kind, colours, turned)] for card in game.fan.order]
    other = Game.new(game.players, game.rules, Deck.of(order), fan=Fan.laid(order))
    plain = Game.new(game.players, game.rules, game.deck, fan=game.fan)
    for turn in game.turns[1:]:
        plain, other = plain.draw(turn.slot).place(turn.placement), other.draw(turn.slot)
        wanted = (
            table_text(reflected(snake, colours, turned) for snake in lying(plain)),
            plain.scores,
        )
        ways = map(other.place, other.placements)
        other = next(way for way in ways if (table_text(lying(way)), way.scores) == wanted)
    return other.draw(game.slot or 0)


def lying(game: Game) -> Iterable[Snake]:
    """The snakes on the table."""
    return game.layout.snakes.values()


def reflected(snake: Snake, colours: list[int], turned: bool) -> Snake:
    """A snake in its mirror."""
    cards = tuple(reflected_card(card, colours, turned) for card in snake)
    return tuple(reversed([TURNED[card] for card in cards])) if turned else cards


def reflected_card(card: Card, colours: list[int], turned: bool) -> Card:
    """A card as it lies in a snake, in its mirror; not yet turned with the snake."""
    if card.is_middle:
        letters = [LETTERS[colours[LETTERS.index(sign)]] for sign in str(card)]
        return Card.parse("".join(letters))
    return ALL_KINDS[renamed(card.kind, colours, turned)]


def test_no_card_has_more_placements_than_its_ends_can_touch() -> None:
    """256 for the standard deck and 1,024 for two sets; a search for many comes near."""
    hisss, free = Rules.parse("hisss"), Rules.parse("hisss,must_match=off")
    assert most_placements(hisss, STANDARD) == observing.ACTIONS - 1
    assert most_placements(free, STANDARD) == observing.ACTIONS
    assert most_placements(free, STANDARD * 2) == 4 * observing.ACTIONS
    crowded = Game.new(2, free, fan=None, seed=1)
    most = 0
    while not crowded.is_over:
        crowded = crowded.draw(crowded.slots[0])
        most = max(most, len(crowded.placements))
        crowded = crowded.place(0)  # all on their own
    assert 100 < most <= observing.ACTIONS


@pytest.mark.parametrize(("players", "rules", "deck"), SETTINGS)
def test_the_count_holds_in_play(players: int, rules: str, deck: Deck) -> None:
    """No card of a game has more placements than the count allows for its own deck."""
    for seed in range(3):
        for game in drawn_games(players, rules, deck, seed):
            assert len(game.placements) <= most_placements(game.rules, game.deck)


def test_each_column_has_its_name() -> None:
    """Names are different, and as many as columns."""
    names = observing.names()
    assert len(names) == len(set(names)) == observing.FEATURES
    assert names[observing.FAN : observing.FAN + KINDS][0] == "fan <r"
    assert names[observing.PLAYERS] == "players"


def test_version_0_never_changes() -> None:
    """The observations of some games are, to the bit, those of the first day."""
    digest = hashlib.sha256(" ".join(observing.names()).encode())
    for players, rules, deck in SETTINGS:
        for game in drawn_games(players, rules, deck, seed=12):
            digest.update(rows_of(game).astype("<i2").tobytes())
    assert observing.VERSION == 0
    assert digest.hexdigest() == FROZEN


def test_the_table_before_anything_is_drawn() -> None:
    """`look` writes one row and leaves the others."""
    game = Game.new(2, seed=1)
    rows = np.zeros((2, observing.FEATURES), np.int16)
    look(game.view.state, 1, rows)
    assert list(rows[0]) == expected(game, 1)
    assert not rows[1].any()
