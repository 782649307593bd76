"""The arguments of the commands for who asks questions of the game, in English."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from serpentina.amounts import count, counts, margin, positive, whole_number
from serpentina.arguments.shared import (
    Parser,
    add_command,
    add_deck_options,
    add_rules_option,
    plainly,
)
from serpentina.engine.seat import SECONDS, parse_seconds
from serpentina.fan import parse_seed
from serpentina.players import PLAYERS
from serpentina.policies import POLICIES
from serpentina.words import Words

METHODS = ("auto", "exact", "rollout")  # those of equity


def add(commands: Any, words: Words) -> None:
    """Add the commands."""
    _add_equity(commands, words)
    _add_engine(commands, words)
    _add_arena(commands)
    _add_simulate(commands)
    _add_study(commands)


def _add_equity(commands: Any, words: Words) -> None:
    """Researchers are spoken to in English."""
    example = "serpentina equity --table <r-ro --fan og:2 --draw g>"
    parser = add_command(commands, words, "equity", "Say what a position is worth.", example)
    add_rules_option(parser, words)
    add_deck_options(parser, words)
    number, numbers = plainly(count), plainly(counts)
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
    add, number, real = parser.add_argument, plainly(count), plainly(positive)
    most, error = 100_000, 0.002
    some, about = plainly(whole_number), f"at most so many ({most})"
    add("--rollouts", type=some, metavar="NUMBER", default=most, help=about)
    add("--error", type=real, metavar="CHANCE", default=error, help=f"until as sure ({error})")
    add("--seconds", type=real, metavar="SECONDS", default=math.inf, help="for so long")
    add("--policy", choices=POLICIES, default="garter", help="who plays in all seats (garter)")
    add("--seed", type=plainly(parse_seed), metavar="NUMBER", default=0, help="other rollouts (0)")
    add("--threads", type=number, metavar="NUMBER", default=0, help="at once (one for each core)")


def _add_engine(commands: Any, words: Words) -> None:
    text = words("Lend a bot to another program, by lines on standard input and output.")
    parser = add_command(commands, words, "engine", text, "serpentina engine boa")
    parser.add_argument("player", metavar=words("PLAYER"), help=", ".join(PLAYERS))


def _add_arena(commands: Any) -> None:
    """Those who study players are spoken to in English."""
    text, example = "Let players play each other.", "serpentina arena boa garter --games 4000"
    english = Words("en")
    parser = add_command(commands, english, "arena", text, example)
    parser.add_argument("names", nargs="+", metavar="PLAYER", help=", ".join(PLAYERS))
    number = plainly(whole_number)
    parser.add_argument(
        "--players", type=number, default=2, metavar="2-5", help="how many sit at a table; 2"
    )
    about = "how many fans are dealt, each played from all seats by all pairings; 1000"
    parser.add_argument("--games", type=number, default=1000, metavar="NUMBER", help=about)
    add_rules_option(parser, english)
    add_deck_options(parser, english)
    parser.add_argument(
        "--seed",
        type=plainly(parse_seed),
        default=1,
        metavar="NUMBER",
        help="deals the fans, and is the players' chance; 1",
    )
    parser.add_argument(
        "--sprt",
        type=plainly(margin),
        metavar="MARGIN",
        help="stop when it is decided whether the first player is better, as in 0.02: by two wins "
        "in a hundred games",
    )
    parser.add_argument(
        "--engine-seconds",
        type=plainly(parse_seconds),
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
    parser = add_command(commands, english, "simulate", "Play whole games by the million.", example)
    add, number = parser.add_argument, plainly(whole_number)
    add("--games", type=number, default=10_000, metavar="NUMBER", help="how many; 10000")
    add("--players", type=plainly(count), metavar="1-8", help="how many seats; 2, or as policies")
    policies = f"who plays: one for all seats or one for each, of {', '.join(POLICIES)}; garter"
    add("--policy", type=_policies, default=("garter",), metavar="POLICY", help=policies)
    add_rules_option(parser, english)
    add_deck_options(parser, english)
    about = "deals the fans, and is the players' chance; 1"
    add("--seed", type=plainly(parse_seed), default=1, metavar="NUMBER", help=about)
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
    parser = add_command(
        commands, english, "study", text, "serpentina study first-player --games 100000"
    )
    add = parser.add_argument
    add("study", metavar="STUDY", help="first-player, presets, decks, skill, or a TOML file")
    about = "how many in each case, whatever the file says"
    add("--games", type=plainly(whole_number), metavar="NUMBER", help=about)
    about = "deals the fans, and is the players' chance, whatever the file says"
    add("--seed", type=plainly(parse_seed), metavar="NUMBER", help=about)
    add("--html", type=Path, metavar="FILE", help="leave a report with plots there")
    _add_workers(parser, "how many threads play; one for each core")
    add("--json", action="store_true", help="write JSON")


def _policies(text: str) -> tuple[str, ...]:
    """The policies of the seats; whether there are such is said where they are used."""
    return tuple(text.split(","))


def _add_workers(parser: Parser, about: str) -> None:
    """Who works; it changes no figure."""
    parser.add_argument("--workers", type=plainly(whole_number), metavar="NUMBER", help=about)
    _add_dask(parser)


def _add_dask(parser: Parser) -> None:
    about = "let the workers of this Dask cluster play, as in tcp://10.0.0.1:8786"
    parser.add_argument("--dask", metavar="ADDRESS", help=about)
