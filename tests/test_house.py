"""The house: what the package shows, what it loads, and that every ruling has its place."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import serpentina

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))


def test_the_public_names() -> None:
    """There are at most twelve, each can be had, documented, and nothing else is promised."""
    assert len(serpentina.__all__) <= 12
    for name in serpentina.__all__:
        assert getattr(serpentina, name).__doc__
        assert name in dir(serpentina)
    with pytest.raises(AttributeError, match="no attribute 'Snake'"):
        _ = serpentina.Snake


def test_importing_is_light() -> None:
    """Neither the package nor a whole game loads NumPy or Numba."""
    code = (
        "import sys, serpentina\n"
        "assert not [name for name in sys.modules if name.startswith('serpentina.')]\n"
        "serpentina.Game.new(2).draw(1)\n"
        "assert not {'numpy', 'numba', 'argparse'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("number", range(1, 24))
def test_each_ruling_has_its_function_its_test_and_its_place_in_the_docs(number: int) -> None:
    """One search for R1 … R23 finds the code, the test and the page."""
    ruling = re.compile(rf"\bR{number}\b")
    assert any(ruling.search(path.read_text(encoding="utf-8")) for path in SOURCES)
    assert any(ruling.search(path.read_text(encoding="utf-8")) for path in TESTS)
    assert ruling.search((ROOT / "docs" / "rulings.md").read_text(encoding="utf-8"))


def test_files_stay_small() -> None:
    """No source file is much longer than 400 lines."""
    for path in [*SOURCES, *TESTS]:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 450, path


def test_every_command_is_documented() -> None:
    """The page on the commands has a part for each command, which names each of its options."""
    from serpentina.arguments import parser_of
    from serpentina.words import Words

    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    parts = dict(re.findall(r"(?ms)^## serpentina ?(\w*)\n(.*?)(?=^## |\Z)", page))
    parser = parser_of(Words("en"))
    commands = next(
        action
        for action in parser._actions
        if hasattr(action, "choices") and action.dest == "==SUPPRESS=="
    )
    assert commands.choices is not None
    everywhere = {"-h", "--help"}  # the page says so once
    for name, command in [("", parser), *dict(commands.choices).items()]:
        for action in command._actions:
            for option in {*action.option_strings} - everywhere:
                assert re.search(rf"`(?:serpentina )?{option}\b", parts[name]), (name, option)
    assert set(parts) == {"", *commands.choices}


def test_every_variable_is_documented() -> None:
    """Each variable of the environment that the sources read is in the docs."""
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md"))
    read = {
        name
        for path in SOURCES
        for line in path.read_text(encoding="utf-8").splitlines()
        if "environ" in line or re.match(r"\s*(VARIABLE|variables) = ", line)
        for name in re.findall(r'"([A-Z][A-Z_]{3,})"', line)
    }
    assert {"NO_COLOR", "DATABASE_URL", "XDG_CACHE_HOME"} <= read
    assert {name for name in read if f"`{name}" not in pages} == set()


def test_every_room_is_in_the_plan() -> None:
    """The page on architecture names each module and package, and none that is not there."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    plan = re.findall(r"^ {4}(\w+) {2,}.*?(?: {2,}(\w+) {2,}\S.*)?$", page, re.MULTILINE)
    named = [name for pair in plan for name in pair if name]
    package = ROOT / "src" / "serpentina"
    rooms = {path.stem for path in package.glob("*.py")} - {"__init__", "__main__"}
    rooms |= {path.parent.name for path in package.glob("*/__init__.py")}
    assert sorted(named) == sorted(rooms)
