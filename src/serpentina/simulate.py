"""Whole games in the kernel: dealt from a seed, or played out from any state.

Game n of a seed is the same game as `Game.new(fan=Fan.seeded(deck, seed, n))` in which each seat
draws the lowest slot: since nobody knows the fan's order, any slot is as good as another.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from serpentina.cards import FIRST_COLOUR, KINDS, LAST_COLOUR, Deck
from serpentina.compiled import kernel
from serpentina.errors import NotationError
from serpentina.fan import parse_seed, shuffle, stream
from serpentina.options import MOST_SEATS, Rules
from serpentina.policies import POLICIES, choose, room_for_placements
from serpentina.rules import PIT_COLUMNS, collect, has_won_race, place, winners
from serpentina.table import lay, new_table, packed

# A row of results: the pits by seat, then the set of winners (bit s for seat s, from 0) and how
# many cards were placed, the starter included.
WINNERS, PLACED, RESULT_COLUMNS = range(3)

WHOLE_WIN = 840  # can be shared by 1 to 8 seats


class Scratch(NamedTuple):
    """What a game needs besides its state, made once for many games."""

    found: array[int]  # the placements of a card
    after: array[int]  # a copy of the table

    @staticmethod
    def of(cards: int) -> Scratch:
        """Scratch for a table with room for so many cards."""
        room = room_for_placements(cards)
        return Scratch(array("q", bytes(8 * room)), new_table(cards))


@kernel
def play_card(
    table: array[int],
    options: array[int],
    pits: array[int],
    fan: array[int],
    order: array[int],
    index: int,
    seat: int,
    policy: int,
    key: int,
    scratch: Scratch,
) -> int:
    """A turn: the card of `order` at an index is drawn and placed; returns how many are taken.

    The choice uses the number len(order) + index of the stream `key`.
    """
    card, counter = order[index], len(order) + index
    fan[card] -= 1
    placement = choose(
        policy, table, options, card, fan, scratch.found, scratch.after, key, counter
    )
    taken = max(0, -place(table, options, card, placement))
    collect(pits, seat, taken)
    return taken


@kernel
def play_out(
    table: array[int],
    options: array[int],
    pits: array[int],
    fan: array[int],
    order: array[int],
    begin: int,
    seat: int,
    policies: array[int],
    key: int,
    scratch: Scratch,
) -> int:
    """Play to the end: the cards of `order` from index `begin` on are drawn one after the other.

    `seat` (from 0) draws first and `policies` has one number for each seat. Table, pits and fan
    become those at the end; returns the index after the last card drawn (R23: a race ends early).
    """
    cards = len(order)
    for other in range(len(policies)):
        if has_won_race(pits, options, other):
            return begin
    for index in range(begin, cards):
        play_card(table, options, pits, fan, order, index, seat, policies[seat], key, scratch)
        if has_won_race(pits, options, seat):
            return index + 1
        seat = seat + 1 if seat + 1 < len(policies) else 0
    return cards


@kernel
def deal(
    table: array[int],
    pits: array[int],
    fan: array[int],
    order: array[int],
    deck: array[int],
    key: int,
) -> None:
    """R7: shuffle the cards of `deck` into `order`, turn up the starter, empty table and pits."""
    for column in range(len(table)):
        table[column] = 0
    for column in range(len(pits)):
        pits[column] = 0
    for kind in range(len(fan)):
        fan[kind] = 0
    for slot in range(len(deck)):
        order[slot] = deck[slot]
        fan[deck[slot]] += 1
    shuffle(order, key)
    fan[order[0]] -= 1
    lay(table, 0, packed(FIRST_COLOUR[order[0]], LAST_COLOUR[order[0]], 1))


@kernel
def play_games(
    first_game: int,
    seed: int,
    options: array[int],
    deck: array[int],
    policies: array[int],
    table: array[int],
    pits: array[int],
    fan: array[int],
    order: array[int],
    scratch: Scratch,
    ends: array[int],
) -> None:
    """Play as many games as `ends` has rows: the pits by seat, the winners, the cards placed."""
    width = len(pits) + RESULT_COLUMNS
    for game in range(len(ends) // width):
        key = stream(seed, first_game + game)
        deal(table, pits, fan, order, deck, key)
        drawn = play_out(table, options, pits, fan, order, 1, 0, policies, key, scratch)
        base = game * width
        for column in range(len(pits)):
            ends[base + column] = pits[column]
        ends[base + len(pits) + WINNERS] = winners(pits, options)
        ends[base + len(pits) + PLACED] = drawn


class Results(NamedTuple):
    """How games ended: a row for each, one after another in a flat array.

    A row has for each seat the cards, the longest snake and the number of snakes of its pit, then
    the winners (bit 0 is seat 1) and how many cards were placed, the starter among them.
    """

    players: int
    rows: array[int]

    @property
    def width(self) -> int:
        """The columns of a row."""
        return PIT_COLUMNS * self.players + RESULT_COLUMNS

    def row(self, game: int) -> array[int]:
        """The row of a game, counted from the first one (0) here: an array of shape (width,)."""
        return self.rows[game * self.width : (game + 1) * self.width]

    @property
    def shares(self) -> tuple[int, ...]:
        """For each seat the games won, a shared win divided, in 1/840 of a game."""
        totals = [0] * self.players
        for winning in self.rows[PIT_COLUMNS * self.players + WINNERS :: self.width]:
            share = WHOLE_WIN // winning.bit_count()
            for seat in range(self.players):
                totals[seat] += share * (winning >> seat & 1)
        return tuple(totals)


def simulate(
    games: int,
    rules: Rules,
    deck: Deck,
    policies: Sequence[str],
    seed: int,
    first_game: int = 0,
) -> Results:
    """Play games `first_game` and following of a seed, one policy for each seat.

    A game's result depends on its number, never on how many are played together. NotationError for
    what cannot be played. Faster by far after `compile_kernels`.
    """
    if games < 0 or first_game < 0:
        raise NotationError(
            "The number of games is 0 or more, not {games}.", games=min(games, first_game)
        )
    parse_seed(str(seed))
    numbers = array("q", map(policy_numbered, policies))
    if not 1 <= len(numbers) <= MOST_SEATS:
        raise NotationError(
            "A game has 1 to {most} players, not {players}.", most=MOST_SEATS, players=len(numbers)
        )
    cards = array("q", [card.kind for card in deck])
    pits, fan, order = (
        array("q", bytes(8 * size)) for size in (PIT_COLUMNS * len(numbers), KINDS, len(deck))
    )
    results = Results(len(numbers), array("q"))
    results.rows.frombytes(bytes(8 * games * results.width))
    table, scratch = new_table(len(deck)), Scratch.of(len(deck))
    play_games(
        first_game,
        seed,
        rules.options,
        cards,
        numbers,
        table,
        pits,
        fan,
        order,
        scratch,
        results.rows,
    )
    return results


def policy_numbered(name: str) -> int:
    """The number of a policy; NotationError where there is none of this name."""
    if name not in POLICIES:
        raise NotationError(
            'There is no policy "{name}": the policies are {policies}.',
            name=name,
            policies=", ".join(POLICIES),
        )
    return POLICIES[name]
