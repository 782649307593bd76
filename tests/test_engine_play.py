"""Engines in the terminal: who sits there, what a record says, and going on with a game."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from serpentina.reader import read_record
from serpentina.record import verify
from serpentina.terminal import Seat
from serpentina.words import LANGUAGES
from tests.test_cli import COMMAND, Say, run, say
from tests.test_engine import BOT
from tests.test_terminal import ANY
from tests.test_welcome import left
from tests.test_words import english_left_in

__all__ = ["say"]  # the fixture

ENGINE = f"engine:{BOT}"
TIRED = "import sys\nprint('name tired\\nready', flush=True)\nfor line in sys.stdin:\n"


def tired(folder: Path) -> str:
    """The seat of an engine that dies when it is asked."""
    path = folder / "tired.py"
    path.write_text(f"{TIRED}    assert not line.startswith('go'), 'no more'\n", encoding="utf-8")
    return f'engine:"{sys.executable}" "{path}"'


def test_an_engine_plays_in_the_terminal() -> None:
    """The game comes to its end; the record names the engine as it calls itself, without a path."""
    status, output, errors = run("play", "--seat", "Ana", "--seat", ENGINE, answers=ANY)
    assert (status, errors) == (0, "")
    assert "engine:longest-first places" in output
    record = left()
    assert record.seats == ("Ana", "engine:longest-first")
    assert verify(record).is_counted
    assert not re.search(r"engine_bot|/", str(record))


def test_a_game_between_an_engine_and_a_bot_is_repeated_by_its_seed(tmp_path: Path) -> None:
    """A seed gives the same game, also with a player of ours as a program."""
    boa = f"engine:{COMMAND} engine boa"
    games = []
    for number in range(2):
        path = tmp_path / f"{number}.txt"
        seats = ("--seat", boa, "--seat", "bot:garter")
        assert run("play", *seats, "--seed", 6, "--record", path).status == 0
        games.append(read_record(path.read_text(encoding="utf-8")).steps)
    assert games[0] == games[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_engine_that_dies_leaves_the_game(language: str, say: Say, tmp_path: Path) -> None:
    """One line says why, the status is 2, the game is saved, and goes on with another program."""
    seats = ("--seat", tired(tmp_path), "--seat", "bot:garter", "--seed", 1)
    status, output, errors = say("play", *seats, language=language)
    assert status == 2
    assert errors.count("\n") == 1
    assert "AssertionError: no more" in errors
    assert "serpentina play --resume" in output
    assert language == "en" or not english_left_in(errors, language)
    status, output, errors = say("play", "--resume", language=language)
    assert (status, errors.count("\n")) == (2, 1)
    assert "engine:tired" in errors
    assert language == "en" or not english_left_in(errors, language)
    better = tmp_path / "tired.py"
    answer = "    if line[:2] == 'go':\n        print('best', first, flush=True)\n"
    first = "    if line[:10] == 'placements':\n        first = line[11:].split(':')[0]\n"
    better.write_text(TIRED + first + answer, encoding="utf-8")
    resumed = say("play", "--resume", "--seat", seats[1])
    assert (resumed.status, resumed.errors) == (0, "")
    assert verify(left()).is_counted


def test_a_record_runs_no_program(
    tmp_path: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a record calls an engine is a name and never a command."""
    monkeypatch.chdir(tmp_path)
    trap = tmp_path / "trap"
    record = tmp_path / "game.txt"
    say("play", "--seat", "bot:garter", "--seat", "bot:garter", "--record", record)
    text = record.read_text(encoding="utf-8")
    unfinished = re.sub(r"\ncount .*", "\n*", text).replace(
        '[Seat1 "bot:garter"]', '[Seat1 "engine:touch trap"]'
    )
    record.write_text(unfinished, encoding="utf-8")
    status, _, errors = say("play", "--resume", record)
    assert status == 2
    assert "say which with --seat" in errors
    assert not trap.exists()


def test_only_the_engines_of_a_saved_game_are_named_again(say: Say) -> None:
    """A person's seat or other rules are refused as before."""
    for more in (("--seat", "Ana"), ("--seat", ENGINE, "--rules", "hisss")):
        status, _, errors = say("play", "--resume", *more)
        assert status == 2
        assert "A saved game has its own seats" in errors


def test_a_command_that_starts_nothing_is_refused_before_the_game(say: Say) -> None:
    """The seat is refused with the reason, and nothing is saved."""
    for command in ("", "/nowhere/bot", "false"):
        status, output, errors = say("play", "--seat", f"engine:{command}", "--seat", "Ana")
        assert (status, output) == (2, "")
        assert "argument --seat: " in errors


def test_the_command_lends_a_bot(say: Say) -> None:
    """`serpentina engine` speaks the protocol, and knows the players' names."""
    said = say("engine", "boa", answers="serpentina-engine 1\nquit\n")
    assert said == (0, "name boa\noption deck standard\noption seed\nready\n", "")
    assert "garter" in say("engine", "python").errors


def test_a_seat_has_the_engines_name() -> None:
    """The label of a seat is what the program calls itself."""
    assert Seat.parse(ENGINE).name == "engine:longest-first"
