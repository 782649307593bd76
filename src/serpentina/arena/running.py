"""Many fans, here or on any executor: the blocks come in the order of the fans all the same."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from serpentina.arena.keeping import Kept
from serpentina.arena.match import Block, Match, play_fan
from serpentina.arena.sequential import Margin, verdict
from serpentina.arena.tally import Tally
from serpentina.workers import ALONE, Crew, in_order

TASK_GAMES = 16  # so many games, or a fan, are worth sending to another process


def play_fans(match: Match, fans: range) -> list[Block]:
    """Play these fans; what a worker is asked to do."""
    return [play_fan(match, number) for number in fans]


def blocks(match: Match, fans: range, crew: Crew = ALONE) -> Iterator[Block]:
    """The blocks of these fans, in their order, played by a crew."""
    tasks = _tasks(match, fans, 1 if crew.executor is None else TASK_GAMES)
    for played in in_order(crew, play_fans, tasks):
        yield from played


def _tasks(match: Match, fans: range, games: int) -> Iterator[tuple[Match, range]]:
    """The fans in portions of about so many games."""
    size = max(1, games // len(match.seatings))
    return ((match, fans[begin : begin + size]) for begin in range(0, len(fans), size))


def tallies(match: Match, fans: int, crew: Crew = ALONE) -> Iterator[Tally]:
    """What is known after each of the first fans."""
    return (tally for tally, _ in counted(match, fans, crew=crew))


def counted(
    match: Match,
    fans: int,
    kept: Kept | None = None,
    margin: Margin | None = None,
    crew: Crew = ALONE,
) -> Iterator[tuple[Tally, Block | None]]:
    """What is known after each of the first fans, until all are played or a margin is decided.

    With it comes the block, if it is new: what the file holds is not played again.
    """
    tally = Tally.of(match)
    for block, is_new in _kept_and_new(match, fans, kept, crew):
        tally = tally.plus(block)
        yield tally, block if is_new else None
        if margin and verdict(margin.evidence(tally)):
            return


def _kept_and_new(
    match: Match, fans: int, kept: Kept | None, crew: Crew
) -> Iterator[tuple[Block, bool]]:
    """First the blocks of the file, then those that are played now: these are new."""
    done = 0
    for block in itertools.islice(kept.blocks() if kept else (), fans):
        done = block.fan + 1
        yield block, False
    for block in blocks(match, range(done, fans), crew):
        yield block, True
