"""The referee for a real table: what may be done with a card, given what lies there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from serpentina.cards import ALL_KINDS, Card, Deck, count_kinds
from serpentina.errors import NotationError
from serpentina.layout import Layout, Placement, Snake, ends_touched
from serpentina.notation import canonical, table_text
from serpentina.options import Rules


@dataclass(frozen=True)
class Outcome:
    """R17: what comes of a placement: the snake it makes, the table after it, the snake taken."""

    made: Snake
    table: str
    taken: str | None
    placement: Placement


def outcomes(rules: Rules, snakes: Iterable[Snake], card: Card) -> list[Outcome]:
    """The distinct outcomes for a card, sorted by table and snake taken."""
    snakes = tuple(snakes)
    found = outcomes_of(rules, Layout.of(snakes, sum(map(len, snakes)) + 1), card)
    return sorted(found, key=lambda outcome: (outcome.table, outcome.taken or ""))


def outcomes_of(rules: Rules, layout: Layout, card: Card) -> list[Outcome]:
    """The distinct outcomes in R17's order; the first of equal placements stands for all."""
    texts = {at: canonical(snake) for at, snake in layout.snakes.items()}
    found: dict[tuple[str, ...], Outcome] = {}
    for placement in layout.placements(rules, card):
        touched = [end >> 1 for end in ends_touched(placement) if end is not None]
        after, taken = layout.place(rules, card, placement)
        made = taken or list(after.snakes.values())[-1]
        key = (canonical(made), *sorted(texts[at] for at in touched))
        if key not in found:
            table = table_text(after.snakes.values())
            found[key] = Outcome(made, table, canonical(taken) if taken else None, placement)
    return list(found.values())


def check_count(deck: Deck, snakes: Iterable[Snake], card: Card) -> None:
    """Refuse a table and a card that hold more cards of a kind than the deck."""
    used = count_kinds([*(card for snake in snakes for card in snake), card])
    for kind, (here, known) in enumerate(zip(used, deck.counts, strict=True)):
        if here > known:
            raise NotationError(
                'The card "{card}" is here {here} times, but the deck has it {known} times.',
                card=ALL_KINDS[kind],
                here=here,
                known=known,
            )
