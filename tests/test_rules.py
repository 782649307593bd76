"""One test, or more, for each printed rule of play: R6 to R23."""

from __future__ import annotations

from array import array

import pytest

from serpentina.cards import STANDARD, Card, Deck
from serpentina.errors import IllegalMove
from serpentina.fan import Fan
from serpentina.game import Game
from serpentina.options import Rules
from serpentina.rules import winners
from tests.tables import named, placed, tables

pytestmark = pytest.mark.core


def dealt(order: str, rules: str = "serpentina", players: int = 2) -> Game:
    """A game whose fan holds these cards: the starter, then slots 1, 2 and so on."""
    fan = Fan.laid(map(Card.parse, order.split()))
    return Game.new(players, rules, Deck.of(fan.order), fan=fan)


def played(game: Game, *choices: int) -> Game:
    """Draw slot after slot and make the placement of each number."""
    for choice in choices:
        game = game.draw(game.slots[0])
        game = game.place(game.placements[choice])
    return game


@pytest.mark.parametrize("players", [0, 9, -1])
def test_r6_refuses_other_numbers_of_players(players: int) -> None:
    """R6: a game has 1 to 8 players."""
    with pytest.raises(IllegalMove, match="1 to 8 players"):
        Game.new(players)


def test_r6_seat_1_begins_and_seats_follow_in_turn() -> None:
    """R6: seat 1 draws first, then 2, 3 and 1 again."""
    game = Game.new(3, seed=1)
    seats = []
    for _ in range(7):
        seats.append(game.seat)
        game = played(game, 0)
    assert seats == [1, 2, 3, 1, 2, 3, 1]


def test_r7_the_starter_lies_on_the_table_and_belongs_to_nobody() -> None:
    """R7: the card of slot 0 lies alone, no slot 0 is left in the fan, and no pit has a card."""
    game = dealt("gr <r b>")
    assert str(game.position) == "serpentina ; gr ; 0/0/0 0/0/0 ; 1 ; <r b> ; -"
    assert game.slots == (1, 2)


def test_r8_any_card_of_the_fan_may_be_drawn_and_must_be_placed() -> None:
    """R8: any slot, once; no second draw before the first card is placed."""
    game = Game.new(2, seed=1)
    drawn = game.draw(49)
    assert drawn.card == game.fan.order[49]
    with pytest.raises(IllegalMove, match="must be placed first"):
        drawn.draw(3)
    after = drawn.place(drawn.placements[0])
    for slot in (49, 0, 50, -1):
        with pytest.raises(IllegalMove, match="holds no card"):
            after.draw(slot)


def test_r8_a_view_knows_which_cards_are_left_not_where() -> None:
    """R8: two fans that differ only in the order of what they still hold give one view."""
    one, other = dealt("gr <r b> <p", players=3), dealt("gr <r <p b>", players=3)
    assert one.draw(1).view == other.draw(1).view
    assert one.view == other.view


def test_r9_a_placement_may_be_taken_back_never_a_draw() -> None:
    """R9: undo gives the game as it was, the card still in hand; then there is nothing more."""
    drawn = Game.new(2, seed=3).draw(5)
    placed_now = drawn.place(drawn.placements[0])
    assert placed_now.undo() == drawn
    with pytest.raises(IllegalMove, match="no placement to take back"):
        drawn.undo()
    with pytest.raises(IllegalMove, match="no placement to take back"):
        placed_now.draw(6).undo()


def test_r9_the_last_placement_is_settled_by_the_count() -> None:
    """R9: when the fan is empty the game is over; it may be taken back until it is counted."""
    game = played(dealt("gr <r"), 0)
    assert game.is_over
    assert not game.is_counted
    assert not game.undo().is_over
    with pytest.raises(IllegalMove, match="no placement to take back"):
        game.count().undo()
    with pytest.raises(IllegalMove, match="nothing can be drawn"):
        game.draw(1)


def test_r9_cards_left_in_the_middle_count_for_nobody() -> None:
    """R9: the pits hold what was taken and nothing else."""
    game = played(dealt("gr <r b> oy"), 0, 0, 0).count()
    assert [pit.cards for pit in game.scores] == [0, 0]
    with pytest.raises(IllegalMove, match="not over"):
        dealt("gr <r").count()


def test_r10_colours_match_and_the_card_may_be_turned() -> None:
    """R10: gr goes to the red end of oy-yr one way round, and to the green end of gb the other."""
    assert tables("serpentina", "oy-yr", "gr") == ["gr-ry-yo"]
    assert tables("serpentina", "bg", "gr") == ["bg-gr"]


def test_r11_a_lone_card_is_matched_like_an_end_of_a_snake() -> None:
    """R11: both ends of a lone middle section can be matched, and two cards are a snake."""
    assert tables("serpentina", "gr", "go") == ["og-gr"]
    assert tables("serpentina", "gr", "or") == ["gr-ro"]
    assert tables("serpentina", "gr", "gr") == ["rg-gr", "gr-rg"]


def test_r12_a_snake_grows_at_both_ends_but_not_past_a_head_or_a_tail() -> None:
    """R12: br touches the open end of a headed snake, never its closed one."""
    assert tables("serpentina", "rg-gr", "br") == ["br-rg-gr", "br-rg-gr"]
    assert tables("serpentina", "<r-rg-gr", "br") == ["<r-rg-gr-rb"]
    assert tables("serpentina", "rg-gr-r>", "br") == ["br-rg-gr-r>"]


def test_r13_a_rainbow_card_touches_any_middle_section_and_only_those() -> None:
    """R13: alone it takes any middle section, either way round; it never touches its like."""
    assert tables("serpentina", "<*", "gr") == ["<*-gr", "<*-rg"]
    assert tables("serpentina", "*>", "gr") == ["rg-*>", "gr-*>"]
    assert tables("serpentina", "gr", "<*") == ["<*-gr", "<*-rg"]
    assert tables("serpentina", "<r b>", "<*") == ["<* <r b>"]
    assert tables("serpentina", "<*", "*>") == ["*> <*"]


def test_r14_a_head_never_touches_a_tail() -> None:
    """R14: a head and a tail lie apart, rainbow ones included, until a middle section comes."""
    for head, tail in (("<r", "r>"), ("<*", "r>"), ("<r", "*>"), ("<*", "*>")):
        assert len(tables("serpentina", head, tail)[0].split()) == 2
        assert len(tables("hisss", tail, head)[0].split()) == 2


def test_r15_a_snake_has_one_head_and_one_tail_at_most() -> None:
    """R15: a head fits no snake that has one, nor may a join bring two together."""
    assert tables("serpentina", "<r-rg", "<g") == ["<g <r-rg"]
    assert tables("serpentina", "rg-g>", "r>") == ["r> rg-g>"]
    assert named("hisss", "<r-rg <b-bo", "go") == ["1z-go", "go-2z"]
    assert named("hisss", "gr-r> ob-b>", "go") == ["1a-go", "go-2a"]


def test_r16_a_card_that_fits_must_be_placed_there() -> None:
    """R16: on its own only where it fits nowhere; without must_match always, besides."""
    assert tables("serpentina", "gr", "go") == ["og-gr"]
    assert tables("serpentina", "gr", "by") == ["by gr"]
    assert tables("serpentina,must_match=off", "gr", "go") == ["og-gr", "go gr"]
    assert tables("serpentina,must_match=off", "gr", "by") == ["by gr"]


def test_r17_placements_are_places_and_ways_round_in_a_fixed_order() -> None:
    """R17: ends by place for the card's first end, then for its last, then joins, then alone."""
    assert named("hisss,must_match=off", "gr go <*", "gr") == [
        "1a-gr",
        "2a-gr",
        "3z-gr",
        "gr-1z",
        "gr-3z",
        "1a-gr-3z",
        "2a-gr-1z",
        "2a-gr-3z",
        "3z-gr-1z",
        "gr",
    ]


def test_r17_equal_snakes_are_different_places() -> None:
    """R17: two equal snakes give two placements of one outcome."""
    assert tables("serpentina", "<r <r", "or") == ["<r <r-ro", "<r <r-ro"]
    assert named("serpentina", "<r <r", "or") == ["or-1z", "or-2z"]


def test_r18_who_completes_a_snake_takes_it() -> None:
    """R18: head, middle section and tail: all its cards go to the player, whichever came last."""
    assert placed("serpentina", "<r-rg", "g>") == [("", "<r-rg-g>")]
    assert placed("serpentina", "rg-g>", "<r") == [("", "<r-rg-g>")]
    assert placed("hisss", "<r g>", "gr")[-1] == ("", "<r-rg-g>")
    game = played(dealt("gr <r g>"), 0, 0)
    assert [pit.cards for pit in game.scores] == [0, 3]


def test_r19_a_middle_section_may_join_two_snakes() -> None:
    """R19: it may join them or go to either; never a snake with itself, never without matching."""
    assert named("serpentina", "<r-rg ob-bo", "go") == [
        "1z-go",
        "go-2a",
        "go-2z",
        "1z-go-2a",
        "1z-go-2z",
    ]
    assert named("hisss", "rg-go-or", "gr") == ["gr-1a", "gr-1z"]
    assert named("hisss", "gr-ro", "go") == ["1a-go", "go-1z"]
    assert named("hisss", "<r-rg-gb ry-yg", "<g") == ["<g-2z"]


def test_r20_who_gets_a_joined_snake() -> None:
    """R20: at once (`taken`), or only when it is complete (`when_complete`)."""
    table = "<r-rg ob-bo"
    assert placed("serpentina", table, "go")[3] == ("", "<r-rg-go-ob-bo")
    assert placed("serpentina,joined=when_complete", table, "go")[3] == ("<r-rg-go-ob-bo", None)
    whole = "<r-rg ob-b>"
    assert placed("serpentina,joined=when_complete", whole, "go")[2] == ("", "<r-rg-go-ob-b>")


def test_r21_what_can_be_joined() -> None:
    """R21: only snakes of two cards and more, or cards on their own too (`any`)."""
    assert named("serpentina", "<r-rg bo", "go") == ["1z-go", "go-2z"]
    assert named("serpentina,joinable=any", "<r-rg bo", "go") == ["1z-go", "go-2z", "1z-go-2z"]
    assert placed("hisss", "<r-rg o>", "go")[-1] == ("", "<r-rg-go-o>")


def test_r22_most_cards_then_the_longest_snake_then_shared() -> None:
    """R22: four equal deals of the win; a single player always wins."""
    whole = "gr <r g> bo <b o>"
    shared = played(dealt(whole, players=2), 0, 0, 0, 0, 0).result
    assert shared is not None
    assert [pit.cards for pit in shared.pits] == [3, 3]
    assert shared.winners == (1, 2)
    alone = played(dealt(whole, players=1), 0, 0, 0, 0, 0).result
    assert alone is not None
    assert alone.winners == (1,)
    assert [pit.cards for pit in alone.pits] == [6]


def test_r23_most_snakes_wins() -> None:
    """R23: with the goal `snakes` two short ones beat a long one, and cards break a tie."""
    pits = [(6, 6, 1), (6, 3, 2), (7, 4, 2)]
    assert winners_of("serpentina,goal=snakes", pits) == [3]
    assert winners_of("serpentina,goal=snakes", pits[:2]) == [2]
    assert winners_of("serpentina", pits) == [3]
    assert winners_of("serpentina", pits[:2]) == [1]


def test_r23_a_race_is_won_at_once() -> None:
    """R23: the first with N cards wins, whoever else; without anyone it is as `cards`."""
    game = dealt("gr <r g> bo <b o>", "serpentina,goal=race:3")
    game = played(game, 0, 0)
    assert game.is_over
    assert game.slots
    assert game.result is not None
    assert game.result.winners == (2,)
    with pytest.raises(IllegalMove, match="nothing can be drawn"):
        game.draw(3)
    assert not game.undo().is_over
    assert winners_of("serpentina,goal=race:30", [(5, 5, 1), (6, 3, 2)]) == [2]


def test_the_longest_game_has_room_for_every_card() -> None:
    """No place is missing and nothing wraps when 200 cards lie each on its own."""
    deck = STANDARD * 4
    game = Game.new(8, "serpentina,must_match=off", deck, seed=5)
    while not game.is_over:
        game = game.draw(game.slots[0])
        game = game.place(game.placements[-1])
    assert len(game.layout.snakes) == 200
    assert sum(map(len, game.layout.snakes.values())) == 200


def winners_of(rules: str, pits: list[tuple[int, int, int]]) -> list[int]:
    """The winning seats for pits given by cards, longest snake and number of snakes."""
    columns = array("q", [number for pit in pits for number in pit])
    won = winners(columns, Rules.parse(rules).options)
    return [seat for seat in range(1, len(pits) + 1) if won >> seat - 1 & 1]
