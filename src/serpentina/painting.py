"""Cards in the terminal: their letters, on their colours where the terminal shows colours."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable
from typing import TextIO

from serpentina.cards import LETTERS, Card
from serpentina.layout import Snake

# Background and letter of each colour, and of the rainbow, in the palette of 256 colours.
_SHADES = {
    "r": (160, 231),
    "o": (208, 16),
    "y": (226, 16),
    "g": (34, 231),
    "b": (27, 231),
    "p": (92, 231),
    "*": (231, 16),
}
_PLAIN = "\033[0m"
_ESCAPES = re.compile(r"\033\[[0-9;]*m")
COLUMNS = 79
LONGEST_RUN = 23  # cards in a line of 80 columns


class Paint:
    """Writes cards, with colours or, where `colours` is off, as plain text."""

    def __init__(self, colours: bool) -> None:
        self.colours = colours

    @staticmethod
    def suited_to(stream: TextIO) -> Paint:
        """Colours where the stream is a terminal that shows them; NO_COLOR is honoured."""
        dumb = os.environ.get("TERM") == "dumb" or bool(os.environ.get("NO_COLOR"))
        return Paint(stream.isatty() and not dumb)

    def card(self, card: Card) -> str:
        """A card as it lies, letters always: `<r`, `rg`, `*>`."""
        text = str(card)
        if not self.colours:
            return text
        shades = [_SHADES[sign if sign in LETTERS else text.strip("<>")] for sign in text]
        painted = (_on(*shade, sign) for shade, sign in zip(shades, text, strict=True))
        return "".join(painted) + _PLAIN

    def snake(self, snake: Snake) -> str:
        """The cards of a snake as they lie; a long one goes on in further lines."""
        runs = [snake[at : at + LONGEST_RUN] for at in range(0, len(snake), LONGEST_RUN)]
        return "-\n      ".join("-".join(map(self.card, run)) for run in runs)

    def strong(self, text: str) -> str:
        """Text that stands out."""
        return f"\033[1m{text}{_PLAIN}" if self.colours else text


def _on(background: int, letter: int, sign: str) -> str:
    return f"\033[48;5;{background}m\033[38;5;{letter}m{sign}"


def in_lines(items: Iterable[str], gap: str = " ", indent: str = "") -> str:
    """Items in lines of at most 79 columns, each line indented; a longer item has its own line."""
    lines: list[str] = []
    room = 0
    for item in items:
        width = _width(item)
        if lines and width + len(gap) <= room:
            lines[-1] += gap + item
            room -= width + len(gap)
        else:
            lines.append(indent + item)
            room = COLUMNS - len(indent) - width
    return "\n".join(lines)


def fitted(text: str) -> str:
    """Text in lines of at most 79 columns, broken at spaces; what follows is indented alike."""
    return "\n".join(
        line if _width(line) <= COLUMNS else _broken(line) for line in text.split("\n")
    )


def one_line(text: str) -> str:
    """Text whose line breaks and other signs that cannot be printed are written out."""
    shown = (sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
    return "".join(shown)


def _broken(line: str) -> str:
    indent = line[: len(line) - len(line.lstrip(" "))]
    return in_lines(line.lstrip(" ").split(" "), indent=indent)


def _width(text: str) -> int:
    """The columns that a text takes; a text of several lines takes them all."""
    if "\n" in text:
        return COLUMNS
    return sum(_columns(sign) for sign in _ESCAPES.sub("", text))


def _columns(sign: str) -> int:
    """The columns of one sign: two for wide letters and pictures, none for signs that join."""
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1
