"""One of our players, lent to another program: it is asked in lines and answers in lines.

Lines are read while the player thinks, so that `stop` is answered at once, by the best so far. What
takes long is thought out `apart`, in another process.
"""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Event, Lock, Thread, Timer
from typing import NamedTuple

from serpentina.cards import STANDARD, Deck
from serpentina.engine.apart import Apart, Question
from serpentina.engine.lines import HELLO, Worth, value_line, view_of
from serpentina.errors import SerpentinaError
from serpentina.fan import parse_seed
from serpentina.game import View
from serpentina.layout import Placement
from serpentina.notation import Position, placement_text
from serpentina.painting import one_line
from serpentina.players import Player, is_thinker
from serpentina.policies import GARTER, choices

USUAL_SECONDS = 0.5
SEED_BITS = 53  # of the chance of the other process
PATIENCE_SECONDS = 0.05  # at a stop, for a player who has not named any placement yet
_GO = re.compile(r"(?:seconds ([0-9]{1,6}(?:\.[0-9]{1,9})?))? ?(values)?", re.ASCII)


def serve(name: str, player: Player, lines: Iterable[str], say: Callable[[str], None]) -> None:
    """Answer lines until `quit`, or until their end and the answer to what was asked before."""
    engine = _Engine(name, player, say)
    try:
        for line in lines:
            if line.strip() == "quit":
                return
            if line.strip():
                engine.hear(line.strip())
        engine.finish()
    finally:
        engine.close()


class _Engine:
    """What has been set, the view that was told, and the thought that is going on."""

    def __init__(self, name: str, player: Player, say: Callable[[str], None]) -> None:
        self._name = name
        self._mind = _Mind(name, player)
        self._say = say
        self._deck: Deck = STANDARD
        self._seed: int | None = None
        self._view: View | None = None
        self._thought: _Thought | None = None
        self._answers: dict[str, Callable[[str], None]] = {
            "serpentina-engine": self._greet,
            "set": self._set,
            "position": self._position,
            "placements": lambda _: None,  # for those who do not know the rules
            "go": self._go,
            "stop": self._stop,
        }

    def hear(self, line: str) -> None:
        """Answer a line; what is wrong is answered by an error and changes nothing."""
        word, _, rest = line.partition(" ")
        try:
            if word not in self._answers:
                known = ", ".join((*self._answers, "quit"))
                self._fail(f'"{word}" is none of the words that a line begins with: {known}.')
            else:
                self._answers[word](rest.strip())
        except SerpentinaError as error:
            self._fail(str(error))

    def finish(self) -> None:
        """Answer what is still asked."""
        if self._thought is not None:
            self._thought.wait()

    def close(self) -> None:
        """Think of nothing more."""
        self._mind.close()

    def _fail(self, reason: str) -> None:
        self._say(f"error {one_line(reason)}")

    def _greet(self, version: str) -> None:
        if f"serpentina-engine {version}" != HELLO:
            self._fail(f'This engine speaks "{HELLO}".')
            return
        self._say(f"name {self._name}")
        self._say("option deck standard")
        self._say("option seed")
        self._say("ready")
        self._mind.prepare()

    def _set(self, text: str) -> None:
        name, _, value = text.partition(" ")
        if name == "deck":
            self._deck = Deck.parse(value.strip())
        elif name == "seed":
            self._seed = parse_seed(value.strip())
        else:
            self._fail(f'There is no option "{name}": the options are deck, seed.')

    def _position(self, text: str) -> None:
        self._view = None
        self._view = view_of(Position.parse(text), self._deck)

    def _go(self, text: str) -> None:
        match = _GO.fullmatch(text)
        if match is None:
            self._fail('What is asked is "go", "go seconds 0.5", "go values" or both.')
        elif self._view is None:
            self._fail("No position has been told.")
        elif self._thought is not None and not self._thought.is_answered:
            self._fail('The last question is not answered yet: "stop" it.')
        else:
            chance = random.SystemRandom() if self._seed is None else random.Random(self._seed)
            wish = _Wish(_seconds(match[1]), match[2] is not None)
            self._thought = _Thought(self._view, self._mind, chance, wish, self._say)

    def _stop(self, _: str) -> None:
        if self._thought is not None:
            self._thought.stop()


def _seconds(text: str | None) -> float:
    return float(text) if text else USUAL_SECONDS


Ranking = tuple[Placement, Sequence[Worth]]


class _Wish(NamedTuple):
    """What is asked: an answer in so many seconds, with the values of the placements or without."""

    seconds: float
    wants_values: bool


class _Mind:
    """What a player thinks, here or apart.

    A player who says values says his own. For all others they are found apart, and those who think
    much choose there, too: it would be slow here, where the kernel is not compiled.
    """

    def __init__(self, name: str, player: Player) -> None:
        self._name = name if is_thinker(name) else None
        self._player = player
        self._apart = Apart()

    def prepare(self) -> None:
        """Let the kernel be compiled, if the player needs it."""
        if self._name is not None:
            self._apart.prepare(self._name)

    def rankings(self, view: View, chance: random.Random, wish: _Wish) -> Iterator[Ranking]:
        """The best placement with the values that are known, the last one being the answer."""
        appraise = getattr(self._player, "appraise", None)
        if appraise is not None:
            for values in appraise(view, chance, wish.seconds):
                yield values[0].placement, values
            return
        best = choices(GARTER, view)[0] if self._name else self._player.choose(view, chance)
        yield best, ()
        name = self._name if len(view.placements) > 1 else None
        if name is not None or wish.wants_values:
            question = Question(
                view, chance.getrandbits(SEED_BITS), wish.seconds, name, wish.wants_values
            )
            for said in self._apart.think(question):
                best = best if said.best is None else said.best
                yield best, said.values

    def stop(self) -> None:
        """No more is wanted."""
        self._apart.stop()

    def close(self) -> None:
        """End the other process, if there is one."""
        self._apart.close()


class _Thought:
    """The answer to one `go`: given once, when it is ready, when the time is up, or at a stop."""

    def __init__(
        self,
        view: View,
        mind: _Mind,
        chance: random.Random,
        wish: _Wish,
        say: Callable[[str], None],
    ) -> None:
        self._view = view
        self._mind = mind
        self._say = say
        self._told = say if wish.wants_values else None
        self._best: Placement | None = None
        self._lock = Lock()
        self._seconds = wish.seconds
        self._said = Event()
        self.is_answered = False
        self._timer = Timer(wish.seconds, self.stop)
        thinking = mind.rankings(view, chance, wish)
        self._thread = Thread(target=self._think, args=(thinking,), daemon=True)
        self._timer.daemon = True
        self._thread.start()
        self._timer.start()

    def stop(self) -> None:
        """Answer at once."""
        if self._best is None:
            self._thread.join(PATIENCE_SECONDS)
        self._answer()

    def wait(self) -> None:
        """Answer in time."""
        self._said.wait(self._seconds)
        self.stop()

    def _think(self, thinking: Iterator[Ranking]) -> None:
        """Run the player's thoughts; his failure is told, and its reason is on standard error."""
        is_ready = False
        try:
            for best, values in thinking:
                if self.is_answered:
                    return
                self._note(best, values)
            is_ready = True
        finally:
            if is_ready:
                self._answer()
            else:
                self._give("error The player has failed.")

    def _note(self, best: Placement, values: Sequence[Worth]) -> None:
        with self._lock:
            self._best = best
            if self._told and not self.is_answered:
                for worth in values:
                    self._told(value_line(self._text(worth.placement), worth))

    def _answer(self) -> None:
        """The best so far; before there is any, the first of the placements."""
        best = self._view.placements[0] if self._best is None else self._best
        self._give(f"best {self._text(best)}")

    def _give(self, answer: str) -> None:
        with self._lock, contextlib.suppress(BrokenPipeError):
            if not self.is_answered:
                self.is_answered = True  # before the next question can come
                self._timer.cancel()
                self._say(answer)
                self._said.set()
                self._mind.stop()

    def _text(self, placement: Placement) -> str:
        assert self._view.card is not None
        return placement_text(self._view.card, placement)
