"""`serpentina serve`: a server from its start to its stop, and what it tells the host."""

from __future__ import annotations

import errno
import gc
import os
import platform
import socket
import webbrowser
from collections.abc import Callable
from functools import partial
from threading import Thread

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError

from serpentina.errors import SerpentinaError
from serpentina.server.addresses import home_address, qr_text
from serpentina.server.app import create_app
from serpentina.server.logs import start_log
from serpentina.server.migrations import upgrade
from serpentina.server.postgres import check_driver
from serpentina.server.settings import Settings
from serpentina.server.whereabouts import VARIABLE
from serpentina.server.workers import Share, Workers
from serpentina.words import Words

MOST_MESSAGE = 4_096  # bytes of what a page says over a socket, which nobody listens to
SPARE_FILES = 1_000  # beside those of sockets: requests, the database, programs
ANY_NUMBER = 100_000
COLLECTED = (10_000, 10, 10)  # the thresholds of the three generations
SHUTDOWN_SECONDS = 3  # what open connections are given at a stop


class _Server(uvicorn.Server):
    """Says that it is ready as soon as it is."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; that all sockets close now means nothing for the tables."""
        application = self.config.app
        assert isinstance(application, FastAPI)
        application.state.lobby.is_closing = True
        await super().shutdown(sockets)


def serve(settings: Settings, words: Words, share: Share | None = None) -> None:
    """Run a server until it is told to stop; SerpentinaError or OSError where it cannot run.

    A worker has a share in one that runs already.
    """
    start_log(settings.log, settings.log_level)
    _open_many_files(settings)
    if settings.workers > 1 and not settings.shared:
        raise OSError(f"Several workers need a PostgreSQL server, which {VARIABLE} names.")
    with share.bound if share else _listening(settings) as bound:
        port = bound.getsockname()[1]
        lan = _lan(port) if settings.lan else None
        address = f"http://{_local_host(settings)}:{port}"
        if not share:
            _tell(words, address, lan, is_lan=settings.lan)
        opens = not settings.no_browser and _has_screen()
        on_ready = partial(_say_ready, words, address if opens else None)
        if settings.workers > 1 and not share:
            check_driver()
            upgrade(settings.place)  # here, so that what is wrong with it is said once
            Workers(settings, words, bound, serve).run(on_ready)
            return
        config = uvicorn.Config(
            _app(settings, lan),
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.proxy),
            forwarded_allow_ips=settings.proxy,
            ws_max_size=MOST_MESSAGE,
            ws_per_message_deflate=False,  # a hint has some twenty bytes
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        _collect_seldom()
        server = _Server(config, partial(share.ready.send, True) if share else on_ready)
        server.run(sockets=[bound])
    if not server.started:
        raise OSError("The server could not start; the reason stands above.")


def _open_many_files(settings: Settings) -> None:
    """Let the process have a file for each socket, as far as the system lets it."""
    try:
        import resource  # noqa: PLC0415 - Windows has no such limit
    except ImportError:
        return
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = int(settings.sockets or ANY_NUMBER) + SPARE_FILES
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if few != resource.RLIM_INFINITY and few < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))


def _say_ready(words: Words, page: str | None) -> None:
    """Say so, and open the page in the browser, if there is one to open."""
    if page is not None:
        Thread(target=webbrowser.open, args=(page,), daemon=True).start()
    print(words("Ready. Ctrl-C stops the server; the games stay."), flush=True)


def _app(settings: Settings, lan: str | None) -> FastAPI:
    if settings.shared:
        check_driver()
    try:
        return create_app(settings, lan)
    except DBAPIError as error:
        raise _cannot_hold(settings, error.orig) from None
    except OSError as error:
        if error.filename is None:
            raise
        raise _cannot_hold(settings, error.strerror) from None  # as in a home that only can be read


def _cannot_hold(settings: Settings, reason: object) -> SerpentinaError:
    path = settings.database_path
    return SerpentinaError(
        "The file {path} cannot hold the games: {reason}.", path=path, reason=reason
    )


def _collect_seldom() -> None:
    """Have the collector of cycles look at what is new, and seldom: commands leave it little."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)


def _listening(settings: Settings) -> socket.socket:
    """A socket at the address of the settings."""
    host = settings.bound_host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, settings.port))
    except OSError as error:
        bound.close()
        raise _cannot_listen(host, settings.port, error) from None
    return bound


def _cannot_listen(host: str, port: int, error: OSError) -> SerpentinaError:
    """What is wrong with the address; most often Serpentina runs there already."""
    if error.errno == errno.EADDRINUSE:
        return SerpentinaError(
            "Cannot listen at {host}, port {port}: something does already, perhaps Serpentina. "
            "Another port is chosen like this: --port {other}.",
            host=host,
            port=port,
            other=port % 65535 + 1,
        )
    reason = error.strerror or error
    return SerpentinaError(
        "Cannot listen at {host}, port {port}: {reason}.", host=host, port=port, reason=reason
    )


def _lan(port: int) -> str | None:
    address = home_address()
    return None if address is None else f"http://{address}:{port}"


def _local_host(settings: Settings) -> str:
    host = settings.bound_host
    if host in ("0.0.0.0", "::"):  # noqa: S104
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _tell(words: Words, address: str, lan: str | None, *, is_lan: bool) -> None:
    print(words("Serpentina on this machine: {address}", address=f"{address}/"))
    if lan is not None:
        print(words("In the home network: {address}", address=f"{lan}/") + "\n")
        print(qr_text(f"{lan}/"))
    elif is_lan:
        print(words("This machine is in no network, so that no other one can find it."))


def _has_screen() -> bool:
    """Whether a browser would have a window; one inside the terminal would be in the way."""
    if platform.system() == "Linux":
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True
