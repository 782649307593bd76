"""The public names: those that the pages of docs/reference promise, and what is said of them."""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import itertools
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "reference"


class Named(NamedTuple):
    """A name, whole as in `serpentina.game.Game.draw`, what it stands for, what is said of it."""

    name: str
    item: Any
    said: str

    @property
    def function(self) -> Any:
        """The function that it is or is made of; None for a class or a constant."""
        item = getattr(self.item, "fget", None) or getattr(self.item, "func", self.item)
        item = getattr(item, "__func__", item)
        is_class = inspect.isclass(item)
        item = inspect.unwrap(item) if callable(item) and not is_class else item
        return item if inspect.isfunction(item) else None

    @property
    def annotations(self) -> dict[str, str]:
        """The types of its parameters or fields, as they are written."""
        found = getattr(self.function or self.item, "__annotations__", {})
        return {name: str(kind) for name, kind in found.items() if not name.startswith("_")}


def promised() -> list[str]:
    """The names of all pages, in their order."""
    return [
        name
        for page in sorted(FOLDER.glob("*.md"))
        for name in re.findall(r"(?m)^::: (\S+)$", page.read_text(encoding="utf-8"))
    ]


def found(name: str) -> Named:
    """What a name of the reference stands for; ImportError or AttributeError if for nothing."""
    where, _, last = name.rpartition(".")
    item = getattr(importlib.import_module(where), last)
    if inspect.isclass(item) or inspect.isfunction(item):
        return Named(name, item, _own_words(item))
    room = where if where != "serpentina" else f"serpentina.{_rooms()[last]}"
    return Named(name, item, _words_below(room, last))


def _rooms() -> dict[str, str]:
    import serpentina

    return serpentina._ROOMS


def _own_words(item: Any) -> str:
    """The docstring of the item itself, not of what it inherits from."""
    own = vars(item).get("__doc__") if inspect.isclass(item) else item.__doc__
    return inspect.cleandoc(own or "")


@functools.cache
def _words_below(module: str, name: str) -> str:
    """What stands in quotation marks below the assignment of a constant or the name of a type."""
    body = ast.parse(inspect.getsource(importlib.import_module(module))).body
    for line, following in itertools.pairwise(body):
        is_it = isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == name
        if is_it and isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            return str(following.value.value)
    return ""


def members(named: Named) -> Iterator[Named]:
    """The public methods and properties that a class of ours defines."""
    if not inspect.isclass(named.item):
        return
    for name, item in vars(named.item).items():
        is_field = name in getattr(named.item, "_fields", ())
        if name.startswith("_") or is_field or not (callable(item) or hasattr(item, "__get__")):
            continue
        member = Named(f"{named.name}.{name}", item, inspect.cleandoc(item.__doc__ or ""))
        if member.function:
            yield member


@functools.cache
def everything() -> tuple[Named, ...]:
    """Each public name, and each public member of the classes among them."""
    named = [found(name) for name in promised()]
    return tuple(each for one in named for each in (one, *members(one)))


def types_of_ours(named: Named) -> set[str]:
    """The whole names of this package's types that its signature or fields name."""
    room = importlib.import_module(
        getattr(named.function or named.item, "__module__", "serpentina")
    )
    words = {
        word for kind in named.annotations.values() for word in re.findall(r"\b[A-Z]\w+", kind)
    }
    return {whole for word in words if (whole := _whole(word, room))}


def _whole(word: str, room: Any) -> str | None:
    """Where a type is defined, if that is here."""
    kind = getattr(room, word, None)
    if inspect.isclass(kind) and not hasattr(kind, "__origin__"):
        is_ours = kind.__module__.startswith("serpentina")
        return f"{kind.__module__}.{kind.__qualname__}" if is_ours else None
    if kind is None or getattr(kind, "__module__", "") == "typing":
        return None
    homes = (
        name
        for name in sorted(sys.modules)
        if name.startswith("serpentina.") and _words_below(name, word)
    )
    return f"{next(homes, room.__name__)}.{word}"
