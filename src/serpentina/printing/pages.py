"""The pages of a PDF: lengths in millimetres, from the upper left corner, downwards.

Texts are set in fonts that come with the package and are embedded. A picture is stored once,
however often it is shown. Nothing is transparent, which old printers are slow at.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from threading import Lock
from typing import Literal, NamedTuple

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from serpentina.printing import pen

PLAIN, BOLD = "Nunito-Medium", "Nunito-ExtraBold"
INK, QUIET, FAINT = "#2b2140", "#6b6480", "#b9b5c4"
LEADING = 1.28  # from line to line, in sizes of the letters
rl_config.useA85 = 0  # all printers take bytes by now
POINT: float = 1 / mm  # in millimetres
HAIR = 0.1
_LOADING = Lock()
Align = Literal["left", "middle", "right"]


class Paper(NamedTuple):
    """A sheet of paper, upright."""

    width: float
    height: float


PAPERS = {"a4": Paper(210, 297), "letter": Paper(215.9, 279.4)}


class Pages:
    """A PDF that is being written."""

    def __init__(self, paper: Paper, title: str, language: str, subject: str) -> None:
        self.paper = paper
        self._file = io.BytesIO()
        _load_fonts()
        size = (paper.width * mm, paper.height * mm)
        self._canvas = Canvas(
            self._file,
            pagesize=size,
            pageCompression=1,
            invariant=1,
            initialFontName=PLAIN,
            lang=language,
        )
        self._canvas.setTitle(title)
        self._canvas.setSubject(subject)
        self._canvas.setAuthor("Serpentina")
        self._canvas.setCreator("serpentina print")
        self._pictures: dict[str, pen.Box] = {}
        self._count = 0

    @contextmanager
    def page(self, name: str) -> Iterator[None]:
        """One more page, with a name for the table of contents."""
        canvas = self._canvas
        self._count += 1
        canvas.bookmarkPage(f"page {self._count}")
        canvas.addOutlineEntry(name, f"page {self._count}")
        yield
        canvas.showPage()

    def finished(self) -> tuple[bytes, int]:
        """The PDF, and how many pages it has."""
        self._canvas.save()
        return self._file.getvalue(), self._count

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        font: str = PLAIN,
        colour: str = INK,
        align: Align = "left",
    ) -> None:
        """A line of text on its base line; the size is in points."""
        canvas = self._canvas
        canvas.setFont(font, size)
        canvas.setFillColor(HexColor(colour))
        show = {
            "left": canvas.drawString,
            "middle": canvas.drawCentredString,
            "right": canvas.drawRightString,
        }[align]
        show(x * mm, self._up(y), text)

    def upright_text(self, x: float, y: float, text: str, size: float) -> None:
        """A quiet line of text that runs upwards."""
        self._canvas.saveState()
        self._canvas.translate(x * mm, self._up(y))
        self._canvas.rotate(90)
        self._canvas.setFont(PLAIN, size)
        self._canvas.setFillColor(HexColor(QUIET))
        self._canvas.drawString(0, 0, text)
        self._canvas.restoreState()

    def lines(self, x: float, y: float, lines: Iterable[str], size: float) -> float:
        """Lines of text below a height; the height below them."""
        for line in lines:
            self.text(x, y + 0.8 * LEADING * size * POINT, line, size)
            y += LEADING * size * POINT
        return y

    def line(
        self,
        places: Iterable[tuple[float, float]],
        *,
        width: float = HAIR,
        colour: str = FAINT,
        dashes: tuple[float, ...] = (),
    ) -> None:
        """A line from place to place."""
        canvas = self._canvas
        canvas.saveState()
        canvas.setStrokeColor(HexColor(colour))
        canvas.setLineWidth(width * mm)
        if dashes:
            canvas.setDash([part * mm for part in dashes])
        path = canvas.beginPath()
        for number, (x, y) in enumerate(places):
            (path.lineTo if number else path.moveTo)(x * mm, self._up(y))
        canvas.drawPath(path)
        canvas.restoreState()

    def box(
        self,
        at: pen.Box,
        *,
        radius: float = 0,
        width: float = HAIR,
        colour: str = FAINT,
        fill: str | None = None,
    ) -> None:
        """A box of left, top, width and height, with round corners; no line of no width."""
        x, y, across, down = at
        canvas = self._canvas
        canvas.setStrokeColor(HexColor(colour))
        canvas.setLineWidth(width * mm)
        if fill:
            canvas.setFillColor(HexColor(fill))
        place = (x * mm, self._up(y + down), across * mm, down * mm, radius * mm)
        canvas.roundRect(*place, stroke=int(width > 0), fill=int(fill is not None))

    def add_picture(self, name: str, svg: str) -> None:
        """Keep a picture under a name, to be shown as often as one likes."""
        name = _safe(name)
        if name in self._pictures:
            return
        left, top, width, height = pen.box_of(svg)
        canvas = self._canvas
        canvas.beginForm(name, left, -top - height, left + width, -top)
        canvas.scale(1, -1)
        pen.draw(canvas, svg)
        canvas.endForm()
        self._pictures[name] = (left, top, width, height)

    def picture(self, name: str, x: float, y: float, unit: float = 1, turn: float = 0) -> None:
        """A picture, with its own (0, 0) at a place, a unit so long, turned to the left by degrees.

        Turned by 90, its (0, 0) is at the lower left; by -90, at the upper right.
        """
        canvas = self._canvas
        canvas.saveState()
        canvas.translate(x * mm, self._up(y))
        canvas.rotate(turn)
        canvas.scale(unit * mm, unit * mm)
        canvas.doForm(_safe(name))
        canvas.restoreState()

    def _up(self, y: float) -> float:
        """The height as PDF has it, in points from below."""
        return (self.paper.height - y) / POINT


def _safe(name: str) -> str:
    """A name as PDF can have it: `card <r` becomes `card.head-r`, `*>` `x-tail`."""
    words = {" ": ".", "<": "head-", ">": "-tail", "*": "x"}
    return "".join(words.get(letter, letter) for letter in name)


def width_of(text: str, size: float, font: str = PLAIN) -> float:
    """How wide a text is."""
    return float(pdfmetrics.stringWidth(text, font, size)) * POINT


def wrapped(text: str, width: float, size: float, font: str = PLAIN) -> list[str]:
    """The text in lines that are at most so wide."""
    return [str(line) for line in simpleSplit(text, font, size, width * mm)]


def _load_fonts() -> None:
    """The fonts, which reportlab keeps for all documents."""
    with _LOADING:
        known = pdfmetrics.getRegisteredFontNames()
        for name in (PLAIN, BOLD):
            if name not in known:
                with as_file(files("serpentina.printing").joinpath(f"fonts/{name}.ttf")) as path:
                    pdfmetrics.registerFont(TTFont(name, str(path)))
