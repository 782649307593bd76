"""Where a request comes from: a page of this server, a program, or a page of somebody else."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

USUAL_PORTS = {"http": 80, "https": 443}
HARMLESS = ("GET", "HEAD", "OPTIONS")
KNOWN_PLACES = 200
LONGEST_HOST = 260  # a name of 253 letters, and a port
HOST = re.compile(r"([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.IGNORECASE | re.ASCII)


def has_sound_host(headers: Headers) -> bool:
    """Whether the header Host, if there is one, names a host: it goes into links and pictures."""
    host = headers.get("host", "")
    if len(host) > LONGEST_HOST:
        return False
    return not host or (HOST.fullmatch(host) is not None and _place(f"http://{host}") is not None)


def is_foreign(scope: Scope, headers: Headers) -> bool:
    """Whether the page of another site opens a socket, or asks for more than to look.

    Browsers say where a page is from; programs say nothing and are welcome.
    """
    if scope["type"] == "http" and scope["method"] in HARMLESS:
        return False
    if headers.get("sec-fetch-site") == "cross-site":
        return True
    origin = headers.get("origin")
    if origin is None:
        return False
    page = _place(origin)
    scheme = origin.partition(":")[0]  # https ends at a server in front of this one, maybe
    return page is None or page != _place(f"{scheme}://{headers.get('host', '')}")


def is_https(scope: Scope, headers: Headers) -> bool:
    """Whether the browser speaks https, maybe with a server in front of this one.

    Whoever lies about it only gets a cookie that he cannot use.
    """
    if scope["scheme"] in ("https", "wss"):
        return True
    return headers.get("x-forwarded-proto", "").strip().lower() == "https"


def is_forwarded(headers: Headers) -> bool:
    """Whether a request says that it comes through a proxy."""
    return "x-forwarded-for" in headers or "forwarded" in headers


def is_secure(scope: Scope, headers: Headers) -> bool:
    """Whether browsers count the page as a secure context: https, or this very machine."""
    if is_https(scope, headers):
        return True
    host = (_place(f"http://{headers.get('host', '')}") or ("", 0))[0]
    return host in ("localhost", "::1") or host.endswith(".localhost") or host.startswith("127.")


@lru_cache(KNOWN_PLACES)
def _place(address: str) -> tuple[str, int | None] | None:
    """The host and the port of an address; None if it names none."""
    try:
        parts = urlsplit(address)
        port = parts.port or USUAL_PORTS.get(parts.scheme)
    except ValueError:
        return None
    return (parts.hostname, port) if parts.hostname else None
