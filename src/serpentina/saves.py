"""Where games are kept: whole files or none, in the user's own data folder."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import platformdirs

from serpentina.errors import RecordError, SerpentinaError, found_in
from serpentina.reader import read_record, read_records
from serpentina.record import Record, verify


def games_folder() -> Path:
    """The folder of this user's games."""
    return platformdirs.user_data_path("serpentina", appauthor=False) / "games"


def new_path(now: datetime) -> Path:
    """A file of its own for a new game."""
    return games_folder() / f"{now:%Y-%m-%d-%H%M%S}-{secrets.token_hex(2)}.txt"


def write_whole(path: Path, content: str | bytes, mode: int = 0o600) -> None:
    """Write a file so that after a kill, or on a full disk, it is the old one or the new one."""
    written = content if isinstance(content, bytes) else content.encode("utf-8")
    try:
        _write_and_replace(path.resolve(), written, mode)
    except OSError as error:
        error.filename = str(path)
        raise


def _write_and_replace(path: Path, content: bytes, mode: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def read_file(path: Path) -> Record:
    """Read the record in a file; OSError, or RecordError where it is none."""
    with found_in(path):
        return read_record(_text_of(path))


def read_all(path: Path) -> Iterator[Record]:
    """Read the records in a file, one after another; OSError, or RecordError as above."""
    with found_in(path):
        records = read_records(_text_of(path))
    while True:
        with found_in(path):
            record = next(records, None)
        if record is None:
            return
        yield record


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RecordError("A record is text in UTF-8, and this file is not.") from None


def unfinished() -> Path | None:
    """The file of the game that was left last and is not counted yet."""
    found = sorted(games_folder().glob("*.txt"), key=_age)
    return next((path for path in found if _goes_on(path)), None)


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:
        return 0.0


def _goes_on(path: Path) -> bool:
    try:
        record = read_file(path)
        return record.scores is None and not verify(record).is_counted
    except (OSError, SerpentinaError):
        return False
