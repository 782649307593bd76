"""What placements are worth, said by our players as engines, and thought out in another process."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection

import pytest

from serpentina.cards import Deck
from serpentina.engine import apart, serving, values
from serpentina.engine.apart import Apart, Failed, Question, Said
from serpentina.engine.lines import Asked, Worth, view_of
from serpentina.engine.seat import EnginePlayer
from serpentina.equity import Equity, placement_equities
from serpentina.game import View
from serpentina.layout import Placement
from serpentina.notation import Position
from serpentina.players import PLAYERS, player
from serpentina.rollouts import Stop
from serpentina.weighing import few_cards, position_of
from tests.test_engine import DOCS, SERVED, Ponderer, answers, some_view

DECK = "<r r> <g br gp gr yr bp"
LINE = "hisss ; <g <r gp ; 0/0/0 0/0/0 ; 1 ; bp br r> yr ; gr"
TOLD = (f"set deck {DECK}", f"position {LINE}")
LATE = view_of(Position.parse(LINE), Deck.parse(DECK))


def never() -> bool:
    """Nobody has had enough."""
    return False


# What is said


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_says_what_placements_are_worth(name: str) -> None:
    """Near the end exactly, each placement once, the best first; the choice is the player's own."""
    said = answers(name, *TOLD, "set seed 1", "go seconds 60 values")
    asked = Asked.of(LATE)
    known = placement_equities(position_of(LATE), "exact")
    assert [line.split()[:2] for line in said[:-1]] == [
        ["value", asked.texts[placement]] for placement, _ in known
    ]
    assert said[0].endswith("win 0.5000 0.5000 cards 0.00 0.00")
    assert answers(name, *TOLD, "set seed 1", "go seconds 60")[-1] == said[-1]
    assert said[-1].startswith("best ")


def test_the_values_of_the_docs() -> None:
    """The example in the docs is what is said."""
    page = (DOCS / "engine.md").read_text(encoding="utf-8")
    block = page.split("```text\n")[2].split("```")[0].splitlines()
    told = [line[2:] for line in block if line.startswith(">")]
    said = [line[2:] for line in block if line.startswith("<")]
    assert said
    assert answers("boa", TOLD[0], *told) == said


def test_a_forced_placement_has_a_value() -> None:
    """With nothing to choose it is said what the only placement is worth."""
    told = ("set deck <r b>:2", "position hisss ; <r ; 0/0/0 ; 1 ; b> ; b>")
    for name in ("garter", "anaconda"):
        said = answers(name, *told, "go seconds 60 values")
        assert said == ["value b> win 1.0000 cards 0.00", "best b>"]


def test_the_last_card_has_a_value() -> None:
    """With nothing left in the fan it is known who wins."""
    told = ("set deck <r r>:2 rb gb <g", "position hisss ; <r-rb ; 0/0/0 3/3/1 ; 1 ; - ; r>")
    [line, best] = answers("garter", *told, "go seconds 60 values")
    assert line == "value r> win 0.0000 1.0000 cards 0.00 3.00"
    assert best == "best r>"


def test_a_wrong_question_changes_nothing() -> None:
    """Values are not asked for before a position is told, nor in other words."""
    said = answers("garter", "go values", *TOLD, "go values 5", "go seconds 60 values")
    assert said[0] == "error No position has been told."
    assert said[1].startswith("error What is asked is")
    assert len(said) == 7


def test_a_host_hears_the_values() -> None:
    """Through `EnginePlayer` they come with the player's choice first."""
    bot = EnginePlayer(f"{SERVED} boa", seconds=30)
    [worths] = bot.appraise(LATE, random.Random(1), 30)
    assert worths[0].placement in LATE.placements
    assert {worth.placement for worth in worths} == set(LATE.placements)
    assert all(sum(worth.win) == pytest.approx(1, abs=1e-3) for worth in worths)
    bot.close()


# Ever more exactly, in time


class Rounds:
    """Stands for the rollouts and the clock: takes the time it is given, and remembers it."""

    def __init__(self, least: float) -> None:
        self.least = least
        self.now = 0.0
        self.stops: list[Stop] = []
        self.methods: list[str] = []

    def __call__(
        self, position: Position, method: str, stop: Stop, _way: object, _check: object
    ) -> list[tuple[Placement, Equity]]:
        """One placement with a value that says which round it is."""
        self.stops.append(stop)
        self.methods.append(method)
        self.now += self.least if stop.games == 1 else stop.seconds
        size = (1.0,) * len(position.pits)
        chances = (1 / len(self.stops),) * len(position.pits)
        return [(Placement(1), Equity(method, chances, size, size, size, 1, 0.0))]

    def monotonic(self) -> float:
        """The seconds so far."""
        return self.now


def test_rounds_grow_until_the_time_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has four times the time of the one before, the last one all that is left."""
    rounds = Rounds(0.02)
    monkeypatch.setattr(values, "placement_equities", rounds)
    monkeypatch.setattr(values, "time", rounds)
    found = list(values.appraisals(some_view(3, 10), 1, 1.0, never))
    assert [worths[0].win[0] for worths in found] == [1, 1 / 2, 1 / 3, 1 / 4]
    assert [stop.seconds for stop in rounds.stops[1:3]] == pytest.approx([0.08, 0.32])
    assert rounds.stops[3].seconds > 1.5 * 0.32
    assert 0.9 < rounds.now < 1.0


def test_few_cards_are_valued_exactly_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """First comes what a few rollouts say, then the exact values, and nothing more."""
    rounds = Rounds(0.0)
    monkeypatch.setattr(values, "placement_equities", rounds)
    view = some_view(3, 43)
    assert values.VERY_FEW < sum(view.fan) <= few_cards(view)
    assert len(list(values.appraisals(view, 1, 60.0, never))) == 2
    assert rounds.methods == ["rollout", "auto"]


def test_who_has_had_enough_is_not_kept_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rollouts end soon after it is over, however many were to come."""
    over = threading.Event()
    monkeypatch.setattr(values, "FEWEST", Stop())
    threading.Timer(0.3, over.set).start()
    begin = time.monotonic()
    assert list(values.appraisals(some_view(3, 30), 1, 60.0, over.is_set)) == []
    assert time.monotonic() - begin < 30  # interpreted, a hundred thousand take half an hour


# Thinking apart


def heard(wire: Connection, number: int) -> Iterator[Said]:
    """The answer to a question, from the other end of a wire."""
    while wire.poll(60):
        said: Said = wire.recv()
        if said.number == number:
            yield said
            if said.is_whole:
                return


@pytest.fixture
def wire() -> Iterator[Connection]:
    """A wire at whose other end questions are answered, in this process."""
    ours, theirs = Pipe()
    thread = threading.Thread(target=apart.answer_all, args=(theirs,))
    thread.start()
    yield ours
    ours.close()
    thread.join()
    theirs.close()


def test_a_question_is_answered_apart(wire: Connection) -> None:
    """The choice first, then the values, then the end."""
    wire.send((7, Question(LATE, 1, 30.0, "boa", wants_values=True)))
    choice, worths, end = heard(wire, 7)
    assert choice.best == player("boa").choose(LATE, random.Random(1))
    assert len(worths.values) == len(LATE.placements)
    assert (end.is_whole, end.has_failed) == (True, False)


def test_only_who_cannot_choose_has_failed(
    wire: Connection, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A fault in the values ends them; one in the choice is the answer. Both are told to people."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(values, "appraisals", fail)
    wire.send((1, Question(LATE, 1, 1.0, "boa", wants_values=True)))
    assert [said.has_failed for said in heard(wire, 1)] == [False, False]
    monkeypatch.setattr(apart, "player", fail)
    wire.send((2, Question(LATE, 1, 1.0, "boa", wants_values=False)))
    assert [said.has_failed for said in heard(wire, 2)] == [True]
    assert capfd.readouterr().err.count("\nZeroDivisionError") == 2


def test_a_new_question_ends_the_last_one(
    wire: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is over says nothing more."""

    def slow(
        _view: View, _seed: int, _seconds: float, is_over: object
    ) -> Iterator[Sequence[Worth]]:
        assert callable(is_over)
        while not is_over():
            time.sleep(0.01)
        yield [Worth(LATE.placements[0], (1.0,), (1.0,))]

    monkeypatch.setattr(values, "appraisals", slow)
    wire.send((1, Question(LATE, 1, 60.0, None, wants_values=True)))
    time.sleep(0.1)
    wire.send((2, Question(LATE, 1, 60.0, "garter", wants_values=False)))
    wire.send(None)
    time.sleep(0.2)
    said = []
    while wire.poll(0.2):
        said.append(wire.recv())
    assert {each.number for each in said} <= {2}


def test_a_process_that_dies_is_begun_anew() -> None:
    """Whoever waits for it is told; the next question is answered by another one."""
    other = Apart()
    question = Question(LATE, 1, 60.0, "garter", wants_values=False)
    assert [said.best for said in other.think(question)]
    assert other._process is not None
    first = other._process.pid
    assert first is not None
    os.kill(first, signal.SIGSTOP)
    waiting = other.think(question)
    threading.Timer(1.0, os.kill, (first, signal.SIGKILL)).start()
    with pytest.raises(Failed):
        next(waiting)
    assert [said.best for said in other.think(question)]
    assert other._process.pid != first
    other.close()
    assert list(other.think(question)) == []


def test_stop_ends_the_waiting() -> None:
    """A question that is stopped has a whole answer at once, though the process hangs."""
    other = Apart()
    other.prepare("garter")
    assert other._process is not None
    assert other._process.pid is not None
    os.kill(other._process.pid, signal.SIGSTOP)
    threading.Timer(0.2, other.stop).start()
    begin = time.monotonic()
    assert list(other.think(Question(LATE, 1, 60.0, "garter", wants_values=True))) == []
    assert time.monotonic() - begin < 10
    other.close()


# What cannot be known in time


def talked(name: str, *lines: str, pause: float) -> tuple[list[str], float]:
    """What is said when the last line comes after a pause, and how long it takes from there."""
    said: list[str] = []
    begin = 0.0

    def told() -> Iterable[str]:
        nonlocal begin
        yield from lines[:-1]
        time.sleep(pause)
        begin = time.monotonic()
        yield lines[-1]

    serving.serve(name, player(name), told(), said.append)
    return said, time.monotonic() - begin


def doze(_wire: Connection, _name: str | None) -> None:
    """Be another process that answers nothing."""
    time.sleep(60)


def test_a_thinker_who_is_not_ready_answers_as_the_garter(monkeypatch: pytest.MonkeyPatch) -> None:
    """While nothing comes from the other process, time and stop are kept: what takes most."""
    monkeypatch.setattr(apart, "think_apart", doze)
    view = some_view(3, 30, "serpentina")
    position = f"position {Asked.of(view).position}"
    most = max(map(view.taken, view.placements))
    for go, stop, longest in (("go seconds 0.2", "", 3), ("go seconds 60 values", "stop", 3)):
        said, seconds = talked("anaconda", position, go, stop, pause=0.1)
        chosen = Asked.of(view).parse(said[-1].removeprefix("best "))
        assert chosen is not None
        assert view.taken(chosen) == most
        assert seconds < longest


def test_a_player_with_values_of_his_own_says_these() -> None:
    """Nothing is thought out apart then."""
    who = Ponderer(names_one=True)
    who.may_go_on.set()
    said: list[str] = []
    position = "position hisss ; bg bg bg ; 0/0/0 ; 1 ; - ; bg"
    lines = ("set deck bg:4", position, "go seconds 9 values")
    serving.serve("ponderer", who, lines, said.append)
    assert [line.split()[0] for line in said] == ["value", "value", "best"]
