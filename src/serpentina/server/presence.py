"""Who is at a table: devices with an open socket, or with a request a moment ago."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable

MEMORY = 60.0  # seconds for which a request is remembered at least
MOMENT = 15.0  # seconds after a request in which a device without a socket counts as present

Device = tuple[str, str]  # a game, and the hash of a device's token


class Presence:
    """Counts sockets and remembers requests; `clock` gives seconds since 1970.

    Nobody who has been gone for `away` seconds is present. What is older than all that anybody asks
    for is forgotten by and by.
    """

    def __init__(self, clock: Callable[[], float], away: float = MOMENT) -> None:
        self._clock = clock
        self._moment = min(MOMENT, away)
        self._memory = max(MEMORY, away)
        self._sockets: Counter[Device] = Counter()
        self._seen: OrderedDict[Device, float] = OrderedDict()  # the oldest first

    def __len__(self) -> int:
        return len(self._sockets) + len(self._seen)

    def see(self, game: str, device: str) -> None:
        """A device has just asked for something."""
        self._seen[game, device] = self._clock()
        self._seen.move_to_end((game, device))
        self.forget()

    def open(self, game: str, device: str) -> bool:
        """A device has opened a socket; tells whether it is its first."""
        self._sockets[game, device] += 1
        return self._sockets[game, device] == 1

    def close(self, game: str, device: str) -> bool:
        """A device's socket has closed; tells whether it was its last."""
        self.see(game, device)
        self._sockets[game, device] -= 1
        if self._sockets[game, device] > 0:
            return False
        del self._sockets[game, device]
        return True

    def has_socket(self, game: str, device: str | None) -> bool:
        """Whether a device has an open socket."""
        return device is not None and (game, device) in self._sockets

    def is_present(self, game: str, device: str | None) -> bool:
        """Whether a device is there."""
        return self.has_socket(game, device) or self.absent_for(game, device) < self._moment

    def absent_for(self, game: str, device: str | None) -> float:
        """Seconds since a device was seen last; 0 with a socket, endless if it never was."""
        if device is None:
            return float("inf")
        if (game, device) in self._sockets:
            return 0.0
        return self._clock() - self._seen.get((game, device), float("-inf"))

    def forget(self) -> None:
        """Forget the requests that were made too long ago to matter."""
        before = self._clock() - self._memory
        while self._seen and next(iter(self._seen.values())) < before:
            self._seen.popitem(last=False)
