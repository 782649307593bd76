"""The docs are true: their commands run, their record verifies, their links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from serpentina.deckfile import parse_deck
from serpentina.fan import Fan
from serpentina.reader import read_record
from serpentina.record import verify
from serpentina.words import LANGUAGES
from tests.rule_pages import FOLDER, page
from tests.shell import shell

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
RECORDS = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")


def indented(text: str) -> list[str]:
    """The blocks of lines that are indented by four columns."""
    blocks = re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", text, re.MULTILINE)
    return [re.sub(r"(?m)^ {4}", "", block).strip("\n") for block in blocks]


COMMANDS = sorted(
    {
        line
        for page in PAGES
        for block in indented(page.read_text(encoding="utf-8"))
        for line in block.splitlines()
        if line.startswith(("serpentina ", "printf ")) and "NONCE" not in line
        if line.split()[1] not in ("fan", "serve")  # tests/server starts servers
    }
)


def example() -> str:
    """The record in docs/records.md."""
    return next(block for block in indented(RECORDS) if block.startswith("[Serpentina"))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_docs(command: str, tmp_path: Path) -> None:
    """Each command line that a page shows runs, and ends well."""
    (tmp_path / "game.txt").write_text(example(), encoding="utf-8")
    result = shell(command, tmp_path)
    assert result.returncode == 0, result.stderr


def test_there_are_commands() -> None:
    """The search above finds what it should."""
    assert len(COMMANDS) >= 6


def test_the_record_of_the_docs(tmp_path: Path) -> None:
    """The example verifies, and its seal is the one that the shell command gives."""
    record = read_record(example())
    verify(record)
    command = next(block for block in indented(RECORDS) if block.startswith("printf"))
    seal = shell(command, tmp_path)
    assert seal.stdout.split()[0] == record.commitment
    assert isinstance(record.fan, Fan)


def test_the_deck_of_the_docs() -> None:
    """The deck in docs/decks.md can be read."""
    page = (ROOT / "docs" / "decks.md").read_text(encoding="utf-8")
    block = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert block
    assert len(parse_deck(block[1])) == 9


def test_the_readme_is_short() -> None:
    """What it is in two sentences, a picture of a game, two commands, five links."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    about = text.partition("<img")[0].partition("\n")[2]
    assert len(re.findall(r"\.(?=\s)", about)) == 2
    assert text.count("<img") == 1
    assert indented(text) == ["make play\nmake test"]  # .ci/run calls the second
    assert len(re.findall(r"\]\(", text)) == 5


@pytest.mark.parametrize("where", PAGES, ids=lambda where: str(where.relative_to(ROOT)))
def test_links_lead_to_files(where: Path) -> None:
    """Every relative link names a file, and every anchor a heading of it."""
    for link in re.findall(r"\]\(([^)]+)\)", where.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        target = where.parent / name if name else where
        assert target.is_file(), link
        if anchor:
            headings = re.findall(r"(?m)^#+ (.*)$", target.read_text(encoding="utf-8"))
            assert anchor in {heading.lower().replace(" ", "-") for heading in headings}


def test_every_page_is_in_the_site() -> None:
    """Whoever looks through the site's menu finds each page of the docs once."""
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = re.findall(r"([\w/.-]+\.md)$", menu, re.MULTILINE)
    docs = ROOT / "docs"
    assert sorted(pages) == sorted(str(page.relative_to(docs)) for page in docs.rglob("*.md"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_in_the_site_are_those_of_the_game(language: str) -> None:
    """Each page is what `python -m tests.rule_pages` makes of the text that the game shows."""
    assert (FOLDER / f"{language}.md").read_text(encoding="utf-8") == page(language)
    assert (FOLDER.parent / "play" / f"{language}.md").is_file()
