"""Policies: what simple players choose, as kernel functions; `players` names and wraps them.

A policy leaves some of a card's placements on its shortlist and makes any of these with equal
chance. It reads a table, the options, the card drawn (its kind) and `fan`, which says how many
cards of each of the 29 kinds are left. `found` has room for all placements of a card, `after` for
a copy of the table: nothing is allocated here.
"""

from __future__ import annotations

from array import array

from serpentina.cards import CLOSED, IS_HEAD, IS_TAIL
from serpentina.compiled import kernel, lowest_bit
from serpentina.fan import below, mix
from serpentina.game import View
from serpentina.layout import Placement
from serpentina.options import JOINED, JOINED_TAKEN
from serpentina.rules import (
    FIRST,
    LAST,
    TOUCH_BITS,
    cards_taken,
    joinable_ends,
    list_placements,
    other_ends,
    partners,
    place,
    touchable,
)
from serpentina.table import COLUMNS, END_BITS, blocks_used

HATCHLING = 0  # any placement
GARTER = 1  # what takes the most cards
BOA = 2  # the most cards now, less what the next seat can expect to take at once
POLICIES = {"hatchling": HATCHLING, "garter": GARTER, "boa": BOA}

SEVERAL = 1024  # `fan.below` draws fewer
ENDING = tuple(head or tail for head, tail in zip(IS_HEAD, IS_TAIL, strict=True))


def room_for_placements(cards: int) -> int:
    """How many placements a card can have at most when so many cards lie on the table."""
    ends = 2 * cards
    return 2 * ends + ends * ends + 1


@kernel
def any_below(key: int, counter: int, bound: int) -> int:
    """The random number at a counter of a stream: 0 to bound - 1, for any bound."""
    if bound < SEVERAL:
        return below(key, counter, bound)
    return mix(key + counter) % bound


@kernel
def completable(table: array[int], base: int) -> int:
    """R18: the open ends of the snakes of a block whose other end is closed."""
    return other_ends(table[base + CLOSED]) & ~table[base + CLOSED]


@kernel
def takable(table: array[int], options: array[int], base: int) -> int:
    """R20, R21: the open ends of a block that may be joined so that something is taken."""
    ends = joinable_ends(table, options, base) & ~table[base + CLOSED]
    return ends if options[JOINED] == JOINED_TAKEN else ends & completable(table, base)


@kernel
def most_completed(table: array[int], options: array[int], blocks: int, card: int) -> int:
    """How many cards a head or a tail takes at most from so many blocks."""
    side = LAST if IS_HEAD[card] else FIRST
    most = 0
    for block in range(blocks):
        base = block * COLUMNS
        ends = completable(table, base)
        if ends:
            ends &= touchable(table, base, card, side)
            while ends:
                placement = (block << END_BITS | lowest_bit(ends)) + 1 << TOUCH_BITS * side
                most = max(most, cards_taken(table, options, card, placement))
                ends &= ends - 1
    return most


@kernel
def most_joined(table: array[int], options: array[int], blocks: int, card: int) -> int:
    """How many cards a middle section takes at most from so many blocks."""
    most = 0
    for block in range(blocks):
        base = block * COLUMNS
        ends = takable(table, options, base) & touchable(table, base, card, FIRST)
        while ends:
            end = block << END_BITS | lowest_bit(ends)
            for other in range(blocks):
                others = takable(table, options, other * COLUMNS)
                others &= partners(table, options, card, end, other * COLUMNS)
                while others:
                    touched = other << END_BITS | lowest_bit(others)
                    placement = end + 1 | touched + 1 << TOUCH_BITS
                    most = max(most, cards_taken(table, options, card, placement))
                    others &= others - 1
            ends &= ends - 1
    return most


@kernel
def blocks_that_give(table: array[int], options: array[int]) -> int:
    """How many blocks must be looked at for something to take: 0 if nothing can be taken at all."""
    blocks = blocks_used(table)
    for block in range(blocks):
        base = block * COLUMNS
        if completable(table, base) | takable(table, options, base):
            return blocks
    return 0


@kernel
def most_taken(table: array[int], options: array[int], blocks: int, card: int) -> int:
    """How many cards this card takes at most, however it is placed, from so many blocks."""
    if ENDING[card]:
        return most_completed(table, options, blocks, card)
    return most_joined(table, options, blocks, card)


@kernel
def expected_taken(table: array[int], options: array[int], fan: array[int]) -> int:
    """What the next card drawn takes at most: the sum over all cards of the fan."""
    blocks, total = blocks_that_give(table, options), 0
    if blocks:
        for card in range(len(fan)):  # a constant would make the compiler write it out 29 times
            if fan[card]:
                total += fan[card] * most_taken(table, options, blocks, card)
    return total


@kernel
def foresight(
    table: array[int],
    options: array[int],
    card: int,
    placement: int,
    fan: array[int],
    after: array[int],
) -> int:
    """The cards taken now, less what the next seat can expect to take; times the cards left."""
    left = 0
    for count in fan:
        left += count
    for column in range(len(table)):
        after[column] = table[column]
    taken = max(0, -place(after, options, card, placement))
    return taken * max(left, 1) - expected_taken(after, options, fan)


@kernel
def keep_takers(
    table: array[int], options: array[int], card: int, found: array[int], count: int
) -> int:
    """Keep, of the `count` placements in `found`, those that take the most; returns how many."""
    best = kept = 0
    for index in range(count):
        taken = cards_taken(table, options, card, found[index])
        if kept == 0 or taken > best:
            best, kept = taken, 0
        if taken == best:
            found[kept] = found[index]
            kept += 1
    return kept


@kernel
def keep_farsighted(
    table: array[int],
    options: array[int],
    card: int,
    fan: array[int],
    found: array[int],
    count: int,
    after: array[int],
) -> int:
    """Keep, of the `count` placements in `found`, those with the best `foresight`."""
    best = kept = 0
    for index in range(count):
        worth = foresight(table, options, card, found[index], fan, after)
        if kept == 0 or worth > best:
            best, kept = worth, 0
        if worth == best:
            found[kept] = found[index]
            kept += 1
    return kept


@kernel
def shortlist(
    policy: int,
    table: array[int],
    options: array[int],
    card: int,
    fan: array[int],
    found: array[int],
    count: int,
    after: array[int],
) -> int:
    """Keep, of the `count` placements in `found`, those that the policy makes; returns how many.

    It makes each of these with equal chance. Their order stays.
    """
    if policy == HATCHLING or count == 1:
        return count
    if policy == GARTER:
        return keep_takers(table, options, card, found, count)
    return keep_farsighted(table, options, card, fan, found, count, after)


@kernel
def choose(
    policy: int,
    table: array[int],
    options: array[int],
    card: int,
    fan: array[int],
    found: array[int],
    after: array[int],
    key: int,
    counter: int,
) -> int:
    """A placement of the card; chance is the number at this counter of a stream."""
    count = list_placements(table, options, card, found)
    if count > 1:
        count = shortlist(policy, table, options, card, fan, found, count, after)
    if count > 1:
        return found[any_below(key, counter, count)]
    return found[0]


def choices(policy: int, view: View) -> tuple[Placement, ...]:
    """The placements among which a policy leaves it to chance."""
    if view.card is None:
        return ()
    state = view.state
    found = array("q", view.placements)
    count = shortlist(
        policy,
        state.table,
        state.options,
        view.card.kind,
        state.fan,
        found,
        len(found),
        state.table[:],
    )
    return tuple(map(Placement, found[:count]))
