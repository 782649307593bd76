"""Draws our own pictures of cards, which are SVG, into a PDF; knows nothing of cards.

It reads what `art` writes and no more: rectangles, circles and paths of M, L, C, A and Z, solid
colours, and the transforms translate, rotate and scale.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

from reportlab.lib.colors import HexColor

SVG = "{http://www.w3.org/2000/svg}"
NONE = "none"
CAPS = {"butt": 0, "round": 1}
JOINS = {"miter": 0, "round": 1}
_NUMBER = r"-?(?:\d+\.?\d*|\.\d+)"
_COUNTS = {"M": 2, "L": 2, "C": 6, "A": 7, "Z": 0}
Box = tuple[float, float, float, float]


def box_of(svg: str) -> Box:
    """The box of a picture: left, top, width, height."""
    left, top, width, height = map(float, _root(svg).attrib["viewBox"].split())
    return left, top, width, height


def draw(canvas: Any, svg: str) -> None:
    """Draw a picture where the canvas stands; its y grows downwards, as in SVG."""
    for element in _root(svg):
        _draw_element(canvas, element)


def _root(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own text


def _draw_element(canvas: Any, element: ET.Element) -> None:
    canvas.saveState()
    _transform(canvas, element.get("transform", ""))
    if element.tag == SVG + "g":
        for inner in element:
            _draw_element(canvas, inner)
    else:
        path = canvas.beginPath()
        _SHAPES[element.tag](path, element)
        fill, stroke = _take_look(canvas, element)
        canvas.drawPath(path, fill=fill, stroke=stroke)
    canvas.restoreState()


def _transform(canvas: Any, text: str) -> None:
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", text):
        numbers = [float(number) for number in inside.split()]
        if name == "scale":
            canvas.scale(numbers[0], numbers[-1])
        elif name == "rotate":
            canvas.rotate(numbers[0])
        else:
            canvas.translate(*numbers)


def _take_look(canvas: Any, element: ET.Element) -> tuple[int, int]:
    """Set colours and strokes; whether to fill, and whether to stroke."""
    get = element.get
    assert not {"fill-opacity", "stroke-opacity"} & set(element.keys())
    fill, stroke = get("fill", NONE), get("stroke", NONE)
    if fill != NONE:
        canvas.setFillColor(_colour(fill))
    if stroke != NONE:
        canvas.setStrokeColor(_colour(stroke))
        canvas.setLineWidth(float(get("stroke-width", "1")))
        canvas.setLineCap(CAPS[get("stroke-linecap", "butt")])
        canvas.setLineJoin(JOINS[get("stroke-linejoin", "miter")])
        if dashes := get("stroke-dasharray"):
            canvas.setDash([float(part) for part in dashes.split()])
    return int(fill != NONE), int(stroke != NONE)


def _colour(text: str) -> Any:
    """`#rgb` or `#rrggbb`."""
    return HexColor(text if len(text) == 7 else "#" + "".join(2 * part for part in text[1:]))


def _rect(path: Any, element: ET.Element) -> None:
    x, y, width, height = (float(element.attrib[k]) for k in ("x", "y", "width", "height"))
    path.roundRect(x, y, width, height, float(element.get("rx", "0")))


def _circle(path: Any, element: ET.Element) -> None:
    path.circle(*(float(element.attrib[key]) for key in ("cx", "cy", "r")))


def _path(path: Any, element: ET.Element) -> None:
    x = y = 0.0
    for letter, numbers in _steps(element.attrib["d"]):
        if letter == "Z":
            path.close()
        elif letter == "M":
            path.moveTo(*numbers)
        elif letter == "L":
            path.lineTo(*numbers)
        elif letter == "C":
            path.curveTo(*numbers)
        else:
            for curve in _arc((x, y), numbers):
                path.curveTo(*curve)
        if numbers:
            x, y = numbers[-2:]


_SHAPES = {SVG + "rect": _rect, SVG + "circle": _circle, SVG + "path": _path}


def _steps(data: str) -> Iterator[tuple[str, list[float]]]:
    """The steps of a path: a letter and its numbers."""
    for letter, inside in re.findall(r"([A-Za-z])([^A-Za-z]*)", data):
        numbers = [float(number) for number in re.findall(_NUMBER, inside)]
        count = _COUNTS[letter]
        for at in range(0, max(len(numbers), 1), count or 1):
            yield letter, numbers[at : at + count]


def _arc(start: tuple[float, float], numbers: list[float]) -> Iterator[tuple[float, ...]]:
    """Curves along an arc of an upright ellipse (SVG 1.1, F.6.5), a quarter or less each."""
    across, down, _turn, large, sweep, to_x, to_y = numbers
    ax, ay, bx, by = start[0] / across, start[1] / down, to_x / across, to_y / down
    half = math.hypot(bx - ax, by - ay) / 2  # of the chord, on a circle of radius 1
    away = math.sqrt(max(0.0, 1 / half**2 - 1)) / 2 if half else 0.0
    side = away if large != sweep else -away
    grown = max(1.0, half)  # radii that are too small are made to reach
    x, y = (ax + bx) / 2 - side * (by - ay), (ay + by) / 2 + side * (bx - ax)
    begin, end = math.atan2(ay - y, ax - x), math.atan2(by - y, bx - x)
    span = (end - begin) % math.tau - (0 if sweep else math.tau)
    pieces = math.ceil(abs(span) / (math.pi / 2) - 1e-9)
    step = span / pieces
    pull = 4 / 3 * math.tan(step / 4)
    for k in range(pieces):
        one, other = begin + k * step, begin + (k + 1) * step
        spots = (
            (math.cos(one) - pull * math.sin(one), math.sin(one) + pull * math.cos(one)),
            (math.cos(other) + pull * math.sin(other), math.sin(other) - pull * math.cos(other)),
            (math.cos(other), math.sin(other)),
        )
        yield tuple(c for u, v in spots for c in ((x + grown * u) * across, (y + grown * v) * down))
