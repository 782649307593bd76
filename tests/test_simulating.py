"""`serpentina simulate`: its JSON, table and files, Ctrl-C, full disks, and what is refused."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from distributed import LocalCluster

from serpentina import batches, rows, simulating, workers
from serpentina.batches import Batch
from serpentina.cards import STANDARD
from serpentina.deferring import until_done
from serpentina.options import Rules
from serpentina.reader import read_records
from serpentina.record import verify
from serpentina.rules import PIT_COLUMNS
from serpentina.simulate import simulate
from tests.shell import UNCOUNTED, shell
from tests.test_cli import COMMAND, Say, environment, files_under, say

__all__ = ["say"]  # the fixture

HISSS = Rules.parse("hisss")


@pytest.fixture
def quick(say: Say, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Say:
    """The command with the kernel as it stands, small portions, in a folder of its own."""
    monkeypatch.setattr(workers, "compile_kernels", lambda: True)
    monkeypatch.setattr(batches, "PORTION", 8)
    monkeypatch.setattr(rows, "GROUP", 20)
    (tmp_path / "desk").mkdir()
    monkeypatch.chdir(tmp_path / "desk")
    return say


def simulated(say: Say, *arguments: object) -> dict[str, Any]:
    """The JSON of a simulation, without time and workers."""
    status, output, errors = say("simulate", *arguments, "--json")
    assert (status, errors) == (0, "")
    said: dict[str, Any] = json.loads(output)
    assert said.pop("seconds") >= 0
    assert said.pop("workers") >= 1
    return said


@pytest.mark.core
def test_the_json(quick: Say) -> None:
    """It says what was played and what each seat won, with intervals, from the kernel's games."""
    typed = shlex.split("--games 50 --policy garter,hatchling --rules hisss --seed 3")
    said = simulated(quick, *typed)
    results = simulate(50, HISSS, STANDARD, ("garter", "hatchling"), 3)
    assert said["win"] == [share / 840 / 50 for share in results.shares]
    assert said["cards"] == [sum(results.rows[at :: results.width]) / 50 for at in (0, PIT_COLUMNS)]
    for share, (low, high) in zip(said["win"], said["ci95"], strict=True):
        assert 0 <= low < share < high <= 1
    assert 0 <= said["left"] <= 50
    assert {key: said[key] for key in ("games", "players", "policy", "rules", "deck", "seed")} == {
        "games": 50,
        "players": 2,
        "policy": ["garter", "hatchling"],
        "rules": "hisss",
        "deck": "standard",
        "seed": 3,
    }
    assert (said["interrupted"], said["records"]) == (False, 0)


def test_workers_change_no_figure(quick: Say) -> None:
    """One thread, three, or a Dask cluster: the same JSON."""
    typed = shlex.split("--games 60 --players 3 --policy hatchling --seed 5")
    alone = simulated(quick, *typed, "--workers", 1)
    assert simulated(quick, *typed, "--workers", 3) == alone
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", host="127.0.0.1"
    ) as dask:
        assert simulated(quick, *typed, "--dask", dask.scheduler_address) == alone


def test_the_table(quick: Say) -> None:
    """A line for each seat, the number of players from the policies, then how games end."""
    status, output, _ = quick("simulate", "--games", 30, "--policy", "garter,boa,hatchling")
    assert status == 0
    about, table, ends = output.rstrip().split("\n\n")
    assert "3 players, rules serpentina, deck standard, seed 1\n30 games;" in about
    assert [line.split()[:2] for line in table.splitlines()[1:]] == [
        ["1", "garter"],
        ["2", "boa"],
        ["3", "hatchling"],
    ]
    assert "left in the middle" in ends


@pytest.mark.core
def test_rows_are_the_games(quick: Say) -> None:
    """The Parquet file has a row for each game, in order, that says what the kernel says of it."""
    typed = shlex.split("--games 50 --policy garter,hatchling --rules hisss --seed 3")
    simulated(quick, *typed, "--out", "games.parquet", "--workers", 2)
    file = pq.ParquetFile("games.parquet")
    table = file.read().to_pylist()
    results = simulate(50, HISSS, STANDARD, ("garter", "hatchling"), 3)
    assert [row["game"] for row in table] == list(range(50))
    for row in table:
        told = results.row(row["game"])
        pits = [row[f"{name}_{seat}"] for seat in (1, 2) for name in rows.PIT_NAMES]
        assert pits == list(told[:-2])
        shares = [(told[-2] >> seat & 1) / told[-2].bit_count() for seat in (0, 1)]
        assert [row["win_1"], row["win_2"]] == shares
        assert row["placed"] == told[-1] == row["left"] + row["cards_1"] + row["cards_2"]
    assert file.num_row_groups == 3  # of 24, 24 and 2 games: memory does not grow with the games
    about = {key.decode(): value.decode() for key, value in file.metadata.metadata.items()}
    assert about["games"] == about["games_played"] == "50"
    assert (about["rules"], about["policy"], about["seed"]) == ("hisss", "garter,hatchling", "3")
    assert list(Path().iterdir()) == [Path("games.parquet")]


@pytest.mark.core
def test_records_replay_to_the_same_scores(quick: Say) -> None:
    """Each record verifies, and `replay` tells the pits and winners that the kernel told."""
    typed = shlex.split("--games 30 --players 3 --policy garter --rules hisss,goal=race:9 --seed 4")
    said = simulated(quick, *typed, "--records", "games.txt", "--record-games", 7)
    assert said["records"] == 7
    text = Path("games.txt").read_text(encoding="utf-8")
    assert all(verify(record).is_counted for record in read_records(text))
    status, output, _ = quick("replay", "games.txt", "--json")
    told = [json.loads(line) for line in output.splitlines()]
    assert (status, len(told)) == (0, 7)
    results = simulate(7, Rules.parse("hisss,goal=race:9"), STANDARD, ("garter",) * 3, 4)
    for number, game in enumerate(told):
        row = list(results.row(number))
        pits = zip(game["scores"], game["longest"], game["snakes"], strict=True)
        assert [figure for pit in pits for figure in pit] == row[:-2]
        assert sum(1 << seat - 1 for seat in game["winners"]) == row[-2]
    assert quick("verify", "games.txt").output.count("sealed") == 7


def test_all_records_up_to_a_limit(quick: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a number all games are recorded, but no more than the limit."""
    monkeypatch.setattr(simulating, "RECORDS", 4)
    assert simulated(quick, "--games", 3, "--records", "a.txt")["records"] == 3
    assert simulated(quick, "--games", 9, "--records", "b.txt")["records"] == 4
    typed = ("--games", 9, "--records", "c.txt", "--record-games", 6)
    assert simulated(quick, *typed)["records"] == 6
    assert "9 records in d.txt" in (
        quick("simulate", "--games", 9, "--records", "d.txt", "--record-games", 20).output
    )


def test_the_whole_deck_of_options(quick: Say) -> None:
    """One to eight players, any rules, decks and sets."""
    alone = simulated(quick, "--games", 5, "--players", 1, "--rules", "hisss,must_match=off")
    assert alone["win"] == [1.0]
    many = simulated(quick, "--games", 2, "--players", 8, "--sets", 2, "--policy", "hatchling")
    assert (many["players"], many["deck"]) == (8, "standard:2")
    own = simulated(
        quick, "--games", 5, "--deck", "<r g> gr:9", "--rules", "serpentina,goal=snakes"
    )
    assert own["deck"] == "<r g> gr:9"


# Ctrl-C, in processes of its own


def start(*arguments: object, cwd: Path) -> subprocess.Popen[str]:
    """Start the command with kernels as their sources stand."""
    return subprocess.Popen(
        [COMMAND, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(NUMBA_DISABLE_JIT="1"),
        cwd=cwd,
        start_new_session=True,
    )


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_leaves_a_valid_part(tmp_path: Path, threads: int) -> None:
    """Interrupted, it says how far it came; the file has just those games."""
    typed = f"--games 100000000 --policy hatchling --workers {threads} --json"
    files = "--out games.parquet --records games.txt --record-games 20"
    process = start("simulate", *shlex.split(f"{typed} {files}"), cwd=tmp_path)
    part = tmp_path / ".games.parquet.part"
    wait_until(lambda: (tmp_path / "games.txt").exists() and count(tmp_path) == 20, process)
    time.sleep(4)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (130, "")
    said = json.loads(output)
    assert said["interrupted"]
    file = pq.ParquetFile(tmp_path / "games.parquet")
    assert file.metadata.num_rows == said["games"] < 100_000_000
    assert file.metadata.metadata[b"games_played"] == str(said["games"]).encode()
    assert file.read()["game"].to_pylist() == list(range(said["games"]))
    assert not part.exists()


def test_ctrl_c_on_a_cluster(tmp_path: Path) -> None:
    """The same with the workers of a cluster, which live on for the next one who asks."""
    typed = (
        "--games 100000000 --policy hatchling --json --out games.parquet --deck '<r r> rg:3' --dask"
    )
    part = tmp_path / ".games.parquet.part"
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as dask:
        process = start("simulate", *shlex.split(typed), dask.scheduler_address, cwd=tmp_path)
        wait_until(part.exists, process)
        time.sleep(8)  # some portions
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=120)
        assert (process.returncode, errors) == (130, "")
        few = "--games 3 --policy hatchling --json --dask"
        after = start("simulate", *shlex.split(few), dask.scheduler_address, cwd=tmp_path)
        assert json.loads(after.communicate(timeout=120)[0])["games"] == 3
    said = json.loads(output)
    assert said["interrupted"]
    assert said["games"] > 0
    rows = pq.ParquetFile(tmp_path / "games.parquet").read()["game"].to_pylist()
    assert rows == list(range(said["games"]))
    assert not part.exists()


def test_ctrl_c_while_records_are_written(tmp_path: Path) -> None:
    """Every record in the file is whole."""
    typed = "--games 100000000 --policy garter --records games.txt --record-games 100000 --json"
    process = start("simulate", *shlex.split(typed), cwd=tmp_path)
    wait_until(lambda: count(tmp_path) >= 5, process)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "")
    said = json.loads(output)
    assert (said["games"], said["win"]) == (0, None)
    assert said["records"] <= count(tmp_path) <= said["records"] + 1
    text = (tmp_path / "games.txt").read_text(encoding="utf-8")
    assert all(record.scores for record in read_records(text))


def wait_until(is_so: Any, process: subprocess.Popen[str]) -> None:
    """Wait for something that a process does."""
    for _ in range(1200):
        if is_so():
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    pytest.fail("the simulation does not go on")


def count(folder: Path) -> int:
    """How many records are begun in the file."""
    file = folder / "games.txt"
    return file.read_bytes().count(b"[Serpentina") if file.exists() else 0


def test_ctrl_c_waits_for_a_step() -> None:
    """What must not be done by halves is done before Ctrl-C comes out."""
    done = []

    def step() -> None:
        with until_done():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
            done.append(True)

    with pytest.raises(KeyboardInterrupt):
        step()
    assert done
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


# Full disks

UNIX = pytest.mark.skipif(os.name != "posix", reason="only Unix can limit the size of a file")


@UNIX
def test_no_room_for_the_rows(tmp_path: Path) -> None:
    """A sentence, and no file that would be broken."""
    typed = "serpentina simulate --games 20000 --policy hatchling --deck '<r r> rg:3'"
    result = shell(
        f"{UNCOUNTED} ulimit -f 2; NUMBA_DISABLE_JIT=1 {typed} --out games.parquet", tmp_path
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("serpentina: The file games.parquet: File too large")
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@UNIX
def test_no_room_for_the_records(tmp_path: Path) -> None:
    """A sentence; the records that are there are whole."""
    typed = "serpentina simulate --games 50 --policy hatchling --records games.txt"
    result = shell(f"{UNCOUNTED} ulimit -f 8; NUMBA_DISABLE_JIT=1 {typed}", tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("serpentina: The file games.txt: File too large")
    text = (tmp_path / "games.txt").read_text(encoding="utf-8")
    assert [record.game_number for record in read_records(text)] == list(range(count(tmp_path)))
    assert count(tmp_path) >= 2


def test_no_room_for_the_table(tmp_path: Path) -> None:
    """An output that cannot be written is said in one line."""
    result = shell("NUMBA_DISABLE_JIT=1 serpentina simulate --games 2 >/dev/full", tmp_path)
    assert (result.returncode, result.stderr) == (2, "serpentina: No space left on device\n")


# What is refused

REFUSED = {
    "--players 0": "1 to 8 0",
    "--players 9": "1 to 8 9",
    "--players -2": '"-2"',
    "--players two": '"two"',
    "--games 0": "--games",
    "--games -5": "--games",
    "--games 1e6": '"1e6"',
    "--policy python": '"python" hatchling, garter, boa',
    "--policy garter,": '""',
    "--policy garter,boa --players 3": "3 2",
    "--policy boa,boa,boa,boa,boa,boa,boa,boa,boa": "1 to 8 9",
    "--rules klingon": '"klingon"',
    "--deck rg:0": "rg:0",
    "--sets 9": "9",
    "--seed -1": '"-1"',
    "--workers 0": "--workers",
    "--out there.parquet": "there.parquet already",
    "--out nowhere/games.parquet": "folder nowhere",
    "--out .": ". already",
    "--out /dev/full": "/dev/full already",
    "--out /proc/games.parquet": "/proc/games.parquet",
    "--records there.parquet": "there.parquet already",
    "--records nowhere/games.txt": "folder nowhere",
    "--records /proc/games.txt": "/proc/games.txt",
    "--record-games 5": "--records",
    "--records new.txt --record-games 0": "--record-games",
    "--dask klingon": "klingon tcp://",
    "--dask klingon --out new.parquet --records new.txt": "klingon tcp://",
}


@pytest.mark.parametrize("typed", REFUSED)
def test_bad_input_is_refused_in_one_line(
    quick: Say, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    """Bad input ends with status 2 and one line, before any work; no file changes or is left."""
    monkeypatch.setattr(batches, "play_portion", None)
    Path("there.parquet").write_text("mine", encoding="utf-8")
    before = files_under(Path())
    status, output, errors = quick("simulate", *shlex.split(typed))
    assert (status, output, errors.count("\n")) == (2, "", 1)
    for fragment in REFUSED[typed].split():
        assert fragment in errors
    assert files_under(Path()) == before


def test_without_the_extra_rows_are_refused(quick: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence says what to install, before anything is played."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    status, _, errors = quick("simulate", "--games", 5, "--out", "games.parquet")
    assert (status, errors.count("\n")) == (2, 1)
    assert "serpentina[study]" in errors
    assert not list(Path().iterdir())


def test_a_lost_worker_is_said_after_what_is_known(
    quick: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was played by then is shown and kept; one line says why it ended."""
    play = batches.play_portion

    def lose(batch: Batch, games: range, keep_rows: bool) -> batches.Played:
        if games.start >= 16:
            raise workers.WorkError("A worker was lost, and its work with it.")
        return play(batch, games, keep_rows)

    monkeypatch.setattr(simulating, "play_portion", lose)
    status, output, errors = quick("simulate", "--games", 90, "--out", "games.parquet", "--json")
    assert (status, errors) == (2, "serpentina: A worker was lost, and its work with it.\n")
    assert (json.loads(output)["games"], json.loads(output)["interrupted"]) == (16, True)
    assert pq.read_table("games.parquet").num_rows == 16


def test_memory_stays_flat(tmp_path: Path) -> None:
    """Ten times as many games need hardly more memory, rows and all."""
    peaks = []
    for games in (3_000, 24_000):
        code = (
            "import resource, sys; from serpentina.cli import main; "
            f"main(['simulate', '--games', '{games}', '--policy', 'hatchling', '--deck', "
            f"'<r r> rg:2', '--workers', '1', '--out', 'g{games}.parquet']); "
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
            env=environment(NUMBA_DISABLE_JIT="1"),
        )
        peaks.append(int(done.stdout.split()[-1]))
    assert peaks[1] < peaks[0] + 40_000  # KiB: a group of rows, not all of them
