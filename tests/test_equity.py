"""What a position is worth: by the right method, the best placement first, and fair to all."""

from __future__ import annotations

import random

import pytest

from serpentina import equity as module
from serpentina.cards import ALL_KINDS, COLOURS, LETTERS, STANDARD, Deck
from serpentina.equity import Equity, check_position, equity, placement_equities
from serpentina.errors import NotationError
from serpentina.exact import TooLarge
from serpentina.layout import turn_round
from serpentina.notation import Position
from serpentina.rollouts import Start, Stop, Way
from serpentina.sampling import Estimate
from tests.campaign import SOAK
from tests.test_rollouts import COMPILED, apart, near_the_end

pytestmark = pytest.mark.core

LEFT = 5 if COMPILED else 3
ROUGH, GARTER = Stop(games=1), Way("garter")
TEXT = "hisss ; <b-bo rg-gb ; 8/5/2 9/6/2 ; 1 ; {} ; {}"
FEW, DRAWN = "rg y>", "bo"


def position(fan: str = FEW, drawn: str = "-") -> Position:
    """A small position."""
    return Position.parse(TEXT.format(fan, drawn))


def drawings(before: Position) -> list[tuple[int, Position]]:
    """What may be drawn from a position, and in how many ways."""
    found = []
    for kind, count in enumerate(before.fan):
        if count:
            fan = tuple(left - (kind == other) for other, left in enumerate(before.fan))
            fields = before.rules, before.snakes, before.pits, before.turn, fan
            found.append((count, Position(*fields, ALL_KINDS[kind])))
    return found


def renamed(before: Position, letters: str) -> Position:
    """The position with other colours."""
    table = str.maketrans(LETTERS[:COLOURS], letters)
    rules, *fields = str(before).split(" ; ")
    snakes, pits, turn, fan, drawn = fields
    changed = [snakes.translate(table), pits, turn, fan.translate(table), drawn.translate(table)]
    return Position.parse(" ; ".join([rules, *changed]))


def mirrored(before: Position) -> Position:
    """The position with every snake that may turned round, in another order."""
    snakes = [
        snake if snake[0].is_head or snake[-1].is_tail else turn_round(snake)
        for snake in reversed(before.snakes)
    ]
    fields = before.rules, tuple(snakes), before.pits, before.turn, before.fan
    return Position(*fields, before.drawn)


def seated(before: Position, by: int) -> Position:
    """The position with the seats numbered from another one on."""
    seats = len(before.pits)
    pits = before.pits[by:] + before.pits[:by]
    turn = (before.turn - 1 - by) % seats + 1
    return Position(before.rules, before.snakes, pits, turn, before.fan, before.drawn)


@pytest.mark.parametrize("number", range(4))
def test_renaming_colours_and_mirroring_snakes_changes_nothing(number: int) -> None:
    """R10: exact values stay what they are, rollouts within their errors."""
    before = near_the_end(number, LEFT)
    letters = "".join(random.Random(number).sample(LETTERS[:COLOURS], COLOURS))
    value, rolled = equity(before, "exact"), equity(before, "rollout", ROUGH, GARTER)
    for other in (renamed(before, letters), mirrored(before)):
        assert equity(other, "exact")[1:3] == value[1:3]
        again = equity(other, "rollout", ROUGH, Way("garter", seed=1))
        one, two = (Estimate(*found[1:5]) for found in (rolled, again))
        assert apart(one, two) < 4


@pytest.mark.parametrize("number", range(4))
def test_numbering_the_seats_anew_only_numbers_the_figures_anew(number: int) -> None:
    """R6: each seat's values are its own, wherever the numbers begin."""
    before = near_the_end(number, LEFT)
    other = seated(before, 1)
    for method in ("exact", "rollout"):
        one, two = (equity(each, method, ROUGH, GARTER) for each in (before, other))
        assert two.win == pytest.approx(one.win[1:] + one.win[:1], abs=1e-9)
        assert two.cards == pytest.approx(one.cards[1:] + one.cards[:1], abs=1e-9)


@pytest.mark.parametrize("number", range(6))
def test_a_position_is_worth_what_its_draws_are_worth(number: int) -> None:
    """Luck is honest: the values after all draws, each placed at its best, average to the value."""
    before = near_the_end(number, LEFT)
    value, draws = equity(before, "exact"), drawings(before)
    whole = sum(count for count, _ in draws)
    found = [(count, placement_equities(drawn, "exact")[0][1]) for count, drawn in draws]
    for seat in range(len(before.pits)):
        luck = [(count, after.win[seat] - value.win[seat]) for count, after in found]
        assert sum(count * gain for count, gain in luck) / whole == pytest.approx(0, abs=1e-12)
        drawn = random.Random(number).choices(luck, [count for count, _ in luck], k=DRAWS)
        gains = [gain for _, gain in drawn]
        spread = sum(gain**2 for gain in gains) ** 0.5
        assert abs(sum(gains)) <= 4 * spread
        cards = sum(count * after.cards[seat] for count, after in found) / whole
        assert cards == pytest.approx(value.cards[seat])


DRAWS = 100_000 if SOAK else 2000


@pytest.mark.parametrize("method", ["exact", "rollout"])
def test_placements_come_best_first(method: str) -> None:
    """All placements of the card, the player's best chance first; costs grow from nothing."""
    before = position(drawn=DRAWN)
    found = placement_equities(before, method, ROUGH, GARTER)
    assert sorted(placement for placement, _ in found) == sorted(module.placements_of(before))
    worths = [worth for _, worth in found]
    assert [worth.win[0] for worth in worths] == sorted((w.win[0] for w in worths), reverse=True)
    assert (worths[0].cost, worths[0].cost_stderr) == ((0.0, 0.0), (0.0, 0.0))
    for worth in worths:
        assert worth.method == method
        assert worth.cost[0] == pytest.approx(worths[0].win[0] - worth.win[0])
        assert worth.cost[1] == pytest.approx(worths[0].cards[0] - worth.cards[0])
        assert (worth.cost_stderr[0] > 0) == (method == "rollout" and worth is not worths[0])


def test_equal_placements_are_worth_the_same() -> None:
    """Where two placements lead to one state, both are there with one value."""
    before = Position.parse("hisss ; ro ro ; 0/0/0 0/0/0 ; 2 ; <r g> ; og")
    for method in ("exact", "rollout"):
        found = placement_equities(before, method, ROUGH, GARTER)
        values = {placement: worth.win for placement, worth in found}
        assert len(values) == 2
        assert len(set(values.values())) == 1


def test_heads_are_not_taken_for_tails() -> None:
    """Snakes with a head and with a tail are different states, even with equal open ends."""
    before = Position.parse("hisss ; <r-ro oy-y> ; 0/0/0 0/0/0 ; 1 ; r> <y ; gb")
    other = Position.parse("hisss ; <r-ro <y-yo ; 0/0/0 0/0/0 ; 1 ; r> <y ; gb")
    names = [
        module.state_name(Start.after(each, module.placements_of(each)[0]))
        for each in (before, other)
    ]
    assert names[0] != names[1]


def test_the_method_suits_the_fan(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few cards are solved, more are rolled out; so are few that need too much memory."""
    assert equity(position()).method == "exact"
    assert placement_equities(position(drawn=DRAWN))[0][1].method == "exact"
    monkeypatch.setattr(module, "FEW_CARDS", (1,) * 8)
    assert equity(position(), "auto", ROUGH, GARTER).method == "rollout"
    assert (
        placement_equities(position(drawn=DRAWN), "auto", ROUGH, GARTER)[0][1].method == "rollout"
    )
    monkeypatch.undo()

    def refuse(_position: Position, **_limits: int) -> None:
        raise TooLarge("Too large.")

    monkeypatch.setattr("serpentina.exact.solve", refuse)
    monkeypatch.setattr("serpentina.exact.solve_placements", refuse)
    assert equity(position(), "auto", ROUGH, GARTER).method == "rollout"
    assert (
        placement_equities(position(drawn=DRAWN), "auto", ROUGH, GARTER)[0][1].method == "rollout"
    )
    for ask in (
        lambda: equity(position(), "exact"),
        lambda: placement_equities(position(drawn=DRAWN), "exact"),
    ):
        with pytest.raises(TooLarge):
            ask()


def test_what_has_no_worth() -> None:
    """A card in hand or none, an unknown method, too many cards: refused with the limit."""
    with pytest.raises(NotationError, match='The card "bo" must be placed first'):
        equity(position(drawn=DRAWN))
    with pytest.raises(NotationError, match="No card is drawn"):
        placement_equities(position())
    fan = "rg:3 br:2 og:2 yg:3 bg:3 py:2 pr:3"
    with pytest.raises(NotationError, match="at most 15 cards in the fan, but here are 18"):
        equity(position(fan), "exact")
    with pytest.raises(NotationError, match='no method "guess": the methods are auto, exact'):
        equity(position(), "guess")


def test_cards_that_the_deck_has() -> None:
    """R1, R5: no card is there more often than in the deck, nor more cards in all."""
    check_position(STANDARD, position())
    check_position(STANDARD, Position.parse("hisss ; - ; 0/0/0 ; 1 ; - ; -"))
    twice = Position.parse("hisss ; <b ; 0/0/0 ; 1 ; rg ; <b")
    with pytest.raises(NotationError, match='"<b" is here 2 times, but the deck has it 1 times'):
        check_position(STANDARD, twice)
    check_position(STANDARD * 2, twice)
    with pytest.raises(NotationError, match="in the pits here are 8"):
        check_position(Deck.parse("<b rg:6"), Position.parse("hisss ; <b ; 6/6/1 ; 1 ; rg ; -"))


def test_a_race_has_one_winner() -> None:
    """R23: two seats past the goal, or a card drawn after it, are no position of a race."""
    race = "serpentina,goal=race:10 ; - ; {} ; 1 ; rg ; {}".format
    check_position(STANDARD, Position.parse(race("12/6/2 9/5/2", "-")))
    check_position(STANDARD, Position.parse(race("9/5/2 9/5/2", "<b")))
    with pytest.raises(NotationError, match="Seats 1 and 3 cannot both have won the race"):
        check_position(STANDARD, Position.parse(race("12/6/2 9/5/2 10/5/2", "-")))
    with pytest.raises(NotationError, match="Seat 1 has won the race: no card is drawn after"):
        check_position(STANDARD, Position.parse(race("12/6/2 9/5/2", "<b")))


def test_liking_is_the_order_of_the_best_play() -> None:
    """First one's own chance, then one's cards, then the following seats', the less the better."""
    worth = Equity("exact", (0.1, 0.2, 0.7), (1, 2, 3), (0,) * 3, (0,) * 3, 1, 0.0)
    assert worth.liking(1) == (0.2, 2, -0.7, -3, -0.1, -1)
