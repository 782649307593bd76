"""What stands beside the package for hosts and authors: container, unit, citation."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from serpentina.arguments import parser_of
from serpentina.server.settings import OPTIONS, settings_from
from serpentina.words import Words

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CONTAINER = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy" / "serpentina.service").read_text(encoding="utf-8")


def test_the_version_stands_in_one_place() -> None:
    """No other file says it, but the citation and the notes, which are compared below."""
    said = re.compile(rf"(?<![\w.]){re.escape(PROJECT['version'])}(?![\w.])")
    folders = [ROOT / name for name in ("src", "tests", "docs", "deploy", "benchmarks")]
    files = [file for folder in folders for file in folder.rglob("*")]
    files += [
        *ROOT.glob("*.*"),
        *(ROOT / "client").glob("*.json"),
        *(ROOT / "client").rglob("src/**/*"),
    ]
    texts = {".py", ".md", ".toml", ".yml", ".yaml", ".json", ".ts", ".tsx", ".cff", ".service", ""}
    found = {
        file.relative_to(ROOT).as_posix()
        for file in files
        if file.is_file() and file.suffix in texts and file.name != "package-lock.json"
        if said.search(file.read_text(encoding="utf-8"))
    }
    assert found == {"pyproject.toml", "CITATION.cff", "CHANGELOG.md"}


def test_the_notes_are_of_this_version() -> None:
    """The newest part of the changes is that of this version, with its date or still unreleased."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heading, notes = changes.split("\n## ")[1].split("\n", 1)
    version = re.escape(PROJECT["version"])
    assert re.fullmatch(version + r" \((unreleased|20\d\d-[01]\d-[0-3]\d)\)", heading)
    assert re.search(r"(?m)^- \w", notes)


@pytest.mark.parametrize("text", [CONTAINER, UNIT], ids=["container", "unit"])
def test_the_settings_are_known(text: str) -> None:
    """Each variable that is set is one of the server's, with a value that it takes."""
    found = dict(re.findall(r"\b(SERPENTINA_\w+)=(\S+)", text))
    assert found
    assert set(found) <= {option.variable for option in OPTIONS}
    settings = settings_from({}, found)
    assert settings.no_browser
    assert str(settings.database_path).endswith("/server.sqlite3")


def test_the_commands_are_known() -> None:
    """The unit and the container start a command that there is."""
    started = re.search(r"^ExecStart=\S+/serpentina (.+)$", UNIT, re.MULTILINE)
    words = re.search(r'^ENTRYPOINT \["serpentina"\]\nCMD \["(\w+)"\]$', CONTAINER, re.MULTILINE)
    assert started
    assert words
    for typed in (started[1], words[1]):
        assert parser_of(Words("en")).parse_args(typed.split()).command == "serve"


def test_the_container_is_not_root_and_asks_itself() -> None:
    """From its user on nothing is installed; it watches over the port that it opens."""
    _, users, rest = CONTAINER.partition("\nUSER 10001\n")
    assert users
    assert "RUN" not in rest
    ports = set(re.findall(r"(?:SERPENTINA_PORT=|EXPOSE |127\.0\.0\.1:)(\d+)", CONTAINER))
    assert ports == {"8000"}
    assert CONTAINER.count("\nFROM ") == 2  # what builds stays behind


def test_the_oldest_python_is_there() -> None:
    """The image has a Python that the package takes."""
    least = tuple(map(int, re.findall(r"\d+", PROJECT["requires-python"])))
    for image in re.findall(r"python:(\d+)\.(\d+)-slim", CONTAINER):
        assert tuple(map(int, image)) >= least


def test_the_citation_is_of_this_program() -> None:
    """It has what the format asks for, and name, version, licence and authors as the package."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
    assert cited["title"].lower() == PROJECT["name"]
    assert cited["version"] == PROJECT["version"]
    assert " AND ".join(cited["license"]) == PROJECT["license"]
    assert [author["name"] for author in cited["authors"]] == (
        [author["name"] for author in PROJECT["authors"]]
    )
