"""The picture of a table is made of the browser's own cards, and all of it has room."""

from __future__ import annotations

import builtins
import random
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from serpentina.art import WIDTH, card_svg
from serpentina.cards import STANDARD, Card, Deck
from serpentina.envs import picture
from serpentina.envs.setting import EnvError
from serpentina.envs.telling import text
from serpentina.fan import Fan
from serpentina.game import Game
from serpentina.painting import Paint
from tests.conftest import play_out

SVG = "{http://www.w3.org/2000/svg}"


def crowded(count: int) -> Game:
    """A game in which so many cards lie, each on its own."""
    game = Game.new(2, "serpentina,must_match=off", STANDARD, seed=3)
    for _ in range(count):
        game = game.draw(game.slots[0]).place(0)
    return game.draw(game.slots[0])


def test_the_bodies_are_those_of_the_cards() -> None:
    """A card that lies alone has the shapes of its picture, colour by colour, in their order."""
    game = Game.new(2, fan=Fan.laid(Fan.seeded(STANDARD, 1).order))
    lying = picture.svg(game)
    for shape in ET.fromstring(card_svg(str(game.turns[0].card))).iter():  # noqa: S314
        fill = shape.get("fill")
        if shape.tag == f"{SVG}path" and fill and fill != "none":
            assert f'fill="{fill}"' in lying


@pytest.mark.parametrize("count", [1, 20, 47])
def test_all_has_room(count: int) -> None:
    """However many snakes lie there, all are drawn above the pits and left of the card drawn."""
    game = crowded(count)
    root = ET.fromstring(picture.svg(game))  # noqa: S314
    foot = picture.DOWN - picture.MARGIN - picture.FOOT * game.players
    right = picture.ACROSS - picture.MARGIN - picture.CARD * WIDTH
    centres = [
        (float(dot.get("cx", 0)), float(dot.get("cy", 0))) for dot in root.findall(f"{SVG}circle")
    ]
    assert len(centres) > count
    assert all(0 < x < right and 0 < y < foot for x, y in centres)


def test_a_long_snake_has_room() -> None:
    """Even a snake of 30 cards fits in the picture, drawn smaller."""
    order = ["<r", *["rg", "gr"] * 15, "o>"]
    cards = [Card.parse(card) for card in order]
    deck = Deck.of(cards)
    game = Game.new(2, "hisss", deck, fan=Fan.laid(cards))
    while len(game.slots) > 1:
        game = game.draw(game.slots[0])
        game = game.place(game.placements[0])
    assert max(map(len, game.layout.snakes.values())) == 31
    pixels = picture.pixels(game)
    cloth = np.array([0x1F, 0x6F, 0x5C])
    assert (pixels[: picture.MARGIN - 4, :] == cloth).all()
    right = int(picture.ACROSS - picture.MARGIN - picture.CARD * WIDTH)
    assert (pixels[100:500, right:] == cloth).all()


def test_pits_and_turn_are_seen() -> None:
    """A mark for each card taken, a frame around who is to place, none when it is over."""
    game = play_out(Game.new(3, seed=5), random.Random(5))
    svg = picture.svg(game)
    assert svg.count('rx="2"') == sum(pit.cards for pit in game.scores)
    assert f'stroke="{picture.PAPER}" stroke-width="2"' not in svg
    begun = Game.new(3, seed=5)
    assert picture.svg(begun).count(f'stroke="{picture.PAPER}" stroke-width="2"') == 1


def test_the_end_in_words() -> None:
    """Who won is said, and no action is offered; colours stay out of plain text."""
    game = play_out(Game.new(2, seed=5), random.Random(5))
    assert game.result
    said = text(game)
    assert f"won by seat {game.result.winners[0]}" in said
    assert "action" not in said
    assert "\033" not in said
    assert "\033" in text(game, Paint(colours=True))


def test_without_what_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the extra is not installed, a sentence says how to get it."""
    usual = builtins.__import__

    def without(name: str, *more: Any, **given: Any) -> Any:
        if name == "resvg_py":
            raise ImportError(name)
        return usual(name, *more, **given)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(EnvError, match=r"pip install \"serpentina\[gym\]\""):
        picture.pixels(Game.new(2, seed=1))
