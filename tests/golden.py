"""Golden playthroughs: fixed games, written down turn by turn, one for each preset and option.

`python -m tests.golden` writes them anew; what changed then shows in the diff.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from serpentina.cards import STANDARD, Deck
from serpentina.game import Game
from serpentina.notation import canonical, placement_text, table_text

FOLDER = Path(__file__).parent / "playthroughs"
SMALL = "<g <r:2 g> r>:2 *> <*:2 gr:4 go:3 or:3"
GAMES = {
    "serpentina": ("serpentina", 2, "standard"),
    "hisss": ("hisss", 2, "standard"),
    "must-match-off": ("serpentina,must_match=off", 2, "standard"),
    "joined-when-complete": ("serpentina,joined=when_complete", 3, "standard"),
    "joinable-any": ("serpentina,joinable=any", 4, "standard"),
    "goal-snakes": ("hisss,goal=snakes", 5, "standard"),
    "goal-race": ("serpentina,goal=race:10", 3, "standard"),
    "two-sets": ("hisss,must_match=off", 8, "standard:2"),
    "alone-with-a-small-deck": ("hisss", 1, SMALL),
}


def playthrough(rules: str, players: int, deck: str) -> Iterator[str]:
    """The lines of a fixed game: each draw, which of how many placements, the table after it."""
    game = Game.new(players, rules, STANDARD if deck == "standard" else Deck.parse(deck), seed=2006)
    yield f"{game.rules} ; {players} ; {game.deck}"
    yield f"starter {game.turns[0].card}"
    while not game.is_over:
        number = len(game.turns)
        game = game.draw(game.slots[number * number % len(game.slots)])
        count, choice = len(game.placements), number * 7 % len(game.placements)
        game = game.place(game.placements[choice])
        turn = game.turns[-1]
        placed = placement_text(turn.card, turn.placement)
        taken = f" takes {canonical(turn.taken)}" if turn.taken else ""
        table = table_text(game.layout.snakes.values())
        yield f"{number} {turn.seat}@{turn.slot} {choice + 1} of {count}: {placed}{taken} | {table}"
    assert game.result is not None
    pits = " ".join(map(str, game.result.pits))
    yield f"pits {pits} ; winners {' '.join(map(str, game.result.winners))}"


if __name__ == "__main__":
    for name, arguments in GAMES.items():
        text = "\n".join(playthrough(*arguments)) + "\n"
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
