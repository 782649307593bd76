"""The files of studies: what they can say, and every way in which they can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from serpentina.cards import STANDARD as DECK
from serpentina.errors import SerpentinaError
from serpentina.options import Rules
from serpentina.study.plan import STANDARD, TWICE, cells, parse_study, read_study

WHOLE = """
title = "Four at the table"
question = "Who wins?"
games = 5000
seed = 7
rules = "hisss"
policy = "garter"
players = 4

[[case]]

[[case]]
name = "one who looks ahead"
policy = ["boa", "garter"]
players = 2
rules = "serpentina"
sets = 2
games = 100
seed = 8

[[case]]
policy = "hatchling,boa,hatchling,garter"

[[luck]]
name = "those two"
policies = ["garter", "boa"]
deck = "<r r> rg:2"
"""


def test_what_a_file_says() -> None:
    """A case has what it says itself, else what the study says, else what is usual."""
    study = parse_study("four", WHOLE)
    assert study[:3] == ("four", "Four at the table", "Who wins?")
    first, second, third = (case.batch for case in study.cases)
    assert (first.games, first.rules, first.policies, first.seed, first.deck) == (
        5000,
        Rules.parse("hisss"),
        ("garter",) * 4,
        7,
        DECK,
    )
    assert (second.games, second.policies, second.seed) == (100, ("boa", "garter"), 8)
    assert (second.rules, second.deck) == (Rules(), DECK * 2)
    assert third.policies == ("hatchling", "boa", "hatchling", "garter")
    assert [case.name for case in study.cases] == [
        "garter,garter,garter,garter, hisss, standard",
        "one who looks ahead",
        "hatchling,boa,hatchling,garter, hisss, standard",
    ]
    (luck,) = study.lucks
    assert luck.seatings == (
        ("garter", "garter"),
        ("garter", "boa"),
        ("boa", "garter"),
        ("boa", "boa"),
    )
    assert (cells(luck), luck.batch.games) == (4 * TWICE, 5000 // 8)
    assert study.games == 5000 + 100 + 5000 + 8 * 625


def test_the_command_line_goes_before_the_file() -> None:
    """Games and seed that are asked for hold in every case."""
    study = parse_study("four", WHOLE, games=80, seed=1)
    assert {case.batch.games for case in study.cases} == {80}
    assert {case.batch.seed for case in study.cases} == {study.lucks[0].batch.seed} == {1}
    assert study.lucks[0].batch.games == 10


@pytest.mark.parametrize("name", STANDARD)
def test_the_standard_studies_can_be_read(name: str) -> None:
    """Each has a title, a question, and cases with different names of ten million games in all."""
    study = read_study(name)
    assert study.question
    names = [*(case.name for case in study.cases), *(luck.name for luck in study.lucks)]
    assert len(set(names)) == len(names) == 10
    assert study.games == pytest.approx(10**7, rel=1e-4)


WRONG = {
    "title = x": "line 1, column 9: This is not TOML",
    "": "1 to 100 tables [[case]] or [[luck]], not 0",
    "case = 3": "begins with [[case]]",
    "[case]": "begins with [[case]]",
    "luck = [1]": "begins with [[luck]]",
    "[[case]]\nplayer = 3": 'Case 1 has no "player": it can have name, players',
    "rule = 'hisss'\n[[case]]": 'A study has no "rule"',
    "[[luck]]\npolicy = 'boa'": 'Luck 1 has no "policy"',
    "title = 3\n[[case]]": '"title" is a text',
    "[[case]]\nname = 3": '"name" is a text',
    "[[case]]\n[[case]]\nrules = 'klingon'": 'Case 2: The rules "klingon" do not begin',
    "[[case]]\nrules = 3": 'Case 1: "rules" is a text',
    "[[case]]\ndeck = 'rg'": "Case 1: A deck has 2 to 200 cards",
    "[[case]]\nsets = 5": 'Case 1: "sets" is a whole number from 1 to 4',
    "[[case]]\nsets = 0": 'Case 1: "sets" is a whole number from 1 to 4',
    "[[case]]\nplayers = 0": 'Case 1: "players" is a whole number from 1 to 8',
    "[[case]]\nplayers = 9": 'Case 1: "players" is a whole number from 1 to 8',
    "[[case]]\nplayers = true": 'Case 1: "players" is a whole number',
    "[[case]]\nplayers = 2.5": 'Case 1: "players" is a whole number',
    "[[case]]\ngames = 0": 'Case 1: "games" is a whole number from 1 to',
    "[[case]]\ngames = -4": 'Case 1: "games" is a whole number from 1 to',
    "[[case]]\nseed = -1": 'Case 1: "seed" is a whole number from 0 to',
    "[[case]]\npolicy = 'python'": 'Case 1: There is no policy "python": the policies are hatchl',
    "[[case]]\npolicy = 3": 'Case 1: "policy" is one name or a list',
    "[[case]]\npolicy = []": 'Case 1: "policy" is one name or a list',
    "[[case]]\npolicy = [1, 2]": 'Case 1: There is no policy "1"',
    "[[case]]\npolicy = [['boa'], {}]": "Case 1: There is no policy",
    "[[case]]\nplayers = 3\npolicy = ['boa', 'garter']": "names 2 seats, but there are 3 players",
    "[[case]]\npolicy = 'boa,boa,boa,boa,boa,boa,boa,boa,boa'": "1 to 8 players, not 9",
    "[[luck]]": '"policies" is a list of two different ones',
    "[[luck]]\npolicies = ['boa', 'boa']": '"policies" is a list of two different ones',
    "[[luck]]\npolicies = 'boa,garter'": '"policies" is a list of two different ones',
    "[[luck]]\npolicies = ['boa', 'cobra']": 'Luck 1: There is no policy "cobra"',
    "[[luck]]\npolicies = ['boa', 'garter']\nrules = 'x'": 'Luck 1: The rules "x"',
    "[[case]]\n" * 101: "not 101",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str) -> None:
    """Every file that is wrong is refused in one sentence, with its name and the case."""
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SerpentinaError) as refused:
        read_study(str(path))
    assert str(refused.value).startswith(str(path))
    assert WRONG[text] in str(refused.value)
    assert "\n" not in str(refused.value)


def test_what_is_no_study(tmp_path: Path) -> None:
    """A name that is unknown, a file that is not there or no text."""
    with pytest.raises(SerpentinaError, match=r'no study "luck": .* skill, or a file'):
        read_study("luck")
    with pytest.raises(FileNotFoundError):
        read_study(str(tmp_path / "missing.toml"))
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(SerpentinaError, match="text in UTF-8"):
        read_study(str(tmp_path / "bytes.toml"))
