"""How figures are told: in words, in columns, and by a bar for who waits."""

from __future__ import annotations

import sys

import pytest

from serpentina.telling import in_columns, many, percent, progress


def test_a_terminal_sees_the_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar is shown on a terminal and nowhere else."""
    with progress(3, "fans") as bar:
        assert bar.disable
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress(3, "fans") as bar:
        bar.update()
        assert not bar.disable


@pytest.mark.parametrize(("number", "told"), [(1, "1 game"), (0, "0 games"), (4000, "4,000 games")])
def test_numbers_are_told_in_words(number: int, told: str) -> None:
    """One is singular, thousands are set apart."""
    assert many(number, "game") == told


def test_columns() -> None:
    """The first columns stand to the left, the others to the right."""
    assert percent(0.12345) == "12.35"
    rows = [("a", "b", "c"), ("long", "x", "12.5")]
    assert in_columns(rows) == "a     b     c\nlong  x  12.5"
    assert in_columns([("a", "long"), ("b", "x")], 2) == "a  long\nb  x"
