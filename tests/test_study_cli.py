"""`serpentina study`: its tables, JSON and page, Ctrl-C, and what is refused, in one line."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from serpentina import batches, workers
from serpentina.study import running
from serpentina.study.blocks import Sums
from serpentina.study.plan import Case, Luck
from tests.shell import UNCOUNTED, shell
from tests.test_cli import Say, files_under, say
from tests.test_simulating import start, wait_until

__all__ = ["say"]  # the fixture

MINE = """
title = "Mine & yours"
question = "Who wins <here>?"
games = 60
rules = "hisss"

[[case]]
name = "two"

[[case]]
name = "three & one"
policy = "garter,garter,garter,hatchling"

[[luck]]
name = "both"
policies = ["garter", "hatchling"]
"""


@pytest.fixture
def quick(say: Say, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Say:
    """The command with the kernel as it stands, in a folder with a study."""
    monkeypatch.setattr(workers, "compile_kernels", lambda: True)
    monkeypatch.setattr(batches, "PORTION", 8)
    (tmp_path / "desk").mkdir()
    monkeypatch.chdir(tmp_path / "desk")
    Path("mine.toml").write_text(MINE, encoding="utf-8")
    return say


def studied(say: Say, *arguments: object) -> dict[str, Any]:
    """The JSON of a study, without time and workers."""
    status, output, errors = say("study", *arguments, "--json")
    assert (status, errors) == (0, "")
    said: dict[str, Any] = json.loads(output)
    assert said.pop("seconds") >= 0
    assert said.pop("workers") >= 1
    return said


def test_the_json(quick: Say) -> None:
    """It has every figure of every case and luck with its interval."""
    said = studied(quick, "mine.toml", "--seed", 5)
    assert (said["study"], said["title"], said["games"]) == ("mine", "Mine & yours", 60 + 60 + 56)
    assert said["interrupted"] is False
    two, four = said["cases"]
    assert (two["name"], two["games"], two["players"], two["seed"]) == ("two", 60, 2, 5)
    assert (four["policy"], four["rules"]) == (["garter"] * 3 + ["hatchling"], "hisss")
    assert sum(win[0] for win in four["win"]) == pytest.approx(1)
    for name in ("ahead", "snakes", "length", "left", "lead_changes", "choice", "placements"):
        value, low, high = two[name]
        assert low < value < high
    (luck,) = said["luck"]
    assert (luck["fans"], len(luck["pairs"])) == (7, 4)
    assert sum(luck["win"][part][0] for part in luck["win"]) == pytest.approx(1)


def test_workers_change_no_figure(quick: Say) -> None:
    """One thread, three, or a Dask cluster: the same figures to the digit."""
    alone = studied(quick, "mine.toml", "--workers", 1)
    assert studied(quick, "mine.toml", "--workers", 3) == alone
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", host="127.0.0.1"
    ) as dask:
        assert studied(quick, "mine.toml", "--dask", dask.scheduler_address) == alone


def test_the_tables(quick: Say) -> None:
    """What was asked, what was played, and a line for each case with half its intervals."""
    status, output, _ = quick("study", "mine.toml", "--games", 40)
    assert status == 0
    parts = output.rstrip().split("\n\n")
    assert parts[0] == "Mine & yours\nWho wins <here>?"
    assert "120 games; " in parts[1]
    assert parts[2::2] == [
        "Who wins",
        "How the games go",
        "Luck and skill",
        "Who meets whom",
        "± is half of the 95 % interval.",
    ]
    assert re.search(r"(?m)^two +\d+\.\d\d ± \d+\.\d\d +\d+\.\d\d ± \d+\.\d\d$", parts[3])
    assert "both: garter and hatchling" in parts[9]


def test_the_page_needs_nothing_else(quick: Say) -> None:
    """It has the tables and a drawing for each plot, and would fetch nothing."""
    status, _, errors = quick("study", "mine.toml", "--html", "mine.html")
    assert (status, errors) == (0, "")
    page = Path("mine.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "<h1>Mine &amp; yours</h1>" in page
    assert "Who wins &lt;here&gt;?" in page
    assert page.count('<svg role="img" aria-label=') == page.count("</svg>") == 6
    assert page.count("<table>") == 4
    assert "three &amp; one" in page
    assert not re.search(r'(?:src|href)\s*=\s*"(?!#)', page)
    assert not re.search(r"url\((?!#)|@import|<script|<link", page)
    assert set(re.findall(r"https?://[^\"\s<]+", page)) == {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }


def test_a_page_is_left_again(quick: Say) -> None:
    """A report that is there is replaced, and the same figures draw the same page."""
    quick("study", "mine.toml", "--html", "mine.html")
    first = Path("mine.html").read_text(encoding="utf-8")
    quick("study", "mine.toml", "--html", "mine.html")
    second = Path("mine.html").read_text(encoding="utf-8")
    assert [re.sub(r"[\d.]+ s,", "", page) for page in (first,)] == [
        re.sub(r"[\d.]+ s,", "", page) for page in (second,)
    ]


def test_a_study_of_luck_alone_and_of_single_games(quick: Say) -> None:
    """Whatever there is too little of is left out, and no figure is made up."""
    Path("luck.toml").write_text("[[luck]]\npolicies = ['boa', 'garter']\n", encoding="utf-8")
    status, output, _ = quick("study", "luck.toml", "--games", 32)
    assert (status, "Luck and skill" in output, "Who wins" in output) == (0, True, False)
    said = studied(quick, "mine.toml", "--games", 1)
    assert said["cases"][0]["left"][1:] == [None, None]
    assert said["luck"] == []


def test_ctrl_c_tells_what_is_known(quick: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cases played by then are told, and how far it came; the page is written, too."""
    play = running.play

    def stop(part: Case | Luck, games: range) -> Sums:
        if part.name != "two":
            raise KeyboardInterrupt
        return play(part, games)

    monkeypatch.setattr(running, "play", stop)
    status, output, errors = quick("study", "mine.toml", "--workers", 1, "--html", "a.html")
    assert (status, errors) == (130, "")
    assert "60 games of 176, then interrupted" in output
    assert "three" not in output
    assert "then interrupted" in Path("a.html").read_text(encoding="utf-8")

    def stop_at_once(part: Case | Luck, games: range) -> Sums:
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "play", stop_at_once)
    status, output, _ = quick("study", "mine.toml", "--workers", 1, "--json")
    assert status == 130
    assert (json.loads(output)["games"], json.loads(output)["cases"]) == (0, [])


def test_ctrl_c_in_a_process_of_its_own(tmp_path: Path) -> None:
    """Threads at work end, and one table is left."""
    (tmp_path / "mine.toml").write_text(MINE, encoding="utf-8")
    typed = shlex.split("study mine.toml --games 100000000 --workers 2 --json")
    process = start(*typed, cwd=tmp_path)
    begun = time.monotonic() + 8
    wait_until(lambda: time.monotonic() > begun, process)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (130, "")
    assert json.loads(output)["interrupted"]


def test_a_lost_worker_is_said_after_what_is_known(
    quick: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tables so far, then why it ended."""
    play = running.play

    def lose(part: Case | Luck, games: range) -> Sums:
        if part.name != "two":
            raise workers.WorkError("A worker was lost, and its work with it.")
        return play(part, games)

    monkeypatch.setattr(running, "play", lose)
    status, output, errors = quick("study", "mine.toml", "--workers", 1)
    assert (status, errors) == (2, "serpentina: A worker was lost, and its work with it.\n")
    assert "60 games of 176, then interrupted" in output


def test_no_room_for_the_page(tmp_path: Path) -> None:
    """A sentence, and no page that would be broken."""
    (tmp_path / "mine.toml").write_text(MINE, encoding="utf-8")
    typed = "serpentina study mine.toml --games 8 --html mine.html"
    result = shell(f"{UNCOUNTED} ulimit -f 8; NUMBA_DISABLE_JIT=1 {typed}", tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "serpentina: The file mine.html: File too large.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


REFUSED = {
    "": "STUDY",
    "luck": '"luck" first-player, presets, decks, skill',
    "missing.toml": "missing.toml",
    "bad.toml": "bad.toml Case 1 players",
    "mine.toml --games 0": "--games",
    "mine.toml --games -3": "--games",
    "mine.toml --seed x": '"x"',
    "mine.toml --workers 0": "--workers",
    "mine.toml --html nowhere/a.html": "folder nowhere",
    "mine.toml --html .": '"." file',
    "mine.toml --html /dev/full": "/dev/full file",
    "mine.toml --html /proc/a.html": "/proc/a.html",
    "mine.toml --dask klingon": "klingon tcp://",
}


@pytest.mark.parametrize("typed", REFUSED)
def test_bad_input_is_refused_in_one_line(
    quick: Say, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    """Bad input ends with status 2 and one line, before any work; no file changes or is left."""
    monkeypatch.setattr(running, "play", None)
    Path("bad.toml").write_text("[[case]]\nplayers = 0\n", encoding="utf-8")
    before = files_under(Path())
    status, output, errors = quick("study", *shlex.split(typed))
    assert (status, output, errors.count("\n")) == (2, "", 1)
    for fragment in REFUSED[typed].split():
        assert fragment in errors
    assert files_under(Path()) == before


def test_without_the_extra_a_page_is_refused(quick: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence says what to install, before anything is played; tables need no extra."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    status, _, errors = quick("study", "mine.toml", "--html", "mine.html")
    assert (status, errors.count("\n")) == (2, 1)
    assert "serpentina[study]" in errors
    assert quick("study", "mine.toml", "--games", 4).status == 0
