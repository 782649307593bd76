"""The kernel compiles, gives the same answers, and never an old answer from the cache."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from serpentina.compiled import KERNELS, lowest_bit
from serpentina.rules import list_placements

SOURCES = Path(__file__).parents[1] / "src"
COUNT_THEN_PLACE = """
from serpentina.compiled import compile_kernels
from serpentina.cards import Card
from serpentina.layout import Layout
from serpentina.notation import parse_table
from serpentina.options import Rules
print(compile_kernels())
layout = Layout.of(parse_table("<r-rg bo"), 50)
print(len(layout.placements(Rules.parse("hisss"), Card.parse("go"))))
"""


def run(code: str, sources: Path, home: Path, **environment: str) -> list[str]:
    """Run code with a copy of the sources and an empty home; returns its lines of output."""
    kept = {n: v for n, v in os.environ.items() if n == "PATH" or n.startswith("COV")}
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**kept, "PYTHONPATH": str(sources), "HOME": str(home), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


@pytest.mark.core
def test_the_lowest_bit() -> None:
    """It is found up to the highest that a word may have."""
    for word in (1, 2, 5, 2**31, 2**61, 2**62 - 1, 0x2AAAAAAAAAAAAAAA):
        assert lowest_bit(word) == len(bin(word)) - len(bin(word).rstrip("0"))


NESTED = """
from array import array
import serpentina.fan as fan
from serpentina.compiled import compile_kernels, kernel
compiled = compile_kernels()
TABLE = (3, 5, 8)
@kernel
def nested(seed, game):
    key = fan_stream(seed, 0)
    return fan_stream(key, game) + later(game)
@kernel
def later(game):
    return TABLE[game % 3]
fan_stream = fan.stream
seeds = (0, 1, 7, 2**63 - 1)
print([nested(seed, game) for seed in seeds for game in (0, 1, 999)])
print(compiled, type(nested.twin).__name__)
"""


def test_numbers_that_overflow_are_the_same_compiled(tmp_path: Path) -> None:
    """Streams of streams are the same compiled, though their sums and products overflow.

    They are so in functions, and with tables, that come only after `compile_kernels()`.
    """
    (tmp_path / "late.py").write_text(NESTED)
    code = f"import sys; sys.path.append({str(tmp_path)!r}); import late"
    answers = [run(code, SOURCES, tmp_path, NUMBA_DISABLE_JIT=off) for off in ("1", "0")]
    assert answers[0][0] == answers[1][0]
    assert answers[1][1] == "True CPUDispatcher"


ROWS = """
import numpy as np
from serpentina.compiled import compile_kernels, kernel
compile_kernels()
@kernel
def longest(rows):
    best = rows[0]
    for at in range(len(rows)):
        row = rows[at]
        if row[0] > best[0]:
            best = row
    return best[0]
print(longest(np.array([[3, 1], [5, 2], [4, 0]])))
print(any("NRT_incref" in text for text in longest.twin.inspect_llvm().values()))
"""


def test_nobody_counts_who_holds_an_array(tmp_path: Path) -> None:
    """Compiled, a row of an array is looked at without a count of its holders, which is slow."""
    (tmp_path / "rows.py").write_text(ROWS)
    code = f"import sys; sys.path.append({str(tmp_path)!r}); import rows"
    assert run(code, SOURCES, tmp_path) == ["5", "False"]


def test_kernel_functions_are_known_by_name() -> None:
    """A kernel function is pickled by its name, so that other processes have their own."""
    assert pickle.loads(pickle.dumps(list_placements)) is list_placements  # noqa: S301
    assert len(KERNELS) == len({(each.__module__, each.function.__qualname__) for each in KERNELS})


def test_it_compiles_from_an_empty_home(tmp_path: Path) -> None:
    """Compiled in a new process with a cold cache, and again from the cache: the same answer."""
    for _ in range(2):
        assert run(COUNT_THEN_PLACE, SOURCES, tmp_path) == ["True", "3"]
    assert list(tmp_path.rglob("*.nbi"))


def test_it_runs_where_nothing_can_be_cached(tmp_path: Path) -> None:
    """Where no cache folder can be made the kernel is compiled without one."""
    (tmp_path / "cache").write_text("a file where the folder should be")
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    assert run(COUNT_THEN_PLACE, SOURCES, tmp_path, **environment) == ["True", "3"]


def test_it_runs_with_the_jit_off(tmp_path: Path) -> None:
    """With Numba's compiler off, the twins are the sources as they stand."""
    assert run(COUNT_THEN_PLACE, SOURCES, tmp_path, NUMBA_DISABLE_JIT="1") == ["True", "3"]


def test_it_runs_without_numba(tmp_path: Path) -> None:
    """Where Numba is absent the kernel stays interpreted, and says so."""
    absent = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None\n"
    assert run(absent + COUNT_THEN_PLACE, SOURCES, tmp_path) == ["False", "3"]


def test_an_edit_in_another_file_is_not_missed(tmp_path: Path) -> None:
    """After a change in table.py the cached rules.py is compiled anew and sees the change."""
    copy = tmp_path / "src"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    assert run(COUNT_THEN_PLACE, copy, tmp_path) == ["True", "3"]
    table = copy / "serpentina" / "table.py"
    text = table.read_text(encoding="utf-8")
    assert "    return columns // COLUMNS\n" in text
    table.write_text(text.replace("return columns // COLUMNS\n", "return 0\n"), encoding="utf-8")
    assert run(COUNT_THEN_PLACE, copy, tmp_path) == ["True", "1"]


def test_bounds_checks_have_a_cache_of_their_own(tmp_path: Path) -> None:
    """Code compiled without bounds checks is not taken up where they are asked for."""
    run(COUNT_THEN_PLACE, SOURCES, tmp_path)
    run(COUNT_THEN_PLACE, SOURCES, tmp_path, NUMBA_BOUNDSCHECK="1")
    assert len(list((tmp_path / ".cache" / "serpentina").iterdir())) == 2


def test_bounds_checks_are_on_when_asked_for(tmp_path: Path) -> None:
    """Compiled with bounds checks, a write past the end of an array is an error."""
    code = COUNT_THEN_PLACE + (
        "from array import array\n"
        "try:\n"
        "    list_placements(layout.table, Rules.parse('hisss').options, 19, array('q', [0]))\n"
        "except IndexError as error:\n"
        "    print('IndexError')\n"
    )
    code = "from serpentina.rules import list_placements\n" + code
    assert run(code, SOURCES, tmp_path, NUMBA_BOUNDSCHECK="1")[-1] == "IndexError"


def test_compiling_without_the_parts_of_this_numba(tmp_path: Path) -> None:
    """Where Numba's compiler has other parts, the kernel is compiled in its usual way, the same."""
    without = "import sys\nsys.modules['serpentina.inlining'] = None\n"
    assert run(without + COUNT_THEN_PLACE, SOURCES, tmp_path) == run(
        COUNT_THEN_PLACE, SOURCES, tmp_path / "other"
    )


def test_a_numba_that_is_switched_off(tmp_path: Path) -> None:
    """With NUMBA_DISABLE_JIT everything runs as it stands, also after `compile_kernels()`."""
    assert run(COUNT_THEN_PLACE, SOURCES, tmp_path, NUMBA_DISABLE_JIT="1") == run(
        COUNT_THEN_PLACE, SOURCES, tmp_path
    )
