"""The naive solver on positions small enough to solve by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from serpentina.notation import Position
from tests.solver import Value, liking, solve, solve_placements

HALF, WHOLE, NONE = Fraction(1, 2), Fraction(1), Fraction(0)


def solved(text: str) -> tuple[str, str]:
    """Each seat's chance and cards as text."""
    chances, cards = solve(Position.parse(text))
    return " ".join(map(str, chances)), " ".join(map(str, cards))


@pytest.mark.parametrize(
    ("rules", "pits", "chances"),
    [
        ("serpentina", "6/6/1 5/5/1", "1 0"),  # more cards
        ("serpentina", "7/4/2 7/7/1 6/6/1", "0 1 0"),  # as many, a longer snake
        ("serpentina", "7/7/1 7/7/1 6/3/2", "1/2 1/2 0"),  # shared
        ("serpentina", "0/0/0 0/0/0 0/0/0", "1/3 1/3 1/3"),
        ("serpentina", "0/0/0", "1"),  # alone
        ("serpentina,goal=snakes", "9/9/1 6/3/2", "0 1"),  # more snakes
        ("serpentina,goal=snakes", "7/4/2 6/3/2", "1 0"),  # as many, more cards
        ("serpentina,goal=race:9", "7/4/2 6/6/1", "1 0"),  # nobody there: as cards
    ],
)
def test_the_game_is_over(rules: str, pits: str, chances: str) -> None:
    """R22, R23: with the fan empty the winners share 1, and the cards are those held."""
    held = " ".join(pit.split("/")[0] for pit in pits.split())
    assert solved(f"{rules} ; gr ; {pits} ; 1 ; - ; -") == (chances, held)


def test_draws_weigh_as_many_as_they_are() -> None:
    """g> (2 of 3) lets seat 1 take 3 at once; p> (1 of 3) fits nowhere, and seat 2 takes them."""
    expected = ("2/3 1/3", "2 1")
    assert solved("serpentina ; <r-rg ; 0/0/0 0/0/0 ; 1 ; g>:2 p> ; -") == expected


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("serpentina", ("1/4 3/4", "0 3/2")),
        ("hisss", ("0 1", "0 3")),
        ("serpentina,must_match=off", ("1/2 1/2", "0 0")),
    ],
)
def test_the_rules_decide(rules: str, expected: tuple[str, str]) -> None:
    """Seat 1 draws rg or g>, seat 2 the other.

    `serpentina`: rg must go to <r, then g> completes it; g> lies alone, then rg cannot join two
    lone cards, and 0 to 0 is shared. `hisss`: it can (R21), so seat 2 wins both ways. Who need not
    match (R16) lays rg on its own, and nobody takes a card.
    """
    assert solved(f"{rules} ; <r ; 0/0/0 0/0/0 ; 1 ; rg g> ; -") == expected


def test_who_gets_a_joined_snake() -> None:
    """R20: yg joins two snakes of two to five cards, taken at once or, incomplete, left lying."""
    position = "<r-ry gb-bp ; 0/0/0 0/0/0 ; 2 ; yg ; -"
    assert solved(f"serpentina ; {position}") == ("0 1", "0 5")
    assert solved(f"hisss ; {position}") == ("1/2 1/2", "0 0")


def test_a_race_is_over_at_once() -> None:
    """R23: each draw takes 3 cards; in a race to 3 seat 2 never draws, else the two share."""
    position = "<r-rg <b-by ; 0/0/0 0/0/0 ; 1 ; g> y> ; -"
    assert solved(f"serpentina,goal=race:3 ; {position}") == ("1 0", "3 0")
    assert solved(f"serpentina ; {position}") == ("1/2 1/2", "3 3")


def test_own_chance_before_own_cards() -> None:
    """With *> one takes 3 for a shared 6 to 6, not 5 for 8, since g> then gives the other 9 cards.

    If g> is drawn first it fits <r-rg alone: 3 for seat 1, then *> takes 5 for seat 2: 6 to 11.
    """
    start = "serpentina ; <r-rg <b-bg-gy-yp ; 3/3/1 6/3/2 ; 1"
    small, big = ("<b-bg-gy-yp", "<r-rg-*>"), ("<r-rg", "<b-bg-gy-yp-*>")
    expected: dict[tuple[str, str | None], Value] = {
        small: ([HALF, HALF], [6 * WHOLE, 6 * WHOLE]),
        big: ([NONE, WHOLE], [8 * WHOLE, 9 * WHOLE]),
    }
    assert solve_placements(Position.parse(f"{start} ; g> ; *>")) == expected
    assert solved(f"{start} ; g> *> ; -") == ("1/4 3/4", "6 17/2")


def test_own_cards_come_next() -> None:
    """With *> a seat that wins or loses anyhow takes 5 cards rather than 3."""
    table = "<r-rg <b-bg-gy-yp"
    assert solved(f"serpentina ; {table} ; 0/0/0 ; 1 ; *> ; -") == ("1", "5")
    assert solved(f"serpentina ; {table} ; 9/9/1 0/0/0 ; 2 ; *> ; -") == ("1 0", "9 5")


@pytest.mark.parametrize(
    ("pits", "chances", "cards"),
    [("8/8/1 0/0/0 6/6/1", "1 0 0", "8 0 6"), ("20/20/1 0/0/0 3/3/1", "1 0 0", "20 0 3")],
)
def test_the_next_seat_gets_the_least(pits: str, chances: str, cards: str) -> None:
    """Seat 2, who gets nothing, lays rg to yg, not to r>, where <g would give seat 3 three cards.

    With them seat 3 would win, 9 to 8, or hold 6 for 3. If <g comes first it fits only yg, rg then
    only r>, and nobody takes a card.
    """
    start = f"serpentina ; r> gy ; {pits} ; 2"
    assert solved(f"{start} ; rg <g ; -") == (chances, cards)
    placed = solve_placements(Position.parse(f"{start} ; <g ; rg"))
    assert list(placed) == [("gr-r> gy", None), ("r> rg-gy", None)]  # the worse one is first
    assert placed["gr-r> gy", None][1][2] == placed["r> rg-gy", None][1][2] + 3


def test_the_order_of_wishes() -> None:
    """Seat 3's, the best first: own chance, own cards, seat 1's chance, cards, seat 2's cards."""
    chances = {"wins": [NONE, NONE, WHOLE], "1": [WHOLE, NONE, NONE], "2": [NONE, WHOLE, NONE]}
    held = [("wins", 9, 9, 0), ("2", 9, 9, 3), ("2", 8, 0, 2), ("2", 8, 1, 2), ("2", 9, 0, 2)]
    held += [("1", 0, 0, 2), ("1", 1, 0, 2)]
    values = [(chances[winner], list(map(Fraction, cards))) for winner, *cards in held]
    assert sorted(values, key=lambda value: liking(value, 2), reverse=True) == values
