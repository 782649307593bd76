"""How commands tell figures at a terminal: counts, shares, columns, and a bar while they work."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from tqdm import tqdm


def many(number: int, what: str) -> str:
    """So many of something, in words."""
    return f"{number:,} {what}" + "s" * (number != 1)


def percent(share: float) -> str:
    """A share of one, in hundredths."""
    return f"{100 * share:.2f}"


def in_columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """The first columns to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            text.ljust(width) if number < left else text.rjust(width)
            for number, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def progress(steps: int, unit: str) -> tqdm[NoReturn]:
    """A bar, where somebody can see it."""
    from tqdm import tqdm  # noqa: PLC0415 - only who waits long sees one

    return tqdm(
        total=steps, unit=f" {unit}", unit_scale=steps > 10**5, disable=not sys.stderr.isatty()
    )
