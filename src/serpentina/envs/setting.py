"""What an environment is set up with, and what it refuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from serpentina.cards import FIRST_COLOUR, IS_HEAD, IS_TAIL, KINDS, LAST_COLOUR, RAINBOW, Deck
from serpentina.envs.observing import MOST_PLAYERS
from serpentina.errors import IllegalMove, SerpentinaError
from serpentina.options import Rules

FEWEST_PLAYERS = 2
MOST_CARDS = 100  # two sets


class EnvError(SerpentinaError):
    """What an environment cannot be or do; said to researchers, in English."""


class IllegalAction(EnvError, IllegalMove):
    """An action that is no placement of the card drawn; nothing has changed."""


class Table(NamedTuple):
    """So many players, by these rules, with these cards."""

    players: int
    rules: Rules
    deck: Deck

    @staticmethod
    def of(players: int, rules: Rules | str, deck: Deck | str) -> Table:
        """Read rules and deck; EnvError or NotationError for what cannot be played here."""
        if isinstance(players, bool) or players not in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
            raise EnvError(
                "An environment has {fewest} to {most} players, not {players}.",
                fewest=FEWEST_PLAYERS,
                most=MOST_PLAYERS,
                players=players,
            )
        rules = Rules.parse(rules) if isinstance(rules, str) else rules
        deck = Deck.parse(deck) if isinstance(deck, str) else deck
        if len(deck) > MOST_CARDS:
            raise EnvError(
                "An environment has at most {most} cards, that is two sets, not {cards}.",
                most=MOST_CARDS,
                cards=len(deck),
            )
        return Table(int(players), rules, deck)


def players_with(opponents: Sequence[str]) -> int:
    """How many play when one seat learns; EnvError for opponents that are no list of names."""
    if isinstance(opponents, str):
        raise EnvError('The opponents are a list of names, as in ("{name}",).', name=opponents)
    return 1 + len(opponents)


def most_placements(rules: Rules, deck: Deck) -> int:
    """No card of this deck can ever have more placements, whatever lies on the table.

    An open end is an end of some other card: of the same colour, or a rainbow card's. Each end of
    the card touches at most so many, and a join is a pair of them.
    """
    ends = [0] * (RAINBOW + 1)
    for kind in range(KINDS):
        for colour in (FIRST_COLOUR[kind], LAST_COLOUR[kind]):
            if colour <= RAINBOW:
                ends[colour] += deck.counts[kind]
    every = sum(ends)
    most = 1
    for kind in range(KINDS):
        if not deck.counts[kind]:
            continue
        colours = [c for c in (FIRST_COLOUR[kind], LAST_COLOUR[kind]) if c <= RAINBOW]
        if IS_HEAD[kind] or IS_TAIL[kind]:
            (colour,) = colours
            touching = every - ends[RAINBOW] if colour == RAINBOW else ends[colour] - 1
            most = max(most, touching + (not rules.must_match))
        else:
            one, other = (ends[colour] - 1 + ends[RAINBOW] for colour in colours)
            most = max(most, one + other + one * other + (not rules.must_match))
    return most


def check_room(count: int, actions: int) -> None:
    """EnvError for a card that has more placements than there are actions."""
    if count > actions:
        raise EnvError(
            "A card has {count} placements, but there are only {actions} actions, and none is left "
            "out silently: this game cannot go on here.",
            count=count,
            actions=actions,
        )
