"""The rules as sentences for one game: those of the short text that hold with its options.

The short text of a language has the sections below in this order. A sentence of it that begins
with an option, as in `goal=snakes: …`, holds only where that option is so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from serpentina.options import Rules, settings_of
from serpentina.words import Words

AIM, CARDS, READY, TURN, HISSS, JOINING, END, OPTIONS = range(8)
RACE = "10"  # to how many cards one races in the short text
_OPTION = re.compile(r"(\w+)=(\w+)(?::\d+)? ?: ")


class Section(NamedTuple):
    """A heading and its paragraphs; `points` are those that stand behind a dash."""

    title: str
    text: tuple[str, ...]
    points: tuple[str, ...]


def title_of(words: Words) -> str:
    """The heading of the rules, without the name of the game."""
    return words.rules.partition("\n")[0].partition(" — ")[2]


def sections(words: Words, rules: Rules) -> list[Section]:
    """The sections of the rules, without what does not hold with these options."""
    blocks = words.rules.strip().split("\n\n")[1:]
    return [_section(block.split("\n"), rules) for block in blocks]


def _section(lines: list[str], rules: Rules) -> Section:
    text: list[str] = []
    points: list[str] = []
    for paragraph in _paragraphs(lines[1:]):
        is_point = paragraph.startswith("- ")
        held = _held(paragraph.removeprefix("- "), rules)
        if held is not None:
            (points if is_point else text).append(held)
    return Section(lines[0], tuple(text), tuple(points))


def _paragraphs(lines: list[str]) -> Iterator[str]:
    """The paragraphs of a section, each on one line: a dash begins another."""
    joined = "\n".join(line.strip() for line in lines)
    for paragraph in re.split(r"\n(?=- )", joined):
        yield paragraph.replace("\n", " ")


def _held(text: str, rules: Rules) -> str | None:
    """A sentence as it stands in these rules; None where its option is another."""
    found = _OPTION.match(text)
    if found is None:
        return text
    option, value = found.groups()
    wanted, _, number = settings_of(rules)[option].partition(":")
    if wanted != value:
        return None
    said = text[found.end() :]
    if number:
        said = re.sub(rf"\b{RACE}\b", number, said)
    return said[0].upper() + said[1:]
