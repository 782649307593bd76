"""Where a PostgreSQL database is. No sentence quotes the address, for it holds a password.

One that is written wrongly may hold it anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

VARIABLE = "DATABASE_URL"
SCHEMES = ("postgres", "postgresql")
HOW = (
    f"{VARIABLE} is written as postgresql://NAME:PASSWORD@HOST:PORT/DATABASE; in a name or a "
    "password, signs such as @ and / are written as %40 and %2F."
)


@dataclass(frozen=True)
class Address:
    """The address of a PostgreSQL database, as its own programs write it."""

    url: str = field(repr=False)

    @staticmethod
    def parse(text: str) -> Address:
        """The address that is written so; ValueError, which does not quote it, where it is none."""
        scheme, _, rest = text.strip().partition("://")
        url = f"{SCHEMES[1]}://{rest}"
        try:
            parts = urlsplit(url)
            has_host = bool(parts.hostname) or "host=" in parts.query
            is_sound = scheme.partition("+")[0] in SCHEMES and has_host and parts.port != 0
        except ValueError:
            is_sound = False
        if not is_sound:
            raise ValueError(HOW)
        return Address(url)
