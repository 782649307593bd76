"""Our SVG in a PDF: each shape looks as a browser would show it."""

from __future__ import annotations

import io

import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from serpentina.printing import pen

WHITE = (255, 255, 255)
RED = (255, 0, 0)
DOTS = 4  # to a unit


def seen(shapes: str) -> dict[tuple[float, float], tuple[int, ...]]:
    """The colours of the middle of each unit of a picture of 20 by 20."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{shapes}</svg>'
    assert pen.box_of(svg) == (0, 0, 20, 20)
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(20, 20))
    canvas.translate(0, 20)
    canvas.scale(1, -1)
    pen.draw(canvas, svg)
    canvas.showPage()
    canvas.save()
    picture = pypdfium2.PdfDocument(file.getvalue())[0].render(scale=DOTS).to_pil().convert("RGB")
    return {
        (x + 0.5, y + 0.5): picture.getpixel((DOTS * x + 2, DOTS * y + 2))
        for x in range(20)
        for y in range(20)
    }


def red(shapes: str) -> set[tuple[float, float]]:
    """The units that are red; the others are white, but for edges."""
    return {place for place, colour in seen(shapes).items() if colour == RED}


def inside_circle(x: float, y: float, radius: float) -> set[tuple[float, float]]:
    """The units whose middle is well inside a circle."""
    units = [(k + 0.5, m + 0.5) for k in range(20) for m in range(20)]
    return {one for one in units if (one[0] - x) ** 2 + (one[1] - y) ** 2 < (radius - 0.5) ** 2}


FILL = 'fill="#ff0000"'
UNIT = "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1-1 0Z"  # as short as SVG allows


@pytest.mark.parametrize(
    "shape",
    [
        f'<circle cx="8" cy="9" r="6" {FILL}/>',
        f'<path d="M2 9A6 6 0 1 1 14 9A6 6 0 1 1 2 9Z" {FILL}/>',
        f'<path d="M14 9A6 6 0 0 0 2 9A6 6 0 0 0 14 9Z" {FILL}/>',
        f'<path d="M8 3A6 6 0 0 1 8 15A6 6 0 0 1 8 3Z" {FILL}/>',
        f'<path d="M8 3A6 6 0 1 0 14 9A6 6 0 0 0 8 3Z" {FILL}/>',
        f'<path d="M2 9A1 1 0 0 1 14 9A1 1 0 0 1 2 9Z" {FILL}/>',  # radii that are made to reach
        f'<g transform="translate(8 9)"><path d="{UNIT}" {FILL} transform="scale(6)"/></g>',
        '<g transform="translate(8 9) rotate(70)"><circle cx="0" cy="0" r="6" fill="#f00"/></g>',
    ],
)
def test_circles(shape: str) -> None:
    """A circle, as such and by arcs of every kind, is round and where it should be."""
    found = red(shape)
    assert inside_circle(8, 9, 6) <= found
    assert found <= inside_circle(8, 9, 7)


def test_ellipses() -> None:
    """An arc with two radii is higher than wide, and turned it is wider than high."""
    upright = red(f'<path d="M7 10A3 8 0 0 1 13 10A3 8 0 0 1 7 10Z" {FILL}/>')
    assert {(10.5, 3.5), (9.5, 16.5), (8.5, 10.5)} <= upright
    assert not {(4.5, 10.5), (15.5, 10.5)} & upright
    oval = "M-3 0A3 8 0 0 1 3 0A3 8 0 0 1-3 0Z"
    lying = red(f'<path d="{oval}" {FILL} transform="translate(10 10) rotate(90)"/>')
    assert {(y, x) for x, y in upright} == lying


def test_the_smaller_arc_and_the_other() -> None:
    """Each of the four arcs between two places is the one that its flags say."""
    chord = "M6 6A{r} {r} 0 {flags} 14 6Z"
    small_up = red(f'<path d="{chord.format(r=5, flags="0 1")}" {FILL}/>')
    small_down = red(f'<path d="{chord.format(r=5, flags="0 0")}" {FILL}/>')
    large_down = red(f'<path d="{chord.format(r=5, flags="1 0")}" {FILL}/>')
    assert max(y for _, y in small_up) < 6 < min(y for _, y in small_down)
    assert len(large_down) > 3 * len(small_down)
    assert max(y for _, y in large_down) == 13.5


def test_lines_curves_and_closed_paths() -> None:
    """M, L, C and Z, with numbers as short as SVG allows."""
    square = {(x + 0.5, y + 0.5) for x in range(4, 8) for y in range(4, 8)}
    assert red(f'<path d="M4 4L8 4L8 8L4 8Z" {FILL}/>') == square
    small = f'<path d="M.4 .4L.8 .4L.8 .8L.4 .8Z" {FILL} transform="scale(10)"/>'
    assert red(small) == square
    assert red(f'<rect x="4" y="4" width="4" height="4" {FILL}/>') == square
    arch = red(f'<path d="M2 18C2-2 18-2 18 18Z" {FILL}/>')
    assert {(10.5, 4.5), (10.5, 17.5)} <= arch
    assert not {(2.5, 2.5), (17.5, 2.5)} & arch


def test_strokes() -> None:
    """A stroke has its colour, width and dashes, and fills nothing."""
    look = 'fill="none" stroke="#ff0000" stroke-width="2"'
    line = red(f'<path d="M2 10L18 10" {look}/>')
    assert line == {(x + 0.5, y) for x in range(2, 18) for y in (9.5, 10.5)}
    assert len(red(f'<path d="M2 10L18 10" {look} stroke-linecap="round"/>')) >= len(line)
    dashed = red(f'<path d="M2 10L18 10" {look} stroke-dasharray="2 2"/>')
    assert {x for x, _ in dashed} == {2.5, 3.5, 6.5, 7.5, 10.5, 11.5, 14.5, 15.5}
    ring = red(f'<circle cx="10" cy="10" r="6" {look}/>')
    assert (10.5, 10.5) not in ring
    assert (10.5, 4.5) in ring


def test_what_shines_through_is_refused() -> None:
    """Nothing is printed half transparent: the drawings mix such colours before."""
    with pytest.raises(AssertionError):
        red(f'<circle cx="8" cy="9" r="6" {FILL} fill-opacity=".5"/>')


def test_white_is_left() -> None:
    """Where nothing is drawn the paper stays as it is."""
    assert set(seen("").values()) == {WHITE}
