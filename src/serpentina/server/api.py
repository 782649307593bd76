"""The JSON API: what comes over HTTP becomes a command of the lobby, and its state goes back."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from importlib.metadata import version
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse

from serpentina.cards import Deck
from serpentina.options import Rules
from serpentina.reader import read_record
from serpentina.server import models
from serpentina.server.addresses import address_of, qr_picture
from serpentina.server.commands import Actor, Command, Stale, check_actor, check_turn
from serpentina.server.engines import Engines
from serpentina.server.limits import Limits
from serpentina.server.links import after_state
from serpentina.server.live import Live, Seat
from serpentina.server.lobby import Lobby, device_of, new_token
from serpentina.server.origins import is_https
from serpentina.server.pages import problem
from serpentina.server.plans import Plan
from serpentina.server.problems import Refused
from serpentina.server.reading import read, read_name, rules_offered, ruling
from serpentina.server.showing import replay_of, state_of
from serpentina.server.thinking import Busy, Thinkers, hint_for

LONGEST_RECORD = 64_000
COOKIE_SECONDS = 400 * 86_400
HINT_SECONDS = 20.0  # for which an answer is waited for

PROBLEM = {
    "description": "A problem document (RFC 9457)",
    "content": {"application/problem+json": {"schema": models.Problem.model_json_schema()}},
}
log = logging.getLogger(__name__)
router = APIRouter(prefix="/api", responses={"4XX": PROBLEM, 422: PROBLEM})
GameId = models.GameId


def lobby_of(request: Request) -> Lobby:
    """The lobby of the application."""
    lobby: Lobby = request.app.state.lobby
    return lobby


def engines_of(request: Request) -> Engines:
    """The players of the application."""
    engines: Engines = request.app.state.engines
    return engines


def thinkers_of(request: Request) -> Thinkers:
    """The processes that think for the application."""
    thinkers: Thinkers = request.app.state.thinkers
    return thinkers


def limits_of(request: Request) -> Limits:
    """The limits of the application."""
    limits: Limits = request.app.state.limits
    return limits


async def check_pace(request: Request) -> None:
    """Refused where this address has asked too much that needs work."""
    limits_of(request).ask(request.scope)


WORK = (Depends(check_pace),)


def cookie_name(first: str) -> str:
    """The cookie that holds a device's token for a game and its rematches."""
    return f"serpentina_{first}"


def device_in(cookies: dict[str, str], live: Live) -> str | None:
    """The device that the cookies speak for, if the table knows it."""
    token = cookies.get(cookie_name(live.first))
    if token is None:
        return None
    device = device_of(token)
    return device if live.knows(device) else None


def _give_token(request: Request, response: Response, live: Live, token: str) -> None:
    """Let a device keep its token: out of the page's reach, and over https only where there is."""
    response.set_cookie(
        cookie_name(live.first),
        token,
        max_age=COOKIE_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=is_https(request.scope, request.headers),
    )


async def _shown(lobby: Lobby, game: str, request: Request) -> dict[str, Any]:
    """The state of a table for the device that asks."""
    live, is_away = await lobby.see(game)
    device = device_in(request.cookies, live)
    if device is not None:
        lobby.presence.see(live.id, device)
    return state_of(live, device, lobby.presence, is_away=is_away)


@router.post(
    "/games",
    status_code=201,
    response_model=models.Created,
    responses={201: after_state("/state")},
)
async def create_game(
    wanted: models.NewGame,
    request: Request,
    response: Response,
) -> dict[str, Any]:
    """Make a table; its maker holds the seats `here`. Without open seats it starts at once."""
    lobby = lobby_of(request)
    token = new_token()
    device = device_of(token)
    rules: Rules = read(Rules.parse, wanted.rules)
    deck: Deck = read(lambda text: Deck.parse(text) * wanted.sets, wanted.deck)
    seats = tuple(_seat(seat, device, engines_of(request)) for seat in wanted.seats)
    limits_of(request).make_table(request.scope)
    if wanted.hints:
        thinkers_of(request).start()  # so that the first hint need not wait for them
    live = await lobby.create(Plan(rules, deck, wanted.spread, seats, device, hints=wanted.hints))
    _give_token(request, response, live, token)
    lobby.presence.see(live.id, device)
    log.info("table", extra={"game": live.id, "seats": len(seats)})
    return {"game": live.id, "state": state_of(live, device, lobby.presence, is_away=False)}


def _seat(
    seat: models.PersonHere | models.OpenSeat | models.BotSeat, device: str, players: Engines
) -> Seat:
    if isinstance(seat, models.PersonHere):
        return Seat("here", name=read_name(seat.name), pictogram=seat.pictogram, device=device)
    if isinstance(seat, models.BotSeat):
        if not players.has(seat.player):
            raise Refused("malformed", f"The players are {', '.join(players.names)}.")
        return Seat("bot", player=seat.player)
    return Seat("open")


@router.post(
    "/games/{game}/seats",
    response_model=models.Joined,
    responses={200: after_state("/state")},
)
async def take_seat(
    game: GameId, who: models.Joining, request: Request, response: Response
) -> dict[str, Any]:
    """Take the next open seat. A device that has a seat is given the same again."""
    lobby = lobby_of(request)
    live, _ = await lobby.see(game)
    token = request.cookies.get(cookie_name(live.first))
    if token is None or not live.knows(device_of(token)):
        token = new_token()
    device = device_of(token)
    seat, live = await lobby.join(
        game, device, read_name(who.name), who.pictogram, another=who.another
    )
    _give_token(request, response, live, token)
    lobby.presence.see(live.id, device)
    log.info("seat", extra={"game": live.id, "seat": seat})
    return {"seat": seat, "state": state_of(live, device, lobby.presence, is_away=False)}


@router.get("/games/{game}", response_model=models.State, responses={200: after_state()})
async def see_game(game: GameId, request: Request) -> dict[str, Any]:
    """The table as everybody may see it."""
    return await _shown(lobby_of(request), game, request)


@router.post("/games/{game}/commands", response_model=models.State, responses={200: after_state()})
async def command_game(game: GameId, asked: models.Commanding, request: Request) -> Any:
    """Carry out a command once. One that was carried out before is only answered."""
    lobby = lobby_of(request)
    _check_seat(lobby, game, request)
    name = None if asked.name is None else read_name(asked.name)
    command = Command(asked.command, asked.slot, asked.placement, asked.seat, name, asked.pictogram)

    def actor_at(live: Live) -> Actor:
        device = device_in(request.cookies, live)
        if device is not None:
            lobby.presence.see(live.id, device)
        return Actor(device)

    try:
        live = await lobby.act(game, actor_at, command, asked.expected_version, asked.command_id)
    except Stale as stale:
        return problem(stale, state=await _shown(lobby, game, request))
    device = device_in(request.cookies, live)
    return state_of(live, device, lobby.presence, is_away=False)


def _check_seat(lobby: Lobby, game: str, request: Request) -> None:
    """Refused where the seat has sent too many commands, before the database hears of this one."""
    live = lobby.seen(game)
    device = None if live is None else device_in(request.cookies, live)
    limits_of(request).command(request.scope, game, device)


@router.post("/games/{game}/hint", response_model=models.HintState)
async def hint_at(game: GameId, asked: models.Wondering, request: Request) -> Any:
    """A good placement of the card drawn, and why, for the device whose turn it is."""
    lobby = lobby_of(request)
    _check_seat(lobby, game, request)
    live, _ = await lobby.see(game)
    actor = Actor(device_in(request.cookies, live))
    check_actor(live, actor, "hint")
    if not live.hints:
        raise Refused("illegal", "There are no hints at this table.")
    if asked.expected_version != live.version:
        return problem(Stale(live), state=await _shown(lobby, game, request))
    check_turn(live, actor)
    if live.game.card is None:
        raise Refused("illegal", "There is a hint once a card is drawn.")
    try:
        think = partial(hint_for, live.game.view)
        thought = thinkers_of(request).think((live.id, live.version), think)
        return await asyncio.wait_for(thought, HINT_SECONDS)
    except (Busy, BrokenProcessPool, TimeoutError):
        raise Refused("busy", "The hint is not thought out yet: ask again in a moment.") from None


@router.get("/games/{game}/record", response_class=PlainTextResponse)
async def read_game(game: GameId, request: Request) -> PlainTextResponse:
    """The record; it shows the fan once the game is counted."""
    live, _ = await lobby_of(request).see(game)
    name = f'attachment; filename="serpentina-{game}.txt"'
    return PlainTextResponse(str(live.record()), headers={"Content-Disposition": name})


@router.get("/games/{game}/replay", response_model=models.Replay, dependencies=WORK)
async def replay_game(game: GameId, request: Request) -> dict[str, Any]:
    """The game step by step, as far as it has gone."""
    live, _ = await lobby_of(request).see(game)
    pictograms = [seat.pictogram for seat in live.seats]
    return await asyncio.to_thread(replay_of, live.record(), pictograms)


@router.post(
    "/replay",
    response_model=models.Replay,
    dependencies=WORK,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"text/plain": {"schema": {"type": "string", "maxLength": LONGEST_RECORD}}},
        }
    },
)
async def replay_record(request: Request) -> dict[str, Any]:
    """A record, step by step."""
    body = await request.body()
    if len(body) > LONGEST_RECORD:
        raise Refused("too_large", f"A record has at most {LONGEST_RECORD} bytes.")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("malformed", "A record is text in UTF-8, and this is not.") from None
    return await asyncio.to_thread(read, lambda text: replay_of(read_record(text)), text)


@router.post("/referee", response_model=models.Ruling, dependencies=WORK)
async def ask_referee(question: Annotated[models.Question, Body()]) -> dict[str, Any]:
    """What may be done with a card at a real table."""
    return await asyncio.to_thread(
        read, partial(ruling, question.rules, question.draw), question.table
    )


@router.get("/rules", response_model=models.RulesOffered)
async def see_rules(request: Request) -> dict[str, Any]:
    """The presets with their options, what each option can be (`race` needs a number); the bots."""
    return rules_offered(engines_of(request).names)


@router.get("/host", response_model=models.Host)
async def see_host(request: Request) -> dict[str, Any]:
    """Where the home network finds this server; null where it is not let in."""
    return {"lan": request.app.state.lan, "version": version("serpentina")}


@router.get(
    "/qr",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "A QR code"}},
)
async def see_qr(
    request: Request,
    path: Annotated[str, Query(pattern=f"^/(g/{models.GAME_ID})?$")] = "/",
) -> Response:
    """The address of a page of this server as a picture."""
    address = address_of(request.app.state.lan, str(request.base_url)) + path
    return Response(qr_picture(address), media_type="image/svg+xml")
