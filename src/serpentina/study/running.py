"""A study from its begin to its end, or to Ctrl-C, on any workers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from serpentina.deferring import until_done
from serpentina.study.blocks import Sums, added, compare_portion, portions, watch_portion
from serpentina.study.figures import CaseFigures, figures_of
from serpentina.study.luck import LuckFigures, luck_of
from serpentina.study.plan import Case, Luck, Study, cells
from serpentina.telling import progress
from serpentina.workers import Crew, WorkError, crew_of, in_order, threads


class Found(NamedTuple):
    """What a study found, in its order; not `is_whole` if it ended early."""

    study: Study
    cases: tuple[CaseFigures, ...]
    lucks: tuple[LuckFigures, ...]
    games: int
    seconds: float
    workers: int
    is_whole: bool
    error: WorkError | None = None


def carry_out(study: Study, workers: int = 1, dask: str | None = None) -> Found:
    """Play all of it, showing the progress on a terminal; Ctrl-C ends it early."""
    parts: tuple[Case | Luck, ...] = (*study.cases, *study.lucks)
    blocks: list[dict[int, list[Sums]]] = [{} for _ in parts]
    games, is_whole, lost = 0, False, None
    with crew_of(workers, dask, threads) as crew:
        begin = time.monotonic()
        try:
            with progress(study.games, "games") as bar:
                for (number, block, played), sums in _sums(parts, crew):
                    with until_done():
                        kept = blocks[number].setdefault(block, [])
                        kept[:] = [added([*kept, sums])]
                        games += played
                    bar.update(played)
            is_whole = True
        except KeyboardInterrupt:
            pass
        except WorkError as error:
            lost = error
    sums_of = [[sums for kept in found.values() for sums in kept] for found in blocks]
    number = len(study.cases)
    cases = zip(study.cases, sums_of[:number], strict=True)
    lucks = zip(study.lucks, sums_of[number:], strict=True)
    return Found(
        study,
        tuple(figures_of(case, sums) for case, sums in cases if sums),
        tuple(luck_of(luck, sums) for luck, sums in lucks if _is_known(sums)),
        games,
        time.monotonic() - begin,
        crew.workers,
        is_whole,
        lost,
    )


Task = tuple[Case | Luck, range]
Place = tuple[int, int, int]  # the number of the case, the block, the games played


def _sums(parts: tuple[Case | Luck, ...], crew: Crew) -> Iterator[tuple[Place, Sums]]:
    """The sums of each portion of each part, in their order, with their place."""
    places = (place for place, _ in _tasks(parts))
    tasks = (task for _, task in _tasks(parts))
    return zip(places, in_order(crew, play, tasks), strict=True)


def _tasks(parts: tuple[Case | Luck, ...]) -> Iterator[tuple[Place, Task]]:
    for number, part in enumerate(parts):
        each = cells(part) if isinstance(part, Luck) else 1
        for block, games in portions(part.batch.games, each):
            yield (number, block, each * len(games)), (part, games)


def play(part: Case | Luck, games: range) -> Sums:
    """The sums of a portion; what a worker is asked to do."""
    return compare_portion(part, games) if isinstance(part, Luck) else watch_portion(part, games)


def _is_known(sums: list[Sums]) -> bool:
    """Whether so many fans of a luck were played that without any block two are left."""
    return len(sums) > 1 and added(sums)[0] - max(block[0] for block in sums) > 1
