"""What goes over the wire, for checking what comes in and for describing what goes out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from serpentina.options import MOST_SEATS
from serpentina.players import PLAYERS

LONGEST_NAME = 20

Pictogram = Literal[
    "cat", "dog", "fox", "owl", "frog", "bear", "fish", "bee", "mouse", "snail", "duck", "hen"
]
Name = Annotated[str, StringConstraints(max_length=LONGEST_NAME)]
Whole = Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]
GAME_ID = "[a-z2-9]{8}"
GameId = Annotated[str, StringConstraints(pattern=f"^{GAME_ID}$")]
CommandName = Literal[
    "start", "draw", "place", "undo", "count", "leave", "substitute", "back", "rematch", "rename"
]


PlayerName = Annotated[str, Field(max_length=LONGEST_NAME, examples=list(PLAYERS))]


class Incoming(BaseModel):
    """A request's body; what it does not know it refuses."""

    model_config = ConfigDict(extra="forbid")


class PersonHere(Incoming):
    """A person on the device that makes the table."""

    kind: Literal["here"]
    name: Name = ""
    pictogram: Pictogram


class OpenSeat(Incoming):
    """A seat for whoever comes by the link."""

    kind: Literal["open"]


class BotSeat(Incoming):
    """A seat for a bot."""

    kind: Literal["bot"]
    player: PlayerName = "garter"


class NewGame(Incoming):
    """A table to be made."""

    rules: Annotated[str, StringConstraints(max_length=200)] = "serpentina"
    deck: Annotated[str, StringConstraints(max_length=400)] = "standard"
    sets: Annotated[int, Field(strict=True, ge=1, le=4)] = 1
    spread: Literal["fan", "pile"] = "fan"
    hints: Annotated[bool, Field(strict=True)] = False
    seats: Annotated[
        list[Annotated[PersonHere | OpenSeat | BotSeat, Field(discriminator="kind")]],
        Field(min_length=1, max_length=MOST_SEATS),
    ]


class Joining(Incoming):
    """Who takes the next open seat; `another` for a second person on the same device."""

    name: Name = ""
    pictogram: Pictogram
    another: bool = False


class Commanding(Incoming):
    """A command; `draw` needs a slot, `place` a placement; `seat` where a device has several.

    `rename` needs a name or a pictogram; what it does not name stays.
    """

    command_id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
    expected_version: Whole
    command: CommandName
    slot: Whole | None = None
    placement: Whole | None = None
    seat: Annotated[int, Field(strict=True, ge=1, le=MOST_SEATS)] | None = None
    name: Name | None = None
    pictogram: Pictogram | None = None


class Wondering(Incoming):
    """Whoever holds a card asks where to put it, at the version that he has seen."""

    expected_version: Whole


class Question(Incoming):
    """What lies on a real table, and the card drawn."""

    rules: Annotated[str, StringConstraints(max_length=200)] = "serpentina"
    table: Annotated[str, StringConstraints(max_length=1000)]
    draw: Annotated[str, StringConstraints(max_length=2)]


class SeatState(BaseModel):
    """A seat: `here` is taken by a person, `open` by nobody yet."""

    name: str
    pictogram: str | None
    kind: Literal["here", "open", "bot"]
    player: str | None
    present: bool
    away: bool
    bot_plays: bool


class Laid(BaseModel):
    """A snake on the table: its place, from 1, and its cards as they lie."""

    place: int
    cards: list[str]


class Touch(BaseModel):
    """An end of a snake: `a` is the first, `z` the last."""

    place: int
    end: Literal["a", "z"]


class PlacementState(BaseModel):
    """What may be done with the card drawn, and the snake that it makes."""

    placement: int
    touches: list[Touch]
    makes: list[str]
    taken: bool


class PitState(BaseModel):
    """What a seat has taken."""

    cards: int
    longest: int
    snakes: list[list[str]]


class Last(BaseModel):
    """The last placement."""

    seat: int
    slot: int
    card: str
    placement: int
    place: int
    taken: list[str] | None


class Outcome(BaseModel):
    """Who has won, or share the win."""

    winners: list[int]


class State(BaseModel):
    """A table as everybody may see it; `you` are the seats of the device that asks."""

    game: str
    version: int
    status: Literal["lobby", "playing", "over", "counted"]
    rules: str
    deck: str
    spread: Literal["fan", "pile"]
    players: int
    seats: list[SeatState]
    you: list[int]
    maker: bool
    seat: int
    slots: list[int]
    fan: dict[str, int]
    slot: int | None
    card: str | None
    table: list[Laid]
    placements: list[PlacementState]
    pits: list[PitState]
    last: Last | None
    can_undo: bool
    commitment: str
    result: Outcome | None
    series: list[int]
    next: str | None
    hints: bool
    nonce: str | None
    order: list[str] | None


class ReasonState(BaseModel):
    """Why a placement is better: a kind, its number, and that of the other placement."""

    kind: Literal[
        "takes",
        "takes_more",
        "feeds_less",
        "feeds_smaller",
        "serves_more",
        "serves_larger",
        "fits_more",
        "long_run",
    ]
    here: int
    there: int


class HintState(BaseModel):
    """The best placement, and why it is better than another; null if no other comes to anything.

    `gain` is by how much the chance of winning is better.
    """

    placement: int
    other: int | None
    reason: ReasonState | None
    gain: float


class Created(BaseModel):
    """A table that was made."""

    game: str
    state: State


class Joined(BaseModel):
    """A seat that was taken."""

    seat: int
    state: State


class Step(BaseModel):
    """One turn of a replay, and the table after it; `pits` are the cards of each seat.

    `touches` are the ends, on the table before, at which the card was placed.
    """

    seat: int
    slot: int
    card: str
    touches: list[Touch]
    makes: list[str]
    table: list[Laid]
    taken: list[str] | None
    pits: list[int]


class Replay(BaseModel):
    """A game step by step."""

    rules: str
    deck: str
    seats: list[str]
    pictograms: list[str | None]
    steps: list[Step]
    result: Outcome | None


class RuledOutcome(BaseModel):
    """What comes of the card: the table after it, the snake taken, the snake made."""

    table: str
    taken: str | None
    makes: list[str]


class Ruling(BaseModel):
    """All outcomes."""

    outcomes: list[RuledOutcome]


class RulesOffered(BaseModel):
    """What a table's rules can be: `serpentina,goal=race:10` is a preset and what differs.

    `players` are the bots that there are.
    """

    presets: dict[str, dict[str, str]]
    options: dict[str, list[str]]
    most_race: int
    players: list[str]


class Host(BaseModel):
    """Where the home network finds the server, and its version."""

    lan: str | None
    version: str


class Problem(BaseModel):
    """A problem document (RFC 9457); `state` with the code `stale`."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    state: dict[str, Any] | None = None
