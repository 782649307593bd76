"""Files of games: whole or not at all, and which one goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from serpentina import saves
from serpentina.errors import RecordError
from serpentina.record import Record
from tests.moments import moments

GAMES = moments(2, "hisss", 7)
OPEN, COUNTED = str(Record.of(GAMES[5], date="2026-01-06", secret=True)), str(Record.of(GAMES[-1]))
NEWER = str(Record.of(GAMES[7], date="2026-01-06", secret=True))
UNIX = pytest.mark.skipif(os.name != "posix", reason="only Unix can limit the size of a file")
WRITE = """
import os, resource, sys
from pathlib import Path
from serpentina.saves import write_whole

limits = resource.getrlimit(resource.RLIMIT_FSIZE)
{before}
try:
    write_whole(Path(sys.argv[1]), sys.stdin.read())
finally:
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
"""


def write_elsewhere(before: str, path: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Write a file from another process, in which something was done before."""
    command = [sys.executable, "-c", WRITE.format(before=before), str(path)]
    return subprocess.run(
        command, input=text, capture_output=True, text=True, check=False, encoding="utf-8"
    )


def names(folder: Path) -> list[str]:
    """The names of all files in a folder."""
    return sorted(path.name for path in folder.iterdir())


def keep(name: str, text: str, age: int) -> Path:
    """A file in the folder of games, so many seconds old."""
    path = saves.games_folder() / name
    saves.write_whole(path, text)
    now = datetime(2026, 1, 6).timestamp()
    os.utime(path, (now - age, now - age))
    return path


def test_games_lie_in_the_users_folder(empty_home: Path) -> None:
    """F7: games lie in the user's data folder, each in a file of its own."""
    if sys.platform == "linux":
        assert saves.games_folder() == empty_home / "data" / "serpentina" / "games"
    now = datetime(2026, 1, 6, 17, 5, 9)
    paths = {saves.new_path(now) for _ in range(5)}
    assert {path.parent for path in paths} == {saves.games_folder()}
    assert all(path.name.startswith("2026-01-06-170509-") for path in paths)
    assert len(paths) > 1


def test_write_and_read(tmp_path: Path) -> None:
    """F7: what is written is read again; folders are made, nothing else is left."""
    path = tmp_path / "new" / "folder" / "game.txt"
    for text in (OPEN, COUNTED, "Zoë 🐍\n"):
        saves.write_whole(path, text)
        assert path.read_bytes() == text.encode()
        assert names(path.parent) == ["game.txt"]
    saves.write_whole(path, COUNTED)
    assert saves.read_file(path).replay() == GAMES[-1]


@UNIX
@pytest.mark.parametrize("old", [OPEN, None])
def test_a_full_disk_leaves_the_old_file(tmp_path: Path, old: str | None) -> None:
    """F7: where a file cannot be written whole, the old one stays, or none where none was."""
    path = tmp_path / "game.txt"
    if old is not None:
        path.write_text(old, encoding="utf-8")
    small = "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))"
    done = write_elsewhere(small, path, COUNTED * 20)
    assert done.returncode != 0
    assert "OSError" in done.stderr
    assert names(tmp_path) == ([] if old is None else ["game.txt"])
    assert old is None or path.read_text(encoding="utf-8") == old


@UNIX
@pytest.mark.parametrize("function", ["os.fsync", "Path.replace"])
def test_a_kill_leaves_the_old_file(tmp_path: Path, function: str) -> None:
    """F7: killed before the new file is in its place, the old one stays and only it is found."""
    path = keep("game.txt", OPEN, 0)
    kill = f"{function} = lambda *_: os._exit(9)"
    assert write_elsewhere(kill, path, NEWER).returncode == 9
    assert path.read_text(encoding="utf-8") == OPEN
    assert saves.unfinished() == path


def test_new_file_is_whole_before_it_is_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F7: the whole text is on the disk before it takes the place of the old one."""
    path, seen = tmp_path / "game.txt", list[str]()
    sync = os.fsync

    def synced(handle: int) -> None:
        sync(handle)
        seen.append("synced")

    def replaced(part: Path, target: Path) -> Path:
        seen.append(part.read_text(encoding="utf-8"))
        os.replace(part, target)  # noqa: PTH105
        return target

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    saves.write_whole(path, OPEN)
    assert seen == ["synced", OPEN]
    assert path.read_text(encoding="utf-8") == OPEN


def test_text_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    """F7: a text that has no UTF-8 fails and leaves the old file and nothing else."""
    path = tmp_path / "game.txt"
    saves.write_whole(path, OPEN)
    with pytest.raises(UnicodeEncodeError):
        saves.write_whole(path, "\ud800")
    assert names(tmp_path) == ["game.txt"]
    assert path.read_text(encoding="utf-8") == OPEN


def test_file_that_is_no_text(tmp_path: Path) -> None:
    """F20: a file that is not UTF-8 is refused with a sentence."""
    path = tmp_path / "game.txt"
    path.write_bytes(OPEN.encode("utf-16"))
    with pytest.raises(RecordError, match="A record is text in UTF-8, and this file is not"):
        saves.read_file(path)


def test_nothing_unfinished() -> None:
    """F7: without a folder, or with an empty one, no game goes on."""
    assert saves.unfinished() is None
    saves.games_folder().mkdir(parents=True)
    assert saves.unfinished() is None


def test_the_newest_unfinished_game_goes_on() -> None:
    """F7: the game that was left last goes on, whatever the names of the files."""
    newer = keep("a.txt", OPEN, 20)
    older = keep("b.txt", OPEN, 30)
    assert saves.unfinished() == newer
    keep("b.txt", OPEN, 10)
    assert saves.unfinished() == older
    older.unlink()
    assert saves.unfinished() == newer


def test_other_files_are_passed_over() -> None:
    """F7: finished games, corrupt files and files of others do not hide an unfinished game."""
    path = keep("game.txt", OPEN, 100)
    keep("finished.txt", COUNTED, 50)
    keep("corrupt.txt", OPEN.replace("hisss", "hiss"), 40)
    keep("half.txt", OPEN[: len(OPEN) // 2], 40)
    keep("empty.txt", "", 30)
    keep("notes.md", OPEN, 20)
    keep(".game.txt.part", OPEN, 10)
    (saves.games_folder() / "binary.txt").write_bytes(b"\xff\xfe\x00")
    (saves.games_folder() / "folder.txt").mkdir()
    assert saves.unfinished() == path
    path.unlink()
    assert saves.unfinished() is None


def test_broken_links_are_passed_over() -> None:
    """F7: a link to a file that is gone does not hide an unfinished game."""
    path = keep("game.txt", OPEN, 100)
    (saves.games_folder() / "gone.txt").symlink_to(saves.games_folder() / "nowhere.txt")
    assert saves.unfinished() == path
