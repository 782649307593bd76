"""The whole PDF of a game; the same wish gives the same bytes."""

from __future__ import annotations

from typing import NamedTuple

from serpentina.cards import STANDARD, Deck
from serpentina.options import PRESETS, Rules
from serpentina.printing.cards import add_cards
from serpentina.printing.pages import PAPERS, Pages
from serpentina.printing.rule_sheet import add_rules
from serpentina.printing.score_sheet import add_scores
from serpentina.words import Words

ONLY = ("rules", "scores", "cards")  # the parts, as they follow each other


class Wish(NamedTuple):
    """What is to be printed: a game, on which paper, with backs or without, one part or all."""

    rules: Rules = PRESETS["serpentina"]
    deck: Deck = STANDARD
    paper: str = "a4"
    backs: bool = False
    only: str | None = None


def print_game(wish: Wish, words: Words) -> tuple[bytes, int]:
    """The PDF in the language of the words, and how many pages it has.

    The rules and the score sheet come first, so that printed on both sides they share a sheet.
    """
    about = f"{wish.rules}; {wish.deck}"
    pages = Pages(PAPERS[wish.paper], "Serpentina", words.language, about)
    parts = ONLY if wish.only is None else (wish.only,)
    if "rules" in parts:
        add_rules(pages, words, wish.rules, wish.deck)
    if "scores" in parts:
        add_scores(pages, words, wish.rules)
    if "cards" in parts:
        add_cards(pages, words, list(wish.deck), backs=wish.backs)
    return pages.finished()
