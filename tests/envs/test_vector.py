"""Thousands of games at once are the games that `Game` plays, whoever shares them out."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from serpentina.cards import STANDARD, Deck
from serpentina.envs.observing import ACTIONS, FEATURES
from serpentina.envs.playing import Play
from serpentina.envs.setting import EnvError, Table
from serpentina.envs.vector import VectorSerpentina
from serpentina.errors import IllegalMove, SerpentinaError
from serpentina.fan import Fan, stream
from serpentina.game import Game
from serpentina.policies import POLICIES, any_below, choices
from tests.envs.moments import SETTINGS

pytestmark = pytest.mark.core

SEED = 31


class Reference:
    """One game after another through `Game`, as the batch numbers them."""

    def __init__(self, slot: int, games: int, table: Table, opponents: tuple[str, ...]) -> None:
        self.number, self.games, self.table, self.opponents = slot, games, table, opponents
        self.learner = slot % table.players
        self.begin()

    def begin(self) -> None:
        """Deal games till there is one in which the learner draws."""
        while True:
            fan = Fan.seeded(self.table.deck, SEED, self.number)
            self.play = Play(self.table, 0)
            game = Game.new(self.table.players, self.table.rules, self.table.deck, fan=fan)
            self.play.game = game.draw(game.slots[0])
            self.dealt, self.me = self.number, self.learner
            self.number += self.games
            self.learner = (self.learner + 1) % self.table.players
            self.let_others_play()
            if not self.play.is_over:
                return

    def let_others_play(self) -> None:
        """The policies choose by the numbers of the game's stream."""
        play = self.play
        while self.opponents and not play.is_over and play.seat != self.me:
            name = self.opponents[(play.seat - self.me) % self.table.players - 1]
            found = choices(POLICIES[name], play.game.view)
            counter = len(self.table.deck) + len(play.game.turns)
            key = stream(SEED, self.dealt)
            play.put(found[any_below(key, counter, len(found)) if len(found) > 1 else 0])

    def step(self, action: int) -> list[float] | None:
        """An action; the rewards by seat if the game was over."""
        self.play.act(action)
        self.let_others_play()
        if not self.play.is_over:
            return None
        rewards = self.play.rewards()
        rewards = [rewards[self.me]] if self.opponents else rewards
        self.begin()
        return rewards


CROWDS: list[tuple[int, str, Deck, tuple[str, ...]]] = [
    *((*setting, ()) for setting in SETTINGS),
    (2, "serpentina", STANDARD, ("garter",)),
    (4, "hisss,goal=race:3", Deck.parse("<r r>:3 <g g>:3 gr:9"), ("boa", "garter", "hatchling")),
    (3, "hisss", Deck.parse("<r gr r>"), ("hatchling", "hatchling")),
]


@pytest.mark.parametrize(("players", "rules", "deck", "opponents"), CROWDS)
def test_each_game_of_a_batch_is_that_game(
    players: int, rules: str, deck: Deck, opponents: tuple[str, ...]
) -> None:
    """What is seen, who places, what is rewarded: all as `Game` has it, from game to game."""
    games, choice = 5, random.Random(2)
    table = Table.of(players, rules, deck)
    env = VectorSerpentina(games, players, opponents, rules, deck, SEED, threads=2)
    references = [Reference(slot, games, table, opponents) for slot in range(games)]
    seen = env.reset()
    for _ in range(60):
        for slot, reference in enumerate(references):
            sight = reference.play.sight(reference.play.seat)
            assert np.array_equal(seen["observation"][slot], sight["observation"])
            assert np.array_equal(seen["action_mask"][slot], sight["action_mask"])
            assert env.seats[slot] == reference.play.seat
            assert env.scores[slot].tolist() == [list(pit) for pit in reference.play.game.scores]
        actions = np.array([choice.randrange(count) for count in env.counts])
        step = env.step(actions)
        for slot, reference in enumerate(references):
            rewards = reference.step(int(actions[slot]))
            assert step.ended[slot] == (rewards is not None)
            got = np.atleast_1d(step.rewards[slot])
            assert got.tolist() == pytest.approx(rewards or [0.0] * len(got))
        seen = step.observation


def trajectory(threads: int, steps: int = 80, **given: Any) -> list[bytes]:
    """All that a batch shows, with the same choices each time."""
    env, chance = VectorSerpentina(7, threads=threads, **given), np.random.default_rng(1)
    seen, found = env.reset(), []
    for _ in range(steps):
        found.append(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        step = env.step((chance.random(7) * env.counts).astype(np.int64))
        found.append(step.rewards.tobytes() + step.ended.tobytes())
    return found


def test_threads_change_nothing() -> None:
    """One thread, two, or more than there are games: all see the same."""
    alone = trajectory(1, opponents=("garter",), actions=64)
    assert alone == trajectory(2, opponents=("garter",), actions=64)
    assert alone == trajectory(9, opponents=("garter",), actions=64)
    assert alone != trajectory(1, opponents=("garter",), actions=64, seed=1)


def test_a_reset_begins_anew() -> None:
    """The same seed gives the same first cards, another seed others; nothing old is left."""
    env = VectorSerpentina(6, seed=4)
    first = env.reset()["observation"].copy()
    for _ in range(60):
        env.step(np.zeros(6, np.int64))
    assert np.array_equal(env.reset()["observation"], first)
    other = env.reset(seed=5)["observation"].copy()
    assert not np.array_equal(other, first)
    assert np.array_equal(env.reset()["observation"], other)
    rows = env.observation["observation"]
    assert not rows[env.observation["action_mask"] == 0].any()


@pytest.mark.parametrize("action", [-1, ACTIONS, 10**12])
def test_an_illegal_action_changes_nothing(action: int) -> None:
    """Not even in the other games; the error says which game, and what it could have been."""
    env = VectorSerpentina(4)
    env.reset()
    env.step(np.zeros(4, np.int64))
    before = [array.copy() for array in (*env.observation.values(), env.scores, env.seats)]
    with pytest.raises(IllegalMove, match=rf"Game 2 has no action {action}: .* actions 0 to"):
        env.step(np.array([0, 0, action, 0]))
    after = (*env.observation.values(), env.scores, env.seats)
    assert all(map(np.array_equal, before, after))
    for wrong in (np.zeros(3, np.int64), np.zeros(4), [0.5] * 4, np.zeros((4, 1), np.int64)):
        with pytest.raises(IllegalMove, match="whole numbers, one for each of the 4 games"):
            env.step(wrong)


def test_too_many_placements_are_an_error() -> None:
    """Never a truncation; the environment then wants to be reset."""
    env = VectorSerpentina(64, actions=2)
    with pytest.raises(EnvError, match="more than the 2 placements"):
        play_on(env)
    with pytest.raises(EnvError, match="Reset the environment"):
        env.step(np.zeros(64, np.int64))


def play_on(env: VectorSerpentina) -> None:
    """Whatever comes first, for a whole game."""
    env.reset()
    for _ in range(len(STANDARD)):
        env.step(np.zeros(env.games, np.int64))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"players": 1}, "2 to 5 players, not 1"),
        ({"players": 6}, "2 to 5 players, not 6"),
        ({"players": True}, "2 to 5 players, not True"),
        ({"players": 2.5}, "2 to 5 players, not 2.5"),
        ({"opponents": ("boa",) * 5}, "2 to 5 players, not 6"),
        ({"opponents": ("boa",), "players": 3}, "makes 2 players, not 3"),
        ({"opponents": "boa"}, r'a list of names, as in \("boa",\)'),
        ({"opponents": ("anaconda",)}, "the policies are hatchling, garter, boa"),
        ({"deck": "standard:3"}, "at most 100 cards, that is two sets, not 150"),
        ({"rules": "chess"}, "do not begin with a preset"),
        ({"games": 0}, "number of games is 1 or more, not 0"),
        ({"actions": 0}, "number of actions is 1 or more, not 0"),
        ({"threads": 0}, "number of threads is 1 or more, not 0"),
        ({"seed": -1}, "A seed is a number"),
    ],
)
def test_what_cannot_be(given: dict[str, Any], said: str) -> None:
    """It is refused in a sentence."""
    with pytest.raises(SerpentinaError, match=said):
        VectorSerpentina(**{"games": 2, **given})


def test_a_step_before_the_reset() -> None:
    """It is refused."""
    with pytest.raises(EnvError, match="Reset the environment before the first step"):
        VectorSerpentina(2).step(np.zeros(2, np.int64))


def test_nothing_is_allocated_at_a_step() -> None:
    """The arrays are the same from step to step, and as large as documented."""
    env = VectorSerpentina(3, players=5)
    seen = env.reset()
    step = env.step(np.zeros(3, np.int64))
    assert step.observation["observation"].shape == (3, ACTIONS, FEATURES)
    assert np.shares_memory(step.observation["observation"], seen["observation"])
    assert step.rewards.shape == (3, 5)
    assert step.observation["observation"].dtype == np.int16
