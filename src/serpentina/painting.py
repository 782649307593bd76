"""Cards in the terminal: their letters, on their colours where the terminal shows colours."""

from __future__ import annotations

import os
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
