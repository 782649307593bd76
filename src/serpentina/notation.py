"""Text to and from snakes, tables, placements and positions; docs/notation.md shows each."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from serpentina.cards import ALL_KINDS, MOST_CARDS, Card, counted, parse_counted
from serpentina.errors import NotationError, found_at, tokens
from serpentina.layout import Layout, Placement, Snake, ends_touched, turn_round
from serpentina.options import MOST_SEATS, Rules
from serpentina.rules import FIRST, LAST, TOUCH_BITS, TOUCH_MASK, is_complete, touchable
from serpentina.table import packed

T = TypeVar("T")
NOTHING = "-"
SHORTEST = 3  # cards of a snake that somebody takes: two ends and what joins them
SIDES = "az"  # a snake's first and last end


def snake_text(snake: Snake) -> str:
    """A snake as it lies: `<r-rg-gb`."""
    return "-".join(map(str, snake))


def canonical_way(snake: Snake) -> Snake:
    """A snake with its head first or tail last, or else so that its text is the smaller one."""
    if snake[0].is_head or snake[-1].is_tail:
        return snake
    return min(snake, turn_round(snake), key=snake_text)


def canonical(snake: Snake) -> str:
    """The text of a snake, the same whichever way round it lies."""
    return snake_text(canonical_way(snake))


def table_text(snakes: Iterable[Snake]) -> str:
    """The snakes of a table, sorted, with spaces between."""
    return " ".join(sorted(map(canonical, snakes)))


def parse_snake(text: str) -> Snake:
    """Read a snake, complete or not; NotationError where its cards cannot lie so (R10 to R15)."""
    cards: list[Card] = []
    column = 1
    for token in text.split("-"):
        with found_at(1, column):
            card = Card.parse(token)
            if cards:
                _check_next(cards, card)
        cards.append(card)
        column += len(token) + 1
    return tuple(cards)


def _check_next(cards: list[Card], card: Card) -> None:
    """Refuse a card that cannot come after these in a snake."""
    if card.is_head and cards[0].is_head:
        raise NotationError('A snake has at most one head, but "{card}" is a second.', card=card)
    if card.is_head:
        raise NotationError('A head comes first in a snake, but "{card}" does not.', card=card)
    if cards[-1].is_tail and card.is_tail:
        raise NotationError('A snake has at most one tail, but "{card}" is a second.', card=card)
    if cards[-1].is_tail:
        raise NotationError('A tail comes last in a snake, but "{card}" does not.', card=cards[-1])
    if not may_touch(cards[-1], card):
        if card.is_tail and cards[-1].is_head:
            raise NotationError(
                'A head never touches a tail, but "{card}" touches "{next}": a snake needs a '
                "middle section.",
                card=cards[-1],
                next=card,
            )
        raise NotationError(
            'The colours of "{card}" and "{next}" do not match where they touch.',
            card=cards[-1],
            next=card,
        )


@functools.cache
def may_touch(card: Card, following: Card) -> bool:
    """R10, R13, R14: whether the second card may lie after the first, as both lie."""
    layout = Layout.of([(Card(card.kind),)], 1)
    end = FIRST if card.turned else LAST
    side = LAST if following.turned else FIRST
    return bool(touchable(layout.table, 0, following.kind, side) >> end & 1)


def parse_table(text: str) -> tuple[Snake, ...]:
    """Read the snakes of a table; NotationError where one is none or is complete."""
    snakes = []
    for column, token in tokens(text):
        with found_at(1, column):
            snakes.append(parse_snake(token))
            if _is_whole(snakes[-1]):
                raise NotationError(
                    'The snake "{snake}" is complete: it belongs to the player who completed it, '
                    "not on the table.",
                    snake=token,
                )
    if sum(map(len, snakes)) > MOST_CARDS:
        raise NotationError(
            "A table has at most {most} cards, but this one has {count}.",
            most=MOST_CARDS,
            count=sum(map(len, snakes)),
        )
    return tuple(snakes)


def _is_whole(snake: Snake) -> bool:
    return is_complete(packed(snake[0].first, snake[-1].last, len(snake)))


def placement_text(card: Card, placement: int) -> str:
    """A placement as the cards lie: `2z-gr`, `<r-1a`, `1z-gr-3a`, or the card on its own.

    An end is the number of its snake's place, from 1, and `a` for the first or `z` for the last.
    """
    first, last = ends_touched(placement)
    parts = (_end_text(first), str(ALL_KINDS[card.kind]), _end_text(last))
    return "-".join(filter(None, parts))


def _end_text(end: int | None) -> str:
    return "" if end is None else f"{(end >> 1) + 1}{SIDES[end & 1]}"


def parse_placement(text: str) -> tuple[Card, Placement]:
    """Read what `placement_text` writes; NotationError for anything else.

    Whether the rules allow it is not asked here.
    """
    match = re.fullmatch(r"(?:(\d{1,3})([az])-)?([^-]*)(?:-(\d{1,3})([az]))?", text, re.ASCII)
    if match is None:
        raise NotationError(
            '"{text}" is not a placement: write the card and what it touches, as in "2z-rg", '
            '"<r-1a" or "1z-rg-3a", or the card alone.',
            text=text,
        )
    card = Card.parse(match[3])
    first, last = _touched(match[1], match[2]), _touched(match[4], match[5])
    if card.turned:
        first, last = last, first
    return Card(card.kind), Placement(first | last << TOUCH_BITS)


def _touched(place: str | None, side: str | None) -> int:
    """An end as placements have it: its number plus one, 0 for none."""
    if not place or not side:
        return 0
    if not 1 <= int(place) <= TOUCH_MASK // 2:
        raise NotationError("There is no place {place}: places count from 1.", place=place)
    return 2 * (int(place) - 1) + SIDES.index(side) + 1


class Pit(NamedTuple):
    """What counts of the snakes that a player has taken (R22, R23)."""

    cards: int = 0
    longest: int = 0
    snakes: int = 0

    def __str__(self) -> str:
        return f"{self.cards}/{self.longest}/{self.snakes}"

    @staticmethod
    def parse(text: str) -> Pit:
        """Read cards, longest snake and number of snakes, as in `10/4/3`; else NotationError."""
        match = re.fullmatch(r"(\d{1,3})/(\d{1,3})/(\d{1,3})", text, re.ASCII)
        pit = Pit(*map(int, match.groups())) if match else Pit(-1)
        least = pit.longest + SHORTEST * (pit.snakes - 1)
        is_possible = pit.longest >= SHORTEST and least <= pit.cards <= pit.longest * pit.snakes
        if pit != Pit() and not is_possible:
            raise NotationError(
                '"{text}" is not a pit: write its cards, its longest snake and its number of '
                'snakes, as in "10/4/3".',
                text=text,
            )
        return pit


@dataclass(frozen=True)
class Position:
    """All that everybody may know of a game between two steps.

    `turn` is the seat, from 1, that draws next or has drawn; `fan` says how many cards of each of
    the 29 kinds the fan holds; `drawn` is the card that is about to be placed.
    """

    rules: Rules
    snakes: tuple[Snake, ...]
    pits: tuple[Pit, ...]
    turn: int
    fan: tuple[int, ...]
    drawn: Card | None = None

    def __str__(self) -> str:
        fields = (
            str(self.rules),
            table_text(self.snakes),
            " ".join(map(str, self.pits)),
            str(self.turn),
            counted(self.fan),
            str(self.drawn or ""),
        )
        return " ; ".join(field or NOTHING for field in fields)

    @staticmethod
    def parse(text: str) -> Position:
        """Read a position: rules; table; pits by seat; turn; cards of the fan; card drawn.

        NotationError, with line and column, for any other text.
        """
        fields = list(_fields(text))
        if len(fields) != 6:
            raise NotationError(
                "A position has 6 fields with semicolons between them (rules, table, pits, turn, "
                "fan, card drawn), not {count}.",
                count=len(fields),
            )
        rules, table, pits, turn, fan, drawn = fields
        players = _read(_parse_pits, pits)
        position = Position(
            rules=_read(Rules.parse, rules),
            snakes=_read(parse_table, table),
            pits=players,
            turn=_read(functools.partial(_parse_turn, len(players)), turn),
            fan=_read(parse_counted, fan),
            drawn=None if drawn[1] == NOTHING else _read(Card.parse, drawn),
        )
        if position.cards > MOST_CARDS:
            raise NotationError(
                "A position has at most {most} cards, but this one has {count}.",
                most=MOST_CARDS,
                count=position.cards,
            )
        return position

    @property
    def cards(self) -> int:
        """How many cards there are in all: on the table, in the pits, in the fan and in hand."""
        lying = sum(map(len, self.snakes)) + sum(pit.cards for pit in self.pits)
        return lying + sum(self.fan) + (self.drawn is not None)


def _fields(text: str) -> Iterator[tuple[int, str]]:
    """The parts between semicolons that are not empty, each with its column."""
    column = 1
    for part in text.split(";"):
        if part.strip():
            yield column + len(part) - len(part.lstrip()), part.strip()
        column += len(part) + 1


def _read(parse: Callable[[str], T], field: tuple[int, str]) -> T:
    column, text = field
    with found_at(1, column):
        return parse("" if text == NOTHING else text)


def _parse_pits(text: str) -> tuple[Pit, ...]:
    pits = []
    for column, token in tokens(text):
        with found_at(1, column):
            pits.append(Pit.parse(token))
    if not 1 <= len(pits) <= MOST_SEATS:
        raise NotationError(
            "A game has 1 to {most} players, but here are {count} pits.",
            most=MOST_SEATS,
            count=len(pits),
        )
    return tuple(pits)


def _parse_turn(players: int, text: str) -> int:
    if text not in map(str, range(1, players + 1)):
        raise NotationError(
            'The turn is that of a seat from 1 to {players}, not "{text}".',
            players=players,
            text=text,
        )
    return int(text)
