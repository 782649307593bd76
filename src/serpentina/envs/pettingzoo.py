"""The game for PettingZoo: an agent for each seat, one placement a step (AEC); version 0.

    from serpentina.envs import pettingzoo
    env = pettingzoo.env(players=3, rules="hisss")

An illegal action raises IllegalAction and changes nothing. Copies and pickles go on alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gymnasium.utils import seeding
from pettingzoo import AECEnv

from serpentina.cards import STANDARD, Deck
from serpentina.envs.observing import VERSION
from serpentina.envs.playing import Play, Sight
from serpentina.envs.setting import EnvError, Table
from serpentina.envs.spaces import action_space, observation_space, seed_from
from serpentina.envs.telling import MODES, check_mode, show
from serpentina.options import Rules
from serpentina.workers import compile_once

if TYPE_CHECKING:
    from gymnasium.spaces import Space

Agents = dict[str, Any]


class SerpentinaAEC(AECEnv):  # type: ignore[misc]  # it has no types
    """An agent for each of 2 to 5 seats; rewards as for the other environments.

    `max_cycles` ends a game early, by truncation, when each seat has placed so many cards;
    `render_mode` is None, "ansi", "rgb_array" or "human". EnvError or NotationError for what cannot
    be set up.
    """

    def __init__(
        self,
        players: int = 2,
        rules: Rules | str = "serpentina",
        deck: Deck | str = STANDARD,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        compile_once()
        check_mode(render_mode)
        self.table = Table.of(players, rules, deck)
        if max_cycles is not None and max_cycles < 1:
            raise EnvError("A game has at least 1 cycle, not {cycles}.", cycles=max_cycles)
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.metadata = {
            "name": f"serpentina_v{VERSION}",
            "render_modes": MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self.agents: list[str] = []
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: observation_space() for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Space[Any]] = {
            agent: action_space() for agent in self.possible_agents
        }
        self.np_random, _ = seeding.np_random()
        self._play: Play | None = None

    @property
    def play(self) -> Play:
        """The game that is on; EnvError before the first reset."""
        if self._play is None:
            raise EnvError("Reset the environment before the first step.")
        return self._play

    def observation_space(self, agent: str) -> Space[Any]:
        """The same for all agents, and the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The same for all agents, and the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal: with a seed the same games each time from here on, else the next one."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self._play = Play(self.table, seed_from(self.np_random))
        self.agents = list(self.possible_agents)
        self.rewards: Agents = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: Agents = dict.fromkeys(self.agents, 0.0)
        self.terminations: Agents = dict.fromkeys(self.agents, False)
        self.truncations: Agents = dict.fromkeys(self.agents, False)
        self.infos: Agents = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._show()

    def observe(self, agent: str) -> Sight:
        """What an agent observes; see docs/observation.md."""
        return self.play.sight(self.possible_agents.index(agent))

    def step(self, action: Any) -> None:
        """Make the placement that the action is; IllegalAction, and no change, if it is none."""
        play, agent = self.play, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play.act(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if play.is_over:
            self._end()
        elif self.max_cycles and play.turns >= self.max_cycles * self.table.players:
            self.truncations = dict.fromkeys(self.agents, True)
        seats = self.possible_agents
        self.agent_selection = seats[(seats.index(agent) + 1) % len(seats)]
        self._accumulate_rewards()
        self._show()

    def _end(self) -> None:
        """R9: everybody has his reward, and learns how it ended."""
        play = self.play
        for agent, reward in zip(self.agents, play.rewards(), strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = True
            self.infos[agent] = play.summary()

    def render(self) -> Any:
        """The table: text (`ansi`), pixels (`rgb_array`), or at the terminal (`human`)."""
        return show(self.play.game, self.render_mode)

    def close(self) -> None:
        """Nothing is held."""

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def env(**given: Any) -> SerpentinaAEC:
    """The environment, as PettingZoo's own modules name it; given what `SerpentinaAEC` is given."""
    return SerpentinaAEC(**given)


raw_env = env
