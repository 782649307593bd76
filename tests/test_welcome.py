"""What is asked before a game, typed at a terminal: the language, who plays, whether to go on."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from types import TracebackType
from typing import Self

import pytest

from serpentina import saves
from serpentina.record import Record
from serpentina.words import LANGUAGES, Words
from tests.test_cli import environment, run

START = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # even if who runs the tests ignores it
os.login_tty(0)
from serpentina.cli import main
raise SystemExit(main())
"""
CTRL_C, CTRL_D = "\x03", "\x04"
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
WHO = "Enter: one person against a bot. "


class Terminal:
    """A command at a terminal of 80 columns: read up to its question, type an answer."""

    def __init__(self, *arguments: object, **variables: str) -> None:
        self.hand, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, *map(str, arguments)],
            stdin=end,
            stdout=end,
            stderr=end,
            env=environment(**{"TERM": "xterm-256color", **variables}),
        )
        os.close(end)
        self.shown = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.hand)

    def question(self) -> str:
        """What is shown until it asks, or ends."""
        begin = len(self.shown)
        seen = b""
        while not re.search(rb"\S $", seen) or self._has_more():
            assert select.select([self.hand], [], [], 30)[0], f"It hangs after {seen!r}"
            try:
                part = os.read(self.hand, 1 << 16)
            except OSError:  # Linux's way to say that nobody holds the other end
                break
            if not part:
                break
            seen += part
        self.shown += seen.decode().replace("\r\n", "\n")
        return self.shown[begin:]

    def _has_more(self) -> bool:
        return bool(select.select([self.hand], [], [], 0.005)[0])

    def press(self, keys: str) -> str:
        """Press keys; what is shown up to the next question."""
        os.write(self.hand, keys.encode())
        return self.question()

    def answer(self, text: str) -> str:
        """Type a line; what is shown up to the next question."""
        return self.press(f"{text}\n")

    def end(self) -> int:
        """The exit status; whatever it asks, nobody answers."""
        self.question()
        return self.process.wait(timeout=30)


def plain(text: str) -> str:
    """The text without its colours."""
    return ESCAPES.sub("", text)


def flat(text: str) -> str:
    """The text without its colours and with its line breaks as spaces."""
    return " ".join(plain(text).split())


def left() -> Record:
    """The one game that is saved."""
    [path] = saves.games_folder().glob("*.txt")
    return saves.read_file(path)


# The language


@pytest.mark.parametrize(
    ("answer", "system", "language"),
    [
        ("", "", "en"),
        ("", "de_DE.UTF-8", "de"),
        ("1", "de_DE.UTF-8", "en"),
        (" 4 ", "", "es"),
        ("Deutsch", "", "de"),
    ],
)
def test_the_language_is_chosen_first(answer: str, system: str, language: str) -> None:
    """Enter keeps the language of the system; a number, code or name chooses another."""
    with Terminal("play", LANG=system) as terminal:
        first = terminal.question()
        for name in LANGUAGES.values():
            assert name in first
        terminal.answer(answer)
        wanted = Words(language)(
            "A game has 1 to {most} players, not {players}.", most=8, players=9
        )
        assert wanted in flat(terminal.answer("a,b,c,d,e,f,g,h,i"))


@pytest.mark.parametrize("answer", ["6", "klingon"])
def test_a_language_that_is_not_known_is_asked_for_again(answer: str) -> None:
    """An answer that is none of the languages is not passed over in silence."""
    with Terminal("play") as terminal:
        first = terminal.question().splitlines()[-1]
        assert first in terminal.answer(answer)


def test_a_language_that_is_named_is_not_asked_for() -> None:
    """With --language the first question is who plays, in that language."""
    with Terminal("play", "--language", "de") as terminal:
        asked = terminal.question()
    assert "Français" not in asked
    assert "bot:garter" in asked


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_questions_fit_into_80_columns(language: str) -> None:
    """No line of the questions before a game is wider than 80 columns, in any language."""
    run("play", "--seat", "Ana", answers="7\n")
    with Terminal("play", LANG=language) as terminal:
        lines = terminal.question().splitlines()
        for answer in ("", "n", "a,b,c,d,e,f,g,h,i", "bot:cobra", "x" * 41):
            lines += terminal.answer(answer).splitlines()[1:]
    assert [line for line in lines if len(line) > 80] == []


# Who plays


@pytest.mark.parametrize(
    ("answer", "seats"),
    [
        ("", ("Player 1", "bot:garter")),
        ("  Ana  Maria ,bot:hatchling", ("Ana Maria", "bot:hatchling")),
        ("Zoë,Łukasz,雪", ("Zoë", "Łukasz", "雪")),
        ("a,b,c,d,e,f,g,h", tuple("abcdefgh")),
    ],
)
def test_who_plays_is_asked_once(answer: str, seats: tuple[str, ...]) -> None:
    """Names with commas between are the seats, the first of them draws first."""
    with Terminal("play", "--language=en") as terminal:
        assert terminal.question().endswith(WHO)
        assert f"{seats[0]}, draw a card." in terminal.answer(answer)
    assert left().seats == seats


def test_who_plays_is_asked_until_it_is_understood() -> None:
    """A bad answer is explained and asked for again; nothing is saved before a good one."""
    reasons = {
        "a,b,c,d,e,f,g,h,i": "not 9",
        "Ana,,Ben": "has 0",
        ",": "has 0",
        "Ana,bot:cobra": 'no player "cobra": the players are hatchling, garter',
        "bot:": 'no player ""',
        "x" * 41: "has 41",
        "An\x1ba": "letters",
    }
    with Terminal("play", "--language=en") as terminal:
        terminal.question()
        for answer, reason in reasons.items():
            again = terminal.answer(answer)
            assert reason in flat(again)
            assert again.endswith(WHO)
        assert not saves.games_folder().exists()
        assert "Ana, draw" in terminal.answer("Ana")


def test_seats_that_are_named_are_not_asked_for() -> None:
    """With --seat the game begins at once, in the language of the system."""
    with Terminal("play", "--seat", "Ana", LANG="es_ES.UTF-8") as terminal:
        asked = terminal.question()
    assert asked.endswith(Words("es")("{name}, draw a card. Slot, or Enter for any: ", name="Ana"))


def test_two_bots_play_by_themselves() -> None:
    """With bots in all seats nothing more is asked."""
    with Terminal("play", "--language=en") as terminal:
        terminal.question()
        assert "\nThe record:" in terminal.answer("bot:garter,bot:hatchling")
        assert terminal.end() == 0
    assert left().scores is not None


# Going on


def test_a_game_that_was_left_is_offered() -> None:
    """Enter goes on with the game that was left, where it was left; n begins another."""
    run("play", "--seat", "Ana", "--seat", "Ben", answers="7\n")
    before = left()
    with Terminal("play", "--language=en") as terminal:
        assert terminal.question().endswith("n begins a new one: ")
        shown = plain(terminal.answer(""))
        assert f"You have drawn {before.steps[-1].card}." in shown
        assert terminal.answer("s").endswith("serpentina play --resume\n")
        assert terminal.end() == 0
    assert left() == before
    with Terminal("play", "--language=en") as terminal:
        terminal.question()
        assert terminal.answer("n").endswith(WHO)
        terminal.answer("Cleo")
    assert len(list(saves.games_folder().glob("*.txt"))) == 2


def test_a_finished_game_is_not_offered() -> None:
    """A counted game, or a file that is no record, is nothing to go on with."""
    run("play", "--seat", "bot:garter")
    (saves.games_folder() / "letter.txt").write_text("Dear Ana", encoding="utf-8")
    with Terminal("play", "--language=en") as terminal:
        assert terminal.question().endswith(WHO)


def test_what_is_asked_for_by_an_option_is_a_new_game() -> None:
    """Rules, a deck or a seed on the command line are for a new game, not for the one left."""
    run("play", "--seat", "Ana", answers="7\n")
    for option in ("--rules=hisss", "--seed=5"):
        with Terminal("play", "--language=en", option) as terminal:
            assert terminal.question().endswith(WHO)


# Leaving


@pytest.mark.parametrize("keys", [CTRL_C, CTRL_D], ids=["Ctrl-C", "Ctrl-D"])
@pytest.mark.parametrize("questions", [0, 1, 2])
def test_every_question_can_be_left(keys: str, questions: int) -> None:
    """Ctrl-C and Ctrl-D leave at any question, without a traceback, on a line of its own."""
    run("play", "--seat", "Ana", answers="7\n")
    before = left()
    with Terminal("play") as terminal:
        terminal.question()
        for answer in ("", "n")[:questions]:
            terminal.answer(answer)
        shown = terminal.press(keys)
        assert terminal.end() == 130
    assert shown.endswith("\n")
    assert "Traceback" not in terminal.shown
    assert left() == before


@pytest.mark.parametrize("keys", [CTRL_C, CTRL_D], ids=["Ctrl-C", "Ctrl-D"])
@pytest.mark.parametrize("answers", [[], ["7"], ["7", "1"]])
def test_a_game_can_be_left_at_any_question(keys: str, answers: list[str]) -> None:
    """Ctrl-C and Ctrl-D in a game save it, say how to go on, and are no error."""
    with Terminal("play", "--seat=Ana", "--seat=bot:garter", "--seed=3") as terminal:
        terminal.question()
        for answer in answers:
            terminal.answer(answer)
        assert terminal.press(keys).endswith("It goes on with: serpentina play --resume\n")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.shown
    assert len(left().steps) == 1 + bool(answers)
