"""The text of a record: what an editor may do to it, and what is wrong by line and column."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest

from serpentina.errors import NotationError, RecordError
from serpentina.reader import read_record

NONCE = "0" * 32
FAN = "gr <r bg b> or go"
SEAL = "dceacf1195047030536ad5c22daaad82e3db836dad4f3d640ff61cac86a18a16"
HEADERS = f"""[Serpentina "1"]
[Rules "serpentina"]
[Deck "<r b> bg go gr or"]
[Seat1 "Ana María"]
[Seat2 "Bo"]
[Date "2026-01-06"]
[Place "at home, {{kitchen}} [table]"]
[Commitment "{SEAL}"]
[Nonce "{NONCE}"]
[Fan "{FAN}"]
"""
RECORD = f"""{HEADERS}
0. 0@0 gr
1. 1@1 <r-1z
2. 2@2 bg-1z
3. 1@3 1z-b> takes <r-rg-gb-b>
4. 2@4 or
5. 1@5 go-1a
count 4 0
"""


def in_one_line(text: str) -> str:
    """Everything in one line."""
    return " ".join(text.split())


def wrapped(text: str) -> str:
    """Everything wrapped at 40 columns, headers and turns alike."""
    return textwrap.fill(in_one_line(text), 40, break_long_words=False, break_on_hyphens=False)


EDITORS: dict[str, Callable[[str], str]] = {
    "nothing": str,
    "byte order mark": lambda text: "\ufeff" + text,
    "line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "line ends of old": lambda text: text.replace("\n", "\r"),
    "spaces at the ends of lines": lambda text: text.replace("\n", "  \t\n"),
    "spaces at the beginnings": lambda text: "  " + text.replace("\n", "\n\t "),
    "tabs": lambda text: text.replace(" ", "\t"),
    "doubled spaces": lambda text: text.replace(" ", "  "),
    "no line end": str.rstrip,
    "empty lines": lambda text: "\n\n" + text.replace("\n", "\n\n"),
    "wrapped": wrapped,
    "wrapped for Windows": lambda text: "\ufeff" + wrapped(text).replace("\n", "\r\n"),
    "one line": in_one_line,
    "one word in a line": lambda text: text.replace(" ", "\n"),
    "space in headers": lambda text: text.replace('"]', '" ]').replace("[S", "[ S"),
    "comments": lambda text: "{first}\n" + text.replace("\n", " { a [comment] \n 1. }\n"),
    "comments between tokens": lambda text: text.replace("@1 ", "@1{so}").replace("2. ", "2.{}"),
}


@pytest.mark.parametrize("editor", EDITORS)
def test_record_survives_editors(editor: str) -> None:
    """F20: only headers and tokens count, so whatever an editor does to lines does no harm."""
    record = read_record(EDITORS[editor](RECORD))
    assert record == read_record(RECORD)
    assert str(record) == RECORD


def test_unknown_headers_are_kept() -> None:
    """F20: headers that others have added are kept in their order, with their values."""
    text = RECORD.replace("[Rules", '[Zoo "{a} \\"b\\" \\\\ ]"]\n[Event "Finale"]\n[Rules')
    record = read_record(text)
    assert record.more == (
        ("Zoo", '{a} "b" \\ ]'),
        ("Event", "Finale"),
        ("Place", "at home, {kitchen} [table]"),
    )
    assert read_record(str(record)) == record


def test_headers_in_any_order() -> None:
    """F20: headers may stand in any order."""
    lines = HEADERS.splitlines()
    again = RECORD.replace(HEADERS, "\n".join(reversed(lines)) + "\n")
    assert read_record(again) == read_record(RECORD)


def test_escaped_spaces_are_written_as_read() -> None:
    """F20: whatever stands in a header, a record that is written and read again is the same."""
    record = read_record(RECORD.replace("at home,", "at\\ \\ home,"))
    assert read_record(str(record)) == record


MISSING = 'The record has no header [{} "…"].'
PARTS = "A record has headers such as"
AFTER = 'After the turns comes "*" for a game that goes on, or "count"'
DRAW = '"{}" does not say who draws from which slot: write it as in "1@17".'
ERRORS = [
    # headers
    ('[Serpentina "1"]\n', "", MISSING.format("Serpentina"), (1, 1)),
    ('[Rules "serpentina"]\n', "", MISSING.format("Rules"), (1, 1)),
    ('[Deck "<r b> bg go gr or"]\n', "", MISSING.format("Deck"), (1, 1)),
    ('[Seat1 "Ana María"]\n', "", MISSING.format("Seat1"), (1, 1)),
    (f'[Commitment "{SEAL}"]\n', "", MISSING.format("Commitment"), (1, 1)),
    (f'[Nonce "{NONCE}"]\n', "", MISSING.format("Nonce"), (1, 1)),
    (
        '[Serpentina "1"]',
        '[Serpentina "2"]',
        'of version "2"; this program reads version 1',
        (1, 14),
    ),
    ('[Serpentina "1"]', '[Serpentina ""]', 'of version ""; this', (1, 14)),
    ('[Date "', '[Rules "hisss"]\n[Date "', 'The header "Rules" stands there twice.', (6, 2)),
    ('[Date "', '[Place "here"]\n[Date "', 'The header "Place" stands there twice.', (8, 2)),
    ("\n1. ", '\n[Event "x"]\n1. ', 'The header "Event" comes after a turn.', (13, 2)),
    ("serpentina", "snake", 'The rules "snake" do not begin with a preset', (2, 9)),
    ("serpentina", "\n  snake ", 'The rules "snake" do not begin with a preset', (3, 3)),
    ('serpentina"]', 'serpentina,goal=1"]', 'The option "goal" cannot be "1"', (2, 9)),
    ("<r b> bg", "<r bb bg", 'The card "bb" does not exist', (3, 11)),
    ("<r b> bg go gr or", "gr", "A deck has 2 to 200 cards, but this one has 1.", (3, 8)),
    ("Ana María", " ", "A name has 1 to 40 letters that can be printed; this one has 0.", (4, 9)),
    ("Ana María", "A" * 41, "this one has 41.", (4, 9)),
    ("Bo", "B\x00o", "A name has 1 to 40 letters that can be printed", (5, 9)),
    (SEAL, SEAL[1:], "A commitment has 64 digits from 0 to 9 and a to f.", (8, 14)),
    (SEAL, SEAL.upper(), "A commitment has 64 digits", (8, 14)),
    (NONCE, NONCE + "0", "A nonce has 32 digits from 0 to 9 and a to f.", (9, 9)),
    (NONCE, "٠" * 32, "A nonce has 32 digits", (9, 9)),
    (" or go", " or oo", 'The card "oo" does not exist', (10, 22)),
    ("[Nonce", '[Seed "-1"]\n[Nonce', 'from 0 to 2^63 - 1, not "-1".', (9, 8)),
    ("[Nonce", f'[Seed "{2**63}"]\n[Nonce', "A seed is a number from 0 to 2^63 - 1", (9, 8)),
    ("[Nonce", '[Seed "7.0"]\n[Nonce', "A seed is a number from 0 to 2^63 - 1", (9, 8)),
    # parts that are neither headers nor tokens
    ('[Rules "', '[Rules ""', PARTS, (2, 1)),
    ('[Rules "', "[Rules '", PARTS, (2, 1)),
    ('[Rules "', '[1 "', PARTS, (2, 1)),
    ('[Place "', '[Plätze "', PARTS, (7, 1)),
    ('or"]', 'or"', PARTS, (3, 1)),
    ('or"]', "or]", PARTS, (3, 1)),
    ("\ncount", "\n{count", PARTS, (18, 1)),
    ("\ncount", "\n}count", PARTS, (18, 1)),
    ("2. 2@2", '2. "2@2"', PARTS, (14, 4)),
    # turns
    ("0. 0@0 gr", "", 'The turns begin with "0." and the starter, as in "0. 0@0 gr".', (13, 1)),
    ("0. 0@0 gr", "0 0@0 gr", "The turns begin with", (12, 1)),
    ("2. 2@2", "3. 2@2", AFTER, (14, 1)),
    ("2. 2@2", "2.2@2", AFTER, (14, 1)),
    ("2. 2@2", "2@2", AFTER, (14, 1)),
    ("2@2", "2-2", DRAW.format("2-2"), (14, 4)),
    ("2@2", "2@", DRAW.format("2@"), (14, 4)),
    ("2@2", "-2@2", DRAW.format("-2@2"), (14, 4)),
    ("2@2", "2@1000", DRAW.format("2@1000"), (14, 4)),
    ("2@2", "2@٢", DRAW.format("2@٢"), (14, 4)),
    ("bg-1z", "bx-1z", '"bx" is not a card', (14, 8)),
    ("bg-1z", "bb-1z", 'The card "bb" does not exist', (14, 8)),
    ("bg-1z", "bg-1", '"bg-1" is not a placement', (14, 8)),
    ("bg-1z", "bg-0z", "There is no place 0", (14, 8)),
    ("bg-1z", "(bx)", '"bx" is not a card', (14, 8)),
    ("bg-1z", "()", '"" is not a card', (14, 8)),
    ("bg-1z", "(bg", '"(bg" is not a card', (14, 8)),
    ("bg-1z", "", '"3." is not a card', (15, 1)),
    ("<r-rg-gb-b>", "<r-rg-gg-b>", 'The card "gg" does not exist', (15, 26)),
    ("<r-rg-gb-b>", "<r-gb-b>", 'The colours of "<r" and "gb" do not match', (15, 23)),
    ("<r-rg-gb-b>", "", '"4." is not a card', (16, 1)),
    ("b> takes", "b> take", AFTER, (15, 14)),
    # the end
    ("count 4 0\n", "", "The record ends too early.", (18, 1)),
    ("count 4 0\n", "5.", AFTER, (18, 1)),
    ("count 4 0", "count 4", "The record ends too early.", (19, 1)),
    ("count 4 0", "count 4 x", '"x" is not a number of cards.', (18, 9)),
    ("count 4 0", "count 4 -1", '"-1" is not a number of cards.', (18, 9)),
    ("count 4 0", "count 4 0 0", "The record goes on after its end.", (18, 11)),
    ("count 4 0", "* *", "The record goes on after its end.", (18, 3)),
    ("count 4 0", "Count 4 0", AFTER, (18, 1)),
    ("5. 1@5 go-1a\ncount 4 0", "5. 1@5", "The record ends too early.", (18, 1)),
    ("5. 1@5 go-1a\ncount 4 0", "5.", "The record ends too early.", (18, 1)),
]


@pytest.mark.parametrize(("old", "new", "sentence", "at"), ERRORS)
def test_errors_of_form(old: str, new: str, sentence: str, at: tuple[int, int] | None) -> None:
    """F20: what is not a record is refused with the line and column of what is wrong."""
    assert old in RECORD
    with pytest.raises((RecordError, NotationError)) as caught:
        read_record(RECORD.replace(old, new, 1))
    assert sentence in str(caught.value)
    assert caught.value.at == at


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(end: str) -> None:
    """F20: line and column are those that an editor shows, on any system."""
    with pytest.raises(RecordError) as caught:
        read_record("\ufeff" + RECORD.replace("2@2", "2-2").replace("\n", end))
    assert str(caught.value) == "line 14, column 4: " + DRAW.format("2-2")


@pytest.mark.parametrize("text", ["", " \n ", "\ufeff", "{only a comment}", "0. 0@0 gr *"])
def test_text_without_headers(text: str) -> None:
    """F20: a text without headers lacks the first one, which says that it is a record."""
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert str(caught.value) == f"line 1, column 1: {MISSING.format('Serpentina')}"


@pytest.mark.parametrize("wrap", ["\n", "  ", "\r\n  "])
def test_errors_in_wrapped_headers(wrap: str) -> None:
    """F20: also in a header that an editor has wrapped, line and column are right."""
    text = RECORD.replace(FAN, FAN.replace(" bg", f"{wrap}bx"))
    with pytest.raises(NotationError) as caught:
        read_record(text)
    before = text.replace("\r\n", "\n").partition("bx")[0]
    assert caught.value.at == (before.count("\n") + 1, len(before) - before.rfind("\n"))


@pytest.mark.parametrize("players", [1, 8])
def test_as_many_seats_as_may_play(players: int) -> None:
    """R6: a record has 1 to 8 seats."""
    assert len(read_record(seated(players)).seats) == players


def test_nine_seats() -> None:
    """R6: a record of nine seats is refused."""
    with pytest.raises(RecordError, match="A game has 1 to 8 players, not 9"):
        read_record(seated(9))


def seated(players: int) -> str:
    """A record of so many seats."""
    names = "".join(f'[Seat{seat} "Seat {seat}"]\n' for seat in range(1, players + 1))
    seats = HEADERS.partition("[Seat1")[0] + names + "[Date" + HEADERS.partition("[Date")[2]
    return f"{seats} 0. 0@0 gr *"


def test_a_gap_in_the_seats() -> None:
    """R6: seats are numbered without gaps."""
    with pytest.raises(RecordError, match=r"no header \[Seat2"):
        read_record(seated(3).replace("[Seat2 ", "[Chair "))


def test_a_picture_of_a_family_is_a_name() -> None:
    """F20: a name may be of pictures that are joined to one."""
    family = "👨\u200d👩\u200d👧"
    assert read_record(seated(1).replace("Seat 1", family)).seats == (family,)
