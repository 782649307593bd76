"""Several records in one text or file: each is read as it would be alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from serpentina import saves
from serpentina.errors import RecordError
from serpentina.game import Game
from serpentina.reader import read_record, read_records
from serpentina.record import Record
from tests.test_cli import Say, say

__all__ = ["say"]  # the fixture


def test_records_one_after_another_are_each_read(finished: Game) -> None:
    """Each is what it is alone, whatever stands between and whatever values and comments say."""
    one, other = Record.of(finished), Record.of(Game.new(3, seed=5), ("[Serpentina", "b", "c"))
    commented = str(other).replace("[Seat1", '{ [Serpentina "9"] } [Seat1')
    for text in (
        f"{one}{commented}{one}",
        f"\ufeff {one}\n\n{commented} {one}".replace("\n", "\r\n"),
        f"{{first}} {one}{{next}}\r{commented}{one}",
    ):
        assert list(read_records(text)) == [one, other, one]


def test_a_wrong_record_among_others_is_found_by_its_line(finished: Game, tmp_path: Path) -> None:
    """Those before it are read; its own error names the line of the whole text, and the file."""
    good = str(Record.of(finished))
    bad = good.replace("\n1. ", "\n7. ")
    line = good.count("\n") + bad[: bad.index("\n7. ")].count("\n") + 2
    (tmp_path / "games.txt").write_text(good + bad, encoding="utf-8")
    records = saves.read_all(tmp_path / "games.txt")
    assert next(records) == Record.of(finished)
    with pytest.raises(RecordError) as refused:
        next(records)
    assert refused.value.at == (line, 1)
    assert str(refused.value).startswith(str(tmp_path / "games.txt"))


@pytest.mark.parametrize("text", ["", "   ", "Dear Ana", '[Rules "hisss"]', "{[Serpentina"])
def test_a_text_without_a_record_is_refused_as_ever(text: str) -> None:
    """The error is that of reading a single record."""
    with pytest.raises(RecordError) as alone:
        read_record(text)
    with pytest.raises(RecordError) as among:
        list(read_records(text))
    assert str(among.value) == str(alone.value)


def test_replay_goes_through_all(say: Say, finished: Game, tmp_path: Path) -> None:
    """Into a pipe all games follow each other; a wrong one ends it in a line."""
    path = tmp_path / "games.txt"
    path.write_text(2 * str(Record.of(finished)), encoding="utf-8")
    with pytest.raises(RecordError, match="twice"):
        saves.read_file(path)
    output = say("replay", path).output
    half = len(output) // 2
    assert output[:half] == output[half:]
    path.write_text(f"{Record.of(finished)}[Serpentina", encoding="utf-8")
    status, output, errors = say("replay", path, "--json")
    assert (status, output.count("\n"), errors.count("\n")) == (2, 1, 1)
