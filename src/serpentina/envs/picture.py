"""A picture of the table: the bodies of `art`, as in the browser, each snake in a straight line.

Below lie the pits, a mark for each card, the seat that places in a frame; at the right the card
drawn. There are no letters in it, so that it needs no fonts. It needs the extra `[pettingzoo]` or
`[gym]`, which bring what turns it into pixels.
"""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from serpentina.art.drawing import HEIGHT, LENGTH, WIDTH, card_shapes, card_svg
from serpentina.envs.setting import EnvError
from serpentina.game import Game
from serpentina.layout import Snake

ACROSS, DOWN = 960, 640
MARGIN, GAP, FOOT = 16, 14, 26  # around all, between snakes, for each pit
BODY = 30  # the widest that a body is drawn
CARD = 2.0  # how large the card drawn is
MARK, MARKS = 7, 10  # the marks of a pit, in tens
CLOTH, PAPER, INK = "#1f6f5c", "#fffaf0", "#2b2340"


def svg(game: Game) -> str:
    """The table of a game as SVG."""
    right = ACROSS - 2 * MARGIN - CARD * WIDTH
    foot = DOWN - MARGIN - FOOT * game.players
    snakes = sorted(game.layout.snakes.items())
    shapes = _snakes([snake for _, snake in snakes], right - MARGIN, foot - 2 * MARGIN)
    shapes += [_pit(game, seat, foot + FOOT * seat) for seat in range(game.players)]
    if game.card is not None:
        drawn = card_svg(str(game.card)).replace(
            "<svg ",
            f'<svg x="{right + MARGIN}" y="{MARGIN}" width="{CARD * WIDTH}" '
            f'height="{CARD * HEIGHT}" ',
            1,
        )
        shapes.append(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {ACROSS} {DOWN}">'
        f'<rect width="{ACROSS}" height="{DOWN}" fill="{CLOTH}"/>{"".join(shapes)}</svg>'
    )


def pixels(game: Game) -> Any:
    """The same as an array: rows, columns, and red, green and blue as 8-bit numbers."""
    try:
        import resvg_py  # noqa: PLC0415 - only who wants pictures needs them
        from PIL import Image  # noqa: PLC0415
    except ImportError:
        raise EnvError(
            'Pictures need more: python -m pip install "serpentina[gym]" or '
            '"serpentina[pettingzoo]".'
        ) from None
    picture = bytes(resvg_py.svg_to_bytes(svg_string=svg(game), skip_system_fonts=True))
    with Image.open(io.BytesIO(picture)) as image:
        return np.array(image.convert("RGB"))


def _snakes(snakes: list[Snake], across: float, down: float) -> list[str]:
    """The snakes in lines from left to right, as large as all of them have room."""
    body = float(BODY)
    lines = _lines(snakes, across, body)
    while len(lines) * (body + GAP) > down or any(_length(line, body) > across for line in lines):
        body *= 0.94
        lines = _lines(snakes, across, body)
    shapes = []
    for number, line in enumerate(lines):
        x = float(MARGIN)
        for snake in line:
            shapes.append(_snake(snake, x, MARGIN + number * (body + GAP), body))
            x += len(snake) * LENGTH * body + GAP
    return shapes


def _length(line: list[Snake], body: float) -> float:
    return sum(len(snake) * LENGTH * body + GAP for snake in line) - GAP


def _lines(snakes: list[Snake], across: float, body: float) -> list[list[Snake]]:
    """Snakes in lines, as many in each as fit in it, at least one."""
    lines: list[list[Snake]] = []
    for snake in snakes:
        if lines and _length([*lines[-1], snake], body) <= across:
            lines[-1].append(snake)
        else:
            lines.append([snake])
    return lines


def _snake(snake: Snake, x: float, y: float, body: float) -> str:
    """A snake whose first end is at x and whose back is at y."""

    def placed(at: int) -> str:
        def bend(along: float, aside: float) -> tuple[float, float]:
            return x + (at * LENGTH + along) * body, y + (0.5 + aside) * body

        return card_shapes(str(snake[at]), bend, body)

    return "".join(placed(at) for at in range(len(snake)))


def _pit(game: Game, seat: int, y: float) -> str:
    """A mark for each card in a pit, with a gap after each ten."""
    cards = game.scores[seat].cards
    frame = PAPER if seat == game.seat - 1 and not game.is_over else "none"
    marks = "".join(
        f'<rect x="{MARGIN + 12 + at * (MARK + 2) + at // MARKS * 6}" y="{y + 6}" width="{MARK}" '
        f'height="{FOOT - 14}" rx="2" fill="{PAPER}" stroke="{INK}"/>'
        for at in range(cards)
    )
    return (
        f'<rect x="{MARGIN}" y="{y + 1}" width="{ACROSS - 2 * MARGIN}" height="{FOOT - 4}" rx="6" '
        f'fill="{INK}" fill-opacity=".3" stroke="{frame}" stroke-width="2"/>{marks}'
    )
