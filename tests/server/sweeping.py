"""`serpentina serve`, but it sweeps when a test says so, and then all that is not touched just now.

To say so is to make the file that `SERPENTINA_TEST_SWEEPS` names.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from serpentina.cli import main
from serpentina.server import app, lobby, presence

VARIABLE = "SERPENTINA_TEST_SWEEPS"
LOOKING_SECONDS = 0.1
MEMORY = 0.5  # seconds for which a request is remembered; to wait for a minute would teach nothing
AT_ONCE = {"keep_days": 1e-6, "idle_days": 1e-6}  # a tenth of a second


def sweep_when_told(told: Path) -> None:
    """Have the server look for the file often, and sweep if it is there."""
    sweep = lobby.Lobby.sweep

    async def sweep_if_told(self: lobby.Lobby) -> int:
        return await sweep(self) if told.exists() else 0

    app.SWEEPING_SECONDS = LOOKING_SECONDS
    for module in (presence, lobby):
        vars(module)["MEMORY"] = MEMORY
    lobby.Lobby.sweep = sweep_if_told  # type: ignore[method-assign]


if __name__ == "__main__":
    sweep_when_told(Path(os.environ[VARIABLE]))
    sys.exit(main())
