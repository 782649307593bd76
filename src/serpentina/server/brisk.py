"""The two requests of which a game consists, answered without the framework between.

To see a table, and to command, take the framework twice as long as us. What is in order is
answered here by the same functions; whatever is not, and all else, goes the usual way.
"""

from __future__ import annotations

import re

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
                request = Request(scope)
                await (await self._look(found[1], request))(scope, receive, send)
                return
            if scope["method"] == "POST" and (found := COMMANDS.fullmatch(scope["path"])):
                await self._command(found[1], scope, receive, send)
                return
        await self.app(scope, receive, send)

    async def _look(self, game: str, request: Request) -> Response:
        try:
            return _json(await see_game(game, request))
        except Refused as refused:
            return problem(refused)
        except Unreachable:
            return problem(AWAY)

    async def _command(self, game: str, scope: Scope, receive: Receive, send: Send) -> None:
        request, message = Request(scope), await receive()
        asked = _read(request, message.get("body", b""))
        if asked is None or message.get("more_body"):
            await self.app(scope, again(message, receive), send)
            return
        try:
            answer = await command_game(game, asked, request)
        except Refused as refused:
            answer = problem(refused)
        except Unreachable:
            answer = problem(AWAY)
        if not isinstance(answer, Response):
            answer = _json(answer)
        await answer(scope, receive, send)


def _read(request: Request, body: bytes) -> Commanding | None:
    """A command, if it is one; what is wrong with it the framework says."""
    if request.headers.get("content-type") != JSON:
        return None
    try:
        return Commanding.model_validate_json(body)
    except ValidationError:
        return None


def _json(known: object) -> Response:
    return Response(to_json(known), media_type=JSON)
