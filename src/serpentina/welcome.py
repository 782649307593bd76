"""What the terminal asks before a game: the language, who plays, whether to go on."""

from __future__ import annotations

from serpentina.errors import NotationError, SerpentinaError
from serpentina.options import MOST_SEATS
from serpentina.painting import fitted
from serpentina.terminal import Seat
from serpentina.words import LANGUAGES, Words


def choose_language(words: Words) -> Words:
    """Ask for the language; Enter keeps it."""
    names = "  ".join(f"{number} {name}" for number, name in enumerate(LANGUAGES.values(), 1))
    prompt = words("(Enter: {language}) ", language=LANGUAGES[words.language])
    known = {"": words.language}
    for number, (language, name) in enumerate(LANGUAGES.items(), 1):
        known |= dict.fromkeys((str(number), language, name.lower()), language)
    while True:
        answer = input(f"{names}\n{prompt}").strip().lower()
        if answer in known:
            return Words(known[answer])


def ask_to_resume(words: Words) -> bool:
    """Ask whether to go on with the game that was left."""
    prompt = words("A game was left unfinished. Enter goes on with it, n begins a new one: ")
    return input(fitted(prompt)).strip().lower() != "n"


def ask_seats(words: Words) -> tuple[Seat, ...]:
    """Ask who plays, until it can be understood."""
    prompt = words(
        "Who plays? Names with commas between, the youngest first; bot:garter and bot:hatchling "
        "are bots.\nEnter: one person against a bot. "
    )
    while True:
        answer = input(fitted(prompt)).strip()
        names = answer.split(",") if answer else [words("Player {number}", number=1), "bot:garter"]
        try:
            return _seats(names)
        except SerpentinaError as error:
            print(fitted(words.explain(error)))


def _seats(names: list[str]) -> tuple[Seat, ...]:
    if len(names) > MOST_SEATS:
        raise NotationError(
            "A game has 1 to {most} players, not {players}.", most=MOST_SEATS, players=len(names)
        )
    return tuple(Seat.parse(name.strip()) for name in names)
