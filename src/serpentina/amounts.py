"""Numbers as they are typed after the options of commands; ValueError, a sentence, for others."""

from __future__ import annotations

import re


def count(text: str) -> int:
    """A whole number, not negative."""
    if not re.fullmatch("[0-9]{1,9}", text):
        raise ValueError(f'"{text}" is not a whole number from 0 to 999999999.')
    return int(text)


def counts(text: str) -> tuple[int, ...]:
    """Whole numbers with commas between, one for each seat."""
    return tuple(map(count, text.split(",")))


def whole_number(text: str) -> int:
    """A whole number above 0."""
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) == 0:
        raise ValueError(f'write a number from 1 to 999999999, not "{text}"')
    return int(text)


def positive(text: str) -> float:
    """A number above 0."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text) or float(text) == 0:
        raise ValueError(f'"{text}" is not a number above 0, as in 0.5.')
    return float(text)


def margin(text: str) -> float:
    """Any number."""
    try:
        return float(text)
    except ValueError:
        raise ValueError(f'write a number as in 0.02, not "{text}"') from None
