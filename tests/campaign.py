"""How long the campaigns are: a small share in `make test`, whole in `make soak`."""

from __future__ import annotations

import os

SOAK = os.environ.get("SERPENTINA_SOAK") == "1"
MOVES = 100_000 if SOAK else 6_000
# Games of the kernel beside `Game`; the kernel as it stands is slow, so that it has a tenth.
IS_COMPILED = os.environ.get("SERPENTINA_KERNEL") == "compiled"
LOCK_STEPS = (1_000_000 if IS_COMPILED else 100_000) if SOAK else 5_000
INPUTS = 15_000 if SOAK else 500  # for each of 11 parsers, and twice for replay
EXAMPLES = 2_000 if SOAK else 60
