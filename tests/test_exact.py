"""The exact worth of positions, against a naive solver and against itself."""

from __future__ import annotations

import random
from array import array
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from serpentina import prospects, wishes
from serpentina.canonical import Words
from serpentina.cards import ALL_KINDS, COLOURS, FIRST_COLOUR, LAST_COLOUR, Card, Deck
from serpentina.errors import NotationError
from serpentina.exact import MOST_FAN, Solver, TooLarge, solve, solve_placements
from serpentina.game import Game
from serpentina.layout import Layout, Snake, turn_round
from serpentina.notation import Pit, Position
from serpentina.options import Rules
from serpentina.rules import collect, has_won_race, winners
from serpentina.wishes import OPEN, score_word, surely_win
from tests import solver as naive
from tests.campaign import SOAK

pytestmark = pytest.mark.core

RULES = [
    f"{preset},{changes}".rstrip(",")
    for preset in ("serpentina", "hisss")
    for changes in (
        "",
        "must_match=off",
        "joinable=any",
        "joined=when_complete",
        "joinable=snakes,joined=taken,must_match=off",
        "goal=snakes",
        "goal=race:6",
        "goal=race:12",
        "goal=race:18,must_match=off",
        "goal=snakes,joinable=any",
    )
]
DECKS = [
    "standard",
    "standard:2",
    "<r <g r> g> <*:2 *>:2 bg:4 gr:2 br:3 op:2",
    "<r:2 r>:2 <*:2 *> gr:4 ry:3 gy:2",
    "<o <b r> y> go:3 bg:2 by:3 oy:2 ry:2 *> <*",
    "<r r> <g g> gr:6",
]
# Where a mistake in what the key or the score word leaves out was seen: each was planted once.
TELLING = [
    "hisss ; <r-rg gr-r> ; 0/0/0 7/4/2 ; 1 ; <* gr:2 gy ry ; -",
    "hisss,goal=race:6 ; g> ; 0/0/0 ; 1 ; <r <* bg br gr op ; -",
    "hisss ; <r gy-yr-*> ; 0/0/0 3/3/1 ; 2 ; <*:2 r> gr:2 gy ; -",
    "serpentina,joinable=any ; <r <r ; 6/3/2 ; 1 ; *> gr ry:2 ; -",
    "hisss ; bg op r> ; 12/5/3 ; 1 ; <g bg gr op ; -",
    "hisss ; *> ; 5/5/1 5/5/1 6/3/2 ; 3 ; <g bg br op ; -",
    "hisss ; y> ; 0/0/0 0/0/0 ; 1 ; <* <g or *> ; -",
    "hisss ; <g-gb po-op-*> rg-gb-bg-g> ; 0/0/0 5/5/1 0/0/0 0/0/0 ; 2 ; <* r> bg gr ; -",
]
POSITION = "{rules} ; <b-bg-gr ro-ob bp-p> <* ; 4/4/1 5/5/1 ; 1 ; bg br:2 r> go ; -"


def random_position(seed: int, most: int = 4) -> Position:
    """A position late in a real game of random moves, often with other scores than it had."""
    choice = random.Random(seed)
    rules, deck = choice.choice(RULES), Deck.parse(choice.choice(DECKS))
    game = Game.new(choice.randint(1, 5), rules, deck, seed=seed)
    left = choice.randint(0, most)
    while len(game.slots) > left and not game.is_over:
        game = game.draw(choice.choice(game.slots))
        game = game.place(choice.choice(game.placements))
    position = game.position
    if sum(position.fan) > most or choice.random() < 0.5:
        return without(position, most, choice)
    return position


def without(position: Position, most: int, choice: random.Random) -> Position:
    """The position with at most so many cards in the fan, and pits that are close."""
    cards = [kind for kind, count in enumerate(position.fan) for _ in range(count)]
    kept = choice.sample(cards, min(most, len(cards)))
    fan = tuple(kept.count(kind) for kind in range(len(position.fan)))
    pits = [choice.choice([Pit(), Pit(3, 3, 1), Pit(6, 3, 2), Pit(5, 5, 1)]) for _ in position.pits]
    return replace(position, fan=fan, pits=tuple(pits))


@pytest.mark.parametrize("part", range(8))
def test_it_agrees_with_the_naive_solver(part: int) -> None:
    """Chances and cards are those of the naive solver, to the last digit, for all rules."""
    for seed in range(part * 1000, part * 1000 + (250 if SOAK else 12)):
        position = random_position(seed, 4 if seed % 12 == 0 else 3)
        solved = solve(position)
        chances, cards = naive.solve(position)
        assert [*solved.chances] == chances, position
        assert [*solved.expected] == cards, position


@pytest.mark.parametrize("text", TELLING)
def test_telling_positions(text: str) -> None:
    """Positions in which one thing more, or less, would be seen have the naive solver's worth."""
    position = Position.parse(text)
    solved = solve(position)
    assert ([*solved.chances], [*solved.expected]) == naive.solve(position)


@pytest.mark.no_cover
@pytest.mark.parametrize("part", range(2))
def test_placements_agree_with_the_naive_solver(part: int) -> None:
    """Each placement of a card drawn has the naive solver's worth, and the best comes first."""
    for seed in range(part * 1000, part * 1000 + (100 if SOAK else 8)):
        position = random_position(seed, 3)
        drawn = Card(random.Random(seed).randrange(len(ALL_KINDS)))
        position = replace(position, drawn=drawn)
        seat = position.turn - 1
        found = solve_placements(position)
        wanted = naive.solve_placements(position).values()
        assert {(*map(tuple, value),) for value in wanted} == {
            (choice.solved.chances, choice.solved.expected) for choice in found
        }, position
        best = max(wanted, key=lambda value: naive.liking(value, seat))
        assert [*found[0].solved.chances] == best[0]
        assert [*found[0].solved.expected] == best[1]
        likings = [choice.solved.liking(seat) for choice in found]
        assert likings == sorted(likings, reverse=True)


def any_pit(choice: random.Random) -> tuple[int, int, int]:
    """Some snakes of three to six cards."""
    lengths = [choice.randint(3, 6) for _ in range(choice.randint(0, 3))]
    return sum(lengths), max(lengths, default=0), len(lengths)


def any_takings(reach: list[int], choice: random.Random) -> list[tuple[int, int]]:
    """Snakes that seats may yet take, none more cards than he can reach; in any order."""
    takings = []
    for seat, left in enumerate(reach):
        cards = choice.randint(0, left)
        while cards >= 3:
            length = choice.randint(3, cards) if cards < 6 or choice.random() < 0.5 else 3
            takings.append((seat, length))
            cards -= length
    return choice.sample(takings, len(takings))


def outcome(pits: array[int], options: Words, takings: list[tuple[int, int]]) -> int:
    """The seats that win when these snakes are taken, one after the other; a race ends at once."""
    pits = pits[:]
    for seat, length in takings:
        collect(pits, seat, length)
        if has_won_race(pits, options, seat):
            break
    return winners(pits, options)


@pytest.mark.parametrize("goal", ["cards", "snakes", "race:12", "race:15"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_scores_with_one_word_end_alike(goal: str, seats: int) -> None:
    """Equal score words win alike whatever is taken; where the winner is sure, nothing helps."""
    choice = random.Random(seats)
    options: Words = np.array(Rules.parse(f"hisss,goal={goal}").options)
    for _ in range(5):
        reach = [choice.choice([0, 3, 5, 7, 10]) for _ in range(seats)]
        words: dict[int, list[array[int]]] = {}
        for _ in range(250):
            pits = array("q", [part for _ in range(seats) for part in any_pit(choice)])
            if any(has_won_race(pits, options, seat) for seat in range(seats)):
                continue
            won = surely_win(pits, np.array(reach), options)
            if won == OPEN:
                words.setdefault(score_word(pits, np.array(reach), options), []).append(pits)
            for _ in range(4 * (won != OPEN)):
                assert outcome(pits, options, any_takings(reach, choice)) == won
        for alike in words.values():
            for _ in range(60 * (len(alike) > 1)):
                takings = any_takings(reach, choice)
                assert len({outcome(pits, options, takings) for pits in alike}) == 1, alike


def recoloured(position: Position, names: list[int]) -> Position:
    """The same position with its colours renamed."""
    colours = {**dict(enumerate(names)), **{k: k for k in range(COLOURS, 9)}}
    ends = {(FIRST_COLOUR[c.kind], LAST_COLOUR[c.kind]): c.kind for c in ALL_KINDS}

    def kind_of(kind: int) -> int:
        first, last = colours[FIRST_COLOUR[kind]], colours[LAST_COLOUR[kind]]
        return ends.get((first, last), ends.get((last, first), -1))

    def renamed(card: Card) -> Card:
        kind = kind_of(card.kind)
        return Card(kind, colours[card.first] != FIRST_COLOUR[kind])

    fan = [0] * len(position.fan)
    for kind, count in enumerate(position.fan):
        fan[kind_of(kind)] += count
    snakes = tuple(tuple(map(renamed, snake)) for snake in position.snakes)
    return replace(position, snakes=snakes, fan=tuple(fan))


def other_way(snake: Snake) -> Snake:
    """A snake turned round, where it may lie so."""
    closed = snake[0].is_head or snake[-1].is_tail
    return snake if closed else turn_round(snake)


@pytest.mark.parametrize("seed", range(10))
def test_names_and_places_do_not_matter(seed: int) -> None:
    """Colours renamed, snakes turned round and shuffled, seats counted from another: the same."""
    position, choice = random_position(seed), random.Random(seed)
    solved = solve(position)
    names = choice.sample(range(COLOURS), COLOURS)
    snakes = [other_way(snake) for snake in position.snakes]
    choice.shuffle(snakes)
    for same in (recoloured(position, names), replace(position, snakes=tuple(snakes))):
        again = solve(same)
        assert (again.wins, again.cards) == (solved.wins, solved.cards)
    seats = len(position.pits)
    pits = (position.pits[-1], *position.pits[:-1])
    again = solve(replace(position, pits=pits, turn=position.turn % seats + 1))
    assert again.wins == (solved.wins[-1], *solved.wins[:-1])
    assert again.cards == (solved.cards[-1], *solved.cards[:-1])


@pytest.mark.parametrize("seed", range(5))
def test_the_shares_make_a_whole(seed: int) -> None:
    """In every ordering there is one win to share, and nobody has a negative part of it."""
    solved = solve(random_position(seed))
    assert sum(solved.wins) == 840 * solved.orders
    assert min(solved.wins) >= 0
    assert sum(solved.chances) == Fraction(1)


def test_a_solver_that_knows_answers_the_same() -> None:
    """Asked again, also for other positions between, a solver gives the same values."""
    position = Position.parse(POSITION.format(rules="serpentina"))
    solver = Solver(position.rules, 2, cards=6)
    other = Solver(position.rules, 2, cards=6)
    fan, table = array("q", position.fan), Layout.of(position.snakes, 50).table
    pits = array("q", [4, 4, 1, 5, 5, 1])
    first = [words.tolist() for words in solver.values(table, pits, fan, 0)]
    less = array("q", position.fan)
    less[next(kind for kind, count in enumerate(less) if count)] -= 1
    for seat in (0, 1):
        ours = [words.tolist() for words in solver.values(table, pits, less, seat)]
        assert ours == [words.tolist() for words in other.values(table, pits, less, seat)]
        other.forget()
    assert [words.tolist() for words in solver.values(table, pits, fan, 0)] == first
    assert solver.states > 0


def test_it_grows_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrays that begin small and are enlarged on the way give the same worth."""
    position = Position.parse(POSITION.format(rules="hisss"))
    solved = solve(position)
    monkeypatch.setattr(prospects, "BEGINNING", prospects.LAST_PROSPECTS + 2)
    monkeypatch.setattr(prospects, "TABLE_ROWS", 4)
    monkeypatch.setattr(wishes, "BEGINNING", 4)
    again = solve(position)
    assert (again.wins, again.cards, again.states) == (solved.wins, solved.cards, solved.states)


def test_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the bytes allowed there is a clear error, so that rollouts can take over."""
    monkeypatch.setattr(prospects, "TABLE_ROWS", 4)
    position = Position.parse(POSITION.format(rules="serpentina"))
    with pytest.raises(TooLarge, match="more than 0 MB of memory"):
        solve(position, most_bytes=1000)


def test_too_many_cards_are_refused_at_once() -> None:
    """A fan beyond the limit is an error that says the limit."""
    position = Game.new(2, seed=1).position
    with pytest.raises(NotationError, match=rf"at most {MOST_FAN} cards .* 49"):
        solve(position)
    with pytest.raises(NotationError, match=r"at most 3 cards .* 5"):
        solve(Position.parse(POSITION.format(rules="hisss")), limit=3)
    with pytest.raises(NotationError, match="1 to 8 players, not 9"):
        Solver(position.rules, 9)
    with pytest.raises(NotationError, match="No card is drawn"):
        solve_placements(position)


def test_a_card_drawn_is_refused_where_nobody_has_drawn() -> None:
    """With a card drawn, the worth before the draw is no question."""
    position = Position.parse("hisss ; gr ; 0/0/0 ; 1 ; gr ; <g")
    with pytest.raises(NotationError, match="ask for its placements"):
        solve(position)


def test_eight_seats_share() -> None:
    """Eight seats with nothing to take share the win by eighths."""
    position = Position.parse("serpentina ; gr ; " + "0/0/0 " * 8 + "; 3 ; bo op ; -")
    assert solve(position).chances == (Fraction(1, 8),) * 8
