"""`serpentina review`: a played game looked back on, as text, as JSON or as a page."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from serpentina import saves
from serpentina.ahead import Effort
from serpentina.errors import RecordError
from serpentina.painting import Paint, fitted
from serpentina.review import FINE, Move, Player, Review, prepare, review
from serpentina.review_page import page_of
from serpentina.review_words import (
    SHOWN,
    alone_sentence,
    as_json,
    better_sentence,
    change,
    choices_sentence,
    grade_name,
    grade_sentence,
    luck_sentence,
    names_of,
    percent,
    result_sentence,
    turning_sentence,
    verdict_word,
    why_sentence,
)
from serpentina.rollouts import Progress
from serpentina.words import Words

STANDARD_OUTPUT = "-"
BAR = 20  # columns of a whole chance


def look_back(options: argparse.Namespace, words: Words) -> int:
    """Review the record of the options and show what was found as they say."""
    record = saves.read_file(options.record)
    page = _checked_page(options.html)
    prepare(record)
    with _progress() as progress:
        found = review(record, Effort(options.seconds), progress)
    if options.json:
        print(json.dumps(as_json(found)))
    elif page is not None:
        saves.write_whole(page, page_of(found, words), 0o644)
    elif options.html == STANDARD_OUTPUT:
        print(page_of(found, words), end="")
    else:
        print(as_text(found, words, Paint.suited_to(sys.stdout)))
    return 0


def _checked_page(name: str | None) -> Path | None:
    """Where the page goes; refused, before all work, where it cannot go."""
    if name is None or name == STANDARD_OUTPUT:
        return None
    path = Path(name)
    if not path.parent.is_dir():
        raise RecordError('There is no folder "{folder}" for the page.', folder=path.parent)
    if path.is_dir():
        raise RecordError('The page is left in a file, and "{file}" is a folder.', file=path)
    return path


@contextmanager
def _progress() -> Iterator[Progress]:
    """A bar, where somebody can see it."""
    from tqdm import tqdm  # noqa: PLC0415 - only what takes long shows one

    hidden = not sys.stderr.isatty()
    with tqdm(total=100, bar_format="{l_bar}{bar}| {elapsed}", disable=hidden, leave=False) as bar:

        def show(share: float) -> None:
            bar.update(max(0, int(100 * share) - bar.n))

        yield show


def as_text(found: Review, words: Words, paint: Paint) -> str:
    """The whole review for a terminal of 80 columns."""
    names = names_of(found)
    parts = [
        _players(found, names, words, paint),
        _turning(found, words, paint),
        _moves(found, names, words, paint),
    ]
    return "\n\n".join(filter(None, parts))


def _players(found: Review, names: tuple[str, ...], words: Words, paint: Paint) -> str:
    paragraphs = [
        _player(player, name, len(names), words, paint)
        for player, name in zip(found.players, names, strict=True)
    ]
    return "\n\n".join(paragraphs)


def _player(player: Player, name: str, players: int, words: Words, paint: Paint) -> str:
    title = f"{name}: {grade_name(player.grade, words)}"
    if players == 1:
        last = [alone_sentence(player, words)]
    else:
        last = [luck_sentence(player, words), result_sentence(player, words)]
    lines = [grade_sentence(player.grade, words), choices_sentence(player, words), *last]
    return "\n".join([paint.strong(title), *(fitted(f"  {line}") for line in lines)])


def _turning(found: Review, words: Words, paint: Paint) -> str:
    if not found.turning:
        return ""
    lines = [words("The turning points:")]
    for turning in found.turning:
        card = paint.card(found.moves[turning.turn - 1].card)
        lines.append(fitted(f"  {turning_sentence(turning, found, card, words)}"))
    return "\n".join(lines)


def _moves(found: Review, names: tuple[str, ...], words: Words, paint: Paint) -> str:
    """A line for each turn, and more where a better place was free."""
    if len(names) == 1:
        title = words("Turn by turn: the cards to be expected, luck and cost")
    else:
        title = words(
            "Turn by turn: the chance of {name}, luck and cost of who moves", name=names[0]
        )
    return "\n".join([title, *(_line(move, names, words, paint) for move in found.moves)])


def _line(move: Move, names: tuple[str, ...], words: Words, paint: Paint) -> str:
    seat = move.seat - 1
    if len(names) == 1:
        shown = f"{move.after.cards[0]:5.1f}"
        luck, cost = f"{move.luck.cards[0]:+.1f}", f"{-move.cost.cards[0]:+.1f}"
        length = min(1.0, move.after.cards[0] / 50)
    else:
        shown = f"{percent(move.after.win[0]):>5}"
        luck, cost = change(move.luck.win[seat]), change(-move.cost.win[seat])
        length = move.after.win[0]
    bar = ("━" * round(BAR * length)).ljust(BAR)
    cost = cost if move.loss >= SHOWN else ""
    line = f"{move.turn:3} {shown} {bar} {luck:>8} {cost:>8}  {paint.card(move.card)} {names[seat]}"
    if move.verdict == FINE or move.better is None:
        return line
    better = better_sentence(paint.snake(move.better.made), move.better, words)
    text = f"      {verdict_word(move, words)}. {better} {why_sentence(move, words)}"
    return f"{line}\n{fitted(text)}"
