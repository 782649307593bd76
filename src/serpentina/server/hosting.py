"""`serpentina serve`: a server from its start to its stop, and what it tells the host."""

from __future__ import annotations

import os
import platform
import socket
import webbrowser
from threading import Thread

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError

from serpentina.server.addresses import home_address, qr_text
from serpentina.server.app import create_app
from serpentina.server.settings import Settings

SHUTDOWN_SECONDS = 3  # what open connections are given at a stop


class _Server(uvicorn.Server):
    """Says where it is as soon as it is there."""

    def __init__(self, config: uvicorn.Config, settings: Settings, address: str) -> None:
        super().__init__(config)
        self._settings = settings
        self._address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, say so and open the browser."""
        await super().startup(sockets)
        if self.started and not self._settings.no_browser and _has_screen():
            Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()
        if self.started:
            print("Ready. Ctrl-C stops the server; the games stay.", flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; that all sockets close now means nothing for the tables."""
        application = self.config.app
        assert isinstance(application, FastAPI)
        application.state.lobby.is_closing = True
        await super().shutdown(sockets)


def serve(settings: Settings) -> None:
    """Run a server until it is told to stop; OSError where it cannot run."""
    with _listening(settings) as bound:
        port = bound.getsockname()[1]
        lan = _lan(port) if settings.lan else None
        address = f"http://{_local_host(settings)}:{port}"
        _tell(address, lan, is_lan=settings.lan)
        config = uvicorn.Config(
            _app(settings, lan),
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        server = _Server(config, settings, address)
        server.run(sockets=[bound])
    if not server.started:
        raise OSError("The server could not start; the reason stands above.")


def _app(settings: Settings, lan: str | None) -> FastAPI:
    try:
        return create_app(settings, lan)
    except DBAPIError as error:
        path = settings.database_path
        raise OSError(f"The file {path} cannot hold the games: {error.orig}.") from None


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
        reason = error.strerror or error
        raise OSError(f"Cannot listen at {host}, port {settings.port}: {reason}.") from None
    return bound


def _lan(port: int) -> str | None:
    address = home_address()
    return None if address is None else f"http://{address}:{port}"


def _local_host(settings: Settings) -> str:
    host = settings.bound_host
    if host in ("0.0.0.0", "::"):  # noqa: S104
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _tell(address: str, lan: str | None, *, is_lan: bool) -> None:
    print(f"Serpentina on this machine: {address}/")
    if lan is not None:
        print(f"In the home network: {lan}/\n")
        print(qr_text(f"{lan}/"))
    elif is_lan:
        print("This machine has no address in a network, so that no other one can find it.")


def _has_screen() -> bool:
    """Whether a browser would have a window; one inside the terminal would be in the way."""
    if platform.system() == "Linux":
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True
