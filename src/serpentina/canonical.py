"""One key for all tables and fans that are worth the same.

The key sees the open snakes and the cards of the fan only as far as they can still matter:

- An end that no card of the fan can ever touch is as good as closed (FAR). A snake or a card that
  has no other end is not seen at all, or is a card that only passes the turn.
- An end whose colour no other card can match, and that only a rainbow card may touch, has no colour
  (PALE).
- The length of a snake that nobody can ever take is not seen (only whether it is one card).
- The colours that remain are renamed by what is seen of them. Any renaming is sound; a finer
  signature only makes more tables equal.

A key is two sums of 54-bit random numbers, one for each snake and each card, so that no order
matters (Zobrist 1970; Carter and Wegman 1979). Two tables that differ have one key with a chance
of about 2^-108, which ten million tables do not notice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from serpentina.cards import CLOSED, COLOURS, FIRST_COLOUR, KINDS, LAST_COLOUR, RAINBOW
from serpentina.compiled import kernel, lowest_bit
from serpentina.options import JOINED, JOINED_TAKEN
from serpentina.rules import headed, tailed
from serpentina.table import (
    COLUMNS,
    FIRST_ENDS,
    LAST_ENDS,
    LYING,
    SINGLE,
    SNAKES,
    colour_of,
    length_of,
)

Words = Any  # NumPy arrays of int64

# What an end is: a colour 0 to 5, a rainbow card's, or one of these.
PALE, FAR, HEAD_END, TAIL_END = RAINBOW + 1, RAINBOW + 2, RAINBOW + 3, RAINBOW + 4
LABEL_BITS = 4
LABEL_MASK = (1 << LABEL_BITS) - 1
HASH_MASK = (1 << 54) - 1

# The random numbers: for a snake by its labels and length, then for a card by its labels, then for
# the signatures of the colours: by length, and the label of the other end if it is no colour.
_LENGTHS = 256
CARD_DICE = _LENGTHS << 2 * LABEL_BITS
SIGN_DICE = CARD_DICE + (1 << 2 * LABEL_BITS)
DICE = SIGN_DICE + (_LENGTHS << LABEL_BITS)

# The sketch, a scratch array. Sets of colours that are seen in the fan and on the table (bit 6: the
# rainbow cards; of HEADS_FIT and TAILS_FIT: any end of a middle section); whether heads, tails and
# joins that take can still come; the keys; then arrays.
MIDDLES, MIDDLES_TWICE, HEADS, TAILS, OPEN_ENDS, HEADS_FIT, TAILS_FIT = range(7)
HEADS_LEFT, TAILS_LEFT, JOINS_TAKE, SEEN, KEY_1, KEY_2 = range(7, 13)
SIGNATURE = 16  # by label, of which only those of colours are asked
_LABELS = 1 << LABEL_BITS
CLEARED = SIGNATURE + _LABELS  # what is empty at the start
_BLOCKS = 8
NEAR, PALE_ENDS = CLEARED, CLEARED + _BLOCKS  # by block: sets of ends
CARD_LABELS = PALE_ENDS + _BLOCKS  # by kind: both labels
SNAKE_CODES = CARD_LABELS + KINDS  # by snake that is seen: its labels and length
RANK = SNAKE_CODES + _LENGTHS  # by label: its new name
NAMELESS = RANK + _LABELS  # by label: the same, but all colours are one
PAIRS = NAMELESS + _LABELS  # by two labels: the same in the order that counts
SKETCH = PAIRS + _LABELS * _LABELS

# Both ends of the kinds, as an array for the kernel.
ENDS_OF_KINDS = (FIRST_COLOUR, LAST_COLOUR)


def new_dice() -> Words:
    """The random numbers of the keys: two rows, below 2^54; the same each time."""
    return np.random.default_rng(17).integers(0, HASH_MASK + 1, (2, DICE), np.int64)


def new_sketch() -> Words:
    """A sketch with what never changes: labels that are no colours keep their names."""
    sketch = np.zeros(SKETCH, np.int64)
    labels = range(_LABELS)
    sketch[RANK : RANK + _LABELS] = labels
    sketch[NAMELESS : NAMELESS + _LABELS] = [label * (label >= COLOURS) for label in labels]
    for first in labels:
        for last in labels:
            sketch[PAIRS + (first | last << LABEL_BITS)] = _in_order(first, last)
    return sketch


def _in_order(first: int, last: int) -> int:
    """Two labels as one number: a head first, a tail last, or else the smaller first."""
    if first > last and first != HEAD_END and last != TAIL_END:
        first, last = last, first
    return first | last << LABEL_BITS


@kernel
def has_colour(colours: int, colour: int) -> int:
    """1 if the set of colours has this one, else 0."""
    return colours >> colour & 1


@kernel
def see_fan(fan: Words, held: Words, kinds: Words, sketch: Words) -> None:
    """Note the colours of the fan's middle sections, heads and tails."""
    middles = twice = heads = tails = 0
    for at in range(len(held)):
        kind = held[at]
        if fan[kind] == 0:
            continue
        first, last = kinds[0, kind], kinds[1, kind]
        if first == CLOSED:
            heads |= 1 << last
        elif last == CLOSED:
            tails |= 1 << first
        else:
            ends = 1 << first | 1 << last
            twice |= ends & middles if fan[kind] == 1 else ends
            middles |= ends
    sketch[MIDDLES], sketch[MIDDLES_TWICE] = middles, twice
    sketch[HEADS], sketch[TAILS] = heads, tails


@kernel
def see_block(table: Words, base: int, sketch: Words) -> None:
    """Note which ends of a block cards of the fan may touch (R10 to R15), by colour or as rainbow.

    A middle section may touch any end of its colours, a head only one of a middle section in a
    snake that has no head, a tail likewise.
    """
    middles, heads, tails = sketch[MIDDLES], sketch[HEADS], sketch[TAILS]
    with_head, with_tail = headed(table, base), tailed(table, base)
    ends = table[base + LYING] & ~table[base + CLOSED]
    inner = ends & ~(table[base + SINGLE] & (with_head | with_tail))
    for_head, for_tail = inner & ~with_head, inner & ~with_tail
    near = table[base + RAINBOW] if middles else 0
    open_ends = (table[base + RAINBOW] != 0) << RAINBOW
    heads_fit, tails_fit = (for_head != 0) << RAINBOW, (for_tail != 0) << RAINBOW
    for colour in range(COLOURS):
        own = table[base + colour]
        open_ends |= (own != 0) << colour
        heads_fit |= (own & for_head != 0) << colour
        tails_fit |= (own & for_tail != 0) << colour
        near |= own & (
            -has_colour(middles, colour)
            | -has_colour(heads, colour) & for_head
            | -has_colour(tails, colour) & for_tail
        )
    pale = -has_colour(heads, RAINBOW) & for_head | -has_colour(tails, RAINBOW) & for_tail
    sketch[OPEN_ENDS] |= open_ends
    sketch[HEADS_FIT] |= heads_fit
    sketch[TAILS_FIT] |= tails_fit
    sketch[HEADS_LEFT] |= (near | pale) & with_head != 0
    sketch[TAILS_LEFT] |= (near | pale) & with_tail != 0
    sketch[NEAR + base // COLUMNS], sketch[PALE_ENDS + base // COLUMNS] = near, pale


@kernel
def label_cards(fan: Words, held: Words, kinds: Words, dice: Words, sketch: Words) -> None:
    """Label the kinds of the fan, and sign the colours; a card that can touch nothing is FAR."""
    middles, heads, tails = sketch[MIDDLES], sketch[HEADS], sketch[TAILS]
    near = sketch[MIDDLES_TWICE] | heads | tails | sketch[OPEN_ENDS]
    for_head, for_tail = middles | sketch[HEADS_FIT], middles | sketch[TAILS_FIT]
    if middles:
        for_head |= 1 << RAINBOW
        for_tail |= 1 << RAINBOW
    otherwise = PALE if has_colour(heads | tails | sketch[OPEN_ENDS], RAINBOW) else FAR
    for at in range(len(held)):
        kind = held[at]
        if fan[kind] == 0:
            continue
        first, last = kinds[0, kind], kinds[1, kind]
        if first == CLOSED:
            first, last = (HEAD_END, last) if has_colour(for_head, last) else (FAR, FAR)
            sketch[HEADS_LEFT] |= last != FAR
        elif last == CLOSED:
            first, last = (first, TAIL_END) if has_colour(for_tail, first) else (FAR, FAR)
            sketch[TAILS_LEFT] |= first != FAR
        else:
            first = first if has_colour(near, first) else otherwise
            last = last if has_colour(near, last) else otherwise
            sketch[JOINS_TAKE] |= FAR not in (first, last)
        sketch[CARD_LABELS + kind] = first | last << LABEL_BITS
        sign_colours(dice, sketch, first, last, 0, fan[kind])


@kernel
def sign_colours(
    dice: Words, sketch: Words, first: int, last: int, length: int, count: int
) -> None:
    """Add what is seen from each coloured end of so many cards or snakes to its signature."""
    at = SIGN_DICE + (length << LABEL_BITS)
    sketch[SIGNATURE + first] += count * dice[0, at + sketch[NAMELESS + last]]
    sketch[SIGNATURE + last] += count * dice[0, at + sketch[NAMELESS + first]]


@kernel
def can_be_taken(sketch: Words, first: int, last: int) -> bool:
    """Whether a snake with these labels may still be completed, or joined and so taken."""
    touch_first = first not in (FAR, HEAD_END)
    touch_last = last not in (FAR, TAIL_END)
    if sketch[JOINS_TAKE] and (touch_first or touch_last):
        return True
    has_head = first == HEAD_END or (touch_first and sketch[HEADS_LEFT] != 0)
    has_tail = last == TAIL_END or (touch_last and sketch[TAILS_LEFT] != 0)
    return has_head and has_tail


@kernel
def see_snakes(table: Words, base: int, dice: Words, sketch: Words) -> None:
    """Label the snakes of a block that may still be touched, with the length that matters."""
    near, pale = sketch[NEAR + base // COLUMNS], sketch[PALE_ENDS + base // COLUMNS]
    touched = near | pale
    snakes, seen = touched & FIRST_ENDS | (touched & LAST_ENDS) >> 1, sketch[SEEN]
    while snakes:
        bit = lowest_bit(snakes)
        snake = table[base + SNAKES + (bit >> 1)]
        first, last, length = colour_of(snake, 0), colour_of(snake, 1), length_of(snake)
        if first == CLOSED:
            first = HEAD_END
        elif not near >> bit & 1:
            first = PALE if pale >> bit & 1 else FAR
        if last == CLOSED:
            last = TAIL_END
        elif not near >> bit & 2:
            last = PALE if pale >> bit & 2 else FAR
        if length > 2 and not can_be_taken(sketch, first, last):
            length = 2
        sign_colours(dice, sketch, first, last, length, 1)
        sketch[SNAKE_CODES + seen] = first | last << LABEL_BITS | length << 2 * LABEL_BITS
        seen += 1
        snakes &= snakes - 1
    sketch[SEEN] = seen


@kernel
def rank_colours(sketch: Words) -> None:
    """Rename the colours by their signatures; labels that are no colours keep their names."""
    for colour in range(COLOURS):
        rank, own = 0, sketch[SIGNATURE + colour]
        for other in range(COLOURS):
            sign = sketch[SIGNATURE + other]
            rank += (sign > own) | (sign == own) & (other < colour)
        sketch[RANK + colour] = rank


@kernel
def renamed(sketch: Words, labels: int) -> int:
    """Two labels with their new names."""
    first, last = labels & LABEL_MASK, labels >> LABEL_BITS & LABEL_MASK
    pair = sketch[RANK + first] | sketch[RANK + last] << LABEL_BITS
    return int(sketch[PAIRS + pair])


@kernel
def sum_up(fan: Words, held: Words, dice: Words, sketch: Words) -> None:
    """Write the keys: the sums of the numbers of all snakes and cards that are seen."""
    one = two = 0
    for at in range(sketch[SEEN]):
        code = sketch[SNAKE_CODES + at]
        code = renamed(sketch, code) | code >> 2 * LABEL_BITS << 2 * LABEL_BITS
        one += dice[0, code]
        two += dice[1, code]
    for at in range(len(held)):
        count = fan[held[at]]
        if count:
            code = CARD_DICE + renamed(sketch, sketch[CARD_LABELS + held[at]])
            one += count * dice[0, code]
            two += count * dice[1, code]
    sketch[KEY_1], sketch[KEY_2] = one, two


@kernel
def draw_key(
    table: Words,
    fan: Words,
    held: Words,
    kinds: Words,
    options: Words,
    dice: Words,
    sketch: Words,
) -> None:
    """Write the key of a table and a fan into the sketch (KEY_1, KEY_2), and the cards' labels.

    `held` are the kinds that the fan may hold, `kinds` is ENDS_OF_KINDS.
    """
    for at in range(CLEARED):
        sketch[at] = 0
    blocks = len(table) // COLUMNS
    see_fan(fan, held, kinds, sketch)
    for block in range(blocks):
        see_block(table, block * COLUMNS, sketch)
    label_cards(fan, held, kinds, dice, sketch)
    if options[JOINED] != JOINED_TAKEN:
        sketch[JOINS_TAKE] = 0
    for block in range(blocks):
        see_snakes(table, block * COLUMNS, dice, sketch)
    rank_colours(sketch)
    sum_up(fan, held, dice, sketch)
