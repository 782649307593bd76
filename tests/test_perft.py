"""Perft: kernel, oracle and docs/perft.md give the same numbers."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from serpentina.cards import ALL_KINDS, parse_counted
from tests import oracle
from tests.campaign import SOAK
from tests.perft import DEPTHS, POSITIONS, Perft, perft, rows

pytestmark = pytest.mark.core

DOC = Path(__file__).parents[1] / "docs" / "perft.md"


@pytest.mark.no_cover
@pytest.mark.parametrize(("rules", "table", "fan"), POSITIONS)
def test_the_oracle_counts_the_same(rules: str, table: str, fan: str) -> None:
    """Lines, positions and the exact average of cards taken are the oracle's at each depth."""
    counts = {str(card): count for card, count in zip(ALL_KINDS, parse_counted(fan), strict=True)}
    held = {card: count for card, count in counts.items() if count}
    for depth in DEPTHS if SOAK else DEPTHS[:3]:
        assert perft(rules, table, fan, depth) == Perft(
            *oracle.perft(rules, table.split(), held, depth)
        )


@pytest.mark.no_cover
def test_the_table_of_the_docs() -> None:
    """The table in docs/perft.md is what the kernel counts now."""
    told = [line for line in DOC.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    if SOAK:
        assert told == rows()
    else:
        assert [line for line in told if "` | 4 |" not in line] == rows(DEPTHS[:3])


def test_one_draw_by_hand() -> None:
    """From gr with gr and <r left: gr goes to either end, <r to one; a tail may take all three."""
    assert perft("serpentina", "gr", "gr <r", 1) == Perft(3, 3, Fraction(0))
    assert perft("serpentina", "<r-rg", "g>", 1) == Perft(1, 1, Fraction(3))
