"""Odd inputs, outputs and files that a command may be started with."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from serpentina import saves
from serpentina.game import Game
from serpentina.painting import fitted, in_lines
from serpentina.record import Record
from tests.conftest import play_out
from tests.shell import shell

BOTS = "--seat bot:garter --seat bot:hatchling"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(closed: str, tmp_path: Path) -> None:
    """A game of bots ends well without input, output or place for errors."""
    result = shell(f"serpentina play {BOTS} --record r.txt {closed}", tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert saves.read_file(tmp_path / "r.txt").scores


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("/dev/stdout", "A record is left in a file"),
        ("fifo", "A record is left in a file"),
        ("missing/r.txt", 'There is no folder "missing" for the record.'),
        (".", "A record is left in a file"),
    ],
)
def test_where_no_record_can_go(record: str, sentence: str, tmp_path: Path) -> None:
    """Before the game, in one line: a record goes to a file in a folder that is there."""
    os.mkfifo(tmp_path / "fifo")
    result = shell(f"serpentina play {BOTS} --record {record}", tmp_path)
    assert result.returncode == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_full_output_is_an_error_in_a_line(tmp_path: Path) -> None:
    """Where the output cannot be written, one line says so."""
    result = shell(f"serpentina play {BOTS} >/dev/full", tmp_path)
    assert result.returncode == 2
    assert result.stderr == "serpentina: No space left on device\n"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """A record is written through a symbolic link, readable as files usually are."""
    (tmp_path / "link.txt").symlink_to("real.txt")
    result = shell(f"umask 022; serpentina play {BOTS} --record link.txt", tmp_path)
    assert result.returncode == 0
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").stat().st_mode & 0o777 == 0o644


def test_a_saved_game_is_private() -> None:
    """The save holds the secret of the fan: only its owner may read it."""
    path = saves.games_folder() / "game.txt"
    saves.write_whole(path, "x")
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_finished_record_is_not_touched(finished: Game, tmp_path: Path) -> None:
    """Resuming a finished game shows its result; headers and comments of others stay."""
    text = str(Record.of(finished)).replace("[Date", '[Event "x"]\n[Date') + "{a comment}\n"
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    result = shell("serpentina play --resume game.txt", tmp_path)
    assert result.returncode == 0
    assert (tmp_path / "game.txt").read_text(encoding="utf-8") == text


def test_headers_of_others_stay_in_a_game_that_goes_on(tmp_path: Path) -> None:
    """A saved game keeps what others have added to its headers."""
    record = Record.of(Game.new(1), ("Ana",), secret=True, more=(("Event", "x"),))
    (tmp_path / "game.txt").write_text(str(record), encoding="utf-8")
    shell("printf '\\n\\n' | serpentina play --resume game.txt", tmp_path)
    after = saves.read_file(tmp_path / "game.txt")
    assert after.more == (("Event", "x"),)
    assert len(after.steps) > 1


def test_a_seeded_game_is_the_same_after_a_break(tmp_path: Path) -> None:
    """Left after a bot's draw and taken up again, a seeded game of bots goes on as it would."""
    shell(f"serpentina play {BOTS} --seed 9 --record whole.txt", tmp_path)
    whole = saves.read_file(tmp_path / "whole.txt")
    game = Game.new(2, seed=9)
    for step in whole.steps[1:33]:
        assert step.placement is not None
        game = game.draw(step.slot).place(step.placement)
    game = game.draw(whole.steps[33].slot)
    names = ("bot:garter", "bot:hatchling")
    (tmp_path / "left.txt").write_text(str(Record.of(game, names, secret=True)), encoding="utf-8")
    shell("serpentina play --resume left.txt", tmp_path)
    assert saves.read_file(tmp_path / "left.txt").steps == whole.steps


def test_wide_letters_are_counted_as_wide() -> None:
    """Lines stay within 79 columns also where letters or pictures take two."""
    assert in_lines(["蛇" * 20] * 2) == "蛇" * 20 + "\n" + "蛇" * 20
    assert "\n" not in fitted("é" * 79)
    assert fitted("ab " * 40).count("\n") == 1


def test_a_race_is_resumed_as_it_was() -> None:
    """R23: a won race that is not counted yet can be taken up."""
    game = Game.new(2, "serpentina,goal=race:3", seed=2)
    game = play_out(game, random.Random(1))
    assert Record.of(game, secret=True).replay() == game
