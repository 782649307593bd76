"""Replay and verify: the whole game as JSON, step by step at a terminal, and its seal."""

from __future__ import annotations

import json
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from serpentina.cards import STANDARD, Deck
from serpentina.game import Game
from serpentina.notation import canonical, table_text
from serpentina.record import Record
from serpentina.words import LANGUAGES
from tests.conftest import play_out
from tests.test_cli import COMMAND, Say, environment, run, say, write_record
from tests.test_welcome import CTRL_C, CTRL_D, Terminal, flat, plain

__all__ = ["say"]  # the fixture

KEYS = ["rules", "deck", "players", "names", "scores", "longest", "snakes", "winners", "turns"]
ON = "Enter: on, b: back, q: leave "


@pytest.fixture
def record(tmp_path: Path, finished: Game) -> Path:
    """The file of a finished game."""
    return write_record(tmp_path / "game.txt", finished, "Ana", "Ben")


def replay(say: Say, path: Path) -> dict[str, Any]:
    """The game as JSON."""
    status, output, errors = say("replay", path, "--json")
    assert (status, errors, output.count("\n")) == (0, "", 1)
    value: dict[str, Any] = json.loads(output)
    return value


def moments(game: Game) -> list[Game]:
    """The game after the starter and after each placement, played once more."""
    again = [Game.new(game.players, game.rules, game.deck, fan=game.fan)]
    for turn in game.turns[1:]:
        again.append(again[-1].draw(turn.slot).place(turn.placement))
    return again


GAMES = {
    "two": (2, "hisss", 1),
    "alone": (1, "serpentina", 1),
    "eight and two sets": (8, "serpentina,must_match=off", 2),
    "a race": (3, "hisss,goal=race:12", 1),
    "most snakes": (5, "serpentina,goal=snakes", 1),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_as_json_is_the_game_played(say: Say, tmp_path: Path, name: str) -> None:
    """The keys are those that docs promise, and every value is that of the game."""
    players, rules, sets = GAMES[name]
    game = Game.new(players, rules, STANDARD * sets, seed=sets)
    game = play_out(game, random.Random(name)).count()
    seats = tuple(f"Player {seat}" for seat in range(players))
    found = replay(say, write_record(tmp_path / "game.txt", game, *seats))
    assert game.result is not None
    assert list(found) == KEYS
    assert found["rules"] == str(game.rules)
    assert found["deck"] == ("standard" if sets == 1 else "standard:2")
    assert (found["players"], found["names"]) == (players, list(seats))
    assert found["scores"] == [pit.cards for pit in game.scores]
    assert found["longest"] == [pit.longest for pit in game.scores]
    assert found["snakes"] == [pit.snakes for pit in game.scores]
    assert found["winners"] == list(game.result.winners)
    assert found["turns"] == [
        {
            "seat": moment.turns[-1].seat,
            "slot": moment.turns[-1].slot,
            "card": str(moment.turns[-1].card),
            "table": table_text(moment.layout.snakes.values()),
            "taken": canonical(moment.turns[-1].taken) if moment.turns[-1].taken else None,
        }
        for moment in moments(game)
    ]


def test_the_json_adds_up_by_itself(say: Say, record: Path) -> None:
    """Who only reads the turns comes to the same scores, and finds every card of the deck."""
    found = replay(say, record)
    taken: list[list[int]] = [[], []]
    for turn in found["turns"]:
        if turn["taken"]:
            taken[turn["seat"] - 1].append(turn["taken"].count("-") + 1)
    assert found["scores"] == [sum(snakes) for snakes in taken]
    assert found["longest"] == [max(snakes, default=0) for snakes in taken]
    assert found["snakes"] == [len(snakes) for snakes in taken]
    left = re.split("[ -]", found["turns"][-1]["table"])
    assert sum(found["scores"]) + len(left) == 50
    assert [turn["seat"] for turn in found["turns"]] == [0, *[1, 2] * 24, 1]
    assert sorted(turn["slot"] for turn in found["turns"]) == list(range(50))


def test_a_game_that_goes_on_has_no_winners(say: Say, tmp_path: Path, finished: Game) -> None:
    """Of an unfinished game the turns placed so far are told; a card in hand is no turn."""
    game = moments(finished)[9].draw(finished.turns[10].slot)
    for number, each in enumerate((game, game.place(game.placements[0]))):
        found = replay(say, write_record(tmp_path / "game.txt", each, "Ana", "Ben"))
        assert found["winners"] == []
        assert len(found["turns"]) == 10 + number


def test_a_record_without_its_fan_is_replayed(say: Say, tmp_path: Path, finished: Game) -> None:
    """A record that keeps its fan to itself replays like one that shows it."""
    for game in (moments(finished)[20], finished):
        shown = replay(say, write_record(tmp_path / "shown.txt", game, "Seat 1", "Seat 2"))
        text = re.sub(r"\[(Nonce|Fan) .*\n", "", str(Record.of(game)))
        (tmp_path / "hidden.txt").write_text(text, encoding="utf-8")
        assert replay(say, tmp_path / "hidden.txt") == shown


# Step by step


def test_in_a_pipe_the_whole_game_is_shown(say: Say, record: Path, finished: Game) -> None:
    """Where nobody types, every turn is written at once, and at last who has won."""
    status, output, errors = say("replay", record)
    assert (status, errors) == (0, "")
    lines = output.splitlines()
    assert lines[0] == f"The starter is {finished.turns[0].card}."
    numbers = [int(line.partition(".")[0]) for line in lines if re.match(r"\d+\. ", line)]
    assert numbers == list(range(1, 50))
    for number, turn in enumerate(finished.turns[1:], 1):
        name, ending = ("Ana", "Ben")[turn.seat - 1], "."
        if turn.taken:
            ending = f" and takes {len(turn.taken)} cards: {'-'.join(map(str, turn.taken))}"
        assert f" {number}. {name} places {turn.card}{ending} " in flat(output)
    assert lines[-1] == "Ana wins!"
    assert run("replay", record, answers="q\n").output == output
    assert "\x1b" not in output


def after(terminal: Terminal, answer: str) -> str:
    """What is shown after an answer, without its echo."""
    return plain(terminal.answer(answer)).partition("\n")[2]


def test_at_a_terminal_one_steps_on_and_back(record: Path) -> None:
    """Enter goes on, b goes back, not before the starter; q leaves without an ending."""
    with Terminal("replay", record) as terminal:
        starter = plain(terminal.question())
        assert starter.startswith("The starter is ")
        first = after(terminal, "")
        assert first.startswith("1. Ana places ")
        assert after(terminal, "").startswith("2. Ben places ")
        assert after(terminal, "b") == first
        assert after(terminal, " B ") == starter
        assert after(terminal, "b") == starter
        assert after(terminal, "q") == ""
        assert terminal.end() == 0


def test_at_a_terminal_the_last_step_tells_the_winner(record: Path) -> None:
    """After the last turn, and one more Enter, the replay says who has won and ends."""
    with Terminal("replay", record) as terminal:
        terminal.question()
        for _ in range(49):
            terminal.answer("")
        assert "49. Ana" in plain(terminal.shown)
        assert "wins!" not in terminal.shown
        assert terminal.answer("").endswith("Ana wins!\n")
        assert terminal.end() == 0
    assert "\x1b[48;5;" in terminal.shown
    assert plain(terminal.shown).count(ON) == 50


@pytest.mark.parametrize("keys", [CTRL_C, CTRL_D], ids=["Ctrl-C", "Ctrl-D"])
def test_a_replay_can_be_left(record: Path, keys: str) -> None:
    """Ctrl-C and Ctrl-D leave like q, on a line of its own."""
    with Terminal("replay", record) as terminal:
        terminal.question()
        assert terminal.press(keys).endswith("\n")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.shown


def test_a_card_in_hand_is_shown(say: Say, tmp_path: Path, finished: Game) -> None:
    """The replay of an unfinished game ends with the card drawn, and says that it goes on."""
    game = moments(finished)[4].draw(finished.turns[5].slot)
    output = say("replay", write_record(tmp_path / "game.txt", game, "Ana", "Ben")).output
    assert f"\n5. Ana has drawn {game.card}.\n" in output
    assert output.endswith("\nThe game goes on.\n")


def test_a_shared_win_is_told(say: Say, tmp_path: Path) -> None:
    """R22: who shares the win is named together, in the order of the seats."""
    game = Game.new(3, deck=Deck.parse("rg:3"), seed=1)  # nobody can take anything
    game = play_out(game, random.Random(1)).count()
    output = say("replay", write_record(tmp_path / "game.txt", game, "Ana", "Ben", "Gül")).output
    assert output.endswith("\nThey share the win: Ana, Ben, Gül!\n")


def test_no_line_is_wider_than_80_columns(say: Say, tmp_path: Path) -> None:
    """A replay is readable on 80 columns, however full the table and however long the names."""
    game = Game.new(8, "hisss,must_match=off", STANDARD * 2, seed=1)
    game = play_out(game, random.Random(1)).count()
    path = write_record(tmp_path / "game.txt", game, *(40 * letter for letter in "ABCDEFGH"))
    for language in LANGUAGES:
        lines = say("replay", path, language=language).output.splitlines()
        assert [line for line in lines if len(line) > 80] == []


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_reader_who_leaves_early_is_no_error(tmp_path: Path, options: list[str]) -> None:
    """`replay game.txt | head -1` ends quietly."""
    game = Game.new(8, "hisss,must_match=off", STANDARD * 4, seed=1)
    game = play_out(game, random.Random(1)).count()
    path = write_record(tmp_path / "game.txt", game, *"abcdefgh")
    with subprocess.Popen(
        [COMMAND, "replay", path, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 0


# The seal


def test_verify_says_what_it_has_checked(say: Say, record: Path, finished: Game) -> None:
    """A good record: how many turns, the seal, and the seed, which is no secret."""
    status, output, errors = say("verify", record)
    assert (status, errors) == (0, "")
    assert output.splitlines() == [
        "49 turns, all by the rules.",
        "The fan is the one that was sealed:",
        finished.fan.commitment,
        "It came from the seed 7: whoever knew it knew the fan.",
    ]


def test_verify_says_nothing_of_a_seed_where_there_is_none(say: Say, tmp_path: Path) -> None:
    """A fan of the operating system's randomness came from no seed; one turn is one turn."""
    game = Game.new(1)
    game = game.draw(9)
    game = game.place(game.placements[0])
    output = say("verify", write_record(tmp_path / "game.txt", game, "Ana")).output
    assert output.splitlines() == [
        "1 turn, all by the rules.",
        "The fan is the one that was sealed:",
        game.fan.commitment,
    ]


@pytest.mark.parametrize(
    ("pattern", "instead", "reason"),
    [
        ('Nonce "..', 'Nonce "00', "The fan is not the one that was sealed: its seal is "),
        ('Seed "7"', 'Seed "8"', "The fan is not the one that the seed 8 gives."),
        (r"\[Nonce .*\n\[Fan .*\n", "", "The record does not show its fan yet"),
        (r"\n7\. 1@\d+ \S+", "\n7. 1@3 <*-1a", "Turn 7: Slot 3 of the fan holds "),
        (r"\n8\. 2@", "\n8. 1@", "Turn 8: Seat 1 moves, but it is the turn of seat 2."),
        (r"takes \S+", "takes <r-rg-g>", "Turn "),
        (r"count (\d+) (\d+)", r"count \2 \1", "The record counts "),
    ],
)
def test_verify_refuses_what_is_not_so(
    say: Say, record: Path, pattern: str, instead: str, reason: str
) -> None:
    """Another fan, seed, card, seat, snake or count than the game had ends with status 2."""
    good = record.read_text(encoding="utf-8")
    record.write_text(re.sub(pattern, instead, good, count=1), encoding="utf-8")
    status, output, errors = say("verify", record)
    assert (status, output) == (2, "")
    assert errors.startswith(f"serpentina: {reason}")
