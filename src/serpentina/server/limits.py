"""How much one address, or one seat, may ask: kept in memory, by each process for itself.

Rates are kept by the generic cell rate algorithm: one number for each key, whatever the rate.
"""

from __future__ import annotations

import ipaddress
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from starlette.datastructures import Headers
from starlette.types import Scope

from serpentina.server.origins import is_forwarded
from serpentina.server.problems import Refused
from serpentina.server.settings import Settings

HOUR = 3600.0
COMMAND_SECONDS = 10.0  # for which the commands of a seat are counted
QUESTIONS = 300  # of one address in a minute: what needs work and no table
MOST_KEYS = 100_000
LONGEST_ADDRESS = 64
HOME = "this machine"
TABLES = "So many tables have been made from your address that you have to wait."
COMMANDS = "So many commands have come from this seat that you have to wait."
QUESTIONED = "So much has been asked from your address that you have to wait."
SOCKETS = "So many pages of your address listen to tables already that this one has to wait."
CROWDED = "So many pages listen to tables already that this one has to wait."
PROXY = (
    "A proxy speaks for others, and is not believed: name its address by --proxy, or limits take "
    "all who come through it for one, or for this machine."
)
RETRY_SECONDS = 10  # after which a socket may be tried again
Key = tuple[str, ...]
log = logging.getLogger(__name__)


class Pace:
    """At most so many in so many seconds for each key, all at once or spread; 0 for any number."""

    def __init__(
        self, most: float, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._step = seconds / most if most else 0.0
        self._seconds = seconds
        self._clock = clock
        self._due: OrderedDict[Key, float] = OrderedDict()  # when all is forgiven; last used last

    def __len__(self) -> int:
        return len(self._due)

    def take(self, key: Key) -> float:
        """Take one; or, where there is none, the seconds until there is."""
        now = self._clock()
        due = max(self._due.get(key, now), now) + self._step
        wait = due - now - self._seconds
        if wait > 1e-9:
            return wait
        self._due[key] = due
        self._due.move_to_end(key)
        self._forget(now)
        return 0.0

    def _forget(self, now: float) -> None:
        """Forget who has long been forgiven, and whoever is too much."""
        while self._due and next(iter(self._due.values())) <= now:
            self._due.popitem(last=False)
        if len(self._due) > MOST_KEYS:
            self._due.popitem(last=False)


class Crowd:
    """How many sockets are open, in all and from each address."""

    def __init__(self, most: float, most_of_one: float) -> None:
        self._most = most or float("inf")
        self._most_of_one = most_of_one or float("inf")
        self._of: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._of.total()

    @contextmanager
    def entering(self, visitor: str) -> Iterator[None]:
        """Be one of the crowd; Refused where there are too many."""
        if len(self) >= self._most:
            raise Refused("too_many", CROWDED, RETRY_SECONDS)
        if visitor != HOME and self._of[visitor] >= self._most_of_one:
            raise Refused("too_many", SOCKETS, RETRY_SECONDS)
        self._of[visitor] += 1
        try:
            yield
        finally:
            self._of[visitor] -= 1
            if not self._of[visitor]:
                del self._of[visitor]


class Limits:
    """The limits of a server. This very machine has none of those that hold for an address."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._tables = Pace(settings.tables_per_address, HOUR, clock)
        self._commands = Pace(settings.commands_per_seat, COMMAND_SECONDS, clock)
        self._questions = Pace(QUESTIONS, 60.0, clock)
        self.crowd = Crowd(settings.sockets, settings.sockets_per_address)
        self._may_wonder = not settings.proxy

    def make_table(self, scope: Scope) -> None:
        """Refused where an address has made too many tables."""
        self._of_address(self._tables, scope, TABLES)

    def ask(self, scope: Scope) -> None:
        """Refused where an address has asked too much that needs work."""
        self._of_address(self._questions, scope, QUESTIONED)

    def command(self, scope: Scope, game: str, device: str | None) -> None:
        """Refused where a seat has sent too many commands; strangers of one address are one."""
        key = (game, device) if device else (game, "", visitor_of(scope))
        _check(self._commands.take(key), COMMANDS)

    def _of_address(self, pace: Pace, scope: Scope, sentence: str) -> None:
        if self._may_wonder and is_forwarded(Headers(scope=scope)):
            self._may_wonder = False
            log.warning(PROXY)
        visitor = visitor_of(scope)
        if visitor != HOME:
            _check(pace.take((visitor,)), sentence)


def _check(wait: float, sentence: str) -> None:
    if wait:
        raise Refused("too_many", sentence, int(wait) + 1)


def visitor_of(scope: Scope) -> str:
    """The address that a request comes from, as limits count it.

    A network of IPv6 is one visitor, since whoever has one address has all of them.
    """
    client = scope.get("client")
    if not client:
        return HOME
    try:
        address = ipaddress.ip_address(client[0].partition("%")[0])
    except ValueError:
        return str(client[0])[:LONGEST_ADDRESS]
    if isinstance(address, ipaddress.IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return HOME
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
