"""The arguments of the commands: what they are called, how they are read, what their help says."""

from __future__ import annotations

import argparse
import itertools
import math
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from serpentina.amounts import count, counts, margin, positive, whole_number
from serpentina.engine.seat import SECONDS, parse_seconds
from serpentina.errors import NotationError, SerpentinaError
from serpentina.fan import parse_seed
from serpentina.options import Rules
from serpentina.painting import one_line
from serpentina.players import PLAYERS
from serpentina.policies import POLICIES
from serpentina.server.settings import OPTIONS
from serpentina.terminal import Seat
from serpentina.words import LANGUAGES, Words, system_language

T = TypeVar("T")
# Those of print, which is not loaded to read a command, and of equity
PAPERS, PARTS = ("a4", "letter"), ("rules", "scores", "cards")
METHODS = ("auto", "exact", "rollout")
WRONG = 2  # the exit status of bad input


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """End with the message and exit status 2."""
        self.exit(WRONG, f"{self.prog}: {one_line(message)}\n")


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
    _add_language(parser, words, None)
    commands = parser.add_subparsers(required=True, metavar=words("COMMAND"))
    _add_play(commands, words)
    _add_referee(commands, words)
    _add_replay(commands, words)
    _add_verify(commands, words)
    _add_review(commands, words)
    _add_rules(commands, words)
    _add_print(commands, words)
    _add_equity(commands, words)
    _add_engine(commands, words)
    _add_serve(commands, words)
    _add_copying(commands)
    _add_arena(commands)
    _add_simulate(commands)
    _add_study(commands)
    return parser


def _add(commands: Any, words: Words, name: str, help_line: str, example: str) -> Parser:
    """Add a command, with its example and the options that all of them have."""
    parser: Parser = commands.add_parser(
        name,
        allow_abbrev=False,
        help=help_line,
        description=help_line,
        epilog=words("Example: {example}", example=example),
    )
    parser.set_defaults(command=name)
    _add_language(parser, words, argparse.SUPPRESS)
    return parser


def _add_language(parser: Parser, words: Words, default: str | None) -> None:
    """The language may stand before the command or after it."""
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=default,
        metavar="LANG",
        help=words("en, de, fr, es or pt"),
    )


def _add_play(commands: Any, words: Words) -> None:
    example = "serpentina play --seat Ana --seat bot:garter --rules hisss"
    parser = _add(commands, words, "play", words("Play in the terminal."), example)
    _add_rules_option(parser, words)
    _add_deck_options(parser, words)
    parser.add_argument(
        "--seat",
        action="append",
        type=_checked(words, Seat.parse),
        metavar=words("NAME"),
        help=words(
            "a person's name, a bot as in bot:garter, or a program as in engine:./mybot; once for "
            "each seat"
        ),
    )
    parser.add_argument(
        "--engine-seconds",
        type=_checked(words, parse_seconds),
        metavar=words("NUMBER"),
        default=SECONDS,
        help=words("how long a program may take for a placement (0.5)"),
    )
    parser.add_argument(
        "--seed",
        type=_checked(words, parse_seed),
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
    parser = _add(commands, words, "referee", text, example)
    _add_rules_option(parser, words)
    _add_deck_options(parser, words)
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
    parser = _add(commands, words, "replay", text, "serpentina replay game.txt")
    parser.add_argument("record", type=Path, metavar=words("RECORD"), help=words("the file"))
    parser.add_argument("--json", action="store_true", help=words("write JSON"))


def _add_verify(commands: Any, words: Words) -> None:
    text = words("Check that a record keeps the rules and that its fan was sealed before the game.")
    parser = _add(commands, words, "verify", text, "serpentina verify game.txt")
    parser.add_argument("record", type=Path, metavar=words("RECORD"), help=words("the file"))


def _add_review(commands: Any, words: Words) -> None:
    text = words("Look back on a game: luck, what each placement cost, and a better one.")
    parser = _add(commands, words, "review", text, "serpentina review game.txt")
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
        type=_checked(words, _parse_seconds),
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
    _add(commands, words, "rules", text, "serpentina rules --language de")


def _add_print(commands: Any, words: Words) -> None:
    text = words("Print the game on paper: cards to cut out, the rules, a score sheet.")
    parser = _add(commands, words, "print", text, "serpentina print --paper letter --backs")
    _add_rules_option(parser, words)
    _add_deck_options(parser, words)
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


def _add_equity(commands: Any, words: Words) -> None:
    """Researchers are spoken to in English."""
    example = "serpentina equity --table <r-ro --fan og:2 --draw g>"
    parser = _add(commands, words, "equity", "Say what a position is worth.", example)
    _add_rules_option(parser, words)
    _add_deck_options(parser, words)
    number, numbers = _plainly(count), _plainly(counts)
    add = parser.add_argument
    add("--players", type=number, metavar="NUMBER", help="how many seats (2, or as many as scores)")
    add("--turn", type=number, metavar="SEAT", default=1, help="who draws next or has drawn (1)")
    add("--scores", type=numbers, metavar="CARDS", help="the cards of each seat, as in 10,8")
    add("--longest", type=numbers, metavar="CARDS", help="the longest snake of each seat: 5,4")
    add("--snakes", type=numbers, metavar="NUMBERS", help="how many snakes each seat has: 2,2")
    add("--table", metavar="SNAKES", default="", help='the snakes on the table, as in "<r-ro gp"')
    add("--fan", metavar="CARDS", help='the cards left: "rg gb:2 <r" (if no scores: the rest)')
    add("--draw", metavar="CARD", help="the card that the seat has drawn; each outcome is valued")
    add("--method", choices=METHODS, default="auto", help="auto is exact when few cards are left")
    _add_rollouts(parser)
    add("--json", action="store_true", help="write JSON")


def _add_rollouts(parser: Parser) -> None:
    """When rollouts stop, whichever comes first, and how they are played."""
    add, number, real = parser.add_argument, _plainly(count), _plainly(positive)
    most, error = 100_000, 0.002
    some, about = _plainly(whole_number), f"at most so many ({most})"
    add("--rollouts", type=some, metavar="NUMBER", default=most, help=about)
    add("--error", type=real, metavar="CHANCE", default=error, help=f"until as sure ({error})")
    add("--seconds", type=real, metavar="SECONDS", default=math.inf, help="for so long")
    add("--policy", choices=POLICIES, default="garter", help="who plays in all seats (garter)")
    add("--seed", type=_plainly(parse_seed), metavar="NUMBER", default=0, help="other rollouts (0)")
    add("--threads", type=number, metavar="NUMBER", default=0, help="at once (one for each core)")


def _add_engine(commands: Any, words: Words) -> None:
    text = words("Lend a bot to another program, by lines on standard input and output.")
    parser = _add(commands, words, "engine", text, "serpentina engine boa")
    parser.add_argument("player", metavar=words("PLAYER"), help=", ".join(PLAYERS))


def _add_serve(commands: Any, words: Words) -> None:
    """Hosts are spoken to in English."""
    text = "Let people play in the browser."
    parser = _add(commands, words, "serve", text, "serpentina serve --lan")
    for option in OPTIONS:
        about = f"{option.help} [{option.variable}]"
        if option.read is None:
            parser.add_argument(option.flag, action="store_true", help=about)
        else:
            read, action = _plainly(option.read), "append" if option.is_repeated else "store"
            parser.add_argument(
                option.flag, action=action, type=read, metavar=option.metavar, help=about
            )


def _add_copying(commands: Any) -> None:
    """Hosts are spoken to in English."""
    english, database = Words("en"), next(each for each in OPTIONS if each.name == "database")
    for name, text in (
        ("backup", "Copy the games of a server, which may run meanwhile, into a file."),
        ("restore", "Put a copy in the place of a server's games, and keep what was there."),
    ):
        parser = _add(commands, english, name, text, f"serpentina {name} games.backup")
        parser.add_argument("file", type=Path, metavar="FILE", help="the file of the copy")
        about = f"{database.help} [{database.variable}]"
        parser.add_argument(database.flag, metavar=database.metavar, help=about)
        if name == "backup":
            about = "write over a copy that is there already"
            parser.add_argument("--overwrite", action="store_true", help=about)


def _add_arena(commands: Any) -> None:
    """Those who study players are spoken to in English."""
    text, example = "Let players play each other.", "serpentina arena boa garter --games 4000"
    english = Words("en")
    parser = _add(commands, english, "arena", text, example)
    parser.add_argument("names", nargs="+", metavar="PLAYER", help=", ".join(PLAYERS))
    number = _plainly(whole_number)
    parser.add_argument(
        "--players", type=number, default=2, metavar="2-5", help="how many sit at a table; 2"
    )
    about = "how many fans are dealt, each played from all seats by all pairings; 1000"
    parser.add_argument("--games", type=number, default=1000, metavar="NUMBER", help=about)
    _add_rules_option(parser, english)
    _add_deck_options(parser, english)
    parser.add_argument(
        "--seed",
        type=_plainly(parse_seed),
        default=1,
        metavar="NUMBER",
        help="deals the fans, and is the players' chance; 1",
    )
    parser.add_argument(
        "--sprt",
        type=_plainly(margin),
        metavar="MARGIN",
        help="stop when it is decided whether the first player is better, as in 0.02: by two wins "
        "in a hundred games",
    )
    parser.add_argument(
        "--engine-seconds",
        type=_plainly(parse_seconds),
        default=SECONDS,
        metavar="SECONDS",
        help="how long a program may take for a placement; 0.5",
    )
    files = parser.add_mutually_exclusive_group()
    files.add_argument("--out", type=Path, metavar="FILE", help="keep each fan in a new file")
    files.add_argument("--resume", type=Path, metavar="FILE", help="go on with such a file")
    parser.add_argument(
        "--workers", type=number, default=1, metavar="NUMBER", help="how many processes play; 1"
    )
    _add_dask(parser)
    parser.add_argument("--json", action="store_true", help="write JSON")


def _add_simulate(commands: Any) -> None:
    """Researchers are spoken to in English."""
    example = "serpentina simulate --games 100000 --players 2 --policy garter,hatchling"
    english = Words("en")
    parser = _add(commands, english, "simulate", "Play whole games by the million.", example)
    add, number = parser.add_argument, _plainly(whole_number)
    add("--games", type=number, default=10_000, metavar="NUMBER", help="how many; 10000")
    add("--players", type=_plainly(count), metavar="1-8", help="how many seats; 2, or as policies")
    policies = f"who plays: one for all seats or one for each, of {', '.join(POLICIES)}; garter"
    add("--policy", type=_policies, default=("garter",), metavar="POLICY", help=policies)
    _add_rules_option(parser, english)
    _add_deck_options(parser, english)
    about = "deals the fans, and is the players' chance; 1"
    add("--seed", type=_plainly(parse_seed), default=1, metavar="NUMBER", help=about)
    add("--out", type=Path, metavar="FILE", help="a row for each game in a new Parquet file")
    about = "the records of the first games, one after another, in a new file"
    add("--records", type=Path, metavar="FILE", help=about)
    about = "how many records; all up to 1000"
    add("--record-games", type=number, metavar="NUMBER", help=about)
    _add_workers(parser, "how many threads play; one for each core")
    add("--json", action="store_true", help="write JSON")


def _add_study(commands: Any) -> None:
    """Researchers are spoken to in English."""
    english = Words("en")
    text = "Ask of millions of games what rules, decks, seats, luck and skill make of them."
    parser = _add(commands, english, "study", text, "serpentina study first-player --games 100000")
    add = parser.add_argument
    add("study", metavar="STUDY", help="first-player, presets, decks, skill, or a TOML file")
    about = "how many in each case, whatever the file says"
    add("--games", type=_plainly(whole_number), metavar="NUMBER", help=about)
    about = "deals the fans, and is the players' chance, whatever the file says"
    add("--seed", type=_plainly(parse_seed), metavar="NUMBER", help=about)
    add("--html", type=Path, metavar="FILE", help="leave a report with plots there")
    _add_workers(parser, "how many threads play; one for each core")
    add("--json", action="store_true", help="write JSON")


def _policies(text: str) -> tuple[str, ...]:
    """The policies of the seats; whether there are such is said where they are used."""
    return tuple(text.split(","))


def _add_workers(parser: Parser, about: str) -> None:
    """Who works; it changes no figure."""
    parser.add_argument("--workers", type=_plainly(whole_number), metavar="NUMBER", help=about)
    _add_dask(parser)


def _add_dask(parser: Parser) -> None:
    about = "let the workers of this Dask cluster play, as in tcp://10.0.0.1:8786"
    parser.add_argument("--dask", metavar="ADDRESS", help=about)


def _plainly(parse: Callable[[str], T]) -> Callable[[str], T]:
    """An argument's type whose errors are the sentences of the parse."""

    def read(text: str) -> T:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def _add_rules_option(parser: Parser, words: Words) -> None:
    parser.add_argument(
        "--rules",
        type=_checked(words, Rules.parse),
        metavar=words("RULES"),
        help=words(
            "serpentina (as if none is given) or hisss, then what differs, as in "
            "hisss,must_match=off; the options are joined=taken, joined=when_complete, "
            "joinable=snakes, joinable=any, must_match=on, must_match=off, goal=cards, "
            "goal=snakes, goal=race:10"
        ),
    )


def _add_deck_options(parser: Parser, words: Words) -> None:
    parser.add_argument(
        "--deck",
        metavar=words("DECK"),
        help=words("standard, or the TOML file of your own box"),
    )
    parser.add_argument(
        "--sets",
        type=_checked(words, _parse_sets),
        metavar=words("NUMBER"),
        help=words("how many sets of the deck are shuffled together"),
    )


def _checked(words: Words, parse: Callable[[str], T]) -> Callable[[str], T]:
    """An argument's type whose errors are sentences in the language of the words."""

    def read(text: str) -> T:
        try:
            return parse(text)
        except SerpentinaError as error:
            raise argparse.ArgumentTypeError(words.explain(error)) from None

    return read


def _parse_sets(text: str) -> int:
    if text not in ("1", "2", "3", "4"):
        raise NotationError("The number of sets is 1, 2, 3 or 4, not {sets}.", sets=text)
    return int(text)
