"""The game for OpenSpiel, with chance as explicit steps: `pyspiel.load_game("python_serpentina")`.

Parameters: `players` (2 to 5), `rules` (a preset) with `joined`, `joinable`, `must_match` and
`goal` where they differ from it, `deck`. An action of a player is a placement in R17's order, of
chance the kind of card that is turned up or drawn. Returns are 1 for a win and -1 shared by those
who lose. docs/observation.md says what is in the tensors.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from serpentina.cards import ALL_KINDS, KINDS, LETTERS, STANDARD
from serpentina.envs.observing import FEATURES, MOST_PLAYERS
from serpentina.envs.playing import look, observe_all
from serpentina.envs.setting import FEWEST_PLAYERS, EnvError, IllegalAction, Table, most_placements
from serpentina.game import State
from serpentina.layout import Layout, Placement
from serpentina.notation import Pit, Position, placement_text
from serpentina.options import Rules
from serpentina.rules import collect, has_won_race, winners

NAME = "python_serpentina"
_LESS = ("joined", "joinable", "must_match", "goal")  # what may differ from a preset
_ENDS = (*LETTERS, "closed")
SNAKE_COLUMNS = 2 * len(_ENDS) + 1  # of a snake in the tensor: both ends, and how long it is

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Serpentina",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=FEWEST_PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={
        "players": FEWEST_PLAYERS,
        "rules": "serpentina",
        "deck": str(STANDARD),
        **dict.fromkeys(_LESS, ""),
    },
)


class SerpentinaGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    """So many players, rules and a deck, as parameters; EnvError or NotationError for others."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        unknown = given.keys() - GAME_TYPE.parameter_specification.keys()
        if unknown:
            raise EnvError(
                "There is no parameter {name}: the parameters are {names}.",
                name=min(unknown),
                names=", ".join(sorted(GAME_TYPE.parameter_specification)),
            )
        known = {**GAME_TYPE.parameter_specification, **given}
        differing = [f"{name}={known[name]}" for name in _LESS if known[name]]
        rules = ",".join((str(known["rules"]), *differing))
        self.table = Table.of(known["players"], rules, str(known["deck"]))
        self.actions = most_placements(self.table.rules, self.table.deck)
        cards = len(self.table.deck)
        super().__init__(
            GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=self.actions,
                max_chance_outcomes=KINDS,
                num_players=self.table.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=cards - 1,
            ),
            given,
        )

    def new_initial_state(self) -> SerpentinaState:
        """The state before the starter is turned up."""
        return SerpentinaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SerpentinaObserver:
        """What writes observations, or information states (perfect recall); it has no `params`."""
        return SerpentinaObserver(
            self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )

    def max_chance_nodes_in_history(self) -> int:
        """One for each card."""
        return len(self.table.deck)


class Moment(NamedTuple):
    """The cards on the table and in the pits, the fan, who is to draw or has drawn which kind."""

    layout: Layout
    pits: tuple[Pit, ...]
    fan: tuple[int, ...]
    seat: int  # from 0
    card: int | None  # None: to be drawn
    placements: tuple[Placement, ...]

    def __deepcopy__(self, _: Any) -> Moment:
        """Itself: nobody changes it."""
        return self

    def state(self, rules: Rules) -> State:
        """The same for the kernel."""
        columns = array("q", [number for pit in self.pits for number in pit])
        return State(self.layout.table, rules.options, columns, array("q", self.fan), self.seat)


class SerpentinaState(pyspiel.State):  # type: ignore[misc]  # it has no types
    """A game at one moment."""

    def __init__(self, game: SerpentinaGame) -> None:
        super().__init__(game)
        self._table, pits = game.table, (Pit(0, 0, 0),) * game.table.players
        self.now: Moment | None = None  # before the starter is turned up
        self._first = Moment(Layout.of((), 1), pits, self._table.deck.counts, 0, None, ())
        self.placed: tuple[tuple[int, int], ...] = ()  # each card's kind and its action, plus one

    def current_player(self) -> int:
        """The seat, from 0, that is to place; or chance, or nobody."""
        now = self.now
        if now is None or (now.card is None and not self._is_over(now)):
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if now.card is None else now.seat

    def _is_over(self, now: Moment) -> bool:
        """R9, R23: the fan is empty, or a race is won."""
        state = now.state(self._table.rules)
        races = (has_won_race(state.pits, state.options, seat) for seat in range(len(now.pits)))
        return sum(now.fan) == 0 or any(races)

    def _legal_actions(self, player: int) -> list[int]:
        """R17: the numbers of the placements."""
        now = self.now
        return list(range(len(now.placements))) if now and player == now.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """R8: each kind of card with the share that it has in the fan."""
        fan = (self.now or self._first).fan
        return [(kind, count / sum(fan)) for kind, count in enumerate(fan) if count]

    def _apply_action(self, action: int) -> None:
        """Turn up the starter, draw a card or place it; IllegalAction, and no change, if not."""
        now = self.now
        if now is None or now.card is None:
            self._draw(now, action)
            return
        if not 0 <= action < len(now.placements):
            raise IllegalAction(
                'There is no action {action}: the card "{card}" has actions 0 to {most}.',
                action=action,
                card=ALL_KINDS[now.card],
                most=len(now.placements) - 1,
            )
        card, rules = ALL_KINDS[now.card], self._table.rules
        layout, taken = now.layout.place(rules, card, now.placements[action])
        state = now.state(rules)
        collect(state.pits, now.seat, len(taken or ()))
        pits = tuple(Pit(*state.pits[base : base + 3]) for base in range(0, len(state.pits), 3))
        seat = (now.seat + 1) % len(pits)
        self.now = Moment(layout, pits, now.fan, seat, None, ())
        self.placed = (*self.placed[:-1], (now.card, action + 1))

    def _draw(self, now: Moment | None, kind: int) -> None:
        """R7, R8: a card of this kind leaves the fan."""
        before = now or self._first
        if not (0 <= kind < KINDS and before.fan[kind]):
            raise IllegalAction("The fan holds no card of kind {kind}.", kind=kind)
        fan = tuple(count - (at == kind) for at, count in enumerate(before.fan))
        card = ALL_KINDS[kind]
        if now is None:
            layout = Layout.of([(card,)], len(self._table.deck))
            self.now = before._replace(layout=layout, fan=fan)
        else:
            placements = now.layout.placements(self._table.rules, card)
            self.now = now._replace(fan=fan, card=kind, placements=placements)
        self.placed = (*self.placed, (kind, 0))

    def _action_to_string(self, player: int, action: int) -> str:
        """In the notation of docs/notation.md."""
        now = self.now
        if player == pyspiel.PlayerId.CHANCE:
            return str(ALL_KINDS[action])
        if now is None or now.card is None or not 0 <= action < len(now.placements):
            return f"action {action}"
        return placement_text(ALL_KINDS[now.card], now.placements[action])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.current_player() == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """R22: 1 for a win, -1 shared by those who lose; the sum is 0."""
        seats = range(self._table.players)
        if self.now is None or not self.is_terminal():
            return [0.0 for _ in seats]
        won = winners(self.now.state(self._table.rules).pits, self._table.rules.options)
        share = (len(seats) / won.bit_count() - 1) / (len(seats) - 1)
        return [share if won >> seat & 1 else -1 / (len(seats) - 1) for seat in seats]

    @property
    def position(self) -> Position:
        """The position; EnvError before the starter is turned up."""
        if self.now is None:
            raise EnvError("There is no position before the starter is turned up.")
        card = None if self.now.card is None else ALL_KINDS[self.now.card]
        snakes = tuple(self.now.layout.snakes.values())
        rules, pits, fan = self._table.rules, self.now.pits, self.now.fan
        return Position(rules, snakes, pits, self.now.seat + 1, fan, card)

    def __str__(self) -> str:
        """The position; equal ones are written alike, at whatever places their snakes lie."""
        return str(self.position) if self.now else "the fan is laid"


class SerpentinaObserver:
    """Writes what a player sees into `tensor`, of which `dict` has the parts by name.

    All float32. Observations have `turn` (players,), `card` (29,), `snakes` (cards, 17) and `rows`
    (actions, 144); with perfect recall there are `turn` and `placed` (cards, 30). EnvError for
    parameters, since there are none.
    """

    def __init__(self, game: SerpentinaGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise EnvError("The observer has no parameters.")
        cards, players = len(game.table.deck), game.table.players
        self._rules, self._is_recalling = game.table.rules, iig_obs_type.perfect_recall
        shapes: dict[str, tuple[int, ...]] = {"turn": (players,)}
        if self._is_recalling:
            shapes["placed"] = (cards, KINDS + 1)
        else:
            shapes |= {"card": (KINDS,), "snakes": (cards, SNAKE_COLUMNS)}
            shapes["rows"] = (game.actions, FEATURES)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        ends = np.cumsum([0, *sizes])
        self.tensor = np.zeros(ends[-1], np.float32)
        parts = zip(shapes.items(), ends, ends[1:], strict=False)
        self.dict = {
            name: self.tensor[begin:end].reshape(shape) for (name, shape), begin, end in parts
        }

    def set_from(self, state: SerpentinaState, player: int) -> None:
        """Write what a player (from 0) sees."""
        self.tensor.fill(0)
        acting = state.current_player()
        if acting >= 0:
            turn = self.dict["turn"]
            turn[(acting - player) % len(turn)] = 1
        if self._is_recalling:
            for at, (kind, action) in enumerate(state.placed):
                self.dict["placed"][at, kind] = 1
                self.dict["placed"][at, KINDS] = action
        elif state.now:
            self._look(state.now, player)

    def _look(self, now: Moment, player: int) -> None:
        """The table as it is, the card drawn, and what each placement would make of them."""
        for at, (_, snake) in enumerate(sorted(now.layout.snakes.items())):
            row = self.dict["snakes"][at]
            row[snake[0].first] = row[len(_ENDS) + snake[-1].last] = 1
            row[-1] = len(snake)
        rows = np.zeros(self.dict["rows"].shape, np.int16)
        if now.card is not None:
            self.dict["card"][now.card] = 1
        if now.card is not None and player == now.seat:
            observe_all(now.state(self._rules), player, now.card, now.placements, rows)
        else:
            look(now.state(self._rules), player, rows)
        self.dict["rows"][:] = rows

    def string_from(self, state: SerpentinaState, player: int) -> str:
        """What a player sees in words: the position and the places, or all that was placed."""
        if self._is_recalling:
            played = (f"{ALL_KINDS[kind]}:{action}" for kind, action in state.placed)
            return f"seat {player + 1} ; {' '.join(played) or '-'}"
        if state.now is None:
            return f"seat {player + 1} ; {state}"
        lying = sorted(state.now.layout.snakes.items())
        places = " ".join(f"{place + 1}:{'-'.join(map(str, snake))}" for place, snake in lying)
        return f"seat {player + 1} ; {places or '-'} ; {state}"


pyspiel.register_game(GAME_TYPE, SerpentinaGame)
