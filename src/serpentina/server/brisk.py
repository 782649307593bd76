"""The two requests of which a game consists, answered without the framework between.

To see a table, and to command, take the framework twice as long as us. What is in order is
answered here by the same functions; whatever is not, and all else, goes the usual way.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable
from typing import Any

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from serpentina.server.api import command_game, see_game
from serpentina.server.models import GAME_ID, Commanding
from serpentina.server.pages import AWAY, again, problem
from serpentina.server.postgres import Unreachable
from serpentina.server.problems import Refused

STATE = re.compile(rf"/api/games/({GAME_ID})")
COMMANDS = re.compile(rf"/api/games/({GAME_ID})/commands")
JSON = "application/json"


class Brisk:
    """Answers a look at a table, and a command that can be read; passes on anything else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] == "http" and not scope.get("root_path"):
            if scope["method"] == "GET" and (found := STATE.fullmatch(scope["path"])):
                answer = await _answer(see_game(found[1], Request(scope)))
                await answer(scope, receive, send)
                return
            if scope["method"] == "POST" and (found := COMMANDS.fullmatch(scope["path"])):
                await self._command(found[1], scope, receive, send)
                return
        await self.app(scope, receive, send)

    async def _command(self, game: str, scope: Scope, receive: Receive, send: Send) -> None:
        request, message = Request(scope), await receive()
        asked = _read(request, message.get("body", b""))
        if asked is None or message.get("more_body"):
            await self.app(scope, again(message, receive), send)
            return
        answer = await _answer(command_game(game, asked, request))
        await answer(scope, receive, send)


async def _answer(found: Awaitable[Any]) -> Response:
    """What was found, or why nothing was."""
    try:
        known = await found
    except Refused as refused:
        return problem(refused)
    except Unreachable:
        return problem(AWAY)
    return known if isinstance(known, Response) else Response(to_json(known), media_type=JSON)


def _read(request: Request, body: bytes) -> Commanding | None:
    """A command, if it is one; what is wrong with it the framework says."""
    if request.headers.get("content-type") != JSON:
        return None
    try:
        return Commanding.model_validate_json(body)
    except ValidationError:
        return None
