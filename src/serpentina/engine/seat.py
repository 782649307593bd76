"""An engine at the table: a player who asks a program, and trusts nothing that it says."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from threading import Lock
from typing import NamedTuple

from serpentina.cards import STANDARD, Deck
from serpentina.engine.lines import HELLO, NAME, Asked, Worth, parse_value
from serpentina.engine.program import Program, shown
from serpentina.errors import EngineError, NotationError
from serpentina.game import View
from serpentina.layout import Placement
from serpentina.players import Player, player

PREFIX = "engine:"
SECONDS = 0.5  # for a placement, if nobody says otherwise
LEAST_SECONDS, MOST_SECONDS = 0.05, 60
START_SECONDS = 10.0
SLACK_SECONDS = 0.1  # before a program that is late is told to stop
STOP_SECONDS = 1.0  # for the answer to that
SEED_BITS = 53


def seated(name: str, seconds: float = SECONDS) -> Player:
    """The player of this name, or with `engine:` the program of this command."""
    if name.startswith(PREFIX):
        return EnginePlayer(name.removeprefix(PREFIX), seconds)
    return player(name)


def parse_seconds(text: str) -> float:
    """The seconds that an engine shall have for a placement; NotationError for any others."""
    is_number = re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text)
    if not is_number or not LEAST_SECONDS <= float(text) <= MOST_SECONDS:
        raise NotationError(
            'A program has {least} to {most} seconds for a placement, not "{seconds}".',
            least=LEAST_SECONDS,
            most=MOST_SECONDS,
            seconds=text,
        )
    return float(text)


class EnginePlayer:
    """A program that plays, started when it is first asked; EngineError when it does not do so.

    After an error it is ended, and the next question starts it anew. `label` is what errors call
    it. Several threads may ask; one is answered after the other.
    """

    def __init__(self, command: str, seconds: float = SECONDS, label: str = "") -> None:
        self.command = command
        self.seconds = seconds
        self.label = label or command
        self._lock = Lock()
        self._talk: _Talk | None = None

    def __reduce__(self) -> tuple[type[EnginePlayer], tuple[str, float, str]]:
        return EnginePlayer, (self.command, self.seconds, self.label)

    @property
    def name(self) -> str:
        """What the program calls itself; it is started to be asked."""
        with self._talking() as talk:
            return talk.name

    def choose(self, view: View, random: Random) -> Placement:
        """The placement that the program finds best; one that is forced is not asked about."""
        if len(view.placements) == 1:
            return view.placements[0]
        with self._talking() as talk:
            return talk.ask(view, random, f"go seconds {self.seconds:g}", self.seconds).best

    def appraise(self, view: View, random: Random, seconds: float) -> Iterator[Sequence[Worth]]:
        """The placements with the values that the program gives, its best first."""
        with self._talking() as talk:
            answer = talk.ask(view, random, f"go seconds {seconds:g} values", seconds)
        yield sorted(answer.values.values(), key=lambda worth: worth.placement != answer.best)

    def close(self) -> None:
        """End the program."""
        if self._talk is not None:
            self._talk.program.close()
            self._talk = None

    @contextmanager
    def _talking(self) -> Iterator[_Talk]:
        """The talk with the running program; whatever goes wrong meanwhile ends it."""
        with self._lock:
            try:
                if self._talk is None:
                    self._talk = _Talk(Program(self.command, self.label))
                    self._talk.greet()
                yield self._talk
            except BaseException:
                self.close()
                raise


class _Answer(NamedTuple):
    """What a program has said to a question: the last value of each placement, and the best."""

    values: dict[Placement, Worth]
    best: Placement


class _Talk:
    """What is said to a running program, and what it says."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.name = "engine"
        self.options: set[str] = set()
        self.deck: Deck = STANDARD

    def greet(self) -> None:
        """Hear what the program calls itself, and what may be set."""
        self.program.say(HELLO)
        for word, rest in self._heard(HELLO, START_SECONDS):
            if word == "ready":
                return
            if word == "option":
                self.options.add(rest.partition(" ")[0])
            elif word == "name" and NAME.fullmatch(rest):
                self.name = rest
            else:
                raise self._nonsense(f"{word} {rest}", HELLO)

    def ask(self, view: View, random: Random, question: str, seconds: float) -> _Answer:
        """Put the question about a view, and hear the answer in time."""
        asked = Asked.of(view)
        self.program.forget()
        self._set("seed", str(random.getrandbits(SEED_BITS)))
        if view.deck != self.deck:
            self._set("deck", str(view.deck))
            self.deck = view.deck
        taking = (f"{text}:{view.taken(own)}" for own, text in asked.texts.items())
        self.program.say(f"position {asked.position}")
        self.program.say(f"placements {' '.join(taking)}")
        self.program.say(question)
        return self._answer(asked, question, seconds)

    def _set(self, option: str, value: str) -> None:
        if option in self.options:
            self.program.say(f"set {option} {value}")

    def _answer(self, asked: Asked, question: str, seconds: float) -> _Answer:
        """The best placement and the values before it."""
        values: dict[Placement, Worth] = {}
        for word, rest in self._heard(question, seconds):
            if word == "best":
                return _Answer(values, self._best(asked, rest, question))
            worth = parse_value(asked, rest) if word == "value" else None
            if worth is None:
                raise self._nonsense(f"{word} {rest}", question)
            values[worth.placement] = worth
        raise AssertionError("unreachable: nothing heard is an error")

    def _best(self, asked: Asked, text: str, question: str) -> Placement:
        try:
            placement = asked.parse(text)
        except NotationError:
            raise self._nonsense(f"best {text}", question) from None
        if placement is None:
            raise EngineError(
                'The engine "{engine}" places "{placement}", but the card "{card}" can be placed '
                "at {placements}.",
                engine=self.program.label,
                placement=shown(text),
                card=asked.card,
                placements=", ".join(asked.texts.values()),
            )
        return placement

    def _heard(self, question: str, seconds: float) -> Iterator[tuple[str, str]]:
        """The first word and the rest of each line; EngineError when no more come in time.

        A program that is late is told to stop, and has a little more time to answer.
        """
        limit = time.monotonic() + seconds + SLACK_SECONDS
        is_stopped = False
        while True:
            line = self.program.hear(limit)
            if line is None and is_stopped:
                raise self._late(question, seconds)
            if line is None:
                self.program.say("stop")
                limit, is_stopped = time.monotonic() + STOP_SECONDS, True
                continue
            word, _, rest = line.partition(" ")
            if word == "error":
                raise EngineError(
                    'The engine "{engine}" reports: {reason}',
                    engine=self.program.label,
                    reason=shown(rest),
                )
            if word not in ("", "info"):
                yield word, rest.strip()

    def _late(self, question: str, seconds: float) -> EngineError:
        return EngineError(
            'The engine "{engine}" has not answered "{question}" in {seconds} seconds, nor when '
            "it was told to stop.",
            engine=self.program.label,
            question=question,
            seconds=seconds,
        )

    def _nonsense(self, line: str, question: str) -> EngineError:
        return EngineError(
            'The engine "{engine}" says "{line}", which is no answer to "{question}".',
            engine=self.program.label,
            line=shown(line.strip()),
            question=question,
        )
