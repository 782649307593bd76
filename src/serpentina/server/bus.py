"""Tells those who watch a table that there is something new: a hint, never the news itself."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Ear:
    """Hears of one game; of the versions that come while nobody listens only the latest is left.

    A version that is not newer says that there is something else to see, so that it is told again.
    """

    def __init__(self) -> None:
        self._version = self._told = 0
        self._is_told_again = False
        self._rings = asyncio.Event()

    def ring(self, version: int) -> None:
        """Leave a hint."""
        self._is_told_again |= version <= self._version
        self._version = max(self._version, version)
        self._rings.set()

    async def hear(self) -> int:
        """The latest version, as soon as there is a hint."""
        await self._rings.wait()
        if self._told == self._version:
            self._is_told_again = False
        self._told = self._version
        if not self._is_told_again:
            self._rings.clear()
        return self._version


class Bus:
    """The listeners in this process, by game."""

    def __init__(self) -> None:
        self._ears: dict[str, set[Ear]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._ears.values()))

    def publish(self, game: str, version: int) -> None:
        """Tell all who listen to a game."""
        for ear in self._ears.get(game, ()):
            ear.ring(version)

    def repeat(self, game: str) -> None:
        """Tell all who listen to a game to look again."""
        self.publish(game, 0)

    def repeat_all(self) -> None:
        """Tell all who listen to anything to look again: hints may have been lost."""
        for game in tuple(self._ears):
            self.repeat(game)

    @contextmanager
    def listening(self, game: str) -> Iterator[Ear]:
        """Listen to a game."""
        ear = Ear()
        self._ears.setdefault(game, set()).add(ear)
        try:
            yield ear
        finally:
            self._ears[game].discard(ear)
            if not self._ears[game]:
                del self._ears[game]
