"""Reviews: luck is honest, costs are those of the exact values, the figures add up."""

from __future__ import annotations

import os
import random
from itertools import pairwise

import numpy as np
import pytest

from serpentina import ahead
from serpentina.ahead import Branch, Effort, Numbers, Outlook, Worth, liking, value_all
from serpentina.cards import ALL_KINDS, STANDARD
from serpentina.equity import equity, placement_equities
from serpentina.errors import RecordError
from serpentina.exact import Solver, TooLarge
from serpentina.game import Game
from serpentina.policies import GARTER
from serpentina.record import Record
from serpentina.review import BAD, DOUBTFUL, FINE, draw_of, review
from serpentina.sampling import DIGITS
from tests.campaign import SOAK
from tests.reviewed import played, record_of, reviewed
from tests.same_policy import policy_values

SEEDS = range(6)
NEAR = 1e-9
COMPILED = os.environ.get("SERPENTINA_KERNEL") == "compiled"
POSITIONS, DRAWS_EACH = (1000 if SOAK else 60) if COMPILED else 8, 100


def games_of(game: Game) -> list[Game]:
    """The game before each draw."""
    record = Record.of(game)
    return [one for one in record.games() if one.slot is None and not one.is_over]


@pytest.mark.parametrize("seed", SEEDS)
def test_all_adds_up(seed: int) -> None:
    """What a draw changes and what the placement costs lead from each chance to the next."""
    found = reviewed(seed)
    for move in found.moves:
        for seat in range(2):
            for before, luck, drawn, cost, after in (
                (move.before.win, move.luck.win, move.drawn.win, move.cost.win, move.after.win),
                (
                    move.before.cards,
                    move.luck.cards,
                    move.drawn.cards,
                    move.cost.cards,
                    move.after.cards,
                ),
            ):
                assert before[seat] + luck[seat] == pytest.approx(drawn[seat], abs=NEAR)
                assert drawn[seat] - cost[seat] == pytest.approx(after[seat], abs=NEAR)
    for seat, player in enumerate(found.players):
        assert player.adjusted == pytest.approx(player.by_costs, abs=NEAR)
        costs = sum(move.cost.win[seat] for move in found.moves)
        assert player.adjusted == pytest.approx(found.moves[0].before.win[seat] - costs, abs=NEAR)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", SEEDS)
def test_the_exact_values_are_those_of_equity(seed: int) -> None:
    """Chances before draws and costs of placements are those of the solver, asked one by one."""
    moves = reviewed(seed).moves
    after = [*games_of(played(seed))[1:], played(seed)]
    for move, before, game in zip(moves, games_of(played(seed)), after, strict=True):
        worth = equity(before.position, "exact")
        assert move.is_exact
        assert move.before.win == pytest.approx(worth.win)
        assert move.before.cards == pytest.approx(worth.cards)
        drawn = before.draw(game.turns[-1].slot)
        best = placement_equities(drawn.position, "exact")
        assert move.drawn.win == pytest.approx(best[0][1].win)
        lost = best[0][1].win[move.seat - 1] - move.after.win[move.seat - 1]
        assert move.loss == pytest.approx(lost, abs=NEAR)


UNEVEN = "<r r> rg:4 gr"


@pytest.mark.no_cover
def test_luck_is_honest() -> None:
    """Over 100,000 draws the luck has mean zero, within its error, in wins and cards of each seat.

    The cards are of kinds that the fan holds unequally often.
    """
    lucky: list[tuple[float, ...]] = []
    choice = random.Random(5)
    for seed in range(12):
        for before in games_of(played(seed, deck=UNEVEN)):
            kinds = [kind for kind, n in enumerate(before.position.fan) for _ in range(n)]
            outlook = Outlook.of(before, kinds[0])
            value_all([outlook])
            luck = {}
            for outlook.drawn in set(kinds):
                found = draw_of(outlook)[2]
                luck[outlook.drawn] = (*found.win, *found.cards)
            lucky += [luck[choice.choice(kinds)] for _ in range(1400)]
    numbers = np.array(lucky)
    assert len(numbers) >= 100_000
    errors = numbers.std(axis=0) / np.sqrt(len(numbers))
    assert (errors > 0).all()
    assert (abs(numbers.mean(axis=0)) < 4 * errors).all()


def outlook_by_rollouts(monkeypatch: pytest.MonkeyPatch, before: Game, kind: int) -> Outlook:
    """A position near the end, valued as if it were long before it."""
    monkeypatch.setattr(ahead, "FEW_CARDS", (0,) * 8)
    monkeypatch.setattr(ahead, "CLOSER_GAMES", 120)
    outlook = Outlook.of(before, kind)
    value_all([outlook])
    return outlook


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", [0, 1])
def test_rollouts_find_what_the_same_policy_is_worth(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Each card's value is within five errors that of its best placement, all going on alike."""
    before = games_of(played(seed, rules="hisss"))[3]
    kinds = [kind for kind, count in enumerate(before.position.fan) if count]
    outlook = outlook_by_rollouts(monkeypatch, before, kinds[0])
    assert outlook.exact is None
    for kind in kinds:
        values = []
        for number in outlook.of_kind(kind):
            every = policy_values(GARTER, outlook.branches[number].start)
            values.append(np.round(every, DIGITS).reshape(2, -1).T.ravel())
        best = max(values, key=lambda value: liking(value, outlook.seat))
        found = outlook.valued(kind)
        assert (abs(found.values - best) < 5 * np.sqrt(found.variances) + 0.01).all()


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(4))
def test_the_only_placement_costs_nothing(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """By rollouts, too, to the last digit: no rounding makes a cost of what nobody chose."""
    for before in games_of(played(seed, rules="hisss"))[:4]:
        kinds = [kind for kind, count in enumerate(before.position.fan) if count]
        outlook = outlook_by_rollouts(monkeypatch, before, kinds[0])
        for kind in kinds:
            outlook.drawn, numbers = kind, outlook.of_kind(kind)
            if len(numbers) == 1 and outlook.closer[numbers[0]]:
                best, lead = outlook.cost(numbers[0])
                assert best == numbers[0]
                assert not lead.values.any()


@pytest.mark.no_cover
def test_the_luck_of_rollouts_has_mean_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over all cards that might have come the luck is zero within its error."""
    before = games_of(played(1, deck=UNEVEN))[1]
    fan = before.position.fan
    mean, variance = 0.0, 0.0
    for kind, count in enumerate(fan):
        if count:
            luck = draw_of(outlook_by_rollouts(monkeypatch, before, kind))[2]
            mean += count / sum(fan) * luck.win[0]
            variance += (count / sum(fan) * luck.win_stderr[0]) ** 2
    assert variance > 0
    assert abs(mean) < 5 * variance**0.5


def lucks(
    monkeypatch: pytest.MonkeyPatch, before: Game, seed: int
) -> tuple[list[int], dict[int, tuple[float, ...]]]:
    """The fan's cards, and for each kind the luck of its draw by a few rollouts, by seat."""
    kinds = [kind for kind, count in enumerate(before.position.fan) for _ in range(count)]
    found, first = {}, None
    for kind in set(kinds):
        outlook = Outlook.of(before, kind)
        # what all cards have alike is played once
        monkeypatch.setattr(ahead, "ROUNDS", -1 if first else 5)
        outlook.sums = first.sums if first else outlook.sums
        value_all([outlook], Effort(seed=seed, threads=1))
        first = outlook
        luck = draw_of(outlook)[2]
        found[kind] = (*luck.win, *luck.cards)
    return kinds, found


@pytest.mark.no_cover
@pytest.mark.core
def test_the_luck_of_rollouts_is_honest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over 100,000 draws (in a soak) luck that rollouts have found has mean zero within its error.

    The draws from one position share their rollouts, so its mean is one observation.
    """
    monkeypatch.setattr(ahead, "FEW_CARDS", (0,) * 8)
    for name, number in {
        "GAMES": 8,
        "CHOICE_GAMES": 16,
        "MOST_GAMES": 48,
        "CLOSER_GAMES": 120,
        "MOST_ROUNDS": 5,
        "DRAW_ERROR": 1.0,
        "COST_ERROR": 1.0,
    }.items():
        monkeypatch.setattr(ahead, name, number)
    means, choice = [], random.Random(8)
    for seed in range(POSITIONS):
        kinds, luck = lucks(monkeypatch, games_of(played(seed, deck=UNEVEN))[seed % 4], seed)
        means.append(np.mean([luck[choice.choice(kinds)] for _ in range(DRAWS_EACH)], axis=0))
    errors = np.std(means, axis=0) / POSITIONS**0.5
    assert (errors > 0).all()
    assert (abs(np.mean(means, axis=0)) < 4 * errors).all()


@pytest.mark.no_cover
def test_threads_and_the_card_that_came_change_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that did not come has the same value whichever did, however many threads play."""
    monkeypatch.setattr(ahead, "FEW_CARDS", (0,) * 8)
    monkeypatch.setattr(ahead, "CLOSER_GAMES", 60)
    before = games_of(played(2))[2]
    kinds = [kind for kind, count in enumerate(before.position.fan) if count]
    values = []
    for drawn, threads in ((kinds[0], 1), (kinds[1], 3)):
        outlook = Outlook.of(before, drawn)
        value_all([outlook], Effort(threads=threads))
        values.append(outlook.valued(kinds[2]).values)
    assert (values[0] == values[1]).all()


def test_it_stops_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """One round is played in any case, and no other; the shares told never fall and end with 1."""
    monkeypatch.setattr(ahead, "FEW_CARDS", (0,) * 8)
    told: list[float] = []
    outlook = Outlook.of(games_of(played(1))[4], 0)
    outlook.drawn = outlook.branches[0].kind
    value_all([outlook], Effort(seconds=1e-9), told.append)
    assert {len(sums) for sums in outlook.closer} <= {0, 4 * 2 * ahead.CLOSER_GAMES}
    assert told == sorted(told)
    assert told[-1] == 1


def test_without_room_for_exact_values_it_rolls_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the solver would need too much memory, rollouts stand in, for those positions alone."""
    solved = ahead._solved

    def narrow(solver: Solver, branch: Branch) -> Numbers:
        if len(branch.start.cards) > 3:
            raise TooLarge("There is no room.")
        return solved(solver, branch)

    monkeypatch.setattr(ahead, "_solved", narrow)
    monkeypatch.setattr(ahead, "CLOSER_GAMES", 40)
    found = review(record_of(0), Effort(seconds=1e-9))
    assert [move.is_exact for move in found.moves] == [False, False, True, True, True, True]


@pytest.mark.parametrize("players", [1, 3])
def test_any_number_of_players(players: int) -> None:
    """Alone the cards count, with three each has his luck; chances add up to one."""
    found = reviewed(3, players)
    for move in found.moves:
        assert sum(move.before.win) == pytest.approx(1)
        assert sum(move.luck.win) == pytest.approx(0, abs=NEAR)
    assert any(move.loss > 0 for move in found.moves)
    assert sum(player.share for player in found.players) == pytest.approx(1)


def test_a_race_ends_early() -> None:
    """R23: a game that a race has ended before the last card is reviewed to that end."""
    found = reviewed(4, 2, "hisss,goal=race:3")
    assert len(found.moves) < 7
    assert {player.share for player in found.players} == {0, 1}
    assert found.moves[-1].after.win == tuple(player.share for player in found.players)


def test_verdicts_are_in_doubt_for_the_player() -> None:
    """A cost below the bound, or one within two errors, is fine; the rest is doubtful or bad."""
    from serpentina.review import _verdict

    def verdict(cost: float, error: float) -> str:
        return _verdict(Worth((cost, -cost), (0, 0), (error, error), (0, 0)), 0)

    assert verdict(0.009, 0) == FINE
    assert verdict(0.02, 0.011) == FINE
    assert verdict(0.02, 0.009) == DOUBTFUL
    assert verdict(0.031, 0.001) == BAD


def test_better_placements_have_a_reason() -> None:
    """Whatever is not fine names a better placement, another than that played, and why."""
    moves = [move for seed in SEEDS for move in reviewed(seed).moves if move.verdict != FINE]
    assert moves
    for move in moves:
        assert move.better is not None
        assert move.why is not None
        assert move.better.placement != move.played.placement
        assert move.choices > 1


def test_turning_points_are_the_largest_swings() -> None:
    """They come in the order of the game, and no other swing is larger."""
    for seed in SEEDS:
        found = reviewed(seed)
        assert all(one.turn <= other.turn for one, other in pairwise(found.turning))
        least = min((abs(turning.swing) for turning in found.turning), default=0)
        swings = [max(map(abs, move.luck.win)) for move in found.moves]
        named = {turning.turn for turning in found.turning if turning.kind == "draw"}
        if len(found.turning) == 3:
            assert all(s <= least for t, s in enumerate(swings, 1) if t not in named)


def test_no_choice_no_grade() -> None:
    """Who never had a choice is given no grade."""
    found = review(Record.of(played(0, deck="<r r> <g g>", rules="hisss")))
    assert {player.grade for player in found.players} == {None}


def test_what_cannot_be_reviewed() -> None:
    """A game that goes on, one whose fan is hidden, and one of too many cards are refused."""
    half = games_of(played(0))[2]
    with pytest.raises(RecordError, match="not over"):
        review(Record.of(half, secret=True))
    hidden = Record.of(played(0))
    with pytest.raises(RecordError, match="does not show its fan"):
        review(Record(**{**vars(hidden), "fan": None}))
    large = played(0, deck=str(STANDARD * 3), rules="hisss,goal=race:3")
    with pytest.raises(RecordError, match="at most 100 cards, and this one has 150"):
        review(Record.of(large))
    assert len(ALL_KINDS) == 29
