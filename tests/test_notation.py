"""Snakes, tables and placements as text."""

from __future__ import annotations

import pytest

from serpentina.cards import TURNED, Card, Deck
from serpentina.errors import NotationError
from serpentina.fan import Fan
from serpentina.game import Game
from serpentina.layout import turn_round
from serpentina.notation import (
    canonical,
    may_touch,
    parse_placement,
    parse_snake,
    parse_table,
    placement_text,
    snake_text,
    table_text,
)
from tests.moments import moments

GAMES = [
    (1, "serpentina", 1),
    (2, "hisss", 2),
    (3, "serpentina,joined=when_complete,must_match=off", 3),
    (8, "hisss,goal=race:20", 4),
]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("rg", "gr"),
        ("gr", "gr"),
        ("<r", "<r"),
        ("*>", "*>"),
        ("<r-rg-gb", "<r-rg-gb"),
        ("rg-gb-b>", "rg-gb-b>"),
        ("<r-rg-gb-b>", "<r-rg-gb-b>"),
        ("<*-rg-*>", "<*-rg-*>"),
        ("<*-gr-*>", "<*-gr-*>"),
        ("rg-gb", "bg-gr"),
        ("bg-gr", "bg-gr"),
        ("rg-gr", "rg-gr"),
        ("gr-rg", "gr-rg"),
        ("py-yo-or-rb", "br-ro-oy-yp"),
    ],
)
def test_snake(text: str, written: str) -> None:
    """R10, R12: a snake lies as written; with neither head nor tail it reads the smaller way."""
    snake = parse_snake(text)
    assert snake_text(snake) == text
    assert canonical(snake) == written
    assert canonical(parse_snake(written)) == written


@pytest.mark.parametrize("text", ["rg", "rg-gb", "gr-rg", "py-yo-or-rb"])
def test_snake_in_either_direction(text: str) -> None:
    """R12: a snake without head and tail is the same snake read from its other end."""
    turned = turn_round(parse_snake(text))
    assert snake_text(turned) == text[::-1]
    assert parse_snake(text[::-1]) == turned
    assert canonical(turned) == canonical(parse_snake(text)) == min(text, text[::-1])


MATCH = 'The colours of "{}" and "{}" do not match where they touch.'
FIRST = 'A head comes first in a snake, but "{}" does not.'
LAST = 'A tail comes last in a snake, but "{}" does not.'
HEADS = 'A snake has at most one head, but "{}" is a second.'
TAILS = 'A snake has at most one tail, but "{}" is a second.'
TOUCH = 'A head never touches a tail, but "{}" touches "{}": a snake needs a middle section.'
CARD = '"{}" is not a card:'


@pytest.mark.parametrize(
    ("text", "sentence", "column"),
    [
        ("", CARD.format(""), 1),
        ("-", CARD.format(""), 1),
        ("rg-", CARD.format(""), 4),
        ("rg--gb", CARD.format(""), 4),
        ("-rg", CARD.format(""), 1),
        ("rg-xx", CARD.format("xx"), 4),
        ("rg - gb", CARD.format("rg "), 1),
        ("rg-gg-gb", 'The card "gg" does not exist', 4),
        ("rg-bo", MATCH.format("rg", "bo"), 4),
        ("rg-gb-gr", MATCH.format("gb", "gr"), 7),
        ("<r-gb", MATCH.format("<r", "gb"), 4),
        ("rg-r>", MATCH.format("rg", "r>"), 4),
        ("<r-r>", TOUCH.format("<r", "r>"), 4),
        ("<r-b>", TOUCH.format("<r", "b>"), 4),
        ("<*-*>", TOUCH.format("<*", "*>"), 4),
        ("<r-*>", TOUCH.format("<r", "*>"), 4),
        ("<r-<r", HEADS.format("<r"), 4),
        ("<r-rg-<g", HEADS.format("<g"), 7),
        ("<*-<r", HEADS.format("<r"), 4),
        ("rg-<g", FIRST.format("<g"), 4),
        ("rg-gb-<*", FIRST.format("<*"), 7),
        ("r>-<r", FIRST.format("<r"), 4),
        ("r>-rg", LAST.format("r>"), 4),
        ("<g-gr-r>-rg", LAST.format("r>"), 10),
        ("rg-*>-gb", LAST.format("*>"), 7),
        ("r>-r>", TAILS.format("r>"), 4),
        ("<g-gr-r>-*>", TAILS.format("*>"), 10),
    ],
)
def test_text_that_is_no_snake(text: str, sentence: str, column: int) -> None:
    """R10, R13, R14, R15: cards that cannot lie so are refused at the column of the wrong card."""
    with pytest.raises(NotationError) as caught:
        parse_snake(text)
    assert sentence in str(caught.value)
    assert caught.value.at == (1, column)


def test_what_may_touch() -> None:
    """R10, R13, R14: ends touch where colours match; rainbow ends touch middle sections only."""
    cards = [Card(kind) for kind in range(29)]
    cards += [TURNED[card] for card in cards if card.is_middle]
    for one in cards:
        for other in cards:
            ends = str(one)[1], str(other)[0]
            matching = ends[0] == ends[1] and one.is_middle + other.is_middle > 0
            rainbow = "*" in ends and one.is_middle + other.is_middle == 1
            closed = ">" in ends[0] or "<" in ends[1]
            assert may_touch(one, other) == ((matching or rainbow) and not closed), (one, other)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", ""),
        ("  ", ""),
        ("rg", "gr"),
        ("rg-gb  <r-ro\t*>", "*> <r-ro bg-gr"),
        ("rg gr rg", "gr gr gr"),
    ],
)
def test_table(text: str, written: str) -> None:
    """R9: a table is its snakes, sorted, with a space between; equal ones stand there each."""
    assert table_text(parse_table(text)) == written
    assert table_text(parse_table(written)) == written


@pytest.mark.parametrize(
    ("text", "sentence", "column"),
    [
        ("<r-rg-g>", 'The snake "<r-rg-g>" is complete: it belongs to the player', 1),
        ("ob <*-rg-*>", 'The snake "<*-rg-*>" is complete', 4),
        ("ob  rg-go-xx", CARD.format("xx"), 11),
        (" ob ; rg", CARD.format(";"), 5),
        ("<r-rg rg-<g", FIRST.format("<g"), 10),
    ],
)
def test_text_that_is_no_table(text: str, sentence: str, column: int) -> None:
    """R18: a complete snake never lies on the table; an error says in which column it stands."""
    with pytest.raises(NotationError) as caught:
        parse_table(text)
    assert sentence in str(caught.value)
    assert caught.value.at == (1, column)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("gr", "gr"),
        ("rg", "gr"),
        ("2z-gr", "2z-gr"),
        ("2z-rg", "gr-2z"),
        ("rg-1a", "1a-gr"),
        ("1a-rg-3z", "3z-gr-1a"),
        ("<r-1a", "<r-1a"),
        ("200z-*>", "200z-*>"),
        ("007a-gr", "7a-gr"),
    ],
)
def test_placement(text: str, written: str) -> None:
    """R17: a placement names the card as printed and the ends that it touches on either side."""
    card, placement = parse_placement(text)
    assert not card.turned
    assert placement_text(card, placement) == written
    assert parse_placement(written) == (card, placement)


@pytest.mark.parametrize("game", GAMES)
def test_placements_of_games(game: tuple[int, str, int]) -> None:
    """R17: reading the text of any placement gives the card and the placement."""
    for moment in moments(*game):
        for placement in moment.placements:
            assert moment.card is not None
            text = placement_text(moment.card, placement)
            assert parse_placement(text) == (moment.card, placement)


SHAPE = "is not a placement: write the card and what it touches"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", CARD.format("")),
        ("2z-", CARD.format("")),
        ("-2z", CARD.format("")),
        ("xx", CARD.format("xx")),
        ("1z-rr", 'The card "rr" does not exist'),
        ("z-rg", SHAPE),
        ("2b-rg", SHAPE),
        ("2-rg-1", SHAPE),
        ("1000z-rg", SHAPE),
        ("٢z-rg", SHAPE),
        ("1z--rg", SHAPE),
        ("1z-rg-gb-2a", SHAPE),
        ("2z-rg\n", CARD.format("rg\n")),
        ("0z-rg", "There is no place 0: places count from 1."),
        ("rg-000a", "There is no place 000: places count from 1."),
        ("999z-rg", "There is no place 999"),
    ],
)
def test_text_that_is_no_placement(text: str, sentence: str) -> None:
    """R17: a text that names no card, no end or no place is refused with a sentence."""
    with pytest.raises(NotationError) as caught:
        parse_placement(text)
    assert sentence in str(caught.value)


MOST = ["r>"] * 199 + ["gr"]


def test_placement_among_the_most_snakes() -> None:
    """R17: even among 199 snakes each placement has a text and does what it says."""
    game = Game.new(1, deck=Deck.parse("r>:199 gr"), fan=Fan.laid(map(Card.parse, MOST)))
    for slot in range(1, 199):
        game = game.draw(slot).place(0)
    game = game.draw(199)
    assert len(game.placements) == 199
    for placement in game.placements:
        text = placement_text(Card.parse("gr"), placement)
        assert parse_placement(text) == (Card.parse("gr"), placement)
        snakes = game.place(placement).layout.snakes
        assert canonical(snakes[int(text.removeprefix("gr-")[:-1]) - 1]) == "gr-r>"
