"""The fan: the order of the cards, drawn once, committed to before, shown after.

For play the order comes from the operating system. A seed gives a repeatable order for tests and
studies; it is no secret, and a record says so. Numbers from a seed are a function of the seed, the
game and a counter (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014),
so that any game can be dealt by any worker.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from serpentina.cards import ALL_KINDS, Card, Deck
from serpentina.compiled import kernel, plus, times
from serpentina.errors import NotationError

NONCE_BYTES = 16
MOST_SEED = 2**63 - 1

# The constants of SplitMix64 as signed numbers. Only the low 64 bits of a sum or a product count:
# compiled they wrap there, interpreted they grow, and the masks make both the same.
_STEP = 0x9E3779B97F4A7C15 - 2**64
_FACTOR_1 = 0xBF58476D1CE4E5B9 - 2**64
_FACTOR_2 = 0x94D049BB133111EB - 2**64
_LOW_33 = 2**33 - 1
_LOW_34 = 2**34 - 1
_LOW_37 = 2**37 - 1
_LOW_53 = 2**53 - 1
_LOW_62 = 2**62 - 1


@kernel
def mix(number: int) -> int:
    """A number of 0 to 2^62 - 1 that looks unrelated to this one."""
    number = times(number ^ (number >> 30 & _LOW_34), _FACTOR_1)
    number = times(number ^ (number >> 27 & _LOW_37), _FACTOR_2)
    return (number ^ (number >> 31 & _LOW_33)) & _LOW_62


@kernel
def stream(seed: int, game: int) -> int:
    """The key of the random numbers of one game."""
    return mix(plus(mix(plus(seed, _STEP)), times(game, _STEP)))


@kernel
def below(key: int, counter: int, bound: int) -> int:
    """The random number at a counter (from 0) of a stream: 0 to bound - 1, for a bound to 1023.

    No number is likelier than another by more than bound / 2^53.
    """
    return ((mix(plus(key, times(counter + 1, _STEP))) & _LOW_53) * bound) >> 53


@kernel
def shuffle(order: array[int], key: int) -> None:
    """Shuffle an array with the first numbers of a stream (Fisher and Yates)."""
    count = len(order)
    for slot in range(count - 1):
        other = slot + below(key, slot, count - slot)
        order[slot], order[other] = order[other], order[slot]


def parse_seed(text: str) -> int:
    """Read a seed: a number from 0 to 2^63 - 1."""
    if not re.fullmatch("[0-9]{1,19}", text) or int(text) > MOST_SEED:
        raise NotationError('A seed is a number from 0 to 2^63 - 1, not "{seed}".', seed=text)
    return int(text)


@dataclass(frozen=True)
class Fan:
    """The order of all cards: slot 0 is the starter (R7), the rest is the fan as laid.

    `nonce` is 32 hexadecimal digits; `seed` is None where the operating system shuffled, else
    `game_number` says which of the games of the seed this is.
    """

    order: tuple[Card, ...]
    nonce: str
    seed: int | None = None
    game_number: int = 0

    def __repr__(self) -> str:
        """Not the order: it is a secret until the game is counted."""
        return f"Fan(cards={len(self.order)}, commitment={self.commitment!r})"

    @property
    def text(self) -> str:
        """The text whose SHA-256 is the commitment: a title, the nonce, the cards by slot."""
        return " ".join(("serpentina fan 1", self.nonce, *map(str, self.order)))

    @cached_property
    def commitment(self) -> str:
        """64 hexadecimal digits, shown before the first draw."""
        return hashlib.sha256(self.text.encode("ascii")).hexdigest()

    @staticmethod
    def shuffled(deck: Deck) -> Fan:
        """A fan shuffled with the randomness of the operating system: 64 bits for each card.

        The cards lie in the order of their bits; that two are equal happens once in 10^16 fans.
        """
        cards = list(deck)
        bits = memoryview(secrets.token_bytes(8 * len(cards))).cast("Q")
        order = [card for _, card in sorted(zip(bits, cards, strict=True))]
        return Fan(tuple(order), secrets.token_hex(NONCE_BYTES))

    @staticmethod
    def seeded(deck: Deck, seed: int, game_number: int = 0) -> Fan:
        """The same fan each time for the same deck, seed (0 to 2^63 - 1) and game number.

        Shuffled by Fisher and Yates with the numbers of SplitMix64 (Steele, Lea and Flood, 2014).
        NotationError for any other seed.
        """
        parse_seed(str(seed))
        kinds = array("q", [card.kind for card in deck])
        shuffle(kinds, stream(seed, game_number))
        nonce = hashlib.sha256(f"serpentina nonce {seed} {game_number}".encode("ascii")).hexdigest()
        order = tuple(ALL_KINDS[kind] for kind in kinds)
        return Fan(order, nonce[: 2 * NONCE_BYTES], seed, game_number)

    @staticmethod
    def laid(order: Iterable[Card]) -> Fan:
        """A fan in this order, for tests and for records that do not show theirs."""
        return Fan(tuple(ALL_KINDS[card.kind] for card in order), "0" * 2 * NONCE_BYTES)
