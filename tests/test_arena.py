"""The arena: the same fans from every seat, repeatable, resumable, on any number of processes."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

from serpentina import players, workers
from serpentina.arena import match, running
from serpentina.arena.match import ArenaError, Block, Match, play_fan, seatings_of
from serpentina.arena.running import blocks
from serpentina.cards import Deck
from serpentina.errors import NotationError
from serpentina.fan import Fan
from serpentina.game import Game, View
from serpentina.layout import Placement
from serpentina.options import MOST_SEATS, Rules
from serpentina.players import garter
from serpentina.workers import ALONE, Crew

SMALL = Deck.parse("standard")
RACE = Rules.parse("hisss,goal=race:9")
Choose = Callable[[View, random.Random], Placement]


class Sham:
    """A player that chooses by any function."""

    def __init__(self, choose: Choose) -> None:
        self.choose = choose


@pytest.fixture
def sham(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let players of any names sit in the arena of this process."""

    def seat(**known: Choose) -> None:
        monkeypatch.setattr(match, "_player", lambda name, _: Sham(known[name]))

    monkeypatch.setattr(workers, "compile_kernels", lambda: True)
    return seat


def greedy(view: View, chance: random.Random) -> Placement:
    """What the garter does."""
    return garter.Player().choose(view, chance)


# Who meets whom


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_sits_everywhere_equally_often(seats: int) -> None:
    """In each pairing each player is alone once in every seat, and has half of all seats."""
    met = Match(("boa", "garter", "hatchling"), seats)
    assert len(set(met.seatings)) == len(met.seatings) == 3 * (2 if seats == 2 else 2 * seats)
    for one, other in (("boa", "garter"), ("hatchling", "boa")):
        places = met.lone_seats(one, other)
        assert sorted(seat for _, seat in places) == list(range(seats))
        assert all(met.seatings[number].count(other) == seats - 1 for number, _ in places)
        sitting = [name for seating in seatings_of((one, other), seats) for name in seating]
        assert sitting.count(one) == sitting.count(other)
    assert len(met.lone_seats("garter")) == 2 * seats


def test_all_see_the_same_fan(sham: Callable[..., None]) -> None:
    """Whoever plays, and wherever they sit, the cards come in the order of the fan."""
    seen: list[tuple[int, str]] = []

    def look(view: View, chance: random.Random) -> Placement:
        seen.append((50 - len(view.slots) - 1, str(view.card)))
        return chance.choice(view.placements)

    sham(ann=look, ben=look, cat=look)
    for number in (0, 7):
        seen.clear()
        play_fan(Match(("ann", "ben", "cat"), 3, seed=4), number)
        order = Fan.seeded(SMALL, 4, number).order
        assert len(seen) > 18 * 10
        assert all(str(order[slot]) in (card, card[::-1]) for slot, card in seen)


def test_each_seat_has_its_own_chance(sham: Callable[..., None]) -> None:
    """A player's random numbers hang on seed, fan and seat, not on who plays against whom."""
    begun: list[tuple[int, random.Random, object]] = []

    def look(view: View, chance: random.Random) -> Placement:
        if not any(chance is known for _, known, _ in begun):
            begun.append((view.seat, chance, chance.getstate()))
        return view.placements[0]

    sham(ann=look, ben=look, cat=look)
    states = set()
    for seed, number in ((1, 0), (1, 1), (2, 0)):
        begun.clear()
        play_fan(Match(("ann", "ben", "cat"), seed=seed), number)
        assert len(begun) == 6 * 2
        assert len({(seat, state) for seat, _, state in begun}) == 2
        states |= {state for _, _, state in begun}
    assert len(states) == 6


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_equal_players_share_evenly(sham: Callable[..., None], seats: int) -> None:
    """A player against itself under another name has exactly an even share of each block."""
    sham(garter=greedy, twin=greedy)
    met = Match(("garter", "twin"), seats, Rules.parse("hisss"))
    *_, tally = running.tallies(met, 4)
    for one, other in (met.names, met.names[::-1]):
        count = tally.won_by(one, other)
        assert count.win_rate == pytest.approx(1 / seats)
        assert count.variance == 0
    assert tally.won_by("garter") == tally.won_by("twin")


@pytest.mark.parametrize("rules", [Rules(), RACE, Rules.parse("hisss,goal=snakes")])
def test_the_ranks_name_the_winners(monkeypatch: pytest.MonkeyPatch, rules: Rules) -> None:
    """Those of rank 1 are the winners of the game, and the cards are those of the pits."""
    games: list[Game] = []
    ended = match._ended

    def keep(game: Game) -> match.Ended:
        games.append(game)
        return ended(game)

    monkeypatch.setattr(match, "_ended", keep)
    met = Match(("garter", "hatchling"), 4, rules)
    for number in range(3):
        for game in play_fan(met, number).games:
            result = games.pop(0).result
            assert result
            winners = tuple(seat for seat, rank in enumerate(game.ranks, 1) if rank == 1)
            assert winners == result.winners
            assert game.cards == tuple(pit.cards for pit in result.pits)
            assert all(rank == 1 + sum(r < rank for r in game.ranks) for rank in game.ranks)


# Repeatable, on any executor

PLAYED = Match(("garter", "hatchling"), 2, Rules.parse("hisss"), seed=8)


def played(crew: Crew = ALONE) -> list[Block]:
    """Some blocks."""
    return list(blocks(PLAYED, range(3, 40), crew))


def test_a_block_knows_only_its_number() -> None:
    """The same seed gives the same blocks, whichever are played; another seed gives others."""
    every = played()
    assert [block.fan for block in every] == list(range(3, 40))
    assert len({block.games for block in every}) == 37
    assert every[20] == play_fan(PLAYED, 23)
    other = Match(PLAYED.names, 2, PLAYED.rules, seed=9)
    assert play_fan(other, 23).games != every[20].games


def test_workers_change_nothing() -> None:
    """Two processes or three threads give the blocks that one gives, in the same order."""
    every = played()
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        assert played(Crew(pool, 2)) == every
    with ThreadPoolExecutor(3) as threads:
        assert played(Crew(threads, 3)) == every


def test_who_has_enough_leaves_the_rest_unplayed() -> None:
    """Closed in the middle, the blocks that wait are not played; few are asked for ahead."""
    asked: list[Future[Any]] = []

    class Watched(ThreadPoolExecutor):
        def submit(self, call: Any, /, *given: Any, **named: Any) -> Any:
            asked.append(super().submit(call, *given, **named))
            return asked[-1]

    with Watched(1) as threads:
        some = blocks(PLAYED, range(10**9), Crew(threads, 8))
        assert next(some).fan == 0
        some.close()  # type: ignore[attr-defined]
    assert len(asked) == 8 * workers.WAITING
    assert sum(future.cancelled() for future in asked) > 8


def test_a_match_is_checked() -> None:
    """In the library too, what cannot be played is refused at once."""
    with pytest.raises(ArenaError, match=r"2 to 5 players .* not 8"):
        Match(("boa", "garter"), MOST_SEATS)
    with pytest.raises(NotationError, match="no player"):
        Match(("boa", "python"))
    with pytest.raises(NotationError, match="A seed is"):
        Match(("boa", "garter"), seed=-1)
    assert set(Match(players.PLAYERS).names) == set(players.PLAYERS)
