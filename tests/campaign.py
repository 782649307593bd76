"""How long the campaigns are: a small share in `make test`, whole in `make soak`."""

from __future__ import annotations

import os

SOAK = os.environ.get("SERPENTINA_SOAK") == "1"
MOVES = 100_000 if SOAK else 6_000
INPUTS = 15_000 if SOAK else 1_000  # for each of 13 parsers: about 200,000 in all
EXAMPLES = 2_000 if SOAK else 60
