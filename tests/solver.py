"""A second, deliberately naive solver of positions, to check the fast one against.

It shares nothing with the fast solver: the rules are those of the oracle, the numbers are exact
fractions, and it walks through all that can happen. Each seat places as is best for himself.
"""

from __future__ import annotations

from fractions import Fraction

from serpentina.notation import Pit, Position
from tests import oracle
from tests.oracle import Entry, Fan

Value = tuple[list[Fraction], list[Fraction]]  # each seat's chance, and his cards at the end
State = tuple[str, Fan, tuple[Pit, ...], int]  # table, fan, pits, the seat to draw (from 0)
Seen = dict[State, Value]


def solve(position: Position) -> Value:
    """Each seat's chance of winning, a shared win as its share, and his expected final cards."""
    assert position.drawn is None, "a card is drawn: ask solve_placements"
    return worth(str(position.rules), state_of(position), {})


def solve_placements(position: Position) -> dict[Entry, Value]:
    """The same after each outcome (R17) of the card drawn."""
    assert position.drawn is not None, "no card is drawn: ask solve"
    return worths(str(position.rules), state_of(position), str(position.drawn), {})


def state_of(position: Position) -> State:
    """A position as the oracle has it, read from its text."""
    _, table, _, _, cards, _ = str(position).split(" ; ")
    fan = []
    for token in cards.split() if cards != "-" else []:
        kind, _, count = token.partition(":")
        fan.append((oracle.canonical(kind), int(count or 1)))
    snakes = table.split() if table != "-" else []
    return oracle.table_text(snakes), tuple(sorted(fan)), position.pits, position.turn - 1


def worth(rules: str, state: State, seen: Seen) -> Value:
    """Before a draw: the mean over the fan's cards (R8), each placed as its player likes best."""
    table, fan, pits, seat = state
    if not fan or oracle.is_won(rules, lying(pits)):  # R9, R23
        return final(rules, pits)
    if state not in seen:
        total = sum(count for _, count in fan)
        chances, cards = [Fraction(0)] * len(pits), [Fraction(0)] * len(pits)
        for kind, count in fan:
            rest = tuple((k, n - (k == kind)) for k, n in fan if n - (k == kind) > 0)
            values = worths(rules, (table, rest, pits, seat), kind, seen).values()
            best = max(values, key=lambda value: liking(value, seat))
            for each in range(len(pits)):
                chances[each] += Fraction(count, total) * best[0][each]
                cards[each] += Fraction(count, total) * best[1][each]
        seen[state] = chances, cards
    return seen[state]


def worths(rules: str, state: State, card: str, seen: Seen) -> dict[Entry, Value]:
    """After each outcome of a card that this seat has drawn and the fan no longer holds."""
    table, fan, pits, seat = state
    following = (seat + 1) % len(pits)
    values = {}
    for after, snake in oracle.outcomes(rules, table.split(), card):
        filled = tuple(taking(pit, snake) if each == seat else pit for each, pit in enumerate(pits))
        values[after, snake] = worth(rules, (after, fan, filled, following), seen)
    return values


def liking(value: Value, seat: int) -> list[Fraction]:
    """Own chance, own cards; then each following seat's in turn order, the smaller the better."""
    chances, cards = value
    wishes = [chances[seat], cards[seat]]
    for step in range(1, len(chances)):
        other = (seat + step) % len(chances)
        wishes += [-chances[other], -cards[other]]
    return wishes


def final(rules: str, pits: tuple[Pit, ...]) -> Value:
    """Once the game is over: the winners' shares (R22, R23), and the cards held."""
    winners = oracle.winners(rules, lying(pits))
    shares = [Fraction(seat + 1 in winners, len(winners)) for seat in range(len(pits))]
    return shares, [Fraction(pit.cards) for pit in pits]


def taking(pit: Pit, snake: str | None) -> Pit:
    """A pit with this snake, if any, added."""
    if snake is None:
        return pit
    cards = oracle.length(snake)
    return Pit(pit.cards + cards, max(pit.longest, cards), pit.snakes + 1)


def lying(pits: tuple[Pit, ...]) -> list[list[str]]:
    """Snakes such as each pit may hold, for the oracle: blank cards, the longest snake first."""
    held = []
    for pit in pits:
        lengths = [pit.longest] if pit.snakes else []
        for others in range(pit.snakes - 1, 0, -1):  # share out evenly what is left
            lengths.append((pit.cards - sum(lengths)) // others)
        assert sum(lengths) == pit.cards, pit
        assert max(lengths, default=0) == pit.longest, pit
        held.append(["-".join(["??"] * length) for length in lengths])
    return held
