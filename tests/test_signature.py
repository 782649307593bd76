"""The kernel plays the very games that it played when its signature was kept."""

from __future__ import annotations

import pytest

from tests.signature import KEPT, lines

pytestmark = pytest.mark.core


def test_fixed_games_end_as_they_did() -> None:
    """For all rules, decks and seats: a change of behaviour is never an accident."""
    assert list(lines()) == KEPT.read_text(encoding="utf-8").splitlines()
