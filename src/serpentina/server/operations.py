"""What a host's machines ask a server: is it alive, is it ready, what are its figures."""

from __future__ import annotations

import asyncio
import logging

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST

from serpentina.server.limits import HOME, visitor_of
from serpentina.server.lobby import Lobby
from serpentina.server.origins import is_forwarded
from serpentina.server.problems import Refused
from serpentina.server.settings import Settings

READY_SECONDS = 2.0  # in which the database has to answer
router = APIRouter(include_in_schema=False)
log = logging.getLogger(__name__)


@router.get("/healthz")
async def is_alive() -> Response:
    """The process runs and answers."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
async def is_ready(request: Request) -> Response:
    """New players may be sent here: the database answers, and the server is not about to stop."""
    lobby: Lobby = request.app.state.lobby
    found = {"database": await _answers(lobby), "stopping": lobby.is_closing}
    ready = found["database"] and not found["stopping"]
    return JSONResponse({"ready": ready, **found}, 200 if ready else 503)


async def _answers(lobby: Lobby) -> bool:
    try:
        async with asyncio.timeout(READY_SECONDS), lobby.store.reading() as transaction:
            await transaction.exists("")
    except Exception:
        log.exception("The database does not answer.")
        return False
    return True


@router.get("/metrics")
async def see_metrics(request: Request) -> Response:
    """The figures, for whom the host lets read them; nobody else learns that there are any."""
    state = request.app.state
    if not _may_read(state.settings, request):
        raise Refused("not_found", "There is no such page.")
    lobby: Lobby = state.lobby
    async with lobby.store.reading() as transaction:
        tables = await transaction.statuses()
    now = {
        "sockets": len(state.limits.crowd),
        "tables_in_memory": lobby.kept,
        "games_with_deadlines": len(state.stewards),
        "devices_remembered": len(lobby.presence),
        "bots_thinking": state.stewards.thinking,
        "questions_waiting": state.thinkers.waiting,
        "tasks": len(asyncio.all_tasks()),
    }
    return Response(lobby.meters.text(now, tables), media_type=CONTENT_TYPE_LATEST)


def _may_read(settings: Settings, request: Request) -> bool:
    """`local` is this machine itself, not whoever comes through a proxy on it."""
    if settings.metrics == "local":
        return visitor_of(request.scope) == HOME and not is_forwarded(request.headers)
    return settings.metrics == "all"
