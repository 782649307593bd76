"""The signature of the kernel: hashes of how fixed games end, kept in signature.txt.

    python -m tests.signature

writes them anew, for a change of behaviour that is meant.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from serpentina.cards import Deck
from serpentina.options import Rules
from serpentina.simulate import simulate

KEPT = Path(__file__).with_suffix(".txt")
SEED = 2006
ALL_RULES = (
    "serpentina",
    "hisss",
    "serpentina,joinable=any,goal=snakes",
    "hisss,joined=taken,must_match=off",
    "hisss,joinable=snakes,goal=race:10",
)
DECKS = ("standard", "standard:2", "<r <* g> b> *>:2 rg:5 bg:4 bo:3 oy")
SEATS = (  # policies, games
    ("hatchling hatchling", 16),
    ("hatchling", 4),
    ("garter garter hatchling garter hatchling", 4),
    ("boa garter", 1),
)


def line(rules: str, deck: str, policies: str, games: int) -> str:
    """A hash of the pits, the winners and the cards placed of so many games."""
    rows = simulate(games, Rules.parse(rules), Deck.parse(deck), policies.split(), SEED).rows
    digest = hashlib.sha256(" ".join(map(str, rows)).encode()).hexdigest()
    return f"{rules} | {deck} | {policies} | {games} | {digest[:32]}"


def lines() -> Iterator[str]:
    """A line for all rules, decks and seats."""
    for rules in ALL_RULES:
        for deck in DECKS:
            for policies, games in SEATS:
                yield line(rules, deck, policies, games)


if __name__ == "__main__":
    KEPT.write_text("\n".join(lines()) + "\n", encoding="utf-8")
