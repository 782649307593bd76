"""The fan: fair, sealed before and shown after, repeatable from a seed."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from array import array
from collections import Counter
from collections.abc import Callable, Iterable
from math import exp, lgamma, log, sqrt
from statistics import NormalDist

import pytest

from serpentina.cards import STANDARD, Card, Deck
from serpentina.errors import IllegalMove, NotationError
from serpentina.fan import MOST_SEED, Fan, below, mix, shuffle, stream
from serpentina.game import Game
from serpentina.record import Record

TEN = Deck.parse("<r <* r> *> gr bo py or bg go")
FANS = 20_000
NUMBERS = 20_000
WORDS = "serpentina fan 1"


def chi_square_bound(degrees: int) -> float:
    """What chi-square stays below but for once in a million times (Wilson and Hilferty)."""
    spread = 2 / (9 * degrees)
    return degrees * (1 - spread + NormalDist().inv_cdf(1 - 1e-6) * sqrt(spread)) ** 3


def chi_square(counts: Iterable[int], expected: float) -> float:
    """How far counts are from what is expected of each."""
    return sum((count - expected) ** 2 for count in counts) / expected


@pytest.mark.parametrize("degrees", [48, 80, 200, 1022])
def test_chi_square_bound(degrees: int) -> None:
    """F6: chance exceeds the bound once in a million times, by the exact sum for even degrees."""
    half = chi_square_bound(degrees) / 2
    tail = sum(exp(step * log(half) - half - lgamma(step + 1)) for step in range(degrees // 2))
    assert tail == pytest.approx(1e-6, rel=0.3)


def by_system(count: int) -> Iterable[Fan]:
    """Fans that the operating system shuffled."""
    return (Fan.shuffled(TEN) for _ in range(count))


def by_seeds(count: int) -> Iterable[Fan]:
    """Fans of many seeds."""
    return (Fan.seeded(TEN, seed) for seed in range(count))


def by_games(count: int) -> Iterable[Fan]:
    """Fans of many games of one seed."""
    return (Fan.seeded(TEN, 1, game) for game in range(count))


@pytest.mark.parametrize("fans", [by_system, by_seeds, by_games])
def test_every_order_is_alike(fans: Callable[[int], Iterable[Fan]]) -> None:
    """F6: in 20,000 fans of ten cards, card and slot are independent (chi-square, p > 1e-6).

    So are the two cards that come first, of which all ordered pairs are equally likely.
    """
    counts: Counter[tuple[int, Card]] = Counter()
    pairs: Counter[tuple[Card, ...]] = Counter()
    for fan in fans(FANS):
        counts.update(enumerate(fan.order))
        pairs[fan.order[:2]] += 1
    cells = [counts[slot, card] for slot in range(10) for card in TEN]
    assert sum(cells) == 10 * FANS
    # Each fan has each card and each slot once: 9 × 9 degrees of freedom, and a factor of 9 / 10.
    assert chi_square(cells, FANS / 10) * 9 / 10 < chi_square_bound(81)
    assert len(pairs) == 90
    assert chi_square(pairs.values(), FANS / 90) < chi_square_bound(89)


def test_no_two_games_are_alike() -> None:
    """F6: 1,000 games have 1,000 fans, nonces and commitments."""
    fans = [Game.new().fan for _ in range(1000)]
    assert len({fan.order for fan in fans}) == 1000
    assert len({fan.nonce for fan in fans}) == 1000
    assert len({fan.commitment for fan in fans}) == 1000


def test_randomness_is_the_operating_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """F6: order and nonce come from the operating system, and no seed of Python changes them."""
    asked: list[int] = []

    def tokens(count: int) -> bytes:
        asked.append(count)
        return hashlib.shake_128(b"system").digest(count)

    monkeypatch.setattr("serpentina.fan.secrets.token_bytes", tokens)
    monkeypatch.setattr("serpentina.fan.secrets.token_hex", lambda count: "ab" * count)
    fan = Fan.shuffled(STANDARD)
    assert asked == [8 * 50]
    assert fan.nonce == "ab" * 16
    assert fan == Fan.shuffled(STANDARD)
    assert fan.seed is None


@pytest.mark.parametrize("deck", [STANDARD, TEN, Deck.parse("gr:2"), STANDARD * 4])
def test_a_fan_has_the_cards_of_its_deck(deck: Deck) -> None:
    """R7: shuffled or seeded, a fan holds each card of the deck, none of them turned."""
    for fan in (Fan.shuffled(deck), Fan.seeded(deck, 3), Fan.laid(deck)):
        assert Deck.of(fan.order) == deck
        assert len(fan.order) == len(deck)
        assert not any(card.turned for card in fan.order)
        assert len(fan.nonce) == 32


@pytest.mark.parametrize("fan", [Fan.seeded(STANDARD, 1), Fan.seeded(TEN, 9, 9), Fan.shuffled(TEN)])
def test_commitment_by_hand(fan: Fan) -> None:
    """R9: the seal is the SHA-256 of a title, the nonce and the cards by slot, with spaces."""
    text = f"{WORDS} {fan.nonce} {' '.join(str(card) for card in fan.order)}"
    assert fan.text == text
    assert fan.commitment == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="there is no sha256sum")
def test_commitment_by_the_shell() -> None:
    """R9: anybody can seal what a record shows with the shell and find the same commitment."""
    fan = Fan.seeded(STANDARD, 1)
    headers = dict(
        line[1:-2].split(' "', 1)
        for line in str(Record.of(Game.new(fan=fan), secret=True)).splitlines()
        if line.startswith("[")
    )
    script = f"printf %s '{WORDS} {headers['Nonce']} {headers['Fan']}' | sha256sum"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == headers["Commitment"] == fan.commitment


def test_commitment_changes_with_everything() -> None:
    """R9: another order or another nonce has another seal."""
    fan = Fan.seeded(TEN, 1)
    swapped = (fan.order[1], fan.order[0], *fan.order[2:])
    others = [Fan(swapped, fan.nonce), Fan(fan.order, "0" * 32), Fan(fan.order[:-1], fan.nonce)]
    assert len({other.commitment for other in [fan, *others]}) == 4
    assert Fan(fan.order, fan.nonce, seed=5).commitment == fan.commitment


GOLDEN_ORDER = (
    "br gr bp go <* go oy g> bo py br <g <b bo bg gy oy op bg gp bg pr py oy pr "
    "or <p or ry p> op *> b> by <y or bp o> ry by gy pr r> gy y> gp bp gr <o <r"
)
GOLDEN_NONCE = "51410ae1ce2a41e190b0aafbac7c7311"
GOLDEN_SEAL = "1236ed9cc9986feff643b58d84f177d5914a3f8cc7f350370234a7fcd236a3de"


@pytest.mark.core
def test_seeded_fan_never_changes() -> None:
    """F20: the fan of seed 1, game 0 is the same in every version and on every machine."""
    fan = Fan.seeded(STANDARD, 1, 0)
    assert " ".join(map(str, fan.order)) == GOLDEN_ORDER
    assert fan.nonce == GOLDEN_NONCE
    assert fan.commitment == GOLDEN_SEAL
    assert fan == Fan.seeded(STANDARD, 1)
    assert fan.seed == 1


@pytest.mark.core
def test_seeds_and_games_give_different_fans() -> None:
    """F6: other seeds and other games have other orders and other nonces."""
    places = [(seed, game) for seed in (*range(40), MOST_SEED) for game in (*range(5), 10**9)]
    fans = [Fan.seeded(STANDARD, *place) for place in places]
    assert len({fan.order for fan in fans}) == len(places)
    assert len({fan.nonce for fan in fans}) == len(places)
    assert fans == [Fan.seeded(STANDARD, *place) for place in places]


@pytest.mark.parametrize("seed", [-1, MOST_SEED + 1, 10**30])
def test_seeds_out_of_range(seed: int) -> None:
    """F6: a seed that is not a number of 63 bits is refused."""
    with pytest.raises(NotationError, match=rf'from 0 to 2\^63 - 1, not "{seed}"\.'):
        Fan.seeded(STANDARD, seed)


@pytest.mark.core
def test_numbers_are_those_of_splitmix64() -> None:
    """F6: the numbers are the low 62 bits of the published SplitMix64, here from seed 1234567."""
    step = 0x9E3779B97F4A7C15
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    for counter, number in enumerate(published, 1):
        word = (1234567 + counter * step) % 2**64
        assert mix(word - 2**64 if word >= 2**63 else word) == number % 2**62


@pytest.mark.core
@pytest.mark.parametrize("bound", [1, 2, 3, 7, 10, 50, 200, 1023])
def test_numbers_below_a_bound(bound: int) -> None:
    """F6: numbers below a bound are within it and all of them alike (chi-square, p > 1e-6)."""
    for key in (stream(1, 0), stream(MOST_SEED, 7)):
        counts = Counter(below(key, counter, bound) for counter in range(NUMBERS))
        assert set(counts) <= set(range(bound))
        assert bound == 1 or chi_square(
            (counts[number] for number in range(bound)), NUMBERS / bound
        ) < chi_square_bound(bound - 1)


@pytest.mark.core
def test_shuffle_keeps_what_it_shuffles() -> None:
    """F6: shuffling changes the order and nothing else; of one card or none it changes nothing."""
    for count in (0, 1, 2, 50, 200):
        numbers = array("q", range(count))
        shuffle(numbers, stream(5, 5))
        assert sorted(numbers) == list(range(count))
        assert count < 3 or list(numbers) != sorted(numbers)


def test_starter_and_slots() -> None:
    """R7: slot 0 is the starter; the slots of the fan never change their numbers."""
    game = Game.new(seed=1)
    order = game.fan.order
    assert game.turns[0].card == order[0]
    assert game.slots == tuple(range(1, 50))
    for slot in (30, 1, 49, 17):
        game = game.draw(slot)
        assert (game.slot, game.card) == (slot, order[slot])
        assert slot not in game.slots
        game = game.place(game.placements[0])
    assert game.slots == tuple(slot for slot in range(1, 50) if slot not in (30, 1, 49, 17))
    for slot in (0, 30, 50, -1):
        with pytest.raises(IllegalMove, match="has slots 1 to 49, and each card is drawn once"):
            game.draw(slot)


def test_the_order_is_never_shown() -> None:
    """F5: fan, deal, game and record do not show the order to whoever prints them."""
    cards = ["gr", "<r", "bo", "b>", "or", "go", "<*", "py", "r>", "bg"]
    fan = Fan.laid(map(Card.parse, cards))
    game = Game.new(deck=Deck.of(fan.order), fan=fan)
    assert repr(fan) == str(fan) == f"Fan(cards=10, commitment={fan.commitment!r})"
    drawn = game.draw(3).place(0)
    for shown in (fan, game, game.deal, drawn, game.view, Record.of(game), game.draw(5)):
        for order in (repr(shown), str(shown), f"{shown}"):
            assert fan.nonce not in order.replace(fan.commitment, "")
            assert " ".join(map(str, fan.order[1:3])) not in order
            assert repr(fan.order[1:3])[1:-1] not in order
