"""Small pictures of cards as they lie on a table, for the rule sheet; they hold no word."""

from __future__ import annotations

import math
from collections.abc import Sequence

from serpentina.art import HEIGHT, WIDTH, back_svg, printed_svg
from serpentina.cards import Card
from serpentina.printing.pages import FAINT, INK, Pages

ROUND = 4  # the corners of a card, in units of its picture
RIGHT, WRONG = "#14602b", "#a3142a"
HEAVY = 0.7
FAN, FAN_TURN = 7, 15.0  # cards, and degrees from one to the next
FAN_HELD = 105.0  # how far below its upper edge a card of the fan is held, in units


def snake(pages: Pages, x: float, y: float, cards: Sequence[str], unit: float) -> float:
    """Cards laid end to end, from their upper left corner on; how long they are."""
    for card in cards:
        _laid(pages, x, y, card, unit)
        x += HEIGHT * unit
    return len(cards) * HEIGHT * unit


def _laid(pages: Pages, x: float, y: float, card: str, unit: float) -> None:
    """A card that lies along a snake: a head looks to the left."""
    _blank(pages, x, y, HEIGHT * unit, WIDTH * unit, unit)
    name = _kept(pages, card)
    if card[0] == "<":
        pages.picture(name, x + HEIGHT * unit, y, unit, -90)
    else:
        pages.picture(name, x, y + WIDTH * unit, unit, 90)


def standing(pages: Pages, x: float, y: float, card: str, unit: float) -> None:
    """A card as one holds it."""
    _blank(pages, x, y, WIDTH * unit, HEIGHT * unit, unit)
    pages.picture(_kept(pages, card), x, y, unit)


def _blank(pages: Pages, x: float, y: float, across: float, down: float, unit: float) -> None:
    pages.box((x, y, across, down), radius=ROUND * unit, colour=FAINT, width=0.15, fill="#ffffff")


def _kept(pages: Pages, text: str) -> str:
    card = Card.parse(text)
    name = f"small {card}"
    pages.add_picture(name, printed_svg(str(card)))
    return name


def fan(pages: Pages, x: float, y: float, unit: float) -> None:
    """Cards face down, spread around the place where they are held."""
    pages.add_picture("back", back_svg())
    for k in range(FAN):
        turn = ((FAN - 1) / 2 - k) * FAN_TURN
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        across = WIDTH / 2 * cos + FAN_HELD * sin
        down = FAN_HELD * cos - WIDTH / 2 * sin
        pages.picture("back", x - across * unit, y - down * unit, unit, turn)


def tick(pages: Pages, x: float, y: float) -> None:
    """It is right so."""
    places = ((x, y + 2), (x + 1.6, y + 3.8), (x + 4.6, y - 0.4))
    pages.line(places, width=HEAVY, colour=RIGHT)


def cross(pages: Pages, x: float, y: float) -> None:
    """It is wrong so."""
    for places in (((x, y), (x + 4, y + 4)), ((x + 4, y), (x, y + 4))):
        pages.line(places, width=HEAVY, colour=WRONG)


def arrow(pages: Pages, x: float, y: float, length: float) -> None:
    """Upwards, from a place."""
    pages.line(((x, y), (x, y - length)), width=0.5, colour=INK)
    tip = ((x - 1.2, y - length + 1.4), (x, y - length), (x + 1.2, y - length + 1.4))
    pages.line(tip, width=0.5, colour=INK)
