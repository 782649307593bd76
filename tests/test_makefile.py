"""The first minutes with make: a Python too old, or without venv, and another port."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with a space in its name, and in it what make asks for."""
    folder = tmp_path / "my games"
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml", "hatch_build.py"):
        shutil.copy2(ROOT / name, folder)
    return folder


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run make there."""
    # as in a shell, even where make runs the tests
    shell = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        ["make", *words], cwd=folder, env=shell, capture_output=True, text=True, check=False
    )


def python_that(folder: Path, does: str) -> str:
    """A Python of which the version is asked first, and which then makes an environment."""
    script = folder / "python"
    script.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
    script.chmod(0o755)
    return f"PYTHON=./{script.name}"


def test_a_python_that_is_too_old(clone: Path) -> None:
    """Nothing is made, and a sentence says what would be right."""
    done = make(clone, ".venv/bin/python", python_that(clone, "exit 1"))
    assert done.returncode
    assert "Serpentina needs Python 3.11 or later; name it with: make PYTHON=" in done.stderr
    assert not (clone / ".venv").exists()


def test_a_python_without_venv(clone: Path) -> None:
    """What is half made is taken away: the next try does not take it for a whole one."""
    half = '[ "$1" = -c ] && exit 0\nmkdir -p .venv/bin && touch .venv/bin/python\nexit 1'
    assert make(clone, ".venv/bin/python", python_that(clone, half)).returncode
    assert not (clone / ".venv").exists()


def test_another_port(clone: Path) -> None:
    """`make play PORT=8001` serves there."""
    said = make(clone, "-n", "play", "PORT=8001", f"PYTHON={sys.executable}").stdout
    assert said.endswith(".venv/bin/serpentina serve --port 8001\n")
    assert "takes some minutes the first time" in said
