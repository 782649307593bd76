"""Engines that fail, each a real process: the error says how, in time, and nothing is left."""

from __future__ import annotations

import os
import random
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from serpentina.engine import program, seat
from serpentina.engine.seat import EnginePlayer
from serpentina.errors import EngineError
from serpentina.game import Game, View

HELLO = "print('name tester'); print('option seed'); print('ready', flush=True); input()\n"
READ = "for line in sys.stdin:\n    if line.startswith('go'):\n        "
BEST = "print('best', first, flush=True)"
KEPT = "first = ''\nfor line in sys.stdin:\n    word, _, rest = line.partition(' ')\n    "
ANSWER = (
    "if word == 'placements':\n        first = rest.split(':')[0]\n"
    "    if word == 'go':\n        print('best', first, flush=True)\n"
)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait less than people would."""
    monkeypatch.setattr(seat, "START_SECONDS", 5.0)
    monkeypatch.setattr(seat, "STOP_SECONDS", 0.3)


def engine(tmp_path: Path, code: str, seconds: float = 0.3) -> EnginePlayer:
    """An engine of this Python code."""
    path = tmp_path / "engine.py"
    path.write_text(f"import os, sys, time\n{code}", encoding="utf-8")
    return EnginePlayer(f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}", seconds, "it")


def view(turns: int = 4) -> View:
    """A view with more than one placement."""
    game = Game.new(2, "hisss,must_match=off", seed=2)
    for _ in range(turns):
        game = game.draw(game.slots[0])
        game = game.place(game.placements[0])
    return game.draw(game.slots[0]).view


def fails(player: EnginePlayer) -> str:
    """The error of an engine asked for a placement, which comes in time and leaves no process."""
    begun = time.monotonic()
    with pytest.raises(EngineError) as error:
        player.choose(view(), random.Random(1))
    assert time.monotonic() - begun < 10
    assert_nothing_is_left()
    return str(error.value)


STARTED: list[subprocess.Popen[bytes]] = []


class Noted(subprocess.Popen[bytes]):
    """A process that is remembered."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        STARTED.append(self)


def assert_nothing_is_left() -> None:
    """No engine that we have started runs on or waits to be buried, and no thread waits for it."""
    for process in STARTED:
        assert process.returncode is not None
        with pytest.raises(ProcessLookupError):
            os.kill(process.pid, 0)
    ours = [each.name for each in threading.enumerate() if "(_" in each.name]
    assert not ours


@pytest.fixture(autouse=True)
def buried(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After each test nothing is left."""
    monkeypatch.setattr("serpentina.engine.program.subprocess.Popen", Noted)
    yield
    for _ in range(20):
        try:
            assert_nothing_is_left()
        except (AssertionError, pytest.fail.Exception):
            time.sleep(0.05)
    assert_nothing_is_left()
    STARTED.clear()


# Failures

FAILING = {
    "dies at once": ("sys.exit(3)", 'The engine "it" has ended with exit status 3.'),
    "dies at once with a reason": (
        "raise RuntimeError('no weights')",
        'The engine "it" has ended with exit status 1: RuntimeError: no weights',
    ),
    "dies when asked": (
        f"{HELLO}{READ}os._exit(4)",
        'The engine "it" has ended with exit status 4.',
    ),
    "hangs at once": (
        "time.sleep(60)",
        'The engine "it" has not answered "serpentina-engine 1" in 0.5 seconds, nor when it',
    ),
    "hangs when asked": (
        f"{HELLO}{READ}time.sleep(60)",
        'The engine "it" has not answered "go seconds 0.3" in 0.3 seconds, nor when it was told',
    ),
    "hangs and does not read": (f"{HELLO}time.sleep(60)", "has not answered"),
    "will not be ended": (
        f"import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n{HELLO}time.sleep(60)",
        "has not answered",
    ),
    "starts others that hang": (
        f"{HELLO}import subprocess\nsubprocess.run(['sleep', '60'])",
        "has not answered",
    ),
    "closes its input": (f"{HELLO}sys.stdin.close()\nos.close(0)\ntime.sleep(60)", "not answered"),
    "closes its output": (
        f"{HELLO}sys.stdout.close()\nos.close(1)\ntime.sleep(60)",
        'The engine "it" has closed its output.',
    ),
    "floods with news": (f"{HELLO}while True:\n    print('info', 'x' * 100)", "has not answered"),
    "floods without lines": (
        f"{HELLO}while True:\n    sys.stdout.write('x' * 10000)",
        'The engine "it" says "xxx',
    ),
    "floods with values": (
        f"{HELLO}while True:\n    print('value 1z-gr win 1 cards 1')",
        'The engine "it" says "value 1z-gr',
    ),
    "answers garbage": (
        f"{HELLO}{READ}print('hm?', flush=True)",
        'The engine "it" says "hm?", which is no answer to "go seconds 0.3".',
    ),
    "answers no text": (
        f"{HELLO}{READ}sys.stdout.buffer.write(bytes(range(256)) + b'\\n'); sys.stdout.flush()",
        "which is no answer to",
    ),
    "answers no placement": (
        f"{HELLO}{READ}print('best', 'everywhere', flush=True)",
        'The engine "it" says "best everywhere", which is no answer to',
    ),
    "answers nothing at all": (f"{HELLO}{READ}print('best', flush=True)", 'says "best"'),
    "answers what may not be": (
        f"{HELLO}{READ}print('best 9z-gr', flush=True)",
        'The engine "it" places "9z-gr", but the card "',
    ),
    "says something else first": ("print('Welcome!', flush=True)\ninput()\ninput()", "Welcome!"),
    "has a path for a name": (
        "print('name /home/ana', flush=True)\ninput()\ninput()",
        "name /home",
    ),
    "reports": (
        f"{HELLO}{READ}print('error out of ideas', flush=True)",
        'The engine "it" reports: out of ideas',
    ),
}


@pytest.mark.parametrize("way", FAILING)
def test_a_failure_is_said_in_time(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """However an engine fails, one sentence says how; it is ended, and says nothing to people."""
    code, sentence = FAILING[way]
    if way == "hangs at once":
        monkeypatch.setattr(seat, "START_SECONDS", 0.5)
    said = fails(engine(tmp_path, code))
    assert sentence in said
    assert len(said) < 500
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("command", ["", "   ", '"', "a\0b"])
def test_what_is_no_command(command: str) -> None:
    """An empty command or one whose quotation marks are open is refused with a sentence."""
    assert "is no command that starts an engine" in fails(EnginePlayer(command))


@pytest.mark.parametrize("command", ["/nowhere/bot", "nowhere-bot --fast", "/"])
def test_a_program_that_cannot_be_started(command: str) -> None:
    """The reason is that of the system."""
    said = fails(EnginePlayer(command))
    assert said.startswith(f'The engine "{command}" cannot be started: ')


def test_no_shell_reads_a_command(tmp_path: Path) -> None:
    """What a shell would do with a command is not done."""
    trap = tmp_path / "trap"
    fails(EnginePlayer(f"true; touch {trap} $(touch {trap}) | touch {trap}"))
    assert not trap.exists()


def test_an_engine_that_dies_in_mid_game_is_started_anew(tmp_path: Path) -> None:
    """It answers, dies with a message, and answers again when it is asked again."""
    code = f"{HELLO}asked = 0\n{KEPT}{ANSWER}        asked += 1\n    assert asked < 3, 'tired'\n"
    player, lives = engine(tmp_path, code), []
    for _ in range(6):
        try:
            player.choose(view(), random.Random(1))
        except EngineError as error:
            lives.append(str(error))
        time.sleep(0.1)  # it dies after its third answer, which may still be heard
    assert lives
    assert set(lives) == {
        'The engine "it" has ended with exit status 1: AssertionError: tired',
    }
    player.close()


# What goes well


def test_a_slow_engine_is_told_to_stop(tmp_path: Path) -> None:
    """It answers then, and that counts; it may have told news before."""
    code = (
        f"{HELLO}{KEPT}if word == 'placements':\n        first = rest.split(':')[0]\n"
        "    if word == 'go':\n        print('info thinking', flush=True)\n"
        f"    if word == 'stop\\n':\n        {BEST}\n"
    )
    player = engine(tmp_path, code)
    begun = time.monotonic()
    assert player.choose(view(), random.Random(1)) in view().placements
    assert 0.3 < time.monotonic() - begun < 3
    player.close()


def test_what_is_said_unasked_is_not_the_answer(tmp_path: Path) -> None:
    """An answer that comes twice is not taken for that to the next question."""
    code = (
        f"{HELLO}{KEPT}if word == 'placements':\n        every = rest.split()\n"
        "        first, last = every[0].split(':')[0], every[-1].split(':')[0]\n"
        f"    if word == 'go':\n        {BEST}\n        print('best', last, flush=True)\n"
    )
    player = engine(tmp_path, code)
    chosen = set()
    for _ in range(5):
        chosen.add(player.choose(view(), random.Random(1)))
        time.sleep(0.05)
    assert len(chosen) == 1
    player.close()


def test_values_are_asked_for(tmp_path: Path) -> None:
    """The values that an engine gives come with the best placement first."""
    value = "print('value', first, 'win 0.5 0.5 cards 20 30.5', flush=True)"
    player = engine(
        tmp_path,
        f"{HELLO}{KEPT}if word == 'placements':\n        first = rest.split(':')[0]\n"
        f"    if rest.endswith('values\\n'):\n        {value}\n        {BEST}\n",
    )
    [[worth]] = player.appraise(view(), random.Random(1), 0.5)
    assert worth.placement in view().placements
    assert worth[1:] == ((0.5, 0.5), (20.0, 30.5))
    player.close()


def test_it_is_told_what_it_can_hear(tmp_path: Path) -> None:
    """A seed, since it has that option; the deck only to one who has asked; never the fan."""
    told = tmp_path / "told"
    code = f"{HELLO}told = open({str(told)!r}, 'w')\n{KEPT}told.write(line)\n    {ANSWER}"
    player = engine(tmp_path, code)
    game = Game.new(2, "hisss,must_match=off", "standard:2", seed=1).draw(5)
    player.choose(game.view, random.Random(1))
    player.close()
    words = [line.split()[0] for line in told.read_text().splitlines()]
    assert words == ["set", "position", "placements", "go", "quit"]
    assert game.fan.nonce not in told.read_text()


def test_a_forced_placement_costs_nothing() -> None:
    """An only placement is made without a program."""
    game = Game.new(2, "hisss", "<r b>", seed=1).draw(1)
    chosen = EnginePlayer("/nowhere").choose(game.view, random.Random(1))
    assert (chosen,) == game.placements


def test_an_engine_ends_with_its_player(tmp_path: Path) -> None:
    """A player who is forgotten leaves no process; nor does a program of ours that ends."""
    player = engine(tmp_path, f"{HELLO}{KEPT}{ANSWER}")
    player.choose(view(), random.Random(1))
    [talk] = [player._talk]
    assert talk is not None
    number = talk.program._process.pid
    del player, talk
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_an_engine_ends_with_our_program(tmp_path: Path) -> None:
    """However ours ends, it gets no more input; at a good end it is waited for."""
    bot = f"{shlex.quote(sys.executable)} -c {shlex.quote(HELLO + 'input()')}"
    code = (
        "from serpentina.engine.seat import EnginePlayer\n"
        f"player = EnginePlayer({bot!r})\nplayer.name\n"
        "print(player._talk.program._process.pid)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)


def test_lines_are_taken_only_as_they_are_wanted(tmp_path: Path) -> None:
    """A flood between two questions stays where it comes from."""
    player = engine(tmp_path, f"{HELLO}while True:\n    print('info', flush=True)")
    assert player.name == "tester"
    time.sleep(0.3)
    assert player._talk is not None
    assert player._talk.program._inbox.qsize() <= program.MOST_WAITING
    player.close()
