"""The WebSocket of a table: it says which version there is, and that a device is there."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, WebSocket

from serpentina.server.api import device_in
from serpentina.server.bus import Ear
from serpentina.server.limits import Limits, visitor_of
from serpentina.server.lobby import Lobby
from serpentina.server.pages import problem
from serpentina.server.problems import Refused

UNKNOWN_GAME = 4404  # the code by which a socket is closed where there is no such game
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
    await socket.accept()
    try:
        live, _ = await lobby.see(game)
    except Refused as refused:
        await socket.close(UNKNOWN_GAME, refused.code)
        return
    device = device_in(socket.cookies, live)
    with lobby.bus.listening(game) as ear:
        ear.ring(live.version)
        if device is None:
            await _talk(socket, ear)
            return
        await lobby.arrive(live, device)
        try:
            await _talk(socket, ear)
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
