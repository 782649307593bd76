"""The commands as a person types them: languages, help, and what is refused and how."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pytest

from serpentina.cli import main
from serpentina.game import Game
from serpentina.record import Record
from serpentina.words import LANGUAGES, Words

COMMAND = str(Path(sys.executable).with_name("serpentina"))
HELP = ("", "play", "referee", "replay", "verify", "rules", "print", "engine")
OTHERS = tuple(language for language in LANGUAGES if language != "en")


class Said(NamedTuple):
    """The exit status of a command, and what it has written."""

    status: int
    output: str
    errors: str


Say = Callable[..., Said]


def environment(**variables: str) -> dict[str, str]:
    """That of this test, but with the usual buffers."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**kept, **variables}


def run(*arguments: object, answers: str = "", **variables: str) -> Said:
    """Run the command in a process of its own, with answers on its standard input."""
    done = subprocess.run(
        [COMMAND, *map(str, arguments)],
        input=answers,
        capture_output=True,
        encoding="utf-8",
        env=environment(**variables),
        timeout=60,
        check=False,
    )
    return Said(done.returncode, done.stdout, done.stderr)


def write_record(path: Path, game: Game, *seats: str) -> Path:
    """The record of a game with its fan, as the terminal keeps it."""
    path.write_text(str(Record.of(game, seats, "2026-01-01", secret=True)), encoding="utf-8")
    return path


def files_under(*folders: Path) -> dict[Path, bytes | None]:
    """Every file and what it holds, every folder."""
    found = [path for folder in folders for path in folder.rglob("*")]
    return {path: path.read_bytes() if path.is_file() else None for path in found}


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Say:
    """Run a command in this process, where many are wanted."""

    def call(*arguments: object, answers: str = "", language: str = "en") -> Said:
        monkeypatch.setenv("LANGUAGE", language)
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        try:
            status = main([*map(str, arguments)])
        except SystemExit as end:
            status = int(end.code or 0)
        return Said(status, *capsys.readouterr())

    return call


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: Game) -> Path:
    """A folder with a record, decks and records that are wrong, and things that are neither."""
    desk = tmp_path / "desk"
    desk.mkdir()
    monkeypatch.chdir(desk)
    good = write_record(desk / "game.txt", finished, "Ana", "Ben").read_text(encoding="utf-8")
    for name, (pattern, instead) in BROKEN_RECORDS.items():
        broken = re.sub(pattern, instead, good, count=1)
        assert broken != good, f"{name} is whole"
        (desk / name).write_text(broken, encoding="utf-8")
    for name, text in BROKEN_DECKS.items():
        (desk / name).write_text(text, encoding="utf-8")
    (desk / "letter.txt").write_text("Dear Ana,\nno snakes today.\n", encoding="utf-8")
    (desk / "empty.txt").touch()
    for name in ("bytes.txt", "bytes.toml"):
        (desk / name).write_bytes(b"\xff\xfe\x00snake")
    (desk / "folder.toml").mkdir()
    return desk


# Each is the record of the fixture `finished` with one thing changed.
BROKEN_RECORDS = {
    "version.txt": (r'Serpentina "1"', 'Serpentina "9"'),
    "rules.txt": ('Rules "hisss"', 'Rules "hiss"'),
    "twice.txt": (r"(?=\[Commit)", '[Deck "standard"]\n'),
    "noseal.txt": (r"\[Commitment.*\n", ""),
    "seal.txt": (r'(?<=Commitment ")..', "xy"),
    "nonce.txt": (r'Nonce "..', 'Nonce "00'),
    "card.txt": (r"\n3\. (\d@\d+) \S+", r"\n3. \1 rr"),
    "early.txt": (r"(?s)\n9\. .*", "\n9. 1@"),
    "seat.txt": (r"\n4\. 2@", "\n4. 1@"),
    "slot.txt": (r"\n5\. 1@\d+", "\n5. 1@50"),
    "other.txt": (r"\n6\. 2@(\d+) \S+", r"\n6. 2@\1 <*-1a"),
    "count.txt": (r"\ncount \d+", "\ncount 49"),
    "seed.txt": ('Seed "7"', 'Seed "8"'),
    "nofan.txt": (r"(?s)\[Nonce.*?(\n\n.*)\n40\. .*", r"\1\n*\n"),
    "uncounted.txt": (r"(?s)\n48\. .*(?=\ncount)", ""),
    "after.txt": (r"\Z", "49. 1@2 rg"),
}
BROKEN_DECKS = {
    "form.toml": "[cards]\nrg = = 3\n",
    "key.toml": 'size = 3\n[cards]\n"rg" = 3\n',
    "nocards.toml": 'colours = ["red"]\n',
    "colours.toml": 'colours = ["pink"]\n[cards]\n"rg" = 3\n',
    "colour.toml": 'colours = ["red", "blue"]\n[cards]\n"rb" = 3\n"rg" = 3\n',
    "card.toml": '[cards]\n"rg" = 3\n"rx" = 3\n',
    "twice.toml": '[cards]\n"rg" = 3\n"gr" = 3\n',
    "count.toml": '[cards]\n"rg" = -3\n',
    "half.toml": '[cards]\n"rg" = 2.5\n',
    "one.toml": '[cards]\n"rg" = 1\n',
    "many.toml": '[cards]\n"rg" = 199\n"rb" = 2\n',
    "digits.toml": f"x = {'9' * 5000}\n",
    "nested.toml": f"x = {'[' * 20000}\n",
}
# What is typed, and what its refusal has to name, in any language.
REFUSED = (
    {
        "snake": "snake play referee",
        "--snake play": "",
        "play --snake": "--snake",
        "play Ana": "Ana",
        "play --re": "--re",
        "referee --json=3": "--json",
        "rules --language": "--language",
        "rules --language xx": "xx en de fr es pt",
        "replay": "",
        "verify": "",
        "play --rules klingon": '"klingon" hisss must_match=off',
        "play --rules 100%": '"100%"',
        "play --rules 'hisss\nhisss'": "hisss",
        "play --rules hisss,joined=maybe": "joined maybe when_complete",
        "play --rules hisss,dogs=on": "dogs joinable goal",
        "play --rules hisss,goal=race:0": "race:0 race:200",
        "play --rules hisss,goal=race:201": "race:201 race:200",
        "play --rules hisss,goal=cards,goal=snakes": "goal",
        "play --sets 0": "0 4",
        "play --sets 5": "5 4",
        "play --seed -1": "-1 2^63",
        "play --seed 9223372036854775808": "9223372036854775808",
        "play --seed '7\n'": "7",
        "play --seat": "--seat",
        "play --seat ''": "1 40 0",
        f"play --seat {'x' * 41}": "40 41",
        "play --seat 'A\x07'": "40",
        "play --seat bot:cobra": "cobra hatchling garter",
        "play" + " --seat Ana" * 9: "8 9",
        "play --record folder.toml": "folder.toml",
        "play --record nowhere/new.txt": "nowhere",
        "play --record letter.txt": "letter.txt",
        "play --record bytes.txt": "bytes.txt",
        "play --record new.txt --deck missing.toml": "missing.toml",
        "play --resume": "",
        "play --resume game.txt --seat Ana": "",
        "play --resume game.txt --rules hisss": "",
        "play --resume game.txt --seed 0": "",
        "play --resume letter.txt": "1",
        "play --resume nonce.txt": "",
        "play --resume nofan.txt": "",
        "play --deck missing.toml": "missing.toml",
        "play --deck missing.txt": "missing.txt",
        "play --deck folder.toml": "folder.toml",
        "play --deck bytes.toml": "UTF-8",
        "play --deck rg:0": "rg:0 rg:3",
        "play --deck standard:5": "250 200",
        "play --deck form.toml": "2 6 TOML",
        "play --deck key.toml": "1 size colours cards",
        "play --deck nocards.toml": "[cards]",
        "play --deck colours.toml": "1 red purple",
        "play --deck colour.toml": "4 rg green",
        "play --deck card.toml": "3 rx",
        "play --deck twice.toml": "3 gr",
        "play --deck count.toml": "2 rg 0 200 -3",
        "play --deck half.toml": "2 rg 2.5",
        "play --deck one.toml": "1 2 200",
        "play --deck many.toml": "200 201",
        "play --deck digits.toml": "TOML",
        "play --deck nested.toml": "TOML",
        "referee --draw rg": "--table --draw",
        "referee --table rg": "--table --draw",
        "referee --table rg --draw rr": '"rr" "rg"',
        "referee --table rg --draw ''": '"" "rg"',
        "referee --table rg --draw 'g\nr'": '"rg"',
        "referee --table 'rg gx' --draw or": '4 "gx" "rg"',
        "referee --table rg --draw or --deck missing.toml": "missing.toml",
        "referee --batch --rules klingon": '"klingon"',
        "referee --batch --table rg": "--batch",
        "referee --batch --draw rg": "--batch",
    }
    | {
        f"{command} {name}": fragments
        for command in ("replay", "verify", "replay --json", "play --resume")
        for name, fragments in {
            "missing.txt": "missing.txt",
            "folder.toml": "folder.toml",
            "bytes.txt": "UTF-8",
            "empty.txt": "1 Serpentina",
            "letter.txt": "1",
            "version.txt": '1 14 "9"',
            "rules.txt": '2 9 "hiss"',
            "twice.txt": "Deck",
            "noseal.txt": "Commitment",
            "seal.txt": "64",
            "card.txt": '"rr" "rg"',
            "early.txt": '4 "1@" "1@17"',
            "seat.txt": "4 1 2",
            "slot.txt": "5 50 49",
            "other.txt": '6 "<*"',
            "count.txt": "49",
            "uncounted.txt": "48",
            "after.txt": "",
        }.items()
    }
    | {"verify nonce.txt": "", "verify nofan.txt": "", "verify seed.txt": "8"}
)


@pytest.mark.parametrize("typed", REFUSED)
def test_bad_input_is_refused_in_one_line_of_each_language(
    say: Say, desk: Path, empty_home: Path, typed: str
) -> None:
    """Bad input ends with status 2 and one line that says what is wrong; no file changes."""
    before = files_under(desk, empty_home)
    english = ""
    for language in LANGUAGES:
        status, output, errors = say(*shlex.split(typed), language=language)
        assert (status, output) == (2, "")
        assert errors.startswith("serpentina")
        assert errors.endswith("\n")
        assert errors.count("\n") == 1
        assert "None" not in errors
        for fragment in REFUSED[typed].split():
            assert fragment in errors
        assert errors != english, f"not in the language {language}"
        english = english or errors
    assert files_under(desk, empty_home) == before


def test_the_real_command_refuses_likewise(desk: Path) -> None:
    """The installed command ends with status 2 too, whatever the terminal thinks of its input."""
    status, output, errors = run("replay", "card.txt", answers="\n", LANGUAGE="fr")
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert errors == run("verify", "card.txt", LANG="fr_CA.UTF-8").errors


def test_a_record_goes_only_where_none_or_another_record_is(say: Say, desk: Path) -> None:
    """A record is left in a new file, an empty one or that of another record."""
    for name in ("new.txt", "empty.txt", "game.txt"):
        status, output, _ = say("play", "--seat", "bot:garter", "--record", name, "--seed", 5)
        assert (status, output.splitlines()[-1]) == (0, f"The record: {name}")
        assert say("verify", name).status == 0
    texts = {Path(name).read_text(encoding="utf-8") for name in ("new.txt", "empty.txt")}
    assert texts == {Path("game.txt").read_text(encoding="utf-8")}


# Help


@pytest.mark.parametrize("command", HELP)
def test_help_is_in_the_language_asked_for(
    say: Say, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """Every paragraph of every help is translated, and fits into 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    status, english, errors = say(*command.split(), "--help")
    assert (status, errors) == (0, "")
    for language in OTHERS:
        words = Words(language)
        said = say(*command.split(), "--help", language=language)
        assert said[::2] == (0, "")
        assert not set(said.output.split("\n\n")) & set(english.split("\n\n"))
        for phrase in ("usage: ", "options", "positional arguments", "show this help message"):
            if words(phrase) != phrase:
                assert phrase not in said.output
        assert max(map(len, said.output.splitlines())) <= 80
        for option in re.findall(r"--[a-z]+", english):
            assert option in said.output


def test_a_lone_command_shows_its_help(say: Say) -> None:
    """Without arguments the command shows what it can do, in the language of the system."""
    for language in LANGUAGES:
        status, output, errors = say(language=language)
        assert (status, errors) == (0, "")
        assert output == say("--help", language=language).output


def example_of(text: str) -> list[str]:
    """The example at the end of a help."""
    return shlex.split(text.rpartition("\n\n")[2].partition(":")[2])


@pytest.mark.parametrize("command", HELP[1:])
def test_the_example_of_each_help_runs(say: Say, desk: Path, command: str) -> None:
    """Every command has an example, the same in all languages, and it does what it says."""
    name, *arguments = example_of(say(command, "--help").output)
    assert (name, arguments[0]) == ("serpentina", command)
    for language in OTHERS:
        help_text = say(command, "--help", language=language).output
        assert example_of(help_text) == [name, *arguments]
    status, output, errors = run(*arguments)
    assert (status, errors) == (0, "")
    assert output or command == "engine"  # which is spoken to first


def test_the_version_is_that_of_the_package(say: Say) -> None:
    """--version says the installed version."""
    assert say("--version") == (0, f"{version('serpentina')}\n", "")


# The end of a pipe


def test_the_package_is_a_command_too() -> None:
    """`python -m serpentina` does the same, for whom the command is not on the path."""
    typed = [sys.executable, "-m", "serpentina", "--version"]
    done = subprocess.run(typed, capture_output=True, text=True, check=True)
    assert done.stdout == run("--version").output


@pytest.mark.parametrize("typed", ["rules", "--help", "--version", "referee --table '' --draw or"])
def test_a_reader_who_has_left_is_no_error(typed: str) -> None:
    """Whoever reads the output may close it: nothing is said about it."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [COMMAND, *shlex.split(typed)],
            stdout=writer,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=60,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
