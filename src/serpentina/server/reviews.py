"""Reviews of games that are over: each is worked out once, in a process of its own.

One at a time, with less right to the processors than the games that are being played. What was
found is kept for the games that were asked about last.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from collections import OrderedDict
from multiprocessing.connection import Connection
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from serpentina.errors import SerpentinaError
from serpentina.server import models
from serpentina.server.api import PROBLEM, lobby_of
from serpentina.server.problems import Refused

MOST_KEPT = 64
MOST_WAITING = 16  # what is asked beyond that waits until it is asked again
SECONDS = 60.0
NICE = 10
FAILED = "The review could not be worked out; the host finds the reason in the server's output."
log = logging.getLogger(__name__)
Found = dict[str, Any]


class Worth(BaseModel):
    """Chances of winning and final cards to be expected, by seat, with standard errors."""

    win: list[float]
    cards: list[float]
    win_stderr: list[float]
    cards_stderr: list[float]


class Option(BaseModel):
    """A placement of the card drawn, on the table before the turn."""

    placement: str
    touches: list[models.Touch]
    makes: list[str]
    taken: bool


class Why(BaseModel):
    """Why the better placement is better: a kind, its number and that of the one played."""

    kind: str
    here: int
    there: int


class Move(BaseModel):
    """A turn."""

    turn: int
    seat: int
    card: str
    method: Literal["exact", "rollout"]
    before: Worth
    drawn: Worth
    after: Worth
    luck: Worth
    cost: Worth
    choices: int
    verdict: Literal["fine", "doubtful", "bad"]
    played: Option
    better: Option | None
    why: Why | None


class Player(BaseModel):
    """What a seat did and met with."""

    share: float
    cards: int
    luck: float
    luck_cards: float
    others_luck: float
    others_luck_cards: float
    adjusted: float
    adjusted_cards: float
    adjusted_stderr: float
    by_costs: float
    cost: float
    cost_cards: float
    choices: int
    mean_cost: float
    doubtful: int
    bad: int
    grade: Literal["gold", "silver", "colourful", "little"] | None


class Turning(BaseModel):
    """What turned the game."""

    turn: int
    kind: Literal["draw", "placement"]
    swing: float
    seat: int


class Reviewed(BaseModel):
    """A whole game, reviewed; docs/review.md says what each figure is."""

    rules: str
    deck: str
    names: list[str]
    players: list[Player]
    moves: list[Move]
    turning: list[Turning]


class Working(BaseModel):
    """The share of the work that is done."""

    progress: float


class Reviews:
    """The reviews of a server."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Found | str] = OrderedDict()  # a sentence: why there is none
        self._shares: dict[str, float] = {}  # of the work that is done, by game
        self._failed: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._one = asyncio.Lock()

    def see(self, game: str, record: str) -> Found | float:
        """The review of a game by the text of its record, or the share that is done of it."""
        if game in self._kept:
            self._kept.move_to_end(game)
            kept = self._kept[game]
            if isinstance(kept, str):
                raise Refused("too_large", kept)
            return kept
        if game in self._failed:
            self._failed.remove(game)
            raise Refused("internal", FAILED)
        if game not in self._shares and len(self._shares) < MOST_WAITING:
            self._shares[game] = 0.0
            task = asyncio.create_task(self._work(game, record))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return self._shares.get(game, 0.0)

    async def _work(self, game: str, record: str) -> None:
        """Have a process work one out, when it is its turn."""
        try:
            async with self._one:
                self._keep(game, await self._ask(game, record))
        except (EOFError, OSError):
            log.error("The review of this game has failed.", extra={"game": game})
            self._failed.add(game)
        finally:
            del self._shares[game]

    async def _ask(self, game: str, record: str) -> Found | str:
        """Start a process and listen to it; EOFError where it ends too early."""
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe(duplex=False)
        process = spawn.Process(target=work_out, args=(record, theirs), daemon=True)
        await asyncio.to_thread(process.start)
        theirs.close()
        try:
            while True:
                heard = await asyncio.to_thread(ours.recv)
                if not isinstance(heard, float):
                    found: Found | str = heard
                    return found
                self._shares[game] = heard
        finally:
            process.kill()
            await asyncio.to_thread(process.join)
            ours.close()

    def _keep(self, game: str, found: Found | str) -> None:
        self._kept[game] = found
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    async def close(self) -> None:
        """Stop what is being worked out."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


router = APIRouter(prefix="/api", responses={"4XX": PROBLEM, 422: PROBLEM})


@router.get(
    "/games/{game}/review",
    response_model=Reviewed,
    responses={202: {"model": Working, "description": "It is being worked out: ask again"}},
)
async def review_game(game: models.GameId, request: Request) -> Any:
    """Luck, costs and better placements of a game that is counted."""
    reviews: Reviews = request.app.state.reviews
    live, _ = await lobby_of(request).see(game)
    if not live.game.is_counted:
        raise Refused("not_over", "Only a game that is counted can be looked back on.")
    found = reviews.see(game, str(live.record()))
    if isinstance(found, float):
        return JSONResponse({"progress": found}, 202, {"Retry-After": "1"})
    return found


def work_out(record: str, told: Connection) -> None:
    """Review a record, as a process of its own; tells the shares that are done, then the review.

    Or, in a sentence, why there is none.
    """
    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it
    from serpentina.ahead import Effort  # noqa: PLC0415 - the server itself needs no NumPy
    from serpentina.reader import read_record  # noqa: PLC0415
    from serpentina.review import prepare, review  # noqa: PLC0415
    from serpentina.review_words import as_json  # noqa: PLC0415

    shown = 0.0

    def show(share: float) -> None:
        nonlocal shown
        if share >= shown + 0.01:
            shown = share
            told.send(share)

    effort = Effort(SECONDS, threads=max(1, (os.cpu_count() or 1) // 2))
    try:
        read = read_record(record)
        prepare(read)
        told.send(as_json(review(read, effort, show)))
    except SerpentinaError as error:
        told.send(str(error))
