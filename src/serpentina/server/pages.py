"""The client's one page, the problem documents, and the headers that every answer has."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serpentina.server.assets import Asset
from serpentina.server.origins import has_sound_host, is_foreign, is_secure
from serpentina.server.problems import Refused

STATIC = Path(__file__).parent / "static"
PATHS = (
    "/",
    "/g/{game}",
    "/r/{game}",
    "/review/{game}",
    "/replay",
    "/rules",
    "/print",
)  # of the pages
WITH_SLASH = re.compile(r"((?:g|r|review)/[^/]+|replay|rules|print)/")
POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
# As they go over the wire.
ALWAYS = (
    (b"content-security-policy", POLICY.encode("ascii")),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
# Where the context is not secure, browsers log an error and ignore it.
WHERE_SECURE = ((b"cross-origin-opener-policy", b"same-origin"),)
NOT_KEPT = ((b"cache-control", b"no-store"),)
BODY_SECONDS = 20.0  # in which a request has to have come
LATE = "The request took too long to come."
FOREIGN = "Only pages of this server, and programs, may ask for this."
NO_HOST = "The header Host names no host."
FAILED = "The server could not answer; its host finds the reason in its output."
AWAY = Refused("unavailable", "The games are out of reach for a moment.")
log = logging.getLogger(__name__)
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Serpentina</title>
<h1>Serpentina</h1>
<p>The server runs, but the pages of the game were not built into it. Install the package, or build
the client, and start again. Programs can play: <a href="/api/openapi.json">the API</a>.
"""
INDEX = "index.html"
INSTEAD = Asset.of(INDEX, NOT_BUILT.encode())
Assets = Mapping[str, Asset]


def page(assets: Assets, request: Request, status: int = 200) -> Response:
    """The client's page, or what stands for it."""
    return assets.get(INDEX, INSTEAD).answer(request.headers, status)


def file(assets: Assets, request: Request, path: str) -> Response:
    """A file of the client; where there is none, its page for a browser, Refused for a program."""
    asset = assets.get(path)
    if asset is not None:
        return asset.answer(request.headers)
    if WITH_SLASH.fullmatch(path):
        query = request.url.query
        return RedirectResponse(f"/{quote(path[:-1])}{query and '?'}{query}")
    if "text/html" in request.headers.get("accept", "") and not path.startswith("api/"):
        return page(assets, request, 404)
    raise Refused("not_found", "There is no such page.")


class Guard:
    """Adds the headers to each answer; refuses what is too large or comes from other sites.

    What fails is answered, too, without a word on why. `told` hears the status of each answer.
    """

    def __init__(self, app: ASGIApp, most_bytes: int, told: Callable[[int], None]) -> None:
        self.app = app
        self.most_bytes = most_bytes
        self.told = told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        sending = _Sending(scope, headers, send, self.told)
        if not has_sound_host(headers):
            await problem(Refused("malformed", NO_HOST))(scope, receive, sending)
        elif is_foreign(scope, headers):
            await problem(Refused("foreign_origin", FOREIGN))(scope, receive, sending)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, sending)
        else:
            await self._answer(scope, receive, sending)

    async def _answer(self, scope: Scope, receive: Receive, sending: _Sending) -> None:
        """Have a request answered by the application, or say that it has failed."""
        try:
            async with asyncio.timeout(BODY_SECONDS):
                first = await self._whole(scope, receive)
        except Refused as refused:
            await problem(refused)(scope, receive, sending)
            return
        except TimeoutError:
            await problem(Refused("malformed", LATE))(scope, receive, sending)
            return
        try:
            await self.app(scope, again(first, receive), sending)
        except Exception:
            if sending.has_begun:
                raise
            log.exception("%s %s has failed.", scope["method"], scope["path"])
            await problem(Refused("internal", FAILED))(scope, receive, sending)

    async def _whole(self, scope: Scope, receive: Receive) -> Message:
        """The body of a request in one message; Refused if it is, or says it is, too large."""
        refused = Refused("too_large", f"A request has at most {self.most_bytes} bytes.")
        length = Headers(scope=scope).get("content-length", "")
        if length.isdecimal() and int(length) > self.most_bytes:
            raise refused
        body = b""
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return message
            body += message.get("body", b"")
            if len(body) > self.most_bytes:
                raise refused
            if not message.get("more_body"):
                return {"type": "http.request", "body": body, "more_body": False}


class _Sending:
    """Sends an answer with the headers that each has."""

    def __init__(
        self, scope: Scope, headers: Headers, send: Send, told: Callable[[int], None]
    ) -> None:
        self._scope = scope
        self._headers = headers
        self._send = send
        self._told = told
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        """Send a part of the answer."""
        if message["type"].endswith(".response.start"):
            self.has_begun = True
            self._told(message["status"])
            self._complete(message["headers"])
        await self._send(message)

    def _complete(self, headers: list[tuple[bytes, bytes]]) -> None:
        """Add the headers that the answer does not have."""
        known = {name for name, _ in headers}
        secure = is_secure(self._scope, self._headers)
        added = (*ALWAYS, *(WHERE_SECURE if secure else ()))
        if self._scope["path"].startswith("/api/"):
            added += NOT_KEPT
        headers.extend(header for header in added if header[0] not in known)


def again(first: Message, receive: Receive) -> Receive:
    """Give out a message that was received already, then what comes."""
    waiting = [first]

    async def received() -> Message:
        return waiting.pop() if waiting else await receive()

    return received


def problem(refused: Refused, **members: Any) -> JSONResponse:
    """The answer to a request that is refused; it may quote what is no text."""
    document = refused.document(**members)
    document["detail"] = refused.detail.encode("utf-8", "replace").decode("utf-8")
    wait = refused.retry_after
    headers = {} if wait is None else {"Retry-After": str(wait)}
    return JSONResponse(document, refused.status, headers, "application/problem+json")
