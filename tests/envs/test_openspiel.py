"""The game of OpenSpiel: its own tests, its own solvers, and a recorded playthrough."""

from __future__ import annotations

import os
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, minimax

from serpentina.cards import KINDS, STANDARD, Deck
from serpentina.envs import observing
from serpentina.envs.openspiel import NAME, SNAKE_COLUMNS, Moment, SerpentinaState
from serpentina.envs.playing import Play
from serpentina.envs.setting import EnvError, Table
from serpentina.errors import SerpentinaError
from serpentina.exact import solve
from serpentina.fan import Fan
from serpentina.notation import Position
from tests.campaign import SOAK

PLAYTHROUGH = Path(__file__).parent / "playthroughs" / "python_serpentina.txt"
RECORDED = f"{NAME}(players=2,rules=hisss,deck=<r gr:2 g>)"

# Small decks of two colours, walked through whole by expectiminimax, 10 cards and fewer.
SMALL = [("<r r> gr:4", "hisss"), ("<r <g r> gr:3", "serpentina"), ("<r g> gr:8", "serpentina")]
if SOAK:
    decks = ("<r g> gr:8", "<r g> <* gr:7", "<r r> <g g> gr:4")
    SMALL += [(deck, rules) for deck in decks for rules in ("serpentina", "hisss")]


def load(players: int = 2, rules: str = "serpentina", deck: str = "standard", **more: str) -> Any:
    """A game of OpenSpiel."""
    return pyspiel.load_game(NAME, {"players": players, "rules": rules, "deck": deck, **more})


def play_on(state: Any, choice: random.Random, most: int = 1000) -> Any:
    """Any chances and actions, up to so many, or to the end."""
    for _ in range(most):
        if state.is_terminal():
            break
        state.apply_action(choice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_random_simulation_of_openspiel(players: int) -> None:
    """It passes, with all that is serialised, for each number of players."""
    game = load(players, ("serpentina", "hisss")[players % 2])
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(("deck", "rules"), SMALL)
def test_its_solver_finds_our_equity(deck: str, rules: str) -> None:
    """From before the deal, expectiminimax gives the first seat what our exact equity gives it."""
    root = load(2, rules, deck).new_initial_state()
    value, _ = minimax.expectiminimax(root, len(Deck.parse(deck)), None, 0)
    ours = sum(
        chance * (2 * solve(root.child(kind).position).chances[0] - 1)
        for kind, chance in root.chance_outcomes()
    )
    assert value == pytest.approx(float(ours), abs=1e-9)


def test_its_solver_agrees_in_mid_game() -> None:
    """With four cards left of the standard deck, whoever is to draw."""
    for seed in range(2 if SOAK else 1):
        state = play_on(load(2, "hisss").new_initial_state(), random.Random(seed), 2 * 46 - 1)
        assert sum(state.now.fan) == 4
        seat = state.now.seat
        value, _ = minimax.expectiminimax(state, 4, None, seat)
        chance = solve(state.position).chances[seat]
        assert value == pytest.approx(float(2 * chance - 1), abs=1e-9)


def test_the_recorded_playthrough() -> None:
    """The kept playthrough is played again line by line."""
    if os.environ.get("SERPENTINA_RECORD") == "1":
        text = generate_playthrough.playthrough(RECORDED, None, seed=5)
        PLAYTHROUGH.write_text(text, encoding="utf-8")
    flags.FLAGS.mark_as_parsed()  # which a program of OpenSpiel would have done
    kept, now = generate_playthrough.replay(str(PLAYTHROUGH))
    assert now.splitlines() == kept.splitlines()


@pytest.mark.parametrize("players", [2, 5])
def test_it_is_the_game_of_the_other_environments(players: int) -> None:
    """Dealt the same cards, it offers the same actions, shows the same rows and pays the same."""
    for seed in range(3):
        choice = random.Random(seed)
        play = Play(Table.of(players, "hisss", STANDARD), seed)
        order = [card.kind for card in Fan.seeded(STANDARD, seed).order]
        state = load(players, "hisss").new_initial_state()
        observer = state.get_game().make_py_observer()
        for kind in order:
            assert dict(state.chance_outcomes())[kind] > 0
            state.apply_action(kind)
            if state.is_chance_node():
                continue  # the starter lies
            assert state.position == play.game.position
            assert state.legal_actions() == list(range(len(play.game.placements)))
            assert state.current_player() == play.seat
            for seat in range(players):
                observer.set_from(state, seat)
                rows = play.sight(seat)["observation"]
                assert np.array_equal(observer.dict["rows"], rows[: len(observer.dict["rows"])])
            action = choice.choice(state.legal_actions())
            state.apply_action(action)
            play.act(action)
        assert state.is_terminal()
        assert state.returns() == pytest.approx(play.rewards())


def test_the_observation_holds_all() -> None:
    """The snakes in the order of their places, the card drawn, whose turn it is as seen by each."""
    state = play_on(load(3).new_initial_state(), random.Random(1), 32)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    observer = state.get_game().make_py_observer()
    lying = [snake for _, snake in sorted(state.now.layout.snakes.items())]
    for seat in range(3):
        observer.set_from(state, seat)
        parts = observer.dict
        assert {name: part.shape for name, part in parts.items()} == {
            "turn": (3,),
            "card": (KINDS,),
            "snakes": (len(STANDARD), SNAKE_COLUMNS),
            "rows": (observing.ACTIONS - 1, observing.FEATURES),
        }
        assert np.flatnonzero(parts["turn"]).tolist() == [(state.current_player() - seat) % 3]
        assert np.flatnonzero(parts["card"]).tolist() == [state.now.card]
        for row, snake in zip(parts["snakes"], lying, strict=False):
            assert np.flatnonzero(row[:-1]).tolist() == [snake[0].first, 8 + snake[-1].last]
            assert row[-1] == len(snake)
        assert not parts["snakes"][len(lying) :].any()
    assert observer.string_from(state, 1).startswith("seat 2 ; 1:")


def test_information_states_recall_all() -> None:
    """Two histories have the same information state only if they are the same."""
    seen: dict[bytes, str] = {}
    for seed in range(30):
        state = load(2, deck="<r r> gr:3").new_initial_state()
        choice = random.Random(seed)
        while not state.is_terminal():
            state.apply_action(choice.choice(state.legal_actions()))
            tensor = np.array(state.information_state_tensor(0), np.float32).tobytes()
            history = state.history_str()
            assert seen.setdefault(tensor, history) == history
            assert state.information_state_string(0).startswith("seat 1 ; ")
    assert len(seen) > 50


def test_games_and_states_are_kept_as_text() -> None:
    """Rules that differ from a preset, and any deck, survive; so does a state in mid-game."""
    game = load(4, "hisss", "<r r> <* gr:9", joined="taken", goal="race:7", must_match="off")
    again = pyspiel.load_game(str(game))
    assert str(again.table.rules) == str(game.table.rules)
    assert again.table == game.table
    state = play_on(game.new_initial_state(), random.Random(3), 9)
    copies = [pickle.loads(pickle.dumps(state)), state.clone()]  # noqa: S301
    copies.append(
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    )
    for other in copies:
        assert str(other) == str(state)
        assert other.legal_actions() == state.legal_actions()
        assert Position.parse(str(state)).drawn == state.position.drawn


def test_a_race_ends_at_once() -> None:
    """R23: and the winner has what the others lose."""
    game = load(3, "serpentina", "standard", goal="race:4")
    state = play_on(game.new_initial_state(), random.Random(1))
    assert sum(state.now.fan) > 0
    assert sorted(state.returns()) == [-0.5, -0.5, 1.0]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"players": 1}, "2 to 5 players, not 1"),
        ({"players": 6}, "2 to 5 players, not 6"),
        ({"rules": "chess"}, "do not begin with a preset"),
        ({"rules": "hisss", "goal": "chess"}, 'cannot be "chess"'),
        ({"deck": "<x"}, "is not a card"),
        ({"deck": "standard:3"}, "at most 100 cards"),
    ],
)
def test_what_cannot_be(given: dict[str, Any], said: str) -> None:
    """It is refused in a sentence, a parameter that there is not by OpenSpiel itself."""
    with pytest.raises(SerpentinaError, match=said):
        pyspiel.load_game(NAME, given)
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'sets'"):
        pyspiel.load_game(NAME, {"sets": 2})


def test_what_cannot_be_done() -> None:
    """Cards that the fan does not hold and placements that there are not change nothing."""
    state: SerpentinaState = load(deck="<r r> gr:3").new_initial_state()
    with pytest.raises(SerpentinaError, match="The fan holds no card of kind 3"):
        state._apply_action(3)
    with pytest.raises(EnvError, match="before the starter"):
        _ = state.position
    state.apply_action(0)
    before: Moment | None = state.now
    state.apply_action(state.legal_actions()[0])
    with pytest.raises(SerpentinaError, match="no action 99"):
        state._apply_action(99)
    assert before is not state.now
    assert state.action_to_string(0, 99) == "action 99"
    with pytest.raises(EnvError, match="no parameters"):
        state.get_game().make_py_observer(params={"x": 1})
