"""The table: the open snakes as one flat array with named columns.

A table is an array of 64-bit integers in blocks of 31 places each; it has enough blocks for every
card of its deck to lie alone. A snake keeps its place while it lies there; a new one takes the
lowest free place. A snake runs from its first end to its last end: a head is always first and a
tail always last. End 2p is the first end of place p, end 2p + 1 its last end.

A block begins with sets of ends, 62 bits in one word: one set for each colour that an open end can
have (columns RED to RAINBOW), one for closed ends (column CLOSED), one for the ends of snakes of
one card, one for all ends of the snakes that lie there. `lay` and `lift` keep them up, so that a
question of the rules about all snakes at once is a few operations on words. How this form compares
with a plain list of snakes is measured in docs/performance.md.
"""

from __future__ import annotations

from array import array

from serpentina.cards import CLOSED, MOST_CARDS
from serpentina.compiled import kernel, lowest_bit
from serpentina.errors import NotationError

# Columns of a block; columns 0 to 7 are the sets of ends by colour.
SINGLE = CLOSED + 1  # ends of snakes of one card
LYING = CLOSED + 2  # both ends of every snake
SNAKES = CLOSED + 3  # one column for each place: the snake packed in a number
PLACES = PLACE_MASK = 31
COLUMNS = SNAKES + PLACES

# Places are numbered with a gap, 0 to 30, 32 to 62 and so on, so that a place of a block and an end
# of a word are found by shifts.
PLACE_BITS = 5
END_BITS = PLACE_BITS + 1
FIRST_ENDS = sum(1 << 2 * place for place in range(PLACES))
LAST_ENDS = FIRST_ENDS << 1
ALL_ENDS = FIRST_ENDS | LAST_ENDS

# A packed snake: the colours of its two ends and its number of cards.
COLOUR_BITS = 3
COLOUR_MASK = 7
LENGTH_SHIFT = 2 * COLOUR_BITS


def new_table(cards: int) -> array[int]:
    """An empty table with room for this many cards, at most 200, each on its own."""
    if cards > MOST_CARDS:
        raise NotationError(
            "A table has at most {most} cards, but this one has {count}.",
            most=MOST_CARDS,
            count=cards,
        )
    return array("q", bytes(8 * COLUMNS * -(-cards // PLACES)))


@kernel
def blocks_used(table: array[int]) -> int:
    """How many blocks there are up to the last that holds a snake, at least one."""
    columns = len(table)
    while columns > COLUMNS and table[columns - COLUMNS + LYING] == 0:
        columns -= COLUMNS
    return columns // COLUMNS


@kernel
def snake_at(table: array[int], place: int) -> int:
    """The packed snake that lies at a place."""
    return table[(place >> PLACE_BITS) * COLUMNS + SNAKES + (place & PLACE_MASK)]


@kernel
def packed(first: int, last: int, length: int) -> int:
    """A snake as a number: the colours of its ends and how many cards it has."""
    return first | last << COLOUR_BITS | length << LENGTH_SHIFT


@kernel
def colour_of(snake: int, side: int) -> int:
    """The colour of a packed snake's first (side 0) or last end (side 1), or CLOSED."""
    return snake >> COLOUR_BITS * side & COLOUR_MASK


@kernel
def length_of(snake: int) -> int:
    """The number of cards of a packed snake."""
    return snake >> LENGTH_SHIFT


@kernel
def free_place(table: array[int]) -> int:
    """The lowest place where nothing lies."""
    block = 0
    while table[block * COLUMNS + LYING] == ALL_ENDS:
        block += 1
    free = FIRST_ENDS & ~table[block * COLUMNS + LYING]
    return block << PLACE_BITS | lowest_bit(free) >> 1


@kernel
def lay(table: array[int], place: int, snake: int) -> None:
    """Lay a packed snake at a free place."""
    base, bit = (place >> PLACE_BITS) * COLUMNS, 2 * (place & PLACE_MASK)
    table[base + SNAKES + (place & PLACE_MASK)] = snake
    table[base + colour_of(snake, 0)] |= 1 << bit
    table[base + colour_of(snake, 1)] |= 2 << bit
    table[base + LYING] |= 3 << bit
    table[base + SINGLE] |= 3 * (length_of(snake) == 1) << bit


@kernel
def lift(table: array[int], place: int) -> None:
    """Lift the snake at a place off the table."""
    base, bit = (place >> PLACE_BITS) * COLUMNS, 2 * (place & PLACE_MASK)
    snake = table[base + SNAKES + (place & PLACE_MASK)]
    table[base + SNAKES + (place & PLACE_MASK)] = 0
    others = ~(3 << bit)
    table[base + colour_of(snake, 0)] &= others
    table[base + colour_of(snake, 1)] &= others
    table[base + LYING] &= others
    table[base + SINGLE] &= others
