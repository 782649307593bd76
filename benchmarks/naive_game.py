"""The game as a good programmer writes it in an afternoon: objects, lists, no tricks.

It is measured against, not used: the same rules, the same random player, the same work.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

RAINBOW = "*"
COLOURS = "roygbp"
NEIGHBOURS = ("ro", "oy", "yg", "gb", "bp", "pr")


@dataclass(frozen=True)
class Card:
    kind: str  # head, tail or middle
    first: str | None
    last: str | None

    def turned(self) -> Card:
        return Card(self.kind, self.last, self.first)


@dataclass
class Snake:
    cards: list[Card]

    @property
    def first(self) -> str | None:
        return self.cards[0].first

    @property
    def last(self) -> str | None:
        return self.cards[-1].last

    def has(self, kind: str) -> bool:
        return any(card.kind == kind for card in self.cards)

    def end(self, at_first: bool) -> str | None:
        return self.first if at_first else self.last

    def turned(self) -> Snake:
        return Snake([card.turned() for card in reversed(self.cards)])

    def is_complete(self) -> bool:
        return self.has("head") and self.has("tail")


@dataclass
class Player:
    pit: list[Snake] = field(default_factory=list)

    @property
    def cards(self) -> int:
        return sum(len(snake.cards) for snake in self.pit)

    @property
    def longest(self) -> int:
        return max((len(snake.cards) for snake in self.pit), default=0)


@dataclass(frozen=True)
class Placement:
    """The ends that the card's first and last side touch: a snake and whether it is its first."""

    before: tuple[int, bool] | None
    after: tuple[int, bool] | None


def deck() -> list[Card]:
    cards = []
    for colour in (*COLOURS, RAINBOW):
        cards += [Card("head", None, colour), Card("tail", colour, None)]
    for at, one in enumerate(COLOURS):
        for other in COLOURS[at + 1 :]:
            third = one + other in NEIGHBOURS or other + one in NEIGHBOURS
            cards += [Card("middle", one, other)] * (3 if third else 2)
    return cards


class Game:
    def __init__(self, players: int, choice: random.Random, hisss: bool = False) -> None:
        self.players = [Player() for _ in range(players)]
        self.choice = choice
        self.joined_taken = not hisss
        self.join_single = hisss
        self.fan = deck()
        choice.shuffle(self.fan)
        self.table = [Snake([self.fan.pop()])]
        self.moves = 0

    def fits(self, card: Card, side: str | None, snake: Snake, at_first: bool) -> bool:
        end = snake.end(at_first)
        if side is None or end is None:
            return False
        neighbour = snake.cards[0 if at_first else -1]
        if RAINBOW in (side, end):
            if "middle" not in (card.kind, neighbour.kind):
                return False
            if side == RAINBOW and neighbour.kind != "middle":
                return False
        elif side != end:
            return False
        if card.kind != "middle":
            other = "tail" if card.kind == "head" else "head"
            if snake.has(card.kind) or (len(snake.cards) == 1 and snake.has(other)):
                return False
        return True

    def placements(self, card: Card) -> list[Placement]:
        ends = [(at, first) for at in range(len(self.table)) for first in (True, False)]
        before = [end for end in ends if self.fits(card, card.first, self.table[end[0]], end[1])]
        after = [end for end in ends if self.fits(card, card.last, self.table[end[0]], end[1])]
        found = [Placement(end, None) for end in before] + [Placement(None, end) for end in after]
        found += [
            Placement(one, two) for one in before for two in after if self.may_join(one[0], two[0])
        ]
        return found or [Placement(None, None)]

    def may_join(self, one: int, two: int) -> bool:
        first, second = self.table[one], self.table[two]
        if one == two or any(first.has(kind) and second.has(kind) for kind in ("head", "tail")):
            return False
        return self.join_single or min(len(first.cards), len(second.cards)) > 1

    def place(self, player: Player, card: Card, placement: Placement) -> None:
        cards, used = [card], []
        if placement.before is not None:
            at, first = placement.before
            snake = self.table[at].turned() if first else self.table[at]
            cards = snake.cards + cards
            used.append(at)
        if placement.after is not None:
            at, first = placement.after
            snake = self.table[at] if first else self.table[at].turned()
            cards = cards + snake.cards
            used.append(at)
        made = Snake(cards)
        self.table = [snake for at, snake in enumerate(self.table) if at not in used]
        if made.is_complete() or (len(used) == 2 and self.joined_taken):
            player.pit.append(made)
        else:
            self.table.append(made)

    def play(self) -> list[Player]:
        while self.fan:
            player = self.players[self.moves % len(self.players)]
            card = self.fan.pop()
            self.place(player, card, self.choice.choice(self.placements(card)))
            self.moves += 1
        best = max((player.cards, player.longest) for player in self.players)
        return [player for player in self.players if (player.cards, player.longest) == best]


def play(games: int, seed: int, hisss: bool = False) -> tuple[int, float, float]:
    """The moves of so many games of two, the cards taken in a game, the cards left."""
    choice = random.Random(seed)
    moves = taken = left = 0
    for _ in range(games):
        game = Game(2, choice, hisss)
        game.play()
        moves += game.moves
        taken += sum(player.cards for player in game.players)
        left += sum(len(snake.cards) for snake in game.table)
    return moves, taken / games, left / games
