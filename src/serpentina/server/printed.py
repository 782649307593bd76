"""The game on paper, for whoever has no command line: a PDF to save and print."""

from __future__ import annotations

import asyncio
import functools
from threading import Lock
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from serpentina.cards import Deck
from serpentina.errors import SerpentinaError
from serpentina.options import Rules
from serpentina.server.api import PROBLEM
from serpentina.server.problems import Refused
from serpentina.words import Words

MOST_KEPT = 16  # games, of up to half a megabyte each
PDF = "application/pdf"
router = APIRouter(prefix="/api", responses={"4XX": PROBLEM, 422: PROBLEM})
_one_at_a_time = Lock()


@router.get(
    "/print",
    response_class=Response,
    responses={200: {"content": {PDF: {}}, "description": "Cards, rules and a score sheet"}},
)
async def print_table(
    rules: Annotated[str, Query(max_length=200)] = "serpentina",
    deck: Annotated[str, Query(max_length=400)] = "standard",
    sets: Annotated[int, Query(ge=1, le=4)] = 1,
    paper: Literal["a4", "letter"] = "a4",
    *,
    backs: bool = False,
    only: Literal["rules", "scores", "cards"] | None = None,
    language: Literal["en", "de", "fr", "es", "pt"] = "en",
) -> Response:
    """A game of these rules and cards as a PDF; the same question gets the same bytes."""
    try:
        game = Rules.parse(rules), Deck.parse(deck) * sets
    except SerpentinaError as error:
        raise Refused("malformed", str(error)) from None
    content = await asyncio.to_thread(_printed, *game, paper, backs, only, language)
    return Response(
        content,
        headers={"Content-Disposition": 'attachment; filename="serpentina.pdf"'},
        media_type=PDF,
    )


@functools.lru_cache(MOST_KEPT)
def _printed(
    rules: Rules, deck: Deck, paper: str, backs: bool, only: str | None, language: str
) -> bytes:
    """The PDF; takes a part of a second."""
    from serpentina.printing import Wish, print_game  # noqa: PLC0415 - play needs no PDF

    with _one_at_a_time:
        return print_game(Wish(rules, deck, paper, backs, only), Words(language))[0]
