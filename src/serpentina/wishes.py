"""What a prospect is worth to each seat, when everybody chooses what is best for himself.

A worth is a sum over the orderings of the fan: each seat's shares of the win, in 1/840, and the
cards that he will yet take. All seats are counted from the one that is about to draw.

Each chooses by his own chance, then his own cards, then the chance and cards of the seats after
him in turn order, the smaller the better. So a choice never hangs on rounding, and choices that are
equal in all this are worth the same.

Scores count only as far as they can still decide: see `score_word`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from serpentina.canonical import HASH_MASK, Words
from serpentina.compiled import kernel
from serpentina.fan import mix
from serpentina.options import GOAL, GOAL_RACE, GOAL_SNAKES, RACE_TO
from serpentina.prospects import (
    DONE,
    NO_ROOM,
    START,
    TAKEN_BITS,
    TAKEN_MASK,
    WEIGHT_BITS,
    WEIGHT_MASK,
    Search,
    slot_of,
)
from serpentina.rules import (
    PIT_CARDS,
    PIT_COLUMNS,
    PIT_LONGEST,
    PIT_SNAKES,
    collect,
    has_won_race,
    winners,
)

SHARES = 840  # of a win: any number of seats up to 8 can share it
SHORTEST = 3  # cards of a snake that is taken: two ends and what joins them

# Columns of a frame: the prospect and its score word, the seats that win whatever happens (or
# OPEN), where its next choice stands, where those of the card at hand end, how many cards are still
# to come after it, the card's weight, and the cards that the last choice took.
PROSPECT, WORD, WINNERS, AT, CARD_END, CARDS_TO_COME, WEIGHT, TAKEN, FRAME = range(9)
OPEN = -1
DECIDED = -1  # the score word where only cards are left to play for
OUT = (1 << 24) - 1  # the score of a seat that cannot win

# Columns of `counts`.
KNOWN, LEFT, ROOT, COUNTS = range(4)


class Worths(NamedTuple):
    """The arrays of a valuation; `known` may be replaced by a larger one."""

    known: Words  # (rows, 2 + 2 seats): prospect (0 where free), score word, worth
    counts: Words
    frames: Words  # (cards left, FRAME)
    pits: Words  # (cards left, pits)
    sums: Words  # (cards left, 2 seats): the worth of the cards so far
    best: Words  # (cards left, 2 seats): the best choice of the card at hand
    value: Words  # (2 seats,): the worth just found
    orders: Words  # n! for each n


BEGINNING = 1 << 12


def new_worths(seats: int, cards: int) -> Worths:
    """A valuation without anything known, for so many seats and cards in the fan."""
    orders = np.cumprod(np.maximum(np.arange(cards + 1, dtype=np.int64), 1))
    return Worths(
        known=np.zeros((BEGINNING, 2 + 2 * seats), np.int64),
        counts=np.zeros(COUNTS, np.int64),
        frames=np.zeros((cards + 1, FRAME), np.int64),
        pits=np.zeros((cards + 1, PIT_COLUMNS * seats), np.int64),
        sums=np.zeros((cards + 1, 2 * seats), np.int64),
        best=np.zeros((cards + 1, 2 * seats), np.int64),
        value=np.zeros(2 * seats, np.int64),
        orders=orders,
    )


@kernel
def race_is_open(pits: Words, reach: Words, options: Words) -> bool:
    """R23: whether some seat can still win a race."""
    if options[GOAL] != GOAL_RACE:
        return False
    for seat in range(len(reach)):
        if pits[seat * PIT_COLUMNS + PIT_CARDS] + reach[seat] >= options[RACE_TO]:
            return True
    return False


@kernel
def can_win(pits: Words, reach: Words, options: Words, seat: int) -> bool:
    """Whether a seat can still get as far as the first is now: in cards, or in snakes (R23)."""
    column, more = PIT_CARDS, reach[seat]
    if options[GOAL] == GOAL_SNAKES:
        column, more = PIT_SNAKES, more // SHORTEST
    most = 0
    for other in range(len(reach)):
        most = max(most, pits[other * PIT_COLUMNS + column])
    return bool(pits[seat * PIT_COLUMNS + column] + more >= most)


@kernel
def surely_win(pits: Words, reach: Words, options: Words) -> int:
    """The set of seats that win whatever happens, or OPEN."""
    if race_is_open(pits, reach, options):
        return OPEN
    seats = to_come = 0
    for seat in range(len(reach)):
        if can_win(pits, reach, options, seat):
            seats += 1
            to_come += reach[seat]
    return winners(pits, options) if seats == 1 or to_come == 0 else OPEN


@kernel
def longest_that_counts(pits: Words, reach: Words, options: Words, seat: int) -> int:
    """R22: the length of a seat's longest snake, or a number of the same order among all.

    Longer than any snake that can still be taken, only the order counts. Of two who can win, the
    one whose longest is the shorter needs a longer one than the other's in any case.
    """
    own, most, behind, rivals = pits[seat * PIT_COLUMNS + PIT_LONGEST], 0, 0, 0
    for other in range(len(reach)):
        if can_win(pits, reach, options, other):
            rivals += other != seat
            most = max(most, reach[other])
    for other in range(len(reach)):
        length = pits[other * PIT_COLUMNS + PIT_LONGEST]
        if length > own and rivals == 1 and can_win(pits, reach, options, other):
            return 0
        behind += most < length < own
    return int(min(own, most + 1 + behind))


@kernel
def score_word(pits: Words, reach: Words, options: Words) -> int:
    """The scores as far as they can still decide: equal words, equal choices and equal chances.

    Each seat's cards, longest snake and snakes: above the least of those who can still win (a race
    counts from nothing). Exact for two seats, else a hash of 62 bits.
    """
    seats = len(reach)
    races = race_is_open(pits, reach, options)
    least_cards = least_snakes = TAKEN_MASK
    for seat in range(seats):
        if can_win(pits, reach, options, seat):
            least_cards = min(least_cards, pits[seat * PIT_COLUMNS + PIT_CARDS])
            least_snakes = min(least_snakes, pits[seat * PIT_COLUMNS + PIT_SNAKES])
    if races:
        least_cards = 0
    word = 0
    for seat in range(seats):
        score = OUT
        if races or can_win(pits, reach, options, seat):
            cards = pits[seat * PIT_COLUMNS + PIT_CARDS] - least_cards
            score = cards << 8 | longest_that_counts(pits, reach, options, seat)
            if options[GOAL] == GOAL_SNAKES:
                score = score << 8 | pits[seat * PIT_COLUMNS + PIT_SNAKES] - least_snakes
        word = mix(int(word ^ score)) if seats > 2 else word << 24 | score
    return int(word)


@kernel
def row_of(worths: Worths, prospect: int, word: int) -> int:
    """The row of a prospect with these scores, or the free row where it belongs."""
    known = worths.known
    rows = len(known)
    row = slot_of(mix(mix(int(prospect)) ^ int(word)) & HASH_MASK, rows)
    while known[row, 0] and (known[row, 0] != prospect or known[row, 1] != word):
        row += 1
        if row == rows:
            row = 0
    return row


@kernel
def share_wins(value: Words, seats: int, won: int, orders: int) -> None:
    """R22: write the shares of the winners over so many orderings; the cards stay."""
    count = 0
    for seat in range(seats):
        count += won >> seat & 1
    for seat in range(seats):
        value[seat] = (won >> seat & 1) * (SHARES // count) * orders


@kernel
def settle(worths: Worths, options: Words, seats: int, prospect: int) -> None:
    """The worth with one card left, which takes as many cards as the prospect says."""
    pits, won, value = worths.pits[1], worths.frames[1, WINNERS], worths.value
    if won == OPEN:
        collect(pits, 0, prospect)
        won = winners(pits, options)
    share_wins(value, seats, won, 1)
    for seat in range(seats):
        value[seats + seat] = 0 if seat else prospect


@kernel
def appraise(search: Search, worths: Worths, options: Words, left: int, prospect: int) -> bool:
    """Whether the worth of a prospect is known, with the pits of the frame; else it is opened."""
    frame, pits, value = worths.frames[left], worths.pits[left], worths.value
    seats = len(value) // 2
    if has_won_race(pits, options, seats - 1):  # the seat that has just placed
        share_wins(value, seats, 1 << seats - 1, worths.orders[left])
        for seat in range(seats):
            value[seats + seat] = 0
        return True
    if left == 1:
        settle(worths, options, seats, prospect)
        return True
    reach = search.reach[prospect]
    if frame[WINNERS] == OPEN:
        frame[WINNERS] = surely_win(pits, reach, options)
    word = DECIDED if frame[WINNERS] != OPEN else score_word(pits, reach, options)
    row = row_of(worths, prospect, word)
    if worths.known[row, 0] == 0:
        begin_worth(search, worths, left, prospect, word)
        return False
    for column in range(len(value)):
        value[column] = worths.known[row, 2 + column]
    if word == DECIDED:
        share_wins(value, seats, frame[WINNERS], worths.orders[left])
    return True


@kernel
def begin_worth(search: Search, worths: Worths, left: int, prospect: int, word: int) -> None:
    """Begin to value a prospect."""
    frame = worths.frames[left]
    frame[PROSPECT], frame[WORD] = prospect, word
    frame[AT] = frame[CARD_END] = search.prospects[prospect, START]
    frame[CARDS_TO_COME] = left
    frame[WEIGHT] = 0
    for column in range(len(worths.value)):
        worths.sums[left, column] = 0


@kernel
def next_card_worth(search: Search, worths: Worths, left: int) -> None:
    """Add the best choice of the card at hand, if any, and go to the next card."""
    frame, best = worths.frames[left], worths.best[left]
    for column in range(len(best)):
        worths.sums[left, column] += frame[WEIGHT] * best[column]
    if frame[CARDS_TO_COME]:
        head = search.choices[frame[AT]]
        frame[AT] += 1
        frame[WEIGHT] = head & WEIGHT_MASK
        frame[CARDS_TO_COME] -= frame[WEIGHT]
        frame[CARD_END] = frame[AT] + (head >> WEIGHT_BITS)
        best[0] = -1
    else:
        frame[CARDS_TO_COME] = -1


@kernel
def next_choice(search: Search, worths: Worths, left: int) -> int:
    """Take the next choice of the card at hand: fill the pits of the frame below; the prospect."""
    frame, before, after = worths.frames[left], worths.pits[left], worths.pits[left - 1]
    choice = search.choices[frame[AT]]
    frame[AT] += 1
    frame[TAKEN] = choice & TAKEN_MASK
    size = len(before)
    for column in range(size):  # the next seat comes first, the mover last
        after[column] = before[(column + PIT_COLUMNS) % size]
    collect(after, size // PIT_COLUMNS - 1, frame[TAKEN])
    worths.frames[left - 1, WINNERS] = frame[WINNERS]
    return int(choice >> TAKEN_BITS)


@kernel
def like_better(worths: Worths, left: int) -> None:
    """Keep the worth just found as the best choice of the card at hand, if its player likes it."""
    best, value = worths.best[left], worths.value
    seats = len(value) // 2
    # the value counts its seats from the next one on: the mover is its last
    value[2 * seats - 1] += worths.frames[left, TAKEN] * worths.orders[left - 1]
    liking = 1 if best[0] < 0 else 0
    for seat in range(seats):
        for column in (seat, seats + seat):
            if liking == 0:
                other = column - 1 if seat else column + seats - 1
                liking = value[other] - best[column]
                if seat:
                    liking = -liking
    if liking > 0:
        for column in range(seats):
            other = column - 1 if column else seats - 1
            best[column] = value[other]
            best[seats + column] = value[seats + other]


@kernel
def note_worth(worths: Worths, left: int) -> None:
    """Note the worth of a whole frame."""
    frame, value = worths.frames[left], worths.value
    row = row_of(worths, frame[PROSPECT], frame[WORD])
    worths.known[row, 0], worths.known[row, 1] = frame[PROSPECT], frame[WORD]
    for column in range(len(value)):
        value[column] = worths.known[row, 2 + column] = worths.sums[left, column]
    worths.counts[KNOWN] += 1
    if frame[WORD] == DECIDED:
        share_wins(value, len(value) // 2, frame[WINNERS], worths.orders[left])


@kernel
def weigh(search: Search, worths: Worths, options: Words, root: int) -> int:
    """Find the worth of the prospect `root`, with the pits of the frame ROOT.

    Returns DONE, or NO_ROOM: then it goes on when called again. LEFT is 0 at the start.
    """
    counts, frames = worths.counts, worths.frames
    left = counts[LEFT]
    while True:
        is_root = left == 0
        if left and frames[left, AT] == frames[left, CARD_END]:
            if frames[left, CARDS_TO_COME] >= 0:
                next_card_worth(search, worths, left)
                continue
            if 10 * (counts[KNOWN] + 1) >= 8 * len(worths.known):
                counts[LEFT] = left
                return NO_ROOM
            note_worth(worths, left)
            is_root = left == counts[ROOT]
            left += 1
        else:
            below, prospect = counts[ROOT], root
            if left:
                prospect = next_choice(search, worths, left)
                below = left - 1
            if not appraise(search, worths, options, below, prospect):
                left = below
                continue
        if is_root:
            counts[LEFT] = 0
            return DONE
        like_better(worths, left)


@kernel
def fill_known(worths: Worths, known: Words) -> None:
    """Copy other rows into the free rows of a valuation."""
    for old in range(len(known)):
        if known[old, 0]:
            row = row_of(worths, known[old, 0], known[old, 1])
            for column in range(known.shape[1]):
                worths.known[row, column] = known[old, column]


def enlarged(worths: Worths) -> Worths:
    """The same valuation with room for twice as much."""
    rows, columns = worths.known.shape
    larger = worths._replace(known=np.zeros((2 * rows, columns), np.int64))
    fill_known(larger, worths.known)
    return larger
