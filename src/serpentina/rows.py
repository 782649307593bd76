"""A row a game in an Apache Parquet file: written as the games come, whole however it ends.

The file grows under another name and gets its own at its end, also at that by Ctrl-C. Where it
cannot be ended, on a full disk, nothing is left.
"""

from __future__ import annotations

import contextlib
from array import array
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from serpentina.batches import Batch, Played
from serpentina.errors import SerpentinaError
from serpentina.rules import PIT_COLUMNS
from serpentina.simulate import PLACED, RESULT_COLUMNS, WINNERS
from serpentina.workers import installed

if TYPE_CHECKING:
    from pyarrow import Schema

GROUP = 65_536  # games that are written together
PIT_NAMES = ("cards", "longest", "snakes")


class RowsError(SerpentinaError):
    """A file of rows that cannot be written. It speaks English, as its command does."""


class Rows:
    """The file of a batch; a context that leaves it whole, or not at all after an OSError."""

    def __init__(self, path: Path, batch: Batch) -> None:
        """RowsError without PyArrow, or where something is already; OSError."""
        check_new(path)
        self.path, self.batch, self.games = path, batch, 0
        self.part = path.with_name(f".{path.name}.part")
        self.waiting: list[Played] = []
        self.schema = schema(batch)
        self.file = _begun(self.part, path)
        self.writer: Any = None

    def __enter__(self) -> Rows:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None or (self.games and not issubclass(kind, OSError)):
                self._end()
        except OSError as error:
            raise _named(error, self.path) from None
        finally:
            _drop(self.writer, self.file)
            self.part.unlink(missing_ok=True)

    def _end(self) -> None:
        """Write what is missing, and give the file its name."""
        self._write_group()
        self.writer.add_key_value_metadata({"games_played": str(self.games)})
        self.writer.close()
        self.file.close()
        self.part.replace(self.path)

    def add(self, played: Played) -> None:
        """Write the rows of a portion, those of the following games; OSError."""
        self.waiting.append(played)
        self.games += len(played.games)
        if sum(len(each.games) for each in self.waiting) >= GROUP:
            try:
                self._write_group()
            except OSError as error:
                raise _named(error, self.path) from None

    def _write_group(self) -> None:
        import pyarrow as pa  # noqa: PLC0415 - only who wants a file needs it

        waiting, self.waiting = self.waiting, []
        self.writer = self.writer or _writer(self.file, self.schema)
        if waiting:
            columns = _columns(self.batch, waiting)
            self.writer.write_table(pa.Table.from_pydict(columns, schema=self.schema))


def schema(batch: Batch) -> Schema:
    """The columns of the file, and what was played; RowsError without PyArrow."""
    try:
        import pyarrow as pa  # noqa: PLC0415
    except ImportError:
        raise RowsError(
            'A Parquet file needs more: python -m pip install "serpentina[study]".'
        ) from None
    seats = range(1, batch.players + 1)
    columns = [("game", pa.int64())]
    columns += [(f"{name}_{seat}", pa.int16()) for seat in seats for name in PIT_NAMES]
    columns += [(f"win_{seat}", pa.float64()) for seat in seats]
    columns += [("placed", pa.int16()), ("left", pa.int16())]
    return pa.schema(columns, metadata=about(batch))


def about(batch: Batch) -> dict[str, str]:
    """What is played, for the file's own metadata."""
    return {
        "serpentina": installed(),
        "rules": str(batch.rules),
        "deck": str(batch.deck),
        "policy": ",".join(batch.policies),
        "seed": str(batch.seed),
        "games": str(batch.games),
    }


def _begun(part: Path, path: Path) -> BinaryIO:
    try:
        return part.open("wb")
    except OSError as error:
        raise _named(error, path) from None


def check_new(path: Path) -> None:
    """RowsError where no new file can be."""
    if path.exists():
        raise RowsError('The file "{file}" is there already.', file=path)
    if not path.parent.is_dir():
        raise RowsError('There is no folder "{folder}" for the file.', folder=path.parent)


def _writer(file: BinaryIO, schema: Schema) -> Any:
    import pyarrow.parquet as pq  # noqa: PLC0415

    return pq.ParquetWriter(file, schema)


def _columns(batch: Batch, waiting: list[Played]) -> dict[str, Any]:
    """The rows as columns, by their names."""
    import numpy as np  # noqa: PLC0415

    width = PIT_COLUMNS * batch.players + RESULT_COLUMNS
    rows = np.concatenate([_numbers(each.rows) for each in waiting]).reshape(-1, width)
    seats = range(batch.players)
    games = range(waiting[0].games.start, waiting[-1].games.stop)
    columns: dict[str, Any] = {"game": np.arange(games.start, games.stop)}
    for seat in seats:
        for number, name in enumerate(PIT_NAMES):
            columns[f"{name}_{seat + 1}"] = rows[:, PIT_COLUMNS * seat + number].astype(np.int16)
    won = rows[:, PIT_COLUMNS * batch.players + WINNERS, None] >> np.arange(batch.players) & 1
    shares = won / won.sum(axis=1, keepdims=True)
    for seat in seats:
        columns[f"win_{seat + 1}"] = shares[:, seat]
    placed = rows[:, PIT_COLUMNS * batch.players + PLACED]
    taken = sum(rows[:, PIT_COLUMNS * seat] for seat in seats)
    columns["placed"] = placed.astype(np.int16)
    columns["left"] = (placed - taken).astype(np.int16)
    return columns


def _numbers(rows: array[int] | None) -> Any:
    import numpy as np  # noqa: PLC0415

    assert rows is not None
    return np.frombuffer(rows, np.int64)


def _named(error: OSError, path: Path) -> OSError:
    """The error, with the file that people know."""
    error.filename = str(path)
    return error


def _drop(writer: Any, file: BinaryIO) -> None:
    """Let go of a file that may have no room for its end."""
    if writer is not None:
        writer.is_open = False  # else it would try to write the end once more
    with contextlib.suppress(OSError):
        file.close()
