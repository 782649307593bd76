"""What a learner observes, version 0: a row for each lawful placement, what would be after it.

The rows stand in R17's order, action k is row k. docs/observation.md is this file in words; neither
changes without a new version of the environments. All numbers are whole and at most 16 bits: a
snake and the fan together have no more cards than the deck, so no sum passes 10,000.
"""

from __future__ import annotations

from array import array
from typing import Any

from serpentina.cards import (
    CLOSED,
    COLOURS,
    FIRST_COLOUR,
    IS_HEAD,
    IS_TAIL,
    KINDS,
    LAST_COLOUR,
    LETTERS,
    RAINBOW,
    Card,
)
from serpentina.compiled import kernel, lowest_bit
from serpentina.rules import (
    FIRST,
    LAST,
    PIT_CARDS,
    PIT_COLUMNS,
    PIT_LONGEST,
    PIT_SNAKES,
    end_touched,
    is_taken,
    snake_laid,
)
from serpentina.table import (
    COLUMNS,
    FIRST_ENDS,
    LENGTH_SHIFT,
    LYING,
    SNAKES,
    blocks_used,
    length_of,
    snake_at,
)

VERSION = 0
MOST_PLAYERS = 5
ACTIONS = 256  # placements of one card; see docs/observation.md for why no card of 50 has more

Shorts = Any  # NumPy arrays of int16
Words = Any  # NumPy arrays of int64

# The columns of a row. First what the placement does: cards taken, snakes touched, the length of
# the snake made; and GIVEN, for each pair of a longer snake and a card of the fan that completes
# it, the snake's cards.
TAKEN, TOUCHED, MADE, GIVEN = range(4)
# Then the table after it: how many of each kind lie alone; and for the snakes of two cards and more
# that have only a head, only a tail, or neither, by their open ends, how many they are and how many
# cards they have.
COUNT, CARDS, PER_SNAKES = range(3)
LONE = GIVEN + 1
HEADED = LONE + KINDS
TAILED = HEADED + PER_SNAKES * COLOURS
OPEN = TAILED + PER_SNAKES * COLOURS
_PAIRS = [(one, other) for one in range(COLOURS) for other in range(one, COLOURS)]
# Then the cards left in the fan by kind, how many play, and their pits, one's own first; those of
# seats that nobody has are empty.
FAN = OPEN + PER_SNAKES * len(_PAIRS)
PLAYERS = FAN + KINDS
PITS = PLAYERS + 1
FEATURES = PITS + PIT_COLUMNS * MOST_PLAYERS
WORD = 4  # columns in 64 bits; a row is copied by words

_ENDS_MASK = (1 << LENGTH_SHIFT) - 1


def _columns_of_snakes() -> tuple[int, ...]:
    """Where a packed snake is counted: by its ends, for a lone card and then for a longer snake."""
    columns = [LONE] * 2 * (_ENDS_MASK + 1)  # those of ends that no snake has are never read
    for kind in range(KINDS):
        first, last = FIRST_COLOUR[kind], LAST_COLOUR[kind]
        columns[first | last << 3] = columns[last << 3 | first] = LONE + kind
        if not (IS_HEAD[kind] or IS_TAIL[kind]):
            columns[last | first << 3] = LONE + kind
    longer = _ENDS_MASK + 1
    for colour in range(COLOURS):
        columns[longer + (CLOSED | colour << 3)] = HEADED + PER_SNAKES * colour
        columns[longer + (colour | CLOSED << 3)] = TAILED + PER_SNAKES * colour
    for number, (one, other) in enumerate(_PAIRS):
        columns[longer + (one | other << 3)] = OPEN + PER_SNAKES * number
        columns[longer + (other | one << 3)] = OPEN + PER_SNAKES * number
    return tuple(columns)


COLUMN_OF = _columns_of_snakes()
HEAD_OF = tuple(Card.parse(f"<{letter}").kind for letter in LETTERS)
TAIL_OF = tuple(Card.parse(f"{letter}>").kind for letter in LETTERS)


def names() -> list[str]:
    """What each of the 144 columns is called, in the notation of docs/notation.md."""
    kinds = [str(Card(kind)) for kind in range(KINDS)]
    ends = [f"<..{letter}" for letter in LETTERS[:COLOURS]]
    ends += [f"{letter}..>" for letter in LETTERS[:COLOURS]]
    ends += [f"{LETTERS[one]}..{LETTERS[other]}" for one, other in _PAIRS]
    parts = ("cards", "longest", "snakes")
    pits = [f"pit {seat} {part}" for seat in range(MOST_PLAYERS) for part in parts]
    return [
        *("taken", "touched", "made", "given"),
        *(f"alone {kind}" for kind in kinds),
        *(f"{what} {end}" for end in ends for what in ("snakes", "cards")),
        *(f"fan {kind}" for kind in kinds),
        "players",
        *pits,
    ]


@kernel
def tally(row: Shorts, snake: int, sign: int) -> None:
    """Count a packed snake in a row (sign 1), or no longer (sign -1)."""
    length = length_of(snake)
    ends = snake & _ENDS_MASK
    if length == 1:
        row[COLUMN_OF[ends]] += sign
    else:
        column = COLUMN_OF[_ENDS_MASK + 1 + ends]
        row[column + COUNT] += sign
        row[column + CARDS] += sign * length


@kernel
def sketch(table: array[int], pits: array[int], fan: array[int], seat: int, row: Shorts) -> None:
    """Write what is now into a row; the pits from this seat (from 0) on."""
    for column in range(FAN):
        row[column] = 0
    for base in range(0, blocks_used(table) * COLUMNS, COLUMNS):
        firsts = table[base + LYING] & FIRST_ENDS
        while firsts:
            tally(row, table[base + SNAKES + (lowest_bit(firsts) >> 1)], 1)
            firsts &= firsts - 1
    for kind in range(len(fan)):
        row[FAN + kind] = fan[kind]
    row[PLAYERS] = len(pits) // PIT_COLUMNS
    here = seat * PIT_COLUMNS
    for column in range(len(pits)):
        row[PITS + column] = pits[here]
        here = here + 1 if here + 1 < len(pits) else 0


@kernel
def given(row: Shorts) -> int:
    """R18: over all longer snakes, their cards times the cards of the fan that complete them."""
    heads, tails = int(row[FAN + HEAD_OF[RAINBOW]]), int(row[FAN + TAIL_OF[RAINBOW]])
    total = 0
    for colour in range(COLOURS):
        headed = int(row[HEADED + PER_SNAKES * colour + CARDS])
        tailed = int(row[TAILED + PER_SNAKES * colour + CARDS])
        total += headed * (tails + int(row[FAN + TAIL_OF[colour]]))
        total += tailed * (heads + int(row[FAN + HEAD_OF[colour]]))
    return total


@kernel
def add_to_pit(row: Shorts, length: int) -> None:
    """R18, R22: one's own pit with a snake of this length."""
    row[PITS + PIT_CARDS] += length
    row[PITS + PIT_LONGEST] = max(row[PITS + PIT_LONGEST], length)
    row[PITS + PIT_SNAKES] += 1


@kernel
def foresee(table: array[int], options: array[int], card: int, placement: int, row: Shorts) -> None:
    """Make the row of a placement of a sketch of what was before it."""
    touched = 0
    for side in (FIRST, LAST):
        end = end_touched(placement, side)
        if end >= 0:
            tally(row, snake_at(table, end >> 1), -1)
            touched += 1
    made = snake_laid(table, card, placement)
    row[TOUCHED], row[MADE] = touched, length_of(made)
    if is_taken(options, placement, made):
        row[TAKEN] = length_of(made)
        add_to_pit(row, length_of(made))
    else:
        tally(row, made, 1)
    row[GIVEN] = given(row)


@kernel
def observe(
    table: array[int],
    options: array[int],
    pits: array[int],
    fan: array[int],
    seat: int,
    card: int,
    found: Words,
    count: int,
    rows: Shorts,
    words: Words,
) -> None:
    """Write a row for each of the `count` placements in `found`; `words` is `rows` by words."""
    sketch(table, pits, fan, seat, rows[0])
    for index in range(1, count):
        for word in range(words.shape[1]):
            words[index, word] = words[0, word]
    for index in range(count):
        foresee(table, options, card, found[index], rows[index])
