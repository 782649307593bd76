"""The rules as text: the two presets, every option, every error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serpentina.errors import NotationError
from serpentina.options import PRESETS, Rules


def goals() -> st.SearchStrategy[tuple[str, int]]:
    """Every goal, with the number of cards of a race."""
    races = st.integers(1, 200).map(lambda cards: ("race", cards))
    return st.sampled_from([("cards", 0), ("snakes", 0)]) | races


def all_rules() -> st.SearchStrategy[Rules]:
    """Every combination of the options."""
    return st.builds(
        lambda joined, joinable, must_match, goal: Rules(joined, joinable, must_match, *goal),
        st.sampled_from(["taken", "when_complete"]),
        st.sampled_from(["snakes", "any"]),
        st.booleans(),
        goals(),
    )


def test_serpentina() -> None:
    """R16, R20, R21: the preset of the seeds takes joined snakes and joins only snakes."""
    rules = Rules.parse("serpentina")
    assert rules == Rules("taken", "snakes", must_match=True, goal="cards", race_to=0)
    assert rules == Rules() == PRESETS["serpentina"]


def test_hisss() -> None:
    """R16, R20, R21: the rulebook of 2006 takes whole snakes only and joins also single cards."""
    rules = Rules.parse("hisss")
    assert rules == Rules("when_complete", "any", must_match=True, goal="cards", race_to=0)
    assert rules == PRESETS["hisss"]
    assert len(PRESETS) == 2


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("serpentina,joined=when_complete", Rules(joined="when_complete")),
        ("hisss,joined=taken", Rules(joined="taken", joinable="any")),
        ("serpentina,joinable=any", Rules(joinable="any")),
        ("serpentina,must_match=off", Rules(must_match=False)),
        ("serpentina,goal=snakes", Rules(goal="snakes")),
        ("serpentina,goal=race:1", Rules(goal="race", race_to=1)),
        ("serpentina,goal=race:200", Rules(goal="race", race_to=200)),
        ("hisss,goal=race:10", Rules("when_complete", "any", goal="race", race_to=10)),
        (
            "hisss,must_match=off,goal=snakes",
            Rules("when_complete", "any", must_match=False, goal="snakes"),
        ),
    ],
)
def test_each_option(text: str, rules: Rules) -> None:
    """R16, R20, R21, R23: each option changes what it names and is written the same again."""
    assert Rules.parse(text) == rules
    assert str(Rules.parse(text)) == str(rules)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("serpentina,joined=taken,joinable=snakes,must_match=on,goal=cards", "serpentina"),
        ("serpentina,joined=when_complete,joinable=any", "hisss"),
        ("hisss,joined=taken,joinable=snakes", "serpentina"),
        (
            "serpentina,goal=race:10,joinable=any,must_match=off,joined=when_complete",
            "hisss,must_match=off,goal=race:10",
        ),
        ("hisss,goal=snakes,joined=taken,joinable=snakes", "serpentina,goal=snakes"),
        ("hisss,joined=taken", "serpentina,joinable=any"),
        ("hisss,joinable=snakes", "serpentina,joined=when_complete"),
        ("serpentina,goal=race:007", "serpentina,goal=race:7"),
        ("hisss,must_match=on", "hisss"),
    ],
)
def test_written_from_the_nearer_preset(text: str, written: str) -> None:
    """R20, R21: rules are written as the nearer preset and the options that differ, in one way."""
    assert str(Rules.parse(text)) == written


@given(all_rules())
def test_round_trip(rules: Rules) -> None:
    """R16, R20, R21, R23: reading the text of any rules gives the same rules."""
    assert Rules.parse(str(rules)) == rules
    assert str(Rules.parse(str(rules))) == str(rules)


@given(all_rules())
def test_no_shorter_text(rules: Rules) -> None:
    """R20, R21: the other preset never needs fewer options."""
    preset, *options = str(rules).split(",")
    for name, other in PRESETS.items():
        differing = sum(
            [
                rules.joined != other.joined,
                rules.joinable != other.joinable,
                rules.must_match != other.must_match,
                (rules.goal, rules.race_to) != (other.goal, other.race_to),
            ]
        )
        assert differing >= len(options)
        assert name != preset or differing == len(options)


@given(all_rules(), all_rules())
def test_different_rules_have_different_texts(one: Rules, other: Rules) -> None:
    """R16, R20, R21, R23: two rules have the same text only where they are the same."""
    assert (str(one) == str(other)) == (one == other)


PRESET = 'do not begin with a preset: write "serpentina" or "hisss", then what differs'
UNKNOWN = (
    'There is no option "{}" of the rules: the options are joined, joinable, must_match, goal.'
)
GOALS = "it can be cards, snakes, race:1 … race:200."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f'The rules "" {PRESET}'),
        ("Hisss", f'The rules "Hisss" {PRESET}'),
        (" hisss", PRESET),
        ("hisss ", PRESET),
        ("hisss;must_match=off", PRESET),
        ("must_match=off", PRESET),
        ("must_match=off,hisss", PRESET),
        ("hisss,", UNKNOWN.format("")),
        ("hisss,,must_match=off", UNKNOWN.format("")),
        ("hisss,rainbow=off", UNKNOWN.format("rainbow")),
        ("hisss,serpentina", UNKNOWN.format("serpentina")),
        ("hisss, must_match=off", UNKNOWN.format(" must_match")),
        ("hisss,joined=taken,joined=taken", 'The rules set "joined" twice.'),
        ("hisss,goal=cards,goal=race:10", 'The rules set "goal" twice.'),
        (
            "hisss,joined=never",
            'The option "joined" cannot be "never": it can be taken, when_complete.',
        ),
        (
            "serpentina,joinable=all",
            'The option "joinable" cannot be "all": it can be snakes, any.',
        ),
        ("hisss,must_match=no", 'The option "must_match" cannot be "no": it can be on, off.'),
        ("hisss,must_match", 'The option "must_match" cannot be "": it can be on, off.'),
        ("hisss,must_match=", 'The option "must_match" cannot be "": it can be on, off.'),
        ("hisss,must_match=on=off", 'The option "must_match" cannot be "on=off"'),
        ("hisss,joined=any", 'The option "joined" cannot be "any"'),
        ("hisss,joined=race:10", 'The option "joined" cannot be "race:10"'),
        ("hisss,goal=race", f'The option "goal" cannot be "race": {GOALS}'),
        ("hisss,goal=race:", GOALS),
        ("hisss,goal=race:0", GOALS),
        ("hisss,goal=race:201", GOALS),
        ("hisss,goal=race:1000", GOALS),
        ("hisss,goal=race:-1", GOALS),
        ("hisss,goal=race:ten", GOALS),
        ("hisss,goal=race:١٠", GOALS),
        ("hisss,goal=race:1 … race:200", GOALS),
        ("hisss,goal=CARDS", GOALS),
    ],
)
def test_errors(text: str, sentence: str) -> None:
    """R16, R20, R21, R23: what is not rules is refused with a sentence that says what would be."""
    with pytest.raises(NotationError) as caught:
        Rules.parse(text)
    assert sentence in str(caught.value)
    assert caught.value.at is None
