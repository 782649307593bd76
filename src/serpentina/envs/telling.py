"""An environment's table in words, for `ansi` and `human`; the letters of docs/notation.md."""

from __future__ import annotations

import sys

from serpentina.envs import picture
from serpentina.envs.setting import EnvError
from serpentina.game import Game
from serpentina.notation import placement_text
from serpentina.painting import Paint

MODES = ["ansi", "rgb_array", "human"]


def check_mode(mode: str | None) -> None:
    """EnvError for what is no mode."""
    if mode is not None and mode not in MODES:
        raise EnvError(
            'There is no render mode "{mode}": the modes are {modes}.',
            mode=mode,
            modes=", ".join(MODES),
        )


def text(game: Game, paint: Paint | None = None) -> str:
    """The snakes, the pits, the card drawn and its actions, line by line."""
    paint = paint or Paint(colours=False)
    lines = [
        f"  {place + 1:>3}  {paint.snake(snake)}"
        for place, snake in sorted(game.layout.snakes.items())
    ]
    for seat, pit in enumerate(game.scores, start=1):
        here = "*" if seat == game.seat and not game.is_over else " "
        lines.append(
            f"{here} seat {seat}: {pit.cards} cards, longest {pit.longest}, {pit.snakes} snakes"
        )
    if game.card is not None:
        lines.append(f"  card {paint.card(game.card)}")
        found = (placement_text(game.card, each) for each in game.placements)
        lines += [f"  action {number}: {each}" for number, each in enumerate(found)]
    elif game.result:
        lines.append(f"  won by seat {', '.join(map(str, game.result.winners))}")
    return "\n".join(lines) + "\n"


def show(game: Game, mode: str | None) -> object:
    """What a render mode gives: text, an array of pixels, or nothing, shown at the terminal."""
    if mode == "ansi":
        return text(game)
    if mode == "rgb_array":
        return picture.pixels(game)
    if mode == "human":
        sys.stdout.write(text(game, Paint.suited_to(sys.stdout)) + "\n")
    return None
