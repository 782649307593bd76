"""A game as text that a person can read, from which everything replays; see docs/records.md.

Headers come first, then a token or a few for each turn, then how the game stands. Only tokens
count, not lines, so that a record survives any editor. `reader` checks the form of a text,
replaying checks the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from serpentina.cards import Card, Deck, cards_of
from serpentina.errors import IllegalMove, RecordError
from serpentina.fan import Fan
from serpentina.game import Game, Turn
from serpentina.layout import Placement, Snake
from serpentina.notation import NOTHING, canonical, canonical_way, placement_text
from serpentina.options import Rules
from serpentina.rules import ALONE

VERSION = "1"
LONGEST_NAME = 40
UNFINISHED = "*"
COUNT = "count"
HINTS = "Hints"  # the header that names the seats which could ask for hints
TAKES = "takes"
JOINER = "\u200d"  # joins pictures such as those of a family to one


class Step(NamedTuple):
    """One turn as a record tells it; no placement yet for a card that is only drawn."""

    seat: int
    slot: int
    card: Card
    placement: Placement | None
    taken: Snake | None


@dataclass(frozen=True)
class Record:
    """Deal and turns of a game.

    `fan` is None where the record does not show it; `commitment` is then all that is known of it.
    `scores` are the cards of each seat, from the count; None while the game is not counted. `more`
    holds headers that others have added.
    """

    rules: Rules
    deck: Deck
    seats: tuple[str, ...]
    steps: tuple[Step, ...]
    commitment: str
    fan: Fan | None = None
    seed: int | None = None
    game_number: int = 0
    date: str = ""
    scores: tuple[int, ...] | None = None
    more: tuple[tuple[str, str], ...] = ()

    @staticmethod
    def of(
        game: Game,
        seats: tuple[str, ...] | None = None,
        date: str = "",
        *,
        secret: bool = False,
        more: tuple[tuple[str, str], ...] = (),
    ) -> Record:
        """The record of a game; it shows the fan once the game is counted, or with `secret`.

        RecordError where the names do not fit the seats, or a name cannot stand in a record.
        """
        seats = tuple(map(clean_name, seats or _seat_names(game.players)))
        if len(seats) != game.players:
            raise RecordError(
                "The game has {players} seats, but {count} names are given.",
                players=game.players,
                count=len(seats),
            )
        steps = [_step(turn) for turn in game.turns]
        if game.slot is not None and game.card is not None:
            steps.append(Step(game.seat, game.slot, game.card, None, None))
        return Record(
            rules=game.rules,
            deck=game.deck,
            seats=seats,
            steps=tuple(steps),
            commitment=game.fan.commitment,
            fan=game.fan if game.is_counted or secret else None,
            seed=game.fan.seed,
            game_number=game.fan.game_number,
            date=" ".join(date.split()),
            scores=tuple(pit.cards for pit in game.scores) if game.is_counted else None,
            more=more,
        )

    def __str__(self) -> str:
        headers = [f'[{name} "{_quoted(value)}"]' for name, value in self._headers()]
        turns = [_step_text(number, step) for number, step in enumerate(self.steps)]
        scores = () if self.scores is None else (COUNT, *map(str, self.scores))
        return "\n".join((*headers, "", *turns, " ".join(scores) or UNFINISHED, ""))

    def _headers(self) -> Iterator[tuple[str, str]]:
        yield "Serpentina", VERSION
        yield "Rules", str(self.rules)
        yield "Deck", str(self.deck)
        for seat, name in enumerate(self.seats, 1):
            yield f"Seat{seat}", name
        if self.date:
            yield "Date", self.date
        yield from self.more
        if self.seed is not None:
            yield "Seed", str(self.seed)
        if self.game_number:
            yield "Game", str(self.game_number)
        yield "Commitment", self.commitment
        if self.fan is not None:
            yield "Nonce", self.fan.nonce
            yield "Fan", " ".join(map(str, self.fan.order))

    def games(self) -> Iterator[Game]:
        """The game after the starter and after each step; RecordError where it breaks the rules."""
        try:
            game = Game.new(len(self.seats), self.rules, self.deck, fan=self.fan or self._any_fan())
        except IllegalMove as error:
            raise RecordError("Turn {turn}: {reason}", turn=0, reason=error) from None
        for number, step in enumerate(self.steps):
            try:
                game = _follow(game, step) if number else _started(game, step)
            except IllegalMove as error:
                raise RecordError("Turn {turn}: {reason}", turn=number, reason=error) from None
            yield game
        if self.scores is not None:
            yield self._counted(game)

    def replay(self) -> Game:
        """The game as the record leaves it; RecordError where it breaks the rules."""
        *_, game = self.games()
        return game

    def _counted(self, game: Game) -> Game:
        """R9: the game after the count, which has to come out as the record says."""
        if not game.is_over:
            raise RecordError(
                "Turn {turn}: the record counts the cards, but the game is not over.",
                turn=len(self.steps),
            )
        counted = tuple(pit.cards for pit in game.scores)
        if counted != self.scores:
            raise RecordError(
                "The record counts {told} cards by seat, but by its turns it is {counted}.",
                told=" ".join(map(str, self.scores or ())),
                counted=" ".join(map(str, counted)),
            )
        return game.count()

    def _any_fan(self) -> Fan:
        """A fan that deals the cards as drawn, and the others, which nobody knows, in any order."""
        slots = range(len(self.deck))
        drawn: dict[int, Card] = {}
        for step in self.steps:
            if step.slot in slots:
                drawn.setdefault(step.slot, step.card)
        left = list(self.deck.counts)
        for card in drawn.values():
            left[card.kind] -= 1
        if min(left) < 0:
            raise IllegalMove(
                'The card "{card}" is drawn more often than the deck has it.',
                card=Card(left.index(min(left))),
            )
        hidden = cards_of(left)
        return Fan.laid(drawn[slot] if slot in drawn else next(hidden) for slot in slots)


def _step(turn: Turn) -> Step:
    taken = canonical_way(turn.taken) if turn.taken else None
    return Step(turn.seat, turn.slot, turn.card, turn.placement, taken)


def verify(record: Record) -> Game:
    """Check a record against its fan, and the fan against its commitment; the game it leaves.

    RecordError where the fan is not shown, is not the one committed to, is not what the seed gives,
    or where the turns break the rules or draw other cards.
    """
    if record.fan is None:
        raise RecordError("The record does not show its fan yet, so that nothing can be verified.")
    if record.fan.commitment != record.commitment:
        raise RecordError(
            "The fan is not the one that was sealed: its seal is {seal}, the record says {told}.",
            seal=record.fan.commitment,
            told=record.commitment,
        )
    seed, number = record.seed, record.game_number
    if seed is not None and record.fan != Fan.seeded(record.deck, seed, number):
        raise RecordError("The fan is not the one that the seed {seed} gives.", seed=record.seed)
    return record.replay()


def _started(game: Game, step: Step) -> Game:
    """The game as dealt; IllegalMove where turn 0 is anything else than the starter."""
    if step[:2] != (0, 0) or step.placement != ALONE or step.taken:
        raise IllegalMove('It is the starter, of seat 0 and slot 0, on its own, as in "0. 0@0 gr".')
    _check_card(game, step)
    return game


def _follow(game: Game, step: Step) -> Game:
    """The game after a step of a record; IllegalMove where it cannot be so."""
    if step.seat != game.seat:
        raise IllegalMove(
            "Seat {seat} moves, but it is the turn of seat {turn}.", seat=step.seat, turn=game.seat
        )
    game = game.draw(step.slot)
    _check_card(game, step)
    if step.placement is None:
        return game
    game = game.place(step.placement)
    taken = game.turns[-1].taken
    if (taken and canonical(taken)) != (step.taken and canonical(step.taken)):
        raise IllegalMove(
            "The record says that {told} is taken, but by the rules it is {taken}.",
            told=canonical(step.taken) if step.taken else NOTHING,
            taken=canonical(taken) if taken else NOTHING,
        )
    return game


def _check_card(game: Game, step: Step) -> None:
    card = game.fan.order[step.slot]
    if card != step.card:
        raise IllegalMove(
            'Slot {slot} of the fan holds "{card}", not "{told}".',
            slot=step.slot,
            card=card,
            told=step.card,
        )


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Names for people to read: where two are the same, with the number of the seat."""
    return tuple(
        name if names.count(name) == 1 else f"{name} ({seat})" for seat, name in enumerate(names, 1)
    )


def hints_header(seats: Iterable[int]) -> tuple[str, str]:
    """The header of a game with hints for these seats."""
    return HINTS, " ".join(map(str, seats)) or NOTHING


def _seat_names(players: int) -> list[str]:
    return [f"Seat {seat}" for seat in range(1, players + 1)]


def clean_name(name: str) -> str:
    """A name as it may stand in a record: no line breaks, no doubled spaces."""
    name = " ".join(name.split())
    if not name.replace(JOINER, "").isprintable() or not 1 <= len(name) <= LONGEST_NAME:
        raise RecordError(
            "A name has 1 to {most} letters that can be printed; this one has {count}.",
            most=LONGEST_NAME,
            count=len(name),
        )
    return name


def _quoted(text: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", text)


def _step_text(number: int, step: Step) -> str:
    """`3. 1@17 1z-b> takes <r-rb-b>`; a card only drawn is in round brackets."""
    text = f"{number}. {step.seat}@{step.slot} "
    if step.placement is None:
        return f"{text}({step.card})"
    text += placement_text(step.card, step.placement)
    return text if step.taken is None else f"{text} {TAKES} {canonical(step.taken)}"
