"""The file of an arena: what is played, then a line of JSON for each fan, in their order.

A line is added when its fan has been played by all. Whatever stops the arena leaves whole lines and
at most the begin of another at the end, which is cut off when the arena goes on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, BinaryIO

from serpentina.arena.match import ArenaError, Block, Ended, Match
from serpentina.errors import found_at, found_in

LONGEST_HEADING = 2**16  # bytes: no more is read of a file that may be anything


def heading(match: Match) -> str:
    """The first line: what is played, and by which version; with programs, in how many seconds."""
    seconds = {"engine_seconds": match.engine_seconds} if match.has_engines else {}
    return json.dumps(
        {
            "arena": list(match.names),
            "seats": match.seats,
            "rules": str(match.rules),
            "deck": str(match.deck),
            "seed": match.seed,
            **seconds,
            "serpentina": version("serpentina"),
        }
    )


def line_of(block: Block) -> str:
    """A block as a line: ranks and cards by seat, for each game."""
    ranks, cards = zip(*block.games, strict=True)
    return json.dumps({"fan": block.fan, "ranks": ranks, "cards": cards}, separators=(",", ":"))


class Kept:
    """The file of a match; a context, open for one line after the other."""

    def __init__(self, path: Path, match: Match, file: BinaryIO) -> None:
        self.path, self.match, self.file = path, match, file

    @staticmethod
    def begin(path: Path, match: Match) -> Kept:
        """A new file; ArenaError where there is one already."""
        try:
            kept = Kept(path, match, path.open("x+b"))
        except FileExistsError:
            raise ArenaError(
                'The file "{file}" is there already: --resume goes on with it.', file=path
            ) from None
        kept.add(heading(match))
        return kept

    @staticmethod
    def go_on(path: Path, match: Match) -> Kept:
        """The file of an arena that was left; ArenaError if it is of another match or of none."""
        if path.exists() and not path.is_file():
            raise ArenaError('An arena is kept in a file, and "{file}" is none.', file=path)
        kept = Kept(path, match, path.open("r+b"))
        first = kept.file.readline(LONGEST_HEADING).decode(errors="replace")
        if not first.endswith("\n") and heading(match).startswith(first):
            kept.file.seek(0)
            kept.file.truncate()
            kept.add(heading(match))
        elif first != heading(match) + "\n":
            kept.file.close()
            raise _other_arena(path, first, heading(match))
        return kept

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def blocks(self) -> Iterator[Block]:
        """The blocks in the file, each once; half a line at the end is cut off."""
        fan = 0
        begin = self.file.tell()
        for line in iter(self.file.readline, b""):
            if not line.endswith(b"\n"):
                self.file.seek(begin)
                self.file.truncate()
                return
            with found_in(self.path), found_at(fan + 2, 1):
                yield _read(line, fan, self.match)
            begin, fan = self.file.tell(), fan + 1

    def add(self, line: str) -> None:
        """Write a line, so that it is in the file whatever happens to this process."""
        try:
            self.file.write(f"{line}\n".encode())
            self.file.flush()
        except OSError as error:
            error.filename = str(self.path)
            raise


def _read(line: bytes, fan: int, match: Match) -> Block:
    """The block of this fan from its line; ArenaError if it says anything else."""
    try:
        said = json.loads(line)
        games = zip(said["ranks"], said["cards"], strict=True)
        block = Block(said["fan"], tuple(Ended(tuple(rank), tuple(cards)) for rank, cards in games))
        is_whole = block.fan == fan and len(block.games) == len(match.seatings)
        is_whole = is_whole and all(_is_ended(game, match.seats) for game in block.games)
    except (ValueError, TypeError, KeyError, RecursionError):
        is_whole = False
    if not is_whole:
        raise ArenaError("The results of fan {fan} should stand here.", fan=fan)
    return block


def _is_ended(game: Ended, seats: int) -> bool:
    """Whether a game has a rank and the cards of each seat, and somebody has won."""
    numbers = all(type(number) is int for column in game for number in column)
    return numbers and len(game.ranks) == len(game.cards) == seats and 1 in game.ranks


def _other_arena(path: Path, first: str, wanted: str) -> ArenaError:
    """The first thing in which two headings differ."""
    there, here = _object(first), _object(wanted)
    differing = (name for name in here if there.get(name) != here[name])
    name = next(differing, None)
    if "arena" not in there or name is None:
        return ArenaError('The file "{file}" holds something else than an arena.', file=path)
    return ArenaError(
        'The file "{file}" is of another arena: its {name} is {there}, not {here}.',
        file=path,
        name=name,
        there=json.dumps(there.get(name)),
        here=json.dumps(here[name]),
    )


def _object(line: str) -> dict[str, Any]:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}
