"""Afterstates: how the table looks after a placement, in numbers.

An afterstate is a table, the pits, the cards left in the fan and the seat that draws next.
`look` describes it to one seat, `me`, by FEATURES numbers, for `intuition` to guess from. They are
impressions, not rules: what is lawful and what is taken, `rules` says.
"""

from __future__ import annotations

import math
from array import array

from serpentina.cards import CLOSED, FIRST_COLOUR, IS_HEAD, IS_TAIL, LAST_COLOUR, RAINBOW
from serpentina.compiled import kernel, lowest_bit
from serpentina.options import JOINABLE, JOINABLE_ANY, JOINED, JOINED_TAKEN
from serpentina.policies import blocks_that_give, most_taken
from serpentina.rules import PIT_CARDS, PIT_COLUMNS, PIT_LONGEST, PIT_SNAKES, collect, winners
from serpentina.table import (
    COLUMNS,
    FIRST_ENDS,
    LYING,
    SNAKES,
    blocks_used,
    colour_of,
    length_of,
)

# What the fan holds for an open end, a column for each colour of ends: the heads, tails and middle
# sections that match it, and the ways to lay a middle section and then a head or a tail. Then, for
# two ends, the middle sections that join them and the pairs of middle sections that do, as squares.
COLOURS = RAINBOW + 1
HEADS, TAILS, MIDDLES, HEADS_AFTER, TAILS_AFTER, LINKS = range(0, 6 * COLOURS, COLOURS)
CHAINS = LINKS + COLOURS**2
LEFT, HEADS_LEFT, TAILS_LEFT, OFFERS_COLUMNS = range(CHAINS + COLOURS**2, CHAINS + COLOURS**2 + 4)

# The features, in the order of the functions below that see to them.
FEATURES = 48
(
    FAN_LEFT,
    FAN_SHORT,
    FAN_TURNS,
    FAN_HEADS,
    FAN_TAILS,
    TAKE_MEAN,
    TAKE_ROOT,
    TAKE_CHANCE,
    TAKE_MOST,
    SHARE_NOW,
    SHARE_NEXT,
    SHARE_MINE,
    CLOSED_CARDS,
    CLOSED_SNAKES,
    CLOSED_TAKE,
    CLOSED_EVER,
    CLOSED_DEAD,
    CLOSED_LONGEST,
    CLOSED_SECOND,
    CLOSED_GROW,
    CLOSED_LATER,
    CLOSED_AGAIN,
    CLOSED_LONE,
    OPEN_CARDS,
    OPEN_SNAKES,
    OPEN_LONGEST,
    OPEN_CLOSE,
    OPEN_GROW,
    OPEN_LATER,
    OPEN_LONE,
    JOIN_TAKE,
    JOIN_CHANCE,
    JOIN_LATER,
    JOIN_LATER_CHANCE,
    JOIN_ENDS,
    LEAD,
    LEAD_ROOT,
    LEAD_PART,
    LEAD_LESS,
    LEAD_MORE,
    LEAD_CLOSED,
    LEAD_LONGEST,
    LEAD_SECOND,
    STAKE_ROOT,
    STAKE_SHORT,
    TURN_MINE,
    TURN_WAIT,
    TURN_SEATS,
) = range(FEATURES)

NEVER = 3  # a lead is worth no more than this many times what is still at stake
FAR = 99  # more cards than a lead that matters
# Columns of an end in the list of open ends.
END_COLOUR, END_LENGTH, END_PLACE, END_OTHER, END_COLUMNS = range(5)


@kernel
def count_offers(fan: array[int], offers: array[int]) -> None:
    """Count what the fan holds for open ends of each colour (R10, R13)."""
    for column in range(len(offers)):  # no constant: the compiler would write the loop out
        offers[column] = 0
    for kind in range(len(fan)):
        count = fan[kind]
        if count:
            offers[LEFT] += count
            if IS_HEAD[kind]:
                offers[HEADS_LEFT] += count
                offer(offers, HEADS, LAST_COLOUR[kind], count)
            elif IS_TAIL[kind]:
                offers[TAILS_LEFT] += count
                offer(offers, TAILS, FIRST_COLOUR[kind], count)
            else:
                offer_middle(offers, FIRST_COLOUR[kind], LAST_COLOUR[kind], count)
    for colour in range(COLOURS):
        offer_chains(offers, colour)


@kernel
def offer(offers: array[int], base: int, colour: int, count: int) -> None:
    """Heads or tails of a colour match ends of it; those of the rainbow match any but their own."""
    if colour == RAINBOW:
        for other in range(RAINBOW):
            offers[base + other] += count
    else:
        offers[base + colour] += count


@kernel
def offer_middle(offers: array[int], first: int, last: int, count: int) -> None:
    """A middle section matches ends of its two colours, and the rainbow's."""
    offers[MIDDLES + first] += count
    offers[MIDDLES + last] += count
    offers[MIDDLES + RAINBOW] += count
    offers[LINKS + first * COLOURS + last] += count
    offers[LINKS + last * COLOURS + first] += count
    for colour in (first, last):
        offers[LINKS + RAINBOW * COLOURS + colour] += count
        offers[LINKS + colour * COLOURS + RAINBOW] += count


@kernel
def offer_chains(offers: array[int], colour: int) -> None:
    """What can be laid at an end after a middle section: heads, tails, another one."""
    links = LINKS + colour * COLOURS
    heads = tails = 0
    for between in range(RAINBOW):
        heads += offers[links + between] * offers[HEADS + between]
        tails += offers[links + between] * offers[TAILS + between]
    offers[HEADS_AFTER + colour] = heads
    offers[TAILS_AFTER + colour] = tails
    for other in range(COLOURS):
        chains = 0
        for between in range(RAINBOW):
            chains += offers[links + between] * offers[LINKS + other * COLOURS + between]
        offers[CHAINS + colour * COLOURS + other] = chains


@kernel
def share(pits: array[int], options: array[int], me: int) -> float:
    """R22: what part of the win a seat (from 0) has, if the game ends now."""
    won, seats = winners(pits, options), 0
    if not won >> me & 1:
        return 0.0
    while won:
        won &= won - 1
        seats += 1
    return 1.0 / seats


@kernel
def shares_after(
    pits: array[int], options: array[int], taker: int, me: int, takes: array[int], most: int
) -> float:
    """The sum of `share` over the cards of the fan that take something, had `taker` drawn them."""
    base = taker * PIT_COLUMNS
    cards, longest, snakes = (
        pits[base + PIT_CARDS],
        pits[base + PIT_LONGEST],
        pits[base + PIT_SNAKES],
    )
    total = 0.0
    for length in range(most + 1):
        if takes[length]:
            collect(pits, taker, length)
            total += takes[length] * share(pits, options, me)
            pits[base + PIT_CARDS] = cards
            pits[base + PIT_LONGEST] = longest
            pits[base + PIT_SNAKES] = snakes
    return total


@kernel
def look_at_takes(
    table: array[int],
    options: array[int],
    fan: array[int],
    pits: array[int],
    seat: int,
    me: int,
    left: int,
    takes: array[int],
    x: array[float],
) -> None:
    """What the next card takes at most, and who would then be ahead."""
    total = squares = most = chances = 0
    blocks = blocks_that_give(table, options)
    for card in range(len(fan)):
        if blocks and fan[card]:
            taken = min(most_taken(table, options, blocks, card), len(takes) - 1)
            if taken:
                takes[taken] += fan[card]
                chances += fan[card]
                total += fan[card] * taken
                squares += fan[card] * taken * taken
                most = max(most, taken)
    x[TAKE_MEAN] = total / left
    x[TAKE_ROOT] = math.sqrt(squares / left)
    x[TAKE_CHANCE] = chances / left
    x[TAKE_MOST] = most
    now = share(pits, options, me)
    x[SHARE_NOW] = now
    x[SHARE_NEXT] = now
    x[SHARE_MINE] = now
    if chances:
        unchanged = (left - chances) * now
        x[SHARE_NEXT] = (unchanged + shares_after(pits, options, seat, me, takes, most)) / left
        x[SHARE_MINE] = (unchanged + shares_after(pits, options, me, me, takes, most)) / left
    for length in range(most + 1):
        takes[length] = 0


@kernel
def look_at_closed(
    offers: array[int], length: int, colour: int, needs_head: bool, x: array[float]
) -> None:
    """A snake with a head or a tail, which is complete with the other."""
    takers = offers[(HEADS if needs_head else TAILS) + colour]
    later = offers[(HEADS_AFTER if needs_head else TAILS_AFTER) + colour]
    x[CLOSED_CARDS] += length
    x[CLOSED_SNAKES] += 1
    x[CLOSED_GROW] += length * offers[MIDDLES + colour]
    x[CLOSED_LATER] += (length + 2) * later
    if length == 1:
        x[CLOSED_LONE] += offers[MIDDLES + colour]
        takers = 0
    x[CLOSED_TAKE] += length * takers
    x[CLOSED_AGAIN] += length * takers * takers
    x[CLOSED_EVER] += length * takers / (takers + 2)
    if takers == 0:
        x[CLOSED_DEAD] += length
    elif length > x[CLOSED_LONGEST]:
        x[CLOSED_SECOND] = x[CLOSED_LONGEST]
        x[CLOSED_LONGEST] = length
    elif length > x[CLOSED_SECOND]:
        x[CLOSED_SECOND] = length


@kernel
def look_at_open(offers: array[int], length: int, first: int, last: int, x: array[float]) -> None:
    """A snake with neither head nor tail."""
    heads, other_heads = offers[HEADS + first], offers[HEADS + last]
    tails, other_tails = offers[TAILS + first], offers[TAILS + last]
    x[OPEN_CARDS] += length
    x[OPEN_SNAKES] += 1
    x[OPEN_LONE] += length == 1
    x[OPEN_LONGEST] = max(x[OPEN_LONGEST], length)
    x[OPEN_CLOSE] += length * (heads + other_heads + tails + other_tails)
    x[OPEN_GROW] += length * (offers[MIDDLES + first] + offers[MIDDLES + last])
    x[OPEN_LATER] += length * (heads * other_tails + other_heads * tails)


@kernel
def look_at_snakes(table: array[int], offers: array[int], ends: array[int], x: array[float]) -> int:
    """Look at each snake and list the open ends in `ends`; returns the columns used there."""
    used = 0
    for base in range(0, blocks_used(table) * COLUMNS, COLUMNS):
        firsts = table[base + LYING] & FIRST_ENDS
        while firsts:
            place = base + SNAKES + (lowest_bit(firsts) >> 1)
            firsts &= firsts - 1
            snake = table[place]
            first, last, length = colour_of(snake, 0), colour_of(snake, 1), length_of(snake)
            if first == CLOSED:
                look_at_closed(offers, length, last, False, x)
            elif last == CLOSED:
                look_at_closed(offers, length, first, True, x)
            else:
                look_at_open(offers, length, first, last, x)
            for side in range(2):
                colour = last if side else first
                if colour != CLOSED and used + END_COLUMNS <= len(ends):
                    ends[used + END_COLOUR] = colour
                    ends[used + END_LENGTH] = length
                    ends[used + END_PLACE] = place
                    ends[used + END_OTHER] = 0
                    if side and first == CLOSED:
                        ends[used + END_OTHER] = 1
                    if side == 0 and last == CLOSED:
                        ends[used + END_OTHER] = 2
                    used += END_COLUMNS
    x[JOIN_ENDS] = used // END_COLUMNS
    return used


@kernel
def look_at_joins(
    options: array[int], offers: array[int], ends: array[int], used: int, x: array[float]
) -> None:
    """Two ends that a card, or two of them, might join so that the snake is taken (R19 to R21)."""
    shortest = 1 if options[JOINABLE] == JOINABLE_ANY else 2
    for at in range(0, used, END_COLUMNS):
        length, closed = ends[at + END_LENGTH], ends[at + END_OTHER]
        row = ends[at + END_COLOUR] * COLOURS
        if length < shortest or (options[JOINED] != JOINED_TAKEN and closed == 0):
            continue
        for to in range(at + END_COLUMNS, used, END_COLUMNS):
            other, also = ends[to + END_LENGTH], ends[to + END_OTHER]
            is_whole = closed + also == 3
            if other < shortest or ends[at + END_PLACE] == ends[to + END_PLACE]:
                continue
            if is_whole or (options[JOINED] == JOINED_TAKEN and not (closed and closed == also)):
                links = offers[LINKS + row + ends[to + END_COLOUR]]
                chains = offers[CHAINS + row + ends[to + END_COLOUR]]
                x[JOIN_TAKE] += links * (length + other + 1)
                x[JOIN_CHANCE] += links
                x[JOIN_LATER] += chains * (length + other + 2)
                x[JOIN_LATER_CHANCE] += chains


@kernel
def look_at_pits(pits: array[int], seat: int, me: int, left: int, x: array[float]) -> None:
    """Who is ahead, by how much of what is still at stake, and whose turn it is."""
    seats = len(pits) // PIT_COLUMNS
    lead = second = longest = FAR
    for other in range(seats):
        if other != me:
            ahead = pits[me * PIT_COLUMNS + PIT_CARDS] - pits[other * PIT_COLUMNS + PIT_CARDS]
            if ahead < lead:
                longest = pits[me * PIT_COLUMNS + PIT_LONGEST]
                longest -= pits[other * PIT_COLUMNS + PIT_LONGEST]
                lead, second = ahead, lead
            else:
                second = min(second, ahead)
    lead = lead if seats > 1 else 0
    second = second if seats > 2 else lead
    stake = left + x[CLOSED_CARDS] + x[OPEN_CARDS] + 1
    root = 1 / math.sqrt(stake)
    x[LEAD] = lead
    x[LEAD_ROOT] = lead * root
    x[LEAD_PART] = max(-1.0, min(1.0, NEVER * lead / stake))
    x[LEAD_LESS] = (lead - x[TAKE_MEAN]) * root
    x[LEAD_MORE] = (lead + x[TAKE_MEAN]) * root
    x[LEAD_CLOSED] = lead - x[CLOSED_LONGEST]
    x[LEAD_LONGEST] = max(-1, min(1, longest))
    x[LEAD_SECOND] = second * root
    x[STAKE_ROOT] = root
    x[STAKE_SHORT] = 1 / (stake - left)
    wait = me - seat if me >= seat else me - seat + seats
    x[TURN_MINE] = wait == 0
    x[TURN_WAIT] = wait / seats
    x[TURN_SEATS] = seats
    x[FAN_TURNS] = left % seats


@kernel
def look(
    table: array[int],
    options: array[int],
    pits: array[int],
    fan: array[int],
    offers: array[int],
    seat: int,
    me: int,
    takes: array[int],
    ends: array[int],
    x: array[float],
) -> None:
    """Write the features of an afterstate into `x`; at least one card is left.

    `seat` draws next; `offers` are those of the fan. `takes` (zeros) and `ends` are scratch.
    """
    for feature in range(len(x)):
        x[feature] = 0.0
    left = offers[LEFT]
    look_at_takes(table, options, fan, pits, seat, me, left, takes, x)
    used = look_at_snakes(table, offers, ends, x)
    look_at_joins(options, offers, ends, used, x)
    for feature in range(LEAD):
        if PER_CARD[feature]:
            x[feature] /= left if PER_CARD[feature] == 1 else left * left
    look_at_pits(pits, seat, me, left, x)
    x[FAN_LEFT] = left
    x[FAN_SHORT] = 1 / (1 + left)
    x[FAN_HEADS] = offers[HEADS_LEFT] / left
    x[FAN_TAILS] = offers[TAILS_LEFT] / left


_ONCE = (CLOSED_TAKE, CLOSED_GROW, CLOSED_LONE, OPEN_CLOSE, OPEN_GROW, JOIN_TAKE, JOIN_CHANCE)
_TWICE = (CLOSED_LATER, CLOSED_AGAIN, OPEN_LATER, JOIN_LATER, JOIN_LATER_CHANCE)
# Which features count cards of the fan (1) or pairs of them (2): they become chances.
PER_CARD = tuple(1 if f in _ONCE else 2 if f in _TWICE else 0 for f in range(FEATURES))
