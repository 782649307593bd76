"""The environment of Gymnasium: its own check, opponents by name, and what it refuses."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from serpentina.cards import Deck
from serpentina.envs.gymnasium import SerpentinaEnv
from serpentina.envs.setting import EnvError
from serpentina.errors import IllegalMove, SerpentinaError
from serpentina.game import Game, View
from serpentina.layout import Placement


def play(env: Any, choice: random.Random, seed: int | None = None) -> float:
    """A whole game of any placements; the reward at its end."""
    seen, _ = env.reset(seed=seed)
    while True:
        action = choice.randrange(int(seen["action_mask"].sum()))
        seen, reward, ended, cut, info = env.step(action)
        assert not cut
        if ended:
            assert len(info["scores"]) == env.unwrapped.table.players
            assert not seen["action_mask"].any()
            return float(reward)
        assert reward == 0


@pytest.mark.parametrize("opponents", [("garter",), ("boa", "hatchling"), ("garter",) * 4])
def test_the_check_of_gymnasium(opponents: tuple[str, ...]) -> None:
    """It passes without a warning."""
    env = gymnasium.make("Serpentina-v0", opponents=opponents)
    check_env(env.unwrapped)


@pytest.mark.parametrize(
    "code",
    [
        "import serpentina.envs.gymnasium; gymnasium.make('Serpentina-v0', opponents=('garter',))",
        "gymnasium.make('serpentina.envs.gymnasium:Serpentina-v0', opponents=('boa', 'garter'))",
    ],
)
def test_it_is_registered(code: str) -> None:
    """By its import, or by naming the module."""
    subprocess.run([sys.executable, "-W", "error", "-c", f"import gymnasium; {code}"], check=True)


@pytest.mark.parametrize("opponents", [("garter",), ("boa", "hatchling", "garter"), ("anaconda",)])
def test_whole_games(opponents: tuple[str, ...]) -> None:
    """The learner sits on every seat, and now and then wins against any opponents."""
    env = gymnasium.make("Serpentina-v0", opponents=opponents)
    is_quick = "anaconda" not in opponents
    games, choice, seats = (60 if is_quick else 2), random.Random(4), set()
    rewards = list[float]()
    for number in range(games):
        rewards.append(play(env, choice, number))
        seats.add(env.unwrapped.seat)  # type: ignore[attr-defined]
    if is_quick:
        assert seats == set(range(1 + len(opponents)))
        assert -1 < np.mean(rewards) < 0
        assert {1.0, -1 / len(opponents)} <= set(rewards)


def test_the_seat_can_be_chosen() -> None:
    """Seat 3 of 3 draws after both opponents have placed."""
    env = SerpentinaEnv(("garter", "hatchling"), seat=3)
    env.reset(seed=1)
    assert env.play.turns == 2
    assert env.play.seat == env.seat == 2
    with pytest.raises(EnvError, match="seat 1 to 3, not 4"):
        SerpentinaEnv(("garter", "hatchling"), seat=4)


def test_an_opponent_plays_as_its_name_says() -> None:
    """The garter always takes as many cards as it can."""
    env = SerpentinaEnv(("garter",), seat=1)
    seen, _ = env.reset(seed=3)
    for _ in range(20):
        seen, *_ = env.step(int(seen["action_mask"].sum()) - 1)
    for before, turn in enumerate(env.play.game.turns[1:]):
        if turn.seat == 2:
            game = replayed(env, before).draw(turn.slot)
            most = max(game.view.taken(placement) for placement in game.placements)
            assert len(turn.taken or ()) == most


class Always:
    """A player who always makes the same of his placements."""

    def __init__(self, at: int) -> None:
        self.at = at

    def choose(self, view: View, random: random.Random) -> Placement:  # noqa: ARG002
        """The one at this index."""
        return view.placements[self.at]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_opponents_follow_the_learner_in_turn(seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first named sits after the learner, the second after the first."""
    known = {"boa": Always(0), "garter": Always(-1)}
    monkeypatch.setattr("serpentina.envs.gymnasium.player", known.__getitem__)
    env, over = SerpentinaEnv(("boa", "garter"), seat=seat), False
    env.reset(seed=4)
    while not over:
        over = env.step(0)[2]
    for before, turn in enumerate(env.play.game.turns[1:]):
        drawn = replayed(env, before).draw(turn.slot)
        at = -1 if (turn.seat - seat) % 3 == 2 else 0
        assert turn.placement == drawn.placements[at]


def replayed(env: SerpentinaEnv, turns: int) -> Any:
    """The game as it was after so many turns."""
    last = env.play.game
    game = Game.new(last.players, last.rules, fan=last.fan)
    for turn in last.turns[1 : turns + 1]:
        game = game.draw(turn.slot).place(turn.placement)
    return game


def test_an_illegal_action_changes_nothing() -> None:
    """By Gymnasium's convention a reward of -1 says so, or else an error."""
    env = SerpentinaEnv()
    seen, _ = env.reset(seed=5)
    game = env.play.game
    again, reward, ended, cut, info = env.step(200)
    assert (reward, ended, cut) == (-1.0, False, False)
    assert "has actions 0 to" in info["illegal"]
    assert env.play.game is game
    assert all(np.array_equal(seen[key], again[key]) for key in seen)
    strict = SerpentinaEnv(illegal="raise")
    strict.reset(seed=5)
    with pytest.raises(IllegalMove, match="There is no action 200"):
        strict.step(200)
    with pytest.raises(EnvError, match='by stay, raise, not by "die"'):
        SerpentinaEnv(illegal="die")


def test_copies_go_on_identically() -> None:
    """Copied or pickled in mid-game, opponents' chances and the next game included."""
    env, choice = SerpentinaEnv(("hatchling", "boa")), random.Random(6)
    seen, _ = env.reset(seed=2)
    for _ in range(5):
        seen, *_ = env.step(choice.randrange(int(seen["action_mask"].sum())))
    others = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]  # noqa: S301
    ends = []
    for each in others:
        chance, over = random.Random(1), False
        while not over:
            count = int(each.play.sight(each.seat)["action_mask"].sum())
            over = each.step(chance.randrange(count))[2]
        play(each, random.Random(7))
        ends.append((each.play.game.turns, each.seat))
    assert ends[0] == ends[1] == ends[2]


def test_a_game_without_a_choice_is_not_dealt() -> None:
    """With one card in the fan seat 2 never draws: the learner then sits on seat 1."""
    env = SerpentinaEnv(("hatchling",), deck=Deck.parse("gr:2"))
    for seed in range(6):
        env.reset(seed=seed)
        assert env.seat == 0


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "human"])
def test_pictures(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Text, pixels, and text at the terminal as the game goes on."""
    env = gymnasium.make("Serpentina-v0", render_mode=mode)
    env.reset(seed=1)
    shown: Any = env.render()
    if mode == "ansi":
        assert isinstance(shown, str)
        assert "* seat" in shown
    elif mode == "rgb_array":
        assert shown.shape == (640, 960, 3)
        assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 20
    else:
        assert shown is None
        assert "action 0:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"opponents": ()}, "2 to 5 players, not 1"),
        ({"opponents": ("boa",) * 5}, "2 to 5 players, not 6"),
        ({"opponents": "boa"}, "a list of names"),
        ({"opponents": ("cobra",)}, 'no player "cobra"'),
        ({"rules": "chess"}, "do not begin with a preset"),
        ({"render_mode": "film"}, "the modes are ansi, rgb_array, human"),
    ],
)
def test_what_cannot_be(given: dict[str, Any], said: str) -> None:
    """It is refused in a sentence."""
    with pytest.raises(SerpentinaError, match=said):
        SerpentinaEnv(**given)


def test_steps_before_and_after() -> None:
    """Neither before the first deal nor after the last placement can there be a step."""
    env = SerpentinaEnv(deck=Deck.parse("gr:2"), seat=1)
    with pytest.raises(EnvError, match="before the first step"):
        env.step(0)
    env.reset(seed=1)
    env.step(0)
    with pytest.raises(EnvError, match="The game is over: reset"):
        env.step(0)
