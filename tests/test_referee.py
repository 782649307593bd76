"""The referee for a real table: the positions with every outcome, batches, and what it refuses."""

from __future__ import annotations

import json
import select
import subprocess
from pathlib import Path
from typing import Any

import pytest

from serpentina.words import LANGUAGES
from tests.test_cli import COMMAND, Say, desk, environment, run, say

__all__ = ["desk", "say"]  # the fixtures

CASES = Path(__file__).parent / "cases" / "placements.jsonl"
QUESTION = {"rules": "hisss", "table": "<r-ro gp", "draw": "or"}
ANSWER = {"outcomes": [{"table": "<r-ro-or gp", "taken": None}]}


def batch(*lines: object, options: str = "") -> tuple[int, list[Any]]:
    """The exit status and the answers of a batch; lines that are no text go as JSON."""
    text = "".join((x if isinstance(x, str) else json.dumps(x)) + "\n" for x in lines)
    status, output, errors = run("referee", "--batch", *options.split(), answers=text)
    assert errors == ""
    return status, [json.loads(line) for line in output.splitlines()]


def cases() -> list[dict[str, Any]]:
    """The positions, each with every outcome."""
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


def test_all_positions_of_the_cases_come_out() -> None:
    """The 360 positions go through one batch, and every outcome is the one known."""
    known = cases()
    assert len(known) == 360
    status, answers = batch(*({key: case[key] for key in QUESTION} for case in known))
    assert status == 0
    assert answers == [{"outcomes": case["outcomes"]} for case in known]


def test_outcomes_are_distinct_and_sorted() -> None:
    """Outcomes stand in the order of their table, then of the snake taken, none of them twice."""
    question = {"table": "<r-ro <r-ro gp-po or r> or-ro", "draw": "or"}
    rules = ("serpentina", "hisss", "hisss,must_match=off", "serpentina,joinable=any")
    for answer in batch(*(question | {"rules": each} for each in rules))[1]:
        found = [(each["table"], each["taken"] or "") for each in answer["outcomes"]]
        assert len(found) > 2
        assert found == sorted(set(found))


def test_a_snake_may_be_given_in_either_direction() -> None:
    """A snake with neither head nor tail, and a lone card, read the same from both ends."""
    one = {"table": "or-rg-gb <p po", "draw": "bp"}
    other = {"table": "op bg-gr-ro <p", "draw": "pb"}
    expected = ["<p bg-gr-ro bp-po", "<p op or-rg-gb-bp", "<p-pb bg-gr-ro op"]
    for answer in batch(one, other)[1]:
        assert [each["table"] for each in answer["outcomes"]] == expected


def test_a_batch_answers_each_line_at_once() -> None:
    """A program may ask, read the answer, and only then ask again."""
    with subprocess.Popen(
        [COMMAND, "referee", "--batch"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(json.dumps(QUESTION) + "\n")
            process.stdin.flush()
            assert select.select([process.stdout], [], [], 20)[0], "no answer yet"
            assert json.loads(process.stdout.readline()) == ANSWER
        process.stdin.close()
        assert process.wait(timeout=30) == 0


BAD_LINES = {
    "no JSON": "<r-ro gp, or",
    "half of it": '{"table": "<r-ro',
    "nested deep": "[" * 100_000,
    "a long number": "9" * 5000,
    "an array": ["hisss", "<r-ro gp", "or"],
    "a text": '"hisss"',
    "nothing": "null",
    "no table": {"draw": "or"},
    "no card": {"table": "<r-ro gp"},
    "a list for a table": QUESTION | {"table": ["<r-ro", "gp"]},
    "a number for a card": QUESTION | {"draw": 3},
    "no text for rules": QUESTION | {"rules": None},
    "no card of this name": QUESTION | {"draw": "rr"},
    "half a letter": QUESTION | {"draw": "\ud800"},
    "no such rules": QUESTION | {"rules": "chess"},
    "no such table": QUESTION | {"table": "<r-or"},
}


@pytest.mark.parametrize("bad", BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_line_is_answered(say: Say, bad: object) -> None:
    """A bad line gives an error of one line, and the exit status 1."""
    line = bad if isinstance(bad, str) else json.dumps(bad)
    status, output, errors = say("referee", "--batch", answers=line)
    assert (status, errors, output.count("\n")) == (1, "", 1)
    answer = json.loads(output)
    assert list(answer) == ["error"]
    assert answer["error"].endswith(".")


def test_after_a_bad_line_the_next_goes_on() -> None:
    """Lines before, between and after bad ones are answered, each in its place."""
    status, answers = batch(*(line for bad in BAD_LINES.values() for line in (QUESTION, bad)))
    assert status == 1
    assert answers[::2] == [ANSWER] * len(BAD_LINES)
    assert all(list(answer) == ["error"] for answer in answers[1::2])


def test_a_bad_line_is_answered_in_every_language(say: Say) -> None:
    """The errors of a batch are in the language asked for, and name the key that is wrong."""
    line, found = json.dumps({"draw": "or"}), set()
    for language in LANGUAGES:
        status, output, _ = say("referee", "--batch", answers=line, language=language)
        assert status == 1
        error = json.loads(output)["error"]
        assert "table" in error
        found.add(error)
    assert len(found) == 5


def test_bytes_that_are_no_text_are_a_bad_line() -> None:
    """A line that is not UTF-8 is answered with an error like any other, in any locale."""
    lines = b'\xff{"table": 1}\n' + json.dumps(QUESTION).encode() + b"\n"
    done = subprocess.run(
        [COMMAND, "referee", "--batch"],
        input=lines,
        capture_output=True,
        env=environment(PYTHONIOENCODING="utf-8:strict"),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, b"")
    error, answer = map(json.loads, done.stdout.splitlines())
    assert list(error) == ["error"]
    assert answer == ANSWER


def test_empty_lines_and_an_empty_batch_are_no_questions() -> None:
    """Empty lines are passed over; a batch of nothing has no answers and is no error."""
    assert batch() == (0, [])
    assert batch("", QUESTION, "  ") == (0, [ANSWER])


def test_rules_are_those_of_the_line_or_of_the_command() -> None:
    """A line's rules count, else those of --rules, else serpentina."""
    lone = {"table": "gr yb", "draw": "ry"}  # R21: only hisss joins cards on their own
    joined = {"table": "by-yr-rg", "taken": None}
    for options, usual in (("", False), ("--rules hisss", True)):
        asked = [lone, lone | {"rules": "serpentina"}, lone | {"rules": "hisss"}]
        answers = batch(*asked, options=options)[1]
        assert [joined in answer["outcomes"] for answer in answers] == [usual, False, True]


# One question


def test_an_answer_as_json_is_that_of_a_batch(say: Say) -> None:
    """--json gives the same object as a line of a batch."""
    for case in cases()[::12]:
        options = [f"--{key}={case[key]}" for key in QUESTION]
        status, output, errors = say("referee", *options, "--json")
        assert (status, errors) == (0, "")
        assert json.loads(output) == {"outcomes": case["outcomes"]}


def test_an_answer_as_text_says_what_is_taken(say: Say) -> None:
    """As text each outcome has a line: the snake it makes, and how many cards are taken."""
    question = ("referee", "--table", "<r-ro-og rp-pg g>", "--draw", "gr")
    assert say(*question).output.splitlines() == [
        "There are 5 outcomes.",
        "  gr-rp-pg stays on the table.",
        "  rp-pg-gr stays on the table.",
        "  rg-g> stays on the table.",
        "  <r-ro-og-gr stays on the table.",
        "  <r-ro-og-gr-rp-pg is taken: 6 cards.",
    ]
    texts = {say(*question, language=language).output for language in LANGUAGES}
    assert len(texts) == 5


def test_a_card_that_fits_nowhere_has_one_outcome(say: Say) -> None:
    """R16: it lies on its own."""
    expected = "There is 1 outcome.\n  or stays on the table.\n"
    for table in ("", "  ", "yg"):
        assert say("referee", "--table", table, "--draw", "or") == (0, expected, "")


def test_the_usual_rules_are_those_of_the_seeds(say: Say) -> None:
    """Without --rules, serpentina: a card on its own is not joined."""
    question = ("referee", "--table", "gr yb", "--draw", "ry", "--json")
    assert say(*question) == say(*question, "--rules", "serpentina")
    assert say(*question) != say(*question, "--rules", "hisss")


TABLES = {
    "<r-ro-o>": "<r-ro-o>",  # complete
    "gp <r-r>": "7 <r r>",  # a head touches a tail
    "<*-*>": "<* *>",
    "<*-<r": "<r",  # two heads
    "<r-ro-<o": "<o",
    "ro-<o": "<o",  # a head not first
    "o>-or": "o>",  # a tail not last
    "ro-o>-o>": "o>",  # two tails
    "<r-or": "4 <r or",  # colours that do not match
    "gp po-ob-rb": "10 ob rb",
    "<r-rx": "4 rx",
    "rr": "rr rg",
    "<r--ro": "4",
    "<r-": "4",
    "-": "1",
    "<r,ro": "1 <r,ro",
    "<R": "1 <R",
    "<r–ro": "1",  # a dash of another kind
}


@pytest.mark.parametrize("table", TABLES)
def test_a_table_that_cannot_be_is_refused(say: Say, table: str) -> None:
    """A table that the rules do not allow is refused, in each language, naming card and column."""
    texts = set()
    for language in LANGUAGES:
        status, output, errors = say(
            "referee", f"--table={table}", "--draw", "or", language=language
        )
        assert (status, output, errors.count("\n")) == (2, "", 1)
        for fragment in TABLES[table].split():
            assert fragment in errors
        texts.add(errors)
    assert len(texts) == 5
    line = json.dumps({"table": table, "draw": "or"})
    answer = json.loads(say("referee", "--batch", answers=line).output)
    assert f"serpentina: {answer['error']}\n" in texts


def test_each_kind_of_mistake_has_its_reason(say: Say) -> None:
    """What is wrong with a table is said by the rule that it breaks."""
    for table, reason in {
        "<r-ro-o>": 'The snake "<r-ro-o>" is complete',
        "<r-r>": "A head never touches a tail",
        "<*-<r": "A snake has at most one head",
        "ro-<o": "A head comes first",
        "o>-or": "A tail comes last",
        "ro-o>-o>": "A snake has at most one tail",
        "<r-or": 'The colours of "<r" and "or" do not match',
        "rr": 'The card "rr" does not exist',
        "rx": '"rx" is not a card',
    }.items():
        assert reason in say("referee", "--table", table, "--draw", "or").errors


# Counting cards


@pytest.mark.parametrize(
    ("table", "draw", "options", "fragments"),
    [
        ("<r-ro", "<r", "--deck standard", "<r 2 1"),
        ("*> *>", "or", "--deck standard", "*> 2 1"),
        ("rg rg gr", "or", "--deck standard", "gr 3 2"),
        ("<r <r", "<r", "--sets 2", "<r 3 2"),
        ("rg", "rg", "--deck box.toml", "gr 2 1"),
        ("", "yb", "--deck box.toml", "by 1 0"),
        ("rg gr", "rg", "--deck box.toml --sets 2", "gr 3 2"),
    ],
)
def test_cards_are_counted_where_a_deck_is_named(
    say: Say, desk: Path, table: str, draw: str, options: str, fragments: str
) -> None:
    """With --deck or --sets a card may not be there more often than the deck has it."""
    Path("box.toml").write_text('[cards]\n"rg" = 1\n"gb" = 2\n', encoding="utf-8")
    question = ("referee", "--table", table, "--draw", draw)
    assert say(*question).status == 0
    status, output, errors = say(*question, *options.split())
    assert (status, output, errors.count("\n")) == (2, "", 1)
    for fragment in fragments.split():
        assert fragment in errors
    line = json.dumps({"table": table, "draw": draw})
    status, output, _ = say("referee", "--batch", *options.split(), answers=line)
    assert status == 1
    assert errors == f"serpentina: {json.loads(output)['error']}\n"


def test_a_table_within_the_deck_is_answered(say: Say) -> None:
    """A card that is there as often as the deck has it is no mistake."""
    for options in ("--deck standard", "--sets 1", "--deck standard --sets 2"):
        question = ("referee", "--table", "gr yb", "--draw", "rg", *options.split())
        assert say(*question).status == 0


def test_a_table_of_very_many_cards_is_answered_or_refused(say: Say) -> None:
    """A table longer than any deck ends with an answer or a sentence."""
    for table in (" ".join(["gr"] * 300), "-".join(["rg", "gr"] * 300)):
        assert say("referee", "--table", table, "--draw", "or").status in (0, 2)
