"""The environment of PettingZoo: its own tests, and whole games of ours."""

from __future__ import annotations

import copy
import pickle
import random
import sys
import types
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils import BaseWrapper
from pettingzoo.utils.conversions import aec_to_parallel

from serpentina.cards import STANDARD
from serpentina.envs import pettingzoo
from serpentina.envs.pettingzoo import SerpentinaAEC
from serpentina.envs.setting import EnvError
from serpentina.errors import IllegalMove, SerpentinaError
from tests.campaign import SOAK
from tests.envs.moments import SETTINGS

GAMES = 4_000 if SOAK else 400


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_tests_of_pettingzoo(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Its API test and its test of seeds pass; they warn of nothing but of spaces by name."""
    with warnings.catch_warnings():
        # both say so of every observation that has a mask, unless the game is one of their own
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(pettingzoo.env(players=players), num_cycles=300)
    seed_test(lambda: pettingzoo.env(players=players), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


class FirstAction(BaseWrapper):  # type: ignore[misc]  # it has no types
    """One action, that is always lawful: the test of cycles knows no mask."""

    def __init__(self, env: SerpentinaAEC) -> None:
        super().__init__(env)
        self.one = gymnasium.spaces.Discrete(1)
        self.metadata = {**env.metadata, "is_parallelizable": True}

    def action_space(self, _agent: str) -> gymnasium.spaces.Discrete:
        """The first placement in R17's order."""
        return self.one


def test_cycles() -> None:
    """`max_cycles` ends a game when each seat has placed so many cards."""

    def env(max_cycles: int) -> FirstAction:
        return FirstAction(pettingzoo.env(max_cycles=max_cycles))

    module = types.SimpleNamespace(
        env=env, parallel_env=lambda **given: aec_to_parallel(env(**given))
    )
    max_cycles_test(module)
    with pytest.raises(EnvError, match="at least 1 cycle, not 0"):
        pettingzoo.env(max_cycles=0)


def test_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    """Its test of pictures passes, for text, pixels and the terminal."""
    render_test(pettingzoo.env)
    assert "action 0:" in capsys.readouterr().out


def test_the_benchmark(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Its benchmark runs; here by a clock that goes fast."""
    clock = types.SimpleNamespace(time=iter(range(0, 1000, 2)).__next__)
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", clock)
    performance_benchmark(pettingzoo.env(players=3))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(("players", "rules", "deck"), SETTINGS)
def test_whole_games(players: int, rules: str, deck: Any) -> None:
    """Masks are the rules' own placements, all take turns, and the rewards add up to nothing."""
    env, choice = pettingzoo.env(players=players, rules=rules, deck=deck), random.Random(1)
    for number in range(GAMES // len(SETTINGS)):
        env.reset(seed=number)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        for turn, agent in enumerate(env.agent_iter()):
            seen, reward, ended, cut, info = env.last()
            totals[agent] += reward
            assert not cut
            if ended:
                assert not seen["action_mask"].any()
                assert info["winners"] == env.play.game.result.winners  # type: ignore[union-attr]
                env.step(None)
                continue
            game = env.play.game
            assert agent == f"player_{turn % players}"
            assert game.card
            lawful = game.layout.placements(game.rules, game.card)
            assert np.flatnonzero(seen["action_mask"]).tolist() == list(range(len(lawful)))
            env.step(choice.randrange(len(lawful)))
        assert sum(totals.values()) == pytest.approx(0)
        best = max(totals.values())
        winners = env.play.winners
        assert [totals[f"player_{seat - 1}"] == best for seat in winners] == [True] * len(winners)
        if len(winners) == 1:
            assert best == 1


def rest_of_the_game(env: SerpentinaAEC) -> list[Any]:
    """All that is seen from here to the end of this game, and of the next one."""
    found: list[Any] = []
    for _ in range(2):
        choice = random.Random(3)
        for agent in env.agent_iter():
            seen, reward, ended, cut, info = env.last()
            found.append((agent, seen["observation"].tobytes(), reward, ended, cut, info))
            env.step(None if ended else choice.randrange(int(seen["action_mask"].sum())))
        env.reset()
    return found


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("turns", [0, 1, 20, 48, 49, 50])
def test_copies_go_on_identically(players: int, turns: int) -> None:
    """Copied or pickled in mid-game, at its end or before, it goes on as the one it came from."""
    env, choice = pettingzoo.env(players=players, rules="hisss"), random.Random(2)
    env.reset(seed=8)
    for _ in range(turns):
        seen, _, ended, _, _ = env.last()
        env.step(None if ended else choice.randrange(int(seen["action_mask"].sum())))
    copied, pickled = copy.deepcopy(env), pickle.loads(pickle.dumps(env))  # noqa: S301
    wanted = rest_of_the_game(env)
    assert rest_of_the_game(copied) == wanted
    assert rest_of_the_game(pickled) == wanted


@pytest.mark.parametrize("action", [-1, 255, 256, 0.5, None, "0"])
def test_an_illegal_action_changes_nothing(action: Any) -> None:
    """It is a named error that says what could have been done."""
    env = pettingzoo.env(players=3)
    env.reset(seed=1)
    env.step(0)
    game, agent, rewards = env.play.game, env.agent_selection, dict(env.rewards)
    with pytest.raises(IllegalMove, match=r"There is no action .* has actions 0 to"):
        env.step(action)
    assert (env.play.game, env.agent_selection, env.rewards) == (game, agent, rewards)


def test_seeds() -> None:
    """A seed gives the same games each time, no seed others."""

    def first_cards(seed: int | None) -> list[str]:
        env.reset(seed=seed)
        cards = [str(env.play.game.card)]
        for _ in range(len(STANDARD) - 2):
            env.step(0)
            cards.append(str(env.play.game.card))
        return cards

    env = pettingzoo.env()
    once = [first_cards(5), first_cards(None), first_cards(None)]
    assert once == [first_cards(5), first_cards(None), first_cards(None)]
    assert once[0] != once[1] != once[2]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"players": 1}, "2 to 5 players, not 1"),
        ({"players": 6}, "2 to 5 players, not 6"),
        ({"rules": "chess"}, "do not begin with a preset"),
        ({"deck": "standard:3"}, "at most 100 cards"),
        ({"render_mode": "film"}, "the modes are ansi, rgb_array, human"),
    ],
)
def test_what_cannot_be(given: dict[str, Any], said: str) -> None:
    """It is refused in a sentence."""
    with pytest.raises(SerpentinaError, match=said):
        pettingzoo.env(**given)


def test_a_step_before_the_reset() -> None:
    """It is refused."""
    with pytest.raises(EnvError, match="Reset the environment"):
        pettingzoo.env().step(0)
