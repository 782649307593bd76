"""The WebSocket of a table: it says which version there is, and that a device is there."""

from __future__ import annotations

import asyncio
import re

from fastapi import APIRouter, WebSocket

from serpentina.server.api import device_in
from serpentina.server.bus import Ear
from serpentina.server.limits import Limits, visitor_of
from serpentina.server.live import Live
from serpentina.server.lobby import Lobby
from serpentina.server.models import GAME_ID
from serpentina.server.pages import problem
from serpentina.server.postgres import Unreachable
from serpentina.server.problems import Refused, unknown_game

UNKNOWN_GAME = 4404  # the code by which a socket is closed where there is no such game
TRY_AGAIN = 1013  # the code by which a socket is closed while the database cannot be reached
router = APIRouter()


@router.websocket("/api/games/{game}/live")
async def watch(socket: WebSocket, game: str) -> None:
    """Send `{"version": n}` now and whenever there is something new, until the device leaves.

    The same version again means that somebody has come or gone.
    """
    limits: Limits = socket.app.state.limits
    try:
        with limits.crowd.entering(visitor_of(socket.scope)):
            await _serve(socket, game)
    except Refused as refused:
        await socket.send_denial_response(problem(refused))


async def _serve(socket: WebSocket, game: str) -> None:
    lobby: Lobby = socket.app.state.lobby
    with lobby.bus.listening(game) as ear:  # before looking, so that nothing in between is lost
        try:
            live, _ = await lobby.see(_possible(game))
        except Refused as refused:
            await socket.accept()
            await socket.close(UNKNOWN_GAME, refused.code)
        except Unreachable:
            await socket.close(TRY_AGAIN)  # not opened at all
        else:
            await socket.accept()
            ear.ring(live.version)
            await _attend(socket, lobby, live, ear)


def _possible(game: str) -> str:
    """The game that is asked for, if one can be called so: PostgreSQL fails at a zero byte."""
    if re.fullmatch(GAME_ID, game) is None:
        raise unknown_game()
    return game


async def _attend(socket: WebSocket, lobby: Lobby, live: Live, ear: Ear) -> None:
    """Have a device at the table, or a watcher, until it leaves."""
    device = device_in(socket.cookies, live)
    if device is None:
        await _talk(socket, ear)
        return
    try:
        await lobby.arrive(live, device)
        await _talk(socket, ear)
    except Unreachable:
        await socket.close(TRY_AGAIN)
    finally:
        lobby.depart(live, device)


async def _talk(socket: WebSocket, ear: Ear) -> None:
    """Pass on hints until the device leaves; whatever it says is not listened to."""
    telling = asyncio.create_task(_tell(socket, ear))
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)


async def _tell(socket: WebSocket, ear: Ear) -> None:
    while True:
        await socket.send_json({"version": await ear.hear()})
