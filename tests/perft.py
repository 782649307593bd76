"""Perft for a game of chance: how many lines a position has, and what they are worth exactly.

`python -m tests.perft` prints the table of docs/perft.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from serpentina.cards import ALL_KINDS, parse_counted
from serpentina.layout import Layout, Snake
from serpentina.notation import parse_table, table_text
from serpentina.options import Rules

# Rules, table, fan. The fans of the first two are small decks, those of the others what a real
# deck still holds late in a game.
START = "<r r> <g g> <* *> gr:3"
MIDDLE = "<b r> <* bp:2 gp or oy:2 gr by"
LATE = "<y *> g> bg bo:2 op ry:2 gy"
POSITIONS = [
    ("serpentina", "gr", START),
    ("hisss", "gr", START),
    ("serpentina,must_match=off", "gr", START),
    ("serpentina", "<r-rg bo-oy pr-r> gp", MIDDLE),
    ("hisss", "<r-rg bo-oy pr-r> gp", MIDDLE),
    ("serpentina,joinable=any", "<r-rg bo-oy pr-r> gp", MIDDLE),
    ("hisss,must_match=off", "<r-rg bo-oy pr-r> gp", MIDDLE),
    ("serpentina", "<* <b-bg-gr op-py-yb p> r>", LATE),
    ("hisss", "<* <b-bg-gr op-py-yb p> r>", LATE),
]
DEPTHS = (1, 2, 3, 4)

Fan = tuple[int, ...]
State = tuple[str, Fan]


@dataclass(frozen=True)
class Perft:
    """Lines and distinct positions at a depth, and the cards taken on the way, on average."""

    lines: int
    positions: int
    taken: Fraction


def perft(rules: str, table: str, fan: str, depth: int) -> Perft:
    """Count with the kernel: draws by kind, weighted by count; each placement a line of its own."""
    layout = Layout.of(parse_table(table), 50)
    states: dict[State, tuple[tuple[Snake, ...], int, Fraction]] = {
        (table, parse_counted(fan)): (tuple(layout.snakes.values()), 1, Fraction(1))
    }
    taken = Fraction(0)
    for _ in range(depth):
        states, gained = _deeper(Rules.parse(rules), states)
        taken += gained
    return Perft(sum(lines for _, lines, _ in states.values()), len(states), taken)


def _deeper(
    rules: Rules, states: dict[State, tuple[tuple[Snake, ...], int, Fraction]]
) -> tuple[dict[State, tuple[tuple[Snake, ...], int, Fraction]], Fraction]:
    """All states one draw and placement later, and the cards taken there on average."""
    following: dict[State, tuple[tuple[Snake, ...], int, Fraction]] = {}
    gained = Fraction(0)
    for (_, fan), (snakes, lines, chance) in states.items():
        layout = Layout.of(snakes, 50)
        for card in ALL_KINDS:
            if not fan[card.kind]:
                continue
            left = tuple(count - (kind == card.kind) for kind, count in enumerate(fan))
            placements = layout.placements(rules, card)
            share = chance * Fraction(fan[card.kind], sum(fan) * len(placements))
            for placement in placements:
                after, taken = layout.place(rules, card, placement)
                gained += share * len(taken or ())
                lying = tuple(after.snakes.values())
                key = table_text(lying), left
                _, old_lines, old_chance = following.get(key, (lying, 0, Fraction(0)))
                more = lines * fan[card.kind]
                following[key] = lying, old_lines + more, old_chance + share
    return following, gained


def rows(depths: tuple[int, ...] = DEPTHS) -> list[str]:
    """The lines of the table in docs/perft.md that have one of these depths."""
    return [
        f"| `{rules}` | `{table}` | `{fan}` | {depth} | {found.lines:,} | {found.positions:,} "
        f"| {found.taken} |"
        for rules, table, fan in POSITIONS
        for depth in depths
        for found in [perft(rules, table, fan, depth)]
    ]


if __name__ == "__main__":
    print("\n".join(rows()))
