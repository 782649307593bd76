"""`serpentina print`: where the PDF goes, what is said, and what is refused, in one line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from serpentina.arguments.playing import PAPERS, PARTS
from serpentina.cards import Deck
from serpentina.printing import ONLY
from serpentina.printing import PAPERS as KNOWN
from serpentina.words import LANGUAGES, Words
from tests.paper import read, said, size_of
from tests.shell import UNCOUNTED, shell
from tests.test_cli import OTHERS, Say, say

__all__ = ["say"]  # the fixture

PDF = b"%PDF-"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which one stands."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_choices_are_those_of_the_printer() -> None:
    """The command line, which does not load it, knows the papers and the parts."""
    assert list(PAPERS) == list(KNOWN)
    assert PARTS == ONLY


def test_as_it_is(say: Say, here: Path) -> None:
    """Without options: all of the usual game on A4, in serpentina.pdf, and how to print it."""
    status, output, errors = say("print")
    assert (status, errors) == (0, "")
    assert output == ("serpentina.pdf has 7 pages.\nPrint it at 100 %, not fitted to the page.\n")
    reader = read((here / "serpentina.pdf").read_bytes())
    assert size_of(reader.pages[0]) == pytest.approx((210, 297), abs=0.01)
    assert [file.name for file in here.iterdir()] == ["serpentina.pdf"]


def test_all_options(say: Say, here: Path) -> None:
    """Each option changes what it says."""
    (here / "box.toml").write_text('[cards]\n"<r" = 3\n"gr" = 4\n', encoding="utf-8")
    typed = "print --rules hisss,goal=race:5 --deck box.toml --sets 2 --paper letter --backs"
    assert say(*typed.split(), "--out", "a.pdf").status == 0
    content = (here / "a.pdf").read_bytes()
    reader = read(content)
    assert reader.metadata is not None
    assert reader.metadata.subject == f"hisss,goal=race:5; {Deck.parse('<r:6 gr:8')}"
    assert len(reader.pages) == 2 + 2 * 2
    assert {round(size_of(page)[0], 1) for page in reader.pages} == {215.9}
    assert say("print", "--only", "scores", "--out", "b.pdf").output == "b.pdf has 1 page.\n"
    assert "Score sheet" in said((here / "b.pdf").read_bytes(), 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language(say: Say, here: Path, language: str) -> None:
    """The PDF and what is said of it are in the language asked for."""
    output = say("print", "--language", language).output
    assert Words(language)("Score sheet") in said((here / "serpentina.pdf").read_bytes(), 1)
    assert (output == say("print").output) == (language == "en")


def test_into_a_pipe(here: Path) -> None:
    """Where - is named the PDF is written to standard output, and nothing else."""
    done = shell("serpentina print --only rules --out - | head -c 5; ls", here)
    assert (done.returncode, done.stdout, done.stderr) == (0, "%PDF-", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_onto_a_terminal(
    say: Say, here: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """A terminal, which cannot show a PDF, gets one line, in its language."""
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda _stream: True, raising=False)
    status, output, errors = say("print", "--out", "-", language=language)
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert ("nothing for a terminal" in errors) == (language == "en")


def test_onto_a_full_disk(here: Path) -> None:
    """What cannot be written is said in one line."""
    done = shell(f"{UNCOUNTED} serpentina print --only rules --out - > /dev/full", here)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "No space left on device" in done.stderr


def test_a_pdf_is_printed_anew(say: Say, here: Path) -> None:
    """A PDF that is there is replaced, and so is an empty file."""
    for before in (b"", PDF + b"1.4 of yesterday"):
        (here / "game.pdf").write_bytes(before)
        assert say("print", "--only", "rules", "--out", "game.pdf").status == 0
        assert len(read((here / "game.pdf").read_bytes()).pages) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_refused(say: Say, here: Path, language: str) -> None:
    """In one line, with exit status 2, before anything is written; other files stay as they are."""
    (here / "letter.txt").write_text("Dear Ana,", encoding="utf-8")
    (here / "folder.pdf").mkdir()
    for out in ("letter.txt", "folder.pdf", "nowhere/game.pdf", "/dev/null"):
        status, output, errors = say("print", "--out", out, language=language)
        assert (status, output, errors.count("\n")) == (2, "", 1)
        assert out.split("/g")[0] in errors
    for wrong in ("--paper a5", "--only backs", "--sets 9", "--deck rr", "--rules chess"):
        status, output, errors = say("print", *wrong.split(), language=language)
        assert (status, output, errors.count("\n")) == (2, "", 1), wrong
    assert (here / "letter.txt").read_text(encoding="utf-8") == "Dear Ana,"
    assert sorted(file.name for file in here.iterdir()) == ["folder.pdf", "letter.txt"]


@pytest.mark.parametrize("language", OTHERS)
def test_refusals_are_translated(say: Say, language: str) -> None:
    """The sentence is not the English one."""
    arguments = ("print", "--out", "nowhere/game.pdf")
    assert say(*arguments, language=language).errors != say(*arguments).errors
