"""What the placements of a view are worth, as far as can be told while somebody waits.

Exactly when few cards are left, else by rollouts of a fixed number, so that the same view always
gives the same worths. Slow until `compile_kernels` has been called.
"""

from __future__ import annotations

import hashlib

from serpentina.equity import Equity, placement_equities
from serpentina.game import View, pit_columns
from serpentina.layout import Layout, Placement, ends_touched
from serpentina.notation import Pit, Position
from serpentina.referee import outcomes_of
from serpentina.rollouts import Stop, Way
from serpentina.rules import PIT_COLUMNS, TOUCH_BITS

# With at most so many cards in the fan the exact worth is found in a moment; by seats, from 1.
FEW_CARDS = (10, 8, 7, 6, 5, 5, 5, 5)
FREE_CARDS = 2  # so many fewer where a card need not match, and has several times the placements
# What would take more memory takes too long: a bound that holds alike on every machine.
MOST_BYTES = 12 << 20
ROLLOUTS = Stop(games=1000)


def weigh(view: View, policy: str, *, is_reduced: bool) -> list[tuple[Placement, Equity]]:
    """The worth of each distinct outcome of the card drawn, the best for its player first.

    Of placements with the same outcome the first stands for all. `policy` plays the rollouts;
    without `is_reduced` they are quicker, and less sure.
    """
    assert view.card is not None
    position, own = position_of(view), own_placements(view)
    method = "auto" if sum(view.fan) <= few_cards(view) else "rollout"
    way = Way(policy, _seed_of(position), threads=1, is_reduced=is_reduced)
    distinct = {each.placement for each in outcomes_of(view.rules, view.layout, view.card)}
    worths = placement_equities(position, method, ROLLOUTS, way, most_bytes=MOST_BYTES)
    return [(own[each], worth) for each, worth in worths if own[each] in distinct]


def few_cards(view: View) -> int:
    """With how many cards in the fan at most an exact worth is tried."""
    return FEW_CARDS[len(view.pits) - 1] - (0 if view.rules.must_match else FREE_CARDS)


def position_of(view: View) -> Position:
    """The position of a view; its snakes are those of the view's places, in their order."""
    columns = pit_columns(view.pits)
    pits = range(0, len(columns), PIT_COLUMNS)
    return Position(
        rules=view.rules,
        snakes=tuple(view.layout.snakes.values()),
        pits=tuple(Pit(*columns[base : base + PIT_COLUMNS]) for base in pits),
        turn=view.seat,
        fan=view.fan,
        drawn=view.card,
    )


def own_placements(view: View) -> dict[Placement, Placement]:
    """The placements of the view by those of its position, whose places have no gaps."""
    snakes = view.layout.snakes
    packed = Layout.of(snakes.values(), sum(map(len, snakes.values())) + 1).snakes
    places = dict(zip(snakes, packed, strict=True))
    return {_moved(placement, places): placement for placement in view.placements}


def _moved(placement: Placement, places: dict[int, int]) -> Placement:
    """A placement at the same snakes, which lie at other places, the same way round."""
    ends = ends_touched(placement)
    first, last = (0 if end is None else 2 * places[end >> 1] + (end & 1) + 1 for end in ends)
    return Placement(first | last << TOUCH_BITS)


def _seed_of(position: Position) -> int:
    """The seed of the rollouts: what everybody sees, and nothing else."""
    return int.from_bytes(hashlib.sha256(str(position).encode()).digest()[:7], "big")
