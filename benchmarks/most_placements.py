"""How many placements a card has, for docs/observation.md: any play, and play that seeks many.

    python benchmarks/most_placements.py --games 300000

For one and two sets and for the options that matter: all placements with equal chance; then, with
a tenth of the games, the placement after which most pairs of open ends could be joined by some
middle section, and the one after which most ends are open. The most that a card had, the mean, and
what the count of ends allows.
"""

from __future__ import annotations

import argparse
import itertools
from array import array

from serpentina.cards import CLOSED, COLOURS, KINDS, Deck
from serpentina.compiled import compile_kernels, kernel
from serpentina.envs.setting import most_placements
from serpentina.fan import below, stream
from serpentina.options import Rules
from serpentina.policies import room_for_placements
from serpentina.rules import PIT_COLUMNS, list_placements, place
from serpentina.simulate import deal
from serpentina.table import COLUMNS, LYING, new_table

ANY, JOINS, ENDS = range(3)
SEEK = ("any placement", "many joins", "many ends")
DECKS = ("standard", "standard:2")
RULES = [
    ",".join((preset, *more))
    for preset, more in itertools.product(("serpentina", "hisss"), ((), ("must_match=off",)))
]


@kernel
def bits(word: int) -> int:
    """How many are set."""
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count


@kernel
def crowd(table: array[int], seek: int, ends: array[int]) -> int:
    """How good a table is for somebody who seeks many placements."""
    total = 0
    for colour in range(COLOURS):
        ends[colour] = 0
    for base in range(0, len(table), COLUMNS):
        total += bits(table[base + LYING] & ~table[base + CLOSED])
        for colour in range(COLOURS):
            ends[colour] += bits(table[base + colour])
    if seek == ENDS:
        return total
    most = 0
    for one in range(COLOURS):
        for other in range(one):
            most = max(most, ends[one] * ends[other])
    return most


@kernel
def count(
    games: int,
    seek: int,
    options: array[int],
    deck: array[int],
    table: array[int],
    after: array[int],
    pits: array[int],
    fan: array[int],
    order: array[int],
    found: array[int],
    ends: array[int],
    times: array[int],
) -> None:
    """Count, over so many games, how often a card had so many placements."""
    for game in range(games):
        key = stream(7, game)
        deal(table, pits, fan, order, deck, key)
        for index in range(1, len(order)):
            placements = list_placements(table, options, order[index], found)
            times[placements] += 1
            pick, best = below(key, len(order) + index, placements), -1
            if seek != ANY and placements > 1:
                for number in range(placements):
                    for column in range(len(table)):
                        after[column] = table[column]
                    place(after, options, order[index], found[number])
                    worth = crowd(after, seek, ends)
                    if worth > best:
                        best, pick = worth, number
            place(table, options, order[index], found[pick])


def main() -> None:
    """Count and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=300_000)
    games = parser.parse_args().games
    compile_kernels()
    print("| deck | rules | player | most | mean | at most |\n|---|---|---|--:|--:|--:|")
    for name, text, seek in itertools.product(DECKS, RULES, (ANY, JOINS, ENDS)):
        deck, rules = Deck.parse(name), Rules.parse(text)
        room = room_for_placements(len(deck))
        sizes = (2 * PIT_COLUMNS, KINDS, len(deck), room, COLOURS, room)
        pits, fan, order, found, ends, times = (array("q", bytes(8 * size)) for size in sizes)
        cards = array("q", [card.kind for card in deck])
        table, after = new_table(len(deck)), new_table(len(deck))
        played = games if seek == ANY else max(1, games // 10)
        given = (rules.options, cards, table, after, pits, fan, order, found, ends, times)
        count(played, seek, *given)
        most = max(number for number, often in enumerate(times) if often)
        mean = sum(number * often for number, often in enumerate(times)) / sum(times)
        bound = most_placements(rules, deck)
        print(f"| {name} | {text} | {SEEK[seek]} | {most} | {mean:.2f} | {bound} |", flush=True)


if __name__ == "__main__":
    main()
