"""The arguments of the commands: what they are called, how they are read, what their help says."""

from __future__ import annotations

import itertools
from importlib.metadata import version

from serpentina.arguments import asking, hosting, playing
from serpentina.arguments.shared import WRONG, Parser, add_language
from serpentina.words import LANGUAGES, Words, system_language

__all__ = ["WRONG", "Parser", "parser_of", "wanted_language"]


def wanted_language(arguments: list[str]) -> str:
    """The language, found before the arguments are read, since their help is in it too."""
    for here, following in itertools.pairwise([*arguments, ""]):
        name, _, value = here.partition("=")
        if name == "--language":
            wanted = value or following
            return wanted if wanted in LANGUAGES else system_language()
    return system_language()


def parser_of(words: Words) -> Parser:
    """The parser of the whole command line, in the language of the words."""
    about = words("The game of colourful snakes.")
    parser = Parser(prog="serpentina", description=about, allow_abbrev=False)
    parser.add_argument(
        "--version",
        action="version",
        version=version("serpentina"),
        help=words("show program's version number and exit"),
    )
    add_language(parser, words, None)
    commands = parser.add_subparsers(required=True, metavar=words("COMMAND"))
    for each in (playing, hosting, asking):
        each.add(commands, words)
    return parser
