"""How long the campaigns are: a small share in `make test`, whole in `make soak`."""

from __future__ import annotations

import os

SOAK = os.environ.get("SERPENTINA_SOAK") == "1"
MOVES = 100_000 if SOAK else 6_000
INPUTS = 15_000 if SOAK else 1_000  # for each of 11 parsers, and twice for replay
EXAMPLES = 2_000 if SOAK else 60
