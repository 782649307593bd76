"""Whole games in the kernel, watched: what a study counts besides how they end.

The games are those of `simulate`, by the same rules and choices. A row has three columns more: how
often the lead went from one seat to another, how many draws left a choice, how many placements
there were to choose from.
"""

from __future__ import annotations

from array import array

from serpentina.cards import KINDS
from serpentina.compiled import kernel, lowest_bit
from serpentina.fan import stream
from serpentina.policies import POLICIES
from serpentina.rules import (
    PIT_COLUMNS,
    has_won_race,
    list_placements,
    winners,
)
from serpentina.simulate import PLACED, RESULT_COLUMNS, WINNERS, Scratch, deal, play_card
from serpentina.study.plan import Case
from serpentina.table import new_table

LEAD_CHANGES, CHOICES, LISTED, WATCHED = range(4)
NOBODY = -1


@kernel
def leader(pits: array[int], options: array[int]) -> int:
    """R22: the seat that would win alone if the game ended now, or NOBODY."""
    winning = winners(pits, options)
    return lowest_bit(winning) if winning & (winning - 1) == 0 else NOBODY


@kernel
def watch_out(
    table: array[int],
    options: array[int],
    pits: array[int],
    fan: array[int],
    order: array[int],
    policies: array[int],
    key: int,
    scratch: Scratch,
    watched: array[int],
    lengths: array[int],
) -> int:
    """As `play_out` from the begin, counting into `watched`, and taken snakes into `lengths`."""
    cards, seat, led = len(order), 0, NOBODY
    for index in range(1, cards):
        listed = list_placements(table, options, order[index], scratch.found)
        watched[LISTED] += listed
        watched[CHOICES] += int(listed > 1)
        policy = policies[seat]
        taken = play_card(table, options, pits, fan, order, index, seat, policy, key, scratch)
        if taken:
            lengths[taken] += 1
            ahead = leader(pits, options)
            if ahead != NOBODY:
                watched[LEAD_CHANGES] += int(led not in (NOBODY, ahead))
                led = ahead
            if has_won_race(pits, options, seat):
                return index + 1
        seat = seat + 1 if seat + 1 < len(policies) else 0
    return cards


@kernel
def watch_games(
    first_game: int,
    seed: int,
    chance: int,
    options: array[int],
    deck: array[int],
    policies: array[int],
    table: array[int],
    pits: array[int],
    fan: array[int],
    order: array[int],
    scratch: Scratch,
    watched: array[int],
    ends: array[int],
    lengths: array[int],
) -> None:
    """Play as many games as `ends` has rows; `chance` 0 chooses as `simulate` does, any other anew.

    Games of one number and seed have the same fan, whatever the chance.
    """
    width = len(pits) + RESULT_COLUMNS + WATCHED
    for game in range(len(ends) // width):
        key = stream(seed, first_game + game)
        deal(table, pits, fan, order, deck, key)
        if chance:
            key = stream(key, chance)
        for column in range(WATCHED):
            watched[column] = 0
        drawn = watch_out(
            table, options, pits, fan, order, policies, key, scratch, watched, lengths
        )
        base = game * width
        for column in range(len(pits)):
            ends[base + column] = pits[column]
        ends[base + len(pits) + WINNERS] = winners(pits, options)
        ends[base + len(pits) + PLACED] = drawn
        for column in range(WATCHED):
            ends[base + len(pits) + RESULT_COLUMNS + column] = watched[column]


def watch(case: Case, games: range, chance: int = 0) -> tuple[array[int], array[int]]:
    """The rows of these games, and how many snakes of each length were taken."""
    batch = case.batch
    policies = array("q", (POLICIES[policy] for policy in batch.policies))
    cards = array("q", [card.kind for card in batch.deck])
    pits, fan, order, watched, lengths = (
        array("q", bytes(8 * size))
        for size in (PIT_COLUMNS * len(policies), KINDS, len(cards), WATCHED, len(cards) + 1)
    )
    width = len(pits) + RESULT_COLUMNS + WATCHED
    ends = array("q", bytes(8 * len(games) * width))
    watch_games(
        games.start,
        batch.seed,
        chance,
        batch.rules.options,
        cards,
        policies,
        new_table(len(cards)),
        pits,
        fan,
        order,
        Scratch.of(len(cards)),
        watched,
        ends,
        lengths,
    )
    return ends, lengths
