"""A second, deliberately naive referee of the card game, to check the fast kernel against.

It is written from the numbered rulings (R10 ... R23) and not from the kernel: it shares no code
with it, imports nothing of it, and is right by being obvious rather than by being quick.

A card is two characters, its left edge and its right edge as it lies, so turning a card or a whole
snake round is reversing the string: the head "<r" turned round is "r<" (closed side on the right),
the tail "r>" is ">r". A snake is its cards joined by "-": "<r-rg-gb-b>". A table is a list of
snakes.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product

Entry = tuple[str, str | None]  # the table after, and the snake taken, both in canonical text
Fan = tuple[tuple[str, int], ...]  # (kind of card, how many the fan holds), sorted, none of 0

PRESETS = {  # R16, R20, R21, R23
    "serpentina": {"must_match": "on", "joined": "taken", "joinable": "snakes", "goal": "cards"},
    "hisss": {"must_match": "on", "joined": "when_complete", "joinable": "any", "goal": "cards"},
}
VALUES = ["must_match=on", "must_match=off", "joined=taken", "joined=when_complete"]
VALUES += ["joinable=snakes", "joinable=any", "goal=cards", "goal=snakes"]  # and goal=race:N


def options(text: str) -> dict[str, str]:
    """The rules as text: a preset, then what differs from it."""
    preset, *changes = text.split(",")
    if preset not in PRESETS:
        raise ValueError(f"no such preset: {preset!r}")
    chosen = dict(PRESETS[preset])
    for change in changes:
        name, _, value = change.partition("=")
        race = name == "goal" and value.startswith("race:") and int(value[len("race:") :]) > 0
        if change not in VALUES and not race:
            raise ValueError(f"no such rule: {change!r}")
        chosen[name] = value
    return chosen


def turned(cards: str) -> str:
    """A card or a snake turned round (R10)."""
    return cards[::-1]


def canonical(snake: str) -> str:
    """The head first, or else the tail last, or else the smaller of the two directions."""
    for way in (snake, turned(snake)):
        if way.startswith("<") or ("<" not in way and way.endswith(">")):
            return way
    return min(snake, turned(snake))


def table_text(snakes: Sequence[str]) -> str:
    return " ".join(sorted(canonical(snake) for snake in snakes))


def length(snake: str) -> int:
    return len(snake.split("-"))


def is_middle(card: str) -> bool:
    return "<" not in card and ">" not in card


def may_touch(left: str, right: str) -> bool:
    """May these two cards lie side by side, as they lie?"""
    a, b = left[1], right[0]  # the two edges that touch
    if a in "<>" or b in "<>":
        return False  # R12: the closed side of a head or a tail
    if not is_middle(left) and not is_middle(right):
        return False  # R14: a head never touches a tail; R13: rainbows touch only middle sections
    if a == "*" or b == "*":
        return True  # R13: a rainbow head or tail touches any end of a middle section
    return a == b  # R10


def is_lawful(snake: str) -> bool:
    cards = snake.split("-")
    if snake.count("<") > 1 or snake.count(">") > 1:
        return False  # R15: at most one head and one tail
    return all(may_touch(left, right) for left, right in pairwise(cards))


def is_complete(snake: str) -> bool:
    """R18: head, at least one middle section, tail."""
    return "<" in snake and ">" in snake and any(is_middle(card) for card in snake.split("-"))


def placements(rules: str, table: Sequence[str], card: str) -> list[Entry]:
    """One entry for each placement as R17 counts them, equal outcomes as equal entries."""
    chosen = options(rules)
    found: list[Entry] = []

    # R11, R12: either end of every snake (a lone card too), the card either way round (R10)
    for i, snake in enumerate(table):
        others = [other for k, other in enumerate(table) if k != i]
        for way in (card, turned(card)):
            for grown in (way + "-" + snake, snake + "-" + way):
                if not is_lawful(grown):
                    continue
                if is_complete(grown):  # R18: always taken
                    found.append((table_text(others), canonical(grown)))
                else:
                    found.append((table_text([*others, grown]), None))

    # R19: a middle section, either way round, between an end of one snake and an end of another.
    # One order of the two is enough: the other is the same join seen from across the table.
    for i, j in combinations(range(len(table)), 2):
        one, two = table[i], table[j]
        if not is_middle(card):
            continue  # R19: only a middle section joins
        if chosen["joinable"] == "snakes" and (length(one) < 2 or length(two) < 2):
            continue  # R21: only snakes of two or more cards
        others = [other for k, other in enumerate(table) if k not in (i, j)]
        three = ((one, turned(one)), (card, turned(card)), (two, turned(two)))
        for left, way, right in product(*three):
            joined = left + "-" + way + "-" + right
            if not is_lawful(joined):
                continue
            if chosen["joined"] == "taken" or is_complete(joined):  # R20
                found.append((table_text(others), canonical(joined)))
            else:
                found.append((table_text([*others, joined]), None))

    # R16: on its own, if it fits nowhere, or always if the players need not match
    if not found or chosen["must_match"] == "off":
        found.append((table_text([*table, card]), None))
    return found


def outcomes(rules: str, table: Sequence[str], card: str) -> list[Entry]:
    """R17: the distinct outcomes."""
    return sorted(set(placements(rules, table, card)), key=lambda e: (e[0], e[1] or ""))


def cards_in(pit: Sequence[str]) -> int:
    return sum(length(snake) for snake in pit)


def reached(rules: str, pits: Sequence[Sequence[str]]) -> list[int]:
    """R23: the seats that hold the N cards of race:N; none for another goal."""
    goal = options(rules)["goal"]
    if not goal.startswith("race:"):
        return []
    needed = int(goal[len("race:") :])
    return [seat for seat, pit in enumerate(pits, start=1) if cards_in(pit) >= needed]


def is_won(rules: str, pits: Sequence[Sequence[str]]) -> bool:
    """R23: has somebody won the race?"""
    return reached(rules, pits) != []


def winners(rules: str, pits: Sequence[Sequence[str]]) -> list[int]:
    """The seats that win once the game is over, from 1."""
    if is_won(rules, pits):
        return reached(rules, pits)  # R23: one seat, since the game stops at once
    scores: list[list[int]] = []
    for pit in pits:
        score = [cards_in(pit), max([length(snake) for snake in pit], default=0)]  # R22
        scores.append([len(pit), *score] if options(rules)["goal"] == "snakes" else score)  # R23
    return [seat for seat, score in enumerate(scores, start=1) if score == max(scores)]


def perft(
    rules: str, table: Sequence[str], fan: Mapping[str, int], depth: int
) -> tuple[int, int, Fraction]:
    """Lines of `depth` draws, distinct positions at their ends, expected number of cards taken."""
    cards: Counter[str] = Counter()
    for kind, count in fan.items():
        cards[canonical(kind)] += count
    positions: set[tuple[str, Fan]] = set()
    seen: dict[tuple[str, Fan, int], tuple[int, Fraction]] = {}

    def walk(text: str, left: Fan, turns: int) -> tuple[int, Fraction]:
        if turns == 0 or not left:
            positions.add((text, left))
            return 1, Fraction(0)
        if (text, left, turns) in seen:
            return seen[text, left, turns]  # its positions were added the first time
        lines, expected = 0, Fraction(0)
        total = sum(count for _, count in left)
        for kind, count in left:
            rest = tuple((k, n - (k == kind)) for k, n in left if n - (k == kind) > 0)
            places = placements(rules, text.split(), kind)  # R17
            for after, taken in places:
                more_lines, more_taken = walk(after, rest, turns - 1)
                lines += count * more_lines
                gain = length(taken) if taken else 0
                expected += Fraction(count, total) / len(places) * (gain + more_taken)
        seen[text, left, turns] = lines, expected
        return lines, expected

    start = tuple(sorted((kind, count) for kind, count in cards.items() if count > 0))
    lines, expected = walk(table_text(table), start, depth)
    return lines, len(positions), expected
