"""Why one placement is better than another: what anybody can see on the table after it.

A reason is a kind and its numbers, in no language: `sentence` words it here, and the browser's
client words the same kinds itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from serpentina.cards import ALL_KINDS, Card
from serpentina.layout import Layout, Placement, ends_touched
from serpentina.options import Rules
from serpentina.words import Words

KINDS_OF_REASON = (
    "takes",
    "takes_more",
    "feeds_less",
    "feeds_smaller",
    "serves_more",
    "serves_larger",
    "fits_more",
    "long_run",
)


class Reason(NamedTuple):
    """Why a placement is better: `here` is its number, `there` that of the other placement."""

    kind: str
    here: int = 0
    there: int = 0


class Prospect(NamedTuple):
    """What a placement brings, in cards.

    `taken` at once; `feeding`: cards of the fan with which whoever draws next takes something at
    once; `feast`: the sum of what he takes with each; `most`: the most that he takes; `fitting`:
    cards of the fan that fit the snake just made.
    """

    taken: int
    feeding: int
    feast: int
    most: int
    fitting: int


def prospect(
    rules: Rules, layout: Layout, card: Card, placement: Placement, fan: Sequence[int]
) -> Prospect:
    """What a lawful placement of the card brings while the fan holds these cards of each kind."""
    taken = layout.taken(rules, card, placement)
    after, _ = layout.place(rules, card, placement)
    made = next(iter(set(after.snakes) - set(layout.snakes)), None) if not placement else None
    if made is None and not taken:
        made = min(end >> 1 for end in ends_touched(placement) if end is not None)
    feeding = feast = most = fitting = 0
    for kind, count in enumerate(fan):
        if not count:
            continue
        following = ALL_KINDS[kind]
        found = after.placements(rules, following)
        gain = max(after.taken(rules, following, each) for each in found)
        feeding += count * (gain > 0)
        feast += count * gain
        most = max(most, gain)
        fitting += count * any(_touches(each, made) for each in found)
    return Prospect(taken, feeding, feast, most, fitting)


def _touches(placement: Placement, place: int | None) -> bool:
    return any(end is not None and end >> 1 == place for end in ends_touched(placement))


def reason(better: Prospect, other: Prospect, *, is_own: bool = False) -> Reason:
    """What speaks most for the better of two placements; `is_own` where one plays alone.

    What is taken counts before what the next player can take, and that before what fits. Where
    nothing that one sees speaks for it, it pays off later.
    """
    if better.taken > other.taken:
        return Reason("takes_more" if other.taken else "takes", better.taken, other.taken)
    if is_own and better.feast > other.feast:
        return _by_feeding("serves_more", "serves_larger", better, other, more=True)
    if not is_own and better.feast < other.feast:
        return _by_feeding("feeds_less", "feeds_smaller", better, other, more=False)
    if better.fitting > other.fitting and not better.taken:
        return Reason("fits_more", better.fitting, other.fitting)
    return Reason("long_run")


def _by_feeding(number: str, size: str, better: Prospect, other: Prospect, *, more: bool) -> Reason:
    """By how many cards feed whoever draws next, or by how much they do."""
    if better.feeding != other.feeding and (better.feeding > other.feeding) == more:
        return Reason(number, better.feeding, other.feeding)
    if better.most != other.most and (better.most > other.most) == more:
        return Reason(size, better.most, other.most)
    return Reason("long_run")


def sentence(why: Reason, words: Words) -> str:
    """The reason in a sentence."""
    return _SENTENCES[why.kind](why, words)


def _takes(why: Reason, words: Words) -> str:
    return words.plural("You take {n} card at once.", "You take {n} cards at once.", why.here)


def _takes_more(why: Reason, words: Words) -> str:
    return words.plural(
        "You take {n} card, with the other placement {there}.",
        "You take {n} cards, with the other placement {there}.",
        why.here,
        there=why.there,
    )


def _feeds_less(why: Reason, words: Words) -> str:
    return words.plural(
        "With {n} card of the fan the next player can then take a snake; after the other "
        "placement with {there}.",
        "With {n} cards of the fan the next player can then take a snake; after the other "
        "placement with {there}.",
        why.here,
        there=why.there,
    )


def _feeds_smaller(why: Reason, words: Words) -> str:
    return words.plural(
        "The next player can then take {n} card at most; after the other placement {there}.",
        "The next player can then take {n} cards at most; after the other placement {there}.",
        why.here,
        there=why.there,
    )


def _serves_more(why: Reason, words: Words) -> str:
    return words.plural(
        "With {n} card of the fan you can then take a snake; after the other placement with "
        "{there}.",
        "With {n} cards of the fan you can then take a snake; after the other placement with "
        "{there}.",
        why.here,
        there=why.there,
    )


def _serves_larger(why: Reason, words: Words) -> str:
    return words.plural(
        "You can then take {n} card at most; after the other placement {there}.",
        "You can then take up to {n} cards; after the other placement {there}.",
        why.here,
        there=why.there,
    )


def _fits_more(why: Reason, words: Words) -> str:
    return words.plural(
        "{n} card of the fan fits the snake that it makes; after the other placement {there}.",
        "{n} cards of the fan fit the snake that it makes; after the other placement {there}.",
        why.here,
        there=why.there,
    )


def _long_run(_why: Reason, words: Words) -> str:
    return words("It pays off later in the game.")


_SENTENCES: Mapping[str, Callable[[Reason, Words], str]] = dict(
    zip(
        KINDS_OF_REASON,
        (
            _takes,
            _takes_more,
            _feeds_less,
            _feeds_smaller,
            _serves_more,
            _serves_larger,
            _fits_more,
            _long_run,
        ),
        strict=True,
    )
)
