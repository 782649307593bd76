"""A game: immutable; each step gives the game after it.

A game is its deal and its turns. It asks `rules` what may be done, keeps the real cards, and holds
the fan's order without ever showing it in a `View`.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import NamedTuple

from serpentina.cards import STANDARD, Card, Deck, count_kinds
from serpentina.errors import IllegalMove
from serpentina.fan import Fan
from serpentina.layout import Layout, Placement, Snake
from serpentina.notation import Pit, Position, placement_text
from serpentina.options import MOST_SEATS, Rules
from serpentina.rules import ALONE, PIT_COLUMNS, collect, has_won_race, winners


class Turn(NamedTuple):
    """One turn: the seat (from 1; 0 for the starter), what it drew and what it did."""

    seat: int
    slot: int
    card: Card
    placement: Placement
    taken: Snake | None


class Result(NamedTuple):
    """How a game ended: for each seat its pit, and the seats (from 1) that win or share the win."""

    pits: tuple[Pit, ...]
    winners: tuple[int, ...]


class State(NamedTuple):
    """What the kernel reads of a view, in flat arrays of 64-bit integers; `seat` from 0.

    `pits` has 3 numbers for each seat (cards, longest snake, snakes), `fan` the counts of the 29
    kinds, `options` those of `Rules.options`; `table` is `Layout.table`.
    """

    table: array[int]
    options: array[int]
    pits: array[int]
    fan: array[int]
    seat: int


@dataclass(frozen=True)
class View:
    """What everybody may know of a game; the same for any order of the cards still in the fan.

    `seat` draws next, or has drawn `card` from `slot` and must choose one of `placements`.
    `slots` are the slots of the fan that still hold a card, `fan` how many cards of each of the 29
    kinds are in them.
    """

    rules: Rules
    deck: Deck
    layout: Layout
    pits: tuple[tuple[Snake, ...], ...]
    seat: int
    slots: tuple[int, ...]
    fan: tuple[int, ...]
    slot: int | None
    card: Card | None
    placements: tuple[Placement, ...]

    def taken(self, placement: Placement) -> int:
        """How many cards the player would take by this placement of the card drawn."""
        return self.layout.taken(self.rules, self.card, placement) if self.card else 0

    @property
    def state(self) -> State:
        """The same for the kernel, in arrays that belong to the caller."""
        table, options, fan = self.layout.table[:], self.rules.options, array("q", self.fan)
        return State(table, options, pit_columns(self.pits), fan, self.seat - 1)


class Deal(NamedTuple):
    """What no turn changes: the rules, the cards, the number of players and the fan."""

    rules: Rules
    deck: Deck
    players: int
    fan: Fan


class _Moment(NamedTuple):
    """What the turns change. A tuple, since games by the million are made of them."""

    deal: Deal
    layout: Layout
    pits: tuple[tuple[Snake, ...], ...]
    turns: tuple[Turn, ...]
    slots: tuple[int, ...]  # that still hold a card, as they were numbered when the fan was laid
    slot: int | None = None  # drawn, not yet placed
    placements: tuple[Placement, ...] = ()  # R17: what the card drawn may do, in the fixed order
    before: Game | None = None  # the game before the last placement
    is_counted: bool = False


def pit_columns(pits: tuple[tuple[Snake, ...], ...]) -> array[int]:
    """The pits as the kernel keeps them."""
    columns = array("q", [0] * PIT_COLUMNS * len(pits))
    for seat, pit in enumerate(pits):
        for snake in pit:
            collect(columns, seat, len(snake))
    return columns


class Game(_Moment):
    """A game at one moment; begin with `Game.new` and go on with `draw`, `place` and `count`."""

    __slots__ = ()

    @staticmethod
    def new(
        players: int = 2,
        rules: Rules | str = "serpentina",
        deck: Deck | str = STANDARD,
        seed: int | None = None,
        fan: Fan | None = None,
    ) -> Game:
        """Shuffle (R7), or deal from a seed or a given fan, and turn up the starter.

        1 to 8 players; a seed is 0 to 2^63 - 1. IllegalMove or NotationError for what cannot be
        played.
        """
        if not 1 <= players <= MOST_SEATS:
            raise IllegalMove(
                "A game has 1 to {most} players, not {players}.", most=MOST_SEATS, players=players
            )
        deck = Deck.parse(deck) if isinstance(deck, str) else deck
        if seed is not None and fan is not None:
            raise IllegalMove("A game is dealt from a seed or from a fan, not from both.")
        if fan is None:
            fan = Fan.shuffled(deck) if seed is None else Fan.seeded(deck, seed)
        elif count_kinds(fan.order) != deck.counts:
            raise IllegalMove("The fan does not hold the cards of the deck.")
        rules = Rules.parse(rules) if isinstance(rules, str) else rules
        starter = Turn(0, 0, fan.order[0], Placement(ALONE), None)
        layout = Layout.of([(starter.card,)], len(deck))
        slots = tuple(range(1, len(deck)))
        deal = Deal(rules, deck, players, fan)
        return Game(deal, layout, ((),) * players, (starter,), slots)

    def __repr__(self) -> str:
        """The position, without what the fan hides."""
        return f"<Game {self.position}>"

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.deal.rules

    @property
    def deck(self) -> Deck:
        """The cards of the game."""
        return self.deal.deck

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.deal.players

    @property
    def fan(self) -> Fan:
        """The secret order of the cards."""
        return self.deal.fan

    @property
    def seat(self) -> int:
        """R6: the seat, from 1, that draws next or has drawn."""
        return (len(self.turns) - 1) % self.players + 1

    @property
    def card(self) -> Card | None:
        """The card drawn and not yet placed."""
        return None if self.slot is None else self.deal.fan.order[self.slot]

    def draw(self, slot: int) -> Game:
        """R8: draw the card of any slot (from 1) of the fan; IllegalMove where that cannot be."""
        if self.slot is not None:
            raise IllegalMove('The card "{card}" must be placed first.', card=self.card)
        if self.is_over:
            raise IllegalMove("The game is over: nothing can be drawn.")
        try:
            at = self.slots.index(slot)
        except ValueError:
            raise IllegalMove(
                "Slot {slot} of the fan holds no card: it has slots 1 to {most}, and each card is "
                "drawn once.",
                slot=slot,
                most=len(self.deck) - 1,
            ) from None
        deal, slots = self.deal, self.slots[:at] + self.slots[at + 1 :]
        placements = self.layout.placements(deal.rules, deal.fan.order[slot])
        return Game(deal, self.layout, self.pits, self.turns, slots, slot, placements)

    def place(self, placement: int) -> Game:
        """R17 to R21: make one of the placements; the player takes what he has completed or joined.

        IllegalMove for any other number, which says what could have been placed.
        """
        card, slot = self.card, self.slot
        if card is None or slot is None:
            raise IllegalMove("No card is drawn that could be placed.")
        if placement not in self.placements:
            raise IllegalMove(
                'The card "{card}" cannot be placed so: it can be placed at {placements}.',
                card=card,
                placements=", ".join(placement_text(card, known) for known in self.placements),
            )
        placement = Placement(placement)
        layout, taken = self.layout.place(self.rules, card, placement)
        turn = Turn(self.seat, slot, card, placement, taken)
        pits = self.pits if taken is None else self._pits_with(taken)
        turns = (*self.turns, turn)
        return Game(self.deal, layout, pits, turns, self.slots, before=self)

    def _pits_with(self, taken: Snake) -> tuple[tuple[Snake, ...], ...]:
        """R18: the pits after the player whose turn it is has taken a snake."""
        pits = list(self.pits)
        pits[self.seat - 1] = (*pits[self.seat - 1], taken)
        return tuple(pits)

    def undo(self) -> Game:
        """R9: take the last placement back, never a draw, until the next draw or the count.

        IllegalMove where there is none.
        """
        if self.before is None or self.is_counted:
            raise IllegalMove(
                "There is no placement to take back: it can be taken back until the next card is "
                "drawn or the game is counted."
            )
        return self.before

    @property
    def is_over(self) -> bool:
        """R9, R23: the last card has been placed, or a race is won; it may still be taken back."""
        if self.slot is not None:
            return False
        return not self.slots or (self.rules.goal == "race" and self._is_race_won())

    def _is_race_won(self) -> bool:
        """R23: whether somebody holds the cards that win at once."""
        pits, options = self._pit_columns, self.rules.options
        return any(has_won_race(pits, options, seat) for seat in range(self.players))

    def count(self) -> Game:  # type: ignore[override]  # a game is no list to count in
        """R9: settle the last placement and count; from now on fan and nonce may be shown.

        IllegalMove while the game is not over.
        """
        if not self.is_over:
            raise IllegalMove("The game is not over: cards are left in the fan or in hand.")
        return self._replace(before=None, is_counted=True)

    @property
    def scores(self) -> tuple[Pit, ...]:
        """What counts in each pit, by seat (R22)."""
        columns = self._pit_columns
        seats = range(0, len(columns), PIT_COLUMNS)
        return tuple(Pit(*columns[base : base + PIT_COLUMNS]) for base in seats)

    @property
    def _pit_columns(self) -> array[int]:
        """The pits as the kernel keeps them."""
        return pit_columns(self.pits)

    @property
    def result(self) -> Result | None:
        """R22, R23: how the game ended; None while it goes on."""
        if not self.is_over:
            return None
        won = winners(self._pit_columns, self.rules.options)
        seats = tuple(seat for seat in range(1, self.players + 1) if won >> seat - 1 & 1)
        return Result(self.scores, seats)

    @property
    def view(self) -> View:
        """What everybody may know."""
        return View(
            rules=self.rules,
            deck=self.deck,
            layout=self.layout.copy(),
            pits=self.pits,
            seat=self.seat,
            slots=self.slots,
            fan=count_kinds(self.fan.order[slot] for slot in self.slots),
            slot=self.slot,
            card=self.card,
            placements=self.placements,
        )

    @property
    def position(self) -> Position:
        """The same as one line of text says it."""
        return Position(
            rules=self.rules,
            snakes=tuple(self.layout.snakes.values()),
            pits=self.scores,
            turn=self.seat,
            fan=count_kinds(self.fan.order[slot] for slot in self.slots),
            drawn=self.card,
        )
