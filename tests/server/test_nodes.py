"""Several nodes at one PostgreSQL server: any serves any table, and each can die at any moment."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.server.postgres import Database, Postgres
from tests.server.running import (
    BOT,
    OPEN,
    TINY,
    Device,
    Nodes,
    Server,
    State,
    here,
    play_out,
    until,
)

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

ServeNodes = Callable[..., Nodes]
SHORT = f"{TINY} gb:10"
WHOLE = ["created", "started", *["drew", "placed"] * 14, "counted"]
PROMPT = 2.0  # seconds in which a change at one node is heard of at the other, on a busy machine
FREE = "hisss,must_match=off"  # there is always more than one placement
SLOW_BOT = {"kind": "bot", "player": "slow"}
SLOW = """import sys, time
print("ready", flush=True)
for line in sys.stdin:
    if line.startswith("placements"):
        placements = line.split()
    if line.startswith("go"):
        open(sys.argv[1], "a").write("thought\\n")
        time.sleep(0.4)
        print("best", placements[-1].split(":")[0], flush=True)
"""


@pytest.fixture
def database(postgres: Postgres) -> Database:
    """An empty database."""
    return postgres.new_database()


@pytest.fixture
def serve_nodes(database: Database) -> Iterator[ServeNodes]:
    """Start two nodes at a database; they are stopped at the end."""
    started: list[Nodes] = []

    def start(**options: object) -> Nodes:
        started.append(Nodes(database, **options))
        return started[-1]

    yield start
    for nodes in started:
        nodes.close()


def pair(nodes: Nodes, **wanted: object) -> tuple[Device, Device]:
    """A device at each node, at one table; it is the first one's turn."""
    ana, ben = nodes.nodes[0].device(), nodes.nodes[1].device()
    ana.create(here("cat", "Ana"), OPEN, **wanted)
    ben.join(ana.game)
    ana.do("start")
    return ana, ben


def at(node: Server, device: Device) -> Device:
    """The same device at another node."""
    there = node.device()
    there.http.cookies, there.game = device.http.cookies, device.game
    return there


def kinds(nodes: Server, game: str) -> list[str]:
    """The kinds of the events of a game, in their order."""
    query = f"SELECT kind FROM events WHERE game = '{game}' ORDER BY number"  # noqa: S608
    return [kind for (kind,) in nodes.rows(query)]


def hear(socket: ClientConnection, version: int) -> float:
    """Wait until a socket tells of a version; the seconds that it took."""
    began = time.monotonic()
    while json.loads(socket.recv(10))["version"] < version:
        pass
    return time.monotonic() - began


def drain(socket: ClientConnection, seconds: float) -> int:
    """How many messages come in some time."""
    heard, end = 0, time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            socket.recv(left)
        except TimeoutError:
            break
        heard += 1
    return heard


def counted(device: Device, game: str, seconds: float = 60) -> None:
    """Wait until a game has come to its end."""
    until(lambda: device.see(game)["status"] == "counted", seconds)


def test_a_game_at_two_nodes(serve_nodes: ServeNodes) -> None:
    """Each plays at his node and hears promptly, over a socket there, of what the other does."""
    ana, ben = pair(serve_nodes())
    slowest = 0.0
    with ana.live() as hers, ben.live() as his:
        hear(hers, 1), hear(his, 1)
        state: State = ana.see()
        for turn in range(12):
            holder, socket = ((ana, his), (ben, hers))[turn % 2]
            state = holder.turn(holder.see())
            slowest = max(slowest, hear(socket, state["version"]))
        assert [seat["present"] for seat in ana.see()["seats"]] == [True, True]
    assert ana.see()["version"] == ben.see()["version"]
    print(f"the slowest hint took {slowest:.3f} s")
    assert slowest < PROMPT
    play_out(ana, ben)
    assert ben.do("count")["order"] == ana.see()["order"]
    following = ana.do("rematch")["next"]
    assert ben.see(following)["you"] == [1]


def test_who_is_at_another_node(serve_nodes: ServeNodes) -> None:
    """Who has a page open at one node is there for all, until he closes it; and nobody is away."""
    nodes = serve_nodes(away=0.8)
    ana, ben = pair(nodes)
    eve = nodes.nodes[1].device()
    eve.game = ana.game
    with ana.live():
        until(lambda: ben.see()["seats"][0]["present"])
        with ben.live():
            time.sleep(0.6)
        time.sleep(0.6)
        assert ben.ask("substitute").json()["code"] == "not_away"
        assert [seat["away"] for seat in eve.see()["seats"]] == [False, False]
    until(lambda: eve.see()["seats"][0]["away"])
    assert not eve.see()["seats"][0]["present"]
    assert ben.do("substitute")["seats"][0]["bot_plays"]


def slow_bot(folder: Path, seconds: float) -> tuple[dict[str, object], Path]:
    """Options by which "slow" is a program that takes its time, and the file of its thoughts."""
    program, thoughts = folder / "slow.py", folder / "thoughts"
    program.write_text(SLOW.replace("0.4", str(seconds)), encoding="utf-8")
    command = f"{shlex.quote(sys.executable)} {program} {thoughts}"
    return {"engine": f"slow={command}", "engine_seconds": 20}, thoughts


def test_bots_move_once(serve_nodes: ServeNodes, tmp_path: Path) -> None:
    """Each placement is thought out once, though both nodes have begun to look after the game."""
    options, thoughts = slow_bot(tmp_path, 0.5)
    nodes = serve_nodes(**options)
    ana = nodes.nodes[0].device()
    there = at(nodes.nodes[1], ana)
    state = ana.create(here("cat"), SLOW_BOT, SLOW_BOT, deck="<r r> gr:13", rules=FREE)
    there.game, there.http.cookies = ana.game, ana.http.cookies
    state = ana.turn(state)  # the first node has the bots think
    until(thoughts.is_file)
    for command in ("leave", "back", "leave"):  # and the second one has, too
        while there.ask(command).status_code == 409:
            pass
    counted(there, ana.game)
    placed = kinds(nodes, ana.game).count("placed")
    by_bots = sum(1 for turn in range(placed) if turn % 3)
    # What somebody has interrupted is thought out again.
    assert by_bots <= len(thoughts.read_text(encoding="utf-8").splitlines()) <= by_bots + 3


def test_a_node_dies_while_its_bots_play(serve_nodes: ServeNodes) -> None:
    """F10: the games of a node that was killed go on at the other, each step once."""
    nodes = serve_nodes(bot_pause=0.1)
    first, second = nodes.nodes
    ana, ben = first.device(), second.device()
    games = [ana.create(BOT, BOT, BOT, deck=SHORT)["game"] for _ in range(4)]
    until(lambda: ben.see(games[-1])["version"] > 8)
    owners = nodes.rows("SELECT DISTINCT node FROM deadlines")
    assert len(owners) == 1, "all are the first node's"
    first.end(signal.SIGKILL)
    began = time.monotonic()
    for game in games:
        counted(ben, game)
        assert kinds(nodes, game) == WHOLE
    print(f"taken over and played out in {time.monotonic() - began:.1f} s")


def test_a_node_dies_while_a_bot_thinks(serve_nodes: ServeNodes, tmp_path: Path) -> None:
    """F10: a placement that a node was killed over is thought out again, at the other, and made."""
    options, thoughts = slow_bot(tmp_path, 1.0)
    nodes = serve_nodes(**options)
    first, second = nodes.nodes
    first.device().create(SLOW_BOT, SLOW_BOT, deck=TINY, rules=FREE)
    game = first.devices[-1].game
    until(thoughts.is_file)
    first.end(signal.SIGKILL)
    counted(second.device(), game)
    assert kinds(nodes, game) == ["created", "started", *["drew", "placed"] * 4, "counted"]
    assert len(thoughts.read_text(encoding="utf-8").splitlines()) == 5


def test_a_node_that_stops_leaves_its_bots_to_the_other(serve_nodes: ServeNodes) -> None:
    """F17: after SIGTERM the other node goes on at once, without waiting for a silence."""
    nodes = serve_nodes(bot_pause=0.2)
    first, second = nodes.nodes
    game = first.device().create(BOT, BOT, deck=SHORT)["game"]
    assert first.end(signal.SIGTERM) < 5
    version = (ben := second.device()).see(game)["version"]
    until(lambda: ben.see(game)["version"] > version, 4)
    counted(ben, game)
    assert kinds(nodes, game) == WHOLE


@pytest.mark.parametrize("clients", [0, 1, 2])
def test_a_limit_is_over_once(serve_nodes: ServeNodes, clients: int) -> None:
    """F9: with 0, 1 and 2 clients at two nodes all are told once that somebody is away."""
    nodes = serve_nodes(away=2.0)  # long enough for all to be there before
    _, ben = pair(nodes)
    watching = [at(node, ben) for node in (nodes.nodes[1], nodes.nodes[0])][:clients]
    with ExitStack() as stack:
        sockets = [stack.enter_context(device.live()) for device in watching]
        for socket in sockets:
            drain(socket, 0.3)
        until(lambda: nodes.rows("SELECT kind FROM deadlines") == [["missed"]])
        heard = [drain(socket, 2.5) for socket in sockets]
    assert heard == [1] * clients
    assert ben.see()["seats"][0]["away"]
    nodes.kill_and_start()
    until(lambda: ben.see()["seats"][0]["away"])
    assert nodes.rows("SELECT kind FROM deadlines") == [["missed"]], "and that is all"
    assert ben.do("substitute")["seats"][0]["bot_plays"]


def test_a_limit_whose_node_dies(serve_nodes: ServeNodes) -> None:
    """F9: the other node sees to a limit that began at a node which was killed meanwhile."""
    nodes = serve_nodes(away=2.0, bot_pause=0.05)
    first, second = nodes.nodes
    ana, ben = pair(nodes)
    assert ana.turn()["seat"] == 2
    assert ben.turn()["seat"] == 1
    with ben.live() as socket, ana.live():  # she is there, at the first node: nothing is due
        until(lambda: not nodes.rows("SELECT kind FROM deadlines"))
        drain(socket, 0.5)
        first.end(signal.SIGKILL)
        assert not ben.see()["seats"][0]["away"]
        until(lambda: ben.see()["seats"][0]["away"])
        assert drain(socket, 1.0) == 1
    assert ben.do("substitute")["seats"][0]["bot_plays"]
    until(lambda: ben.see()["seat"] == 2)
    assert kinds(nodes, ana.game).count("substituted") == 1
    there = at(second, ana)
    assert not there.do("back")["seats"][0]["bot_plays"]


def test_a_node_is_left_for_another(serve_nodes: ServeNodes) -> None:
    """F1: whose node dies in mid-turn goes on at the other, with the card in hand."""
    nodes = serve_nodes()
    ana, _ = pair(nodes)
    drawn = ana.do("draw", slot=5)
    body = {"command_id": "z" * 8, "expected_version": drawn["version"], "command": "place"}
    body["placement"] = drawn["placements"][0]["placement"]
    nodes.nodes[0].end(signal.SIGKILL)
    there = at(nodes.nodes[1], ana)
    assert there.see()["slot"] == 5
    path = f"/api/games/{ana.game}/commands"
    once, again = there.http.post(path, json=body), there.http.post(path, json=body)
    assert (once.status_code, again.status_code) == (200, 200)
    assert once.json()["version"] == again.json()["version"] == drawn["version"] + 1


def test_a_database_that_goes_away(
    serve_nodes: ServeNodes, database: Database, capfd: pytest.CaptureFixture[str]
) -> None:
    """Meanwhile requests are refused as unavailable; afterwards all goes on, and sockets hear."""
    nodes = serve_nodes(bot_pause=0.2)
    ana, ben = pair(nodes)
    playing = ana.http.post("/api/games", json={"seats": [BOT, BOT], "deck": SHORT}).json()["game"]
    with ben.live() as socket:
        drain(socket, 0.5)
        database.postgres.stop()
        answer = ana.ask("draw", 3, slot=1)
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        with pytest.raises(Exception, match="403"):
            ana.live()
        time.sleep(1.0)
        database.postgres.start()
        assert json.loads(socket.recv(15))["version"] == 3, "look again"
        until(lambda: ana.http.get(f"/api/games/{ana.game}").status_code == 200)
        version = ana.turn()["version"]
        hear(socket, version)
    assert ben.turn()["seat"] == 1
    counted(ana, playing)
    assert kinds(nodes, playing) == WHOLE
    nodes.close()
    said = capfd.readouterr().err
    assert "The database that DATABASE_URL names cannot be reached" in said
    assert "Traceback" not in said
    assert database.postgres.password not in said


def test_hints_that_were_lost(serve_nodes: ServeNodes, database: Database) -> None:
    """Who waits at a node that was cut off for a while sees what happened meanwhile."""
    nodes = serve_nodes()
    ana, ben = pair(nodes)
    with ben.live() as socket:
        drain(socket, 0.5)
        os.kill(nodes.nodes[1].process.pid, signal.SIGSTOP)
        database.rows(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
        until(lambda: ana.ask("draw", 3, slot=1).status_code == 200)
        os.kill(nodes.nodes[1].process.pid, signal.SIGCONT)
        assert drain(socket, 8) == 1, "look again"
        assert ben.see()["version"] == 4


def test_a_node_that_was_asleep(serve_nodes: ServeNodes) -> None:
    """A node that others took for dead, and that wakes up, does nothing twice."""
    nodes = serve_nodes(bot_pause=0.1)
    first, second = nodes.nodes
    ana, ben = first.device(), second.device()
    game = ana.create(BOT, BOT, BOT, deck=SHORT)["game"]
    version = ben.see(game)["version"]
    os.kill(first.process.pid, signal.SIGSTOP)
    until(lambda: ben.see(game)["version"] > version + 8)
    os.kill(first.process.pid, signal.SIGCONT)
    counted(ben, game)
    assert kinds(nodes, game) == WHOLE
    until(lambda: len(nodes.rows("SELECT id FROM nodes")) == 2)
    assert ana.see(game)["status"] == "counted"


def test_many_tables_at_two_nodes(serve_nodes: ServeNodes) -> None:
    """Whole games of people, each device at another node, come to the same end for both."""
    nodes = serve_nodes()
    for _ in range(5):
        ana, ben = pair(nodes, deck=f"{TINY} gb:4")
        play_out(ana, ben)
        assert ana.do("count")["result"] == ben.see()["result"]
