"""What can be wrong, and where in a text: a sentence with its values, which can be translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class SerpentinaError(ValueError):
    """A sentence that says what is wrong and what would be right.

    `sentence` is the English text with `{names}` in it and `values` what stands for the names; `at`
    is the line and column of a text where it was found, `file` the file, or None. `str()` gives all
    of it.
    """

    def __init__(self, sentence: str, **values: Any) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.values = values
        self.at: tuple[int, int] | None = None
        self.file: str | None = None

    def __str__(self) -> str:
        reason = self.sentence.format(**self.values)
        if self.at is not None:
            reason = "line {}, column {}: {}".format(*self.at, reason)
        return reason if self.file is None else f"{self.file}: {reason}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.sentence, self.values, self.at, self.file)


class NotationError(SerpentinaError):
    """A text is no card, snake, table, position, deck or list of rules."""


class IllegalMove(SerpentinaError):
    """A draw, placement or undo that the rules do not allow; the game stays as it was."""


class RecordError(SerpentinaError):
    """A record breaks its format or the rules of the game."""


class EngineError(SerpentinaError):
    """A program that plays cannot be started, has ended, is late or says what it should not."""


def tokens(text: str) -> Iterator[tuple[int, str]]:
    """The parts of a text between spaces, each with its column from 1."""
    for part in re.finditer(r"\S+", text):
        yield part.start() + 1, part[0]


@contextmanager
def found_at(line: int, column: int) -> Iterator[None]:
    """Say of an error inside that its text began at this line and column, both from 1."""
    try:
        yield
    except SerpentinaError as error:
        inner_line, inner_column = error.at or (1, 1)
        if inner_line == 1:
            inner_column += column - 1
        error.at = line + inner_line - 1, inner_column
        raise


@contextmanager
def found_in(file: object) -> Iterator[None]:
    """Say of an error inside in which file it was found."""
    try:
        yield
    except SerpentinaError as error:
        error.file = str(file)
        raise


def _rebuild(
    kind: type[SerpentinaError],
    sentence: str,
    values: dict[str, Any],
    at: tuple[int, int] | None,
    file: str | None,
) -> SerpentinaError:
    error = kind(sentence, **values)
    error.at, error.file = at, file
    return error
