"""Every parser on any text: a value or one of our errors, never another exception.

Some texts are arbitrary, some are good ones in which a few things are changed.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from serpentina.cards import Card, Deck, counted, parse_counted
from serpentina.deckfile import parse_deck
from serpentina.errors import SerpentinaError
from serpentina.notation import (
    Pit,
    Position,
    parse_placement,
    parse_snake,
    parse_table,
    placement_text,
    snake_text,
    table_text,
)
from serpentina.options import Rules
from serpentina.reader import read_record
from serpentina.record import Record
from tests.campaign import INPUTS
from tests.moments import moments
from tests.test_reader import FAN, NONCE, RECORD

pytestmark = pytest.mark.no_cover  # the same lines again and again

GAME = moments(3, "hisss,must_match=off", 5, Deck.parse("<r g> <* *> gr:5 go:3 or:2"))
POSITIONS = [str(game.position) for game in GAME[::7]]
RECORDS = [
    RECORD,
    RECORD.replace(f'[Nonce "{NONCE}"]\n[Fan "{FAN}"]\n', ""),
    " ".join(RECORD.split()),
    *(
        str(Record.of(game, secret=secret))
        for game in (GAME[9], GAME[-1])
        for secret in (False, True)
    ),
]
DECKS = [
    'name = "Box"\ncolours = ["red", "green"]\n[cards]\n"<r" = 1\n"*>" = 2\nrg = 0x1_0\n',
    'cards = {"g>" = 2, rg = 3}',
    "[cards]\n'gr' = 3 # three\nby.rg = 1979-05-27T07:32:00Z\n\"\\u0067b\" = [1.5, true, inf]",
]


class Parser(NamedTuple):
    """What reads a text, what writes the value again, and texts that can be read."""

    parse: Callable[[str], Any]
    write: Callable[[Any], str] | None
    good: list[str]


PARSERS = {
    "card": Parser(Card.parse, str, ["rg", "<r", "r>", "<*", "*>"]),
    "deck": Parser(Deck.parse, str, ["standard", "standard:2", "<r r>:2 gr:13 <* *>"]),
    "counted": Parser(parse_counted, counted, ["<r r>:2 gr:13 <* *>", ""]),
    "deck file": Parser(parse_deck, None, DECKS),
    "rules": Parser(
        Rules.parse,
        str,
        [
            "serpentina,joined=when_complete,joinable=any,must_match=off,goal=race:10",
            "hisss,joined=taken,joinable=snakes,must_match=on,goal=snakes",
        ],
    ),
    "snake": Parser(parse_snake, snake_text, ["<r-rg-gb-b>", "py-yo-or-rb", "<*-gr-*>"]),
    "table": Parser(parse_table, table_text, ["", "*> <r-ro bg-gr", "gr gr <r-rb ob-br"]),
    "placement": Parser(
        parse_placement,
        lambda placed: placement_text(*placed),
        ["gr", "2z-rg", "<r-1a", "1z-gr-3a"],
    ),
    "pit": Parser(Pit.parse, str, ["0/0/0", "10/4/3", "200/100/2"]),
    "position": Parser(Position.parse, str, POSITIONS),
    "record": Parser(read_record, str, RECORDS),
}


def any_text() -> st.SearchStrategy[str]:
    """Any text at all, and text of our own letters, which gets further."""
    everything = st.text(st.characters(exclude_categories=()), max_size=60)
    ours = st.text("roygbp*<>-:;,=/@.()[]{}\"'\\ \n\t0123az#standrhiscou", max_size=60)
    return everything | ours


@st.composite
def changed(draw: st.DrawFn, good: list[str]) -> str:
    """A good text in which some letters or tokens are left out, put in, swapped or doubled."""
    text = draw(st.sampled_from(good))
    for _ in range(draw(st.integers(1, 4))):
        parts = list(text) if draw(st.booleans()) else re.split(r"([\s\-:;,=/\"]+)", text)
        at, other = (draw(st.integers(0, max(len(parts) - 1, 0))) for _ in range(2))
        part = parts[at : at + 1]
        match draw(st.sampled_from(["out", "in", "swap", "double", "move"])):
            case "out":
                del parts[at : at + 1]
            case "in":
                parts.insert(at, draw(any_text()) if draw(st.booleans()) else draw(LETTER))
            case "swap" if parts:
                parts[at], parts[other] = parts[other], parts[at]
            case "double":
                parts[at:at] = part
            case "move":
                del parts[at : at + 1]
                parts[other:other] = part
        text = "".join(parts)
    return text


LETTER = st.sampled_from(
    [*"roygbpx*<>-:;,=/@.()[]{}\"'\\ \n019", "\x00", "é", "٣", "²", "\ufeff", "\u2028"]
)


def check_error(error: SerpentinaError) -> None:
    """An error has a text, and comes back from another process as it was."""
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own
    assert type(again) is type(error)
    assert str(again) == str(error) != ""
    assert again.at == error.at


@pytest.mark.parametrize("name", PARSERS)
@settings(max_examples=INPUTS)
@given(data=st.data())
def test_any_text_is_a_value_or_an_error(name: str, data: st.DataObject) -> None:
    """F20: a parser gives a value, which is written and read the same, or one of our errors."""
    parse, write, good = PARSERS[name]
    text = data.draw(any_text() | changed(good) | changed(good), label="text")
    try:
        value = parse(text)
    except SerpentinaError as error:
        check_error(error)
        return
    if write is not None:
        written = write(value)
        assert write(parse(written)) == written


@settings(max_examples=INPUTS)
@given(changed(RECORDS))
def test_any_record_replays_or_is_an_error(text: str) -> None:
    """F20: whatever a record says, it replays to a game or is refused with one of our errors."""
    check_replay(text)


def check_replay(text: str) -> None:
    """A text replays to a game, whose record replays again, or is refused."""
    try:
        game = read_record(text).replay()
    except SerpentinaError as error:
        check_error(error)
        return
    assert Record.of(game, secret=True).replay() == game


STEP = re.compile(r"\d+\. (\d+)@(\d+) (\S+)")


@settings(max_examples=INPUTS // 2)
@given(st.sampled_from(RECORDS), st.data())
def test_any_turns_replay_or_are_an_error(text: str, data: st.DataObject) -> None:
    """F20: also where the form is right and only a turn's seat, slot or placement is another."""
    steps = list(STEP.finditer(text))
    step, group = data.draw(st.sampled_from(steps)), data.draw(st.integers(1, 3))
    numbers = st.integers(0, 9).map(str) | st.integers(0, 999).map(str)
    placed = st.sampled_from([found[3] for found in steps]) | st.from_regex(
        r"([1-9]\d?[az]-)?(<[rgo*]|[rgo*]>|gr|og|ro)(-[1-9]\d?[az])?", fullmatch=True
    )
    new = data.draw(placed if group == 3 else numbers, label="instead")
    start, end = step.span(group)
    check_replay(text[:start] + new + text[end:])


@pytest.mark.parametrize("name", PARSERS)
def test_good_texts_are_read(name: str) -> None:
    """F20: the texts that are changed can be read before, so that the changes mean something."""
    for text in PARSERS[name].good:
        if "1979" not in text:
            PARSERS[name].parse(text)
