"""The game on paper: cards to cut out, the rules on a page, a score sheet, as a PDF."""

from serpentina.printing.booklet import ONLY, Wish, print_game
from serpentina.printing.pages import PAPERS

__all__ = ["ONLY", "PAPERS", "Wish", "print_game"]
