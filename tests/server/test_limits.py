"""How much an address and a seat may ask: what is too much is refused, and has changed nothing."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from serpentina.server import limits
from serpentina.server.limits import HOME, Crowd, Limits, Pace, visitor_of
from serpentina.server.problems import Refused
from serpentina.server.settings import Settings
from tests.server.conftest import Serve
from tests.server.running import BOT, OPEN, Device, Server, core, here, until
from tests.server.test_errors import is_problem

if TYPE_CHECKING:
    import httpx

ANA, BEN = "203.0.113.5", "203.0.113.6"  # addresses that are nobody's


class Clock:
    """Shows the time that it is set to."""

    now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def scope(client: str | None, *headers: tuple[str, str]) -> dict[str, Any]:
    """What a request from an address looks like to the application."""
    named = [(name.encode(), value.encode()) for name, value in headers]
    return {"client": client and (client, 5000), "headers": named}


def test_a_pace() -> None:
    """So many at once, then one for each share of the time; each key has its own."""
    clock = Clock()
    pace = Pace(3, 30.0, clock)
    assert [pace.take(("a",)) for _ in range(5)] == [0, 0, 0, 10, 10]
    assert pace.take(("b",)) == 0
    clock.now = 9.0
    assert pace.take(("a",)) == 1
    clock.now = 10.0
    assert [pace.take(("a",)) for _ in range(2)] == [0, 10]
    clock.now = 100.0
    assert [pace.take(("a",)) for _ in range(4)] == [0, 0, 0, 10]


def test_a_pace_without_limit() -> None:
    """0 is any number, and nothing is remembered of it."""
    pace = Pace(0, 10.0, Clock())
    assert not any(pace.take(("a",)) for _ in range(10_000))
    assert len(pace) <= 1


def test_a_pace_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has been forgiven is forgotten, and there is no room for endlessly many."""
    clock = Clock()
    pace = Pace(2, 10.0, clock)
    for number in range(100):
        clock.now = number
        pace.take((str(number),))
    assert len(pace) <= 6
    monkeypatch.setattr(limits, "MOST_KEYS", 50)
    for number in range(1_000):
        pace.take(("x", str(number)))
    assert len(pace) == 50
    assert pace.take(("x", "999")) == 0
    assert pace.take(("x", "999")) == 5, "who came last is still known"


def test_a_crowd() -> None:
    """So many of one address, so many in all; who leaves makes room, and nothing is left of him."""
    crowd = Crowd(4, 2)
    with ExitStack() as inside:
        for visitor in (ANA, ANA, BEN):
            inside.enter_context(crowd.entering(visitor))
        with pytest.raises(Refused, match="your address"), crowd.entering(ANA):
            pass
        with crowd.entering(HOME), pytest.raises(Refused), crowd.entering(BEN):
            pass
        assert len(crowd) == 3
    assert len(crowd) == 0
    assert not crowd._of
    with ExitStack() as inside:
        for _ in range(4):
            inside.enter_context(crowd.entering(HOME))


@pytest.mark.parametrize(
    ("client", "visitor"),
    [
        (None, HOME),
        ("127.0.0.1", HOME),
        ("127.9.9.9", HOME),
        ("::1", HOME),
        ("::ffff:127.0.0.1", HOME),
        (ANA, ANA),
        ("::ffff:203.0.113.5", ANA),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:2", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("x" * 900, "x" * 64),
    ],
)
def test_visitors(client: str | None, visitor: str) -> None:
    """An address is a visitor, a network of IPv6 too, and this machine is at home."""
    assert visitor_of(scope(client)) == visitor


def test_questions() -> None:
    """What needs work is limited for each address, but not for this machine."""
    some = Limits(Settings(), Clock())
    for _ in range(limits.QUESTIONS):
        some.ask(scope(ANA))
    with pytest.raises(Refused) as refused:
        some.ask(scope(ANA))
    assert (refused.value.code, refused.value.retry_after) == ("too_many", 1)
    some.ask(scope(BEN))
    for _ in range(2 * limits.QUESTIONS):
        some.ask(scope("127.0.0.1"))


def test_a_proxy_that_nobody_named(caplog: pytest.LogCaptureFixture) -> None:
    """The host hears once that limits take all behind it for one; it is not believed."""
    some = Limits(Settings(tables_per_address=1), Clock())
    with caplog.at_level(logging.WARNING):
        some.make_table(scope("198.51.100.1", ("x-forwarded-for", ANA)))
        with pytest.raises(Refused):
            some.make_table(scope("198.51.100.1", ("x-forwarded-for", BEN)))
    assert caplog.text.count("--proxy") == 1
    assert ANA not in caplog.text


def from_address(server: Server, address: str) -> Device:
    """A device somewhere behind the proxy."""
    device = server.device()
    device.http.headers["X-Forwarded-For"] = address
    return device


def make(device: Device) -> httpx.Response:
    """Ask for a table."""
    return device.http.post("/api/games", json={"seats": [here(), OPEN]})


def test_tables_of_an_address(serve: Serve) -> None:
    """Who makes too many tables has to wait and is told how long; others need not; none is made."""
    server = serve(tables_per_address=3, proxy="127.0.0.1")
    ana, ben, ours = from_address(server, ANA), from_address(server, BEN), server.device()
    assert [make(ana).status_code for _ in range(3)] == [201] * 3
    refused = make(from_address(server, ANA))
    is_problem(refused, 429, "too_many")
    assert 0 < int(refused.headers["retry-after"]) <= 1201
    assert "set-cookie" not in refused.headers
    assert make(ben).status_code == 201
    assert [make(ours).status_code for _ in range(9)] == [201] * 9, "this machine"
    bad = ben.http.post("/api/games", json={"seats": []})
    assert bad.status_code == 422
    assert [make(ben).status_code for _ in range(3)] == [201, 201, 429], "none for the bad one"


def test_an_address_that_is_only_said(serve: Serve) -> None:
    """Without --proxy nobody is believed who says that he speaks for others."""
    server = serve(tables_per_address=2)
    ana = from_address(server, ANA)
    assert [make(ana).status_code for _ in range(5)] == [201] * 5


def test_commands_of_a_seat(serve: Serve) -> None:
    """A seat that sends too many commands has to wait; the table stays, the other seat plays on."""
    server = serve(commands_per_seat=40, away=0.2)
    ana, ben = server.device(), server.device()
    ana.create(here(), OPEN)
    ben.join(ana.game)
    state = ana.do("start")
    answers = [ana.ask("draw", state["version"] + 1, slot=1) for _ in range(60)]
    assert [answer.status_code for answer in answers[:39]] == [409] * 39  # and the start
    too_many = next(answer for answer in answers if answer.status_code != 409)
    is_problem(too_many, 429, "too_many")
    assert int(too_many.headers["retry-after"]) >= 1
    assert core(ana.see()) == core(state)
    until(lambda: ben.see()["seats"][0]["away"])
    assert ben.do("substitute")["seats"][0]["bot_plays"]


def test_commands_of_strangers(serve: Serve) -> None:
    """Strangers count for their address, whatever cookies they invent; players are not held up."""
    server = serve(commands_per_seat=20)
    ana = server.device()
    state = ana.create(here(), BOT)
    answers = []
    for _ in range(40):
        eve = server.device()
        eve.game = ana.game
        eve.http.cookies.set(f"serpentina_{ana.game}", secrets.token_urlsafe(24))
        answers.append(eve.ask("draw", state["version"], slot=1).status_code)
    assert set(answers) == {403, 429}
    assert ana.do("draw", slot=1)["card"]


@contextmanager
def listening(server: Server, device: Device, address: str) -> Iterator[ClientConnection]:
    """A socket at the device's table, from an address behind the proxy."""
    place = f"{server.address.replace('http', 'ws')}/api/games/{device.game}/live"
    with connect(place, additional_headers={"X-Forwarded-For": address}, close_timeout=1) as socket:
        socket.recv(5)
        yield socket


def test_sockets(serve: Serve) -> None:
    """Too many sockets of an address, or in all, are refused by a problem document; then not."""
    server = serve(sockets=5, sockets_per_address=3, proxy="127.0.0.1")
    ana = server.device()
    ana.create(here(), OPEN)
    with ExitStack() as open_ones:
        for _ in range(3):
            open_ones.enter_context(listening(server, ana, ANA))
        is_refused(server, ana, ANA, "of your address")
        for _ in range(2):
            open_ones.enter_context(listening(server, ana, BEN))
        is_refused(server, ana, BEN, "So many pages listen")
    until(lambda: can_listen(server, ana))


def is_refused(server: Server, device: Device, address: str, why: str) -> None:
    """Check that an address may open no more sockets."""
    with pytest.raises(InvalidStatus) as refused, listening(server, device, address):
        pass
    answer = refused.value.response
    assert answer.status_code == 429
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Retry-After"] == "10"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    said = json.loads(answer.body or b"")
    assert said["code"] == "too_many"
    assert why in said["detail"]


def can_listen(server: Server, device: Device) -> bool:
    """Whether an address may open a socket (again)."""
    try:
        with listening(server, device, ANA):
            return True
    except InvalidStatus:
        return False


def hear_out(socket: ClientConnection) -> NoReturn:
    """Listen until the socket is closed, which is soon."""
    while True:
        socket.recv(5)


def test_a_long_message(server: Server) -> None:
    """A message that nobody could mean ends the socket, and nothing else."""
    ana = server.device()
    state = ana.create(here(), BOT)
    with ana.live() as socket:
        socket.send("x" * 5_000)
        with pytest.raises(ConnectionClosed):
            hear_out(socket)
    assert socket.close_code == 1009
    assert core(ana.see()) == core(state)
