"""A review as one page that needs nothing else: no script, no request, light and dark.

The chances are drawn as a curve; a tap on it leads to the turn. The cards are those of `art`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from serpentina.ahead import Worth
from serpentina.art.drawing import HEIGHT, WIDTH, card_svg
from serpentina.cards import Card
from serpentina.layout import Snake
from serpentina.review import FINE, Move, Player, Review
from serpentina.review_style import STYLE
from serpentina.review_words import (
    SHOWN,
    alone_sentence,
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
from serpentina.words import Words

BODY = 70  # units of a card's picture along the body, without the card's margins
CURVE_WIDTH, CURVE_HEIGHT, MARGIN, FOOT = 480, 200, 52, 32
TINTS = ("#2f7d4f", "#b3541e", "#3a63c8", "#8a3fa0", "#8a7400", "#b3263a", "#1f8a8a", "#5b5b5b")


def page_of(found: Review, words: Words) -> str:
    """The whole page, in the language of the words."""
    names = names_of(found)
    title = words("Looking back on a game of {names}", names=", ".join(names))
    parts = [
        f'<!doctype html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
        _symbols(found),
        f"<header><h1>{escape(title)}</h1>{_about(found)}</header>\n<main>",
        _players(found, names, words),
        _curve(found, names, words),
        _turning(found, words),
        _moves(found, names, words),
        "</main>\n</body>\n</html>\n",
    ]
    return "\n".join(filter(None, parts))


def _about(found: Review) -> str:
    date = f" · {escape(found.record.date)}" if found.record.date else ""
    return f"<p>{escape(str(found.record.rules))}{date}</p>"


def _symbols(found: Review) -> str:
    """The picture of each kind of card, once; others refer to it."""
    kinds = {Card(card.kind) for card in _all_cards(found.moves)}
    symbols = "".join(
        f'<symbol id="{_id(card)}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<g class="day">{_shapes(card, "light")}</g>'
        f'<g class="night">{_shapes(card, "dark")}</g></symbol>'
        for card in sorted(kinds, key=str)
    )
    return f'<svg width="0" height="0" aria-hidden="true">{symbols}</svg>'


def _all_cards(moves: Sequence[Move]) -> Iterable[Card]:
    for move in moves:
        yield move.card
        yield from move.played.made
        yield from move.better.made if move.better else ()


def _id(card: Card) -> str:
    """A name for an anchor: letters only."""
    return "card-" + str(Card(card.kind)).replace("<", "h").replace(">", "t").replace("*", "w")


def _shapes(card: Card, theme: str) -> str:
    """What is on a card, without the card itself."""
    picture = card_svg(str(Card(card.kind)), "light" if theme == "light" else "dark")
    return re.sub(r"^<svg[^>]*><rect[^>]*/>|</svg>$", "", picture)


def _snake(snake: Snake) -> str:
    """A snake that lies from left to right, told in its letters."""
    length = BODY * len(snake) + HEIGHT - BODY
    told = escape("-".join(map(str, snake)))
    return (
        f'<svg class="snake" viewBox="0 0 {length} {WIDTH}" style="--cards:{len(snake)}" '
        f'role="img" aria-label="{told}">'
        f"{''.join(_laid(card, BODY * at) for at, card in enumerate(snake))}</svg>"
    )


def _laid(card: Card, x: int) -> str:
    """A card of a snake, turned so that its body runs on; a head looks to the left."""
    is_turned = card.is_head or card.turned
    turn = (
        f"translate({x + HEIGHT} 0) rotate(90)"
        if is_turned
        else f"translate({x} {WIDTH}) rotate(-90)"
    )
    return f'<use href="#{_id(card)}" width="{WIDTH}" height="{HEIGHT}" transform="{turn}"/>'


def _players(found: Review, names: tuple[str, ...], words: Words) -> str:
    each = zip(found.players, names, TINTS * 2, strict=False)
    cards = "".join(_player(player, name, tint, len(names), words) for player, name, tint in each)
    return f'<section class="players">{cards}</section>'


def _player(player: Player, name: str, tint: str, players: int, words: Words) -> str:
    if players == 1:
        last = [alone_sentence(player, words)]
    else:
        last = [luck_sentence(player, words), result_sentence(player, words)]
    sentences = "".join(
        f"<p>{escape(line)}</p>" for line in [choices_sentence(player, words), *last]
    )
    return (
        f'<article style="--tint:{tint}"><h2>{escape(name)}</h2>'
        f'<p class="grade">{escape(grade_name(player.grade, words))}</p>'
        f"<p>{escape(grade_sentence(player.grade, words))}</p>"
        f'<div class="figures">{sentences}</div></article>'
    )


def _at(turn: float, height: float, turns: int) -> str:
    x = MARGIN + (CURVE_WIDTH - MARGIN - 8) * turn / turns
    y = 8 + (CURVE_HEIGHT - FOOT) * (1 - height)
    return f"{x:.1f} {y:.1f}"


def _heights(found: Review, seat: int) -> list[tuple[float, float]]:
    """The points of a curve: before the first draw, then after each draw and each placement."""
    alone = len(found.players) == 1
    most = max(1, len(found.record.deck)) if alone else 1
    rows = [worth.cards if alone else worth.win for worth in _worths(found)]
    return [(at / 2, rows[at][seat] / most) for at in range(len(rows))]


def _worths(found: Review) -> list[Worth]:
    worths = [found.moves[0].before]
    for move in found.moves:
        worths += [move.drawn, move.after]
    return worths


def _curve(found: Review, names: tuple[str, ...], words: Words) -> str:
    """The chances over the turns; of two only the first, since the other's is the rest."""
    turns, seats = len(found.moves), range(1 if len(names) == 2 else len(names))
    lines = "".join(_line(found, seat, turns) for seat in seats)
    title = words("The chances of winning, turn by turn")
    if len(names) == 1:
        title = words("The cards to be expected, turn by turn")
    legend = "".join(
        f'<li style="--tint:{TINTS[seat % len(TINTS)]}">{escape(names[seat])}</li>'
        for seat in seats
    )
    return (
        f'<section class="curve"><h2>{escape(title)}</h2><ul class="legend">{legend}</ul>'
        f'<svg viewBox="0 0 {CURVE_WIDTH} {CURVE_HEIGHT}" role="img" aria-label="{escape(title)}">'
        f"{_grid(found, turns)}{lines}{_marks(found, turns)}{_taps(turns)}</svg></section>"
    )


def _grid(found: Review, turns: int) -> str:
    """Lines at each quarter and every ten turns, with their numbers."""
    most = len(found.record.deck) if len(found.players) == 1 else 0
    shapes = []
    for part in (0, 0.25, 0.5, 0.75, 1):
        text = f"{most * part:.0f}" if most else percent(part)
        x, y = _at(0, part, turns).split()
        shapes.append(f'<path class="grid" d="M{x} {y}H{CURVE_WIDTH - 8}"/>')
        shapes.append(
            f'<text x="{float(x) - 5}" y="{float(y) + 4}" text-anchor="end">{text}</text>'
        )
    for turn in range(0, turns + 1, 10):
        x, y = _at(turn, 0, turns).split()
        shapes.append(f'<text x="{x}" y="{float(y) + 17}" text-anchor="middle">{turn}</text>')
    return "".join(shapes)


def _line(found: Review, seat: int, turns: int) -> str:
    path = "L".join(_at(turn, height, turns) for turn, height in _heights(found, seat))
    return f'<path class="line" d="M{path}" style="--tint:{TINTS[seat % len(TINTS)]}"/>'


def _marks(found: Review, turns: int) -> str:
    """A ring where the game turned, a dot where a better place was free."""
    shapes = []
    turning = {turning.turn for turning in found.turning}
    for move in found.moves:
        seat = 0 if len(found.players) <= 2 else move.seat - 1
        x, y = _at(move.turn, _heights(found, seat)[2 * move.turn][1], turns).split()
        if move.turn in turning:
            shapes.append(f'<circle class="ring" cx="{x}" cy="{y}" r="7"/>')
        if move.verdict != FINE:
            shapes.append(f'<circle class="{move.verdict}" cx="{x}" cy="{y}" r="4"/>')
    return "".join(shapes)


def _taps(turns: int) -> str:
    """A strip for each turn, which leads to it."""
    step = (CURVE_WIDTH - MARGIN - 8) / turns
    size = f'y="0" width="{step:.1f}" height="{CURVE_HEIGHT}"'
    return "".join(
        f'<a href="#turn-{turn}" tabindex="-1">'
        f'<rect class="tap" x="{MARGIN + step * (turn - 1):.1f}" {size}/></a>'
        for turn in range(1, turns + 1)
    )


def _turning(found: Review, words: Words) -> str:
    if not found.turning:
        return ""
    items = ""
    for turning in found.turning:
        card = str(found.moves[turning.turn - 1].card)
        said = escape(turning_sentence(turning, found, card, words))
        items += f'<li><a href="#turn-{turning.turn}">{said}</a></li>'
    return f"<section><h2>{escape(words('The turning points:'))}</h2><ul>{items}</ul></section>"


def _moves(found: Review, names: tuple[str, ...], words: Words) -> str:
    items = "".join(_move(move, names, words) for move in found.moves)
    title = escape(words("Turn by turn"))
    return f'<section><h2>{title}</h2><ol class="moves">{items}</ol></section>'


def _move(move: Move, names: tuple[str, ...], words: Words) -> str:
    """What was drawn, what it made, and the figures; where it was not the best, what would be."""
    tint, who = TINTS[(move.seat - 1) % len(TINTS)], escape(names[move.seat - 1])
    what = "taken" if move.played.is_taken else "made"
    better = _better(move, words) if move.verdict != FINE else ""
    return (
        f'<li id="turn-{move.turn}" class="{move.verdict}" style="--tint:{tint}">'
        f'<span class="turn">{move.turn}</span><span class="who">{who}</span>'
        f'<span class="card">{_snake((move.card,))}</span>'
        f'<span class="{what}">{_snake(move.played.made)}</span>'
        f'<span class="numbers">{_numbers(move, len(names), words)}</span>{better}</li>'
    )


def _numbers(move: Move, players: int, words: Words) -> str:
    seat = move.seat - 1
    if players == 1:
        chance, luck = f"{move.after.cards[0]:.1f}", f"{move.luck.cards[0]:+.1f}"
        cost = f"{-move.cost.cards[0]:+.1f}"
    else:
        chance, luck = percent(move.after.win[seat]), change(move.luck.win[seat])
        cost = change(-move.cost.win[seat])
    text = words("luck {luck}", luck=luck)
    if move.loss >= SHOWN:
        text += " · " + words("cost {cost}", cost=cost)
    return f"<b>{chance}</b> <small>{escape(text)}</small>"


def _better(move: Move, words: Words) -> str:
    if move.better is None:
        return ""
    before, after = better_sentence("\0", move.better, words).split("\0")
    return (
        f'<p class="better"><em>{escape(verdict_word(move, words))}.</em> {escape(before)}'
        f"{_snake(move.better.made)}{escape(after)} {escape(why_sentence(move, words))}</p>"
    )
