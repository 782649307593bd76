"""The client's one page and its files, and the headers that every answer has."""

from __future__ import annotations

from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serpentina.server.problems import Refused

STATIC = Path(__file__).parent / "static"
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
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
FOR_EVER = "public, max-age=31536000, immutable"  # Vite names its assets by their content
ASK_AGAIN = "no-cache"
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Serpentina</title>
<h1>Serpentina</h1>
<p>The server runs, but the pages of the game were not built into it. Install the package, or build
the client, and start again. Programs can play: <a href="/api/openapi.json">the API</a>.
"""


def page() -> Response:
    """The client's page, or what stands for it."""
    index = STATIC / "index.html"
    if not index.is_file():
        return HTMLResponse(NOT_BUILT)
    return FileResponse(index, headers={"Cache-Control": ASK_AGAIN})


def file(path: str) -> Response:
    """A file of the client; Refused where there is none."""
    found = (STATIC / path).resolve() if "\0" not in path else STATIC
    if not found.is_relative_to(STATIC.resolve()) or not found.is_file():
        raise Refused("not_found", "There is no such page.")
    lasting = FOR_EVER if path.startswith("assets/") else ASK_AGAIN
    return FileResponse(found, headers={"Cache-Control": lasting})


class Guard:
    """Adds the headers to each answer, and refuses bodies that are too large."""

    def __init__(self, app: ASGIApp, most_bytes: int) -> None:
        self.app = app
        self.most_bytes = most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                _complete(MutableHeaders(scope=message), scope["path"])
            await send(message)

        await self.app(scope, self._counting(receive), guarded_send)

    def _counting(self, receive: Receive) -> Receive:
        """Count the bytes that come, and refuse more than are allowed."""
        count = 0

        async def counting() -> Message:
            nonlocal count
            message = await receive()
            count += len(message.get("body", b""))
            if count > self.most_bytes:
                raise Refused("too_large", f"A request has at most {self.most_bytes} bytes.")
            return message

        return counting


def _complete(headers: MutableHeaders, path: str) -> None:
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if path.startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")
