"""Why a placement is better: what it brings, which reason speaks for it, and the sentence."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from serpentina.cards import Card, parse_counted
from serpentina.layout import Layout, Placement
from serpentina.notation import parse_placement, parse_table
from serpentina.options import Rules
from serpentina.reasons import KINDS_OF_REASON, Prospect, Reason, prospect, reason, sentence
from serpentina.words import LANGUAGES, Words

NOTHING = Prospect(0, 0, 0, 0, 0)


def prospect_of(table: str, placement: str, fan: str, rules: str = "serpentina") -> Prospect:
    """What a placement, as `placement_text` writes it, brings."""
    snakes = parse_table(table)
    layout = Layout.of(snakes, 50)
    card, number = parse_placement(placement)
    assert number in layout.placements(Rules.parse(rules), card)
    return prospect(Rules.parse(rules), layout, card, number, parse_counted(fan))


def test_what_is_taken() -> None:
    """A placement that completes a snake of three cards takes three, and nothing is left."""
    assert prospect_of("<r-rg", "1z-g>", "g>:2 rg").taken == 3


def test_what_feeds_the_next_player() -> None:
    """Both green tails of the fan complete the snake of three that is left to them."""
    assert prospect_of("<r", "1z-rg", "g>:2 b>") == Prospect(0, 2, 6, 3, 2)


def test_the_next_player_takes_the_longer_snake() -> None:
    """A card that completes a snake of three or one of four feeds with four."""
    assert prospect_of("<r-rg <b-by-yg", "op", "g>") == Prospect(0, 1, 4, 4, 0)


def test_the_most_is_that_of_one_card() -> None:
    """Where two cards of the fan complete a snake of three each, the most taken is three."""
    assert prospect_of("<r-rg <b-by", "op", "g> y>") == Prospect(0, 2, 6, 3, 0)


def test_what_fits_the_snake_just_made() -> None:
    """Of the fan only what fits the snake just made is counted, not what fits others."""
    assert prospect_of("<r <b", "1z-rg", "go by:2", "hisss").fitting == 1


def test_a_card_on_its_own_is_a_snake_too() -> None:
    """What fits a card that lies on its own is counted."""
    assert prospect_of("<r", "gb", "go by:2 po").fitting == 3


@pytest.mark.parametrize(
    ("better", "other", "is_own", "expected"),
    [
        (Prospect(3, 9, 9, 9, 9), NOTHING, False, Reason("takes", 3)),
        (Prospect(5, 0, 0, 0, 0), Prospect(3, 0, 0, 0, 0), False, Reason("takes_more", 5, 3)),
        (Prospect(0, 2, 6, 3, 0), Prospect(0, 4, 12, 3, 0), False, Reason("feeds_less", 2, 4)),
        (Prospect(0, 4, 12, 3, 0), Prospect(0, 4, 20, 5, 0), False, Reason("feeds_smaller", 3, 5)),
        (Prospect(0, 4, 20, 5, 0), Prospect(0, 2, 6, 3, 0), True, Reason("serves_more", 4, 2)),
        (Prospect(0, 4, 20, 5, 0), Prospect(0, 4, 12, 3, 0), True, Reason("serves_larger", 5, 3)),
        (Prospect(0, 0, 0, 0, 7), NOTHING, False, Reason("fits_more", 7, 0)),
        (Prospect(0, 5, 20, 9, 0), Prospect(0, 4, 12, 3, 7), False, Reason("long_run")),
        (Prospect(0, 5, 10, 3, 0), Prospect(0, 4, 12, 3, 0), False, Reason("long_run")),
    ],
)
def test_which_reason(better: Prospect, other: Prospect, is_own: bool, expected: Reason) -> None:
    """What is taken speaks first, then what the next player can take, then what fits."""
    assert reason(better, other, is_own=is_own) == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS_OF_REASON)
def test_every_reason_has_a_sentence(language: str, kind: str) -> None:
    """Each kind of reason is worded in each language, with its numbers, for one and for many."""
    numbers: Sequence[Reason] = (Reason(kind, 1, 41), Reason(kind, 17, 41))
    said = [sentence(each, Words(language)) for each in numbers]
    if kind != "long_run":
        assert "1" in said[0]
        assert "17" in said[1]
    if kind not in ("long_run", "takes"):
        assert all("41" in each for each in said)
    if language != "en":
        assert said[0] != sentence(numbers[0], Words("en"))


def test_the_layout_stays_as_it_is() -> None:
    """Looking ahead changes nothing."""
    layout = Layout.of(parse_table("<r-rg gb"), 50)
    before = layout.table[:]
    for placement in layout.placements(Rules(), Card.parse("bg")):
        prospect(Rules(), layout, Card.parse("bg"), Placement(placement), parse_counted("g> <b"))
    assert layout.table == before
