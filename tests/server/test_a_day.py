"""What a server sees in a day, as fast as it can be played: it holds no more than at the start.

Four tables are busy at all hours, and a turn takes ten seconds: 705 games of 49 turns. With
`SERPENTINA_HOURS` the campaign has fewer hours, or more.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.loading.figures import Figures
from benchmarks.loading.ledger import Ledger
from benchmarks.loading.tables import Browser, Line, Table
from tests.campaign import SOAK
from tests.server.conftest import BACKENDS, Serve
from tests.server.running import BOT, OPEN, TINY, Server, here, until
from tests.server.vitals import Probe, Vitals, nodes_of

if TYPE_CHECKING:
    import pytest

HOURS = float(os.environ.get("SERPENTINA_HOURS", "24"))
BUSY = 4  # tables at all hours
AT_ONCE = 10  # games, since nobody waits
DECK, TURNS = ("standard", 49) if SOAK else (TINY, 4)
TURN_SECONDS = 10
GAMES = int(BUSY * HOURS * 3_600 / (TURNS * TURN_SECONDS)) if SOAK else 24
FIRST = GAMES // 8 if SOAK else 8
PARTS = 4 if SOAK else 1  # of the day after its first eighth; after each all is swept and measured
COUNTED = 2 + 2 * TURNS + 1  # the version of a whole game of bots
LONGEST = 1_800 if SOAK else 60  # seconds for a part
KINDS = 8 if SOAK else 4  # of so many games one is of two people, and beside one a table is left
AWAY = 0.5
MOST = 1.1  # times the memory after the first part: caches of pages grow with the file
MOST_FILE = 30_000_000  # bytes of the database, of which a sweep gives back what it can use again


class Day:
    """The games that are played at a server, some at once."""

    def __init__(self, server: Server) -> None:
        addresses = [node.address for node in nodes_of(server)]
        self.line = Line(addresses, Figures(), Ledger(), "serpentina", DECK)
        self.number = 0

    async def play(self, games: int) -> None:
        """Play so many games more."""
        numbers = iter(range(self.number, self.number + games))
        await asyncio.gather(*(self._go_on(numbers) for _ in range(AT_ONCE)))
        self.number += games

    async def _go_on(self, numbers: Iterator[int]) -> None:
        for number in numbers:
            if number % KINDS == 0:
                await self._people(number)
                continue
            if number % KINDS == KINDS // 2:
                await self._left(number)
            await self._bots(number)

    def _stranger(self, number: int) -> Browser:
        return Browser(self.line, number, Table(self.line, number))

    async def _people(self, number: int) -> None:
        """Two people, each with a page at a node of his own, play a game to the count."""
        table = Table(self.line, number)
        await table.open()
        watching = table.browsers[0]
        while watching.state["status"] != "counted":
            await table.step(0.0)
            await watching.until(table.version)
        await table.close()

    async def _bots(self, number: int) -> None:
        """Somebody lets bots play, and watches at another node until they have been counted."""
        maker, watching = self._stranger(number), self._stranger(number + 1)
        seats = [BOT] * (2 + number % 4)
        game = (await maker.insist("POST", "", {"seats": seats, "deck": DECK}))["game"]
        place = f"{watching.address}/api/games/{game}/live"
        async with self.line.http.ws_connect(place) as socket:
            while json.loads((await socket.receive()).data)["version"] < COUNTED:
                pass
        state = await watching.insist("GET", f"/{game}")
        assert (state["status"], state["version"]) == ("counted", COUNTED)
        assert "[Nonce" in await watching.read(f"/{game}/record")

    async def _left(self, number: int) -> None:
        """Somebody begins a game and leaves it."""
        maker = self._stranger(number)
        made = await maker.insist("POST", "", {"seats": [here(), OPEN]})
        for version, command in ((1, {"command": "start"}), (2, {"command": "draw", "slot": 7})):
            body = {"command_id": f"left-{number:08}", "expected_version": version, **command}
            await maker.insist("POST", f"/{made['game']}/commands", body)


@BACKENDS
def test_a_day(serve: Serve, backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F11: after a day's games and sweeps each node holds what it held after an eighth of it."""
    told = tmp_path / "sweep"
    if SOAK:
        monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)  # as a host runs it
    server = serve(away=AWAY, metrics="local", sweeps=told, log_level="warning")
    probe, seen = Probe(server), list[list[Vitals]]()

    async def play() -> None:
        day = Day(server)
        for games in (FIRST, *[(GAMES - FIRST) // PARTS] * PARTS):
            async with asyncio.timeout(LONGEST):
                await day.play(games)
            seen.append(await asyncio.to_thread(probe.swept, told))
            print(f"{backend}: after {day.number:,} games {seen[-1]}", flush=True)
        assert not day.line.figures.errors
        await day.line.close()

    asyncio.run(play())
    for first, *rest in zip(*seen, strict=True):
        assert max(each.memory for each in rest) < MOST * first.memory
    until(lambda: all(map(Vitals.is_back_at, probe.vitals(), seen[0])))
    if isinstance(server.database, Path):
        assert sum(f.stat().st_size for f in tmp_path.glob("games.sqlite3*")) < MOST_FILE
