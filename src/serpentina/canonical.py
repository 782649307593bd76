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
from serpentina.table import COLUMNS, FIRST_ENDS, LYING, SNAKES, colour_of, length_of

Words = Any  # a flat NumPy array of int64

# What an end is: a colour 0 to 5, a rainbow card's, or one of these.
PALE, FAR, HEAD_END, TAIL_END = RAINBOW + 1, RAINBOW + 2, RAINBOW + 3, RAINBOW + 4
LABEL_BITS = 4
HASH_MASK = (1 << 54) - 1

# The random numbers: for a snake by its labels and length, then for a card by its labels.
_LENGTHS = 256
CARD_DICE = _LENGTHS << 2 * LABEL_BITS
DICE = CARD_DICE + (1 << 2 * LABEL_BITS)
_SIGNS = 60_000  # where the numbers begin from which a card signs its colours

# The sketch, a scratch array: counts by colour (8 each), then labels.
FAN_MIDDLES, FAN_HEADS, FAN_TAILS, ENDS, HEAD_FITS, TAIL_FITS, SIGNATURE, RANK = range(0, 64, 8)
ANY_END = CLOSED  # the column of HEAD_FITS and TAIL_FITS for an end of any middle section
KEY_1, KEY_2, MIDDLES, LONE_RAINBOW, HEADS_LEFT, TAILS_LEFT, JOINS_TAKE, SEEN = range(64, 72)
CARD_LABEL = 72  # both labels of each kind in the fan
SNAKE = CARD_LABEL + KINDS  # the snakes: packed, and their labels
_MOST_SNAKES = 256
SNAKE_LABEL = SNAKE + _MOST_SNAKES
SKETCH = SNAKE_LABEL + _MOST_SNAKES


def new_dice() -> Words:
    """The random numbers of the keys: two rows, below 2^54; the same each time."""
    return np.random.default_rng(17).integers(0, HASH_MASK + 1, (2, DICE), np.int64)


@kernel
def both(first: int, last: int) -> int:
    """Two labels as one number: a head first, a tail last, or else the smaller first."""
    if first > last and first != HEAD_END and last != TAIL_END:
        first, last = last, first
    return first | last << LABEL_BITS


@kernel
def count_fan(fan: Words, sketch: Words) -> None:
    """Count the ends of the fan's cards by colour."""
    for kind in range(KINDS):
        count = fan[kind]
        if count == 0:
            continue
        first, last = FIRST_COLOUR[kind], LAST_COLOUR[kind]
        if first == CLOSED:
            sketch[FAN_HEADS + last] += count
        elif last == CLOSED:
            sketch[FAN_TAILS + first] += count
        else:
            sketch[FAN_MIDDLES + first] += count
            sketch[FAN_MIDDLES + last] += count
            sketch[MIDDLES] += count


@kernel
def count_open_end(sketch: Words, snake: int, colour: int) -> None:
    """Count an open end of a snake: what may touch it (R13, R14, R15)."""
    sketch[ENDS + colour] += 1
    is_lone = length_of(snake) == 1
    has_head, has_tail = colour_of(snake, 0) == CLOSED, colour_of(snake, 1) == CLOSED
    if is_lone and (has_head or has_tail):
        sketch[LONE_RAINBOW] += colour == RAINBOW
        return
    if not has_head:
        sketch[HEAD_FITS + colour] += 1
        sketch[HEAD_FITS + ANY_END] += 1
    if not has_tail:
        sketch[TAIL_FITS + colour] += 1
        sketch[TAIL_FITS + ANY_END] += 1


@kernel
def count_table(table: Words, sketch: Words) -> int:
    """Copy the snakes into the sketch and count their open ends; returns how many snakes."""
    count = 0
    for block in range(len(table) // COLUMNS):
        base = block * COLUMNS
        ends = table[base + LYING] & FIRST_ENDS
        while ends:
            snake = table[base + SNAKES + (lowest_bit(ends) >> 1)]
            sketch[SNAKE + count] = snake
            count += 1
            for side in range(2):
                if colour_of(snake, side) != CLOSED:
                    count_open_end(sketch, snake, colour_of(snake, side))
            ends &= ends - 1
    return count


@kernel
def open_label(sketch: Words, snake: int, colour: int) -> int:
    """What an open end of a snake on the table is: its colour, PALE or FAR."""
    has_head, has_tail = colour_of(snake, 0) == CLOSED, colour_of(snake, 1) == CLOSED
    if colour == RAINBOW:
        return RAINBOW if sketch[MIDDLES] else FAR
    fits, rainbows = sketch[FAN_MIDDLES + colour], 0
    if not (length_of(snake) == 1 and (has_head or has_tail)):
        if not has_head:
            fits += sketch[FAN_HEADS + colour]
            rainbows += sketch[FAN_HEADS + RAINBOW]
        if not has_tail:
            fits += sketch[FAN_TAILS + colour]
            rainbows += sketch[FAN_TAILS + RAINBOW]
    if fits:
        return colour
    return PALE if rainbows else FAR


@kernel
def label_snakes(sketch: Words, count: int) -> None:
    """Label both ends of each snake; note whether a head or a tail can still come from one."""
    for at in range(count):
        snake = sketch[SNAKE + at]
        first, last = colour_of(snake, 0), colour_of(snake, 1)
        has_head, has_tail = first == CLOSED, last == CLOSED
        first = HEAD_END if has_head else open_label(sketch, snake, first)
        last = TAIL_END if has_tail else open_label(sketch, snake, last)
        sketch[HEADS_LEFT] |= has_head and last != FAR
        sketch[TAILS_LEFT] |= has_tail and first != FAR
        sketch[SNAKE_LABEL + at] = first | last << LABEL_BITS


@kernel
def middle_label(sketch: Words, colour: int) -> int:
    """What an end of a middle section in the fan is: its colour, PALE or FAR."""
    others = sketch[FAN_MIDDLES + colour] - 1 + sketch[FAN_HEADS + colour]
    if others + sketch[FAN_TAILS + colour] + sketch[ENDS + colour]:
        return colour
    rainbows = sketch[FAN_HEADS + RAINBOW] + sketch[FAN_TAILS + RAINBOW] + sketch[LONE_RAINBOW]
    return PALE if rainbows else FAR


@kernel
def closing_label(sketch: Words, colour: int, fits: int) -> int:
    """What the open end of a head or tail in the fan is: its colour or FAR.

    `fits` is the column of the ends on the table that it may touch.
    """
    if colour == RAINBOW:
        return RAINBOW if sketch[MIDDLES] + sketch[fits + ANY_END] else FAR
    return colour if sketch[FAN_MIDDLES + colour] + sketch[fits + colour] else FAR


@kernel
def label_cards(fan: Words, sketch: Words) -> None:
    """Label the kinds of the fan; a card that can touch nothing is FAR at both ends."""
    for kind in range(KINDS):
        if fan[kind] == 0:
            continue
        first, last = FIRST_COLOUR[kind], LAST_COLOUR[kind]
        if first == CLOSED:
            last = closing_label(sketch, last, HEAD_FITS)
            first = FAR if last == FAR else HEAD_END
            sketch[HEADS_LEFT] |= last != FAR
        elif last == CLOSED:
            first = closing_label(sketch, first, TAIL_FITS)
            last = FAR if first == FAR else TAIL_END
            sketch[TAILS_LEFT] |= first != FAR
        else:
            first, last = middle_label(sketch, first), middle_label(sketch, last)
            sketch[JOINS_TAKE] |= first != FAR and last != FAR
        sketch[CARD_LABEL + kind] = first | last << LABEL_BITS


@kernel
def can_be_taken(sketch: Words, first: int, last: int) -> bool:
    """Whether a snake with these labels may still be completed, or joined and so taken."""
    can_touch_first = first not in (FAR, HEAD_END)
    can_touch_last = last not in (FAR, TAIL_END)
    if sketch[JOINS_TAKE] and (can_touch_first or can_touch_last):
        return True
    can_have_head = first == HEAD_END or (can_touch_first and sketch[HEADS_LEFT])
    can_have_tail = last == TAIL_END or (can_touch_last and sketch[TAILS_LEFT])
    return bool(can_have_head and can_have_tail)


@kernel
def see_snakes(dice: Words, sketch: Words, count: int) -> None:
    """Keep the snakes that matter, with the length that matters, and sign the colours by them."""
    seen = 0
    for at in range(count):
        snake, labels = sketch[SNAKE + at], sketch[SNAKE_LABEL + at]
        first, last = labels & 15, labels >> LABEL_BITS
        if first in (FAR, HEAD_END) and last in (FAR, TAIL_END):
            continue
        length = length_of(snake)
        if not can_be_taken(sketch, first, last):
            length = min(length, 2)
        if first < COLOURS:
            sketch[SIGNATURE + first] += dice[0, 16 * length + (last if last >= COLOURS else 0)]
        if last < COLOURS:
            sketch[SIGNATURE + last] += dice[0, 16 * length + (first if first >= COLOURS else 0)]
        sketch[SNAKE + seen], sketch[SNAKE_LABEL + seen] = length, labels
        seen += 1
    sketch[SEEN] = seen


@kernel
def see_cards(dice: Words, fan: Words, sketch: Words) -> None:
    """Sign the colours by the cards of the fan."""
    for kind in range(KINDS):
        if fan[kind]:
            labels = sketch[CARD_LABEL + kind]
            first, last = labels & 15, labels >> LABEL_BITS
            if first < COLOURS:
                sign = dice[0, _SIGNS + (last if last >= COLOURS else 0)]
                sketch[SIGNATURE + first] += fan[kind] * sign
            if last < COLOURS:
                sign = dice[0, _SIGNS + (first if first >= COLOURS else 0)]
                sketch[SIGNATURE + last] += fan[kind] * sign


@kernel
def rank_colours(sketch: Words) -> None:
    """Rename the colours by their signatures; labels that are no colours keep their names."""
    for colour in range(COLOURS):
        rank = 0
        own = sketch[SIGNATURE + colour]
        for other in range(COLOURS):
            sign = sketch[SIGNATURE + other]
            rank += sign > own or (sign == own and other < colour)
        sketch[RANK + colour] = rank


@kernel
def renamed(sketch: Words, labels: int) -> int:
    """Two labels with their new names."""
    first, last = labels & 15, labels >> LABEL_BITS
    if first < COLOURS:
        first = sketch[RANK + first]
    if last < COLOURS:
        last = sketch[RANK + last]
    return both(first, last)


@kernel
def draw_key(table: Words, fan: Words, options: Words, dice: Words, sketch: Words) -> None:
    """Write the key of a table and a fan into the sketch (KEY_1, KEY_2), and the labels."""
    sketch[:CARD_LABEL] = 0
    count_fan(fan, sketch)
    count = count_table(table, sketch)
    label_snakes(sketch, count)
    label_cards(fan, sketch)
    if options[JOINED] != JOINED_TAKEN:
        sketch[JOINS_TAKE] = 0
    see_snakes(dice, sketch, count)
    see_cards(dice, fan, sketch)
    rank_colours(sketch)
    one = two = 0
    for at in range(sketch[SEEN]):
        code = renamed(sketch, sketch[SNAKE_LABEL + at]) | sketch[SNAKE + at] << 2 * LABEL_BITS
        one += dice[0, code]
        two += dice[1, code]
    for kind in range(KINDS):
        if fan[kind]:
            code = CARD_DICE + renamed(sketch, sketch[CARD_LABEL + kind])
            one += fan[kind] * dice[0, code]
            two += fan[kind] * dice[1, code]
    sketch[KEY_1], sketch[KEY_2] = one, two
