"""An arena from its begin to its end, or to Ctrl-C: the processes, the file and the progress."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import NamedTuple

from serpentina.arena.keeping import Kept, line_of
from serpentina.arena.match import Match, dismiss
from serpentina.arena.running import counted
from serpentina.arena.sequential import Margin
from serpentina.arena.tally import Tally
from serpentina.deferring import until_done
from serpentina.telling import progress
from serpentina.workers import crew_of, processes


class Contest(NamedTuple):
    """What is to be played: so many fans, unless a margin is decided before."""

    match: Match
    fans: int
    margin: Margin | None = None
    workers: int = 1
    dask: str | None = None  # the address of a cluster, instead


class Outcome(NamedTuple):
    """What came of it; not `is_whole` if it was interrupted. The seconds are those of this time."""

    contest: Contest
    tally: Tally
    seconds: float
    is_whole: bool


def hold(contest: Contest, out: Path | None = None, resume: Path | None = None) -> Outcome:
    """Play, into a new file or going on with one that was left; a terminal sees the progress."""
    begin, tally, is_whole = time.monotonic(), Tally.of(contest.match), True
    match, fans, margin, workers, dask = contest
    with crew_of(workers, dask, processes) as crew, _keep(match, out, resume) as kept:
        try:
            with progress(fans, "fans") as bar:
                for latest, block in counted(match, fans, kept, margin, crew):
                    with until_done():  # the file has what the table tells
                        if kept and block:
                            kept.add(line_of(block))
                        tally = latest
                    bar.update()
        except KeyboardInterrupt:
            is_whole = False
        finally:
            dismiss()
    return Outcome(contest, tally, time.monotonic() - begin, is_whole)


def _keep(
    match: Match, out: Path | None, resume: Path | None
) -> AbstractContextManager[Kept | None]:
    """The file, opened before anything is played."""
    if resume is not None:
        return Kept.go_on(resume, match)
    return nullcontext() if out is None else Kept.begin(out, match)
