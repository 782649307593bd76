"""An engine: it takes the most cards, or else joins rather than lengthens a snake.

Run: serpentina play --seat Ana --seat "engine:python docs/engine_bot.py".
"""

import sys


def best(placements: dict[str, int]) -> str:
    """The placement that takes the most cards, or else joins or lengthens a snake."""
    return max(placements, key=lambda text: (placements[text], text.count("-")))


def main() -> None:
    """Answer the lines that matter, and pass over all others."""
    placements = {}
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "serpentina-engine":
            print("name longest-first")
            print("ready", flush=True)
        elif word == "placements":
            pairs = (each.rsplit(":", 1) for each in rest.split())
            placements = {text: int(taken) for text, taken in pairs}
        elif word == "go":
            print("best", best(placements), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
