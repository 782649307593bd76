"""`serpentina study`: what people ask of the game, answered by millions of games, in English."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from serpentina.saves import write_whole
from serpentina.study.plan import StudyError, read_study
from serpentina.study.plots import check_plots
from serpentina.study.running import Found, carry_out
from serpentina.study.showing import as_json, as_text
from serpentina.workers import cores

STOPPED = 130  # the exit status of what Ctrl-C has ended


def run(options: argparse.Namespace) -> int:
    """Carry a study out and tell what it found; the exit status."""
    study = read_study(options.study, options.games, options.seed)
    if options.html is not None:
        check_plots()
        _check_page(options.html)
    found = carry_out(study, options.workers or cores(), options.dask)
    if found.error is None or found.games:
        _tell(found, options.html, options.json)
    if found.error is not None:
        raise found.error
    return 0 if found.is_whole else STOPPED


def _tell(found: Found, html: Path | None, json_is_wanted: bool) -> None:
    """The page first, since it may lack room."""
    if html is not None:
        from serpentina.study.page import page_of  # noqa: PLC0415 - only who wants it waits for it

        write_whole(html, page_of(found), 0o644)
    print(json.dumps(as_json(found)) if json_is_wanted else as_text(found))


def _check_page(path: Path) -> None:
    """OSError or StudyError, before anything is played, where no page can be."""
    if path.exists() and not path.is_file():
        raise StudyError('A report is left in a file, and "{file}" is none.', file=path)
    if not path.parent.is_dir():
        raise StudyError('There is no folder "{folder}" for the report.', folder=path.parent)
    is_new = not path.exists()
    path.open("ab").close()
    if is_new:
        path.unlink()
