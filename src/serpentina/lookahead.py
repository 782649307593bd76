"""Lookahead: the chance of winning with each placement, some draws ahead.

A tree of draws and placements: a chance is a mean over the cards of the fan; `me` makes the best
placement, the other seats, who are taken to be garters, any that takes most. At its leaves
`intuition` guesses, unless the game is over or so few cards are left that it can be played to the
end. (Expectimax: Michie, "Game-playing and game-learning automata", 1966.)
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from serpentina.afterstates import (
    END_COLUMNS,
    FEATURES,
    JOIN_ENDS,
    LEFT,
    OFFERS_COLUMNS,
    count_offers,
    look,
    share,
)
from serpentina.cards import CLOSED, KINDS, MOST_CARDS
from serpentina.compiled import kernel, lowest_bit, plus, times
from serpentina.fan import mix
from serpentina.intuition import HIDDEN, NARROW, guess
from serpentina.options import MOST_SEATS
from serpentina.policies import keep_takers, room_for_placements
from serpentina.rules import PIT_COLUMNS, collect, has_won_race, list_placements, place
from serpentina.table import (
    COLUMNS,
    FIRST_ENDS,
    LYING,
    PLACES,
    SNAKES,
    blocks_used,
    colour_of,
    length_of,
    new_table,
    packed,
)

CERTAIN = 2  # with so few cards left, nothing is guessed
MOST_PLIES = 9  # placements to the end, with 8 cards left in the fan

# What is remembered of each level of the tree, as columns: the card drawn, its placements and how
# many of them have been tried, the cards left before the draw, who draws.
CARD, COUNT, TRIED, GUESSED, HELD, SEAT, KEY, MARKS = range(8)
# And as sums: over the cards drawn so far; over the placements of the last (or their best).
MEAN, WORTH, SUMS = range(3)

# What a look costs, in steps: a placement is one; a guess takes as long as several, and longer with
# many open ends, since each is looked at with each: one step more for so many pairs.
STEP, GUESS, PAIRS_A_STEP = 1, 8, 32
DEEPER = 0  # what a placement is worth, the next level must say

NOTHING_DRAWN = -1
GIVEN_UP = -1.0

KNOWN = 1 << 16  # how many states are remembered, each at the place that its key says
KIND_KEYS = tuple(mix(1_000 + kind) for kind in range(KINDS))
PIT_KEYS = tuple(mix(2_000 + column) for column in range(PIT_COLUMNS * MOST_SEATS))


class Thought(NamedTuple):
    """Scratch for looking ahead; level 0 is where it begins: its table and pits are the caller's.

    `worths` holds what has been found for each placement of level 0.
    """

    tables: tuple[array[int], ...]
    pits: tuple[array[int], ...]
    found: tuple[array[int], ...]
    offers: array[int]
    takes: array[int]
    ends: array[int]
    marks: array[int]
    sums: array[float]
    worths: array[float]
    keys: array[int]
    known: array[float]
    x: array[float]
    hidden: array[float]
    narrow: array[float]

    @staticmethod
    def of(cards: int, seats: int) -> Thought:
        """Scratch for a table with room for so many cards, and so many seats."""
        levels, room = range(MOST_PLIES + 1), room_for_placements(cards)
        return Thought(
            tables=tuple(new_table(cards) for _ in levels),
            pits=tuple(_integers(seats * PIT_COLUMNS) for _ in levels),
            found=tuple(_integers(room) for _ in levels),
            offers=_integers(OFFERS_COLUMNS),
            takes=_integers(MOST_CARDS + 1),
            ends=_integers(2 * cards * END_COLUMNS),
            marks=_integers(MARKS * len(levels) + 1),
            sums=_numbers(SUMS * len(levels)),
            worths=_numbers(room),
            keys=_integers(KNOWN),
            known=_numbers(KNOWN),
            x=_numbers(FEATURES),
            hidden=_numbers(HIDDEN),
            narrow=_numbers(NARROW),
        )

    @staticmethod
    def for_state(table: array[int], pits: array[int]) -> Thought:
        """Scratch for states with such a table and such pits."""
        room = min(MOST_CARDS, len(table) // COLUMNS * PLACES)
        return Thought.of(room, len(pits) // PIT_COLUMNS)

    def fits(self, table: array[int], pits: array[int]) -> bool:
        """Whether it is scratch for states with such a table and such pits."""
        return (len(self.tables[0]), len(self.pits[0])) == (len(table), len(pits))


def _integers(size: int) -> array[int]:
    return array("q", bytes(8 * size))


def _numbers(size: int) -> array[float]:
    return array("d", bytes(8 * size))


@kernel
def key_of(table: array[int], pits: array[int], fan: array[int], salt: int) -> int:
    """A number for a state, the same wherever its snakes lie and whichever way round.

    A salt, a multiple of KNOWN, does not change where it is remembered.
    """
    total = 0
    for base in range(0, blocks_used(table) * COLUMNS, COLUMNS):
        firsts = table[base + LYING] & FIRST_ENDS
        while firsts:
            snake = table[base + SNAKES + (lowest_bit(firsts) >> 1)]
            first, last = colour_of(snake, 0), colour_of(snake, 1)
            if first < last != CLOSED:  # a snake without head and tail has no direction
                snake = packed(last, first, length_of(snake))
            total = plus(total, mix(snake))
            firsts &= firsts - 1
    for column in range(len(pits)):
        total = plus(total, times(pits[column], PIT_KEYS[column]))
    for kind in range(len(fan)):
        total = plus(total, times(fan[kind], KIND_KEYS[kind]))
    return mix(total) ^ salt


@kernel
def enter(
    marks: array[int], sums: array[float], level: int, seat: int, held: int, key: int
) -> None:
    """Begin a level at which a seat is to draw one of so many cards."""
    marks[level * MARKS + CARD] = NOTHING_DRAWN
    marks[level * MARKS + COUNT] = marks[level * MARKS + TRIED] = 0
    marks[level * MARKS + GUESSED] = 0
    marks[level * MARKS + SEAT] = seat
    marks[level * MARKS + HELD] = held
    marks[level * MARKS + KEY] = key
    sums[level * SUMS + MEAN] = 0.0


@kernel
def tell(thought: Thought, level: int, me: int, worth: float) -> None:
    """What the placement last tried at a level is worth: `me` keeps the best, others the mean."""
    marks, sums, row = thought.marks, thought.sums, level * MARKS
    if marks[row + SEAT] != me:
        sums[level * SUMS + WORTH] += worth / marks[row + COUNT]
    elif marks[row + TRIED] == 1 or worth > sums[level * SUMS + WORTH]:
        sums[level * SUMS + WORTH] = worth
    if level == 0:
        thought.worths[marks[TRIED] - 1] = worth


@kernel
def next_card(fan: array[int], marks: array[int], sums: array[float], level: int) -> int:
    """Put the card of a level back, count its worth, and draw the next kind; -1 after the last."""
    row, card = level * MARKS, marks[level * MARKS + CARD]
    if card >= 0:
        fan[card] += 1
        sums[level * SUMS + MEAN] += fan[card] * sums[level * SUMS + WORTH]
    card += 1
    while card < len(fan) and fan[card] == 0:
        card += 1
    if card == len(fan):
        return -1
    fan[card] -= 1
    marks[row + CARD] = card
    marks[row + TRIED] = marks[row + GUESSED] = 0
    sums[level * SUMS + WORTH] = 0.0
    return card


@kernel
def put_back(fan: array[int], marks: array[int], level: int, card: int) -> None:
    """Put the cards back that have been drawn down to a level, but not a card drawn before."""
    while level >= 0:
        if level > 0 or card < 0:
            fan[marks[level * MARKS + CARD]] += 1
        level -= 1


@kernel
def make(options: array[int], level: int, thought: Thought) -> None:
    """Make the next placement of a level: the table and the pits after it are the next level's."""
    marks, row = thought.marks, level * MARKS
    table, after = thought.tables[level], thought.tables[level + 1]
    pits, filled = thought.pits[level], thought.pits[level + 1]
    for column in range(len(table)):
        after[column] = table[column]
    for column in range(len(pits)):
        filled[column] = pits[column]
    placement = thought.found[level][marks[row + TRIED]]
    marks[row + TRIED] += 1
    taken = max(0, -place(after, options, marks[row + CARD], placement))
    collect(filled, marks[row + SEAT], taken)


@kernel
def remember(thought: Thought, key: int, worth: float) -> None:
    """Keep what a state is worth, in place of what was kept there."""
    thought.keys[key & KNOWN - 1] = key
    thought.known[key & KNOWN - 1] = worth


@kernel
def leaf(
    options: array[int],
    fan: array[int],
    seat: int,
    me: int,
    level: int,
    weights: array[float],
    thought: Thought,
) -> float:
    """What intuition says of the table of a level, where a seat draws next."""
    look(
        thought.tables[level],
        options,
        thought.pits[level],
        fan,
        thought.offers,
        seat,
        me,
        thought.takes,
        thought.ends,
        thought.x,
    )
    left = thought.offers[LEFT]
    return guess(weights, left, thought.x, thought.hidden, thought.narrow)


@kernel
def try_placement(
    options: array[int],
    fan: array[int],
    level: int,
    me: int,
    plies: int,
    salt: int,
    weights: array[float],
    thought: Thought,
) -> int:
    """Make the next placement of a level; returns what that costs, or DEEPER."""
    make(options, level, thought)
    marks, row = thought.marks, level * MARKS
    drawer, left = marks[row + SEAT], marks[row + HELD] - 1
    pits = thought.pits[level + 1]
    following = drawer + 1 if drawer + 1 < len(pits) // PIT_COLUMNS else 0
    if left == 0 or has_won_race(pits, options, drawer):
        tell(thought, level, me, share(pits, options, me))
        return STEP
    key = key_of(thought.tables[level + 1], pits, fan, salt)
    known = thought.keys[key & KNOWN - 1] == key
    if not known and (level + 1 < plies or left <= CERTAIN):
        enter(marks, thought.sums, level + 1, following, left, key)
        return DEEPER
    if not known:
        if marks[row + GUESSED] == 0:
            marks[row + GUESSED] = 1
            count_offers(fan, thought.offers)
        remember(thought, key, leaf(options, fan, following, me, level + 1, weights, thought))
    tell(thought, level, me, thought.known[key & KNOWN - 1])
    if known:
        return STEP
    ends = int(thought.x[JOIN_ENDS])
    return GUESS + ends * ends // PAIRS_A_STEP


@kernel
def try_card(options: array[int], fan: array[int], level: int, me: int, thought: Thought) -> bool:
    """Draw the next kind of card at a level and list its placements; False after the last."""
    drawn = next_card(fan, thought.marks, thought.sums, level)
    if drawn < 0:
        return False
    row, found, table = level * MARKS, thought.found[level], thought.tables[level]
    count = list_placements(table, options, drawn, found)
    if thought.marks[row + SEAT] != me:
        count = keep_takers(table, options, drawn, found, count)
    thought.marks[row + COUNT] = count
    return True


@kernel
def leave(level: int, me: int, thought: Thought) -> float:
    """The mean over all draws of a level, told to the level above."""
    marks, row = thought.marks, level * MARKS
    worth = thought.sums[level * SUMS + MEAN] / marks[row + HELD]
    if level > 0:
        remember(thought, marks[row + KEY], worth)
        tell(thought, level - 1, me, worth)
    return worth


@kernel
def weigh(
    options: array[int],
    fan: array[int],
    card: int,
    count: int,
    seat: int,
    me: int,
    plies: int,
    most: int,
    weights: array[float],
    thought: Thought,
) -> float:
    """The chance that `me` wins, where a seat is about to draw, or has drawn a card.

    Drawn, `count` of its placements are in `thought.found[0]`; what each is worth is written to
    `thought.worths`. With nothing drawn the card is NOTHING_DRAWN. `plies` counts placements. The
    other seats play as garters. After `most` steps it gives up: GIVEN_UP.
    """
    marks, held, level, worth = thought.marks, 0, 0, 0.0
    for number in fan:
        held += number
    # Nothing is known from before. As places are the same each time, so is what overwrites what;
    # else it would hang on earlier questions whether this one takes too long.
    salt = marks[len(marks) - 1] * KNOWN
    marks[len(marks) - 1] += 1
    enter(marks, thought.sums, 0, seat, held, 0)
    if card >= 0:
        marks[CARD], marks[COUNT], marks[HELD] = card, count, held + 1
        thought.sums[WORTH] = 0.0
    while level >= 0:
        if marks[level * MARKS + TRIED] < marks[level * MARKS + COUNT]:
            if most <= 0:
                put_back(fan, marks, level, card)
                return GIVEN_UP
            cost = try_placement(options, fan, level, me, plies, salt, weights, thought)
            most -= max(STEP, cost)
            if cost == DEEPER:
                level += 1
        elif level == 0 and card >= 0:
            return thought.sums[WORTH]
        elif not try_card(options, fan, level, me, thought):
            worth = leave(level, me, thought)
            level -= 1
    return worth
