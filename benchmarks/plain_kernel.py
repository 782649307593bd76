"""A plain Numba kernel for the card game: the baseline that other kernels are measured against.

The table is one small integer array with a row for each open snake. A turn scans it linearly, lists
every placement of the drawn card in a scratch array, picks one uniformly at random and applies it.
It has no bit sets, no index by colour and no unsafe flags. It knows no names, no text and no
records: two players, one standard deck, totals out.

    python benchmarks/plain_kernel.py --games 1000000 --rules serpentina
"""

import argparse
from itertools import combinations
from time import perf_counter

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

COLOURS = 6  # 0 to 5 in the order of the rainbow's circle (R2)
RAINBOW = 6
CLOSED = -1  # what an end closed by a head or a tail holds in place of a colour
MIDDLE, HEAD, TAIL = 0, 1, 2

# Columns of the deck: what a card is and its two colours; a head or a tail uses the first only.
KIND, FIRST_COLOUR, SECOND_COLOUR = 0, 1, 2

# Columns of the table, one row for each open snake. A snake has no direction: which of its ends is
# called first is arbitrary. A head or tail that lies alone has one closed end.
FIRST_END, LAST_END, HAS_HEAD, HAS_TAIL, LENGTH = 0, 1, 2, 3, 4
COLUMNS = 5

# Columns of a placement: the snake and the end that the card's first colour touches, then those
# that its second colour touches, or NOWHERE. A join has both; a card on its own has neither.
SNAKE_A, END_A, SNAKE_B, END_B = 0, 1, 2, 3
PLACEMENT_COLUMNS = 4
NOWHERE = -1

# Places of the totals that `play` returns.
PLACEMENTS, LAWFUL, TAKEN, WON, SHARED, LEFT = 0, 1, 2, 4, 6, 7
TOTALS = 8
SEATS = 2

# Rows of a player's result in one game.
CARDS, LONGEST = 0, 1

PRESETS = {  # must_match, joined_taken, joinable_any (R16, R20, R21)
    "serpentina": (1, 1, 0),
    "hisss": (1, 0, 1),
}


def standard_deck() -> Ints:
    """Write the 50 cards as rows of kind, first colour, second colour (R1, R4)."""
    circle = [(colour, (colour + 1) % COLOURS) for colour in range(COLOURS)]
    pairs = [*combinations(range(COLOURS), 2)] * 2 + circle
    cards = [(MIDDLE, first, second) for first, second in pairs]
    cards += [(HEAD, colour, CLOSED) for colour in [*range(COLOURS), RAINBOW]]
    cards += [(TAIL, colour, CLOSED) for colour in [*range(COLOURS), RAINBOW]]
    return np.array(cards, dtype=np.int64)


DECK = standard_deck()
DECK_SIZE = len(DECK)
# Every end of a full table for each colour, every pair of them as a join, and alone.
MAX_PLACEMENTS = 4 * DECK_SIZE + (2 * DECK_SIZE) ** 2 + 1


@njit(cache=True)
def next_word(state: Words) -> np.uint64:
    """Advance the one-word state and return 64 random bits (splitmix64, Steele et al. 2014)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    word = state[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@njit(cache=True)
def below(state: Words, limit: int) -> int:
    """Draw a number from 0 to limit - 1, uniform to within limit / 2**32."""
    high_half = next_word(state) >> np.uint64(32)
    return np.int64((high_half * np.uint64(limit)) >> np.uint64(32))


@njit(cache=True)
def shuffle(fan: Ints, state: Words) -> None:
    """Put the fan into a random order (Fisher-Yates)."""
    for last in range(len(fan) - 1, 0, -1):
        other = below(state, last + 1)
        fan[last], fan[other] = fan[other], fan[last]


@njit(cache=True)
def touches(colour: int, end: int) -> bool:
    """Whether a card's colour may lie against an end (R10, R12, R13)."""
    if end == CLOSED:
        return False
    return colour == end or RAINBOW in (colour, end)


@njit(cache=True)
def admits(table: Ints, snake: int, kind: int) -> bool:
    """Whether a snake can take a card of this kind, its colours aside (R14, R15)."""
    if kind == MIDDLE:
        return True
    same, opposite = (HAS_HEAD, HAS_TAIL) if kind == HEAD else (HAS_TAIL, HAS_HEAD)
    if table[snake, same]:
        return False
    return not (table[snake, opposite] and table[snake, LENGTH] == 1)


@njit(cache=True)
def may_join(table: Ints, one: int, other: int, joinable_any: int) -> bool:
    """Whether a middle section may join two snakes, its colours aside (R15, R19, R21)."""
    if one == other:
        return False
    if table[one, HAS_HEAD] and table[other, HAS_HEAD]:
        return False
    if table[one, HAS_TAIL] and table[other, HAS_TAIL]:
        return False
    return bool(joinable_any) or (table[one, LENGTH] > 1 and table[other, LENGTH] > 1)


@njit(cache=True)
def add(places: Ints, found: int, snake_a: int, end_a: int, snake_b: int, end_b: int) -> int:
    """Write one placement after those found so far; returns the new count."""
    places[found, SNAKE_A] = snake_a
    places[found, END_A] = end_a
    places[found, SNAKE_B] = snake_b
    places[found, END_B] = end_b
    return found + 1


@njit(cache=True)
def add_first(table: Ints, snakes: int, kind: int, colour: int, places: Ints) -> int:
    """List the ends that a card's first colour touches, from row 0 of `places` on."""
    found = 0
    for snake in range(snakes):
        if admits(table, snake, kind):
            for end in (FIRST_END, LAST_END):
                if touches(colour, table[snake, end]):
                    found = add(places, found, snake, end, NOWHERE, NOWHERE)
    return found


@njit(cache=True)
def add_second(table: Ints, snakes: int, colour: int, places: Ints, found: int) -> int:
    """List the ends that a middle section's second colour touches."""
    for snake in range(snakes):
        for end in (FIRST_END, LAST_END):
            if touches(colour, table[snake, end]):
                found = add(places, found, NOWHERE, NOWHERE, snake, end)
    return found


@njit(cache=True)
def add_joins(table: Ints, firsts: int, singles: int, joinable_any: int, places: Ints) -> int:
    """List the joins: an end for the first colour with an end for the second (R19)."""
    found = singles
    for first in range(firsts):
        snake_a, end_a = places[first, SNAKE_A], places[first, END_A]
        for second in range(firsts, singles):
            snake_b, end_b = places[second, SNAKE_B], places[second, END_B]
            if may_join(table, snake_a, snake_b, joinable_any):
                found = add(places, found, snake_a, end_a, snake_b, end_b)
    return found


@njit(cache=True)
def list_placements(
    table: Ints, snakes: int, card: int, must_match: int, joinable_any: int, places: Ints
) -> int:
    """Write every lawful placement of a card to `places` and return how many there are (R17)."""
    kind = DECK[card, KIND]
    found = add_first(table, snakes, kind, DECK[card, FIRST_COLOUR], places)
    if kind == MIDDLE:
        firsts = found
        found = add_second(table, snakes, DECK[card, SECOND_COLOUR], places, firsts)
        found = add_joins(table, firsts, found, joinable_any, places)
    if found == 0 or not must_match:  # R16
        found = add(places, found, NOWHERE, NOWHERE, NOWHERE, NOWHERE)
    return found


@njit(cache=True)
def lay_alone(table: Ints, snakes: int, card: int) -> int:
    """Begin a new row with a card; returns that row."""
    kind = DECK[card, KIND]
    table[snakes, FIRST_END] = DECK[card, FIRST_COLOUR]
    table[snakes, LAST_END] = DECK[card, SECOND_COLOUR]  # a head or a tail: CLOSED
    table[snakes, HAS_HEAD] = kind == HEAD
    table[snakes, HAS_TAIL] = kind == TAIL
    table[snakes, LENGTH] = 1
    return snakes


@njit(cache=True)
def extend(table: Ints, snake: int, end: int, kind: int, new_end: int) -> int:
    """Lay a card against one end of a snake; `new_end` is what that end shows then."""
    table[snake, end] = new_end
    table[snake, HAS_HEAD] |= kind == HEAD
    table[snake, HAS_TAIL] |= kind == TAIL
    table[snake, LENGTH] += 1
    return snake


@njit(cache=True)
def remove(table: Ints, snakes: int, snake: int) -> int:
    """Take a row off the table, filling its place with the last; returns the new count."""
    last = snakes - 1
    for column in range(COLUMNS):
        table[snake, column] = table[last, column]
    return last


@njit(cache=True)
def join(table: Ints, snakes: int, one: int, end_one: int, other: int, end_other: int) -> int:
    """Join two snakes by a middle section; the lower row keeps the result and is returned."""
    first = table[one, FIRST_END + LAST_END - end_one]
    last = table[other, FIRST_END + LAST_END - end_other]
    keep, drop = min(one, other), max(one, other)
    table[keep, FIRST_END] = first
    table[keep, LAST_END] = last
    table[keep, HAS_HEAD] |= table[drop, HAS_HEAD]
    table[keep, HAS_TAIL] |= table[drop, HAS_TAIL]
    table[keep, LENGTH] += table[drop, LENGTH] + 1
    remove(table, snakes, drop)
    return keep


@njit(cache=True)
def place(
    table: Ints, snakes: int, card: int, places: Ints, pick: int, joined_taken: int
) -> tuple[int, int]:
    """Apply a listed placement; returns the new count of snakes and the cards taken (R18, R20)."""
    snake_a, end_a = places[pick, SNAKE_A], places[pick, END_A]
    snake_b, end_b = places[pick, SNAKE_B], places[pick, END_B]
    joined = NOWHERE not in (snake_a, snake_b)
    if joined:
        snake = join(table, snakes, snake_a, end_a, snake_b, end_b)
        snakes -= 1
    elif snake_a != NOWHERE:
        snake = extend(table, snake_a, end_a, DECK[card, KIND], DECK[card, SECOND_COLOUR])
    elif snake_b != NOWHERE:
        snake = extend(table, snake_b, end_b, DECK[card, KIND], DECK[card, FIRST_COLOUR])
    else:
        snake = lay_alone(table, snakes, card)
        snakes += 1
    complete = table[snake, HAS_HEAD] and table[snake, HAS_TAIL]
    if not (complete or (joined and joined_taken)):
        return snakes, 0
    taken = table[snake, LENGTH]
    return remove(table, snakes, snake), taken


@njit(cache=True)
def count(results: Ints, totals: Ints) -> None:
    """Add one game's results to the totals: most cards, then the longest snake (R22)."""
    totals[TAKEN] += results[CARDS, 0]
    totals[TAKEN + 1] += results[CARDS, 1]
    totals[LEFT] += DECK_SIZE - results[CARDS, 0] - results[CARDS, 1]
    lead = results[CARDS, 0] - results[CARDS, 1]
    if lead == 0:
        lead = results[LONGEST, 0] - results[LONGEST, 1]
    if lead > 0:
        totals[WON] += 1
    elif lead < 0:
        totals[WON + 1] += 1
    else:
        totals[SHARED] += 1


@njit(cache=True)
def play_game(
    fan: Ints,
    table: Ints,
    places: Ints,
    results: Ints,
    totals: Ints,
    state: Words,
    must_match: int,
    joined_taken: int,
    joinable_any: int,
) -> None:
    """Play one game from a shuffled fan, each placement chosen at random, into the totals."""
    results[:] = 0
    lay_alone(table, 0, fan[0])  # the starter belongs to nobody (R7)
    snakes = 1
    for turn in range(1, DECK_SIZE):
        seat = (turn - 1) % SEATS
        card = fan[turn]
        found = list_placements(table, snakes, card, must_match, joinable_any, places)
        pick = below(state, found)
        snakes, taken = place(table, snakes, card, places, pick, joined_taken)
        results[CARDS, seat] += taken
        results[LONGEST, seat] = max(results[LONGEST, seat], taken)
        totals[PLACEMENTS] += 1
        totals[LAWFUL] += found
    count(results, totals)


@njit(cache=True)
def play(games: int, seed: int, must_match: int, joined_taken: int, joinable_any: int) -> Ints:
    """Play many games of two random players and return their totals.

    In order: placements made, sum of the lawful placements there were to choose from, cards taken
    by seat 1 and by seat 2, games won by seat 1, by seat 2, and shared, cards left in the middle.
    """
    fan = np.arange(DECK_SIZE)
    table = np.zeros((DECK_SIZE, COLUMNS), dtype=np.int64)
    places = np.zeros((MAX_PLACEMENTS, PLACEMENT_COLUMNS), dtype=np.int64)
    results = np.zeros((2, SEATS), dtype=np.int64)
    totals = np.zeros(TOTALS, dtype=np.int64)
    state = np.zeros(1, dtype=np.uint64)
    state[0] = np.uint64(seed)
    for _ in range(games):
        shuffle(fan, state)
        play_game(
            fan, table, places, results, totals, state, must_match, joined_taken, joinable_any
        )
    return totals


def report(totals: Ints, games: int, seconds: float) -> str:
    """Write the totals as lines of text: speed first, then averages."""
    placements = int(totals[PLACEMENTS])
    taken_1, taken_2 = totals[TAKEN : TAKEN + SEATS] / games
    won_1, won_2 = totals[WON : WON + SEATS] / games
    left, shared = totals[LEFT] / games, totals[SHARED] / games
    lines = (
        f"{games / seconds:,.0f} games/s, {placements / seconds:,.0f} placements/s",
        f"lawful placements per turn: {totals[LAWFUL] / placements:.4f}",
        f"cards per game: seat 1 {taken_1:.3f}, seat 2 {taken_2:.3f}, left {left:.3f}",
        f"games won: seat 1 {won_1:.2%}, seat 2 {won_2:.2%}, shared {shared:.2%}",
    )
    return "\n".join(lines)


def positive(text: str) -> int:
    """Read a whole number above zero, for argparse."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not above zero")
    return number


def main() -> None:
    """Compile, then play and time the games asked for on the command line."""
    parser = argparse.ArgumentParser(description="Time the plain kernel on random games.")
    parser.add_argument("--games", type=positive, default=1_000_000)
    parser.add_argument("--rules", choices=PRESETS, default="serpentina")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rules = PRESETS[options.rules]
    play(1, options.seed, *rules)
    start = perf_counter()
    totals = play(options.games, options.seed, *rules)
    print(f"{options.rules}, {options.games:,} games, seed {options.seed}")
    print(report(totals, options.games, perf_counter() - start))


if __name__ == "__main__":
    main()
