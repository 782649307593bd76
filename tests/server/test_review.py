"""The review over the API: asked for until it is there, kept, refused where there is none."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

from serpentina.cli import main
from serpentina.server import reviews
from serpentina.server.problems import Refused
from serpentina.server.reviews import Reviews
from tests.server.running import TINY, Device, Server, here


def play_out(device: Device) -> None:
    """Play the game of a device to the count, always by the last placement."""
    while (state := device.see())["status"] == "playing":
        drawn = device.do("draw", slot=state["slots"][0])
        device.do("place", placement=drawn["placements"][-1]["placement"])
    device.do("count")


def asked(server: Server, device: Device) -> dict[str, Any]:
    """The review of the game of a device, asked for as the page on the API says."""
    end = time.monotonic() + 120
    while True:
        answer = device.http.get(f"{server.address}/api/games/{device.game}/review")
        if answer.status_code != 202:
            assert answer.status_code == 200, answer.text
            found: dict[str, Any] = answer.json()
            return found
        assert 0 <= answer.json()["progress"] <= 1
        assert answer.headers["Retry-After"] == "1"
        assert time.monotonic() < end
        time.sleep(0.2)


def test_a_review(server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever has the link is given what `serpentina review --json` says of the same record."""
    ana = server.device()
    ana.create(here("cat", "Ana"), here("dog"), deck=TINY, rules="hisss,must_match=off")
    address = f"{server.address}/api/games/{ana.game}"
    refused = ana.http.get(f"{address}/review")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_over")
    play_out(ana)
    found = asked(server, ana)
    path = tmp_path / "game.txt"
    path.write_text(ana.http.get(f"{address}/record").text, encoding="utf-8")
    assert main(["review", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out) == found


def test_no_such_game(server: Server) -> None:
    """There is no review of a game that nobody has made."""
    answer = server.device().http.get(f"{server.address}/api/games/abcdefgh/review")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_game")


class Slow(Reviews):
    """Has nothing worked out by a process: says how often it was asked, and answers when told."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.answers: asyncio.Queue[Any] = asyncio.Queue()

    async def _ask(self, game: str, record: str) -> Any:  # noqa: ARG002
        self.asked.append(game)
        answer = await self.answers.get()
        if isinstance(answer, Exception):
            raise answer
        return answer


async def later() -> None:
    """Let what waits go on."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_one_at_a_time_and_each_once() -> None:
    """However often one asks, each game is worked out once, and one after the other."""

    async def ask() -> None:
        slow = Slow()
        for game in ("a", "b", "a", "b"):
            assert slow.see(game, "") == 0.0
            await later()
        assert slow.asked == ["a"]
        await slow.answers.put({"of": "a"})
        await later()
        assert slow.asked == ["a", "b"]
        assert slow.see("a", "") == {"of": "a"}
        await slow.close()

    asyncio.run(ask())


def test_what_fails_can_be_asked_again() -> None:
    """A process that ends too early is told to who asks next; then it is tried again."""

    async def ask() -> None:
        slow = Slow()
        slow.see("a", "")
        await slow.answers.put(EOFError())
        await later()
        with pytest.raises(Refused, match="could not be worked out") as refused:
            slow.see("a", "")
        assert refused.value.code == "internal"
        assert slow.see("a", "") == 0.0
        await later()
        assert slow.asked == ["a", "a"]
        await slow.close()

    asyncio.run(ask())


def test_what_cannot_be_reviewed_is_said() -> None:
    """A game that is too large is refused with the sentence that says so, each time."""

    async def ask() -> None:
        slow = Slow()
        slow.see("a", "")
        await slow.answers.put("A review is of a game of at most 100 cards.")
        await later()
        for _ in range(2):
            with pytest.raises(Refused, match="at most 100 cards") as refused:
                slow.see("a", "")
            assert refused.value.code == "too_large"

    asyncio.run(ask())


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only those asked about last are kept, and no more than a few wait."""
    monkeypatch.setattr(reviews, "MOST_KEPT", 2)
    monkeypatch.setattr(reviews, "MOST_WAITING", 3)

    async def ask() -> None:
        slow = Slow()
        for game in "abcde":
            assert slow.see(game, "") == 0.0
        for _ in range(9):
            await slow.answers.put({"some": "review"})
            await later()
        assert slow.asked == ["a", "b", "c"]
        assert isinstance(slow.see("c", ""), dict)
        assert isinstance(slow.see("b", ""), dict)
        assert slow.see("a", "") == 0.0
        await slow.close()

    asyncio.run(ask())


def test_a_process_that_dies() -> None:
    """The end of a process before it has answered is an EOFError, and leaves none behind."""

    async def ask() -> None:
        with pytest.raises(EOFError):
            await Reviews()._ask("a", None)  # type: ignore[arg-type]  # what it cannot read

    asyncio.run(ask())
