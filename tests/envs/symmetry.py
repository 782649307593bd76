"""Games that are one another's mirror: colours renamed, heads and tails exchanged."""

from __future__ import annotations

from typing import Any

import numpy as np

from serpentina.cards import ALL_KINDS, COLOURS, LETTERS, Card
from serpentina.envs import observing

# Columns that are about the snakes with these ends: how many, and their cards.
PAIRS = [(one, other) for one in range(COLOURS) for other in range(one, COLOURS)]


def renamed(kind: int, colours: list[int], turned: bool) -> int:
    """The kind of card with other colours, and a head for a tail where that is wanted."""
    text = "".join(
        LETTERS[colours[LETTERS.index(sign)]] if sign in LETTERS[:COLOURS] else sign
        for sign in str(ALL_KINDS[kind])
    )
    if turned and not ALL_KINDS[kind].is_middle:
        text = f"<{text[0]}" if text[1] == ">" else f"{text[1]}>"
    return Card.parse(text).kind


def columns(colours: list[int], turned: bool) -> list[int]:
    """Where each number of a row goes when its game is renamed."""
    found = list(range(observing.FEATURES))
    for base in (observing.LONE, observing.FAN):
        for kind in range(len(ALL_KINDS)):
            found[base + kind] = base + renamed(kind, colours, turned)
    ends = (observing.HEADED, observing.TAILED)
    for base, other in zip(ends, reversed(ends) if turned else ends, strict=True):
        for colour in range(COLOURS):
            for part in range(2):
                found[base + 2 * colour + part] = other + 2 * colours[colour] + part
    for number, pair in enumerate(PAIRS):
        low, high = sorted(colours[colour] for colour in pair)
        for part in range(2):
            to = observing.OPEN + 2 * PAIRS.index((low, high)) + part
            found[observing.OPEN + 2 * number + part] = to
    return found


def as_set(rows: Any) -> list[tuple[int, ...]]:
    """Rows whatever their order."""
    return sorted(map(tuple, np.asarray(rows).tolist()))
