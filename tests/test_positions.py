"""Pits and positions as text."""

from __future__ import annotations

import pytest

from serpentina.cards import Card
from serpentina.errors import NotationError
from serpentina.layout import Layout
from serpentina.notation import Pit, Position, canonical
from serpentina.options import Rules
from tests.moments import moments

GAMES = [
    (1, "serpentina", 1),
    (2, "hisss", 2),
    (3, "serpentina,joined=when_complete,must_match=off", 3),
    (8, "hisss,goal=race:20", 4),
]
CARD = '"{}" is not a card:'
MATCH = 'The colours of "{}" and "{}" do not match where they touch.'


@pytest.mark.parametrize("text", ["0/0/0", "3/3/1", "10/4/3", "200/200/1", "12/6/2"])
def test_pit(text: str) -> None:
    """R22: a pit's text has its cards, its longest snake and its snakes."""
    assert str(Pit.parse(text)) == text
    assert Pit.parse(text) == Pit(*map(int, text.split("/")))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "3",
            "3/3",
            "3/3/1/",
            "-3/3/1",
            "a/b/c",
            "3 /3/1",
            "1000/3/1",
            "٣/3/1",
            "²/3/1",
            "3/3/1\n",
        ),
        *("5/3/1", "3/5/1", "3/3/0", "1/0/0"),
        *("0/0/5", "0/5/0", "3/3/2", "2/2/1"),
    ],
)
def test_text_that_is_no_pit(text: str) -> None:
    """R22: numbers that no pit can have are refused, as is any other text."""
    with pytest.raises(NotationError) as caught:
        Pit.parse(text)
    assert f'"{text}" is not a pit: write its cards, its longest snake' in str(caught.value)


@pytest.mark.parametrize("game", GAMES)
def test_positions_of_games(game: tuple[int, str, int]) -> None:
    """R8: a position of any game is read as it was written."""
    for moment in moments(*game):
        position = moment.position
        again = Position.parse(str(position))
        assert str(again) == str(position)
        assert sorted(map(canonical, again.snakes)) == sorted(map(canonical, position.snakes))
        assert again.pits == moment.scores
        assert (again.rules, again.turn, again.drawn) == (moment.rules, moment.seat, moment.card)
        assert again.fan == moment.view.fan == position.fan
        assert " ; " in str(again)


GOOD = "hisss ; <r-rg bo ; 3/3/1 0/0/0 ; 2 ; gr:2 <b ; ob"


@pytest.mark.parametrize(
    "text", [GOOD, GOOD.replace(" ", ""), f"\t {GOOD}\n", GOOD.replace(" ", "\n\t")]
)
def test_position_written_loosely(text: str) -> None:
    """R8: space around fields and their parts does not matter, but it parts snakes and pits."""
    if text == GOOD.replace(" ", ""):
        text = GOOD.replace(" ; ", ";")
    position = Position.parse(text)
    assert str(position) == "hisss ; <r-rg bo ; 3/3/1 0/0/0 ; 2 ; <b gr:2 ; ob"
    assert position.rules == Rules.parse("hisss")
    assert Layout.of(position.snakes, 50).placements(position.rules, Card.parse("ob"))


def test_position_with_nothing_in_it() -> None:
    """R9: a table, a fan and a hand may be empty."""
    text = "serpentina ; - ; 0/0/0 ; 1 ; - ; -"
    position = Position.parse(text)
    assert (position.snakes, sum(position.fan), position.drawn) == ((), 0, None)
    assert str(position) == text


FIELDS = "A position has 6 fields with semicolons between them"
PITS = "A game has 1 to 8 players, but here are {} pits."
TURN = 'The turn is that of a seat from 1 to 2, not "{}".'


@pytest.mark.parametrize(
    ("old", "new", "sentence", "column"),
    [
        (GOOD, "", f"{FIELDS} (rules, table, pits, turn, fan, card drawn), not 0.", None),
        (" ; ob", "", "not 5.", None),
        (" ; ob", " ; ", "not 5.", None),
        (" ; ob", " ; ob ; ob", "not 7.", None),
        ("hisss", "hiss", 'The rules "hiss" do not begin', 1),
        ("hisss", "-", 'The rules "" do not begin', 1),
        ("bo", "bb", 'The card "bb" does not exist', 15),
        ("<r-rg", "<r-rg-g>", 'The snake "<r-rg-g>" is complete', 9),
        ("<r-rg", "<r-rg-br", MATCH.format("rg", "br"), 15),
        ("0/0/0", "0/0", '"0/0" is not a pit', 26),
        ("3/3/1 0/0/0", "-", PITS.format(0), 20),
        ("0/0/0", "0/0/0 " * 8, PITS.format(9), 20),
        ("2 ;", "3 ;", TURN.format("3"), 34),
        ("2 ;", "0 ;", TURN.format("0"), 34),
        ("2 ;", "- ;", TURN.format(""), 34),
        ("2 ;", "٢ ;", TURN.format("٢"), 34),
        ("2 ;", "02 ;", TURN.format("02"), 34),
        ("gr:2", "gr:0", '"gr:0" does not say how many cards', 38),
        ("gr:2 <b", "gr:2  <x", CARD.format("<x"), 44),
        ("<b ; ob", "<b ; ob ry", CARD.format("ob ry"), 48),
        ("<b ; ob", "<b ; oo", 'The card "oo" does not exist', 48),
    ],
)
def test_text_that_is_no_position(old: str, new: str, sentence: str, column: int | None) -> None:
    """R8: an error in a position says in which column it is."""
    with pytest.raises(NotationError) as caught:
        Position.parse(GOOD.replace(old, new, 1))
    assert sentence in str(caught.value)
    assert caught.value.at == (column and (1, column))


@pytest.mark.parametrize("fan", ["gr:201", "gr:200 br", "gr:999 rg:999"])
def test_fan_of_more_cards_than_a_deck(fan: str) -> None:
    """R5: a position has no more cards than a deck may have."""
    with pytest.raises(NotationError):
        Position.parse(GOOD.replace("gr:2", fan))
