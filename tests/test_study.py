"""What a study counts, its figures and intervals, and how a variance is parted."""

from __future__ import annotations

import random
import statistics
from array import array
from collections import Counter

import pytest

from serpentina.batches import Batch
from serpentina.cards import STANDARD, Deck
from serpentina.game import Game
from serpentina.options import Rules
from serpentina.recording import played
from serpentina.rules import PIT_COLUMNS
from serpentina.simulate import simulate
from serpentina.study.blocks import BLOCKS, add_products, added, compare_portion, portions
from serpentina.study.blocks import watch_portion as sums_of
from serpentina.study.figures import Figure, figure, figures_of
from serpentina.study.luck import luck_of, parts_of
from serpentina.study.plan import TWICE, Case, Luck, cells
from serpentina.study.watching import WATCHED, watch
from tests.test_simulate import GAMES

SEED = 20


def case_of(rules: str, deck: str, policies: tuple[str, ...], games: int = 4) -> Case:
    """A case of these."""
    return Case("x", Batch(games, Rules.parse(rules), Deck.parse(deck), policies, SEED))


def watched(game: Game) -> list[int]:
    """Lead changes, draws with a choice and placements of a game, told by playing it again."""
    now = Game.new(game.players, game.rules, game.deck, fan=game.fan)
    leads: list[int] = []
    choices = listed = 0
    for turn in game.turns[1:]:
        drawn = now.draw(turn.slot)
        choices += len(drawn.placements) > 1
        listed += len(drawn.placements)
        now = drawn.place(turn.placement)
        best = max((own.cards, own.longest) for own in now.scores)
        ahead = [at for at, own in enumerate(now.scores) if (own.cards, own.longest) == best]
        if len(ahead) == 1 and best > (0, 0) and (not leads or leads[-1] != ahead[0]):
            leads.append(ahead[0])
    return [max(0, len(leads) - 1), choices, listed]


@pytest.mark.core
@pytest.mark.parametrize(("rules", "deck", "policies"), GAMES)
def test_watched_games_are_the_simulated_ones(
    rules: str, deck: str, policies: tuple[str, ...]
) -> None:
    """Pits, winners and cards placed are those of `simulate`; the counts those of `Game`."""
    case = case_of(rules, deck, policies)
    rows, lengths = watch(case, range(4))
    results = simulate(4, case.batch.rules, case.batch.deck, policies, SEED)
    width = results.width + WATCHED
    taken: Counter[int] = Counter()
    for number in range(4):
        row = rows[number * width : (number + 1) * width]
        assert row[: results.width] == results.row(number)
        game = played(case.batch, number)
        taken.update(len(snake) for pit in game.pits for snake in pit)
        if case.batch.rules.goal == "cards":
            assert list(row[results.width :]) == watched(game)
    assert list(lengths) == [taken[length] for length in range(len(case.batch.deck) + 1)]


@pytest.mark.core
def test_other_chance_is_the_same_fan() -> None:
    """Games of other chance deal the same cards and choose otherwise."""
    case = case_of("serpentina", "standard", ("hatchling", "hatchling"), 30)
    rows = [watch(case, range(30), chance)[0] for chance in (0, 1, 2)]
    assert rows[0] != rows[1] != rows[2]
    fixed = case_of("serpentina", "<r g> rg", ("hatchling", "hatchling"), 30)  # the fan decides
    ends = [watch(fixed, range(30), chance)[0] for chance in (0, 1, 2)]
    assert ends[0] == ends[1] == ends[2]
    assert len(set(ends[0][3 :: len(ends[0]) // 30])) > 1


@pytest.mark.parametrize("games", [1, 2, 99, 100, 101, 5000, 10**6])
def test_blocks_are_all_games_once(games: int) -> None:
    """The portions are all games in order, in at most a hundred blocks of about the same size."""
    parts = list(portions(games, 8))
    assert [part[1].start for part in parts] == [0, *(part[1].stop for part in parts[:-1])]
    assert parts[-1][1].stop == games
    sizes = Counter[int]()
    for block, own in parts:
        sizes[block] += len(own)
    assert sorted(sizes) == list(range(min(games, BLOCKS)))
    assert max(sizes.values()) - min(sizes.values()) <= 1


@pytest.mark.core
def test_the_figures_are_those_of_the_games() -> None:
    """Each figure of a case, worked out from its games by hand."""
    case = case_of("hisss", "standard", ("garter", "hatchling", "garter"), 40)
    blocks = [sums_of(case, games) for _, games in portions(40)]
    found = figures_of(case, blocks)
    games = [played(case.batch, number) for number in range(40)]
    results = [game.result for game in games]
    assert all(results)
    shares = [
        [(seat in result.winners) / len(result.winners) for result in results if result]
        for seat in (1, 2, 3)
    ]
    snakes = [len(snake) for game in games for pit in game.pits for snake in pit]
    left = [50 - sum(pit.cards for pit in game.scores) for game in games]
    told = [watched(game) for game in games]
    for win, share in zip(found.win, shares, strict=True):
        assert win.value == pytest.approx(statistics.mean(share))
        error = statistics.stdev(share) / 40**0.5
        assert win.reach == pytest.approx(2.0227 * error, rel=1e-3)  # Student's, 39 degrees
    assert found.ahead.value == pytest.approx(found.win[0].value - 1 / 3)
    assert found.snakes.value == len(snakes) / 40
    assert found.length.value == statistics.mean(snakes)
    assert found.left.value == statistics.mean(left)
    assert found.shared.value == sum(len(r.winners) > 1 for r in results if r) / 40
    assert found.lead_changes.value == statistics.mean(row[0] for row in told)
    assert found.choice.value == sum(row[1] for row in told) / (40 * 49)
    assert found.placements.value == sum(row[2] for row in told) / (40 * 49)
    assert sum(length.value for length in found.lengths) == pytest.approx(1)
    cards = [statistics.mean(game.scores[seat].cards for game in games) for seat in range(3)]
    assert [figure.value for figure in found.cards] == cards


def test_intervals_hold_what_they_promise() -> None:
    """Of 400 intervals of a ratio, about 95 in 100 hold the true value."""
    choice, held = random.Random(3), 0
    for _ in range(400):
        blocks = []
        for _ in range(50):
            size = choice.randint(1, 9)
            blocks.append((size, sum(choice.randint(0, 6) for _ in range(size))))
        found = figure(blocks, lambda sums: sums[1] / sums[0])
        held += found.low <= 3 <= found.high
    assert 0.92 <= held / 400 <= 0.98


def test_of_one_block_no_interval_is_known() -> None:
    """A value alone says nothing of how far it may be off."""
    found = figure([(2, 5)], lambda sums: sums[1] / sums[0])
    assert found == Figure(2.5, -float("inf"), float("inf"))


# Luck


def sums_of_values(values: list[list[int]]) -> tuple[int, ...]:
    """The sums and products of fans, each with a value for each cell."""
    number = len(values[0])
    sums = array("q", bytes(8 * (number + number * (number + 1) // 2)))
    flat = array("q", [value for fan in values for value in fan])
    add_products(flat, 0, len(flat), number, sums)
    return (len(values), *sums)


@pytest.mark.core
def test_a_known_variance_is_parted_as_it_was_made() -> None:
    """Results made of skill, fan, both and chance of known sizes are parted into these."""
    choice = random.Random(5)
    skills, sizes = [-300, -100, 100, 300], (150.0, 200.0, 400.0)  # of fan, both, chance
    blocks = []
    for _ in range(40):
        values = []
        for _ in range(100):
            fan = choice.gauss(0, sizes[0])
            row = []
            for skill in skills:
                both = choice.gauss(0, sizes[1])
                row += [round(skill + fan + both + choice.gauss(0, sizes[2])) for _ in range(TWICE)]
            values.append(row)
        blocks.append(sums_of_values(values))
    variances = [statistics.pvariance(skills), *(size**2 for size in sizes)]
    for part, variance in enumerate(variances):
        found = figure(blocks, lambda sums, part=part: parts_of(sums, 1, 8)[part])  # type: ignore[misc]
        assert found.low < variance / sum(variances) < found.high
        assert found.reach < 0.03
    assert sum(parts_of(added(blocks), 1, 8)) == pytest.approx(1)


def luck_with(deck: str, rules: str = "hisss") -> Luck:
    """A small one."""
    batch = Batch(24, Rules.parse(rules), Deck.parse(deck), ("garter", "garter"), SEED)
    return Luck("x", batch, ("hatchling", "garter"))


@pytest.mark.core
def test_luck_reads_the_games_of_each_pair() -> None:
    """The sums of a portion are those of the games of all pairs, each twice, on the same fans."""
    luck = luck_with("standard")
    sums = compare_portion(luck, range(5, 12))
    number = cells(luck)
    assert (sums[0], number) == (7, 8)
    for at in range(number):
        pair = luck.seatings[at // TWICE]
        case = Case("", Batch(24, luck.batch.rules, STANDARD, pair, SEED))
        rows, _ = watch(case, range(5, 12), 1 + at)
        width = 2 * PIT_COLUMNS + 2 + WATCHED
        wins = [
            840 // rows[base + 6].bit_count() * (rows[base + 6] & 1)
            for base in range(0, len(rows), width)
        ]
        leads = [rows[base] - rows[base + 3] for base in range(0, len(rows), width)]
        assert sums[1 + at] == sum(wins)
        assert sums[1 + 8 + 36 + at] == sum(leads)
        square = 1 + 8 + at * 8 - at * (at - 1) // 2
        assert sums[square] == sum(win * win for win in wins)


def test_where_nothing_can_be_chosen_all_is_the_fan() -> None:
    """With a deck in which the order of the fan decides, it explains everything."""
    luck = luck_with("<r g> rg", "serpentina")
    blocks = [compare_portion(luck, games) for _, games in portions(24)]
    found = luck_of(luck, blocks)
    assert found.fans == 24
    for parts in (found.win, found.lead):
        told = [part.value for part in (*parts, parts.luck)]
        assert told == pytest.approx([0, 1, 0, 0, 1])
    assert len(found.wins) == 4
    nothing = luck_with("rg:2")
    flat = luck_of(nothing, [compare_portion(nothing, games) for _, games in portions(24)])
    assert flat.win.luck.value == 1
