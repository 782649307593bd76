"""What the lines of the protocol mean: a view as a position in a line, placements and values.

The places of a position are its snakes as they stand in the line, from 1, and a snake's first end
is its left one. So the same line means the same to everybody, wherever the snakes lie on a table.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple, Protocol

from serpentina.cards import Card, Deck, cards_of, count_kinds
from serpentina.errors import NotationError
from serpentina.game import View, pit_columns
from serpentina.layout import Layout, Placement, Snake, ends_touched
from serpentina.notation import (
    SHORTEST,
    Pit,
    Position,
    canonical,
    canonical_way,
    parse_placement,
    placement_text,
)
from serpentina.referee import check_count
from serpentina.rules import PIT_COLUMNS, TOUCH_BITS

HELLO = "serpentina-engine 1"
NAME = re.compile(r"(?=.{1,30}$)\w[\w.+-]*(?: [\w.+-]+)*")  # stands in records, so it is no path
_VALUE = re.compile(r"(\S+) win((?: [\d.]+)+) cards((?: [\d.]+)+)", re.ASCII)


class Worth(NamedTuple):
    """What a placement is worth: by seat, the chance of winning and the cards to expect."""

    placement: Placement
    win: tuple[float, ...]
    cards: tuple[float, ...]


class Appraiser(Protocol):
    """A player who can say what placements are worth, and be stopped while he thinks."""

    def appraise(self, view: View, random: Random, seconds: float) -> Iterator[Sequence[Worth]]:
        """The placements, best first, again and again as more is known; within the seconds."""


class Asked(NamedTuple):
    """A view in the words of the protocol: the position, and its placements in R17's order.

    `own` gives the placement of the view for that of the line.
    """

    position: str
    card: Card
    own: Mapping[Placement, Placement]

    @staticmethod
    def of(view: View) -> Asked:
        """The words for a view with a card drawn."""
        assert view.card is not None
        lying = sorted(view.layout.snakes.items(), key=lambda item: canonical(item[1]))
        snakes = tuple(canonical_way(snake) for _, snake in lying)
        ends = []
        for (place, snake), way in zip(lying, snakes, strict=True):
            ends += [2 * place, 2 * place + 1] if way == snake else [2 * place + 1, 2 * place]
        position = Position(
            view.rules, snakes, _pits(view), view.seat, view.fan, Card(view.card.kind)
        )
        layout = Layout.of(snakes, sum(map(len, snakes)) + 1)
        own = {each: _moved(each, ends) for each in layout.placements(view.rules, view.card)}
        return Asked(str(position), view.card, own)

    def text(self, placement: Placement) -> str:
        """A placement of the line as text."""
        return placement_text(self.card, placement)

    @property
    def texts(self) -> dict[Placement, str]:
        """The text of each placement of the view, in R17's order of the line."""
        return {own: self.text(placement) for placement, own in self.own.items()}

    def parse(self, text: str) -> Placement | None:
        """The view's placement that a text names; None if it is not one of them."""
        card, placement = parse_placement(text)
        return self.own.get(placement) if card.kind == self.card.kind else None


def _pits(view: View) -> tuple[Pit, ...]:
    columns = pit_columns(view.pits)
    seats = range(0, len(columns), PIT_COLUMNS)
    return tuple(Pit(*columns[base : base + PIT_COLUMNS]) for base in seats)


def _moved(placement: Placement, ends: Sequence[int]) -> Placement:
    """A placement with the ends of the line, as it is with the ends at their own places."""
    first, last = (0 if end is None else ends[end] + 1 for end in ends_touched(placement))
    return Placement(first | last << TOUCH_BITS)


def view_of(position: Position, deck: Deck) -> View:
    """What a player sees of a position; NotationError if it cannot come from the deck.

    The position does not say which cards lie in which pit: the pits hold those that are nowhere
    else, in snakes as many and as long as it says.
    """
    card = position.drawn
    if card is None:
        raise NotationError("This position has no card drawn that could be placed.")
    left = tuple(cards_of(position.fan))
    check_count(deck, (*position.snakes, left), card)
    if position.cards != len(deck):
        raise NotationError(
            "This position has {count} cards, but the deck has {known}.",
            count=position.cards,
            known=len(deck),
        )
    seen = count_kinds([*itertools.chain(*position.snakes), *left, card])
    taken = cards_of(all_ - here for all_, here in zip(deck.counts, seen, strict=True))
    layout = Layout.of(position.snakes, len(deck))
    return View(
        rules=position.rules,
        deck=deck,
        layout=layout,
        pits=tuple(tuple(_snakes(pit, taken)) for pit in position.pits),
        seat=position.turn,
        slots=tuple(range(1, len(left) + 1)),
        fan=position.fan,
        slot=len(left) + 1,
        card=Card(card.kind),
        placements=layout.placements(position.rules, card),
    )


def _snakes(pit: Pit, cards: Iterator[Card]) -> Iterator[Snake]:
    """As many snakes as the pit says, the longest first, of the next cards."""
    left = pit.cards
    for after in reversed(range(pit.snakes)):
        length = min(pit.longest, left - SHORTEST * after)
        left -= length
        yield tuple(itertools.islice(cards, length))


def value_line(placement: str, worth: Worth) -> str:
    """`value 1z-gr win 0.5312 0.4688 cards 24.10 25.90`, by seat."""
    win = " ".join(f"{chance:.4f}" for chance in worth.win)
    cards = " ".join(f"{count:.2f}" for count in worth.cards)
    return f"value {placement} win {win} cards {cards}"


def parse_value(asked: Asked, text: str) -> Worth | None:
    """Read what follows `value`; None if it is nothing of the kind."""
    match = _VALUE.fullmatch(text)
    if match is None:
        return None
    try:
        placement = asked.parse(match[1])
        win, cards = (tuple(map(float, group.split())) for group in match.group(2, 3))
    except ValueError:  # a NotationError is one, too
        return None
    return None if placement is None else Worth(placement, win, cards)
