"""What a study compares: cases, each a batch of games, and contests of luck with skill.

A plan is a TOML file, see docs/study.md; those of the standard studies lie beside this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from serpentina.batches import Batch
from serpentina.cards import Deck
from serpentina.deckfile import parse_toml
from serpentina.errors import SerpentinaError, found_in
from serpentina.fan import MOST_SEED
from serpentina.options import MOST_SEATS, Rules
from serpentina.policies import POLICIES

STANDARD = ("first-player", "presets", "decks", "skill")
MOST_GAMES = 10**12
MOST_CASES = 100
GAMES, SEED = 1_000_000, 1

COMMON = ("games", "seed", "rules", "deck", "sets")
IN_STUDY = ("title", "question", "players", "policy", "case", "luck", *COMMON)
IN_CASE = ("name", "players", "policy", *COMMON)
IN_LUCK = ("name", "policies", *COMMON)


class StudyError(SerpentinaError):
    """A study that cannot be made. It speaks English, as its command does."""


@dataclass(frozen=True)
class Case:
    """Games that are played alike, under a name."""

    name: str
    batch: Batch


@dataclass(frozen=True)
class Luck:
    """Two seats, in which each policy meets each, twice on each fan, each time with other chance.

    `games` are all of these; `batch` has the fans, its policies stand for nobody.
    """

    name: str
    batch: Batch
    policies: tuple[str, ...]

    @property
    def seatings(self) -> tuple[tuple[str, str], ...]:
        """Who sits in the two seats."""
        return tuple((one, two) for one in self.policies for two in self.policies)


class Study(NamedTuple):
    """Its name, what it asks, and what is played for an answer."""

    name: str
    title: str
    question: str
    cases: tuple[Case, ...]
    lucks: tuple[Luck, ...]

    @property
    def games(self) -> int:
        """All that are played."""
        cases = sum(case.batch.games for case in self.cases)
        return cases + sum(luck.batch.games * cells(luck) for luck in self.lucks)


TWICE = 2  # that a seating plays a fan: what differs then is only the choices' chance


def cells(luck: Luck) -> int:
    """How many games are played with each fan."""
    return TWICE * len(luck.seatings)


def read_study(name: str, games: int | None = None, seed: int | None = None) -> Study:
    """A standard study, or that of a TOML file; with other games for each case, another seed.

    OSError, or StudyError and NotationError for what cannot be.
    """
    if name in STANDARD:
        path = Path(__file__).with_name("standard") / f"{name}.toml"
    elif name.endswith(".toml"):
        path = Path(name)
    else:
        raise StudyError(
            'There is no study "{name}": the studies are {names}, or a file as in my.toml.',
            name=name,
            names=", ".join(STANDARD),
        )
    with found_in(path):
        try:
            text = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError:
            raise StudyError("A study is text in UTF-8, and this file is not.") from None
        return parse_study(Path(name).stem, text, games, seed)


def parse_study(name: str, text: str, games: int | None = None, seed: int | None = None) -> Study:
    """The study that a text in TOML describes."""
    wrong = StudyError(
        "This is not TOML: write lines such as players = 4, and text in quotation marks."
    )
    content = parse_toml(text, wrong)
    _check_keys(content, IN_STUDY, "A study")
    chosen = {"games": games, "seed": seed}
    over = {key: value for key, value in chosen.items() if value is not None}
    cases = _tables(content, "case")
    lucks = _tables(content, "luck")
    if not 1 <= len(cases) + len(lucks) <= MOST_CASES:
        raise StudyError(
            "A study has 1 to {most} tables [[case]] or [[luck]], not {count}.",
            most=MOST_CASES,
            count=len(cases) + len(lucks),
        )
    common = {key: value for key, value in content.items() if key not in ("case", "luck")}
    return Study(
        name,
        _text(content, "title", name),
        _text(content, "question", ""),
        tuple(_case(number, case, common, over) for number, case in enumerate(cases, 1)),
        tuple(_luck(number, luck, common, over) for number, luck in enumerate(lucks, 1)),
    )


def _check_keys(content: Mapping[str, Any], known: tuple[str, ...], what: str) -> None:
    for key in content:
        if key not in known:
            raise StudyError(
                '{what} has no "{key}": it can have {known}.',
                what=what,
                key=key,
                known=", ".join(known),
            )


def _tables(content: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    tables = content.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise StudyError("Write a {key} as a table that begins with [[{key}]].", key=key)
    return tables


def _case(
    number: int, own: Mapping[str, Any], common: Mapping[str, Any], over: Mapping[str, Any]
) -> Case:
    """A case: what it says, else what the study says; the command line goes before both."""
    where = f"Case {number}"
    _check_keys(own, IN_CASE, where)
    said = {**common, **own, **over}
    try:
        policies = _seats(said, where)
        batch = Batch(
            _number(said, "games", GAMES, MOST_GAMES, where, 1),
            _rules(said, where),
            _deck(said, where),
            policies,
            _number(said, "seed", SEED, MOST_SEED, where, 0),
        )
    except SerpentinaError as error:
        raise _within(where, error) from None
    name = f"{','.join(policies)}, {batch.rules}, {batch.deck}"
    return Case(_text(own, "name", name), batch)


def _luck(
    number: int, own: Mapping[str, Any], common: Mapping[str, Any], over: Mapping[str, Any]
) -> Luck:
    """Luck with skill; as many fans as make about so many games."""
    where = f"Luck {number}"
    _check_keys(own, IN_LUCK, where)
    said = {**common, **own, **over}
    names = own.get("policies")
    if not (
        isinstance(names, list) and len(names) >= 2 and len(set(map(str, names))) == len(names)
    ):
        raise StudyError(
            '{where}: "policies" is a list of two different ones or more, of {known}.',
            where=where,
            known=", ".join(POLICIES),
        )
    games = _number(said, "games", GAMES, MOST_GAMES, where, 1)
    try:
        for name in names:
            _check_policy(name)
        fans = max(1, games // (TWICE * len(names) ** 2))
        seed = _number(said, "seed", SEED, MOST_SEED, where, 0)
        batch = Batch(fans, _rules(said, where), _deck(said, where), tuple(names[:2]), seed)
    except SerpentinaError as error:
        raise _within(where, error) from None
    return Luck(_text(own, "name", f"{' '.join(names)}, {batch.rules}"), batch, tuple(names))


def _within(where: str, error: SerpentinaError) -> SerpentinaError:
    """The error, with the case in which it was found."""
    if isinstance(error, StudyError) and str(error).startswith(where):
        return error
    return StudyError("{where}: {reason}", where=where, reason=error)


def _check_policy(name: Any) -> None:
    if not isinstance(name, str) or name not in POLICIES:
        raise StudyError(
            'There is no policy "{name}": the policies are {policies}.',
            name=name,
            policies=", ".join(POLICIES),
        )


def _seats(said: Mapping[str, Any], where: str) -> tuple[str, ...]:
    """The policy of each seat: as many as are named, or one for all players."""
    policy = said.get("policy", "garter")
    names = policy.split(",") if isinstance(policy, str) else policy
    if not isinstance(names, list) or not names:
        raise StudyError(
            '{where}: "policy" is one name or a list with one for each seat, as in '
            '["garter", "boa"].',
            where=where,
        )
    for name in names:
        _check_policy(name)
    if len(names) > 1 and "players" not in said:
        return tuple(names)
    players = _number(said, "players", 2, MOST_SEATS, where, 1)
    if len(names) == 1:
        return tuple(names * players)
    if len(names) != players:
        raise StudyError(
            '{where}: "policy" names {count} seats, but there are {players} players.',
            where=where,
            count=len(names),
            players=players,
        )
    return tuple(names)


def _rules(said: Mapping[str, Any], where: str) -> Rules:
    return Rules.parse(_text(said, "rules", "serpentina", where))


def _deck(said: Mapping[str, Any], where: str) -> Deck:
    deck = Deck.parse(_text(said, "deck", "standard", where))
    return deck * _number(said, "sets", 1, 4, where, 1)


def _text(said: Mapping[str, Any], key: str, usual: str, where: str = "A study") -> str:
    text = said.get(key, usual)
    if not isinstance(text, str):
        raise StudyError('{where}: "{key}" is a text in quotation marks.', where=where, key=key)
    return text


def _number(
    said: Mapping[str, Any], key: str, usual: int, most: int, where: str, least: int
) -> int:
    number = said.get(key, usual)
    if type(number) is not int or not least <= number <= most:
        raise StudyError(
            '{where}: "{key}" is a whole number from {least} to {most}.',
            where=where,
            key=key,
            least=least,
            most=most,
        )
    return number
