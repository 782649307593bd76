"""F9 on one server, whose clock and database are its own; test_nodes.py has it for several."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

from tests.server.conftest import Serve
from tests.server.running import until
from tests.server.test_faults import pair
from tests.server.test_nodes import drain

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

CLIENTS = (0, 1, 2)
KINDS = "SELECT kind FROM deadlines"


def test_a_limit_is_over_once(serve: Serve) -> None:
    """F9: with 0, 1 and 2 clients all are told once that somebody is away; a restart adds none."""
    server = serve(away=1.0)
    with ExitStack() as watching, ExitStack() as playing:
        sockets: list[ClientConnection] = []
        for clients in CLIENTS:
            ana, ben = pair(server)
            playing.enter_context(ana.live()).recv(5)
            sockets += [watching.enter_context(ben.live()) for _ in range(clients)]
        time.sleep(0.3)
        for socket in sockets:
            drain(socket, 0.05)
        assert server.rows(KINDS) == [], "she is there"
        playing.close()  # and now she is not: that is told, too
        until(lambda: server.rows(KINDS) == [["missed"]] * len(CLIENTS))
        time.sleep(0.5)
        assert [drain(socket, 0.05) for socket in sockets] == [2] * len(sockets)
    server.kill_and_start()
    with ben.live() as socket:
        socket.recv(5)
        drain(socket, 0.3)  # that he is there again
        assert drain(socket, 1.3) == 0
    assert server.rows(KINDS) == [["missed"]] * len(CLIENTS)
    assert ben.do("substitute")["seats"][0]["bot_plays"]
