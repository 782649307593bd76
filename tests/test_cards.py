"""The cards and decks: R1 to R5, and their texts."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serpentina.cards import (
    ALL_KINDS,
    CLOSED,
    COLOUR_NAMES,
    COLOURS,
    KINDS,
    LETTERS,
    MOST_CARDS,
    RAINBOW,
    STANDARD,
    TURNED,
    Card,
    Deck,
    cards_of,
    count_kinds,
    counted,
    parse_counted,
)
from serpentina.errors import NotationError

CIRCLE = "roygbp"
HEADS = [f"<{colour}" for colour in CIRCLE + "*"]
TAILS = [f"{colour}>" for colour in CIRCLE + "*"]
PAIRS = [first + last for first, last in itertools.combinations(sorted(CIRCLE), 2)]
NEIGHBOURS = {frozenset(CIRCLE[at - 1] + CIRCLE[at]) for at in range(6)}
ALL_TEXTS = HEADS + TAILS + PAIRS + [pair[::-1] for pair in PAIRS]


def counts_of_kinds() -> st.SearchStrategy[tuple[int, ...]]:
    """Counts of the 29 kinds that make a deck."""
    numbers = st.lists(st.integers(0, 6), min_size=KINDS, max_size=KINDS)
    return numbers.map(tuple).filter(lambda counts: 2 <= sum(counts) <= MOST_CARDS)


def test_standard_deck_by_sort() -> None:
    """R1: 50 cards are 36 middle sections, 6 heads, 6 tails and the two rainbow cards."""
    sorts = Counter(
        (card.is_head, card.is_middle, card.is_tail, RAINBOW in (card.first, card.last))
        for card in STANDARD
    )
    assert len(STANDARD) == 50
    assert sorts == {
        (False, True, False, False): 36,
        (True, False, False, False): 6,
        (False, False, True, False): 6,
        (True, False, False, True): 1,
        (False, False, True, True): 1,
    }


def test_standard_deck_has_each_head_and_tail_once() -> None:
    """R1: there is one head and one tail of each colour and of the rainbow."""
    texts = Counter(map(str, STANDARD))
    assert {text: texts[text] for text in HEADS + TAILS} == dict.fromkeys(HEADS + TAILS, 1)


def test_colours_in_the_order_of_the_circle() -> None:
    """R2: the six colours have the order of the rainbow's circle, and the rainbow comes after."""
    assert COLOUR_NAMES == ("red", "orange", "yellow", "green", "blue", "purple")
    assert COLOURS == 6
    assert "".join(name[0] for name in COLOUR_NAMES) + "*" == LETTERS


def test_ends_of_cards() -> None:
    """R3: a head or a tail has one colour, a middle section two different ones."""
    assert len(ALL_KINDS) == KINDS == 29
    for card in ALL_KINDS:
        colours = {card.first, card.last} - {CLOSED}
        assert len(colours) == (2 if card.is_middle else 1), card
        assert (RAINBOW in colours) == ("*" in str(card))
        assert (card.first == CLOSED, card.last == CLOSED) == (card.is_head, card.is_tail)
        assert card.is_head + card.is_middle + card.is_tail == 1


def test_no_middle_section_of_one_colour() -> None:
    """R3: all middle sections are the 15 pairs of two different colours of the six."""
    middles = [card for card in ALL_KINDS if card.is_middle]
    assert {frozenset(str(card)) for card in middles} == set(map(frozenset, PAIRS))
    assert len(middles) == len(PAIRS) == 15


@pytest.mark.parametrize("pair", PAIRS)
def test_standard_deck_counts_of_pairs(pair: str) -> None:
    """R4: each pair of colours comes twice, and neighbours of the circle a third time."""
    expected = 3 if frozenset(pair) in NEIGHBOURS else 2
    assert sum(frozenset(str(card)) == frozenset(pair) for card in STANDARD) == expected


def test_pairs_add_up() -> None:
    """R4: 15 pairs twice and the 6 neighbouring pairs once more are the 36 middle sections."""
    assert len(NEIGHBOURS) == 6
    assert sum(card.is_middle for card in STANDARD) == 15 * 2 + 6


@pytest.mark.parametrize("sets", [1, 2, 3, 4])
def test_sets(sets: int) -> None:
    """R5: several sets are shuffled together, so each card comes so many times more often."""
    deck = STANDARD * sets
    assert deck.counts == tuple(sets * count for count in STANDARD.counts)
    assert len(deck) == 50 * sets
    assert len(list(deck)) == 50 * sets


@pytest.mark.parametrize("text", ALL_TEXTS)
def test_card_text(text: str) -> None:
    """R3: each card is read and written as it lies."""
    card = Card.parse(text)
    assert str(card) == text
    assert Card.parse(str(card)) == card
    ends = [CLOSED if end in "<>" else LETTERS.index(end) for end in text]
    assert [card.first, card.last] == ends


@pytest.mark.parametrize("text", ALL_TEXTS)
def test_card_turned(text: str) -> None:
    """R10: a middle section may be turned round; a head and a tail say themselves how they lie."""
    card = Card.parse(text)
    assert str(TURNED[card]) == (text[::-1] if card.is_middle else text)
    assert TURNED[card].kind == card.kind
    assert TURNED[TURNED[card]] == card


@pytest.mark.parametrize("pair", [colour * 2 for colour in CIRCLE])
def test_card_of_one_colour(pair: str) -> None:
    """R3: a middle section of one colour does not exist, and the error says why."""
    with pytest.raises(NotationError) as caught:
        Card.parse(pair)
    assert f'The card "{pair}" does not exist' in str(caught.value)
    assert caught.value.at is None


@pytest.mark.parametrize(
    "text",
    ["", "r", "r*", "*r", "**", "<", ">", "<>", ">r", "r<", "rgb", "RG", "rx", " rg", "rg ", "<<"],
)
def test_text_that_is_no_card(text: str) -> None:
    """R3: anything but the 44 texts of cards is refused with the text in the sentence."""
    with pytest.raises(NotationError) as caught:
        Card.parse(text)
    assert str(caught.value).startswith(f'"{text}" is not a card: write a middle section as "rg"')


@pytest.mark.parametrize("text", ["standard", "standard:2", "standard:3", "standard:4", "<r r> gr"])
def test_deck_text_as_written(text: str) -> None:
    """R5: a deck's text is the same after it has been read and written."""
    assert str(Deck.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("standard:1", "standard"),
        ("standard:02", "standard:2"),
        ("gr:2 rg", "gr:3"),
        ("rg r> <r:01", "<r r> gr"),
        (" *>\t<* \n rg ", "<* *> gr"),
        ("gr:200", "gr:200"),
        (str(counted(STANDARD.counts)), "standard"),
    ],
)
def test_deck_text_read_loosely(text: str, written: str) -> None:
    """R4: a family's own deck may name its cards in any order, as they lie, and several times."""
    assert str(Deck.parse(text)) == written


def test_deck_text_of_nearly_the_standard_deck() -> None:
    """R4: a deck that is not a whole number of sets is written card by card."""
    counts = list(STANDARD.counts)
    counts[-1] += 1
    deck = Deck(tuple(counts))
    assert str(deck).startswith("<r <o <y <g <b <p <* r> o> y> g> b> p> *> bg:3 bo:2")
    assert Deck.parse(str(deck)) == deck


@given(counts_of_kinds())
def test_deck_text_round_trip(counts: tuple[int, ...]) -> None:
    """R4: whatever deck a family counts, reading its text gives the same deck."""
    deck = Deck(counts)
    assert Deck.parse(str(deck)) == deck
    assert parse_counted(counted(counts)) == counts
    assert count_kinds(cards_of(counts)) == counts
    assert Deck.of(deck) == deck
    assert len(list(deck)) == len(deck) == sum(counts)


SIZE = "A deck has 2 to 200 cards, but this one has {}."
COUNT = '"{}" does not say how many cards there are: write "rg:3" for three.'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", SIZE.format(0)),
        ("rg", SIZE.format(1)),
        ("rg:1", SIZE.format(1)),
        ("rg:201", SIZE.format(201)),
        ("rg:200 <r", SIZE.format(201)),
        ("rg:999 gr:999", SIZE.format(1998)),
        ("standard:5", SIZE.format(250)),
        ("standard:0", "A game needs 1 set of cards or more, not 0."),
        ("standard:000", "A game needs 1 set of cards or more, not 0."),
        ("standard:", COUNT.format("standard:")),
        ("standard:-1", COUNT.format("standard:-1")),
        ("standard:two", COUNT.format("standard:two")),
        ("standard:٢", COUNT.format("standard:٢")),
        ("rg:0", COUNT.format("rg:0")),
        ("rg:", COUNT.format("rg:")),
        ("rg:1000", COUNT.format("rg:1000")),
        ("rg:-3", COUNT.format("rg:-3")),
        ("rg:3.0", COUNT.format("rg:3.0")),
        ("rg:3:3", COUNT.format("rg:3:3")),
        ("rg:٣", COUNT.format("rg:٣")),
        ("rg xx", '"xx" is not a card'),
        ("rg gg:2", 'The card "gg" does not exist'),
        ("standard rg", '"standard" is not a card'),
        ("rg: 3", COUNT.format("rg:")),
    ],
)
def test_text_that_is_no_deck(text: str, sentence: str) -> None:
    """R5: a deck has 2 to 200 cards that exist, each with a count that can be read."""
    with pytest.raises(NotationError) as caught:
        Deck.parse(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("sets", [0, -1])
def test_no_set(sets: int) -> None:
    """R5: a game needs one set or more."""
    with pytest.raises(NotationError, match=rf"1 set of cards or more, not {sets}\."):
        _ = STANDARD * sets


@pytest.mark.parametrize("cards", [["rg"], [], ["<r"] * 201])
def test_deck_of_too_few_or_too_many_cards(cards: list[str]) -> None:
    """R5: no deck of another size can be made at all."""
    with pytest.raises(NotationError, match=rf"this one has {len(cards)}\."):
        Deck.of(map(Card.parse, cards))
