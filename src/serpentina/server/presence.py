"""Who is at a table: devices with an open socket, or with a request a moment ago.

Several nodes tell each other whom they see.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from typing import NamedTuple

MEMORY = 60.0  # seconds for which a request is remembered at least
MOMENT = 15.0  # seconds after a request in which a device without a socket counts as present
MOST_KNOWN = 500  # games of which it is kept what other nodes have told

Device = tuple[str, str]  # a game, and the hash of a device's token
NEVER = False, float("-inf")
Known = dict[str, tuple[bool, float]]  # by device: has it a socket, when was it seen
NOBODY: Known = {}


class Sight(NamedTuple):
    """What a node tells of a device."""

    game: str
    device: str
    has_socket: bool
    seen: float


class Presence:
    """Counts sockets and remembers requests; `clock` gives seconds since 1970.

    Nobody who has been gone for `away` seconds is present. What is older than all that anybody asks
    for is forgotten by and by.
    """

    def __init__(
        self, clock: Callable[[], float], away: float = MOMENT, *, is_shared: bool = False
    ) -> None:
        self._clock = clock
        self._is_shared = is_shared
        self._moment = min(MOMENT, away)
        self._memory = max(MEMORY, away)
        self._sockets: Counter[Device] = Counter()
        self._seen: OrderedDict[Device, float] = OrderedDict()  # the oldest first
        self._untold: set[Device] = set()
        self._elsewhere: OrderedDict[str, Known] = OrderedDict()

    def __len__(self) -> int:
        return len(self._sockets) + len(self._seen)

    def see(self, game: str, device: str) -> None:
        """A device has just asked for something."""
        self._seen[game, device] = self._clock()
        self._seen.move_to_end((game, device))
        if (game, device) not in self._sockets:
            self._mark((game, device))
        self.forget()

    def open(self, game: str, device: str) -> bool:
        """A device has opened a socket; tells whether it is its first."""
        self._sockets[game, device] += 1
        self._mark((game, device))
        return self._sockets[game, device] == 1

    def close(self, game: str, device: str) -> bool:
        """A device's socket has closed; tells whether it was its last."""
        self._sockets[game, device] -= 1
        if self._sockets[game, device] <= 0:
            del self._sockets[game, device]
        self.see(game, device)
        return (game, device) not in self._sockets

    def has_socket(self, game: str, device: str | None) -> bool:
        """Whether a device has an open socket, here or at another node."""
        if device is None:
            return False
        return (game, device) in self._sockets or self._told_of(game, device)[0]

    def is_present(self, game: str, device: str | None) -> bool:
        """Whether a device is there."""
        return self.has_socket(game, device) or self.absent_for(game, device) < self._moment

    def absent_for(self, game: str, device: str | None) -> float:
        """Seconds since a device was seen last; 0 with a socket, endless if it never was."""
        if device is None:
            return float("inf")
        if self.has_socket(game, device):
            return 0.0
        here = self._seen.get((game, device), float("-inf"))
        return self._clock() - max(here, self._told_of(game, device)[1])

    def _told_of(self, game: str, device: str) -> tuple[bool, float]:
        return self._elsewhere.get(game, NOBODY).get(device, NEVER)

    def learn(self, game: str, known: Known) -> None:
        """What other nodes tell of a table, in place of what they told before."""
        self._elsewhere.pop(game, None)
        if known:
            self._elsewhere[game] = known
        if len(self._elsewhere) > MOST_KNOWN:
            self._elsewhere.popitem(last=False)

    def sight(self, game: str, device: str) -> Sight:
        """What there is to tell the other nodes of a device."""
        has_socket = (game, device) in self._sockets
        seen = self._clock() if has_socket else self._seen.get((game, device), 0.0)
        return Sight(game, device, has_socket, seen)

    def news(self) -> list[Sight]:
        """What has not been told yet; all nodes tell in the same order."""
        untold, self._untold = self._untold, set()
        return [self.sight(*device) for device in sorted(untold)]

    def tell_again(self, sights: Iterable[Sight]) -> None:
        """Tell once more what has not arrived."""
        self._untold.update((sight.game, sight.device) for sight in sights)

    def tell_all_again(self) -> None:
        """Tell once more of everybody who is here."""
        self._untold.update(self._sockets, self._seen)

    def _mark(self, device: Device) -> None:
        if self._is_shared:
            self._untold.add(device)

    def forget(self) -> None:
        """Forget the requests that were made too long ago to matter."""
        before = self._clock() - self._memory
        while self._seen and next(iter(self._seen.values())) < before:
            self._seen.popitem(last=False)
