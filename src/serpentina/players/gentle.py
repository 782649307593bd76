"""The gentle one: it keeps somebody's chance of winning near a target, usually a child's.

It knows what its placements are worth and makes, of those that are plausible, the one that brings
the other's chance nearest to the target; of several that come equally near, the best for itself.
The fan it leaves alone. docs/gentle.md says what it does and how well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

from serpentina.errors import NotationError
from serpentina.game import View
from serpentina.layout import Placement
from serpentina.options import MOST_SEATS

LONG = 9  # a snake of so many cards or more it never overlooks: a child would wonder
NEAR = 0.05  # so near to the target is near enough


class Player:
    """Plays as well as the player of a seat (from 1) needs it; None: the first other seat.

    `percent` is the chance that this player shall have, None an even share.
    """

    def __init__(self, seat: int | None = None, percent: int | None = None) -> None:
        self.seat, self.percent = seat, percent

    @staticmethod
    def parse(text: str) -> Player:
        """From what stands behind `gentle:`, `SEAT` or `SEAT:PERCENT`."""
        match = re.fullmatch(r"([1-9])(?::([1-9][0-9]?))?", text, re.ASCII)
        if match is None or int(match[1]) > MOST_SEATS:
            raise NotationError(
                'There is no player "gentle:{text}": write gentle, gentle:SEAT or '
                "gentle:SEAT:PERCENT, with a seat from 1 to {most} and its chance from 1 to 99.",
                text=text,
                most=MOST_SEATS,
            )
        return Player(int(match[1]), int(match[2]) if match[2] else None)

    def choose(self, view: View, random: Random) -> Placement:  # noqa: ARG002
        """The plausible placement that comes nearest to the target; chance has no part in it."""
        kept = plausible(view)
        if len(kept) == 1:
            return kept[0]
        from serpentina.weighing import weigh  # noqa: PLC0415 - its name needs no NumPy

        seats = len(view.pits)
        seat = other_seat(self.seat, view.seat, seats)
        target = self.percent / 100 if self.percent else 1 / seats
        worths = weigh(view, "garter", is_reduced=False)
        best, *_ = sorted(
            (pair for pair in worths if pair[0] in kept),
            key=lambda pair: max(NEAR, abs(pair[1].win[seat - 1] - target)),
        )
        return best[0]


def renamed(text: str, seats: Mapping[int, int]) -> str:
    """What stands behind `gentle:`, when each seat has another number."""
    seat, colon, percent = text.partition(":")
    return f"{seats[int(seat)]}{colon}{percent}" if int(seat) in seats else text


def other_seat(wanted: int | None, own: int, seats: int) -> int:
    """The seat to be gentle with; the first other one where it is not at the table, or one's own.

    Whoever plays alone is gentle with himself.
    """
    others = [seat for seat in range(1, seats + 1) if seat != own] or [own]
    return wanted if wanted in others else others[0]


def plausible(view: View) -> Sequence[Placement]:
    """The placements that nobody wonders at: where a long snake can be taken, one is taken."""
    taken = {placement: view.taken(placement) for placement in view.placements}
    if max(taken.values()) < LONG:
        return view.placements
    return [placement for placement in view.placements if taken[placement]]
