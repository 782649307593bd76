"""A card as a standalone SVG; knows the drawings in `cards.json` and no rule.

A drawing's own coordinates are x along the body and y across it, both in widths of the body. Here
the body is straight; the browser bends it along a curled snake. On a card to print it runs off the
edges at its open ends, so that a snake of cards lies unbroken on a table.
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
BLEED = 3  # of a card to print, beyond its two short edges
_PRINTED_BODY = 26.5
_REACH = 0.3  # how far a printed body runs beyond its open ends, in widths of the body
_ART: dict[str, Any] = json.loads(
    files("serpentina.art").joinpath("cards.json").read_text(encoding="utf-8")
)
LENGTH: float = _ART["length"]
_HALF = LENGTH / 2
_TOP = (HEIGHT - _BODY * LENGTH) / 2
_RAINBOW = "*"
_ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
_PAPER = f'x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="7"'  # the card itself


def card_svg(card: str, theme: Theme = "light") -> str:
    """The picture of a card, `rg`, `<r`, `r>`, `<*` or `*>`; NotationError for anything else."""
    text = str(Card.parse(card))
    pen = _Pen(theme, _upward if text[0] == "<" else _downward, _BODY)
    pen.shape(
        f'<rect {_PAPER} fill="{pen.shade("paper")}" stroke="{pen.shade("ink")}" '
        'stroke-opacity=".35"/>'
    )
    _draw(pen, text)
    return _svg(pen, 0)


def printed_svg(card: str, bleed: int = 0) -> str:
    """A card to print: as `card_svg`, but running off the edges, and without paper.

    `bleed` is how much more is shown beyond the two short edges, BLEED at most.
    """
    text = str(Card.parse(card))
    bend = _from_its_end if text[0] == "<" else _to_its_end if text[1] == ">" else _through
    pen = _Pen("light", bend, _PRINTED_BODY, _REACH)
    _draw(pen, text)
    return _svg(pen, bleed)


def card_shapes(card: str, bend: Bend, body: float, theme: Theme = "light") -> str:
    """What is on a card as it lies, without its paper, bent to where it lies.

    `bend` takes x along the body and y across it, in widths of the body, of which each is `body`.
    """
    pen = _Pen(theme, bend, body)
    _draw(pen, str(Card.parse(card)))
    return "".join(pen.shapes)


def back_svg(theme: Theme = "light") -> str:
    """The back of every card: a coiled snake among stars."""
    pen = _Pen(theme, lambda x, y: (x, y), 1)
    _draw_back(pen)
    return _svg(pen, 0)


def _svg(pen: _Pen, bleed: int) -> str:
    box = f"0 {-bleed} {WIDTH} {HEIGHT + 2 * bleed}"
    shapes = "".join(pen.shapes)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{shapes}</svg>'


def _downward(x: float, y: float) -> tuple[float, float]:
    """A body runs straight down the card."""
    return WIDTH / 2 - y * _BODY, _TOP + x * _BODY


def _upward(x: float, y: float) -> tuple[float, float]:
    """A head hangs down, so that one sees its face the right way up."""
    return WIDTH / 2 + y * _BODY, HEIGHT - _TOP - x * _BODY


def _through(x: float, y: float) -> tuple[float, float]:
    """The body of a printed middle section ends at both short edges."""
    return WIDTH / 2 - y * _PRINTED_BODY, x * HEIGHT / LENGTH


def _to_its_end(x: float, y: float) -> tuple[float, float]:
    """A printed tail begins at the upper edge."""
    return WIDTH / 2 - y * _PRINTED_BODY, x * _PRINTED_BODY


def _from_its_end(x: float, y: float) -> tuple[float, float]:
    """A printed head hangs down from the upper edge."""
    return WIDTH / 2 + y * _PRINTED_BODY, (LENGTH - x) * _PRINTED_BODY


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


class _Pen:
    """Collects the shapes of a picture, in the colours of a theme.

    The body is so many units wide, and reaches beyond its open ends, in its own widths.
    """

    def __init__(self, theme: Theme, bend: Bend, body: float, reach: float = 0) -> None:
        self.theme = theme
        self.bend = bend
        self.body = body
        self.reach = reach
        self.shapes: list[str] = []

    def shape(self, element: str) -> None:
        """Any shape."""
        self.shapes.append(element)

    def shade(self, name: str) -> str:
        """A colour of the theme that is no snake's."""
        return str(_ART[self.theme][name])

    def colour(self, letter: str, part: str) -> str:
        """The `fill` or the `mark` of one of the six colours."""
        return str(_ART["colours"][letter][self.theme][part])

    def veil(self, part: str, colour: str, share: float, under: str) -> str:
        """A `fill` or `stroke` that lets what is under it through; mixed where it is printed."""
        if self.reach:
            return f'{part}="{_mixed(colour, under, share)}"'
        return f'{part}="{colour}" {part}-opacity="{share:.2g}"'.replace('"0.', '".')

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

    def dots(self, fill: str | None, dots: Iterable[Place], look: str = "") -> None:
        """Circles, each given by x, y and its radius; without a fill the look has it."""
        look = look if fill is None else f'fill="{fill}" {look}'
        for x, y, radius in dots:
            across, down = self.bend(x, y)
            self.shapes.append(
                f'<circle cx="{_number(across)}" cy="{_number(down)}" '
                f'r="{_number(radius * self.body)}" {look}/>'
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
        """The cut face of an open end; there is none where the body goes on."""
        if self.reach:
            return
        edge = f'stroke="{self.shade("ink")}"'
        if letter == _RAINBOW:
            for k, stripe in enumerate(_ART["rainbow"]["order"]):
                self.areas(self.colour(stripe, "fill"), [_oval(x, 0.5 - k * 0.075)])
            return
        self.areas(self.colour(letter, "fill"), [_oval(x, 0.5)], edge)
        self.areas(self.shade("disc"), [_oval(x, 0.36)], 'fill-opacity=".72"')


def _mixed(colour: str, under: str, share: float) -> str:
    """The colour that one sees where a colour lies so thick over another."""
    parts = [(int(colour[at : at + 2], 16), int(under[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)


def _oval(x: float, radius: float) -> list[Place]:
    angles = [k * math.pi / 8 for k in range(16)]
    return [(x + 0.36 * radius * math.cos(a), radius * math.sin(a)) for a in angles]


def _band(profile: Iterable[Place], low: float, high: float) -> list[Place]:
    """The part of a profile (x, half of the width, middle) between two heights from -1 to 1."""
    spots = list(profile)
    below = [(x, middle + low * half) for x, half, middle in spots]
    above = [(x, middle + high * half) for x, half, middle in spots]
    return [*below, *reversed(above)]


def _reaching(profile: list[Place], reach: float, last: bool) -> list[Place]:
    """A profile with its open end, the first or the last one, drawn out."""
    return [*profile, (LENGTH + reach, 0.5, 0)] if last else [(-reach, 0.5, 0), *profile]


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


def _draw_skin(pen: _Pen, letter: str, drawn: list[Place], head: bool) -> None:
    """One colour with its pattern, or the six stripes of the rainbow."""
    profile = _reaching(drawn, pen.reach, last=head) if pen.reach else drawn
    _draw_outline(pen, profile)
    if letter == _RAINBOW:
        for k, stripe in enumerate(_ART["rainbow"]["order"]):
            pen.areas(pen.colour(stripe, "fill"), [_band(profile, k / 3 - 1, 1)])
        return
    pen.areas(pen.colour(letter, "fill"), [_band(profile, -1, 1)])
    _draw_pattern(pen, letter, last=head)


def _draw_face(pen: _Pen, skin: str) -> None:
    head, ink = _ART["head"], pen.shade("ink")

    def eyes(radius: float, ahead: float = 0) -> list[Place]:
        return [(x - ahead, y, radius) for x, y in head["eyes"]]

    blush = pen.veil("fill", "#ff8fab", 0.75, skin)
    pen.dots(None, [(x, y, head["cheek"]) for x, y in head["cheeks"]], blush)
    pen.strokes(ink, 0.07, [head["smile"]])
    pen.dots("#fff", eyes(head["eye"]), f'stroke="{ink}"')
    pen.dots("#1a1433", eyes(head["pupil"], head["pupilAhead"]))
    glints = [(x - 0.04, y - 0.05, r) for x, y, r in eyes(head["glint"], head["pupilAhead"])]
    pen.dots("#fff", glints)


def _draw_head(pen: _Pen, letter: str) -> None:
    head = _ART["head"]
    pen.strokes("#d81e4f", head["tongueWidth"], head["tongue"])
    _draw_skin(pen, letter, head["profile"], head=True)
    _draw_face(pen, "#ffffff" if letter == _RAINBOW else pen.colour(letter, "fill"))
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
    begin, end = -pen.reach, LENGTH + pen.reach
    straight: list[Place] = [(begin, 0.5, 0), (end, 0.5, 0)]
    under = _HALF - 0.15  # the wave lies over it
    wave = [(_HALF + x, y) for x, y in _ART["wave"]]
    _draw_outline(pen, straight)
    pen.areas(pen.colour(last, "fill"), [_band([(under, 0.5, 0), straight[1]], -1, 1)])
    _draw_pattern(pen, last, last=True)
    pen.areas(pen.colour(first, "fill"), [[(begin, -0.5), *wave, (begin, 0.5)]])
    _draw_pattern(pen, first, last=False)
    border = pen.veil("stroke", "#ffffff", 0.55, pen.colour(first, "fill"))
    pen.path(pen.line(wave), f'fill="none" {border} stroke-width="1.5"')
    pen.symbol(first, _ART["symbolAt"])
    pen.symbol(last, LENGTH - _ART["symbolAt"])
    pen.cut(first, 0)
    pen.cut(last, LENGTH)


def _draw(pen: _Pen, text: str) -> None:
    if text[0] == "<":
        _draw_head(pen, text[1])
    elif text[1] == ">":
        _draw_tail(pen, text[0])
    else:
        _draw_middle(pen, text[0], text[1])


def _draw_back(pen: _Pen) -> None:
    back, snake, gold = _ART["back"], pen.colour("g", "fill"), pen.colour("y", "fill")
    rim, coil, edge = back["rim"], back["coil"], back["edge"]
    white = f'stroke="{pen.shade("disc")}" stroke-width="1.5"'
    pen.shape(f'<rect {_PAPER} fill="{pen.shade("back")}" {white}/>')
    inner = f'width="{WIDTH - 2 * rim}" height="{HEIGHT - 2 * rim}" rx="4.5"'
    gilt = f'fill="none" stroke="{_mixed(gold, pen.shade("back"), 0.7)}"'
    pen.shape(f'<rect x="{rim}" y="{rim}" {inner} {gilt}/>')
    pen.dots(gold, [(x, y, back["star"]) for x, y in back["stars"]])
    pen.strokes(edge, back["widths"]["edge"], [coil])
    pen.strokes(snake, back["widths"]["coil"], [coil])
    look = f'fill="none" stroke="{gold}" stroke-width="{back["widths"]["mark"]}" {_ROUND}'
    pen.path(pen.line(coil), f'{look} stroke-dasharray="0.1 4.4"')
    _draw_coiled_head(pen, back["head"], snake, edge)


def _draw_coiled_head(pen: _Pen, head: dict[str, Any], skin: str, edge: str) -> None:
    (x, y), (across, down) = head["at"], head["oval"]
    turn = f"rotate({head['turn']}) scale({head['scale']})"
    pen.shape(f'<g transform="translate({x} {y}) {turn}">')
    width = f'stroke-width="{head["tongueWidth"]}"'
    pen.path(head["tongue"], f'fill="none" stroke="#d81e4f" {width} {_ROUND}')
    half = f"A{across} {down} 0 0 1"
    oval = f"M{-across} 0{half} {across} 0{half} {-across} 0Z"
    pen.path(oval, f'fill="{skin}" stroke="{edge}" stroke-width="1"')
    pen.dots("#fff", [(*eye, head["eye"]) for eye in head["eyes"]], f'stroke="{pen.shade("ink")}"')
    pupils = [(x, y + head["pupilDown"], head["pupil"]) for x, y in head["eyes"]]
    pen.dots("#1a1433", pupils)
    pen.shape("</g>")
