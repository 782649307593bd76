"""A server for one device without a network: the same tables, commands and views, in a browser.

It knows no transport and keeps nothing. With a request comes what was kept of its game, and with
the answer goes what is to be kept from now on. All is text, for a browser's worker to carry.
It needs neither NumPy nor any other package.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from random import Random
from typing import Any, NamedTuple

from serpentina.cards import Deck
from serpentina.fan import Fan
from serpentina.game import View
from serpentina.layout import Placement
from serpentina.options import MOST_SEATS, Rules
from serpentina.players import PLAYERS, player
from serpentina.reader import read_record
from serpentina.server.commands import (
    Actor,
    Command,
    Stale,
    check_actor,
    decide,
    is_brought_about,
)
from serpentina.server.house import house, house_due, house_step
from serpentina.server.live import Event, Live, Seat
from serpentina.server.plans import ID_LENGTH, Plan, fan_from, new_id, plan_of_rematch, secret_of
from serpentina.server.presence import Presence
from serpentina.server.problems import Refused
from serpentina.server.reading import read, read_name, rules_offered, ruling
from serpentina.server.showing import replay_of, state_of

MARK = "0"  # the games of a server never begin so: an id says where its game is
DEVICE = "alone"
WITH_NUMPY = ("gentle",)
OFFERED = tuple(name for name in PLAYERS if name not in WITH_NUMPY)
BOT_PAUSE = 1.2  # seconds, as `serpentina serve` has them
UNDO_PAUSE = 2.0
GAME = re.compile(rf"/games/({MARK}[a-z2-9]{{{ID_LENGTH - 1}}})(?:/(\w+))?")


class Answer(NamedTuple):
    """An answer; what is to be kept of games; when the house is to step at a game's version."""

    content: Any
    status: int = 200
    keep: Mapping[str, str] = {}
    due: tuple[str, int, float] | None = None

    @property
    def text(self) -> str:
        """All of it as JSON; `text` is the answer's body, which is JSON unless it is a record."""
        is_text = isinstance(self.content, str)
        body = self.content if is_text else json.dumps(self.content)
        rest = {"status": self.status, "keep": dict(self.keep), "due": self.due}
        return json.dumps({"text": body, "isText": is_text, **rest})


@dataclass
class Alone:
    """The tables of a device. What it remembers of them only saves it from folding them again."""

    clock: Callable[[], float] = time.time
    bot_pause: float = BOT_PAUSE
    undo_pause: float = UNDO_PAUSE
    _known: dict[str, Live] = field(default_factory=dict)

    def ask(self, request: str, kept: str | None = None) -> str:
        """Answer a request: JSON with `path` and, where something is posted, `body`.

        `kept` is what was kept of the game that the path names.
        """
        asked = json.loads(request)
        return self._refusing(lambda: self._answer(asked["path"], asked.get("body"), kept)).text

    def step(self, game: str, at_version: int, kept: str | None) -> str:
        """Let the house take its step, if the game has not gone on since."""
        return self._refusing(lambda: self._step(game, at_version, kept)).text

    @staticmethod
    def _refusing(work: Callable[[], Answer]) -> Answer:
        try:
            return work()
        except Refused as refused:
            return Answer(refused.document(), refused.status)

    def _answer(self, path: str, body: str | None, kept: str | None) -> Answer:
        found = GAME.fullmatch(path)
        if found:
            return self._at_a_table(Kept.read(kept), found[1], found[2], body)
        if path == "/games" and body is not None:
            return self._create(_plan(json.loads(body)))
        if path == "/replay" and body is not None:
            return Answer(read(lambda text: replay_of(read_record(text)), body))
        if path == "/referee" and body is not None:
            return Answer(_ruling(json.loads(body)))
        if path == "/rules":
            return Answer(rules_offered(OFFERED))
        if path == "/host":
            return Answer({"lan": None, "version": version("serpentina")})
        raise Refused("not_found", "There is no such page.")

    def _at_a_table(self, kept: Kept, game: str, what: str | None, body: str | None) -> Answer:
        live = self._fold(game, kept)
        if what is None:
            return Answer(self._shown(live), due=self._due(live))
        if what == "commands" and body is not None:
            return self._act(live, kept, json.loads(body))
        if what == "record":
            return Answer(str(live.record()))
        if what == "replay":
            return Answer(replay_of(live.record(), [seat.pictogram for seat in live.seats]))
        raise Refused("not_allowed", "This takes a server.")

    def _fold(self, game: str, kept: Kept) -> Live:
        """The table as it is now: what is remembered, and what has happened since."""
        live = self._known.get(game)
        if live is None or live.version > len(kept.events):
            live = Live.created(game, fan_from(kept.secret), kept.events[0])
        for event in kept.events[live.version :]:
            live = live.after(event)
        self._known[game] = live
        return live

    def _shown(self, live: Live) -> dict[str, Any]:
        presence = Presence(self.clock)
        presence.see(live.id, DEVICE)
        return state_of(live, DEVICE, presence, is_away=False)

    def _due(self, live: Live) -> tuple[str, int, float] | None:
        due = house_due(live, self.bot_pause, self.undo_pause)
        return None if due is None else (live.id, live.version, due)

    def _create(self, plan: Plan) -> Answer:
        live, kept = self._made(plan)
        content = {"game": live.id, "state": self._shown(live)}
        return Answer(content, 201, {live.id: kept.text}, self._due(live))

    def _made(self, plan: Plan) -> tuple[Live, Kept]:
        """A new game, which begins at once."""
        game, fan, now = MARK + new_id(ID_LENGTH - 1), Fan.shuffled(plan.deck), self.clock()
        kept = Kept(secret_of(fan), (plan.created(game, now), Event("started", {}, now)))
        return self._fold(game, kept), kept

    def _act(self, live: Live, kept: Kept, asked: Mapping[str, Any]) -> Answer:
        """Carry out what the device commands."""
        actor, command = Actor(DEVICE), _command(asked)
        check_actor(live, actor, command.name)
        if is_brought_about(live, command):
            return Answer(self._shown(live), due=self._due(live))
        if asked.get("expected_version") != live.version:
            stale = Stale(live)
            return Answer(stale.document(state=self._shown(live)), stale.status)
        return self._carry_out(live, kept, actor, command)

    def _step(self, game: str, at_version: int, text: str | None) -> Answer:
        kept = Kept.read(text)
        live = self._fold(game, kept)
        if live.version != at_version or self._due(live) is None:
            return Answer(None, due=self._due(live))
        return self._carry_out(live, kept, house(live), house_step(live, _choose))

    def _carry_out(self, live: Live, kept: Kept, actor: Actor, command: Command) -> Answer:
        kind, body = decide(live, actor, command, is_away=False)
        keep = {}
        if kind == "renewed":
            following, its_own = self._made(plan_of_rematch(live))
            keep, body = {following.id: its_own.text}, {"next": following.id}
        kept = kept.after(Event(kind, body, self.clock()))
        live = self._fold(live.id, kept)
        return Answer(self._shown(live), keep={**keep, live.id: kept.text}, due=self._due(live))


class Kept(NamedTuple):
    """What is kept of a game: the secret of its fan, and its events."""

    secret: str
    events: tuple[Event, ...]

    @staticmethod
    def read(text: str | None) -> Kept:
        """What was kept so; Refused where nothing is."""
        if text is None:
            raise Refused("unknown_game", "There is no such game on this device.")
        known = json.loads(text)
        return Kept(known["secret"], tuple(Event(*event) for event in known["events"]))

    @property
    def text(self) -> str:
        """As it is kept."""
        return json.dumps({"secret": self.secret, "events": self.events})

    def after(self, event: Event) -> Kept:
        """With what has happened."""
        return self._replace(events=(*self.events, event))


def _choose(name: str, view: View, random: Random) -> Placement:
    return player(name).choose(view, random)


def _command(asked: Mapping[str, Any]) -> Command:
    names = ("slot", "placement", "seat")
    numbers = {name: asked[name] for name in names if isinstance(asked.get(name), int)}
    name = asked.get("command")
    if name not in ("draw", "place", "undo", "count", "leave", "back", "substitute", "rematch"):
        raise Refused("malformed", "There is no such command here.")
    return Command(name, **numbers)


def _plan(wanted: Mapping[str, Any]) -> Plan:
    """A table without hints, which think too long here."""
    sets = wanted.get("sets", 1)
    seats = tuple(map(_seat, wanted["seats"]))
    if not 1 <= len(seats) <= MOST_SEATS or sets not in (1, 2, 3, 4):
        raise Refused("malformed", f"A table has 1 to {MOST_SEATS} seats and 1 to 4 sets.")
    rules = read(Rules.parse, wanted.get("rules", "serpentina"))
    deck = read(lambda text: Deck.parse(text) * sets, wanted.get("deck", "standard"))
    spread = "pile" if wanted.get("spread") == "pile" else "fan"
    return Plan(rules, deck, spread, seats, DEVICE)


def _seat(seat: Mapping[str, Any]) -> Seat:
    if seat.get("kind") == "here":
        name = read_name(seat.get("name", ""))
        return Seat("here", name=name, pictogram=seat.get("pictogram"), device=DEVICE)
    if seat.get("kind") != "bot":
        raise Refused("not_allowed", "Nobody can come to this table: there is no network.")
    if seat.get("player") not in OFFERED:
        raise Refused("not_allowed", f"The players are {', '.join(OFFERED)}.")
    return Seat("bot", player=seat["player"])


def _ruling(asked: Mapping[str, str]) -> dict[str, Any]:
    rules = asked.get("rules", "serpentina")
    return read(partial(ruling, rules, asked["draw"]), asked["table"])
