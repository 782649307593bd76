"""`serpentina print`: where the PDF goes, and what is said of it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from serpentina import saves
from serpentina.cards import Deck
from serpentina.errors import NotationError
from serpentina.options import PRESETS
from serpentina.printing.booklet import Wish, print_game
from serpentina.printing.cards import WHOLE
from serpentina.words import Words

STANDARD_OUTPUT = "-"
BEGIN = b"%PDF"  # of every PDF


def leave(options: argparse.Namespace, deck: Deck, words: Words) -> int:
    """Print the game of the options into their file, or to standard output."""
    rules = options.rules or PRESETS["serpentina"]
    wish = Wish(rules, deck, options.paper, options.backs, options.only)
    if options.out == STANDARD_OUTPUT:
        if sys.stdout.isatty():
            raise NotationError(
                "A PDF is nothing for a terminal to show: send it to a file, or into a pipe."
            )
        sys.stdout.buffer.write(print_game(wish, words)[0])
        return 0
    path = _checked(Path(options.out))
    content, count = print_game(wish, words)
    saves.write_whole(path, content, 0o644)
    print(words.plural("{file} has {n} page.", "{file} has {n} pages.", count, file=path))
    if options.only in (None, "cards"):
        print(words("Print it at {scale}, not fitted to the page.", scale=WHOLE))
    return 0


def _checked(path: Path) -> Path:
    """Where the PDF goes; refused, before all work, where it cannot go or something else is."""
    if not path.parent.is_dir():
        raise NotationError('There is no folder "{folder}" for the PDF.', folder=path.parent)
    if path.exists() and not path.is_file():
        raise NotationError('A PDF is left in a file, and "{file}" is none.', file=path)
    if path.exists():
        with path.open("rb") as file:
            begin = file.read(len(BEGIN))
        if begin not in (b"", BEGIN):
            raise NotationError('The file "{file}" holds something else than a PDF.', file=path)
    return path
