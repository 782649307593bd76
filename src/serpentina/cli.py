"""The commands, one short function each."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from serpentina import replaying, saves
from serpentina.arguments import WRONG, parser_of, wanted_language
from serpentina.cards import STANDARD, Card, Deck
from serpentina.compiled import compile_kernels
from serpentina.deckfile import read_deck
from serpentina.engine import serving
from serpentina.engine.seat import EnginePlayer
from serpentina.errors import NotationError, RecordError, SerpentinaError
from serpentina.game import Game
from serpentina.notation import parse_table
from serpentina.options import PRESETS, Rules
from serpentina.painting import Paint, fitted, one_line
from serpentina.players import is_thinker, player
from serpentina.record import HINTS, Record, hints_header, verify
from serpentina.referee import Outcome, check_count, outcomes
from serpentina.server.settings import settings_from
from serpentina.server.whereabouts import Address
from serpentina.terminal import BOT, Seat, Table, explain
from serpentina.welcome import ask_seats, ask_to_resume, choose_language
from serpentina.words import Words, speak_everywhere

STOPPED = 130  # that of a command left by Ctrl-C or the end of its input


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit status."""
    try:
        try:
            return _run(list(sys.argv[1:] if arguments is None else arguments))
        finally:
            if sys.stdout:
                sys.stdout.flush()
    except BrokenPipeError:  # whoever read the output has had enough
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        print(f"serpentina: {error.strerror}", file=sys.stderr)
        return WRONG


def _drop_output() -> None:
    """Let what cannot be written go, so that it is not tried again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(given: list[str]) -> int:
    _open_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a letter that is lacking or wrong is no error
    words = Words(wanted_language(given))
    speak_everywhere(words.language)
    parser = parser_of(words)
    if not given:
        parser.print_help()
        return 0
    options = parser.parse_args(given)
    try:
        return COMMANDS[options.command](options, words)
    except (SerpentinaError, OSError) as error:
        if isinstance(error, OSError) and error.filename is None:
            raise  # not a file, but the output
        print(f"serpentina: {one_line(explain(words, error))}", file=sys.stderr)
        return WRONG
    except (EOFError, KeyboardInterrupt):
        print()
        return STOPPED


def _open_closed_streams() -> None:
    """Give a program that was started without input or output an empty one."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    sys.stderr = sys.stderr or sys.stdout


def _deck(options: argparse.Namespace) -> Deck:
    """The deck of the options: a name, a list of cards or a file, so many sets of it."""
    if options.deck is None:
        deck = STANDARD
    elif options.deck.endswith(".toml") or "/" in options.deck or Path(options.deck).is_file():
        deck = read_deck(Path(options.deck))
    else:
        deck = Deck.parse(options.deck)
    return deck * (options.sets or 1)


def _play(options: argparse.Namespace, words: Words) -> int:
    """Play a new game, or go on with a saved one."""
    asks = sys.stdin.isatty() and not _says_what_to_play(options)
    if asks and not options.language and options.resume is None:
        words = choose_language(words)
    keep = _game_to_resume(options, words, asks)
    paint = Paint.suited_to(sys.stdout)
    if keep is not None:
        record = saves.read_file(keep)
        engines = options.seat or ()
        game, seats = verify(record), tuple(Seat.recorded(name, engines) for name in record.seats)
        date, more = record.date, record.more
    else:
        game, seats = _new_game(options, words)
        keep, more = saves.new_path(datetime.now()), _hints(seats) if options.hints else ()
        date = f"{datetime.now():%Y-%m-%d}"
    for seat in seats:
        if isinstance(seat.bot, EnginePlayer):
            seat.bot.seconds = options.engine_seconds
    copy = _checked_copy(options.record)
    if HINTS in dict(more) or any(
        is_thinker(seat.name.removeprefix(BOT)) for seat in seats if seat.bot
    ):
        _prepare_to_think(words)
    Table(game, seats, words, paint, keep, copy, date, more).play()
    return 0


def _hints(seats: Sequence[Seat]) -> tuple[tuple[str, str], ...]:
    """The header of a game with hints for its people."""
    return (hints_header(number for number, seat in enumerate(seats, 1) if seat.bot is None),)


def _prepare_to_think(words: Words) -> None:
    """Run the kernel compiled; the first time that takes a while."""
    print(words("One moment …"), flush=True)
    from serpentina import lookahead, weighing  # noqa: F401 - to be compiled, too

    compile_kernels()


def _says_what_to_play(options: argparse.Namespace) -> bool:
    """Whether an option is given that only a new game can have; a saved one needs its engines."""
    seats = options.seat
    if seats and options.resume is not None:
        seats = [seat for seat in seats if not isinstance(seat.bot, EnginePlayer)] or None
    given = (seats, options.rules, options.deck, options.sets, options.seed, options.hints or None)
    return any(option is not None for option in given)


def _game_to_resume(options: argparse.Namespace, words: Words, asks: bool) -> Path | None:
    """The file of the game to go on with; None for a new game."""
    if options.resume is None:
        last = saves.unfinished() if asks else None
        return last if last is not None and ask_to_resume(words) else None
    if _says_what_to_play(options):
        raise RecordError(
            "A saved game has its own seats, rules, deck and seed: name none of them."
        )
    if options.resume != Path():
        return Path(options.resume)
    last = saves.unfinished()
    if last is None:
        raise RecordError("There is no saved game to go on with.")
    return last


def _new_game(options: argparse.Namespace, words: Words) -> tuple[Game, tuple[Seat, ...]]:
    if options.seat:
        seats = tuple(options.seat)
    else:
        seats = ask_seats(words) if sys.stdin.isatty() else _usual_seats(words)
    rules = options.rules or PRESETS["serpentina"]
    return Game.new(len(seats), rules, _deck(options), seed=options.seed), seats


def _usual_seats(words: Words) -> tuple[Seat, ...]:
    """A person against a bot."""
    return Seat.parse(words("Player {number}", number=1)), Seat.parse("bot:garter")


def _checked_copy(path: Path | None) -> Path | None:
    """Where the record goes; refused, before the game, where it cannot go or something else is."""
    if path is None:
        return None
    if not path.parent.is_dir():
        raise RecordError('There is no folder "{folder}" for the record.', folder=path.parent)
    is_new = not path.exists()
    if not is_new and not path.is_file():
        raise RecordError('A record is left in a file, and "{file}" is none.', file=path)
    with path.open("a+", encoding="utf-8", errors="replace") as file:
        file.seek(0)
        begin = file.read(100).lstrip("\ufeff").strip()
    if is_new:
        path.resolve().unlink()
    if begin and not begin.startswith("[Serpentina"):
        raise RecordError('The file "{file}" holds something else than a record.', file=path)
    return path


def _read_utf_8() -> None:
    """Let standard input be UTF-8, since a program writes it."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")


def _referee(options: argparse.Namespace, words: Words) -> int:
    """Answer one question, or a batch of them."""
    deck = _deck(options) if options.deck or options.sets else None
    rules = options.rules or PRESETS["serpentina"]
    if options.batch:
        if options.table is not None or options.draw is not None:
            raise NotationError("With --batch, tables and cards come from the input, line by line.")
        _read_utf_8()
        return _batch(sys.stdin, words, rules, deck)
    if options.table is None or options.draw is None:
        raise NotationError('The referee needs a table and a card: --table "<r-ro gp" --draw or.')
    found = _ruling(rules, options.table, options.draw, deck)
    if options.json:
        print(json.dumps(_as_json(found)))
        return 0
    paint = Paint.suited_to(sys.stdout)
    print(words.plural("There is {n} outcome.", "There are {n} outcomes.", len(found)))
    for outcome in found:
        print(fitted(_describe(outcome, words, paint)))
    return 0


def _ruling(rules: Rules, table: str, draw: str, deck: Deck | None) -> list[Outcome]:
    snakes, card = parse_table(table), Card.parse(draw)
    if deck is not None:
        check_count(deck, snakes, card)
    return outcomes(rules, snakes, card)


def _as_json(found: list[Outcome]) -> dict[str, Any]:
    return {"outcomes": [{"table": each.table, "taken": each.taken} for each in found]}


def _describe(outcome: Outcome, words: Words, paint: Paint) -> str:
    snake = paint.snake(outcome.made)
    if outcome.taken is None:
        return words("  {snake} stays on the table.", snake=snake)
    return words.plural(
        "  {snake} is taken: {n} card.",
        "  {snake} is taken: {n} cards.",
        len(outcome.made),
        snake=snake,
    )


def _batch(lines: Iterable[str], words: Words, rules: Rules, deck: Deck | None) -> int:
    """JSON lines in, JSON lines out; exit status 1 if any line was bad."""
    status = 0
    answer = partial(_answer, rules=rules, deck=deck)
    for line in lines:
        if not line.strip():
            continue
        try:
            reply = answer(line)
        except SerpentinaError as error:
            reply, status = {"error": words.explain(error)}, 1
        print(json.dumps(reply), flush=True)
    return status


def _answer(line: str, rules: Rules, deck: Deck | None) -> dict[str, Any]:
    try:
        question = json.loads(line)
    except (ValueError, RecursionError):
        question = None
    if not isinstance(question, dict):
        raise NotationError('A line is a JSON object with "rules", "table" and "draw".')
    for key in ("table", "draw"):
        if not isinstance(question.get(key), str):
            raise NotationError('The line has no text for "{key}".', key=key)
    if "rules" in question and not isinstance(question["rules"], str):
        raise NotationError('The line has no text for "{key}".', key="rules")
    rules = Rules.parse(question["rules"]) if "rules" in question else rules
    return _as_json(_ruling(rules, question["table"], question["draw"], deck))


def _replay(options: argparse.Namespace, words: Words) -> int:
    """Step through the records of a file, or write each as a line of JSON."""
    for record in saves.read_all(options.record):
        if options.json:
            print(json.dumps(replaying.as_json(record)))
        elif not replaying.step_through(record, words, Paint.suited_to(sys.stdout)):
            break
    return 0


def _verify(options: argparse.Namespace, words: Words) -> int:
    """Check the rules and the seal of the records of a file."""
    for record in saves.read_all(options.record):
        _verify_one(record, words)
    return 0


def _verify_one(record: Record, words: Words) -> None:
    game = verify(record)
    turns = len(game.turns) - 1
    print(words.plural("{n} turn, all by the rules.", "{n} turns, all by the rules.", turns))
    print(words("The fan is the one that was sealed:\n{seal}", seal=record.commitment))
    if record.seed is not None:
        print(
            words("It came from the seed {seed}: whoever knew it knew the fan.", seed=record.seed)
        )


def _review(options: argparse.Namespace, words: Words) -> int:
    """Look back on a game."""
    from serpentina.reviewing import look_back  # play needs no NumPy

    return look_back(options, words)


def _rules(_options: argparse.Namespace, words: Words) -> int:
    """Show the rules."""
    print(words.rules, end="")
    return 0


def _print(options: argparse.Namespace, words: Words) -> int:
    """Leave a PDF of the game."""
    from serpentina.printing.command import leave  # play needs no PDF

    return leave(options, _deck(options), words)


def _equity(options: argparse.Namespace, _words: Words) -> int:
    """Say what a position is worth."""
    from serpentina.valuing import value  # play needs no NumPy

    return value(options, _deck(options))


def _engine(options: argparse.Namespace, _words: Words) -> int:
    """Answer another program's lines."""
    _read_utf_8()
    serving.serve(options.player, player(options.player), sys.stdin, partial(print, flush=True))
    return 0


def _serve(options: argparse.Namespace, words: Words) -> int:
    """Serve the game to browsers until Ctrl-C."""
    try:
        settings = settings_from(vars(options), os.environ)
    except ValueError as error:
        print(f"serpentina: {one_line(str(error))}", file=sys.stderr)
        return WRONG
    from serpentina.server.hosting import serve  # play needs no server

    try:
        serve(settings, words)
    except KeyboardInterrupt:
        print()
    except OSError as error:
        print(f"serpentina: {one_line(str(error))}", file=sys.stderr)
        return WRONG
    return 0


def _backup(options: argparse.Namespace, _words: Words) -> int:
    """Copy the games of a server into a file."""
    from serpentina.server import copies  # play needs no database

    database = _games_of_server(options)
    print(copies.back_up(database, options.file, overwrites=options.overwrite))
    return 0


def _restore(options: argparse.Namespace, _words: Words) -> int:
    """Put a copy in the place of a server's games."""
    from serpentina.server import copies  # play needs no database

    print(copies.restore(options.file, _games_of_server(options)))
    return 0


def _games_of_server(options: argparse.Namespace) -> Path | Address:
    """The database that a server uses which is started in the same way."""
    try:
        return settings_from({"database": options.database}, os.environ).place
    except ValueError as error:
        raise SerpentinaError("{reason}", reason=error) from None


def _arena(options: argparse.Namespace, _words: Words) -> int:
    """Let players play each other; Ctrl-C ends it with what is known by then."""
    from serpentina.arena import contest, showing  # play needs no arena
    from serpentina.arena.match import Match
    from serpentina.arena.sequential import Margin

    rules = options.rules or PRESETS["serpentina"]
    names, seconds = tuple(options.names), options.engine_seconds
    match = Match(names, options.players, rules, _deck(options), options.seed, seconds)
    margin = None if options.sprt is None else Margin.of(options.sprt, match)
    planned = contest.Contest(match, options.games, margin, options.workers, options.dask)
    outcome = contest.hold(planned, options.out, options.resume)
    print(json.dumps(showing.as_json(outcome)) if options.json else showing.as_text(outcome))
    return 0 if outcome.is_whole else STOPPED


def _simulate(options: argparse.Namespace, _words: Words) -> int:
    """Play whole games by the million; Ctrl-C ends it with what is known by then."""
    from serpentina import simulating  # play needs no simulation

    return simulating.run(simulating.wish_of(options, _deck(options)), options.json)


def _study(options: argparse.Namespace, _words: Words) -> int:
    """Carry out a study; Ctrl-C ends it with what is known by then."""
    from serpentina.study.command import run  # play needs no study

    return run(options)


COMMANDS: dict[str, Callable[[argparse.Namespace, Words], int]] = {
    "play": _play,
    "referee": _referee,
    "replay": _replay,
    "verify": _verify,
    "review": _review,
    "rules": _rules,
    "print": _print,
    "equity": _equity,
    "engine": _engine,
    "serve": _serve,
    "backup": _backup,
    "restore": _restore,
    "arena": _arena,
    "simulate": _simulate,
    "study": _study,
}
