"""The records of the first games of a batch, one after another in a file of text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from serpentina.batches import Batch
from serpentina.deferring import until_done
from serpentina.recording import record_of
from serpentina.rows import check_new


class RecordsFile:
    """The file; a context. It holds whole records only, and is not there if it would hold none."""

    def __init__(self, path: Path, batch: Batch) -> None:
        """A new file; RowsError where there is something already, OSError."""
        check_new(path)
        self.path, self.batch, self.records = path, batch, 0
        self.file = path.open("xb", buffering=0)

    def __enter__(self) -> RecordsFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()
        if self.records == 0:
            self.path.unlink()

    def write(self, games: int) -> Iterator[int]:
        """Write those of so many games, from the first on; after each, how many are written."""
        for number in range(games):
            text = str(record_of(self.batch, number)) + "\n"
            with until_done():
                self._add(text.encode())
            yield self.records

    def _add(self, text: bytes) -> None:
        """Add a whole record; OSError, and nothing of it is left, where there is no room."""
        begin = self.file.tell()
        try:
            written = 0
            while written < len(text):
                written += self.file.write(text[written:])
        except OSError as error:
            self.file.truncate(begin)
            error.filename = str(self.path)
            raise
        self.records += 1
