"""The application: the API, the sockets and the pages, with what they need from start to stop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from threading import Thread

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from serpentina.server import api, operations, pages, printed, reviews, sockets
from serpentina.server.assets import read_assets
from serpentina.server.bots import Stewards, warm
from serpentina.server.brisk import Brisk
from serpentina.server.engines import Engines
from serpentina.server.limits import Limits
from serpentina.server.lobby import Lobby
from serpentina.server.meters import Meters
from serpentina.server.migrations import upgrade
from serpentina.server.nodes import Clock, Node
from serpentina.server.postgres import Unreachable
from serpentina.server.problems import Refused
from serpentina.server.settings import Settings
from serpentina.server.store import store_at
from serpentina.server.thinking import Thinkers

MOST_BYTES = 80_000  # of a request
SWEEPING_SECONDS = 600.0
log = logging.getLogger(__name__)


def create_app(settings: Settings, lan: str | None = None) -> FastAPI:
    """The application, its database brought up to date.

    `lan` is the server's address in the home network, if it is let in.
    """
    upgrade(settings.place)
    app = FastAPI(
        title="Serpentina",
        description="Make a table, take a seat, see, draw, place: any program can play.",
        version=version("serpentina"),
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=_name,
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.lan = lan
    app.state.limits = Limits(settings)
    app.state.meters = Meters()
    app.state.engines = Engines(settings.engine, seconds=settings.engine_seconds)
    app.state.thinkers = Thinkers(settings.thinkers)
    app.include_router(api.router)
    app.include_router(reviews.router)
    app.include_router(printed.router)
    app.include_router(sockets.router)
    app.include_router(operations.router)
    _add_pages(app)
    _add_problems(app)
    app.add_middleware(Brisk)
    app.add_middleware(pages.Guard, MOST_BYTES, app.state.meters.answered)
    return app


def _name(route: APIRoute) -> str:
    """An operation is called as its function, so that links can name it."""
    return route.name


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the store, take up what a stop has left, sweep now and then; close all at the end."""
    settings: Settings = app.state.settings
    Thread(target=warm, daemon=True).start()  # a stop does not wait for it
    store, clock = store_at(settings.place), Clock()
    lobby = Lobby(store, settings, clock, meters=app.state.meters)
    node = Node(lobby, settings.shared, clock) if settings.shared else None
    engines: Engines = app.state.engines
    Thread(target=engines.start, daemon=True).start()
    thinkers: Thinkers = app.state.thinkers
    stewards = Stewards(lobby, engines, thinkers)
    app.state.lobby, app.state.stewards = lobby, stewards
    app.state.reviews = reviews.Reviews()
    await (node.start() if node else lobby.resume())
    stopping = asyncio.Event()
    sweeping = asyncio.create_task(_sweep(lobby, stopping))
    try:
        yield
    finally:
        stopping.set()
        thinkers.close()
        await lobby.close()
        await asyncio.gather(sweeping, stewards.close(), app.state.reviews.close())
        if node:
            await node.close()
        await store.close()
        await asyncio.to_thread(engines.close)


async def _sweep(lobby: Lobby, stopping: asyncio.Event) -> None:
    """Delete what is old, now and then, until the server stops."""
    while not stopping.is_set():
        try:
            await lobby.sweep()
        except Unreachable as error:
            log.error("%s", error)
        except Exception:
            log.exception("The old games were not deleted.")
        with suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), SWEEPING_SECONDS)


def _add_pages(app: FastAPI) -> None:
    """The pages of the client, which is one page and finds its way by the path."""
    assets = read_assets(pages.STATIC)

    async def page(request: Request) -> Response:
        return pages.page(assets, request)

    async def file(request: Request) -> Response:
        return pages.file(assets, request, request.path_params["path"])

    for path in pages.PATHS:
        app.add_route(path, page, include_in_schema=False)
    app.add_route("/{path:path}", file, include_in_schema=False)


def _add_problems(app: FastAPI) -> None:
    """Every error is a problem document."""

    async def on_refused(_request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return pages.problem(error)

    async def on_unreachable(_request: Request, _error: Exception) -> Response:
        return pages.problem(pages.AWAY)

    async def on_malformed(_request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return pages.problem(Refused("malformed", _what_is_wrong(error)))

    async def on_http(_request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        codes = {404: "not_found", 405: "not_allowed"}
        return pages.problem(Refused(codes.get(error.status_code, "malformed"), error.detail))

    app.add_exception_handler(Refused, on_refused)
    app.add_exception_handler(Unreachable, on_unreachable)
    app.add_exception_handler(RequestValidationError, on_malformed)
    app.add_exception_handler(HTTPException, on_http)


def _what_is_wrong(error: RequestValidationError) -> str:
    """The first thing that is wrong with a request, and where."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}"
