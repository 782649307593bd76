"""What the arguments of several commands have in common, and how they are read."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from serpentina.errors import NotationError, SerpentinaError
from serpentina.options import Rules
from serpentina.painting import one_line
from serpentina.words import LANGUAGES, Words

T = TypeVar("T")
WRONG = 2  # the exit status of bad input


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """End with the message and exit status 2."""
        self.exit(WRONG, f"{self.prog}: {one_line(message)}\n")


def add_command(commands: Any, words: Words, name: str, help_line: str, example: str) -> Parser:
    """Add a command, with its example and the options that all of them have."""
    parser: Parser = commands.add_parser(
        name,
        allow_abbrev=False,
        help=help_line,
        description=help_line,
        epilog=words("Example: {example}", example=example),
    )
    parser.set_defaults(command=name)
    add_language(parser, words, argparse.SUPPRESS)
    return parser


def add_language(parser: Parser, words: Words, default: str | None) -> None:
    """The language may stand before the command or after it."""
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=default,
        metavar="LANG",
        help=words("en, de, fr, es or pt"),
    )


def add_rules_option(parser: Parser, words: Words) -> None:
    """By which rules."""
    parser.add_argument(
        "--rules",
        type=checked(words, Rules.parse),
        metavar=words("RULES"),
        help=words(
            "serpentina (as if none is given) or hisss, then what differs, as in "
            "hisss,must_match=off; the options are joined=taken, joined=when_complete, "
            "joinable=snakes, joinable=any, must_match=on, must_match=off, goal=cards, "
            "goal=snakes, goal=race:10"
        ),
    )


def add_deck_options(parser: Parser, words: Words) -> None:
    """With which cards."""
    parser.add_argument(
        "--deck",
        metavar=words("DECK"),
        help=words("standard, or the TOML file of your own box"),
    )
    parser.add_argument(
        "--sets",
        type=checked(words, _parse_sets),
        metavar=words("NUMBER"),
        help=words("how many sets of the deck are shuffled together"),
    )


def checked(words: Words, parse: Callable[[str], T]) -> Callable[[str], T]:
    """An argument's type whose errors are sentences in the language of the words."""

    def read(text: str) -> T:
        try:
            return parse(text)
        except SerpentinaError as error:
            raise argparse.ArgumentTypeError(words.explain(error)) from None

    return read


def plainly(parse: Callable[[str], T]) -> Callable[[str], T]:
    """An argument's type whose errors are the sentences of the parse."""

    def read(text: str) -> T:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def _parse_sets(text: str) -> int:
    if text not in ("1", "2", "3", "4"):
        raise NotationError("The number of sets is 1, 2, 3 or 4, not {sets}.", sets=text)
    return int(text)
