"""Hints in the terminal: off unless asked for, one sentence each, and the record says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from serpentina.hints import hint
from serpentina.record import verify
from serpentina.referee import outcomes_of
from serpentina.words import LANGUAGES
from tests.test_cli import Say, run, say
from tests.test_terminal import play
from tests.test_welcome import left

__all__ = ["say"]  # the fixture

SMALL = ("--deck", "<r:2 r>:2 gr:3 gb:2", "--rules", "serpentina,must_match=off")
TWO = ("--seat", "Ana", "--seat", "Ben", "--seed", "0")
PLAIN = {"NUMBA_DISABLE_JIT": "1"}  # nothing is compiled for so small a deck


def test_a_hint_names_the_best_placement() -> None:
    """At the choice ? says which is better than which, and why; the choice is asked again."""
    output = play(*TWO, *SMALL, "--hints", answers="1\n?\ns\n", **PLAIN)
    game = verify(left())
    assert game.card is not None
    found = hint(game.view)
    placements = [each.placement for each in outcomes_of(game.rules, game.layout, game.card)]
    assert found.other is not None
    numbers = placements.index(found.placement) + 1, placements.index(found.other) + 1
    assert re.search(r"(\d) is better than (\d): [A-Z0-9][^.]+\.", output)
    assert f"{numbers[0]} is better than {numbers[1]}: " in output
    assert output.count("Which of the") == 2


def test_without_hints_there_are_none() -> None:
    """As usual ? is help, and the record says nothing of hints."""
    output = play(*TWO, *SMALL, answers="1\n?\ns\n")
    assert "better" not in output
    assert "? gives a hint" not in output
    assert "u takes the last placement back" in output
    assert "Hints" not in dict(left().more)


def test_the_record_names_the_seats_that_could_ask() -> None:
    """The seats of people, also when the game goes on later, which has hints again."""
    output = play("--seat=bot:garter", *TWO, *SMALL, "--hints", answers="s\n", **PLAIN)
    assert "? gives a hint" not in output
    assert dict(left().more) == {"Hints": "2 3"}
    output = play("--resume", answers="h\n1\n?\ns\n", **PLAIN)
    assert "? gives a hint" in output
    assert "better than" in output or "only one placement" in output
    assert dict(left().more) == {"Hints": "2 3"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_speak_every_language(language: str) -> None:
    """The sentence is in the language of the game."""
    answers = "1\n?\ns\n"
    output = play(*TWO, *SMALL, "--hints", "--language", language, answers=answers, **PLAIN)
    assert ("is better than" in output) == (language == "en")


def test_a_gentle_bot_plays_a_whole_game(tmp_path: Path) -> None:
    """Its wish stands in the record, from which it can be played on."""
    path = tmp_path / "game.txt"
    seats = ("--seat", "bot:hatchling", "--seat", "bot:gentle:1:50")
    output = play(*seats, *SMALL, "--record", path, answers="", **PLAIN)
    assert "One moment" in output
    assert left().seats == ("bot:hatchling", "bot:gentle:1:50")
    assert run("verify", path).status == 0


def test_a_wish_that_cannot_be_is_refused(say: Say) -> None:
    """In one line that says what would be right, in every language."""
    told = {say("play", "--seat", "bot:gentle:9", language=each).errors for each in LANGUAGES}
    assert len(told) == len(LANGUAGES)
    assert all("gentle:9" in each and each.count("\n") == 1 for each in told)
