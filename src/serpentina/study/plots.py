"""The plots of a study, as drawings (SVG) that stand in a page; they need Matplotlib."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any

from serpentina.errors import SerpentinaError
from serpentina.study.figures import CaseFigures, Figure
from serpentina.study.luck import LuckFigures
from serpentina.study.running import Found

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TINTS = ("#2f7d4f", "#b3541e", "#3a63c8", "#8a3fa0", "#8a7400", "#b3263a", "#1f8a8a", "#5b5b5b")
MARKS = "os^Dv*XP"  # colour is never the only thing that tells seats and cases apart
HATCHES = ("", "///", "...", "xx")
PARTS = ("skill", "fan", "both", "choices")
PART_NAMES = ("skill", "the fan", "skill × fan", "other chance")
WIDTH = 5.2  # inches: as wide as a phone, where the letters are still read
NAME_WIDTH = 18  # letters of a case's name in a line
SETTINGS: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "serpentina",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


class PlotError(SerpentinaError):
    """Plots that cannot be drawn. It speaks English, as its command does."""


def check_plots() -> None:
    """PlotError without Matplotlib."""
    try:
        import matplotlib  # noqa: F401, PLC0415 - only who wants plots needs it
    except ImportError:
        raise PlotError('A report needs more: python -m pip install "serpentina[study]".') from None


def plots(found: Found) -> Iterator[tuple[str, str]]:
    """The plots that there are: what each shows, and its drawing."""
    if found.cases:
        yield "What each seat wins more than an even share", _drawn(_wins, found.cases)
        yield "How long the snakes are that are taken", _drawn(_lengths, found.cases)
        for title, name, times in (
            ("Cards left in the middle", "left", 1),
            ("How often the lead changes in a game", "lead_changes", 1),
            ("How many of 100 draws leave a choice", "choice", 100),
        ):
            yield title, _drawn(_points, found.cases, name, times)
    if found.lucks:
        yield "Where the differences between results come from", _drawn(_parts, found.lucks)


def _drawn(draw: Any, items: Sequence[Any], *more: Any) -> str:
    """A drawing, without anything that a page would have to fetch."""
    # It tells of its cache of fonts where our own line should stand alone.
    logging.getLogger("matplotlib").setLevel(logging.CRITICAL)
    from matplotlib import rc_context  # noqa: PLC0415
    from matplotlib.backends.backend_svg import FigureCanvasSVG  # noqa: PLC0415
    from matplotlib.figure import Figure as Sheet  # noqa: PLC0415

    with rc_context(SETTINGS):
        sheet = Sheet(figsize=(WIDTH, 3.2), layout="constrained")
        FigureCanvasSVG(sheet)
        axes = sheet.add_subplot()
        draw(axes, items, *more)
        sheet.set_figheight(max(3.2, 1.4 + 0.42 * len(axes.get_yticks()) * (draw is not _lengths)))
        text = io.StringIO()
        sheet.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    return re.sub(r'(<svg[^>]*?) width="[^"]*" height="[^"]*"', r"\1", svg)


def _reach(figures: Sequence[Figure], times: float = 1) -> list[float]:
    """Half the intervals; none where none is known."""
    return [times * each.reach if each.reach < float("inf") else 0.0 for each in figures]


def _named(axes: Axes, names: Sequence[str]) -> None:
    """The names of the cases from the top down."""
    axes.set_yticks(range(len(names)), [fill(name, NAME_WIDTH) for name in names])
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.3)


def _legend(axes: Axes) -> None:
    """Above, as narrow as the names of cases leave room for."""
    axes.legend(
        ncols=3, loc="lower center", bbox_to_anchor=(0.4, 1.0), frameon=False, columnspacing=1
    )


def _wins(axes: Axes, cases: Sequence[CaseFigures]) -> None:
    """Each seat's win share less an even share, in points of 100, with its interval."""
    seats = max(len(case.win) for case in cases)
    for seat in range(seats):
        at = [row for row, case in enumerate(cases) if seat < len(case.win)]
        wins = [cases[row].win[seat] for row in at]
        more = [
            100 * (win.value - 1 / len(cases[row].win)) for row, win in zip(at, wins, strict=True)
        ]
        places = [row + 0.12 * (seat - (len(cases[row].win) - 1) / 2) for row in at]
        axes.errorbar(
            more,
            places,
            xerr=_reach(wins, 100),
            fmt=MARKS[seat],
            markersize=5,
            capsize=2,
            color=TINTS[seat],
            label=f"seat {seat + 1}",
        )
    axes.axvline(0, color="0.4", linewidth=0.8)
    _named(axes, [case.case.name for case in cases])
    axes.set_xlabel("points above an even share, with 95 % interval")
    _legend(axes)


def _lengths(axes: Axes, cases: Sequence[CaseFigures]) -> None:
    """The shares of the lengths of taken snakes, a line for each of the first cases."""
    longest = 1 + max(
        (length for case in cases for length, share in enumerate(case.lengths) if share.value > 0),
        default=1,
    )
    for number, case in enumerate(cases[: len(TINTS)]):
        shares = case.lengths[:longest]
        axes.errorbar(
            range(len(shares)),
            [100 * share.value for share in shares],
            yerr=_reach(shares, 100),
            color=TINTS[number],
            marker=MARKS[number],
            markersize=4,
            linewidth=1.2,
            label=case.case.name,
        )
    axes.set_xlabel("cards in a snake that is taken")
    axes.set_ylabel("of 100 snakes, with 95 % interval")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, fontsize=8)


def _points(axes: Axes, cases: Sequence[CaseFigures], name: str, times: float) -> None:
    """One figure of each case, with its interval."""
    figures = [getattr(case, name) for case in cases]
    axes.errorbar(
        [times * each.value for each in figures],
        range(len(figures)),
        xerr=_reach(figures, times),
        fmt="o",
        markersize=5,
        capsize=3,
        color=TINTS[0],
    )
    _named(axes, [case.case.name for case in cases])
    axes.set_xlabel("with 95 % interval")


def _parts(axes: Axes, lucks: Sequence[LuckFigures]) -> None:
    """The parts of the variance, side by side, each with its interval at its end."""
    rows = [
        (f"{luck.luck.name}: {what}", parts)
        for luck in lucks
        for what, parts in (("win", luck.win), ("lead", luck.lead))
    ]
    begins = [0.0] * len(rows)
    for number, (part, name) in enumerate(zip(PARTS, PART_NAMES, strict=True)):
        figures = [getattr(parts, part) for _, parts in rows]
        widths = [100 * max(0.0, each.value) for each in figures]
        axes.barh(
            range(len(rows)),
            widths,
            left=begins,
            xerr=_reach(figures, 100),
            color=TINTS[number],
            hatch=HATCHES[number],
            edgecolor="white",
            capsize=2,
            label=name,
            height=0.6,
        )
        begins = [begin + width for begin, width in zip(begins, widths, strict=True)]
    _named(axes, [name for name, _ in rows])
    axes.set_xlabel("of 100 parts of the variance, with 95 % intervals")
    _legend(axes)
