"""How many instructions a placement takes, counted, since clocks are noisy. It needs Valgrind.

    python benchmarks/instructions.py --games 2000

Two players, standard deck, any placement with equal chance, by our kernel and by the plain one.
One process under cachegrind loads both; its children play one game, or all of them, and what the
second counts more is the games'. Guesses are those of a simulated processor.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import plain_kernel

from serpentina.cards import STANDARD
from serpentina.compiled import compile_kernels
from serpentina.options import Rules
from serpentina.simulate import simulate

KERNELS = ("ours", "plain")
COUNTED = {
    "instructions": r"I +refs: +([\d,]+)",
    "branches": r"Branches: +([\d,]+)",
    "wrong guesses": r"Mispredicts: +([\d,]+)",
}
VALGRIND = "--tool=cachegrind --branch-sim=yes --cachegrind-out-file=/dev/null"


def play(kernel: str, games: int, text: str) -> None:
    """Play so many games by the rules of a preset."""
    if kernel == "plain":
        plain_kernel.play(games, 1, *plain_kernel.PRESETS[text])
    else:
        simulate(games, Rules.parse(text), STANDARD, ("hatchling", "hatchling"), 1)


def run_counted(games: int) -> None:
    """Under Valgrind: a child for each kernel, preset and number of games; says who is who."""
    compile_kernels()
    for kernel in KERNELS:
        for text in plain_kernel.PRESETS:
            play(kernel, 1, text)
            for number in (1, 1 + games):
                child = os.fork()
                if child == 0:
                    play(kernel, number, text)
                    os._exit(0)
                os.waitpid(child, 0)
                print(kernel, text, number, child, flush=True)


def counts(log: Path) -> dict[str, int]:
    """What Valgrind counted in a process."""
    text = log.read_text()
    found = {name: re.search(pattern, text) for name, pattern in COUNTED.items()}
    return {name: int(each[1].replace(",", "")) for name, each in found.items() if each}


def measure(games: int) -> dict[str, dict[str, float]]:
    """For each preset and kernel what a placement takes."""
    placements = games * (len(STANDARD) - 1)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--counted", "--games", str(games)]
        subprocess.check_output(command)  # noqa: S603 - compiling under Valgrind takes minutes
        watched = ["valgrind", *VALGRIND.split(), f"--log-file={folder}/%p", *command]
        lines = subprocess.check_output(watched, text=True).splitlines()  # noqa: S603
        logs = {tuple(line.split()[:3]): counts(Path(folder, line.split()[3])) for line in lines}
    told: dict[str, dict[str, float]] = {}
    for text in plain_kernel.PRESETS:
        for kernel in KERNELS:
            one, more = (logs[kernel, text, str(number)] for number in (1, 1 + games))
            told[f"{text}, {kernel}"] = {
                name: round((more[name] - one[name]) / placements, 1) for name in COUNTED
            }
    return told


def main() -> None:
    """Print what a placement takes, or say that there is no Valgrind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--counted", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.counted:
        run_counted(options.games)
    elif not shutil.which("valgrind"):
        print("Instructions are not counted: there is no valgrind here.")
    elif options.json:
        print(json.dumps(measure(options.games), indent=2))
    else:
        for title, figures in measure(options.games).items():
            shown = ", ".join(f"{figure} {name}" for name, figure in figures.items())
            print(f"{title}: {shown} for a placement")


if __name__ == "__main__":
    main()
