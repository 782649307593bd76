"""What may still come: all lines of play from a table and a fan, as a graph of prospects.

A prospect is what a player who is about to draw has before him: for each card of the fan the
choices that its placements give, each a number of cards taken and the prospect after. Tables that
offer the same choices are one prospect, however they look. Scores are no part of it: who leads
decides only which choice a player likes (see `exact`).

With one card left the prospect is the most cards that this card can take, since the last player
has no better wish than that; so the prospects 0 to 200 are these numbers.

`explore` goes through the lines depth first. Its frames lie in arrays, one for each number of cards
left; when an array is full it says so, and goes on where it was once there is room.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from serpentina.canonical import (
    CARD_LABELS,
    ENDS_OF_KINDS,
    HASH_MASK,
    KEY_1,
    KEY_2,
    draw_key,
    new_dice,
    new_sketch,
)
from serpentina.cards import KINDS, MOST_CARDS
from serpentina.compiled import kernel
from serpentina.fan import mix
from serpentina.rules import cards_taken, list_placements, place
from serpentina.table import COLUMNS, PLACES

Words = Any  # NumPy arrays of int64

LAST_PROSPECTS = MOST_CARDS + 1  # those with one card left

# A choice: the prospect after it and the cards taken. Before the choices of a card stand how many
# there are and how many such cards the fan holds.
TAKEN_BITS = WEIGHT_BITS = 8
TAKEN_MASK = WEIGHT_MASK = (1 << TAKEN_BITS) - 1

# Columns of a frame: where its choices begin on the stack, where those of the card at hand do, the
# number of this card and of all, its next placement and their number, the cards that the last one
# took, the keys of the table, sums over the choices of the card and over all.
BEGIN, CARD_BEGIN, CARD, CARDS, NEXT, FOUND, TAKEN = range(7)
TABLE_1, TABLE_2, SUM_1, SUM_2, ALL_1, ALL_2, FRAME = range(7, 14)

# Columns of `counts`: how many there are of each, and where the search stands.
KNOWN_TABLES, KNOWN_PROSPECTS, CHOICES, LEFT, ROOT, STACK, ANSWER = range(7)
COUNTS = 7

# What `explore` answers.
DONE, NO_ROOM = 0, 1


class Search(NamedTuple):
    """The arrays of a search; those of what is known may be replaced by larger ones."""

    tables: Words  # (rows, 3): the keys of a table and fan, its prospect plus one; 0 where free
    index: Words  # (rows,): prospects by hash, plus one
    prospects: Words  # (prospects, 4): where its choices begin, how many cards, two hashes
    reach: Words  # (prospects, seats): the most cards that each seat from the mover on may yet take
    choices: Words  # (choices,)
    counts: Words  # (COUNTS,)
    frames: Words  # (cards left, FRAME)
    boards: Words  # (cards left, columns): tables
    fans: Words  # (cards left, KINDS)
    kinds: Words  # (cards left, KINDS): the kinds to draw
    weights: Words  # (cards left, KINDS): how many cards of a kind, or like it
    found: Words  # (cards left, placements)
    stack: Words  # choices of the frames at hand
    held: Words  # (kinds,): those that the fan of the root holds
    ends: Words  # (2, KINDS): the colours of the ends of each kind
    dice: Words
    sketch: Words


START, CARDS_LEFT, HASH_1, HASH_2, PROSPECT = range(5)  # columns of `prospects`


BEGINNING = 1 << 12  # prospects that there is room for at first
TABLE_ROWS = 1 << 13


def new_search(seats: int, snakes: int, cards: int) -> Search:
    """A search without anything known, for so many seats, snakes on the table, cards in the fan."""
    places = snakes + cards
    ends = 2 * min(places, MOST_CARDS)
    frames, found = cards + 1, 2 * ends + ends * ends + 1
    search = Search(
        tables=np.zeros((TABLE_ROWS, 3), np.int64),
        index=np.zeros(2 * BEGINNING, np.int64),
        prospects=np.zeros((BEGINNING, PROSPECT), np.int64),
        reach=np.zeros((BEGINNING, seats), np.int64),
        choices=np.zeros(8 * BEGINNING, np.int64),
        counts=np.zeros(COUNTS, np.int64),
        frames=np.zeros((frames, FRAME), np.int64),
        boards=np.zeros((frames, COLUMNS * -(-places // PLACES)), np.int64),
        fans=np.zeros((frames, KINDS), np.int64),
        kinds=np.zeros((frames, KINDS), np.int64),
        weights=np.zeros((frames, KINDS), np.int64),
        found=np.zeros((frames, found), np.int64),
        stack=np.zeros(frames * min(cards, KINDS) * found, np.int64),
        held=np.zeros(0, np.int64),
        ends=np.array(ENDS_OF_KINDS, np.int64),
        dice=new_dice(),
        sketch=new_sketch(),
    )
    search.prospects[:LAST_PROSPECTS, CARDS_LEFT] = 1
    search.reach[:LAST_PROSPECTS, 0] = np.arange(LAST_PROSPECTS)
    search.counts[KNOWN_PROSPECTS] = LAST_PROSPECTS
    return search


@kernel
def slot_of(key: int, rows: int) -> int:
    """Where the search for a key begins among so many rows, by the key's low 54 bits."""
    return int(((key & HASH_MASK) >> 22) * rows >> 32)


@kernel
def known_table(search: Search, one: int, two: int) -> int:
    """The row of a table with these keys, or the free row where it belongs."""
    tables = search.tables
    rows = len(tables)
    row = slot_of(one, rows)
    while tables[row, 2] and (tables[row, 0] != one or tables[row, 1] != two):
        row += 1
        if row == rows:
            row = 0
    return row


@kernel
def most_taken(search: Search, options: Words) -> int:
    """The most cards that the last card can take by one of the placements found."""
    most, card = 0, search.kinds[1, 0]
    for at in range(search.frames[1, FOUND]):
        taken = cards_taken(search.boards[1], options, card, search.found[1, at])
        most = max(most, taken)
    search.counts[STACK] = search.frames[1, BEGIN]
    return int(most)


@kernel
def open_last_frame(search: Search) -> None:
    """Begin the frame of the last card, which needs no key."""
    frame, held, card = search.frames[1], search.held, 0
    while search.fans[1, held[card]] == 0:
        card += 1
    search.kinds[1, 0] = held[card]
    frame[BEGIN], frame[CARDS], frame[CARD] = search.counts[STACK], 1, -1
    frame[NEXT] = frame[FOUND] = 0


@kernel
def open_frame(search: Search, left: int, one: int, two: int) -> None:
    """Begin a frame: its kinds of cards, like ones together, and nothing chosen yet."""
    frame, kinds, weights = search.frames[left], search.kinds[left], search.weights[left]
    fan, sketch, held = search.fans[left], search.sketch, search.held
    cards = 0
    for index in range(len(held)):
        kind = held[index]
        if fan[kind] == 0:
            continue
        at = 0
        while at < cards and sketch[CARD_LABELS + kinds[at]] != sketch[CARD_LABELS + kind]:
            at += 1
        if at == cards:
            kinds[at], weights[at] = kind, 0
            cards += 1
        weights[at] += fan[kind]
    for column in range(FRAME):
        frame[column] = 0
    frame[BEGIN], frame[CARDS] = search.counts[STACK], cards
    frame[CARD] = -1
    frame[TABLE_1], frame[TABLE_2] = one, two


@kernel
def add_choice(search: Search, left: int, prospect: int) -> None:
    """Note a choice of the card at hand, once."""
    frame, stack, top = search.frames[left], search.stack, search.counts[STACK]
    choice = prospect << TAKEN_BITS | frame[TAKEN]
    for at in range(frame[CARD_BEGIN] + 1, top):
        if stack[at] == choice:
            return
    stack[top] = choice
    search.counts[STACK] = top + 1
    one = mix(int(choice) + 1)  # the mix of 0 is 0, and would not count
    frame[SUM_1] += one & HASH_MASK
    frame[SUM_2] += mix(one) & HASH_MASK


@kernel
def next_card(search: Search, options: Words, left: int) -> None:
    """Close the choices of the card at hand, if any, and draw the next one of the frame."""
    frame, top = search.frames[left], search.counts[STACK]
    if frame[CARD] >= 0:
        weight = search.weights[left, frame[CARD]]
        search.stack[frame[CARD_BEGIN]] = (top - frame[CARD_BEGIN] - 1) << WEIGHT_BITS | weight
        frame[ALL_1] += weight * (mix(int(frame[SUM_1])) & HASH_MASK)
        frame[ALL_2] += weight * (mix(int(frame[SUM_2]) + 1) & HASH_MASK)
    frame[CARD] += 1
    frame[NEXT] = frame[FOUND] = frame[SUM_1] = frame[SUM_2] = 0
    if frame[CARD] < frame[CARDS]:
        frame[CARD_BEGIN] = top
        search.counts[STACK] = top + 1
        card = search.kinds[left, frame[CARD]]
        frame[FOUND] = list_placements(search.boards[left], options, card, search.found[left])


@kernel
def reach_of(search: Search, prospect: int, begin: int, end: int, seats: int) -> None:
    """The most cards that each seat can take, from those of the prospects after."""
    reach, stack = search.reach, search.stack
    for seat in range(seats):
        reach[prospect, seat] = 0
    at = begin
    while at < end:
        choices = stack[at] >> WEIGHT_BITS
        for choice in range(at + 1, at + 1 + choices):
            after = stack[choice] >> TAKEN_BITS
            for seat in range(seats):
                # the seat after the mover is first in the next prospect, the mover last
                most = reach[after, (seat - 1) % seats]
                if seat == 0:
                    most += stack[choice] & TAKEN_MASK
                reach[prospect, seat] = max(reach[prospect, seat], most)
        at += 1 + choices


@kernel
def index_row(search: Search, one: int, two: int) -> int:
    """The row of the index of a prospect with these hashes, or the free one where it belongs."""
    index, prospects = search.index, search.prospects
    rows = len(index)
    row = slot_of(mix(int(one)) & HASH_MASK, rows)
    while index[row]:
        known = index[row] - 1
        if prospects[known, HASH_1] == one and prospects[known, HASH_2] == two:
            return row
        row += 1
        if row == rows:
            row = 0
    return row


@kernel
def prospect_of(search: Search, left: int, seats: int) -> int:
    """The prospect with the choices of a whole frame, an old one or a new one."""
    frame, counts, prospects = search.frames[left], search.counts, search.prospects
    one, two = frame[ALL_1], frame[ALL_2]
    row = index_row(search, one, two)
    if search.index[row]:
        return int(search.index[row]) - 1
    new, begin, end = counts[KNOWN_PROSPECTS], frame[BEGIN], counts[STACK]
    counts[KNOWN_PROSPECTS] = search.index[row] = new + 1
    prospects[new, START], prospects[new, CARDS_LEFT] = counts[CHOICES], left
    prospects[new, HASH_1], prospects[new, HASH_2] = one, two
    for at in range(begin, end):
        search.choices[counts[CHOICES] + at - begin] = search.stack[at]
    counts[CHOICES] += end - begin
    reach_of(search, new, begin, end, seats)
    return int(new)


@kernel
def has_room(search: Search, left: int) -> bool:
    """Whether a whole frame can be noted: a table, a prospect, its choices."""
    counts = search.counts
    choices = counts[STACK] - search.frames[left, BEGIN]
    return bool(
        10 * (counts[KNOWN_TABLES] + 1) < 8 * len(search.tables)
        and counts[KNOWN_PROSPECTS] + 1 < len(search.prospects)
        and counts[CHOICES] + choices <= len(search.choices)
    )


@kernel
def close_frame(search: Search, left: int, seats: int) -> int:
    """Note a whole frame's prospect for its table; returns the prospect."""
    frame = search.frames[left]
    prospect = prospect_of(search, left, seats)
    row = known_table(search, frame[TABLE_1], frame[TABLE_2])
    search.tables[row, 0], search.tables[row, 1] = frame[TABLE_1], frame[TABLE_2]
    search.tables[row, 2] = prospect + 1
    search.counts[KNOWN_TABLES] += 1
    search.counts[STACK] = frame[BEGIN]
    return prospect


@kernel
def look(search: Search, options: Words, left: int) -> int:
    """The prospect of the board and fan of this frame, or -1: its frame is open then."""
    if left == 1:
        open_last_frame(search)
        return -1
    board, fan, sketch = search.boards[left], search.fans[left], search.sketch
    draw_key(board, fan, search.held, search.ends, options, search.dice, sketch)
    one, two = sketch[KEY_1], sketch[KEY_2]
    row = known_table(search, one, two)
    if search.tables[row, 2]:
        return int(search.tables[row, 2]) - 1
    open_frame(search, left, one, two)
    return -1


@kernel
def make_next(search: Search, options: Words, left: int) -> None:
    """Make the next placement of a frame on the board of the frame below."""
    frame = search.frames[left]
    card = search.kinds[left, frame[CARD]]
    before, after = search.boards[left], search.boards[left - 1]
    for column in range(len(before)):
        after[column] = before[column]
    fan, held = search.fans[left - 1], search.held
    for at in range(len(held)):
        fan[held[at]] = search.fans[left, held[at]]
    fan[card] -= 1
    placement = search.found[left, frame[NEXT]]
    frame[NEXT] += 1
    frame[TAKEN] = max(0, -place(after, options, card, placement))


@kernel
def explore(search: Search, options: Words, seats: int) -> int:
    """Find the prospect of the board and fan of the frame ROOT, as ANSWER.

    Returns DONE, or NO_ROOM: then it goes on when called again. LEFT is 0 at the start.
    """
    counts, frames = search.counts, search.frames
    left = counts[LEFT]
    while True:
        is_root = left == 0
        if left and frames[left, NEXT] == frames[left, FOUND]:
            if frames[left, CARD] < frames[left, CARDS]:
                next_card(search, options, left)
                if left > 1:
                    continue
                prospect = most_taken(search, options)
            elif has_room(search, left):
                prospect = close_frame(search, left, seats)
            else:
                counts[LEFT] = left
                return NO_ROOM
            is_root = left == counts[ROOT]
            left += 1
        else:
            below = counts[ROOT]
            if left:
                make_next(search, options, left)
                below = left - 1
            prospect = look(search, options, below)
            if prospect < 0:
                left = below
                continue
        if is_root:
            counts[ANSWER], counts[LEFT] = prospect, 0
            return DONE
        add_choice(search, left, prospect)


@kernel
def fill_tables(search: Search, tables: Words) -> None:
    """Copy the rows of other tables into the free rows of the search."""
    for old in range(len(tables)):
        if tables[old, 2]:
            row = known_table(search, tables[old, 0], tables[old, 1])
            for column in range(3):
                search.tables[row, column] = tables[old, column]


@kernel
def fill_index(search: Search) -> None:
    """Enter all prospects in an empty index."""
    for prospect in range(LAST_PROSPECTS, search.counts[KNOWN_PROSPECTS]):
        hashes = search.prospects[prospect]
        search.index[index_row(search, hashes[HASH_1], hashes[HASH_2])] = prospect + 1


def _doubled(rows: Words) -> Words:
    """The same rows and as many empty ones."""
    larger = np.zeros((2 * len(rows), *rows.shape[1:]), rows.dtype)
    larger[: len(rows)] = rows
    return larger


def enlarged(search: Search) -> Search:
    """The same search with twice the room in each array that is more than half full."""
    counts = search.counts
    if 2 * counts[KNOWN_TABLES] >= len(search.tables):
        larger = search._replace(tables=np.zeros((2 * len(search.tables), 3), np.int64))
        fill_tables(larger, search.tables)
        search = larger
    if 2 * counts[KNOWN_PROSPECTS] >= len(search.prospects):
        search = search._replace(
            prospects=_doubled(search.prospects),
            reach=_doubled(search.reach),
            index=np.zeros(2 * len(search.index), np.int64),
        )
        fill_index(search)
    if 2 * counts[CHOICES] >= len(search.choices):
        search = search._replace(choices=_doubled(search.choices))
    return search


def bytes_of(search: Search) -> int:
    """The bytes of all arrays of a search."""
    return sum(words.nbytes for words in search)
