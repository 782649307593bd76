"""Rules as options: the two presets, what a family may change, and their text."""

from __future__ import annotations

import functools
import re
from array import array
from dataclasses import dataclass, replace

from serpentina.cards import MOST_CARDS
from serpentina.errors import NotationError

# The options of the rules, as columns of an array.
MUST_MATCH, JOINED, JOINABLE, GOAL, RACE_TO = range(5)
JOINED_WHEN_COMPLETE, JOINED_TAKEN = 0, 1
JOINABLE_SNAKES, JOINABLE_ANY = 0, 1
GOAL_CARDS, GOAL_SNAKES, GOAL_RACE = 0, 1, 2

MOST_SEATS = 8  # R6


@dataclass(frozen=True)
class Rules:
    """The options of the rules (R16, R20 to R23); NotationError for values that there are not.

    `race_to`, in cards, counts only for the goal `race`.
    """

    joined: str = "taken"  # R20: taken, when_complete
    joinable: str = "snakes"  # R21: snakes, any
    must_match: bool = True  # R16
    goal: str = "cards"  # R22, R23: cards, snakes, race
    race_to: int = 0

    def __post_init__(self) -> None:
        races = self.goal == "race"
        if (
            self.joined not in VALUES["joined"]
            or self.joinable not in VALUES["joinable"]
            or self.goal not in _GOALS
            or not (1 <= self.race_to <= MOST_CARDS if races else self.race_to == 0)
        ):
            raise NotationError(
                "These are no rules: {rules}. Rules.parse reads what is right.", rules=repr(self)
            )

    @functools.cached_property
    def options(self) -> array[int]:
        """The options as the kernel reads them: 5 numbers."""
        joined = JOINED_TAKEN if self.joined == "taken" else JOINED_WHEN_COMPLETE
        joinable = JOINABLE_ANY if self.joinable == "any" else JOINABLE_SNAKES
        goal = _GOALS.index(self.goal)
        return array("q", [self.must_match, joined, joinable, goal, self.race_to])

    def __str__(self) -> str:
        """The nearer preset, then what differs from it: `serpentina,must_match=off`."""
        texts = [",".join((name, *self._differences(rules))) for name, rules in PRESETS.items()]
        return min(texts, key=lambda text: text.count(","))

    def _differences(self, preset: Rules) -> list[str]:
        own, other = settings_of(self), settings_of(preset)
        return [f"{name}={own[name]}" for name in own if own[name] != other[name]]

    @staticmethod
    def parse(text: str) -> Rules:
        """Read `hisss` or `serpentina,joined=when_complete,goal=race:10`; else NotationError."""
        name, *settings = text.split(",")
        if name not in PRESETS:
            raise NotationError(
                'The rules "{text}" do not begin with a preset: write "serpentina" or "hisss", '
                'then what differs, as in "hisss,must_match=off".',
                text=text,
            )
        rules, seen = PRESETS[name], set()
        for setting in settings:
            option, _, value = setting.partition("=")
            if option in seen:
                raise NotationError('The rules set "{option}" twice.', option=option)
            seen.add(option)
            rules = rules._with(option, value)
        return rules

    def _with(self, option: str, value: str) -> Rules:
        if option == "joined" and value in VALUES[option]:
            return replace(self, joined=value)
        if option == "joinable" and value in VALUES[option]:
            return replace(self, joinable=value)
        if option == "must_match" and value in VALUES[option]:
            return replace(self, must_match=value == "on")
        if option == "goal" and value in ("cards", "snakes"):
            return replace(self, goal=value, race_to=0)
        race = re.fullmatch("race:0*([1-9][0-9]{0,2})", value)
        if option == "goal" and race and int(race[1]) <= MOST_CARDS:
            return replace(self, goal="race", race_to=int(race[1]))
        if option in VALUES:
            raise NotationError(
                'The option "{option}" cannot be "{value}": it can be {values}.',
                option=option,
                value=value,
                values=", ".join(VALUES[option]),
            )
        raise NotationError(
            'There is no option "{option}" of the rules: the options are {options}.',
            option=option,
            options=", ".join(VALUES),
        )


_GOALS = ("cards", "snakes", "race")
# The options and the values that each may have, as text.
VALUES = {
    "joined": ("taken", "when_complete"),
    "joinable": ("snakes", "any"),
    "must_match": ("on", "off"),
    "goal": ("cards", "snakes", f"race:1 … race:{MOST_CARDS}"),
}


def settings_of(rules: Rules) -> dict[str, str]:
    """The options of rules and their values, as text."""
    goal = f"race:{rules.race_to}" if rules.goal == "race" else rules.goal
    must_match = "on" if rules.must_match else "off"
    return {
        "joined": rules.joined,
        "joinable": rules.joinable,
        "must_match": must_match,
        "goal": goal,
    }


# The seeds, and the rulebook of Hisss of 2006.
PRESETS = {
    "serpentina": Rules(),
    "hisss": Rules(joined="when_complete", joinable="any"),
}
