"""Thousands of games at once: NumPy arrays in, NumPy arrays out, no Python for each game."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from serpentina.cards import STANDARD, Deck
from serpentina.envs import batch
from serpentina.envs.observing import ACTIONS, FEATURES
from serpentina.envs.setting import EnvError, IllegalAction, Table, players_with
from serpentina.fan import parse_seed
from serpentina.options import Rules
from serpentina.simulate import Scratch, policy_numbered
from serpentina.workers import compile_once, cores

Array = Any


class Step(NamedTuple):
    """What a step gives: what is seen now, the rewards, and which games were over.

    Where a game was over the next one is seen already. `rewards`, float32, has a number for each
    game and seat, (games, players), or, with opponents, one for each game, (games,): once a game is
    over 1 for a win and -1 shared by those who lose. `ended` is of booleans, (games,).
    """

    observation: dict[str, Array]
    rewards: Array
    ended: Array


class VectorSerpentina:
    """So many games, in each of which one placement is made at a step.

    Without `opponents` every seat learns, in turn; `seats` says whose turn it is. With opponents,
    by the names of policies, they play in the seats that follow the learner's, which is another
    from game to game. The arrays it gives are its own: the next step writes into them.

    Games are numbered, and depend on the seed and their number alone, never on `threads`. There is
    room for so many `actions` in a game, of which each has 144 features (docs/observation.md).
    EnvError or NotationError for what cannot be set up.
    """

    def __init__(
        self,
        games: int,
        players: int | None = None,
        opponents: Sequence[str] = (),
        rules: Rules | str = "serpentina",
        deck: Deck | str = STANDARD,
        seed: int = 0,
        actions: int = ACTIONS,
        threads: int | None = None,
    ) -> None:
        compile_once()
        self.table = Table.of(*_seats(players, opponents), rules, deck)
        _check_numbers(games=games, actions=actions, threads=1 if threads is None else threads)
        self.games, self.actions = games, actions
        policies = np.array([policy_numbered(name) for name in opponents], np.int64)
        self._setting = batch.Setting(
            np.array(self.table.rules.options, np.int64),
            np.array([card.kind for card in self.table.deck], np.int64),
            policies,
            parse_seed(str(seed)),
        )
        self._games = batch.Games.of(games, self.table.deck, self.table.players, actions)
        rows = np.zeros((games, actions, FEATURES), np.int16)
        self._sight = batch.Sight(
            rows,
            rows.view(np.int64),
            np.zeros((games, actions), np.int8),
            np.zeros((games, 1 if opponents else self.table.players), np.float32),
            np.zeros(games, np.bool_),
        )
        self._parts = _parts(games, min(cores() if threads is None else threads, games))
        self._scratches = [Scratch.of(len(self.table.deck)) for _ in self._parts]
        self._crew = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self._is_dealt = False

    @property
    def seats(self) -> Array:
        """For each game, (games,), the seat (from 0) that is to place its card: the learner's."""
        return self._games.marks[:, batch.SEAT]

    @property
    def scores(self) -> Array:
        """What lies in the pits, (games, players, 3): cards, longest snake, number of snakes."""
        return self._games.pits.reshape(self.games, self.table.players, -1)

    @property
    def observation(self) -> dict[str, Array]:
        """What is seen now: `observation`, int16 of shape (games, actions, 144), and `action_mask`.

        The mask is int8 of shape (games, actions), 1 where an action is lawful.
        """
        return {"observation": self._sight.rows, "action_mask": self._sight.mask}

    @property
    def counts(self) -> Array:
        """For each game, (games,), how many actions are lawful: the first so many."""
        return self._games.counts

    def reset(self, seed: int | None = None) -> dict[str, Array]:
        """Deal all games anew, of this seed (to 2^63 - 1) or the one before; the `observation`."""
        if seed is not None:
            self._setting = self._setting._replace(seed=parse_seed(str(seed)))
        self._is_dealt = True
        self._run(batch.begin_all)
        return self.observation

    def step(self, actions: Array) -> Step:
        """Make an action in each game: whole numbers of shape (games,).

        IllegalAction, and no game changes, if one is not lawful. EnvError before the first reset,
        or where a card has more placements than there is room for.
        """
        if not self._is_dealt:
            raise EnvError("Reset the environment before the first step.")
        self._run(batch.step_all, self._checked(actions))
        rewards = self._sight.rewards
        return Step(
            self.observation, rewards[:, 0] if rewards.shape[1] == 1 else rewards, self._sight.ended
        )

    def _checked(self, actions: Array) -> Array:
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(
                "The actions are whole numbers, one for each of the {games} games.",
                games=self.games,
            )
        wrong = np.flatnonzero((chosen < 0) | (chosen >= self.counts))
        if len(wrong):
            raise IllegalAction(
                "Game {game} has no action {action}: the card has actions 0 to {most}.",
                game=int(wrong[0]),
                action=int(chosen[wrong[0]]),
                most=int(self.counts[wrong[0]]) - 1,
            )
        return chosen.astype(np.int64, copy=False)

    def _run(self, kernel: Any, *more: Any) -> None:
        """Let the kernel see to all parts; EnvError where a card has too many placements."""
        work = [
            (self._games, begin, end, *more, self._setting, self._sight, scratch)
            for (begin, end), scratch in zip(self._parts, self._scratches, strict=True)
        ]
        others = [self._crew.submit(kernel, *each) for each in work[1:]] if self._crew else []
        found = [kernel(*work[0]), *(other.result() for other in others)]
        for game in found:
            if game != batch.FINE:
                self._is_dealt = False
                raise EnvError(
                    "In game {game} a card has more than the {actions} placements there is room "
                    "for: none is left out silently. Make the environment with more actions, and "
                    "reset it.",
                    game=game,
                    actions=self.actions,
                )


def _seats(players: int | None, opponents: Sequence[str]) -> tuple[int]:
    """How many play: as many as there are opponents and one more, or as many as said, or two."""
    if not len(opponents):
        return (2 if players is None else players,)
    if players not in (None, players_with(opponents)):
        raise EnvError(
            "One seat learns and {count} are opponents: that makes {right} players, not {players}.",
            count=len(opponents),
            right=players_with(opponents),
            players=players,
        )
    return (players_with(opponents),)


def _check_numbers(**numbers: int) -> None:
    for name, number in numbers.items():
        if number < 1:
            raise EnvError(
                "The number of {name} is 1 or more, not {number}.", name=name, number=number
            )


def _parts(games: int, threads: int) -> list[tuple[int, int]]:
    """The games in as many ranges as there are threads."""
    ends = [games * part // threads for part in range(threads + 1)]
    return list(itertools.pairwise(ends))
