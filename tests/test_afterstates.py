"""The features of afterstates: what they count is what the rules say, whoever sits where."""

from __future__ import annotations

import itertools
import random
from array import array
from collections.abc import Sequence

import pytest

from serpentina.afterstates import (
    CHAINS,
    COLOURS,
    FEATURES,
    HEADS,
    HEADS_AFTER,
    JOIN_TAKE,
    LEAD,
    LEFT,
    LINKS,
    MIDDLES,
    OFFERS_COLUMNS,
    SHARE_MINE,
    SHARE_NEXT,
    SHARE_NOW,
    TAILS,
    TAKE_CHANCE,
    TAKE_MEAN,
    TAKE_MOST,
    TURN_MINE,
    count_offers,
    look,
)
from serpentina.cards import ALL_KINDS, KINDS, LETTERS, Card
from serpentina.cards import COLOURS as PLAIN_COLOURS
from serpentina.layout import Layout, Snake, turn_round
from serpentina.notation import parse_table
from serpentina.options import Rules
from serpentina.rules import PIT_COLUMNS, touchable

pytestmark = pytest.mark.core

# A snake with an open end of each colour, closed at the other.
WITH_HEAD = ("<b-br", "<b-bo", "<b-by", "<b-bg", "<r-rb", "<b-bp", "<*")
WITH_TAIL = ("rb-b>", "ob-b>", "yb-b>", "gb-b>", "br-r>", "pb-b>", "*>")


def offers_of(fan: array[int]) -> array[int]:
    """What a fan holds for open ends."""
    offers = array("q", bytes(8 * OFFERS_COLUMNS))
    count_offers(fan, offers)
    return offers


def features(
    table: Sequence[Snake],
    fan: array[int],
    pits: Sequence[int],
    seat: int = 0,
    me: int = 0,
    rules: str = "hisss",
) -> list[float]:
    """The features of a state."""
    x, columns = array("d", bytes(8 * FEATURES)), array("q", pits)
    takes, ends = array("q", [0] * 201), array("q", [0] * 400)
    layout = Layout.of(table, 50)
    options = Rules.parse(rules).options
    look(layout.table, options, columns, fan, offers_of(fan), seat, me, takes, ends, x)
    assert list(columns) == list(pits)
    assert not any(takes)
    return list(x)


def some_fan(seed: int) -> array[int]:
    """A fan with 0 to 2 cards of each kind."""
    choice = random.Random(seed)
    return array("q", [choice.randrange(3) for _ in range(KINDS)])


def fits(card: Card, snake: str) -> bool:
    """Whether the rules let a card touch the open end of a snake."""
    layout = Layout.of(parse_table(snake), 5)
    return any(touchable(layout.table, 0, card.kind, side) for side in range(2))


@pytest.mark.parametrize("seed", range(3))
def test_offers_are_what_fits(seed: int) -> None:
    """For each colour of an open end, the cards counted are those that the rules let touch it."""
    fan = some_fan(seed)
    offers = offers_of(fan)
    assert offers[LEFT] == sum(fan)
    for colour in range(COLOURS):
        middles = [c for c in ALL_KINDS if c.is_middle and fits(c, WITH_HEAD[colour])]
        assert offers[MIDDLES + colour] == sum(fan[card.kind] for card in middles)
        tails = sum(fan[c.kind] for c in ALL_KINDS if c.is_tail and fits(c, WITH_HEAD[colour]))
        assert offers[TAILS + colour] == tails
        heads = sum(fan[c.kind] for c in ALL_KINDS if c.is_head and fits(c, WITH_TAIL[colour]))
        assert offers[HEADS + colour] == heads


def test_links_are_joins() -> None:
    """Two ends are linked by the middle sections that have both colours; the rainbow's by any."""
    fan = some_fan(5)
    offers = offers_of(fan)
    middles = [card for card in ALL_KINDS if card.is_middle]
    for one, other in itertools.product(range(COLOURS), range(PLAIN_COLOURS)):
        joining = [
            card
            for card in middles
            if {one, other} == {card.first, card.last}
            or (one == COLOURS - 1 and other in (card.first, card.last))
        ]
        links = sum(fan[card.kind] for card in joining)
        assert offers[LINKS + one * COLOURS + other] == links
        assert offers[LINKS + other * COLOURS + one] == links
        chains = sum(
            offers[LINKS + one * COLOURS + between] * offers[LINKS + other * COLOURS + between]
            for between in range(PLAIN_COLOURS)
        )
        assert offers[CHAINS + one * COLOURS + other] == chains
    for one in range(COLOURS):
        after = sum(
            offers[LINKS + one * COLOURS + between] * offers[HEADS + between]
            for between in range(PLAIN_COLOURS)
        )
        assert offers[HEADS_AFTER + one] == after


def test_what_the_next_card_takes() -> None:
    """Of four cards one completes a snake of three, one joins five: mean, chance and most."""
    fan = array("q", [0] * KINDS)
    for text in ("b>", "go", "<y", "py"):
        fan[Card.parse(text).kind] += 1
    x = features(parse_table("<r-rb <p-po gy-y>"), fan, [0] * 6)
    assert x[TAKE_MEAN] == (3 + 5) / 4
    assert (x[TAKE_CHANCE], x[TAKE_MOST]) == (0.5, 5)
    assert x[JOIN_TAKE] == 5 / 4


def test_who_would_be_ahead() -> None:
    """Shares of the win now, after the next seat's best and after one's own best."""
    fan = array("q", [0] * KINDS)
    for text in ("b>", "go"):
        fan[Card.parse(text).kind] += 1
    table = parse_table("<r-rb")
    behind = features(table, fan, [3, 3, 1, 5, 5, 1], seat=1)
    assert (behind[SHARE_NOW], behind[SHARE_NEXT], behind[SHARE_MINE]) == (0, 0, 0.5)
    assert (behind[LEAD], behind[TURN_MINE]) == (-2, 0)
    level = features(table, fan, [4, 4, 1, 4, 4, 1])
    assert (level[SHARE_NOW], level[SHARE_NEXT], level[SHARE_MINE]) == (0.5, 0.75, 0.75)
    three = features(table, fan, [4, 4, 1, 4, 4, 1, 9, 9, 1], seat=2, me=1)
    assert three[LEAD] == -5


def recoloured(snake: Snake, shift: int) -> Snake:
    """The snake with each colour the next but so many of the rainbow's circle."""
    letters = LETTERS[:PLAIN_COLOURS]
    table = str.maketrans(letters, letters[shift:] + letters[:shift])
    return tuple(Card.parse(str(card).translate(table)) for card in snake)


@pytest.mark.parametrize("rules", ["serpentina", "hisss"])
def test_names_and_places_do_not_matter(rules: str) -> None:
    """Renaming colours, turning snakes round, moving them and changing seats change nothing."""
    table = parse_table("<r-rg-gb bo-op yg <* p> gp-p> ry-yb-bp")
    fan, pits = some_fan(8), [7, 4, 2, 9, 9, 1]
    seen = features(table, fan, pits, 0, 0, rules)
    moved = [turn_round(s) if not s[0].is_head and not s[-1].is_tail else s for s in table[::-1]]
    assert features(moved, fan, pits, 0, 0, rules) == pytest.approx(seen)
    assert features(table, fan, pits[PIT_COLUMNS:] + pits[:PIT_COLUMNS], 1, 1, rules) == seen
    shifted = array("q", [0] * KINDS)
    for kind in range(KINDS):
        (card,) = recoloured((ALL_KINDS[kind],), 2)
        shifted[card.kind] += fan[kind]
    other = features([recoloured(s, 2) for s in table], shifted, pits, 0, 0, rules)
    assert other == pytest.approx(seen)
