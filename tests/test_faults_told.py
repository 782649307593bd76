"""The table of faults in docs/reliability.md is true: each has a test on each kind of server.

Nothing is run here: what a test runs on is read from its source.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (F\d+) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$", PAGE, re.MULTILINE)
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
SAME, NO_SERVER = "the same", "no server in it"
BOTH = {"sqlite", "nodes"}
ON_NODES = "serve_nodes"  # the fixture of two nodes
OF_EACH_KIND = "database"  # the fixture of a store of each kind


@cache
def source(file: str) -> ast.Module:
    """The source of a test file."""
    return ast.parse((ROOT / file).read_text(encoding="utf-8"))


def has_backends(marked: ast.Module | ast.FunctionDef) -> bool:
    """Whether a file, or a test, is run on each kind of server."""
    if isinstance(marked, ast.Module):
        signs = [
            each.value
            for each in marked.body
            if isinstance(each, ast.Assign)
            and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in each.targets)
        ]
    else:
        signs = list(marked.decorator_list)
    return any(isinstance(sign, ast.Name) and sign.id == "BACKENDS" for sign in signs)


def function_of(file: str, name: str) -> ast.FunctionDef:
    """A test by its name."""
    functions = (each for each in source(file).body if isinstance(each, ast.FunctionDef))
    return next(each for each in functions if each.name == name)


def kinds_of(file: str, name: str) -> set[str]:
    """On what a test of the server runs."""
    test = function_of(file, name)
    given = {argument.arg for argument in test.args.args}
    if ON_NODES in given:
        return {"nodes"}
    both = has_backends(source(file)) or has_backends(test) or OF_EACH_KIND in given
    return BOTH if both else {"sqlite"}


def test_all_faults_are_there() -> None:
    """The table has F1 to F20, in their order."""
    assert [number for number, *_ in ROWS] == [f"F{number}" for number in range(1, 21)]


@pytest.mark.parametrize(("number", "fault", "one", "two"), ROWS, ids=[row[0] for row in ROWS])
def test_a_fault_is_tested(number: str, fault: str, one: str, two: str) -> None:
    """Each test is there, says that it is about the fault, and runs where the table says."""
    assert fault
    for cell, kind in ((one, "sqlite"), (two, "nodes")):
        named = NAMED.findall(cell if SAME not in cell else one + cell)
        for file, name in NAMED.findall(one + two):
            assert (ast.get_docstring(function_of(file, name)) or "").startswith(f"{number}:")
        if NO_SERVER in two:
            assert all("server/" not in file for file, _ in named)
            continue
        on_server = [each for each in named if "server/" in each[0]]
        assert any(kind in kinds_of(*each) for each in on_server), kind
        if cell == SAME:
            assert all(kinds_of(*each) == BOTH for each in on_server)
