"""The rules: one function for each printed rule, and what a placement does to the table.

Nothing here knows texts, players or the fan. A card is its kind; the sets of ends are words as
`table` describes them, for the block of the table that begins at column `base`.

A placement is a number: which end of a snake the card's first end touches, and which its last end.
So it says the place (or the two places of a join) and which way round the card lies (R17).
"""

from __future__ import annotations

from array import array

from serpentina.cards import (
    CLOSED,
    FIRST_COLOUR,
    IS_HEAD,
    IS_TAIL,
    KINDS,
    LAST_COLOUR,
    RAINBOW,
)
from serpentina.compiled import kernel, lowest_bit
from serpentina.options import (
    GOAL,
    GOAL_RACE,
    GOAL_SNAKES,
    JOINABLE,
    JOINABLE_ANY,
    JOINED,
    JOINED_TAKEN,
    MUST_MATCH,
    RACE_TO,
)
from serpentina.table import (
    COLUMNS,
    END_BITS,
    FIRST_ENDS,
    LAST_ENDS,
    LYING,
    SINGLE,
    blocks_used,
    colour_of,
    free_place,
    lay,
    length_of,
    lift,
    packed,
    snake_at,
)

# A player's pit, as columns of an array that holds one pit after the other.
PIT_CARDS, PIT_LONGEST, PIT_SNAKES, PIT_COLUMNS = range(4)
PIT_BITS = 8  # a deck has at most 200 cards

FIRST, LAST = 0, 1  # the two sides of a card and of a snake

# A placement: the end that the card's first end touches, plus one, and the same for its last end.
ALONE = 0
TOUCH_BITS = 9
TOUCH_MASK = (1 << TOUCH_BITS) - 1


def _matching_column(kind: int, side: int) -> int:
    """R10, R13: the ends that this end of a card matches: those of its colour, or any."""
    colour = (FIRST_COLOUR, LAST_COLOUR)[side][kind]
    return LYING if colour == RAINBOW else colour


def _rainbow_column(kind: int, side: int) -> int:
    """R13: a middle section also matches the end of a rainbow card that lies alone."""
    is_middle = not (IS_HEAD[kind] or IS_TAIL[kind])
    return RAINBOW if is_middle else _matching_column(kind, side)


_SIDES = [(kind, side) for kind in range(KINDS) for side in (FIRST, LAST)]
MATCHING = tuple(_matching_column(kind, side) for kind, side in _SIDES)
RAINBOW_TOO = tuple(_rainbow_column(kind, side) for kind, side in _SIDES)
HEAD_MASK = tuple(-1 if head else 0 for head in IS_HEAD)
TAIL_MASK = tuple(-1 if tail else 0 for tail in IS_TAIL)


@kernel
def matching(table: array[int], base: int, card: int, side: int) -> int:
    """R10, R11, R12, R13: the open ends that this end of the card matches in colour.

    A lone card has ends as a longer snake has; an end closed by a head or a tail is never open.
    """
    row = 2 * card + side
    ends = table[base + MATCHING[row]] | table[base + RAINBOW_TOO[row]]
    return ends & ~table[base + CLOSED]


@kernel
def headed(table: array[int], base: int) -> int:
    """The last ends of the snakes whose first end is closed by a head."""
    return (table[base + CLOSED] & FIRST_ENDS) << 1


@kernel
def tailed(table: array[int], base: int) -> int:
    """The first ends of the snakes whose last end is closed by a tail."""
    return (table[base + CLOSED] & LAST_ENDS) >> 1


@kernel
def head_meets_tail(table: array[int], base: int, card: int) -> int:
    """R14: the ends where this head would touch a tail, or this tail a head."""
    lone = table[base + SINGLE]
    return lone & (HEAD_MASK[card] & tailed(table, base) | TAIL_MASK[card] & headed(table, base))


@kernel
def would_be_second(table: array[int], base: int, card: int) -> int:
    """R15: the ends where this head would be a snake's second head, or this tail a second tail."""
    return HEAD_MASK[card] & headed(table, base) | TAIL_MASK[card] & tailed(table, base)


@kernel
def touchable(table: array[int], base: int, card: int, side: int) -> int:
    """R10 to R15: the ends that this end of the card may touch."""
    barred = head_meets_tail(table, base, card) | would_be_second(table, base, card)
    return matching(table, base, card, side) & ~barred


@kernel
def joinable_ends(table: array[int], options: array[int], base: int) -> int:
    """R21: the ends of the snakes that may be joined: all, or only those of two cards and more."""
    if options[JOINABLE] == JOINABLE_ANY:
        return table[base + LYING]
    return table[base + LYING] & ~table[base + SINGLE]


@kernel
def joinable(table: array[int], options: array[int], base: int, card: int, side: int) -> int:
    """R19, R21: the ends that this end of a middle section may touch in a join."""
    return touchable(table, base, card, side) & joinable_ends(table, options, base)


@kernel
def other_ends(ends: int) -> int:
    """The other ends of the same snakes."""
    return (ends & FIRST_ENDS) << 1 | (ends & LAST_ENDS) >> 1


@kernel
def partners(table: array[int], options: array[int], card: int, end: int, base: int) -> int:
    """R15, R19: the ends that may be joined to this end, which the card's first end touches.

    Never two heads or two tails, never a snake with itself.
    """
    ends = joinable(table, options, base, card, LAST)
    own_base, own = (end >> END_BITS) * COLUMNS, 1 << (end & (1 << END_BITS) - 1)
    if headed(table, own_base) & own:
        return ends & ~headed(table, base)
    if tailed(table, own_base) & own:
        return ends & ~tailed(table, base)
    if own_base == base:
        return ends & ~other_ends(own)
    return ends


@kernel
def may_lie_alone(options: array[int], fitting: int) -> bool:
    """R16: whether a card that fits at so many ends may be placed on its own."""
    return fitting == 0 or options[MUST_MATCH] == 0


@kernel
def list_placements(table: array[int], options: array[int], card: int, out: array[int]) -> int:
    """R17: write the card's placements into `out`, in the fixed order; returns how many.

    First the ends that the card's first end touches, then those that its last end touches; then the
    joins, by the first one's end and then by the other's; on its own comes last.
    """
    blocks = blocks_used(table)
    firsts = list_touching(table, card, FIRST, blocks, out, 0)
    fitting = count = list_touching(table, card, LAST, blocks, out, firsts)
    if 0 < firsts < fitting:
        count = list_joins(table, options, card, blocks, out, count)
    if may_lie_alone(options, fitting):
        out[count] = ALONE
        count += 1
    return count


@kernel
def list_touching(
    table: array[int], card: int, side: int, blocks: int, out: array[int], count: int
) -> int:
    """R17: write the ends that this end of the card touches, by place, first end before last.

    They go into `out` from `count` on; returns the new count.
    """
    for block in range(blocks):
        ends = touchable(table, block * COLUMNS, card, side)
        while ends:
            out[count] = (block << END_BITS | lowest_bit(ends)) + 1 << TOUCH_BITS * side
            count += 1
            ends &= ends - 1
    return count


@kernel
def list_joins(
    table: array[int], options: array[int], card: int, blocks: int, out: array[int], count: int
) -> int:
    """R19: write a middle section's joins into `out` from `count` on; returns the new count."""
    for block in range(blocks):
        ends = joinable(table, options, block * COLUMNS, card, FIRST)
        while ends:
            end = block << END_BITS | lowest_bit(ends)
            for other in range(blocks):
                others = partners(table, options, card, end, other * COLUMNS)
                while others:
                    touched = other << END_BITS | lowest_bit(others)
                    out[count] = end + 1 | touched + 1 << TOUCH_BITS
                    count += 1
                    others &= others - 1
            ends &= ends - 1
    return count


@kernel
def end_touched(placement: int, side: int) -> int:
    """The end that the card's first (side 0) or last end touches, or -1."""
    return (placement >> TOUCH_BITS * side & TOUCH_MASK) - 1


@kernel
def is_join(placement: int) -> bool:
    """R19: whether the placement joins two snakes."""
    return placement & TOUCH_MASK > 0 and placement >> TOUCH_BITS > 0


@kernel
def is_complete(snake: int) -> bool:
    """R18: whether a packed snake has a head and a tail; R14 puts a middle section between."""
    return colour_of(snake, FIRST) == CLOSED and colour_of(snake, LAST) == CLOSED


@kernel
def is_taken(options: array[int], placement: int, made: int) -> bool:
    """R18, R20: whether the player takes what he has just made: a whole snake or a joined one."""
    return is_complete(made) or (is_join(placement) and options[JOINED] == JOINED_TAKEN)


@kernel
def outer_colour(table: array[int], end: int) -> int:
    """The colour of the other end of the snake that has this end."""
    return colour_of(snake_at(table, end >> 1), 1 - (end & 1))


@kernel
def snake_made(table: array[int], card: int, placement: int) -> int:
    """The snake that a placement makes, packed, with the card's first end towards its first end."""
    first, last, length = FIRST_COLOUR[card], LAST_COLOUR[card], 1
    end, other = end_touched(placement, FIRST), end_touched(placement, LAST)
    if end >= 0:
        first, length = outer_colour(table, end), length + length_of(snake_at(table, end >> 1))
    if other >= 0:
        last, length = outer_colour(table, other), length + length_of(snake_at(table, other >> 1))
    return packed(first, last, length)


@kernel
def lies_reversed(table: array[int], placement: int) -> bool:
    """Whether the snake that a placement makes would begin with its tail or end with its head."""
    end, other = end_touched(placement, FIRST), end_touched(placement, LAST)
    begins_with_tail = end >= 0 and end & 1 == FIRST and outer_colour(table, end) == CLOSED
    ends_with_head = other >= 0 and other & 1 == LAST and outer_colour(table, other) == CLOSED
    return begins_with_tail or ends_with_head


@kernel
def snake_laid(table: array[int], card: int, placement: int) -> int:
    """The same snake as it lies on the table: a head first, a tail last."""
    made = snake_made(table, card, placement)
    if lies_reversed(table, placement):
        return packed(colour_of(made, LAST), colour_of(made, FIRST), length_of(made))
    return made


@kernel
def cards_taken(table: array[int], options: array[int], card: int, placement: int) -> int:
    """How many cards the player would take by this placement; the table stays as it is."""
    made = snake_made(table, card, placement)
    return length_of(made) if is_taken(options, placement, made) else 0


@kernel
def place(table: array[int], options: array[int], card: int, placement: int) -> int:
    """Make one of the card's placements (R18, R19, R20).

    Returns the place where the snake lies now, or minus the number of cards taken. A snake that
    grows stays at its place, a joined one at the lower of the two.
    """
    if placement == ALONE:
        at = free_place(table)
        lay(table, at, packed(FIRST_COLOUR[card], LAST_COLOUR[card], 1))
        return at
    made = snake_laid(table, card, placement)
    end, other = end_touched(placement, FIRST), end_touched(placement, LAST)
    at = (end if end >= 0 else other) >> 1
    lift(table, at)
    if end >= 0 and other >= 0:
        lift(table, other >> 1)
        at = min(at, other >> 1)
    if is_taken(options, placement, made):
        return -length_of(made)
    lay(table, at, made)
    return at


@kernel
def collect(pits: array[int], seat: int, length: int) -> None:
    """R18, R22: put a taken snake of this length into the pit of a seat (from 0); 0 is none."""
    base = seat * PIT_COLUMNS
    pits[base + PIT_CARDS] += length
    pits[base + PIT_LONGEST] = max(pits[base + PIT_LONGEST], length)
    pits[base + PIT_SNAKES] += length > 0


@kernel
def has_won_race(pits: array[int], options: array[int], seat: int) -> bool:
    """R23: whether a seat (from 0) holds the cards that win a race at once."""
    cards = pits[seat * PIT_COLUMNS + PIT_CARDS]
    return options[GOAL] == GOAL_RACE and cards >= options[RACE_TO]


@kernel
def standing(pits: array[int], options: array[int], seat: int) -> int:
    """R22, R23: a number that is greater for a seat (from 0) that is ahead, equal for a shared win.

    Most cards, then the longest snake; or most snakes, then these; a race won beats all.
    """
    base = seat * PIT_COLUMNS
    ahead = 0
    if options[GOAL] == GOAL_SNAKES:
        ahead = pits[base + PIT_SNAKES]
    elif has_won_race(pits, options, seat):
        ahead = 1
    ahead = ahead << PIT_BITS | pits[base + PIT_CARDS]
    return ahead << PIT_BITS | pits[base + PIT_LONGEST]


@kernel
def winners(pits: array[int], options: array[int]) -> int:
    """R22: the set of seats (bit s for seat s, from 0) that win or share the win."""
    best, seats = -1, 0
    for seat in range(len(pits) // PIT_COLUMNS):
        here = standing(pits, options, seat)
        if here > best:
            best, seats = here, 0
        if here == best:
            seats |= 1 << seat
    return seats
