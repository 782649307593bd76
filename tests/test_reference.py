"""The reference is whole: what a program may rely upon stands in it, with all that must be said."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pkgutil import walk_packages
from types import FunctionType, ModuleType

import serpentina
from serpentina.errors import SerpentinaError
from tests.public_names import ROOT, Named, everything, promised, types_of_ours

IN_BLOCKS = r"(?m)^ *(?:>>> )?from (serpentina[\w.]*) import ([\w, ]+)"
ARRAYS = re.compile(r"\b(Array|array\[|ndarray)")
SENTENCE = re.compile(r"[A-Z0-9`].*\.", re.DOTALL)
SHAPE = re.compile(r"\(\w+,(?: \w+,?)*\)|\b\d+ numbers|`observation`")


def test_each_name_stands_there_once() -> None:
    """No name has two places in the reference."""
    assert len(promised()) == len(set(promised()))
    assert len(promised()) > 60


def test_what_the_package_shows_is_in_the_reference() -> None:
    """Each name that can be imported from `serpentina` itself is there by that name."""
    assert {f"serpentina.{name}" for name in serpentina.__all__} <= set(promised())


def test_what_the_docs_import_is_in_the_reference() -> None:
    """A name that any page of the docs imports is public."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").glob("*.py")]
    imports = [
        (room, name.strip())
        for page in pages
        for room, names in re.findall(IN_BLOCKS, page.read_text(encoding="utf-8"))
        for name in names.split(",")
    ]
    assert len(imports) >= 12
    known = _identities()
    for room, name in imports:
        item = getattr(importlib.import_module(room), name)
        if not inspect.ismodule(item):
            assert id(item) in known, f"{room}.{name}"


def test_all_errors_are_in_the_reference() -> None:
    """Each error that a public function can raise is there: all of ours but those of the server."""
    known = _identities()
    for room in walk_packages(serpentina.__path__, "serpentina."):
        if not room.name.startswith(("serpentina.server", "serpentina.__main__")):
            importlib.import_module(room.name)
    for error in _errors(SerpentinaError):
        if not error.__module__.startswith(("serpentina.server", "tests")):
            assert id(error) in known, error


def _identities() -> set[int]:
    return {id(each.item) for each in everything()}


def _errors(kind: type[SerpentinaError]) -> Iterator[type[SerpentinaError]]:
    yield kind
    for lower in kind.__subclasses__():
        yield from _errors(lower)


def test_types_in_a_signature_are_in_the_reference() -> None:
    """Whoever is given one of our types can read what it is."""
    known = {name for each in everything() for name in _names_of(each)}
    missing = {each.name: types_of_ours(each) - known for each in everything()}
    assert {name: types for name, types in missing.items() if types} == {}


def _names_of(named: Named) -> tuple[str, ...]:
    where = getattr(named.item, "__module__", "")
    return named.name, f"{where}.{getattr(named.item, '__qualname__', '')}"


def test_each_name_says_what_it_is() -> None:
    """It has a docstring of its own that begins and ends as a sentence does."""
    firsts = {each.name: each.said.partition("\n\n")[0] for each in everything()}
    assert {name: first for name, first in firsts.items() if not SENTENCE.fullmatch(first)} == {}


def test_errors_are_named() -> None:
    """What can be seen to be raised is named, itself or a kind of it, by the name or its class."""
    said = {each.name: each.said for each in everything()}
    for each in everything():
        words = each.said + said.get(each.name.rpartition(".")[0], "")
        for error in _raised(each):
            kinds = [kind.__name__ for kind in error.__mro__ if issubclass(kind, SerpentinaError)]
            assert any(kind in words for kind in kinds), f"{each.name} raises {error.__name__}"


def _raised(named: Named) -> set[type[SerpentinaError]]:
    """The errors that its own code raises, or that of functions of its module that it calls."""
    room = sys.modules[getattr(named.function or named.item, "__module__", "serpentina")]
    functions = [named.function] if named.function else []
    if inspect.isclass(named.item) and not issubclass(named.item, Exception):
        begin = (vars(named.item).get(name) for name in ("__init__", "__post_init__"))
        functions = [each for each in begin if inspect.isfunction(each)]
        functions = [each for each in functions if each.__code__.co_filename == room.__file__]
    raising = _Raising(room)
    for function in functions:
        raising.read(function)
    return raising.found


class _Raising(ast.NodeVisitor):
    """Reads what functions of a module raise and do not catch themselves."""

    def __init__(self, room: ModuleType) -> None:
        self.room = room
        self.found: set[type[SerpentinaError]] = set()
        self.seen: set[object] = set()

    def read(self, function: FunctionType) -> None:
        if function not in self.seen:
            self.seen.add(function)
            self.visit(ast.parse(textwrap.dedent(inspect.getsource(function))))

    def visit_Try(self, node: ast.Try) -> None:
        for part in (*node.handlers, *node.orelse, *node.finalbody):
            self.visit(part)  # what is tried is caught, and said by the handlers

    def visit_Raise(self, node: ast.Raise) -> None:
        error = node.exc and getattr(self.room, ast.unparse(node.exc).partition("(")[0], None)
        if inspect.isclass(error) and issubclass(error, SerpentinaError):
            self.found.add(error)

    def visit_Call(self, node: ast.Call) -> None:
        called = getattr(self.room, ast.unparse(node.func), None)
        if inspect.isfunction(called) and called.__module__ == self.room.__name__:
            self.read(called)
        self.generic_visit(node)


def test_arrays_have_shapes() -> None:
    """What gives an array says how long it is or of what shape."""
    giving = [each for each in everything() if ARRAYS.search(each.annotations.get("return", ""))]
    assert len(giving) >= 6
    assert [each.name for each in giving if not SHAPE.search(each.said)] == []
