"""`serpentina review`: text, JSON and page, and what is refused, in one line."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from serpentina.cli import main
from serpentina.painting import Paint
from serpentina.record import Record
from serpentina.review_page import page_of
from serpentina.review_words import as_json
from serpentina.reviewing import as_text
from serpentina.words import LANGUAGES, Words
from tests.reviewed import played, record_of, reviewed
from tests.test_review import games_of

GOLDEN = Path(__file__).parent / "playthroughs" / "review.golden"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The file of a small game."""
    path = tmp_path / "game.txt"
    path.write_text(str(record_of(1)), encoding="utf-8")
    return path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """The one line in which the command refuses."""
    try:
        status: object = main(["review", *map(str, arguments)])
    except SystemExit as left:
        status = left.code
    output, errors = capsys.readouterr()
    assert status == 2
    assert output == ""
    assert errors.count("\n") == 1, errors
    return errors


def test_the_text(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    """The text of a game is what it was when people last looked at it."""
    assert main(["review", str(record)]) == 0
    assert capsys.readouterr().out == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [1, 2, 3])
def test_each_language(language: str, players: int) -> None:
    """The text fits 80 columns and the page is whole in each language, alone and with others."""
    words, found = Words(language), reviewed(1, players)
    text = as_text(found, words, Paint(colours=False))
    assert max(map(len, text.split("\n"))) <= 79
    assert "Ana" in text
    if language != "en":
        english = as_text(found, Words("en"), Paint(colours=False))
        same = set(text.split("\n")) & set(english.split("\n"))
        assert not [line for line in same if re.search("[A-Za-z]{5}", line)]
    assert f'<html lang="{language}">' in page_of(found, words)


def test_the_json(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    """It has what docs/review.md says, numbers for each seat, and nothing that is no number."""
    assert main(["review", str(record), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    page = (Path(__file__).parents[1] / "docs" / "review.md").read_text(encoding="utf-8")
    move = found["moves"][0]
    for name in (*found, *found["players"][0], *move, *move["before"], *move["played"]):
        assert f"`{name}`" in page, name
    assert found["names"] == ["Ana", "Ben"]
    assert [move["turn"] for move in found["moves"]] == [1, 2, 3, 4, 5, 6]
    for move in found["moves"]:
        for worth in ("before", "drawn", "after", "luck", "cost"):
            assert {len(row) for row in move[worth].values()} == {2}
        assert (move["why"] is None) == (move["better"] is None)
    assert json.dumps(found) == json.dumps(as_json(reviewed(1)))


class Whole(HTMLParser):
    """Reads a page, and notes what it refers to and what is left open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.references: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        known = dict(attributes)
        self.references += [str(known[name]) for name in ("href", "src") if name in known]
        self.anchors.add(str(known.get("id")))
        if tag not in ("meta", "br", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note an element that is closed at once."""
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        """Check that what is closed was open."""
        assert self.open.pop() == tag


def test_the_page_needs_nothing_else(record: Path, tmp_path: Path) -> None:
    """It is whole, has no script, and refers to nothing but places in itself."""
    page = tmp_path / "page.html"
    assert main(["review", str(record), "--html", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    read = Whole()
    read.feed(text)
    assert read.open == []
    assert read.references
    assert {reference[0] for reference in read.references} == {"#"}
    assert {reference[1:] for reference in read.references} <= read.anchors
    assert not re.search(r"<script|url\(|@import|\bon\w+=|https?:", text)
    assert text.count('class="tap"') == text.count('<li id="turn-') == 6


def test_the_page_on_standard_output(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    """With - it is written out."""
    assert main(["review", str(record), "--html", "-", "--language", "de"]) == 0
    output, errors = capsys.readouterr()
    assert output.startswith('<!doctype html>\n<html lang="de">')
    assert errors == ""


def test_names_are_no_markup() -> None:
    """A name that looks like markup is shown as it is."""
    odd = Record.of(played(1), ("<b>&", '"><script>'))
    found = reviewed(1)._replace(record=odd)
    text = page_of(found, Words("en"))
    assert "<script" not in text
    assert "&lt;b&gt;&amp;" in text


def test_what_is_refused(capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path) -> None:
    """What is no record of a whole game, and options that cannot be, each in one line."""
    whole = record.read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.txt"

    def says(text: str) -> str:
        wrong.write_text(text, encoding="utf-8")
        return refused(capsys, wrong)

    half = games_of(played(1))[3]
    assert "The game is not over" in says(str(Record.of(half, secret=True)))
    assert "does not show its fan" in says(re.sub(r"\[(Nonce|Fan) .*\n", "", whole))
    assert "Slot " in says(re.sub(r"(?m)^1\. 1@(\d+)", "1. 1@99", whole))
    assert "line 1" in says("Dear grandmother,")
    assert "There is no file" in refused(capsys, tmp_path / "none.txt")
    assert 'not "0"' in refused(capsys, record, "--seconds", "0")
    assert "no folder" in refused(capsys, record, "--html", tmp_path / "none" / "page.html")
    assert "is a folder" in refused(capsys, record, "--html", tmp_path)
    assert "not allowed with" in refused(capsys, record, "--html", "-", "--json")
