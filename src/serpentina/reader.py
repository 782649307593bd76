"""Reads the text of a record and says by line and column what is wrong with it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

from serpentina.cards import Card, Deck
from serpentina.errors import RecordError, SerpentinaError, found_at, tokens
from serpentina.fan import Fan, parse_seed
from serpentina.layout import Placement
from serpentina.notation import parse_placement, parse_snake
from serpentina.options import MOST_SEATS, Rules
from serpentina.record import COUNT, TAKES, UNFINISHED, VERSION, Record, Step, clean_name

T = TypeVar("T")
_PART = re.compile(
    r"""\s+ | \{[^}]*\}
    | \[\s*(?P<name>[A-Za-z]\w*)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]
    | (?P<token>[^\s\[\]{}"]+)""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)

# Where a record begins: at its first header, which is looked for outside of comments and values.
_BEGIN = re.compile(r'\{[^}]*\}|"(?:[^"\\]|\\.)*"|(?P<begin>\[\s*Serpentina\b)', re.DOTALL)


def read_record(text: str) -> Record:
    """Read a record; RecordError or NotationError, with line and column, for any other text."""
    return _Reader(text).record()


def read_records(text: str) -> Iterator[Record]:
    """Read the records that stand one after another in a text, one at least; errors as above."""
    text = _plain(text)
    begins = [match.start() for match in _BEGIN.finditer(text) if match["begin"]]
    for begin, end in itertools.pairwise([0, *begins[1:], len(text)]):
        with found_at(text.count("\n", 0, begin) + 1, 1):
            record = read_record(text[begin:end])
        yield record


def _plain(text: str) -> str:
    """The text with the line ends that are meant."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


class _Reader:
    """Reads the headers and tokens of one record, knowing where it is."""

    def __init__(self, text: str) -> None:
        self.text = _plain(text)
        self.headers: dict[str, tuple[str, int]] = {}
        self.tokens: list[tuple[str, int]] = []
        self.at = 0
        self._scan()

    def _scan(self) -> None:
        """Part the text into headers and tokens; comments in braces are passed over."""
        position = 0
        while position < len(self.text):
            match = _PART.match(self.text, position)
            if match is None:
                with self._found_at(position):
                    raise RecordError(
                        'A record has headers such as [Rules "hisss"], then turns such as '
                        '"1. 1@17 2z-rg"; this is neither.'
                    )
            if match["name"]:
                self._add_header(match)
            elif match["token"]:
                self.tokens.append((match["token"], match.start("token")))
            position = match.end()

    def _add_header(self, match: re.Match[str]) -> None:
        with self._found_at(match.start("name")):
            if match["name"] in self.headers:
                raise RecordError('The header "{name}" stands there twice.', name=match["name"])
            if self.tokens:
                raise RecordError('The header "{name}" comes after a turn.', name=match["name"])
        self.headers[match["name"]] = match["value"], match.start("value")

    @contextmanager
    def _found_at(self, position: int) -> Iterator[None]:
        """Say of an error inside that its text began at this position."""
        try:
            yield
        except SerpentinaError:
            before = self.text[:position]
            with found_at(before.count("\n") + 1, position - before.rfind("\n")):
                raise

    def record(self) -> Record:
        """The whole record."""
        self._header("Serpentina", _check_version)
        rules, deck = self._header("Rules", Rules.parse), self._header("Deck", Deck.parse)
        seats = self._seats()
        commitment = self._header("Commitment", _parse_commitment)
        seed = self._header("Seed", parse_seed) if "Seed" in self.headers else None
        number = self._header("Game", parse_seed) if "Game" in self.headers else 0
        fan = self._fan(seed, number) if "Fan" in self.headers else None
        steps = tuple(self._steps())
        return Record(
            rules=rules,
            deck=deck,
            seats=seats,
            steps=steps,
            commitment=commitment,
            fan=fan,
            seed=seed,
            game_number=number,
            date=self._header("Date", _in_one_line) if "Date" in self.headers else "",
            scores=self._scores(len(seats)),
            more=tuple((name, self._header(name, _in_one_line)) for name in list(self.headers)),
        )

    def _header(self, name: str, parse: Callable[[str], T]) -> T:
        """Read a header, and put it aside."""
        if name not in self.headers:
            with self._found_at(0):
                raise RecordError('The record has no header [{name} "…"].', name=name)
        value, position = self.headers.pop(name)
        position += len(value) - len(value.lstrip() or value)
        try:
            return parse(_unquoted(value).strip())
        except SerpentinaError as error:
            _, column = error.at or (1, 1)
            error.at = None
            with self._found_at(position + column - 1):
                raise

    def _seats(self) -> tuple[str, ...]:
        """The names of the seats, from the headers Seat1, Seat2 and so on."""
        names = [self._header("Seat1", clean_name)]
        while f"Seat{len(names) + 1}" in self.headers:
            names.append(self._header(f"Seat{len(names) + 1}", clean_name))
        if any(re.fullmatch("Seat[0-9]+", name) for name in self.headers):
            self._header(f"Seat{len(names) + 1}", clean_name)
        if len(names) > MOST_SEATS:
            raise RecordError(
                "A game has 1 to {most} players, not {players}.",
                most=MOST_SEATS,
                players=len(names),
            )
        return tuple(names)

    def _fan(self, seed: int | None, number: int) -> Fan:
        nonce = self._header("Nonce", _parse_nonce)
        return Fan(self._header("Fan", _parse_order), nonce, seed, number)

    def _steps(self) -> Iterator[Step]:
        """The turns, numbered from 0; the tokens after them stay."""
        number = 0
        while self.at < len(self.tokens) and self.tokens[self.at][0] == f"{number}.":
            self.at += 1
            yield self._step()
            number += 1
        if number == 0:
            with self._found_here():
                raise RecordError('The turns begin with "0." and the starter, as in "0. 0@0 gr".')

    def _step(self) -> Step:
        seat, slot = self._next(_parse_draw)
        card, placement = self._next(_parse_placed)
        takes = self.at < len(self.tokens) and self.tokens[self.at][0] == TAKES
        if takes and placement is not None:
            self.at += 1
            return Step(seat, slot, card, placement, self._next(parse_snake))
        return Step(seat, slot, card, placement, None)

    def _scores(self, players: int) -> tuple[int, ...] | None:
        """What stands after the turns: `*`, or `count` and the cards of each seat."""
        if self._next(str) == UNFINISHED:
            scores = None
        else:
            self.at -= 1
            with self._found_here():
                if self.tokens[self.at][0] != COUNT:
                    raise RecordError(
                        'After the turns comes "*" for a game that goes on, or "count" and the '
                        "cards of each seat; a turn begins with its number and a full stop."
                    )
            self.at += 1
            scores = tuple(self._next(_parse_score) for _ in range(players))
        if self.at < len(self.tokens):
            with self._found_here():
                raise RecordError("The record goes on after its end.")
        return scores

    def _next(self, parse: Callable[[str], T]) -> T:
        """Read the next token."""
        with self._found_here():
            if self.at == len(self.tokens):
                raise RecordError("The record ends too early.")
            result = parse(self.tokens[self.at][0])
        self.at += 1
        return result

    def _found_here(self) -> AbstractContextManager[None]:
        here = self.tokens[self.at : self.at + 1]
        return self._found_at(here[0][1] if here else len(self.text))


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


def _check_version(version: str) -> None:
    if version != VERSION:
        raise RecordError(
            'This record is of version "{version}"; this program reads version {known}.',
            version=version,
            known=VERSION,
        )


def _parse_commitment(text: str) -> str:
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise RecordError("A commitment has 64 digits from 0 to 9 and a to f.")
    return text


def _parse_nonce(text: str) -> str:
    if not re.fullmatch("[0-9a-f]{32}", text):
        raise RecordError("A nonce has 32 digits from 0 to 9 and a to f.")
    return text


def _parse_order(text: str) -> tuple[Card, ...]:
    order = []
    for column, token in tokens(text):
        with found_at(1, column):
            order.append(Card(Card.parse(token).kind))
    return tuple(order)


def _parse_draw(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,3})@(\d{1,3})", text, re.ASCII)
    if match is None:
        raise RecordError(
            '"{text}" does not say who draws from which slot: write it as in "1@17".', text=text
        )
    return int(match[1]), int(match[2])


def _parse_placed(text: str) -> tuple[Card, Placement | None]:
    """A placement, or a card in round brackets that is only drawn."""
    if text.startswith("(") and text.endswith(")"):
        return Card(Card.parse(text[1:-1]).kind), None
    return parse_placement(text)


def _parse_score(text: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text, re.ASCII):
        raise RecordError('"{text}" is not a number of cards.', text=text)
    return int(text)
