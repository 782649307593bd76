"""The protocol for engines: what its lines mean, and a player of ours asked through it."""

from __future__ import annotations

import itertools
import pickle
import random
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serpentina.cards import Deck
from serpentina.engine import serving
from serpentina.engine.lines import Asked, Worth, parse_value, value_line, view_of
from serpentina.engine.seat import EnginePlayer, seated
from serpentina.errors import NotationError
from serpentina.fan import Fan
from serpentina.game import Game, View
from serpentina.layout import Layout, Placement
from serpentina.notation import Position, table_text
from serpentina.players import PLAYERS, player

DOCS = Path(__file__).parents[1] / "docs"
BOT = f'"{sys.executable}" "{DOCS / "engine_bot.py"}"'
SERVED = f"\"{sys.executable}\" -c 'from serpentina.cli import main; main()' engine"
SMALL = Deck.parse("<r r> gr:2 bg <b b>")


def some_view(seed: int, steps: int, rules: str = "hisss,must_match=off") -> View:
    """A view in the middle of a game played at random, with a card drawn."""
    chance, game = random.Random(seed), Game.new(3, rules, seed=seed)
    for _ in range(steps):
        game = game.draw(chance.choice(game.slots))
        game = game.place(chance.choice(game.placements))
    return game.draw(chance.choice(game.slots)).view


def answers(name: str, *lines: str) -> list[str]:
    """What a player of ours answers to lines."""
    said: list[str] = []
    serving.serve(name, player(name), lines, said.append)
    return said


# What lines mean


@given(st.integers(0, 300), st.integers(0, 40))
def test_a_placement_of_the_line_is_the_same_on_the_table(seed: int, steps: int) -> None:
    """Each leads to the same table and takes as much, and they are all that the rules allow."""
    view = some_view(seed, steps)
    asked = Asked.of(view)
    position = Position.parse(asked.position)
    assert str(position) == asked.position
    assert view.card is not None
    assert sorted(asked.own.values()) == sorted(view.placements)
    layout = Layout.of(position.snakes, 60)
    for placement, own in asked.own.items():
        there, taken_there = layout.place(view.rules, view.card, placement)
        here, taken_here = view.layout.place(view.rules, view.card, own)
        assert table_text(there.snakes.values()) == table_text(here.snakes.values())
        assert table_text(filter(None, [taken_there])) == table_text(filter(None, [taken_here]))
        text = asked.text(placement)
        assert asked.parse(text) == own
        assert asked.texts[own] == text


@given(st.integers(0, 300), st.integers(0, 40))
def test_an_engine_sees_what_the_view_shows(seed: int, steps: int) -> None:
    """A view comes back from its line; only slots and which card lies in which pit differ."""
    view = some_view(seed, steps)
    asked = Asked.of(view)
    seen = view_of(Position.parse(asked.position), view.deck)
    assert Asked.of(seen).position == asked.position
    assert seen.placements == tuple(asked.own)
    assert seen.state.pits == view.state.pits
    assert (seen.rules, seen.seat, seen.fan) == (view.rules, view.seat, view.fan)
    assert cards_in(seen) == cards_in(view)


def cards_in(view: View) -> list[int]:
    """The kinds of all cards that lie on the table or in a pit."""
    snakes = [*view.layout.snakes.values(), *itertools.chain(*view.pits)]
    return sorted(card.kind for card in itertools.chain(*snakes))


def test_the_line_does_not_tell_what_the_fan_hides() -> None:
    """Two fans behind one view are one line, and so one answer."""
    game = Game.new(2, seed=5).draw(3)
    order = list(game.fan.order)
    hidden = [order[slot] for slot in game.slots]
    for slot, card in zip(game.slots, reversed(hidden), strict=True):
        order[slot] = card
    other = Game.new(2, fan=Fan.laid(order)).draw(3)
    assert Asked.of(game.view) == Asked.of(other.view)


def test_a_join_may_be_named_from_either_side() -> None:
    """`1z-gr-2a` and `2a-rg-1z` are one placement; what is not lawful is none."""
    view = view_of(Position.parse("hisss ; bg bg bg ; 0/0/0 ; 1 ; - ; bg"), Deck.parse("bg:4"))
    asked = Asked.of(view)
    assert asked.parse("1z-gb-2a") == asked.parse("2a-bg-1z") is not None
    assert asked.parse("1z-gb-1a") is None
    assert asked.parse("<r-1a") is None


WRONG_POSITIONS = {
    "hisss ; <r ; 0/0/0 ; 1 ; r> ; <r": 'The card "<r" is here 2 times, but the deck has it 1',
    "hisss ; gr ; 0/0/0 ; 1 ; gr ; gr": 'The card "gr" is here 3 times, but the deck has it 2',
    "hisss ; <r ; 0/0/0 ; 1 ; r> ; gr": "This position has 3 cards, but the deck has 7.",
    "hisss ; <r ; 3/3/1 ; 1 ; r> gr ; -": "no card drawn",
    "hisss ; <r-<r ; 0/0/0 ; 1 ; r> ; gr": "at most one head",
    "hisss ; <r ; 2/3/1 ; 1 ; r> ; gr": "is not a pit",
}


@pytest.mark.parametrize("line", WRONG_POSITIONS)
def test_an_impossible_position_is_refused(line: str) -> None:
    """A card too often, cards too few, two heads: a sentence that says the limit, and no answer."""
    said = answers("garter", f"set deck {SMALL}", f"position {line}", "go")
    assert len(said) == 2
    assert said[0].startswith("error ")
    assert WRONG_POSITIONS[line] in said[0]
    assert said[1] == "error No position has been told."


def test_values_are_read_as_they_are_written() -> None:
    """A value goes into a line and comes out of it, rounded; anything else is none."""
    view = some_view(1, 10)
    asked = Asked.of(view)
    worth = Worth(view.placements[-1], (0.25, 0.5, 0.25), (20.0, 10.0, 20.0))
    line = value_line(asked.texts[worth.placement], worth)
    assert line.startswith("value ")
    text = line.removeprefix("value ")
    assert parse_value(asked, text) == worth
    for wrong in ("", text.replace("win", "wins"), text.replace("0.25", "0.2.5"), f"1{text}"):
        assert parse_value(asked, wrong) is None


# Our players, asked by lines


def transcript() -> list[tuple[str, str]]:
    """The talk in docs/engine.md: who speaks, and the line."""
    page = (DOCS / "engine.md").read_text(encoding="utf-8")
    block = re.search(r"```text\n(.*?)```", page, re.DOTALL)
    assert block
    return [(line[0], line[2:]) for line in block[1].splitlines()]


def test_the_talk_of_the_docs() -> None:
    """The lines in the docs are answered as they say, and its placements are the lawful ones."""
    talk = transcript()
    told = [line for side, line in talk if side == ">"]
    assert answers("boa", *told) == [line for side, line in talk if side == "<"]
    deck = Deck.parse(told[1].removeprefix("set deck "))
    view = view_of(Position.parse(told[3].removeprefix("position ")), deck)
    asked = Asked.of(view)
    taking = [f"{text}:{view.taken(own)}" for own, text in asked.texts.items()]
    assert told[4].split() == ["placements", *taking]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", PLAYERS)
def test_each_player_answers_in_the_protocol(name: str) -> None:
    """Every player of ours names himself and one of the placements, the same for the same seed."""
    asked = Asked.of(some_view(3, 7))
    lines = ("serpentina-engine 1", "set seed 5", f"position {asked.position}", "go seconds 60")
    said = answers(name, *lines)
    assert said[0] == f"name {name}"
    assert said[-2] == "ready"
    assert said[-1].startswith("best ")
    assert asked.parse(said[-1].removeprefix("best ")) is not None
    assert answers(name, *lines) == said
    assert answers(name, *lines, "quit", "go")[: len(said) - 1] == said[:-1]


def test_without_a_seed_chance_decides() -> None:
    """A hatchling that is told no seed does not always say the same."""
    asked = Asked.of(some_view(3, 25))
    said = {answers("hatchling", f"position {asked.position}", "go")[0] for _ in range(30)}
    assert len(said) > 1


WRONG_LINES = {
    "hello": '"hello" is none of the words that a line begins with',
    "serpentina-engine 2": 'This engine speaks "serpentina-engine 1".',
    "set colour red": 'There is no option "colour": the options are deck, seed.',
    "set seed x": "A seed is a number",
    "set deck rr": "does not exist",
    "position": "6 fields",
    "go": "No position has been told.",
    "go seconds": 'What is asked is "go"',
    "go seconds -1": 'What is asked is "go"',
    "go seconds 5 quickly": 'What is asked is "go"',
}


@pytest.mark.parametrize("line", WRONG_LINES)
def test_a_wrong_line_is_answered_by_what_would_be_right(line: str) -> None:
    """One error line, and the talk goes on; what needs no answer gets none."""
    said = answers("garter", line, "", "stop", "placements gr:0", "serpentina-engine 1")
    assert said[0].startswith("error ")
    assert WRONG_LINES[line] in said[0]
    assert said[1:] == ["name garter", "option deck standard", "option seed", "ready"]


class Ponderer:
    """Names a placement and its value, then thinks until it is let go on."""

    def __init__(self, *, names_one: bool) -> None:
        self.names_one = names_one
        self.has_named = Event()
        self.may_go_on = Event()

    def choose(self, view: View, random: random.Random) -> Placement:  # noqa: ARG002
        """Not asked, since it can say more."""
        raise AssertionError

    def appraise(
        self,
        view: View,
        random: random.Random,  # noqa: ARG002
        seconds: float,  # noqa: ARG002
    ) -> Iterator[Sequence[Worth]]:
        """The last placement; after a long thought the first."""
        if self.names_one:
            yield [Worth(view.placements[-1], (1.0,), (7.0,))]
        self.has_named.set()
        self.may_go_on.wait(30)
        yield [Worth(view.placements[0], (0.0,), (0.0,))]


POSITION = "hisss ; bg bg bg ; 0/0/0 ; 1 ; - ; bg"
DECK = "bg:4"


def pondered(who: Ponderer, *lines: str) -> tuple[list[str], float]:
    """What is said, and how long the last lines took after the thought has begun."""
    said: list[str] = []
    begun = 0.0

    def told() -> Iterable[str]:
        nonlocal begun
        yield f"set deck {DECK}"
        yield f"position {POSITION}"
        yield lines[0]
        assert who.has_named.wait(30)
        begun = time.monotonic()
        yield from lines[1:]

    serving.serve("ponderer", who, told(), said.append)
    seconds = time.monotonic() - begun
    who.may_go_on.set()
    return said, seconds


def test_stop_is_answered_at_once_by_the_best_so_far() -> None:
    """A thought that is stopped gives what it knows, once, and nothing later."""
    said, seconds = pondered(Ponderer(names_one=True), "go seconds 60 values", "stop", "stop")
    assert said == ["value 3a-bg-2z win 1.0000 cards 7.00", "best 3a-bg-2z"]
    assert seconds < 1
    time.sleep(0.05)
    assert len(said) == 2


def test_stop_is_answered_before_anything_is_known() -> None:
    """Even then by a lawful placement, and soon."""
    said, seconds = pondered(Ponderer(names_one=False), "go seconds 60", "stop")
    assert said == ["best 1a-bg"]
    assert seconds < 1


def test_one_question_at_a_time() -> None:
    """A second question before the answer is an error, and the first is answered."""
    said, _ = pondered(Ponderer(names_one=True), "go seconds 60", "go", "stop")
    assert said == ['error The last question is not answered yet: "stop" it.', "best 3a-bg-2z"]


def test_a_time_limit_is_kept() -> None:
    """Without a stop the best so far is said when the time is up."""
    said, seconds = pondered(Ponderer(names_one=True), "go seconds 0.2")
    assert said == ["best 3a-bg-2z"]
    assert seconds < 2


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_player_that_fails_says_so() -> None:
    """The fault of a player is an error line, not silence."""

    class Faulty:
        def choose(self, view: View, random: random.Random) -> Placement:  # noqa: ARG002
            """Not implemented."""
            raise ZeroDivisionError

    said: list[str] = []
    lines = (f"set deck {DECK}", f"position {POSITION}", "go")
    serving.serve("faulty", Faulty(), lines, said.append)
    assert said == ["error The player has failed."]


# A program at the table


def test_a_whole_game_against_the_engine_of_the_docs() -> None:
    """The 30 lines of the docs play 50 cards, and take what they can."""
    bot, chance = EnginePlayer(BOT), random.Random(1)
    game = Game.new(2, "hisss", seed=11)
    while not game.is_over:
        game = game.draw(chance.choice(game.slots))
        chosen = bot.choose(game.view, chance)
        assert game.view.taken(chosen) == max(map(game.view.taken, game.placements))
        game = game.place(chosen)
    assert bot.name == "longest-first"
    assert len((DOCS / "engine_bot.py").read_text(encoding="utf-8").splitlines()) <= 36
    bot.close()


@pytest.mark.parametrize("deck", ["standard", "standard:2", "gr:9 bg:9 <r b>"])
def test_a_player_of_ours_as_a_program(deck: str) -> None:
    """With any deck it plays to the end, and the same again from the same seed."""
    both = []
    for _ in range(2):
        bot, chance = EnginePlayer(f"{SERVED} boa", seconds=10), random.Random(3)
        game = Game.new(2, "hisss,must_match=off", deck, seed=4)
        for _ in range(18):
            game = game.draw(chance.choice(game.slots))
            game = game.place(bot.choose(game.view, chance))
        both.append(game.turns)
        bot.close()
    assert both[0] == both[1]


def test_a_player_is_named_or_is_a_command() -> None:
    """`engine:` runs a program, anything else is one of our players; both can be sent elsewhere."""
    assert isinstance(seated("garter"), type(player("garter")))
    engine = seated(f"engine:{BOT}")
    assert isinstance(engine, EnginePlayer)
    copy = pickle.loads(pickle.dumps(engine))  # noqa: S301
    assert (copy.command, copy.seconds, copy.label) == (BOT, engine.seconds, BOT)
    with pytest.raises(NotationError, match="There is no player"):
        seated("python")
