"""Sums of a study, in whole numbers, in blocks: the unit of every interval.

A block is a hundredth of the games of a case, or of the fans of a luck; what they are hangs on
nothing but their number. Sums are one flat row, so that blocks are added and taken away as they
are.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import replace

from serpentina.batches import PORTION
from serpentina.compiled import kernel
from serpentina.rules import PIT_CARDS, PIT_COLUMNS
from serpentina.simulate import RESULT_COLUMNS, WINNERS
from serpentina.study.plan import TWICE, Case, Luck
from serpentina.study.watching import WATCHED, watch
from serpentina.totals import Totals, share_of

BLOCKS = 100

Sums = tuple[int, ...]


def portions(games: int, each: int = 1) -> Iterator[tuple[int, range]]:
    """The block and the numbers of the games in portions; or of fans, with games for each."""
    size = max(1, PORTION // each)
    blocks = min(BLOCKS, games)
    for block in range(blocks):
        own = range(games * block // blocks, games * (block + 1) // blocks)
        for begin in range(0, len(own), size):
            yield block, own[begin : begin + size]


def watch_portion(case: Case, games: range) -> Sums:
    """The sums of these games: how many, of each figure, of the snakes taken by length."""
    rows, lengths = watch(case, games)
    totals = Totals.of(rows, case.batch.players, WATCHED)
    return (totals.games, *totals.sums, *lengths)


@kernel
def pair_up(
    rows: array[int], width: int, seats: int, values: array[int], cell: int, cells: int
) -> None:
    """Keep of each game what seat 1 has of the win, and how many cards it has more than seat 2."""
    half = len(values) // 2
    for game in range(len(rows) // width):
        base = game * width
        won = share_of(rows[base + seats * PIT_COLUMNS + WINNERS], 0)
        lead = rows[base + PIT_CARDS] - rows[base + PIT_COLUMNS + PIT_CARDS]
        values[game * cells + cell] = won
        values[half + game * cells + cell] = lead


@kernel
def add_products(values: array[int], begin: int, end: int, cells: int, sums: array[int]) -> None:
    """Add, over the fans of `values`, each cell, then the product of each with each."""
    for base in range(begin, end, cells):
        at = cells
        for one in range(cells):
            sums[one] += values[base + one]
            for two in range(one, cells):
                sums[at] += values[base + one] * values[base + two]
                at += 1


def compare_portion(luck: Luck, fans: range) -> Sums:
    """The sums over these fans: how many, those of wins and their products, those of leads."""
    cells = TWICE * len(luck.seatings)
    values = array("q", bytes(16 * cells * len(fans)))
    width = 2 * PIT_COLUMNS + RESULT_COLUMNS + WATCHED
    for cell in range(cells):
        case = Case(luck.name, replace(luck.batch, policies=luck.seatings[cell // TWICE]))
        rows, _ = watch(case, fans, chance=1 + cell)
        pair_up(rows, width, 2, values, cell, cells)
    half, size = len(values) // 2, cells + cells * (cells + 1) // 2
    found: list[int] = [len(fans)]
    for begin in (0, half):
        sums = array("q", bytes(8 * size))
        add_products(values, begin, begin + half, cells, sums)
        found += sums
    return tuple(found)


def added(portions: Iterable[Sums]) -> Sums:
    """All together."""
    return tuple(map(sum, zip(*portions, strict=True)))
