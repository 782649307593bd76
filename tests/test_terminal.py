"""Whole games through the command: turns, undo, saving and resuming, what is shown and how wide."""

from __future__ import annotations

import errno
import random
import re
import subprocess
from itertools import islice
from pathlib import Path

import pytest

from serpentina import saves
from serpentina.cards import Card, Deck
from serpentina.fan import Fan
from serpentina.game import Game
from serpentina.options import Rules
from serpentina.record import told_apart, verify
from serpentina.words import LANGUAGES
from tests.test_cli import COMMAND, OTHERS, Say, environment, files_under, run, say, write_record
from tests.test_welcome import Terminal, left, plain
from tests.test_words import english_left_in, rules_in

__all__ = ["say"]  # the fixture

ANY = "\n1\n" * 600  # any slot, the first placement, and so on
BOX = 'colours = ["red", "green", "blue"]\n[cards]\n"rg" = 9\n"gb" = 9\n"<r" = 2\n"b>" = 2\n'
TWO = ("--seat", "Ana", "--seat", "Ben", "--seed", "3")
BOTS = ("--seat", "bot:garter", "--seat", "bot:hatchling")


def play(*arguments: object, answers: str = ANY, **variables: str) -> str:
    """What a game shows that comes to a good end."""
    status, output, errors = run("play", *arguments, answers=answers, **variables)
    assert (status, errors) == (0, "")
    return output


def small(path: Path, cards: str) -> tuple[str, str]:
    """The option for a deck of a few cards."""
    path.write_text("[cards]\n" + "".join(f'"{card}" = 1\n' for card in cards.split()))
    return "--deck", str(path)


# Whole games


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "--seat Ana",
        "--seat Ana --seat bot:garter",
        "--seat Ana --seat Ben --seat Cleo",
        "--seat bot:garter --seat bot:hatchling" + 6 * " --seat Ana",
        "--seat Ana --seat Ben --rules serpentina --seed 1",
        "--seat Ana --seat Ben --rules hisss --seed 1",
        "--seat Ana --seat Ben --rules hisss,must_match=off,goal=snakes",
        "--seat Ana --seat Ben --rules serpentina,joined=when_complete,goal=race:5",
        "--seat Ana --seat Ben --deck box.toml",
        "--seat Ana --seat bot:garter --sets 2",
        "--seat bot:garter --seat bot:hatchling --deck box.toml --sets 4",
    ],
)
def test_a_whole_game_is_played_to_its_end(
    typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any seats, rules and deck: the game is counted, its result shown, its record verified."""
    monkeypatch.chdir(tmp_path)
    Path("box.toml").write_text(BOX, encoding="utf-8")
    output = play(*typed.split())
    record = left()
    game = verify(record)
    assert game.is_counted
    assert game.result is not None
    assert record.seats == tuple(re.findall(r"--seat (\S+)", typed) or ["Player 1", "bot:garter"])
    [sets, *_] = [*re.findall(r"--sets (\d)", typed), "1"]
    [rules, *_] = [*re.findall(r"--rules (\S+)", typed), "serpentina"]
    assert len(record.deck) == int(sets) * (22 if "box.toml" in typed else 50)
    assert record.rules == Rules.parse(rules)
    names = told_apart(record.seats)
    for name, pit in zip(names, game.result.pits, strict=True):
        assert f"\n{name}: {pit.cards} card{'s' * (pit.cards != 1)}, " in output
    winners = ", ".join(names[seat - 1] for seat in game.result.winners)
    shared = len(game.result.winners) > 1
    assert (f"They share the win: {winners}!" if shared else f"{winners} wins!") in output
    assert output.count(record.commitment) == 1
    assert output.index(record.commitment) < output.index(" places ")


def test_bots_leave_a_record(tmp_path: Path) -> None:
    """Bots in all seats ask nothing; the record that they leave is verified and replayed."""
    path = tmp_path / "game.txt"
    output = play(*BOTS, "--record", path, answers="")
    assert output.count(" places ") == 49
    assert output.split("The record:")[1].strip() == str(path)
    assert run("verify", path).output.startswith("49 turns, all by the rules.\n")
    assert run("replay", path, "--json").status == 0
    assert saves.read_file(path) == left()


def test_a_seed_repeats_a_game(tmp_path: Path) -> None:
    """The same seed gives the same game of bots, and the same record but for its date."""
    records: list[str] = []
    for seed in ("--seed=5", "--seed=5", "--seed=6", "--sets=1", "--sets=1"):
        path = tmp_path / f"{len(records)}.txt"
        play(*BOTS, "--record", path, seed)
        records.append(re.sub(r"\[Date .*\n", "", path.read_text(encoding="utf-8")))
    assert records[0] == records[1]
    assert len(set(records)) == 4
    assert ['[Seed "5"]' in record for record in records] == [True, True, False, False, False]


@pytest.mark.parametrize(("answer", "table"), [("1", "1: go-oy"), ("2", "1: go   2: oy")])
def test_the_slot_and_the_placement_are_those_typed(answer: str, table: str) -> None:
    """A person draws from the slot that he names, and places as he chooses."""
    output = play(*TWO, "--rules=serpentina,must_match=off", answers=f"3\n{answer}\n")
    assert left().steps[1].slot == 3
    assert f"\nTable\n  {table}\nFan: 48 cards\n" in output
    assert re.search(r"Fan: 48 cards\n +1 +2 +· +4 ", output)


@pytest.mark.parametrize("language", OTHERS)
def test_a_game_is_in_the_language_asked_for(language: str) -> None:
    """Nothing of a whole game, its help and its mistakes is left in English."""
    output = play(*TWO, answers=f"h\nt\nu\nx\n\nu\nx\n1\nu\n1\n{ANY}", LANG=language)
    assert english_left_in(output, language) == []
    assert output.endswith(".txt\n")


# Taking back


def test_a_placement_is_taken_back_and_the_card_stays_in_hand() -> None:
    """R9: u takes the placement back, never the draw; the same player places the card again."""
    output = play(*TWO, answers="5\n1\nu\nu\n")
    drawn, again = re.findall(r"You have drawn (\S+)\.", output)
    assert drawn == again
    assert output.count("Taken back.") == 1
    assert "A card that has been drawn cannot be put back." in output
    [_, step] = left().steps
    assert (step.seat, step.slot, step.placement) == (1, 5, None)
    assert str(step.card) == drawn
    assert "Ben, draw a card." in play("--resume", answers="1\n")


def test_the_last_placement_is_taken_back_before_the_count(tmp_path: Path) -> None:
    """R9: the last placement is settled by the count, and only then is the nonce shown."""
    deck = small(tmp_path / "box.toml", "rg <b o>")
    output = play(*TWO, *deck, answers="\n1\n\n1\nu\n1\n\n")
    assert output.count("The last card lies.") == 2
    assert output.count("Ben places ") == 2
    record = left()
    assert record.scores == (0, 0)
    assert output.rindex("The last card lies.") < output.index(verify(record).fan.nonce)
    assert output.endswith(".txt\n")


@pytest.mark.parametrize("bots", [1, 2])
def test_what_a_bot_has_placed_stays(bots: int) -> None:
    """Before a bot draws, u takes a person's placement back; a bot's cannot be taken back."""
    seats = ("--seat", "Ana", *["--seat", "bot:garter"] * bots, "--seed", 3)
    output = play(*seats, answers="5\n1\nu\n1\n\nu\n")
    assert output.count("Taken back.") == 1
    assert output.count("Ana places ") == 2
    assert len(re.findall(r"garter(?: \(\d\))? places ", output)) == bots
    assert output.count("There is nothing that could be taken back now.") == 1
    assert len(left().steps) == 2 + bots


def test_nothing_is_taken_back_before_the_first_turn_or_twice() -> None:
    """Neither the starter nor the turn before the last can be taken back."""
    assert "nothing that could be taken back" in play(*TWO, answers="u\n")
    output = play(*TWO, answers="5\n1\n6\n1\nu\n1\nu\n1\n7\nu\n")
    assert output.count("Taken back.") == 2
    assert "cannot be put back" in output


# Help, and answers that are none


def test_help_rules_and_table_are_shown_whenever_asked() -> None:
    """h, ?, r and t answer at every question; s saves and leaves."""
    output = play(*TWO, answers="h\n?\nR\nt\n5\nh\nr\nt\n1\ns\n")
    assert output.count("Colours: r red, o orange, y yellow, g green, b blue, p purple.") == 3
    assert output.count(rules_in("en")) == 2
    assert output.count("\nTable\n") == 4
    assert output.endswith("It goes on with: serpentina play --resume\n")
    assert len(left().steps) == 2


@pytest.mark.parametrize(
    ("first", "explained"),
    [("", "Type the number of a slot that"), ("5\n", "Type one of the numbers in front")],
)
def test_an_answer_that_is_none_is_asked_for_again(first: str, explained: str) -> None:
    """Where a slot or a placement is asked for, anything else is explained and changes nothing."""
    bad = ["x", "0", "50", "-1", "1.5", "²", "uu", "1 2", "99999999999", "9" * 5000, "\x1b[A"]
    play(*TWO, answers=first)
    before = files_under(saves.games_folder())
    output = play("--resume", answers="".join(f"{answer}\n\t{answer} \n" for answer in bad))
    assert output.count(explained) == 2 * len(bad)
    assert files_under(saves.games_folder()) == before


def test_bytes_that_are_no_text_are_no_answer() -> None:
    """A key whose bytes are not UTF-8 is an answer that is none, in any locale."""
    done = subprocess.run(
        [COMMAND, "play", *TWO],
        input=b"\xff\n5\n\xe9\n1\n",
        capture_output=True,
        env=environment(PYTHONIOENCODING="utf-8:strict"),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(left().steps) == 2


# Saving and resuming


def test_a_game_is_saved_after_every_step() -> None:
    """After each answer the file holds the game as it is shown."""
    with Terminal("play", *TWO) as terminal:
        terminal.question()
        for turn in range(1, 6):
            drawn = plain(terminal.answer(""))
            assert (left().steps[-1].placement, len(left().steps)) == (None, turn + 1)
            assert f"You have drawn {left().steps[-1].card}." in drawn
            terminal.answer("1")
            assert left().steps[-1].placement is not None


@pytest.mark.parametrize("answers", ["", "5\n1\n6\n", ANY[:60]])
def test_a_game_that_was_left_goes_on_as_it_was(answers: str, tmp_path: Path) -> None:
    """--resume has the same cards, seats, turn and card in hand, with and without a file."""
    play(*TWO, answers=answers)
    before = files_under(saves.games_folder())
    [path] = before
    copy = tmp_path / "copy.txt"
    copy.write_bytes(before[path] or b"")
    record = left()
    for output in (play("--resume", answers=""), play("--resume", copy, answers="")):
        assert files_under(saves.games_folder()) == before
        assert record.commitment in output
        drawn, name = record.steps[-1], record.seats[(len(record.steps) - 1) % 2]
        asked = f"You have drawn {drawn.card}.\n" if drawn.placement is None else f"\n{name}, draw"
        assert asked in output
    assert copy.read_bytes() == before[path]
    play("--resume", "--record", copy)
    assert left().fan == record.fan
    assert left().steps[: len(record.steps) - 1] == record.steps[:-1]
    assert left().scores is not None
    assert saves.read_file(copy) == left()


def test_the_game_that_was_left_last_is_resumed() -> None:
    """Of several games the one that was last played goes on; a finished one never does."""
    play("--seat", "Ana", answers="5\n")
    [first] = saves.games_folder().glob("*.txt")
    play("--seat", "Ben", answers="")
    assert "\nBen, draw a card." in play("--resume", answers="")
    assert "You have drawn" in play("--resume", first, answers="")
    play(*BOTS)
    assert "You have drawn" in play("--resume", answers="")
    assert "\nAna: " in play("--resume", first)


@pytest.mark.parametrize("moment", range(5))
def test_a_kill_between_two_answers_loses_nothing(moment: int) -> None:
    """After kill -9 in a game of persons, --resume shows what was last shown."""
    with Terminal("play", *TWO, NO_COLOR="1") as terminal:
        shown = terminal.question()
        for turn in range(random.Random(moment).randrange(40)):
            shown = terminal.answer("1" if turn % 2 else "")
        terminal.process.kill()
    placed = len(re.findall("(Ana|Ben) places ", terminal.shown))
    assert placed == sum(step.placement is not None for step in left().steps[1:])
    with Terminal("play", "--resume", NO_COLOR="1") as terminal:
        assert terminal.question().endswith(shown.partition("\n\n")[2] or shown[1:])


@pytest.mark.parametrize("moment", range(5))
def test_a_kill_at_any_moment_loses_nothing(moment: int) -> None:
    """After kill -9 in the midst of a game of bots, --resume finds every step that was shown."""
    with subprocess.Popen(
        [COMMAND, "play", *BOTS, "--sets", "4"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    ) as process:
        assert process.stdout is not None
        places = (line for line in process.stdout if " places " in line)
        shown = sum(1 for _ in islice(places, 5 + 35 * moment))
        process.kill()
        shown += process.stdout.read().count(" places ")
    record = left()
    verify(record)
    assert record.scores is None
    placed = sum(step.placement is not None for step in record.steps[1:])
    assert placed in (shown, shown + 1)
    play("--resume")
    [after] = [saves.read_file(path) for path in saves.games_folder().glob("*.txt")]
    assert after.fan == record.fan
    assert after.steps[: placed + 1] == record.steps[: placed + 1]
    assert after.scores is not None


# What is shown


def test_the_fan_is_secret_until_the_count() -> None:
    """Neither the nonce nor any part of the order of the fan is shown before the count."""
    output = play("--seat", "Ana", "--seat", "bot:garter", "--rules=hisss")
    fan = verify(left()).fan
    before, ending = output.split("\nAna: ")
    cards = re.findall(r"<?[roygbp*]{1,2}>?", re.sub("[a-z]{3,}", "", before))
    for at in range(len(fan.order) - 4):
        hidden = [str(card) for card in fan.order[at : at + 5]]
        assert hidden not in [cards[here : here + 5] for here in range(len(cards))]
    assert fan.nonce not in before
    assert fan.nonce in ending


@pytest.mark.parametrize("plainly", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colours_come_with_letters(plainly: dict[str, str]) -> None:
    """A terminal shows colours, NO_COLOR and a pipe none; the letters are the same in all."""
    shown = []
    for variables in ({}, plainly):
        with Terminal("play", *TWO, **variables) as terminal:
            terminal.question()
            for answer in ("", "1", "", "1", "h", "r"):
                terminal.answer(answer)
        shown.append(terminal.shown)
    assert "\x1b[48;5;" in shown[0]
    assert plain(shown[0]) == shown[1]
    assert "\x1b" not in play(*TWO)


def long_game() -> Game:
    """A game with a snake of 30 cards, which the cards in slots 30 and 31 make complete."""
    cards = "gr " * 30 + "<g g> bp by py bg <o o> <p y> <b <* *>"
    order = [Card.parse(card) for card in cards.split()]
    game = Game.new(3, deck=Deck.of(order), fan=Fan.laid(order))
    for slot in range(1, 30):
        game = game.draw(slot)
        game = game.place(game.placements[0])
    return game


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_wider_than_80_columns(language: str, tmp_path: Path) -> None:
    """Long names and a snake of 30 cards: all that a game shows fits, in every language."""
    names = [40 * letter for letter in "AÇÉ"]
    path = write_record(tmp_path / "game.txt", long_game(), *names)
    with Terminal("play", "--resume", path, LANG=language) as terminal:
        lines = plain(terminal.question()).splitlines()
        answers = [*"hrxu", "30", "x", "u", "1", "u", "1", "31", "1", *["", "1"] * 60]
        while lines[-1].endswith(" "):
            lines += plain(terminal.answer(answers.pop(0))).splitlines()[1:]
        assert terminal.end() == 0
    assert any(re.search("[gr-]{60,}-$", line) for line in lines)
    assert [line for line in lines if len(line) > 80 and str(tmp_path) not in line] == []


# Where it cannot be saved


def test_a_game_goes_on_where_it_cannot_be_saved(tmp_path: Path) -> None:
    """A data folder that is a file is told in one sentence; nothing is promised that is not so."""
    (tmp_path / "file").write_text("mine")
    folder = str(tmp_path / "file")
    output = play(*TWO, XDG_DATA_HOME=folder)
    assert output.count("The game cannot be saved: ") == 1
    assert "wins!" in output
    assert "The record:" not in output
    assert "--resume" not in play(*TWO, answers="5\n", XDG_DATA_HOME=folder)
    assert (tmp_path / "file").read_text() == "mine"


def test_a_full_disk_does_not_end_a_game(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is told once; the file stays whole, and is saved again when there is room."""
    seen: list[int] = []

    def fsync(_: int) -> None:
        seen.append(len(left().steps) if seen else 0)
        if 10 < len(seen) < 21:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", fsync)
    status, output, _ = say("play", *TWO, answers=ANY)
    assert status == 0
    assert output.count("The game cannot be saved: No space left on device") == 1
    assert seen[11:20] == [seen[11]] * 9
    assert left().scores is not None
    assert [path.suffix for path in saves.games_folder().iterdir()] == [".txt"]


def test_a_record_that_cannot_be_written_is_told(
    say: Say, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where the disk is full at the end, the result is shown and the file named."""

    def fsync(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", fsync)
    path = tmp_path / "game.txt"
    status, output, errors = say("play", *BOTS, "--record", path)
    assert (status, errors.count("\n")) == (2, 1)
    assert "The nonce of the fan: " in output
    assert str(path) in errors
    assert "None" not in errors
