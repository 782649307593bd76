"""A card as a standalone SVG; knows the drawings in `cards.json` and no rule.

A drawing's own coordinates are x along the body and y across it, both in widths of the body. Here
the body is straight; the browser bends it along a curled snake.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from typing import Any, Literal

from serpentina.cards import Card

Theme = Literal["light", "dark"]
Place = Sequence[float]
Bend = Callable[[float, float], tuple[float, float]]

WIDTH, HEIGHT = 52, 80  # of a card, in units of its picture
_BODY = 25
_ART: dict[str, Any] = json.loads(
    files("serpentina.art").joinpath("cards.json").read_text(encoding="utf-8")
)
LENGTH: float = _ART["length"]  # of a body, in its widths
_HALF = LENGTH / 2
_TOP = (HEIGHT - _BODY * LENGTH) / 2
_RAINBOW = "*"
_ROUND = 'stroke-linecap="round" stroke-linejoin="round"'


def card_svg(card: str, theme: Theme = "light") -> str:
    """The picture of a card, `rg`, `<r`, `r>`, `<*` or `*>`; NotationError for anything else."""
    pen = _Pen(theme, _upward if card[:1] == "<" else _downward)
    pen.paper()
    _draw(pen, card)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f"{''.join(pen.shapes)}</svg>"
    )


def card_shapes(card: str, bend: Bend, body: float, theme: Theme = "light") -> str:
    """What is on a card as it lies, without its paper, bent to where it lies.

    `bend` takes x along the body and y across it, in widths of the body, of which each is `body`.
    """
    pen = _Pen(theme, bend, body)
    _draw(pen, card)
    return "".join(pen.shapes)


def _draw(pen: _Pen, card: str) -> None:
    text = str(Card.parse(card))
    if text[0] == "<":
        _draw_head(pen, text[1])
    elif text[1] == ">":
        _draw_tail(pen, text[0])
    else:
        _draw_middle(pen, text[0], text[1])


def _downward(x: float, y: float) -> tuple[float, float]:
    """A body runs straight down the card."""
    return WIDTH / 2 - y * _BODY, _TOP + x * _BODY


def _upward(x: float, y: float) -> tuple[float, float]:
    """A head hangs down, so that one sees its face the right way up."""
    return WIDTH / 2 + y * _BODY, HEIGHT - _TOP - x * _BODY


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


class _Pen:
    """Collects the shapes of a picture, in the colours of a theme."""

    def __init__(self, theme: Theme, bend: Bend, body: float = _BODY) -> None:
        self.theme = theme
        self.bend = bend
        self.body = body
        self.shapes: list[str] = []

    def paper(self) -> None:
        """The card itself."""
        self.shapes.append(
            f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="7" '
            f'fill="{self.shade("paper")}" stroke="{self.shade("ink")}" stroke-opacity=".35"/>'
        )

    def shade(self, name: str) -> str:
        """A colour of the theme that is no snake's."""
        return str(_ART[self.theme][name])

    def colour(self, letter: str, part: str) -> str:
        """The `fill` or the `mark` of one of the six colours."""
        return str(_ART["colours"][letter][self.theme][part])

    def path(self, data: str, look: str) -> None:
        """Any path, with its attributes."""
        self.shapes.append(f'<path d="{data}" {look}/>')

    def line(self, places: Iterable[Place], closed: bool = False) -> str:
        """The text of a path through places."""
        spots = (self.bend(place[0], place[1]) for place in places)
        return f"M{'L'.join(f'{_number(x)} {_number(y)}' for x, y in spots)}{'Z' * closed}"

    def areas(self, fill: str, areas: Iterable[Iterable[Place]], look: str = "") -> None:
        """Filled areas."""
        data = "".join(self.line(places, closed=True) for places in areas)
        self.path(data, f'fill="{fill}" {look}')

    def strokes(self, stroke: str, width: float, lines: Iterable[Iterable[Place]]) -> None:
        """Lines of a width."""
        data = "".join(map(self.line, lines))
        look = f'fill="none" stroke="{stroke}" stroke-width="{_number(width * self.body)}" {_ROUND}'
        self.path(data, look)

    def dots(self, fill: str, dots: Iterable[Place], look: str = "") -> None:
        """Circles, each given by x, y and its radius."""
        for x, y, radius in dots:
            across, down = self.bend(x, y)
            self.shapes.append(
                f'<circle cx="{_number(across)}" cy="{_number(down)}" '
                f'r="{_number(radius * self.body)}" fill="{fill}" {look}/>'
            )

    def symbol(self, letter: str, x: float) -> None:
        """A colour's symbol on its disc, upright."""
        self.dots(self.shade("disc"), [(x, 0, _ART["symbolRadius"])])
        across, down = self.bend(x, 0)
        rainbow = letter == _RAINBOW
        source = _ART["rainbow"] if rainbow else _ART["colours"][letter]
        fill = self.shade("ink") if rainbow else self.colour(letter, "mark")
        place = f"translate({_number(across)} {_number(down)}) "
        scale = f"scale({_number(_ART['symbolSize'] * self.body)})"
        self.path(source["symbol"], f'fill="{fill}" transform="{place}{scale}"')

    def cut(self, letter: str, x: float) -> None:
        """The cut face of an open end."""
        edge = f'stroke="{self.shade("ink")}"'
        if letter == _RAINBOW:
            for k, stripe in enumerate(_ART["rainbow"]["order"]):
                self.areas(self.colour(stripe, "fill"), [_oval(x, 0.5 - k * 0.075)])
            return
        self.areas(self.colour(letter, "fill"), [_oval(x, 0.5)], edge)
        self.areas(self.shade("disc"), [_oval(x, 0.36)], 'fill-opacity=".72"')


def _oval(x: float, radius: float) -> list[Place]:
    angles = [k * math.pi / 8 for k in range(16)]
    return [(x + 0.36 * radius * math.cos(a), radius * math.sin(a)) for a in angles]


def _band(profile: Iterable[Place], low: float, high: float) -> list[Place]:
    """The part of a profile (x, half of the width, middle) between two heights from -1 to 1."""
    spots = list(profile)
    below = [(x, middle + low * half) for x, half, middle in spots]
    above = [(x, middle + high * half) for x, half, middle in spots]
    return [*below, *reversed(above)]


def _draw_outline(pen: _Pen, profile: Iterable[Place]) -> None:
    ink = pen.shade("ink")
    width = _number(0.14 * pen.body)
    look = f'stroke="{ink}" stroke-width="{width}" stroke-linejoin="round"'
    pen.areas(ink, [_band(profile, -1, 1)], look)


def _draw_pattern(pen: _Pen, letter: str, last: bool) -> None:
    """A colour's pattern on the half that begins at the first or the last end."""

    def turned(place: Place) -> Place:
        return (LENGTH - place[0], *place[1:]) if last else place

    pattern, mark = _ART["colours"][letter]["pattern"], pen.colour(letter, "mark")
    pen.dots(mark, map(turned, pattern.get("dots", [])))
    if areas := pattern.get("areas"):
        pen.areas(mark, [map(turned, places) for places in areas])
    if lines := pattern.get("lines"):
        pen.strokes(mark, pattern["width"], [map(turned, places) for places in lines])


def _draw_skin(pen: _Pen, letter: str, profile: list[Place], head: bool) -> None:
    """One colour with its pattern, or the six stripes of the rainbow."""
    _draw_outline(pen, profile)
    if letter == _RAINBOW:
        for k, stripe in enumerate(_ART["rainbow"]["order"]):
            pen.areas(pen.colour(stripe, "fill"), [_band(profile, k / 3 - 1, 1)])
        return
    pen.areas(pen.colour(letter, "fill"), [_band(profile, -1, 1)])
    _draw_pattern(pen, letter, last=head)


def _draw_face(pen: _Pen) -> None:
    head, ink = _ART["head"], pen.shade("ink")

    def eyes(radius: float, ahead: float = 0) -> list[Place]:
        return [(x - ahead, y, radius) for x, y in head["eyes"]]

    pen.dots("#ff8fab", [(x, y, head["cheek"]) for x, y in head["cheeks"]], 'fill-opacity=".75"')
    pen.strokes(ink, 0.07, [head["smile"]])
    pen.dots("#fff", eyes(head["eye"]), f'stroke="{ink}"')
    pen.dots("#1a1433", eyes(head["pupil"], head["pupilAhead"]))
    glints = [(x - 0.04, y - 0.05, r) for x, y, r in eyes(head["glint"], head["pupilAhead"])]
    pen.dots("#fff", glints)


def _draw_head(pen: _Pen, letter: str) -> None:
    head = _ART["head"]
    pen.strokes("#d81e4f", head["tongueWidth"], head["tongue"])
    _draw_skin(pen, letter, head["profile"], head=True)
    _draw_face(pen)
    pen.symbol(letter, LENGTH - head["symbolAt"])
    pen.cut(letter, LENGTH)


def _draw_tail(pen: _Pen, letter: str) -> None:
    tail = _ART["tail"]
    fill = pen.colour("y" if letter == _RAINBOW else letter, "fill")
    pen.dots(fill, tail["rattle"], f'stroke="{pen.shade("ink")}"')
    _draw_skin(pen, letter, tail["profile"], head=False)
    pen.symbol(letter, _ART["symbolAt"])
    pen.cut(letter, 0)


def _draw_middle(pen: _Pen, first: str, last: str) -> None:
    straight: list[Place] = [(0, 0.5, 0), (LENGTH, 0.5, 0)]
    under = _HALF - 0.15  # the wave lies over it
    wave = [(_HALF + x, y) for x, y in _ART["wave"]]
    _draw_outline(pen, straight)
    pen.areas(pen.colour(last, "fill"), [_band([(under, 0.5, 0), straight[1]], -1, 1)])
    _draw_pattern(pen, last, last=True)
    pen.areas(pen.colour(first, "fill"), [[(0, -0.5), *wave, (0, 0.5)]])
    _draw_pattern(pen, first, last=False)
    pen.path(pen.line(wave), 'fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.5"')
    pen.symbol(first, _ART["symbolAt"])
    pen.symbol(last, LENGTH - _ART["symbolAt"])
    pen.cut(first, 0)
    pen.cut(last, LENGTH)
