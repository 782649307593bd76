"""A review in words and as plain values, for whoever shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from serpentina.ahead import Worth
from serpentina.layout import Snake
from serpentina.notation import SIDES, placement_text
from serpentina.reasons import sentence
from serpentina.record import told_apart
from serpentina.review import FINE, Move, Option, Player, Review, Turning
from serpentina.words import Words

SHOWN = 0.0005  # a smaller cost would be shown as none


def names_of(review: Review) -> tuple[str, ...]:
    """The names of the players, told apart."""
    return told_apart(review.record.seats)


def percent(chance: float) -> str:
    """A chance: `51 %`."""
    return f"{100 * chance:.0f} %".replace("-", "−")


def change(chance: float) -> str:
    """A change of a chance: `+3.2 %`; less than half of the last digit is none."""
    text = f"{100 * chance:+.1f}".replace("-", "−")
    return f"{text.lstrip('+−') if float(text.replace('−', '-')) == 0 else text} %"


def grade_name(grade: str | None, words: Words) -> str:
    """The name of a grade; none of them shames."""
    return {
        "gold": words("Golden snake"),
        "silver": words("Silver snake"),
        "colourful": words("Colourful snake"),
        "little": words("Little snake"),
        None: words("No grade"),
    }[grade]


def grade_sentence(grade: str | None, words: Words) -> str:
    """What a grade means, kindly."""
    return {
        "gold": words("Hardly anybody could place the cards better."),
        "silver": words("Very well played: what was missed was small."),
        "colourful": words("Well played; now and then a better place was free."),
        "little": words("A snake that is growing: the turns below show how."),
        None: words("There was nothing to choose in this game."),
    }[grade]


def choices_sentence(player: Player, words: Words) -> str:
    """How often a player had a choice, and what he made of it."""
    chosen = words.plural("{n} real choice", "{n} real choices", player.choices)
    doubtful = words.plural("{n} doubtful", "{n} doubtful", player.doubtful)
    bad = words.plural("{n} costly", "{n} costly", player.bad)
    mean = words("on average {cost} lost", cost=f"{100 * player.mean_cost:.1f} %")
    return f"{chosen}, {mean}; {doubtful}, {bad}."


def luck_sentence(player: Player, words: Words) -> str:
    """What the draws brought a player."""
    return words(
        "Luck: {own} by one's own draws, {others} by those of the others.",
        own=change(player.luck),
        others=change(player.others_luck),
    )


def alone_sentence(player: Player, words: Words) -> str:
    """The same for somebody who plays alone."""
    return words(
        "Luck: {luck} cards. Without luck it would have been {adjusted} of {cards}.",
        luck=f"{player.luck_cards:+.1f}",
        adjusted=f"{player.adjusted_cards:.1f}",
        cards=player.cards,
    )


def result_sentence(player: Player, words: Words) -> str:
    """The result without luck, and what is to be expected of the costs alone."""
    return words(
        "Result {share}, without luck {adjusted} (± {error}); by the costs alone {by_costs}.",
        share=percent(player.share),
        adjusted=percent(player.adjusted),
        error=percent(player.adjusted_stderr),
        by_costs=percent(player.by_costs),
    )


def better_sentence(snake: str, option: Option, words: Words) -> str:
    """The better placement, by the snake that it makes."""
    if option.is_taken:
        return words("Better: take {snake}.", snake=snake)
    if not option.touches:
        return words("Better: {snake} on its own.", snake=snake)
    return words("Better: make {snake}.", snake=snake)


def verdict_word(move: Move, words: Words) -> str:
    """How a placement was."""
    return words("Doubtful") if move.verdict == "doubtful" else words("Costly")


def why_sentence(move: Move, words: Words) -> str:
    """Why the better placement is better."""
    return sentence(move.why, words) if move.why else ""


def turning_sentence(turning: Turning, review: Review, card: str, words: Words) -> str:
    """What turned the game."""
    move, names = review.moves[turning.turn - 1], names_of(review)
    values = {"turn": turning.turn, "name": names[move.seat - 1], "card": card}
    whose, swing = names[turning.seat - 1], change(turning.swing)
    if turning.kind == "draw":
        return words(
            "Turn {turn}: {name} draws {card}; {whose} {swing}", whose=whose, swing=swing, **values
        )
    return words(
        "Turn {turn}: {name} places {card}; {whose} {swing}", whose=whose, swing=swing, **values
    )


def told(review: Review) -> tuple[Move, ...]:
    """The moves whose placement was not the best, beyond doubt."""
    return tuple(move for move in review.moves if move.verdict != FINE)


def as_json(review: Review) -> dict[str, Any]:
    """A review as plain values; docs/review.md says what each is."""
    return {
        "rules": str(review.record.rules),
        "deck": str(review.record.deck),
        "names": list(review.record.seats),
        "players": [_player(player) for player in review.players],
        "moves": [_move(move) for move in review.moves],
        "turning": [turning._asdict() for turning in review.turning],
    }


def _player(player: Player) -> dict[str, Any]:
    return {name: value for name, value in player._asdict().items() if name != "name"}


def _move(move: Move) -> dict[str, Any]:
    return {
        "turn": move.turn,
        "seat": move.seat,
        "card": str(move.card),
        "method": "exact" if move.is_exact else "rollout",
        "before": _worth(move.before),
        "drawn": _worth(move.drawn),
        "after": _worth(move.after),
        "luck": _worth(move.luck),
        "cost": _worth(move.cost),
        "choices": move.choices,
        "verdict": move.verdict,
        "played": _option(move, move.played),
        "better": _option(move, move.better) if move.better else None,
        "why": move.why._asdict() if move.why else None,
    }


def _worth(worth: Worth) -> dict[str, list[float]]:
    return {name: [round(number, 6) for number in row] for name, row in worth._asdict().items()}


def _option(move: Move, option: Option) -> dict[str, Any]:
    touches = [{"place": (end >> 1) + 1, "end": SIDES[end & 1]} for end in option.touches]
    return {
        "placement": placement_text(move.card, option.placement),
        "touches": touches,
        "makes": cards_of(option.made),
        "taken": option.is_taken,
    }


def cards_of(snake: Snake | Sequence[Any]) -> list[str]:
    """The cards of a snake as they lie."""
    return [str(card) for card in snake]
