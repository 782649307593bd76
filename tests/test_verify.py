"""Verifying: the record of a finished game against its fan, and the fan against its seal."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from serpentina.cards import STANDARD, Deck
from serpentina.errors import RecordError
from serpentina.fan import Fan
from serpentina.game import Game
from serpentina.reader import read_record
from serpentina.record import Record, verify
from tests.conftest import play_out
from tests.test_reader import RECORD, SEAL


def test_verify(finished: Game) -> None:
    """R9: the record of an honest game passes, and gives its game."""
    assert verify(Record.of(finished)) == finished
    assert verify(read_record(RECORD)) == read_record(RECORD).replay()
    shuffled = Game.new(1, deck=Deck.parse("gr:3"))
    assert verify(Record.of(shuffled, secret=True)) == shuffled


def tampered(finished: Game) -> dict[str, tuple[Record, str]]:
    """The record of a game with one thing changed, and what is said of it."""
    record, fan = Record.of(finished), finished.fan
    order = list(fan.order)
    order[1], order[2] = order[2], order[1]
    swapped = replace(fan, order=tuple(order))
    other = replace(fan, nonce="0" * 32)
    sealed = "The fan is not the one that was sealed: its seal is {}, the record says {}."
    seeded = "The fan is not the one that the seed 7 gives."
    turns = f'Turn 42: Slot 2 of the fan holds "{fan.order[1]}", not "{fan.order[2]}".'
    return {
        "another commitment": (
            replace(record, commitment=SEAL),
            sealed.format(fan.commitment, SEAL),
        ),
        "another order": (
            replace(record, fan=swapped),
            sealed.format(swapped.commitment, fan.commitment),
        ),
        "another nonce": (
            replace(record, fan=other),
            sealed.format(other.commitment, fan.commitment),
        ),
        "another order, sealed anew": (
            replace(record, fan=swapped, commitment=swapped.commitment),
            seeded,
        ),
        "another nonce, sealed anew": (
            replace(record, fan=other, commitment=other.commitment),
            seeded,
        ),
        "another order, without its seed": (
            replace(
                record,
                fan=replace(swapped, seed=None),
                commitment=swapped.commitment,
                seed=None,
            ),
            turns,
        ),
        "another seed": (
            replace(record, fan=replace(fan, seed=8), seed=8),
            "The fan is not the one that the seed 8 gives.",
        ),
        "fan not shown": (
            replace(record, fan=None),
            "The record does not show its fan yet, so that nothing can be verified.",
        ),
        "another count": (
            replace(record, scores=(38, 11)),
            "The record counts 38 11 cards by seat, but by its turns it is 37 11.",
        ),
    }


@pytest.mark.parametrize("what", tampered(Game.new(seed=7)))
def test_verify_finds_what_was_changed(finished: Game, what: str) -> None:
    """R9: a record in which anything was changed afterwards does not pass, and is told why."""
    record, sentence = tampered(finished)[what]
    with pytest.raises(RecordError) as caught:
        verify(record)
    assert str(caught.value) == sentence
    with pytest.raises(RecordError):
        verify(read_record(str(record)))


def test_a_later_game_of_a_seed() -> None:
    """F20: the record of the fourth game of a seed says which it is, and verifies."""
    fan = Fan.seeded(STANDARD, 7, 3)
    game = play_out(Game.new(2, fan=fan), random.Random(1)).count()
    text = str(Record.of(game))
    assert '[Game "3"]' in text
    assert verify(read_record(text)) == game
    with pytest.raises(RecordError, match="not the one that the seed 7 gives"):
        verify(read_record(text.replace('[Game "3"]\n', "")))
