"""A family's own deck in a file: what is read, and by line what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from serpentina.cards import STANDARD, Deck
from serpentina.deckfile import parse_deck, read_deck
from serpentina.errors import NotationError

KEY = 'A deck has a "name", "colours" and "cards", but no'
TABLE = "A deck has a table [cards]"
COLOURS = "The colours are a list of some of these: red, orange, yellow, green, blue, purple."
CARD = "is not a card: write a middle section as"
SAME = "the two ends of a middle section have different colours"
COUNT = "is a whole number from 0 to 200, not"
TOML = "This is not TOML: write lines such as"


@pytest.mark.parametrize(
    ("text", "deck"),
    [
        ('[cards]\n"<r" = 1\n"r>" = 1\nrg = 3\n', "<r r> gr:3"),
        ('name = "Box of 1987"\n[cards]\nrg = 2\n', "gr:2"),
        ('name = "x"\ncolours = ["red", "green"]\n[cards]\nrg = 2\n"<g" = 1\n', "<g gr:2"),
        ('colours = ["blue", "red", "red"]\n[cards]\nbr = 1\n"<*" = 1\n', "<* br"),
        ('colours = ["red"]\n[cards]\n"<r" = 1\n"r>" = 1\n"<*" = 1\n"*>" = 1', "<r <* r> *>"),
        ("[cards]\ngr = 200", "gr:200"),
        ("[cards]\ngr = 2\nby = 0", "gr:2"),
        ("[cards]\r\ngr = 2\r\nby = 1\r\n", "by gr:2"),
        ("# our box\n\n[cards] # all\n'rg' = 0x10 # many", "gr:16"),
        ("cards = { rg = 2, by = 1 }", "by gr:2"),
        ("cards.rg = 2\ncards.by = 1", "by gr:2"),
    ],
)
def test_good_decks(text: str, deck: str) -> None:
    """R4: a family counts its own box, with or without a name and a list of its colours."""
    assert parse_deck(text) == Deck.parse(deck)


def test_the_standard_deck_in_a_file() -> None:
    """R4: our own assumption can be written down as a family's deck."""
    lines = [f'"{card}" = {STANDARD.counts[card.kind]}' for card in dict.fromkeys(STANDARD)]
    assert parse_deck("\n".join(["[cards]", *lines])) == STANDARD


ERRORS = [
    ('nom = "x"\n[cards]\nrg = 2', f'{KEY} "nom"', 1),
    ("[cards]\nrg = 2\n\n[extra]\nx = 1", f'{KEY} "extra"', 4),
    ('# box\n"colour" = ["red"]\n[cards]\nrg = 2', f'{KEY} "colour"', 2),
    ("", TABLE, None),
    ('name = "x"', TABLE, None),
    ("cards = 3", TABLE, None),
    ("[[cards]]\nrg = 2", TABLE, None),
    ("\ncolours = []\n[cards]\nrg = 2", COLOURS, 2),
    ('\n\ncolours = "red"\n[cards]\nrg = 2', COLOURS, 3),
    ("colours = 6\n[cards]\nrg = 2", COLOURS, 1),
    ('colours = ["rot"]\n[cards]\nrg = 2', COLOURS, 1),
    ('name = "x"\ncolours = [["red"]]\n[cards]\nrg = 2', COLOURS, 2),
    ('colours = ["red", 7]\n[cards]\nrg = 2', COLOURS, 1),
    ("[cards]\nrg = 2\nrx = 1", f'"rx" {CARD}', 3),
    ('[cards]\nrg = 2\n"" = 1', f'"" {CARD}', 3),
    ('[cards]\n\n"<r" = 2\n"r<" = 1', f'"r<" {CARD}', 4),
    ('[cards]\n"rr" = 2', SAME, 2),
    ('colours = ["red", "green"]\n[cards]\nrg = 2\nrb = 1', '"rb" has the colour blue, which', 4),
    ('colours = ["red"]\n[cards]\n"o>" = 1', '"o>" has the colour orange, which', 3),
    ("[cards]\nrg = -1", f'"rg" {COUNT} -1', 2),
    ("[cards]\nrg = 2\nby = 201", f'"by" {COUNT} 201', 3),
    ("[cards]\nrg = 1.0", f'"rg" {COUNT} 1.0', 2),
    ("[cards]\nrg = nan", f'"rg" {COUNT} nan', 2),
    ('[cards]\nrg = "2"', f'"rg" {COUNT} 2', 2),
    ("[cards]\nrg = true", f'"rg" {COUNT} True', 2),
    ("[cards]\nrg = []", f'"rg" {COUNT} []', 2),
    ("[cards]\nrg = {}", f'"rg" {COUNT} {{}}', 2),
    ("[cards]\nrg = 2025-02-03", f'"rg" {COUNT} 2025-02-03', 2),
    ("[cards]\nby = 1\nrg = 2\ngr = 1", 'The card "gr" stands there twice.', 4),
    ("[cards]\nby = 1\nrg = 2\ngr = 0", 'The card "gr" stands there twice.', 4),
    ("[cards]\nby = 1\nrg = 0\ngr = 2", 'The card "gr" stands there twice.', 4),
    ("[cards]\nrg = 1", "A deck has 2 to 200 cards, but this one has 1.", None),
    ("[cards]", "A deck has 2 to 200 cards, but this one has 0.", None),
    ("[cards]\nrg = 150\nby = 51", "A deck has 2 to 200 cards, but this one has 201.", None),
    ("[cards]\nrg = 2\nrg = 3", TOML, 3),
    ("[cards]\nrg 3", TOML, 2),
    ("[cards]\n<r = 3", TOML, 2),
    ("[cards]\nrg = ", TOML, 2),
    ("[cards]\nrg = 3\n[cards]", TOML, 3),
    ("[cards\nrg = 3", TOML, 1),
    ("[cards]\nrg = 07", TOML, 2),
    ('name = "x\n[cards]', TOML, 1),
    ("[cards]\nrg = 2025-02-31", TOML, 2),
    ("\x00", TOML, 1),
    ('<?xml version="1.0"?>', TOML, 1),
]


@pytest.mark.parametrize(("text", "sentence", "line"), ERRORS)
def test_errors_with_their_line(text: str, sentence: str, line: int | None) -> None:
    """R4: what is wrong with a deck's file is said in a sentence, with the line where it stands."""
    with pytest.raises(NotationError) as caught:
        parse_deck(text)
    assert sentence in str(caught.value)
    assert (caught.value.at or (None,))[0] == line


@pytest.mark.parametrize(
    ("text", "sentence", "line"),
    [
        ('name = "x"\n\n[cards]\n\nname = 3', f'"name" {CARD}', 5),
        ('name = """\nrr = 3\n"""\n[cards]\nrr = 2', SAME, 5),
        ('name = "x"\ncards.rr = 2', SAME, 2),
        ('name = "x"\ncards = { rg = 3, rr = 2 }', SAME, 2),
        ("[cards]\nrg = 2\n[[extra]]", f'{KEY} "extra"', 3),
        ("[cards]\nrg = 2\n[ extra ]", f'{KEY} "extra"', 3),
        ("[cards]\nrg = 2\n[cards.by]", f'"by" {COUNT} {{}}', 3),
        ("# a\u2028b\n[cards]\nrr = 2", SAME, 3),
        ("[cards]\n# rr = 1\nrg = 3\nrr = 2", SAME, 4),
        ('[cards]\nrg = 3\n"\\u0072r" = 2', SAME, 3),
    ],
)
def test_errors_in_unusual_toml_with_their_line(text: str, sentence: str, line: int) -> None:
    """R4: the line is right however the TOML is written."""
    with pytest.raises(NotationError) as caught:
        parse_deck(text)
    assert sentence in str(caught.value)
    assert (caught.value.at or (None,))[0] == line


@pytest.mark.parametrize(
    "text",
    [
        "[cards]\nrg = " + "9" * 5000,
        "[cards]\nrg = 0x" + "f" * 5000,
        "cards = " + "[" * 5000,
        "cards = " + "{a=" * 5000,
        "[cards]\nrg = [0x" + "f" * 5000 + "]",
        "[cards]\nrg" + ".a" * 1500 + " = 1",
    ],
    ids=["number", "hexadecimal number", "lists", "tables", "number in a list", "dotted key"],
)
def test_monstrous_files_are_errors_too(text: str) -> None:
    """R4: even a file made to break us is a sentence, never a traceback."""
    with pytest.raises(NotationError) as caught:
        parse_deck(text)
    assert str(caught.value)


def test_deck_of_a_file(tmp_path: Path) -> None:
    """R4: a file is read as UTF-8, with or without the mark that some editors put in front."""
    file = tmp_path / "box.toml"
    for mark in ("", "\ufeff"):
        file.write_text(f'{mark}name = "Müllers Kiste 🐍"\n[cards]\nrg = 3\n', encoding="utf-8")
        assert read_deck(file) == Deck.parse("gr:3")


def test_file_that_is_no_text(tmp_path: Path) -> None:
    """R4: a file that is not UTF-8 is an error in a sentence."""
    file = tmp_path / "box.toml"
    file.write_bytes('name = "Müller"\n[cards]\nrg = 3\n'.encode("latin-1"))
    with pytest.raises(NotationError, match="A deck is text in UTF-8, and this file is not"):
        read_deck(file)


def test_file_that_is_not_there(tmp_path: Path) -> None:
    """R4: a file that cannot be read is an OSError, which says so itself."""
    with pytest.raises(OSError, match="No such file"):
        read_deck(tmp_path / "box.toml")
