"""Records: every moment of a game comes back, and what breaks the rules is refused by turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from serpentina.cards import STANDARD, Deck
from serpentina.errors import NotationError, RecordError
from serpentina.game import Game
from serpentina.reader import read_record
from serpentina.record import Record, clean_name
from tests.moments import moments
from tests.test_reader import FAN, NONCE, RECORD

GAMES = [
    (1, "hisss,must_match=off", 1, Deck.parse("<* *> gr:20 bo:10 <r r>")),
    (2, "hisss", 7, STANDARD),
    (3, "serpentina,goal=race:12", 3, STANDARD),
    (8, "serpentina,goal=snakes,joined=when_complete", 4, STANDARD),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game[1])
def test_every_moment_comes_back(game: tuple[int, str, int, Deck]) -> None:
    """F7: the record of any moment is read as it was written and replays to an equal game."""
    for moment in moments(*game):
        record = Record.of(moment, secret=True)
        assert read_record(str(record)) == record
        assert record.replay() == moment
        assert read_record(str(record)).replay() == moment


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game[1])
def test_every_moment_comes_back_without_the_fan(game: tuple[int, str, int, Deck]) -> None:
    """R8: without its fan a record replays to the same view, since no view knows the order."""
    for moment in moments(*game)[:-1]:
        record = Record.of(moment)
        assert record.fan is None
        assert "[Fan" not in str(record)
        assert "[Nonce" not in str(record)
        again = read_record(str(record))
        assert again == record
        assert again.replay().view == moment.view
        assert again.replay().turns == moment.turns
        assert (again.replay().card, again.replay().slot) == (moment.card, moment.slot)


def test_the_longest_game_comes_back() -> None:
    """R5: the record of a game of 200 cards replays to an equal game too."""
    game = moments(8, "serpentina,must_match=off", 5, STANDARD * 4)[-1]
    assert read_record(str(Record.of(game))).replay() == game


def test_fan_is_shown_once_the_game_is_counted() -> None:
    """R9: a record shows fan and nonce only when the game is counted."""
    *_, over, counted = moments(2, "hisss", 7)
    assert over.is_over
    assert Record.of(over).fan is None
    assert Record.of(counted).fan == counted.fan
    assert f'[Nonce "{counted.fan.nonce}"]' in str(Record.of(counted))


def test_games_of_a_record() -> None:
    """F7: a record gives the game after the starter, after each turn and after the count."""
    games = list(read_record(RECORD).games())
    assert [len(game.turns) for game in games] == [1, 2, 3, 4, 5, 6, 6]
    assert [game.is_counted for game in games] == [False] * 6 + [True]
    assert games[-1] == read_record(RECORD).replay() == games[-2].count()


@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        'Bo "the snake" O\'Neill',
        "C:\\Users\\Bo\\",
        '\\"',
        "Zoë Müller-Łukaszewicz",
        "Οδυσσέας 小蛇 Дима",
        "🐍🌈 Oma ❤️",
        "[Seat9] {x} * count 3 0 1. 1@2",
        "x" * 40,
    ],
)
def test_names(name: str) -> None:
    """F7: a name comes back whatever letters, quotation marks or pictures are in it."""
    record = replace(read_record(RECORD), seats=(name, "Bo"), date=name, more=(("Host", name),))
    again = read_record(str(record))
    assert again == record
    assert again.seats[0] == clean_name(name) == name


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [(" Ana ", "Ana"), ("Ana\n María", "Ana María"), ("a\t\tb", "a b"), ("a\u00a0b", "a b")],
)
def test_space_in_names(name: str, cleaned: str) -> None:
    """F7: space in a name is one space, so that an editor cannot change a name."""
    game = Game.new(1, seed=1)
    assert Record.of(game, (name,)).seats == (cleaned,)


@pytest.mark.parametrize(
    "name", ["", " ", "\n", "x" * 41, "a\x00b", "\x1b[31m", "\ud800", "a\u202eb"]
)
def test_names_that_cannot_be(name: str) -> None:
    """F7: an empty name, a long one, or one that cannot be printed is refused."""
    with pytest.raises(RecordError, match="A name has 1 to 40 letters that can be printed"):
        Record.of(Game.new(1, seed=1), (name,))


TURNS = [
    ("0@0 gr", "0@0 <r", 'Turn 0: Slot 0 of the fan holds "gr", not "<r".'),
    ("0. 0@0", "0. 0@1", "Turn 0: It is the starter, of seat 0 and slot 0, on its own"),
    ("2. 2@2", "2. 1@2", "Turn 2: Seat 1 moves, but it is the turn of seat 2."),
    ("2. 2@2", "2. 3@2", "Turn 2: Seat 3 moves, but it is the turn of seat 2."),
    ("2. 2@2", "2. 0@0", "Turn 2: Seat 0 moves, but it is the turn of seat 2."),
    ("1. 1@1", "1. 2@1", "Turn 1: Seat 2 moves, but it is the turn of seat 1."),
    ("2. 2@2 bg-1z", "2. 2@1 <r-1z", "Turn 2: Slot 1 of the fan holds no card: it has slots 1"),
    ("4. 2@4", "4. 2@0", "Turn 4: Slot 0 of the fan holds no card: it has slots 1 to 5, and"),
    ("4. 2@4", "4. 2@6", "Turn 4: Slot 6 of the fan holds no card"),
    ("2. 2@2 bg", "2. 2@2 go", 'Turn 2: Slot 2 of the fan holds "bg", not "go".'),
    ("2. 2@2", "2. 2@3", 'Turn 2: Slot 3 of the fan holds "b>", not "bg".'),
    ("bg-1z", "bg-1a", 'Turn 2: The card "bg" cannot be placed so: it can be placed at bg-1z.'),
    ("bg-1z", "bg", 'Turn 2: The card "bg" cannot be placed so: it can be placed at bg-1z.'),
    ("4. 2@4 or", "4. 2@4 or-1z", 'Turn 4: The card "or" cannot be placed so: it can be'),
    ("bg-1z", "(bg)", "Turn 3: Seat 1 moves, but it is the turn of seat 2."),
    ("1z-b> takes <r-rg-gb-b>\n4. 2", "(b>) 4. 1", 'Turn 4: The card "b>" must be placed first.'),
    (
        " takes <r-rg-gb-b>",
        "",
        "Turn 3: The record says that - is taken, but by the rules it is <r-",
    ),
    ("takes <r-rg-gb-b>", "takes <r-rb-b>", "Turn 3: The record says that <r-rb-b> is taken, but"),
    (
        "2@4 or",
        "2@4 or takes or",
        "Turn 4: The record says that or is taken, but by the rules it is -.",
    ),
    ("count 4 0", "count 3 0", "The record counts 3 0 cards by seat, but by its turns it is 4 0."),
    ("count 4 0", "count 0 4", "The record counts 0 4 cards by seat, but by its turns it is 4 0."),
    ("5. 1@5 go-1a\n", "", "Turn 5: the record counts the cards, but the game is not over."),
    ("go-1a\n", "(go)\n", "Turn 6: the record counts the cards, but the game is not over."),
    (f"{FAN}", "gr <r bg b> or gr", "Turn 0: The fan does not hold the cards of the deck."),
    (f"{FAN}", "gr <r bg b> or", "Turn 0: The fan does not hold the cards of the deck."),
    (f"{FAN}", f"{FAN} go", "Turn 0: The fan does not hold the cards of the deck."),
    ("count", "6. 2@5 go count", "Turn 6: The game is over: nothing can be drawn."),
]


@pytest.mark.parametrize(("old", "new", "sentence"), TURNS)
def test_turns_that_break_the_rules(old: str, new: str, sentence: str) -> None:
    """F7: a record that breaks the rules is refused with the turn and the reason."""
    assert old in RECORD
    record = read_record(RECORD.replace(old, new, 1))
    with pytest.raises(RecordError) as caught:
        record.replay()
    assert sentence in str(caught.value)
    with pytest.raises(RecordError):
        list(record.games())


# The same game as it goes on, without its fan.
HIDDEN = RECORD.replace(f'[Nonce "{NONCE}"]\n[Fan "{FAN}"]\n', "")
HIDDEN_TURNS = [
    (
        "2. 2@2 bg-1z",
        "2. 2@2 gr",
        'Turn 0: The card "gr" is drawn more often than the deck has it.',
    ),
    (
        "2. 2@2 bg-1z",
        "2. 2@2 <g",
        'Turn 0: The card "<g" is drawn more often than the deck has it.',
    ),
    ("4. 2@4", "4. 2@1", "Turn 4: Slot 1 of the fan holds no card"),
    ("4. 2@4", "4. 2@0", "Turn 4: Slot 0 of the fan holds no card"),
    ("4. 2@4", "4. 2@6", "Turn 4: Slot 6 of the fan holds no card"),
    ("4. 2@4", "4. 2@999", "Turn 4: Slot 999 of the fan holds no card"),
    ("2. 2@2", "2. 1@2", "Turn 2: Seat 1 moves, but it is the turn of seat 2."),
    ("bg-1z", "bg", 'Turn 2: The card "bg" cannot be placed so'),
    ("count 4 0", "count 4 1", "The record counts 4 1 cards by seat, but by its turns it is 4 0."),
]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    HIDDEN_TURNS,
)
def test_turns_that_break_the_rules_without_a_fan(old: str, new: str, sentence: str) -> None:
    """F7: also a record that does not show its fan is refused with the turn and the reason."""
    assert read_record(HIDDEN).replay().view == read_record(RECORD).replay().view
    record = read_record(HIDDEN.replace(old, new, 1))
    with pytest.raises(RecordError) as caught:
        record.replay()
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("0@0 gr", "0@0 gr-1z"),
        ("0@0 gr", "0@0 (gr)"),
        ("0@0 gr", "0@0 gr takes <r-rg-g>"),
        ("0. 0@0 gr\n1. 1@1", "0. 0@0 gr\n1. 0@0 gr\n2. 1@1"),
        ("0. 0@0 gr\n1. 1@1 <r-1z", "0. 1@1 <r-1z"),
        ("1. 1@1 <r-1z", "1. 1@1 (<r) takes <r-rg-g>"),
    ],
)
def test_steps_that_say_too_much_or_too_little(old: str, new: str) -> None:
    """R7: turn 0 is the starter, once and on its own; a card only drawn takes nothing."""
    head, _, turns = RECORD.partition("\n\n")
    first = turns.partition("2. ")[0]
    with pytest.raises((RecordError, NotationError)):
        read_record(f"{head}\n\n{first.replace(old, new)}*").replay()


@pytest.mark.parametrize("fan", ["", "gr", " ".join(["gr"] * 201)])
def test_fan_of_a_size_that_no_deck_has(fan: str) -> None:
    """F7: a fan of another size than the deck's is refused as not of the deck, at turn 0."""
    record = read_record(RECORD.replace(FAN, fan))
    with pytest.raises(RecordError, match=r"Turn 0: The fan does not hold the cards of the deck\."):
        record.replay()
