"""`serpentina backup` and `restore`: whole copies of a running server, and what is no copy."""

from __future__ import annotations

import os
import signal
import sqlite3
import threading
from datetime import datetime
from pathlib import Path

import pytest

from serpentina.server.copies import CopyError, back_up, restore
from serpentina.server.migrations import upgrade
from serpentina.server.whereabouts import Address
from tests.server.conftest import Serve
from tests.server.running import BOT, Device, Server, core, here
from tests.test_cli import Said, run


def said(command: str, file: Path, server: Server, *more: str) -> Said:
    """What a command says about the games of a server."""
    return run(command, file, "--database", server.database, *more)


def number_of_events(file: Path, game: str) -> int:
    """The events of a game in a database."""
    with sqlite3.connect(file) as database:
        found = database.execute("SELECT count(*) FROM events WHERE game = ?", (game,)).fetchone()
    database.close()
    return int(found[0])


def test_a_copy_of_a_running_server(serve: Serve, tmp_path: Path) -> None:
    """A copy made while games are played is whole, and has all that was answered before."""
    server = serve()
    players = [server.device() for _ in range(4)]
    for each in players:
        each.create(here(), here("dog"), deck="standard", sets=4)
    stop = threading.Event()

    def play(device: Device) -> None:
        while not stop.is_set() and device.turn()["status"] == "playing":
            pass

    threads = [threading.Thread(target=play, args=(each,)) for each in players]
    for thread in threads:
        thread.start()
    for number in range(5):
        versions = {each.game: each.see()["version"] for each in players}
        copy = tmp_path / f"copy{number}"
        answer = said("backup", copy, server)
        assert (answer.status, answer.output) == (0, f"4 games copied to {copy}\n"), answer.errors
        assert [path.name for path in tmp_path.glob("*copy*")].count(copy.name) == 1
        for game, version in versions.items():
            assert number_of_events(copy, game) >= version
    stop.set()
    for thread in threads:
        thread.join()
    assert not list(tmp_path.glob(".copy*"))
    assert (tmp_path / "copy0").stat().st_mode & 0o077 == 0, "it holds the fans"
    again = serve_copy(tmp_path / "copy4")
    for each in players:
        each.http.base_url = again.address
        assert each.see()["version"] >= versions[each.game]
        assert each.turn()["you"] == [1, 2]
    again.close()


def serve_copy(copy: Path) -> Server:
    """A server on a copy, restored elsewhere."""
    place = copy.with_name("elsewhere") / "games.sqlite3"
    answer = run("restore", copy, "--database", place)
    assert answer.status == 0, answer.errors
    return Server(place)


def test_a_copy_is_put_in_place(serve: Serve, tmp_path: Path) -> None:
    """Not while a server uses the games; then the copy is in their place, and they are kept."""
    server, copy = serve(), tmp_path / "copy"
    ana = server.device()
    before = ana.create(here(), BOT)
    assert said("backup", copy, server).status == 0
    after = ana.do("draw", slot=4)
    refused = said("restore", copy, server)
    assert refused.status == 2
    assert refused.errors == (
        f'serpentina: A server uses the games at "{server.database}": stop it first.\n'
    )
    assert ana.see() == after
    server.end()
    done = said("restore", copy, server)
    assert done.status == 0, done.errors
    first, second = done.output.splitlines()
    assert first == f"1 game restored to {server.database}"
    kept = Path(second.removeprefix("Those that were there are kept in "))
    assert number_of_events(kept, ana.game) == after["version"]
    server.start()
    assert core(ana.see()) == core(before)
    assert ana.do("draw", slot=5)["slot"] == 5
    server.end()
    assert said("restore", kept, server).status == 0
    server.start()
    assert core(ana.see()) == core(after)


def test_each_restore_keeps_what_was_there(games: Path, tmp_path: Path) -> None:
    """Also where a second brings several: each has a file of its own, and none is written over."""
    copy, now = tmp_path / "copy", datetime(2026, 12, 1, 1, 29, 29)
    back_up(games, copy)
    contents = []
    for number in range(3):
        with sqlite3.connect(games) as database:
            database.execute("INSERT INTO games VALUES (?, 'x', 'lobby', 0)", (str(number),))
        database.close()
        contents.append(dump(games))
        restore(copy, games, now)
    kept = [tmp_path / f"games.sqlite3.2026-12-01-012929{end}" for end in ("", "-2", "-3")]
    assert [dump(file) for file in kept] == contents


def test_a_killed_server_leaves_a_copy_all_the_same(serve: Serve, tmp_path: Path) -> None:
    """What a killed server has answered, and not yet put into the main file, is in the copy."""
    server = serve()
    ana = server.device()
    ana.create(here(), BOT)
    state = ana.do("draw", slot=4)
    server.kill_and_start()
    server.end(signal.SIGKILL)
    assert said("backup", tmp_path / "copy", server).status == 0
    assert number_of_events(tmp_path / "copy", ana.game) == state["version"]
    assert said("restore", tmp_path / "copy", server).status == 0


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A database without games."""
    upgrade(tmp_path / "games.sqlite3")
    return tmp_path / "games.sqlite3"


def odd_files(folder: Path, games: Path) -> dict[str, Path]:
    """Files that are no copies, by what is said of them."""
    texts = {"cannot be read": b"hello" * 1_000, "holds no games": b""}
    files = {}
    for reason, content in texts.items():
        files[reason] = folder / reason.replace(" ", "_")
        files[reason].write_bytes(content)
    newer = files["of another version"] = folder / "newer"
    back_up(games, newer)
    with sqlite3.connect(newer) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    damaged = files["is damaged"] = folder / "part_is_zero"
    back_up(games, damaged)
    with sqlite3.connect(damaged) as database:
        database.executemany(
            "INSERT INTO games VALUES (?, 'x', 'lobby', 0)", [(str(n),) for n in range(2_000)]
        )
    database.close()
    with damaged.open("r+b") as written:
        written.seek(5 * 4_096)
        written.write(bytes(4_096))
    files["There is no file"] = folder / "nothing"
    files["is that of the server itself"] = games
    return files


def test_what_is_no_copy(games: Path, tmp_path: Path) -> None:
    """What is no whole copy of games of a known version is refused, and nothing is changed."""
    before = games.read_bytes()
    for reason, file in odd_files(tmp_path, games).items():
        with pytest.raises(CopyError, match=reason):
            restore(file, games)
        assert games.read_bytes() == before, reason
    assert not list(tmp_path.glob("games.sqlite3.*"))
    answer = run("restore", tmp_path / "newer", "--database", games)
    assert answer.status == 2
    assert len(answer.errors.splitlines()) == 1


def test_where_no_copy_can_be(games: Path, tmp_path: Path) -> None:
    """A copy needs games, a folder, and a name that is free, or may be written over."""
    copy = tmp_path / "copy"
    with pytest.raises(CopyError, match="no games at"):
        back_up(tmp_path / "nothing", copy)
    with pytest.raises(CopyError, match="no folder"):
        back_up(games, tmp_path / "no" / "copy")
    with pytest.raises(CopyError, match="a file of its own"):
        back_up(games, tmp_path, overwrites=True)
    with pytest.raises(CopyError, match="a file of its own"):
        back_up(games, games, overwrites=True)
    copy.write_text("something else", encoding="utf-8")
    with pytest.raises(CopyError, match="--overwrite"):
        back_up(games, copy)
    assert copy.read_text(encoding="utf-8") == "something else"
    assert back_up(games, copy, overwrites=True) == f"0 games copied to {copy}"
    elsewhere = tmp_path / "page"
    elsewhere.write_text("hello" * 1_000, encoding="utf-8")
    with pytest.raises(CopyError, match="cannot be read"):
        back_up(elsewhere, tmp_path / "other")
    with pytest.raises(CopyError, match="move it away"):
        restore(copy, elsewhere)
    assert elsewhere.read_text(encoding="utf-8") == "hello" * 1_000


def dump(file: Path) -> list[str]:
    """All that a database holds."""
    with sqlite3.connect(file) as database:
        lines = list(database.iterdump())
    database.close()
    return lines


def test_what_fails_leaves_what_was(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the disk is full, the old copy is what it was, and so are the games."""
    copy = tmp_path / "copy"
    back_up(games, copy)
    before = copy.read_bytes(), dump(games)

    def fail(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        back_up(games, copy, overwrites=True)
    with pytest.raises(OSError, match="No space"):
        restore(copy, games)
    assert (copy.read_bytes(), dump(games)) == before
    assert sorted(path.name for path in tmp_path.glob("*c*y*")) == ["copy"]
    assert not list(tmp_path.glob("games.sqlite3.2*"))


def test_games_elsewhere(tmp_path: Path) -> None:
    """Those in PostgreSQL are for its own programs."""
    elsewhere = "postgresql://ana:secret@db/games"
    with pytest.raises(CopyError, match="pg_dump"):
        back_up(Address.parse(elsewhere), tmp_path / "copy")
    with pytest.raises(CopyError, match="pg_restore"):
        restore(tmp_path / "copy", Address.parse(elsewhere))
    answer = run("backup", tmp_path / "copy", DATABASE_URL=elsewhere)
    assert answer.status == 2
    assert "pg_dump" in answer.errors
    assert "secret" not in answer.errors


def test_variables_hold_for_copies(games: Path, tmp_path: Path) -> None:
    """The games are where the server's variable says; a bad variable is one sentence."""
    copy = tmp_path / "copy"
    assert run("backup", copy, SERPENTINA_DATABASE=str(games)).status == 0
    bad = run("backup", copy, SERPENTINA_PORT="x")
    assert (bad.status, bad.errors) == (
        2,
        'serpentina: SERPENTINA_PORT: A port is a number from 0 to 65535, not "x".\n',
    )
