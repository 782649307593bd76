"""`serpentina arena`: its JSON and table, its file, Ctrl-C, and what is refused."""

from __future__ import annotations

import json
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from serpentina import players
from serpentina.arena import match
from serpentina.arena.keeping import Kept
from serpentina.arena.match import Match
from serpentina.arena.running import blocks
from serpentina.game import View
from serpentina.layout import Placement
from tests.test_arena import greedy, sham
from tests.test_cli import COMMAND, Said, Say, environment, files_under, say

__all__ = ["say", "sham"]  # the fixtures


def hasty(view: View, chance: random.Random) -> Placement:
    """Any placement, by Ctrl-C once in a while."""
    if chance.random() < 0.005:
        raise KeyboardInterrupt
    return chance.choice(view.placements)


def arena(say: Say, *arguments: object, games: int = 6) -> dict[str, Any]:
    """The JSON of an arena, without the time that it took."""
    status, output, errors = say("arena", *arguments, "--games", games, "--json")
    assert (status, errors) == (0, "")
    said: dict[str, Any] = json.loads(output)
    assert said.pop("seconds") >= 0
    return said


@pytest.fixture
def quick(sham: Callable[..., None], say: Say) -> Say:
    """The command with players that are quick as the sources stand."""
    sham(garter=greedy, hatchling=lambda view, chance: chance.choice(view.placements), boa=hasty)
    return say


@pytest.mark.parametrize(("seats", "games"), [(2, 12), (3, 18), (5, 30)])
def test_the_json(quick: Say, seats: int, games: int) -> None:
    """It has for each player what was counted, the best first, and says what was played."""
    said = arena(quick, "hatchling", "garter", "--players", seats, "--rules", "hisss", "--seed", 3)
    assert {key: said[key] for key in ("seats", "rules", "deck", "seed", "blocks")} == {
        "seats": seats,
        "rules": "hisss",
        "deck": "standard",
        "seed": 3,
        "blocks": 6,
    }
    assert (said["even"], said["interrupted"], said["sprt"]) == (1 / seats, False, None)
    best, last = said["players"]
    for row in (best, last):
        assert set(row) == {"player", "games", "wins", "win_rate", "ci95", "cards", "rating"}
        assert row["games"] == games
        assert row["win_rate"] == pytest.approx(row["wins"] / games)
        assert 0 <= row["ci95"][0] <= row["win_rate"] <= row["ci95"][1] <= 1
        assert 0 < row["cards"] < 50
    assert (best["player"], last["player"]) == ("garter", "hatchling")
    assert best["rating"]["mu"] > last["rating"]["mu"]
    assert seats > 2 or best["wins"] + last["wins"] == games
    (pairing,) = said["pairings"]
    assert pairing["pairing"] == ["hatchling", "garter"]
    assert pairing["win_rate"] == [last["win_rate"], best["win_rate"]]


def test_the_table(quick: Say, sham: Callable[..., None]) -> None:
    """It says what was played, who won how much, and with three players each against each."""
    sham(garter=greedy, twin=greedy, boa=lambda view, _: min(view.placements, key=view.taken))
    status, output, _ = quick("arena", "twin", "boa", "garter", "--games", 4)
    assert status == 0
    about, table, pairs = output.rstrip().split("\n\n")
    assert "4 fans; 6 games with each fan" in about
    assert [line.split()[:2] for line in table.splitlines()[1:]] == [
        ["twin", "16"],
        ["garter", "16"],
        ["boa", "16"],
    ]
    twin, alike, _ = (line.split()[1:] for line in pairs.splitlines()[1:])
    assert twin[0] == alike[0] == "50.00"
    assert twin[1] == alike[1]


def test_an_arena_goes_on_where_it_was_left(quick: Say, tmp_path: Path) -> None:
    """Wherever its file was cut, going on gives the figures and the file of one run."""
    file = tmp_path / "arena.jsonl"
    players = "garter", "hatchling"
    whole = arena(quick, *players, "--out", file)
    text = file.read_bytes()
    first = text.index(b"\n")
    assert text.count(b"\n") == 7
    cuts = [0, 5, first, first + 1, first + 2, len(text) // 2, len(text) - 1, len(text)]
    for cut in cuts:
        file.write_bytes(text[:cut])
        assert arena(quick, *players, "--resume", file) == whole
        assert file.read_bytes() == text
    assert arena(quick, *players, "--resume", file, games=4) == arena(quick, *players, games=4)
    assert file.read_bytes() == text
    longer = arena(quick, *players, "--resume", file, games=9)
    assert longer == arena(quick, *players, games=9)


def test_ctrl_c_keeps_what_is_done(quick: Say, tmp_path: Path) -> None:
    """The table so far is shown, its fans are in the file, and the status says so."""
    file = tmp_path / "arena.jsonl"
    typed = ("arena", "boa", "garter", "--games", 900, "--json")
    status, output, errors = quick(*typed, "--out", file)
    said = json.loads(output)
    assert (status, errors, said["interrupted"]) == (130, "", True)
    assert 0 < said["blocks"] == len(file.read_text(encoding="utf-8").splitlines()) - 1 < 900
    status, output, _ = quick("arena", "boa", "garter", "--games", 900)
    assert "of 900, then interrupted" in output


def test_interrupted_at_once_there_is_no_table(quick: Say, sham: Callable[..., None]) -> None:
    """Before the first fan is played nothing is known."""

    def stop(view: View, chance: random.Random) -> Placement:
        raise KeyboardInterrupt

    sham(ann=stop, ben=stop)
    assert quick("arena", "ann", "ben") == (130, "No fan was played to its end.\n", "")
    _, output, _ = quick("arena", "ann", "ben", "--json")
    assert json.loads(output)["players"][0]["win_rate"] is None


def test_sprt_stops_when_it_is_decided(quick: Say, tmp_path: Path) -> None:
    """A clear difference is decided early, in both directions; going on changes nothing."""
    file = tmp_path / "arena.jsonl"
    typed = "garter", "hatchling", "--sprt", "0.2"
    better = arena(quick, *typed, "--out", file, games=500)
    assert better["sprt"]["verdict"] == "better"
    assert 30 <= better["blocks"] < 100
    assert arena(quick, *typed, "--resume", file, games=500) == better
    worse = arena(quick, *reversed(typed[:2]), *typed[2:], games=500)
    assert worse["sprt"]["verdict"] == "not better"
    _, output, _ = quick("arena", *typed, "--games", 500)
    assert output.endswith("Decided: garter is better than hatchling by 20.00 points of 100.\n")
    _, output, _ = quick("arena", *typed, "--games", 4)
    assert "Not decided" in output


# In processes of its own


def start(*arguments: object) -> subprocess.Popen[str]:
    """Start the command, in a group of its own, with kernels as their sources stand."""
    return subprocess.Popen(
        [COMMAND, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(NUMBA_DISABLE_JIT="1"),
        start_new_session=True,
    )


def wait_for_lines(file: Path, lines: int, process: subprocess.Popen[str]) -> None:
    """Wait until the file has so many lines."""
    for _ in range(600):
        if file.exists() and file.read_bytes().count(b"\n") >= lines:
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.1)
    pytest.fail("the arena does not go on")


ENDLESS = ("arena", "hatchling", "garter", "--games", 10**8, "--workers", 2, "--json", "--out")


def test_ctrl_c_ends_all_processes(tmp_path: Path) -> None:
    """Ctrl-C in the terminal reaches the workers too: one table, no complaint of any of them."""
    file = tmp_path / "arena.jsonl"
    process = start(*ENDLESS, file)
    wait_for_lines(file, 20, process)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "")
    assert json.loads(output)["blocks"] == file.read_bytes().count(b"\n") - 1


def test_no_worker_outlives_the_arena(tmp_path: Path) -> None:
    """When the arena is killed its workers end, and what was played can be gone on with."""
    file = tmp_path / "arena.jsonl"
    process = start(*ENDLESS, file)
    wait_for_lines(file, 20, process)
    process.kill()
    process.communicate(timeout=60)  # returns when the last worker has let its output go
    with Kept.go_on(file, Match(("hatchling", "garter"))) as kept:
        kept_blocks = list(kept.blocks())
    assert len(kept_blocks) >= 19
    assert kept_blocks[:2] == list(blocks(Match(("hatchling", "garter")), range(2)))


# What is refused

REFUSED = {
    "": "PLAYER",
    "boa": "two different players",
    "boa boa": '"boa" is named twice',
    "boa cobra": '"cobra" garter',
    "boa garter --games 0": "--games",
    "boa garter --games -3": "--games",
    "boa garter --games many": '"many"',
    "boa garter --players 1": "2 to 5 not 1",
    "boa garter --players 6": "2 to 5 not 6",
    "boa garter --seed -1": '"-1"',
    "boa garter --rules klingon": '"klingon"',
    "boa garter --deck rg:0": "rg:0",
    "boa garter --workers 0": "--workers",
    "boa garter --sprt x": '"x" 0.02',
    "boa garter --sprt 0": "0.5",
    "boa garter --sprt nan": "nan",
    "boa garter --sprt 0.8 --players 4": "0.75 0.8",
    "boa garter hatchling --sprt 0.1": "two players",
    "boa garter --out there.jsonl": "there.jsonl --resume",
    "boa garter --out nowhere/new.jsonl": "nowhere/new.jsonl",
    "boa garter --out .": ".",
    "boa garter --resume missing.jsonl": "missing.jsonl",
    "boa garter --resume .": ". file",
    "boa garter --resume /dev/full": "/dev/full file",
    "boa garter --resume there.jsonl --out new.jsonl": "--out --resume",
    "garter hatchling --resume letter.txt": "letter.txt",
    "garter hatchling --resume more.jsonl": "more.jsonl something else",
    "garter hatchling --resume there.jsonl --seed 7": "seed 1 7",
    "garter boa --resume there.jsonl": "boa hatchling",
    "garter hatchling --resume there.jsonl --rules hisss": "rules hisss",
    "garter hatchling --resume swapped.jsonl": "swapped.jsonl: line 2",
    "garter hatchling --resume rank.jsonl": "rank.jsonl: line 3 fan 1",
    "garter hatchling --resume seat.jsonl": "seat.jsonl: line 3 fan 1",
    "garter hatchling --resume game.jsonl": "game.jsonl: line 3 fan 1",
    "garter hatchling --resume noise.jsonl": "noise.jsonl: line 3 fan 1",
}


@pytest.fixture
def desk(quick: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the file of an arena, and such files that are broken."""
    desk = tmp_path / "desk"
    desk.mkdir()
    monkeypatch.chdir(desk)
    arena(quick, "garter", "hatchling", "--out", "there.jsonl", games=2)
    head, *fans = Path("there.jsonl").read_text(encoding="utf-8").splitlines()
    said = json.loads(fans[1])
    broken = {
        "swapped": [fans[1], fans[0]],
        "rank": [fans[0], json.dumps({**said, "ranks": [[2, 2], [1, 1]]})],
        "seat": [fans[0], json.dumps({**said, "cards": [[2], [1, 1]]})],
        "game": [fans[0], json.dumps({**said, "cards": [[2, 2]], "ranks": [[1, 2]]})],
        "noise": [fans[0], "no fan"],
    }
    for name, lines in broken.items():
        text = "".join(f"{line}\n" for line in [head, *lines])
        Path(f"{name}.jsonl").write_text(text, encoding="utf-8")
    more = json.dumps({**json.loads(head), "more": 1})
    Path("more.jsonl").write_text(f"{more}\n", encoding="utf-8")
    Path("letter.txt").write_text("Dear Ana,\nno snakes today.\n", encoding="utf-8")
    monkeypatch.setattr(match, "_player", lambda name, _: players.player(name))
    return desk


def test_a_program_in_the_arena(say: Say) -> None:
    """A program that speaks the protocol meets a player of ours; one that dies ends the arena."""
    bot = Path(__file__).parents[1] / "docs" / "engine_bot.py"
    engine = f"engine:{shlex.join([sys.executable, str(bot)])}"
    found = arena(say, engine, "hatchling", "--workers", 1, games=2)
    assert {each["player"] for each in found["players"]} == {engine, "hatchling"}
    status, _, errors = say("arena", "engine:false", "hatchling", "--games", 2)
    assert status == 2
    assert errors.count("\n") == 1
    assert "false" in errors


@pytest.mark.parametrize("typed", REFUSED)
def test_bad_input_is_refused_in_one_line(say: Say, desk: Path, typed: str) -> None:
    """Bad input ends with status 2 and one line that says what is wrong; no file changes."""
    before = files_under(desk)
    said = say("arena", *shlex.split(typed))
    assert said[:2] == Said(2, "", "")[:2]
    assert said.errors.count("\n") == 1
    for fragment in REFUSED[typed].split():
        assert fragment in said.errors
    assert files_under(desk) == before
