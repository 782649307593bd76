"""The game for Gymnasium: one seat learns, the others are players by their names.

    import gymnasium
    import serpentina.envs.gymnasium  # registers it
    env = gymnasium.make("Serpentina-v0", opponents=("garter",))

or `gymnasium.make("serpentina.envs.gymnasium:Serpentina-v0")`, which imports it. An illegal action
changes nothing: by Gymnasium's convention it is answered by a reward of -1 and by the reason
in `info["illegal"]`; with `illegal="raise"` it raises IllegalAction.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import gymnasium
from gymnasium.envs.registration import register, registry

from serpentina.cards import STANDARD, Deck
from serpentina.envs.observing import VERSION
from serpentina.envs.playing import Play, Sight
from serpentina.envs.setting import EnvError, IllegalAction, Table, players_with
from serpentina.envs.spaces import action_space, observation_space, seed_from
from serpentina.envs.telling import MODES, check_mode, show
from serpentina.game import View
from serpentina.layout import Placement
from serpentina.options import Rules
from serpentina.players import player
from serpentina.workers import compile_once

ANSWERS = ("stay", "raise")  # to an illegal action
ILLEGAL = -1.0  # its reward, where it is not an error

NAME = f"Serpentina-v{VERSION}"  # which never changes its meaning
if NAME not in registry:
    register(id=NAME, entry_point="serpentina.envs.gymnasium:SerpentinaEnv")


class SerpentinaEnv(gymnasium.Env[Sight, Any]):
    """`opponents` follow the learner in turn; `seat`, from 1, or another one in each game.

    `illegal` says how an action that is no placement is answered, "stay" or "raise"; `render_mode`
    is None, "ansi", "rgb_array" or "human". EnvError or NotationError for what cannot be set up.
    """

    metadata = {"render_modes": MODES, "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        opponents: Sequence[str] = ("garter",),
        rules: Rules | str = "serpentina",
        deck: Deck | str = STANDARD,
        seat: int | None = None,
        illegal: str = "stay",
        render_mode: str | None = None,
    ) -> None:
        compile_once()
        check_mode(render_mode)
        self.table = Table.of(players_with(opponents), rules, deck)
        if seat is not None and seat not in range(1, self.table.players + 1):
            raise EnvError(
                "The learner has seat 1 to {players}, not {seat}.",
                players=self.table.players,
                seat=seat,
            )
        if illegal not in ANSWERS:
            raise EnvError(
                'An illegal action can be answered by {answers}, not by "{answer}".',
                answers=", ".join(ANSWERS),
                answer=illegal,
            )
        self.illegal = illegal
        self._others = [player(name) for name in opponents]
        self._wanted, self.render_mode = seat, render_mode
        self.observation_space, self.action_space = observation_space(), action_space()
        self._play: Play | None = None
        self.seat = 0  # of the learner, from 0

    @property
    def play(self) -> Play:
        """The game that is on; EnvError before the first reset."""
        if self._play is None:
            raise EnvError("Reset the environment before the first step.")
        return self._play

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Sight, dict[str, Any]]:
        """Deal, and let the opponents play till the learner has drawn a card.

        A game that is over before (a race, a very small deck) is followed by another.
        """
        super().reset(seed=seed, options=options)
        over = True
        while over:
            self._play = Play(self.table, seed_from(self.np_random))
            self.seat = (
                int(self.np_random.integers(self.table.players))
                if self._wanted is None
                else self._wanted - 1
            )
            self._random = random.Random(seed_from(self.np_random))
            self._let_others_play()
            over = self._play.is_over
        self._show()
        return self.play.sight(self.seat), {}

    def step(self, action: Any) -> tuple[Sight, float, bool, bool, dict[str, Any]]:
        """Make the placement that the action is, from 0 on; an illegal one changes nothing.

        The reward is 0 until the game is over, then 1 for a win and -1 shared by those who lose.
        IllegalAction, if the environment was told to raise; EnvError when the game is over.
        """
        play = self.play
        if play.game.is_over:
            raise EnvError("The game is over: reset the environment.")
        try:
            play.act(action)
        except IllegalAction as error:
            if self.illegal == "raise":
                raise
            return play.sight(self.seat), ILLEGAL, False, False, {"illegal": str(error)}
        self._let_others_play()
        self._show()
        sight = play.sight(self.seat)
        if not play.is_over:
            return sight, 0.0, False, False, {}
        return sight, play.rewards()[self.seat], True, False, play.summary()

    def _let_others_play(self) -> None:
        play, seats = self.play, self.table.players
        while not play.is_over and play.seat != self.seat:
            play.put(self._choice((play.seat - self.seat) % seats - 1, play.game.view))

    def _choice(self, other: int, view: View) -> Placement:
        return self._others[other].choose(view, self._random)

    def render(self) -> Any:
        """The table: text (`ansi`), pixels (`rgb_array`), or at the terminal (`human`)."""
        return show(self.play.game, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
