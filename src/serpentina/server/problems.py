"""What can be wrong with a request: a code that a client turns into a sentence of its own."""

from __future__ import annotations

from typing import Any

STATUS = {
    "malformed": 422,
    "unknown_game": 404,
    "not_found": 404,
    "not_allowed": 405,
    "foreign_origin": 403,
    "too_large": 413,
    "not_your_seat": 403,
    "not_the_maker": 403,
    "not_your_turn": 409,
    "not_away": 409,
    "illegal": 409,
    "not_over": 409,
    "full": 409,
    "stale": 409,
    "too_many": 429,
    "busy": 503,
    "unavailable": 503,
    "internal": 500,
}
TITLES = {
    "malformed": "The request is not what the API describes",
    "unknown_game": "There is no such game",
    "not_found": "There is no such page",
    "not_allowed": "This cannot be done here",
    "foreign_origin": "Another site's page asked for this",
    "too_large": "The request is too large",
    "not_your_seat": "This device has no such seat at the table",
    "not_the_maker": "Only the device that made the table may do this",
    "not_your_turn": "It is not your turn",
    "not_away": "The player is not away",
    "illegal": "The rules do not allow this now",
    "not_over": "The game goes on",
    "full": "No seat is open",
    "stale": "The game has gone on",
    "too_many": "That was too much at once",
    "busy": "The server thinks of too much already",
    "unavailable": "The games are out of reach",
    "internal": "The server has failed",
}


class Refused(Exception):
    """A request that is not carried out; nothing has changed.

    `retry_after` says in how many seconds it may be asked again.
    """

    def __init__(self, code: str, detail: str, retry_after: int | None = None) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.retry_after = retry_after

    @property
    def status(self) -> int:
        """The HTTP status of the answer."""
        return STATUS[self.code]

    def document(self, **members: Any) -> dict[str, Any]:
        """The problem document (RFC 9457), with our code and further members."""
        return {
            "type": "about:blank",
            "title": TITLES[self.code],
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            **members,
        }


def unknown_game() -> Refused:
    """What to say of a game that is not in the database."""
    return Refused("unknown_game", "There is no such game, or it was deleted.")
