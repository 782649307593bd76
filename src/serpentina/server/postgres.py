"""How a PostgreSQL database is reached, and what is said when it is not."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoneFree

from serpentina.server.whereabouts import VARIABLE, Address

if TYPE_CHECKING:
    import asyncpg
    from sqlalchemy.ext.asyncio import AsyncEngine

CONNECTIONS = 8  # for each process, and one that listens
CONNECT_SECONDS = 10.0
ANSWER_SECONDS = 20.0
REASONS = {  # by the code of the error, or its class
    "28": "the name or the password is refused",
    "3D": "there is no database of this name",
    "53": "it has no connection free",
    "57P": "it is starting up or shutting down",
}
LOST = ("08", "53", "57P")  # classes of errors after which the same may go well


class Unreachable(ConnectionError):
    """The database cannot be reached at the moment; whether a commit arrived is not known."""


async def connect(
    address: Address, answer: float | None = ANSWER_SECONDS
) -> asyncpg.Connection[asyncpg.Record]:
    """A connection of the driver, which waits so long for an answer; Unreachable without one."""
    import asyncpg  # noqa: PLC0415 - an extra

    try:
        return await asyncpg.connect(address.url, timeout=CONNECT_SECONDS, command_timeout=answer)
    except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise Unreachable(_sentence(error)) from None


def engine_at(
    address: Address, answer: float | None = ANSWER_SECONDS, **options: Any
) -> AsyncEngine:
    """An engine of SQLAlchemy; its errors do not show what was to be written."""
    from sqlalchemy.ext.asyncio import create_async_engine  # noqa: PLC0415 - an extra, too

    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=partial(connect, address, answer),
        pool_pre_ping=True,
        hide_parameters=True,
        **options,
    )


def is_lost(error: BaseException) -> bool:
    """Whether the database is away, rather than something wrong with what it was asked."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or _code(error.orig).startswith(LOST)
    if isinstance(error, OSError | NoneFree):
        return True
    import asyncpg  # noqa: PLC0415

    return isinstance(error, asyncpg.InterfaceError) or _code(error).startswith(LOST)


@contextmanager
def reaching() -> Iterator[None]:
    """Unreachable where the database is away; any other error stays what it is."""
    try:
        yield
    except Unreachable:
        raise
    except Exception as error:
        if not is_lost(error):
            raise
        raise Unreachable(_sentence(error)) from None


def check_driver() -> None:
    """OSError, in a sentence, where the driver is missing."""
    try:
        import asyncpg  # noqa: F401, PLC0415
    except ImportError:
        raise OSError(
            f"{VARIABLE} needs a driver for PostgreSQL: pip install 'serpentina[postgresql]'."
        ) from None


def _code(error: BaseException | None) -> str:
    """The five letters by which PostgreSQL names an error."""
    return str(getattr(error, "sqlstate", None) or getattr(error, "pgcode", None) or "")


def _sentence(error: BaseException) -> str:
    return f"The database that {VARIABLE} names cannot be reached: {_reason(error)}."


def _reason(error: BaseException) -> str:
    """Why it is away, in our own words: the server's may quote what was written wrongly."""
    original = getattr(error, "orig", None) or error
    code = _code(original)
    for beginning, reason in REASONS.items():
        if code.startswith(beginning):
            return reason
    if code:
        return f"it answers with the error {code} of PostgreSQL"
    if isinstance(original, TimeoutError | NoneFree):
        return "it does not answer in time"
    if isinstance(original, socket.gaierror):
        return "there is no such host"
    if isinstance(original, ssl.SSLError):
        return "TLS with it fails"
    if isinstance(original, OSError):
        refuses = isinstance(original, ConnectionError) and original.errno is None
        return "it refuses the connection" if refuses else "nothing answers there"
    if isinstance(original, ValueError):
        return "an option of its address is wrong"
    return "the connection is lost"
