"""Runs a line of the shell with our commands, as a user would type it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

# For a line in which the covered lines cannot be counted: their file would not fit, either.
UNCOUNTED = "unset COVERAGE_PROCESS_START COVERAGE_PROCESS_CONFIG;"


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line in a folder, without input."""
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
