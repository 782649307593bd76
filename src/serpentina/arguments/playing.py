"""The arguments of the commands for who plays; what they say is in five languages."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from serpentina.amounts import positive
from serpentina.arguments.shared import (
    add_command,
    add_deck_options,
    add_rules_option,
    checked,
)
from serpentina.engine.seat import SECONDS, parse_seconds
from serpentina.errors import NotationError
from serpentina.fan import parse_seed
from serpentina.terminal import Seat
from serpentina.words import Words

PAPERS, PARTS = ("a4", "letter"), ("rules", "scores", "cards")  # those of print


def add(commands: Any, words: Words) -> None:
    """Add the commands."""
    _add_play(commands, words)
    _add_referee(commands, words)
    _add_replay(commands, words)
    _add_verify(commands, words)
    _add_review(commands, words)
    _add_rules(commands, words)
    _add_print(commands, words)


def _add_play(commands: Any, words: Words) -> None:
    example = "serpentina play --seat Ana --seat bot:garter --rules hisss"
    parser = add_command(commands, words, "play", words("Play in the terminal."), example)
    add_rules_option(parser, words)
    add_deck_options(parser, words)
    parser.add_argument(
        "--seat",
        action="append",
        type=checked(words, Seat.parse),
        metavar=words("NAME"),
        help=words(
            "a person's name, a bot as in bot:garter, or a program as in engine:./mybot; once for "
            "each seat"
        ),
    )
    parser.add_argument(
        "--engine-seconds",
        type=checked(words, parse_seconds),
        metavar=words("NUMBER"),
        default=SECONDS,
        help=words("how long a program may take for a placement (0.5)"),
    )
    parser.add_argument(
        "--seed",
        type=checked(words, parse_seed),
        metavar=words("NUMBER"),
        help=words("deal the same game each time"),
    )
    parser.add_argument(
        "--hints", action="store_true", help=words("tell a good placement to whoever asks by ?")
    )
    parser.add_argument(
        "--record", type=Path, metavar=words("FILE"), help=words("where to leave the record")
    )
    parser.add_argument(
        "--resume",
        nargs="?",
        type=Path,
        const=Path(),
        metavar=words("FILE"),
        help=words("go on with a saved game, the last one if no file is named"),
    )


def _add_referee(commands: Any, words: Words) -> None:
    example = 'serpentina referee --rules hisss --table "<r-ro gp" --draw or'
    text = words("Say what may be done with a card at a real table.")
    parser = add_command(commands, words, "referee", text, example)
    add_rules_option(parser, words)
    add_deck_options(parser, words)
    parser.add_argument(
        "--table", metavar=words("SNAKES"), help=words('the snakes on the table, as in "<r-ro gp"')
    )
    parser.add_argument("--draw", metavar=words("CARD"), help=words("the card drawn, as in or"))
    parser.add_argument("--json", action="store_true", help=words("write JSON"))
    parser.add_argument(
        "--batch",
        action="store_true",
        help=words("read lines of JSON from standard input, each with rules, table and draw"),
    )


def _add_replay(commands: Any, words: Words) -> None:
    text = words("Step through a record.")
    parser = add_command(commands, words, "replay", text, "serpentina replay game.txt")
    parser.add_argument("record", type=Path, metavar=words("RECORD"), help=words("the file"))
    parser.add_argument("--json", action="store_true", help=words("write JSON"))


def _add_verify(commands: Any, words: Words) -> None:
    text = words("Check that a record keeps the rules and that its fan was sealed before the game.")
    parser = add_command(commands, words, "verify", text, "serpentina verify game.txt")
    parser.add_argument("record", type=Path, metavar=words("RECORD"), help=words("the file"))


def _add_review(commands: Any, words: Words) -> None:
    text = words("Look back on a game: luck, what each placement cost, and a better one.")
    parser = add_command(commands, words, "review", text, "serpentina review game.txt")
    parser.add_argument("record", type=Path, metavar=words("RECORD"), help=words("the file"))
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--json", action="store_true", help=words("write JSON"))
    ways.add_argument(
        "--html",
        metavar=words("FILE"),
        help=words("leave a page for the browser there, or write it where - is named"),
    )
    parser.add_argument(
        "--seconds",
        type=checked(words, _parse_seconds),
        metavar=words("NUMBER"),
        default=math.inf,
        help=words("stop after about so long, with larger errors"),
    )


def _parse_seconds(text: str) -> float:
    try:
        return positive(text)
    except ValueError:
        raise NotationError(
            'The seconds are a number above 0, as in 5 or 0.5, not "{seconds}".', seconds=text
        ) from None


def _add_rules(commands: Any, words: Words) -> None:
    text = words("Show the rules as a short text.")
    add_command(commands, words, "rules", text, "serpentina rules --language de")


def _add_print(commands: Any, words: Words) -> None:
    text = words("Print the game on paper: cards to cut out, the rules, a score sheet.")
    parser = add_command(commands, words, "print", text, "serpentina print --paper letter --backs")
    add_rules_option(parser, words)
    add_deck_options(parser, words)
    add = parser.add_argument
    add(
        "--paper", choices=PAPERS, default="a4", metavar="PAPER", help=words("a4 (usual) or letter")
    )
    about = words("backs too: print both sides of the paper, turned on the long edge")
    add("--backs", action="store_true", help=about)
    about = words("one part alone: cards, rules or scores")
    add("--only", choices=PARTS, metavar="PART", help=about)
    about = words("where the PDF is left (serpentina.pdf), or written where - is named")
    add("--out", metavar=words("FILE"), default="serpentina.pdf", help=about)
