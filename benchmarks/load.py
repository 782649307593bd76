"""Whole games at many tables at once, over real HTTP and WebSocket; and a ledger of them.

    python benchmarks/load.py --tables 500 --seconds 60
    python benchmarks/load.py --tables 100 --pace 0 --seconds 20 --peer
    python benchmarks/load.py --tables 50 --pace 2 --kills 50

Each table is two browsers: each has its socket open and fetches the state when that says that there
is a newer one. A command's time is from when it was due until its answer is read. The ledger holds
each command, and in the end, and after each kill, all that was acknowledged has to be there once,
all else at most once, and every game has to replay and go on. The tool starts the server that it
measures on a new SQLite file, or several nodes with `--nodes` on the PostgreSQL of `--database`,
or takes those of `--address`. The exit status is 1 if anything was lost or went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import resource
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.loading.runs import our_run, together

Found = dict[str, Any]


def arguments() -> argparse.Namespace:
    """What is to be measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--tables", type=int, default=20, help="of two players each (20)")
    add("--seconds", type=float, default=20, help="that are measured (20)")
    add("--pace", type=float, default=1, help="commands a second at each table; 0: no pause (1)")
    add("--rules", default="serpentina", help="of the games (serpentina)")
    add("--address", action="append", default=[], help="of a server that runs; once for each node")
    add("--nodes", type=int, default=1, help="how many servers are started (1)")
    add("--database", default="", help="a new SQLite file, or the address of a PostgreSQL server")
    add("--serve", action="append", default=[], metavar="OPTION", help="for `serpentina serve`")
    add("--kills", type=int, default=0, help="how often a server is killed while all play (0)")
    add("--peer", action="store_true", help="measure boardgame.io too, in turns")
    add("--peer-storage", choices=("sqlite", "flatfile", "memory"), default="sqlite")
    add("--rounds", type=int, default=1, help="of measurements (1)")
    add("--json", type=Path, metavar="FILE", help="where all figures are left")
    return parser.parse_args()


async def run(options: argparse.Namespace) -> Found:
    """All that is asked for."""
    with tempfile.TemporaryDirectory(prefix="serpentina-load-") as folder:
        found: Found = {"machine": f"{platform.machine()}, {platform.python_version()}"}
        if options.peer:
            found |= await together(options, Path(folder))
        else:
            found["serpentina"] = await our_run(options, Path(folder))
        return found


def main() -> int:
    """Measure, print, leave the JSON; 1 if something went wrong."""
    options = arguments()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    try:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that no server is left behind
        found = asyncio.run(run(options))
    except OSError as error:
        print(f"Nothing was measured: {error}", file=sys.stderr)
        return 2
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return (
        1 if any(known.get("faults") for known in found.values() if isinstance(known, dict)) else 0
    )


if __name__ == "__main__":
    sys.exit(main())
