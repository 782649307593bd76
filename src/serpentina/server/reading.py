"""What comes as text, read or refused in our own words; and the answers that need no table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from serpentina.cards import MOST_CARDS, Card
from serpentina.errors import SerpentinaError
from serpentina.notation import parse_table
from serpentina.options import PRESETS, VALUES, Rules, settings_of
from serpentina.record import clean_name
from serpentina.referee import outcomes
from serpentina.server.problems import Refused
from serpentina.server.showing import cards_of

Parsed = TypeVar("Parsed")
BOT_PREFIX = "bot:"
MOST_SNAKES = 40  # on a table that the referee is asked about
MOST_TABLE_CARDS = 200


def read(parse: Callable[[str], Parsed], text: str) -> Parsed:
    """Read a text; Refused, with our own sentence, where it is none."""
    try:
        parsed: Parsed = parse(text)
    except SerpentinaError as error:
        raise Refused("malformed", str(error)) from None
    return parsed


def read_name(text: str) -> str:
    """A name as it may stand in a record, or none."""
    if not text.strip():
        return ""
    name = read(clean_name, text)
    if name.lower().startswith(BOT_PREFIX):
        raise Refused("malformed", 'A name that begins with "bot:" is a bot\'s.')
    return name


def ruling(rules: str, draw: str, table: str) -> dict[str, Any]:
    """What may be done with a card at a real table."""
    snakes = parse_table(table)
    if len(snakes) > MOST_SNAKES or sum(map(len, snakes)) >= MOST_TABLE_CARDS:
        raise Refused("malformed", f"A table has at most {MOST_SNAKES} snakes here.")
    found = outcomes(Rules.parse(rules), snakes, Card.parse(draw))
    return {
        "outcomes": [
            {"table": each.table, "taken": each.taken, "makes": cards_of(each.made)}
            for each in found
        ]
    }


def rules_offered(players: Sequence[str]) -> dict[str, Any]:
    """The presets with their options, what each option can be, and the bots."""
    values = {name: [value.partition(":")[0] for value in known] for name, known in VALUES.items()}
    return {
        "presets": {name: settings_of(rules) for name, rules in PRESETS.items()},
        "options": values,
        "most_race": MOST_CARDS,
        "players": list(players),
    }
