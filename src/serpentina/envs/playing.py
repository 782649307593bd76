"""One game of an environment: whose turn it is, what is seen, what an action does.

The cards are drawn from the fan's first slot on: nobody knows the order, so any slot is as good as
another (R8).
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from serpentina.envs.observing import ACTIONS, FEATURES, observe, sketch
from serpentina.envs.setting import IllegalAction, Table, check_room
from serpentina.fan import Fan
from serpentina.game import Game, State
from serpentina.layout import Placement
from serpentina.notation import placement_text

Sight = dict[str, Any]
"""What is observed: `observation`, int16 of shape (256, 144), and `action_mask`, int8 of (256,).

Row k is what action k would make of the table, in the columns of docs/observation.md; the mask is 1
where there is such an action.
"""


class Play:
    """A game in which a card is drawn as soon as the one before is placed."""

    def __init__(self, table: Table, seed: int) -> None:
        fan = Fan.seeded(table.deck, seed)
        self.game = _drawn(Game.new(table.players, table.rules, table.deck, fan=fan))

    @property
    def seat(self) -> int:
        """The seat, from 0, that is to place the card drawn."""
        return self.game.seat - 1

    @property
    def is_over(self) -> bool:
        """R9, R23: whether the game is over."""
        return self.game.is_over

    @property
    def turns(self) -> int:
        """How many cards have been placed."""
        return len(self.game.turns) - 1

    def placement(self, action: Any) -> Placement:
        """R17: the placement that an action is; IllegalAction if it is none."""
        found = self.game.placements
        try:
            number = operator.index(action)
        except TypeError:
            number = -1
        if not 0 <= number < len(found):
            card = self.game.card
            raise IllegalAction(
                'There is no action {action}: the card "{card}" has actions 0 to {most}, which are '
                "{placements}.",
                action=action,
                card=card,
                most=len(found) - 1,
                placements=", ".join(placement_text(card, each) for each in found) if card else "",
            )
        return found[number]

    def act(self, action: Any) -> None:
        """Make the placement that an action is; IllegalAction, and no change, if it is none."""
        self.put(self.placement(action))

    def put(self, placement: Placement) -> None:
        """Make a lawful placement, and draw the next card."""
        self.game = _drawn(self.game.place(placement))

    def sight(self, seat: int) -> Sight:
        """What a seat (from 0) observes: the rows of its placements and which actions are lawful.

        Where it is not to place a card no action is lawful, and row 0 is the table as it is.
        """
        rows, mask = np.zeros((ACTIONS, FEATURES), np.int16), np.zeros(ACTIONS, np.int8)
        state, found = self.game.view.state, self.game.placements
        if self.game.card is None or seat != self.seat:
            look(state, seat, rows)
        else:
            observe_all(state, seat, self.game.card.kind, found, rows)
            mask[: len(found)] = 1
        return {"observation": rows, "action_mask": mask}

    def rewards(self) -> list[float]:
        """R22: once it is over, 1 for a win, -1 shared by those who lose; the sum is 0."""
        assert self.game.result
        seats, won = self.game.players, self.game.result.winners
        share = (seats / len(won) - 1) / (seats - 1)
        return [share if seat in won else -1 / (seats - 1) for seat in range(1, seats + 1)]

    def summary(self) -> dict[str, Any]:
        """How it ended: the pits by seat, and the seats (from 1) that won."""
        assert self.game.result
        return {"scores": [tuple(pit) for pit in self.game.scores], "winners": self.winners}

    @property
    def winners(self) -> tuple[int, ...]:
        """R22: the seats, from 1, that win or share the win; none while the game goes on."""
        return self.game.result.winners if self.game.result else ()


def look(state: State, seat: int, rows: Any) -> None:
    """Write the table as it is into row 0."""
    sketch(state.table, state.pits, state.fan, seat, rows[0])


def observe_all(
    state: State, seat: int, card: int, found: tuple[Placement, ...], rows: Any
) -> None:
    """Write a row for each placement; EnvError if there are more of them than rows."""
    check_room(len(found), len(rows))
    placements = np.array(found, np.int64)
    observe(
        state.table,
        state.options,
        state.pits,
        state.fan,
        seat,
        card,
        placements,
        len(found),
        rows,
        rows.view(np.int64),
    )


def _drawn(game: Game) -> Game:
    """The game with the first card of the fan drawn, unless it is over."""
    return game if game.is_over else game.draw(game.slots[0])
