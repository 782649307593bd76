"""The cards as printed: colours, kinds of card and decks, as small integers and constant tables.

A kind of card is a number from 0 to 28: 7 heads, 7 tails, 15 middle sections. Like a snake, a card
has a first end and a last end, each of a colour or closed: a head's first end is closed, a tail's
last one, and a middle section has two different colours (R3).
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from serpentina.errors import NotationError, found_at, tokens

# R2: the colours in the order of the rainbow's circle. RAINBOW is the colour of a rainbow head or
# tail, CLOSED what an end has that a head or a tail closes.
RED, ORANGE, YELLOW, GREEN, BLUE, PURPLE, RAINBOW, CLOSED = range(8)
COLOURS = RAINBOW
COLOUR_NAMES = ("red", "orange", "yellow", "green", "blue", "purple")
LETTERS = "roygbp*"

# A middle section is printed, and read, from its alphabetically smaller letter.
_PAIRS = tuple(itertools.combinations(sorted(LETTERS[:COLOURS]), 2))
_HEADS = tuple((CLOSED, colour) for colour in range(RAINBOW + 1))
_TAILS = tuple((colour, CLOSED) for colour in range(RAINBOW + 1))
_MIDDLES = tuple((LETTERS.index(first), LETTERS.index(last)) for first, last in _PAIRS)
_ENDS = _HEADS + _TAILS + _MIDDLES
KINDS = len(_ENDS)
FIRST_COLOUR = tuple(first for first, _ in _ENDS)
LAST_COLOUR = tuple(last for _, last in _ENDS)
IS_HEAD = tuple(first == CLOSED for first in FIRST_COLOUR)
IS_TAIL = tuple(last == CLOSED for last in LAST_COLOUR)

MOST_CARDS = 200  # in a deck


class Card(NamedTuple):
    """A kind of card (0 to 28; R2, R3), and whether a middle section lies turned round."""

    kind: int
    turned: bool = False

    def __str__(self) -> str:
        return _TEXTS[self]

    @property
    def is_head(self) -> bool:
        """Whether it is a head or the rainbow head."""
        return IS_HEAD[self.kind]

    @property
    def is_tail(self) -> bool:
        """Whether it is a tail or the rainbow tail."""
        return IS_TAIL[self.kind]

    @property
    def is_middle(self) -> bool:
        """Whether it is a middle section."""
        return not (self.is_head or self.is_tail)

    @property
    def first(self) -> int:
        """The colour of its first end as it lies: 0 to 5 as in `roygbp`, 6 rainbow, 7 closed."""
        return (LAST_COLOUR if self.turned else FIRST_COLOUR)[self.kind]

    @property
    def last(self) -> int:
        """The colour of its last end as it lies, likewise."""
        return (FIRST_COLOUR if self.turned else LAST_COLOUR)[self.kind]

    @staticmethod
    def parse(text: str) -> Card:
        """Read `<r`, `r>`, `<*`, `*>` or `rg`, as it lies; NotationError for anything else."""
        if text in _CARDS:
            return _CARDS[text]
        if len(text) == 2 and text[0] == text[1] and text[0] in LETTERS[:COLOURS]:
            raise NotationError(
                'The card "{card}" does not exist: the two ends of a middle section have '
                'different colours, as in "rg".',
                card=text,
            )
        raise NotationError(
            '"{card}" is not a card: write a middle section as "rg", a head as "<r", a tail as '
            '"r>", the rainbow cards as "<*" and "*>", with the colours r o y g b p.',
            card=text,
        )


def _text(card: Card) -> str:
    first, last = FIRST_COLOUR[card.kind], LAST_COLOUR[card.kind]
    text = ("<" if first == CLOSED else LETTERS[first]) + (">" if last == CLOSED else LETTERS[last])
    return text[::-1] if card.turned else text


ALL_KINDS = tuple(map(Card, range(KINDS)))
TURNED = {
    card: Card(card.kind, not card.turned) if card.is_middle else card
    for card in (Card(kind, turned) for turned in (False, True) for kind in range(KINDS))
}
_TEXTS = {card: _text(card) for card in TURNED if card.is_middle or not card.turned}
_CARDS = {text: card for card, text in _TEXTS.items()}


@dataclass(frozen=True)
class Deck:
    """How many cards of each kind there are: `counts` holds 29 numbers.

    NotationError unless they are 2 to 200 cards. `deck * 2` are two sets of it (R5).
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != KINDS or min(self.counts) < 0:
            raise NotationError("A deck has 29 counts, one for each kind of card, none below 0.")
        if not 2 <= len(self) <= MOST_CARDS:
            raise NotationError(
                "A deck has 2 to {most} cards, but this one has {count}.",
                most=MOST_CARDS,
                count=len(self),
            )

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        """Every card of the deck, kind by kind."""
        return iter(self._cards)

    @functools.cached_property
    def _cards(self) -> tuple[Card, ...]:
        return tuple(cards_of(self.counts))

    def __mul__(self, sets: int) -> Deck:
        """R5: several sets of the deck shuffled together."""
        if sets < 1:
            raise NotationError("A game needs 1 set of cards or more, not {sets}.", sets=sets)
        return Deck(tuple(sets * count for count in self.counts))

    def __str__(self) -> str:
        """`standard`, `standard:2`, or each card with its count: `<r r> gr:3`."""
        sets = self.counts[0]
        if sets and self.counts == tuple(sets * count for count in STANDARD.counts):
            return "standard" if sets == 1 else f"standard:{sets}"
        return counted(self.counts)

    @staticmethod
    def of(cards: Iterable[Card]) -> Deck:
        """The deck of these cards, whichever way round they lie."""
        return Deck(count_kinds(cards))

    @staticmethod
    def parse(text: str) -> Deck:
        """Read what `str` writes; NotationError for anything else."""
        standard = re.fullmatch(r"standard(?::0*([0-9]{1,9}))?", text)
        if standard:
            return STANDARD * int(standard[1] or 1)
        return Deck(parse_counted(text))


def cards_of(counts: Iterable[int]) -> Iterator[Card]:
    """So many cards of each of the 29 kinds, kind by kind."""
    for kind, count in enumerate(counts):
        yield from itertools.repeat(ALL_KINDS[kind], count)


def count_kinds(cards: Iterable[Card]) -> tuple[int, ...]:
    """How many there are of each of the 29 kinds."""
    counts = [0] * KINDS
    for card in cards:
        counts[card.kind] += 1
    return tuple(counts)


def counted(counts: tuple[int, ...]) -> str:
    """Counts of the 29 kinds as text, in the order of the kinds: `<r r> gr:3`."""
    cards = [(Card(kind), count) for kind, count in enumerate(counts) if count]
    return " ".join(str(card) + (f":{count}" if count > 1 else "") for card, count in cards)


def parse_counted(text: str) -> tuple[int, ...]:
    """Read what `counted` writes, in any order; a card may be named several times."""
    counts = [0] * KINDS
    for column, token in tokens(text):
        with found_at(1, column):
            kind, count = _parse_count(token)
            counts[kind] += count
    return tuple(counts)


def _parse_count(token: str) -> tuple[int, int]:
    name, colon, count = token.partition(":")
    if colon and not re.fullmatch("0*[1-9][0-9]{0,2}", count):
        raise NotationError(
            '"{token}" does not say how many cards there are: write "rg:3" for three.', token=token
        )
    return Card.parse(name).kind, int(count) if colon else 1


def _standard() -> Deck:
    """R1 and R4: a head and a tail of each colour and of the rainbow; each pair of colours twice.

    The six neighbouring pairs of the circle come a third time. No source lists the 36 middle
    sections: this is our assumption, and a family can count its own box.
    """
    circle = [frozenset((colour, (colour + 1) % COLOURS)) for colour in range(COLOURS)]
    counts = [
        1 if IS_HEAD[k] or IS_TAIL[k] else 2 + (frozenset(_ENDS[k]) in circle) for k in range(KINDS)
    ]
    return Deck(tuple(counts))


STANDARD = _standard()
"""The deck of 50 cards that all presets play with (R1, R4)."""
