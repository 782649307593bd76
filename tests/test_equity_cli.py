"""`serpentina equity`: figures as text and as JSON, and what is refused, in one line."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import pytest

from serpentina import valuing
from serpentina.cli import main
from tests.shell import shell

SMALL = ["--scores", "10,8", "--longest", "5,4", "--table", "rg-gb", "--fan", "<r b> y> br"]
ROUGH = ["--method", "rollout", "--rollouts", "1", "--policy", "garter", "--threads", "1"]
MORE = ["--fan", "<r b> y> br rg"]  # too many cards for luck alone to explain the result
Pairs = dict[str, Any]


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel stays as it is: compiling takes longer than these positions."""
    monkeypatch.setattr(valuing, "compile_kernels", lambda: True)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints."""
    assert main(["equity", *arguments]) == 0
    output, errors = capsys.readouterr()
    assert errors == ""
    return output


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line in which the command refuses."""
    try:
        status: object = main(["equity", *arguments])
    except SystemExit as left:
        status = left.code
    output, errors = capsys.readouterr()
    assert (status, output, errors.count("\n")) == (2, "", 1)
    return errors


def test_exact_values(capsys: pytest.CaptureFixture[str]) -> None:
    """Chances add up to one and have no errors."""
    found: Pairs = json.loads(said(capsys, *SMALL, "--json"))
    assert set(found) == {"method", "win", "cards", "stderr", "cards_stderr", "states", "seconds"}
    assert found["method"] == "exact"
    assert sum(found["win"]) == pytest.approx(1)
    assert found["stderr"] == found["cards_stderr"] == [0, 0]
    assert found["states"] > 0


def test_rollouts(capsys: pytest.CaptureFixture[str]) -> None:
    """Each figure has its error, and the seed decides."""
    one, again, other = (
        json.loads(said(capsys, *SMALL, *ROUGH, *MORE, "--json", "--seed", seed)) for seed in "112"
    )
    assert one["method"] == "rollout"
    assert one["rollouts"] >= 1000
    assert min(one["stderr"]) > 0
    assert one["win"] == again["win"] != other["win"]


@pytest.mark.parametrize("method", [[], ROUGH])
def test_outcomes_of_a_card(capsys: pytest.CaptureFixture[str], method: list[str]) -> None:
    """Each distinct outcome comes once, best first for the seat whose turn it is."""
    asked = [*SMALL, "--turn", "2", "--draw", "ry", *method, "--json"]
    found: Pairs = json.loads(said(capsys, *asked))
    assert found["method"] == ("rollout" if method else "exact")
    assert [each["table"] for each in found["outcomes"]] == ["bg-gr-ry"]
    asked = ["--table", "<r-rg <b-bg g>", "--fan", "y> br", "--draw", "go", *method, "--json"]
    found = json.loads(said(capsys, *asked))
    outcomes = {(each["table"], each["taken"]) for each in found["outcomes"]}
    assert len(outcomes) == len(found["outcomes"]) == 3
    chances = [each["win"][0] for each in found["outcomes"]]
    assert chances == sorted(chances, reverse=True)
    assert found["outcomes"][0]["cost"] == [0, 0]


def test_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Without --json the same is said in words."""
    text = said(capsys, *SMALL)
    assert text.splitlines()[0].startswith("seat 1   wins ")
    assert "exact: " in text
    assert "±" not in text
    text = said(capsys, *SMALL, *ROUGH)
    assert "± is the standard error" in text
    text = said(capsys, *SMALL, "--draw", "ry")
    assert text.startswith("takes nothing, leaves bg-gr-ry\ncosts   0.00 %\n")
    text = said(capsys, "--table", "<r-rg", "--fan", "y>", "--draw", "g>")
    assert "takes <r-rg-g>, leaves an empty table" in text


def test_what_is_left_unsaid(capsys: pytest.CaptureFixture[str]) -> None:
    """Two players with nothing, seat 1 to draw, and the rest of the deck in the fan."""
    deck = ["--deck", "<r rg:2 g> b>", "--json", "--table", "<r"]
    short: Pairs = json.loads(said(capsys, *deck))
    whole = ["--fan", "rg:2 g> b>", "--scores", "0,0", "--turn", "1", "--players", "2"]
    long: Pairs = json.loads(said(capsys, *deck, *whole, "--snakes", "0,0", "--longest", "0,0"))
    assert short["win"] == long["win"]
    assert len(json.loads(said(capsys, *deck, "--players", "3"))["win"]) == 3
    drawn: Pairs = json.loads(said(capsys, *deck, "--draw", "gr"))
    assert [each["table"] for each in drawn["outcomes"]] == ["<r-rg"]


def test_progress_is_shown_to_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where somebody looks at it, the share that is done is shown, and wiped away."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert main(["equity", *SMALL, *ROUGH]) == 0
    errors = capsys.readouterr().err
    assert "% " in errors
    assert errors.endswith(valuing.GONE)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "3"], "There are 3 players, but --scores has 2 numbers."),
        (["--longest", "5"], "There are 2 players, but --longest has 1 numbers."),
        (["--snakes", "2,2,2"], "There are 2 players, but --snakes has 3 numbers."),
        (["--players", "9", "--scores", "0"], "1 to 8 players, not 9."),
        (["--turn", "3"], "The turn is that of a seat from 1 to 2, not 3."),
        (["--turn", "0"], "The turn is that of a seat from 1 to 2, not 0."),
        (["--longest", "11,4"], "Seat 1 cannot have 10 cards with 1 snakes, the longest of 11"),
        (["--snakes", "2,1"], "Seat 2 cannot have 8 cards with 1 snakes, the longest of 4"),
        (["--scores", "x"], '"x" is not a whole number'),
        (["--scores", "-1,2"], "expected one argument"),
        (["--rules", "hisss,goal=snakes"], "say how many each seat has: --snakes 2,1"),
        (["--fan", "<r <r"], 'The card "<r" is here 2 times, but the deck has it 1 times.'),
        (["--fan", "gb:3", "--draw", "gb"], 'The card "bg" is here 5 times'),
        (["--table", "<r-rg-<r"], 'A snake has at most one head, but "<r" is a second.'),
        (["--table", "<r-rg-g>"], "is complete"),
        (["--draw", "rr"], 'The card "rr" does not exist'),
        (["--scores", "30,20"], "with those in the pits here are 56"),
        (["--method", "guess"], "invalid choice: 'guess'"),
        (["--policy", "cobra"], "invalid choice: 'cobra'"),
        (["--error", "0"], '"0" is not a number above 0'),
        (["--seconds", "nan"], '"nan" is not a number above 0'),
        (["--seed", "-1"], "--seed"),
        (["--rules", "hiss"], "do not begin with a preset"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    """What cannot be is refused in one line that says what would be right."""
    assert sentence in refused(capsys, *SMALL, *arguments)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--scores", "3,0", "--fan", "ry"], "say --longest 5,4"),
        (["--scores", "3,0", "--longest", "3,0"], "Say which cards the fan holds"),
        (["--method", "exact", "--table", "ro"], "at most 15 cards in the fan, but here are 49"),
        (["--players", "9", "--fan", "ry"], "A game has 1 to 8 players, not 9."),
        (["--players", "0", "--fan", "ry"], "A game has 1 to 8 players, not 0."),
    ],
)
def test_questions_that_say_too_little_or_too_much(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    """What is lacking is asked for; what is too large is refused at once, with the limit."""
    assert sentence in refused(capsys, *arguments)


def test_what_is_too_large_is_refused_before_all_work(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is compiled for an exact value that cannot be had."""

    def compiled() -> None:
        pytest.fail("It compiles first.")

    monkeypatch.setattr(valuing, "compile_kernels", compiled)
    assert "at most 15 cards in the fan" in refused(capsys, "--method", "exact")


def test_the_real_command(tmp_path: Any) -> None:
    """The example of its help runs as it is typed."""
    command = "serpentina equity --table '<r-ro' --fan og:2 --draw 'g>'"
    done = shell(
        f"NUMBA_DISABLE_JIT=1 PYTHONPATH={os.environ.get('PYTHONPATH', '')} {command}", tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "takes nothing, leaves <r-ro g>" in done.stdout
