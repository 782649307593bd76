"""What clients have asked for and what was acknowledged, to be compared with what a server has.

It knows no transport and no database. A command that was carried out is the event whose number is
the version that the client had seen, plus one: the server refuses it at any other version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Deed(NamedTuple):
    """A command that a server says it has carried out; its id is None where it does not say."""

    number: int
    kind: str
    argument: int | None
    command_id: str | None = None


@dataclass
class Entry:
    """A command that was sent; `acknowledged` once the server has said that it is carried out."""

    game: str
    command_id: str
    kind: str
    argument: int | None
    number: int
    acknowledged: bool = False

    def is_done_by(self, deed: Deed) -> bool:
        """Whether a deed is what this command asked for."""
        same = (deed.number, deed.kind, deed.argument) == (self.number, self.kind, self.argument)
        return same and deed.command_id in (None, self.command_id)

    def __str__(self) -> str:
        argument = "" if self.argument is None else f" {self.argument}"
        return f"{self.kind}{argument}, to be event {self.number}, id {self.command_id}"


@dataclass
class Ledger:
    """All commands by game; each is entered before it is sent."""

    entries: dict[str, dict[str, Entry]] = field(default_factory=dict)
    sent: int = 0
    done: int = 0

    def ask(
        self, game: str, command_id: str, kind: str, argument: int | None, seen_version: int
    ) -> Entry:
        """A command is about to be sent."""
        entry = Entry(game, command_id, kind, argument, seen_version + 1)
        self.entries.setdefault(game, {})[command_id] = entry
        self.sent += 1
        return entry

    def acknowledge(self, entry: Entry) -> None:
        """The server has said that a command is carried out."""
        self.done += not entry.acknowledged
        entry.acknowledged = True

    def acknowledged(self) -> dict[str, list[Entry]]:
        """What was acknowledged up to now, by game."""
        return {
            game: [entry for entry in entries.values() if entry.acknowledged]
            for game, entries in self.entries.items()
        }

    def counts(self) -> tuple[int, int]:
        """How many commands were acknowledged, and how many were not."""
        return self.done, self.sent - self.done

    def unanswered(self, deeds: Mapping[str, Iterable[Deed]]) -> int:
        """How many commands were carried out, but never acknowledged."""
        return sum(
            any(entry.is_done_by(deed) for deed in done)
            for game, done in deeds.items()
            for entry in self.entries.get(game, {}).values()
            if not entry.acknowledged
        )

    def faults(
        self, game: str, deeds: Iterable[Deed], acknowledged: Iterable[Entry] | None = None
    ) -> list[str]:
        """What is wrong with the deeds of a game, each as a sentence; none if all is well.

        Each acknowledged command has to be there once, each other one at most once, and nothing
        that nobody has asked for. `acknowledged` are those that were so before the deeds were read.
        """
        known = self.entries.get(game, {})
        if acknowledged is None:
            acknowledged = [entry for entry in known.values() if entry.acknowledged]
        done = list(deeds)
        return [
            *_twice(game, done),
            *(f"game {game}: lost: {e}" for e in acknowledged if not any(map(e.is_done_by, done))),
            *(f"game {game}: nobody asked for {deed}" for deed in done if not _asked(known, deed)),
        ]


def _asked(known: dict[str, Entry], deed: Deed) -> bool:
    if deed.command_id is not None:
        entry = known.get(deed.command_id)
        return entry is not None and entry.is_done_by(deed)
    return any(entry.is_done_by(deed) for entry in known.values())


def _twice(game: str, deeds: list[Deed]) -> list[str]:
    """The numbers and ids that stand there more than once."""
    seen: set[int | str] = set()
    faults = []
    for deed in deeds:
        for mark in (deed.number, deed.command_id):
            if mark is not None and mark in seen:
                faults.append(f"game {game}: done twice: {deed}")
            elif mark is not None:
                seen.add(mark)
    return faults
