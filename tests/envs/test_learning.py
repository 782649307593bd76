"""The lesson is true: its code runs as it stands and learns what the page promises."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
REPORT = """
import json, time
print(json.dumps({"seconds": time.process_time(), "curve": [float(each) for each in curve],
                  "results": {name: list(map(float, each)) for name, each in results.items()}}))
"""


def test_the_lesson(tmp_path: Path) -> None:
    """It begins as a hatchling, then beats the hatchling clearly and is no worse than the garter.

    The lesson is run whole, in a process of its own with a compiled kernel. It takes less than five
    minutes of the processor, compiling included; the clock depends on what else the machine does.
    """
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) >= 6
    (tmp_path / "lesson.py").write_text("\n".join([*blocks, REPORT]), encoding="utf-8")
    usual = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    done = subprocess.run(
        [sys.executable, "-W", "error", "lesson.py"],
        cwd=tmp_path,
        env={**usual, "PYTHONPATH": str(ROOT / "src"), "MPLCONFIGDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["seconds"] < 300
    assert found["curve"][0] < 0.25
    results = found["results"]
    assert results["hatchling"][0] > 0.78
    assert results["garter"][0] > 0.49
    assert results["boa"][0] > 0.45
    assert (tmp_path / "learning_curve.png").stat().st_size > 5_000
