"""Many games at once in the kernel: each goes on by one action, and begins anew when it is over.

The cards are drawn, placed and taken by the functions that `simulate` uses; here is only the
bookkeeping. Each function sees to the games of a range, so that threads can share a batch.
"""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

import numpy as np

from serpentina.cards import KINDS, Deck
from serpentina.compiled import kernel
from serpentina.envs.observing import observe
from serpentina.fan import stream
from serpentina.rules import (
    PIT_COLUMNS,
    collect,
    has_won_race,
    list_placements,
    place,
    winners,
)
from serpentina.simulate import Scratch, deal, play_card
from serpentina.table import new_table

# What is kept of each game besides its arrays: the key of its stream, its number, how many cards
# are placed, who places (from 0), and the learner's seat where the others play by policies.
KEY, NUMBER, INDEX, SEAT, LEARNER, MARKS = range(6)
FINE = -1  # no game has more placements than there is room for


class Games(NamedTuple):
    """So many games: a row of each array is one of them."""

    tables: Any
    pits: Any
    fans: Any
    orders: Any
    marks: Any
    found: Any  # the placements of the card drawn, in R17's order
    counts: Any  # how many these are

    @staticmethod
    def of(games: int, deck: Deck, players: int, actions: int) -> Games:
        """Arrays for so many games."""

        def rows(size: int) -> Any:
            return np.zeros((games, size), np.int64)

        return Games(
            tables=rows(len(new_table(len(deck)))),
            pits=rows(PIT_COLUMNS * players),
            fans=rows(KINDS),
            orders=rows(len(deck)),
            marks=rows(MARKS),
            found=rows(actions),
            counts=np.zeros(games, np.int64),
        )


class Setting(NamedTuple):
    """What is the same for all games, in arrays of 64-bit integers."""

    options: Any
    deck: Any
    policies: Any  # of the seats that follow the learner's; none where all seats learn
    seed: int


class Sight(NamedTuple):
    """What the learner gets of each game."""

    rows: Any  # 16-bit integers: games, actions, features
    words: Any  # the same by words of 64 bits
    mask: Any  # 8-bit integers: games, actions
    rewards: Any  # games, and seats or just the learner
    ended: Any  # whether the game was over; what is seen then is the next one


@kernel
def begin_game(games: Games, at: int, setting: Setting) -> None:
    """R6, R7: deal the game whose number the marks say."""
    marks = games.marks[at]
    key = stream(setting.seed, int(marks[NUMBER]))
    deal(games.tables[at], games.pits[at], games.fans[at], games.orders[at], setting.deck, key)
    marks[KEY] = key
    marks[INDEX], marks[SEAT] = 1, 0


@kernel
def turn_passes(games: Games, at: int, setting: Setting, seats: int) -> bool:
    """R9, R23: after a placement the next seat is to draw; False if the game is over."""
    marks = games.marks[at]
    if has_won_race(games.pits[at], setting.options, marks[SEAT]):
        return False
    marks[INDEX] += 1
    marks[SEAT] = marks[SEAT] + 1 if marks[SEAT] + 1 < seats else 0
    return bool(marks[INDEX] < games.orders.shape[1])


@kernel
def others_play(games: Games, at: int, setting: Setting, seats: int, scratch: Scratch) -> bool:
    """The seats between play by their policies, till the learner draws; False if it is over."""
    marks = games.marks[at]
    while marks[SEAT] != marks[LEARNER]:
        behind = marks[SEAT] - marks[LEARNER] - 1
        behind = behind if behind >= 0 else behind + seats
        play_card(
            games.tables[at],
            setting.options,
            games.pits[at],
            games.fans[at],
            games.orders[at],
            int(marks[INDEX]),
            marks[SEAT],
            setting.policies[behind],
            int(marks[KEY]),
            scratch,
        )
        if not turn_passes(games, at, setting, seats):
            return False
    return True


@kernel
def begin_turn(games: Games, at: int, setting: Setting, scratch: Scratch) -> None:
    """Deal games till there is one in which a learner draws."""
    seats, learners = games.pits.shape[1] // PIT_COLUMNS, len(setting.policies) == 0
    while True:
        begin_game(games, at, setting)
        marks = games.marks[at]
        marks[NUMBER] += len(games.counts)  # of the game after it
        marks[LEARNER] = marks[LEARNER] + 1 if marks[LEARNER] + 1 < seats else 0
        if learners or others_play(games, at, setting, seats, scratch):
            return


@kernel
def act(games: Games, at: int, action: int, setting: Setting, scratch: Scratch) -> bool:
    """Make a placement, and let the others play; False if the game is over."""
    marks, pits = games.marks[at], games.pits[at]
    card, seats = games.orders[at, marks[INDEX]], len(pits) // PIT_COLUMNS
    placement = games.found[at, action]
    collect(pits, marks[SEAT], max(0, -place(games.tables[at], setting.options, card, placement)))
    if not turn_passes(games, at, setting, seats):
        return False
    return len(setting.policies) == 0 or others_play(games, at, setting, seats, scratch)


@kernel
def pay(games: Games, at: int, setting: Setting, sight: Sight) -> None:
    """R22: 1 for a win, -1 shared by those who lose, in between for a shared win; the sum is 0."""
    won, seats, winning = (
        winners(games.pits[at], setting.options),
        games.pits.shape[1] // PIT_COLUMNS,
        0,
    )
    for seat in range(seats):
        winning += won >> seat & 1
    for column in range(sight.rewards.shape[1]):
        seat = games.marks[at, LEARNER] if len(setting.policies) else column
        if won >> seat & 1:
            sight.rewards[at, column] = (seats / winning - 1.0) / (seats - 1.0)
        else:
            sight.rewards[at, column] = -1.0 / (seats - 1.0)


@kernel
def show(games: Games, at: int, setting: Setting, sight: Sight, scratch: Scratch) -> bool:
    """R8, R17: draw the next card and show what may be done; False if there is no room for it."""
    table, fan, marks = games.tables[at], games.fans[at], games.marks[at]
    card, before = games.orders[at, marks[INDEX]], games.counts[at]
    fan[card] -= 1
    found = scratch.found
    count = list_placements(table, setting.options, card, found)
    if count > games.found.shape[1]:
        return False
    games.counts[at] = count
    for index in range(count):
        games.found[at, index] = found[index]
    rows, words, mask = sight.rows[at], sight.words[at], sight.mask[at]
    pits = games.pits[at]
    observe(table, setting.options, pits, fan, marks[SEAT], card, found, count, rows, words)
    for index in range(before, count):
        mask[index] = 1
    for index in range(count, before):
        mask[index] = 0
        for word in range(words.shape[1]):
            words[index, word] = 0
    return True


@kernel
def begin_all(
    games: Games, begin: int, end: int, setting: Setting, sight: Sight, scratch: Scratch
) -> int:
    """Deal the games of a range; returns FINE, or a game whose card has too many placements."""
    seats = games.pits.shape[1] // PIT_COLUMNS
    for at in range(begin, end):
        games.marks[at, NUMBER], games.marks[at, LEARNER] = at, (at + seats - 1) % seats
        begin_turn(games, at, setting, scratch)
        if not show(games, at, setting, sight, scratch):
            return at
    return FINE


@kernel
def step_all(
    games: Games,
    begin: int,
    end: int,
    actions: array[int],
    setting: Setting,
    sight: Sight,
    scratch: Scratch,
) -> int:
    """Make an action in each game of a range; returns as `begin_all` does."""
    for at in range(begin, end):
        sight.ended[at] = 0
        for column in range(sight.rewards.shape[1]):
            sight.rewards[at, column] = 0.0
        if not act(games, at, actions[at], setting, scratch):
            sight.ended[at] = 1
            pay(games, at, setting, sight)
            begin_turn(games, at, setting, scratch)
        if not show(games, at, setting, sight, scratch):
            return at
    return FINE
