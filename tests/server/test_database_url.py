"""DATABASE_URL: what it may be, and what the host is told, in a sentence without the password."""

from __future__ import annotations

import socket
import sys

import pytest

from serpentina.server.migrations import upgrade
from serpentina.server.postgres import Unreachable, check_driver
from serpentina.server.settings import settings_from
from serpentina.server.whereabouts import HOW, Address
from tests.server.postgres import Postgres
from tests.server.test_serving import refused

PASSWORD = "geheim-und-mehr"  # noqa: S105
CANNOT = "The database that DATABASE_URL names cannot be reached: {}."


@pytest.mark.parametrize(
    "url",
    [
        "x",
        "mysql://ana:{}@localhost/games",
        "sqlite:///games.sqlite3",
        "postgresql://",
        "postgresql:///games",
        "postgresql://ana:{}@localhost:port/games",
        "postgresql://ana:{}/x@localhost/games",
        "postgresql://[ana:{}@localhost/games",
        "ana:{}@localhost/games",
        "postgresql://ana:{}@localhost:0/games",
    ],
)
def test_what_is_no_address(url: str) -> None:
    """It is refused by the sentence that says how one is written."""
    with pytest.raises(ValueError, match="is written as") as raised:
        settings_from({}, {"DATABASE_URL": url.format(PASSWORD)})
    assert str(raised.value) == HOW
    assert PASSWORD not in HOW


def why_not(url: str) -> str:
    """What is said of a database that cannot be reached."""
    with pytest.raises(Unreachable) as raised:
        upgrade(Address.parse(url))
    assert PASSWORD not in str(raised.value)
    assert raised.value.__cause__ is None
    return str(raised.value)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_host_is_told_in_one_line(workers: int) -> None:
    """Whatever is wrong, the command says it in a sentence, and ends."""
    wrong = refused("--port=0", DATABASE_URL=f"x:{PASSWORD}")
    assert wrong == f"serpentina: {HOW}\n"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"postgresql://ana:{PASSWORD}@127.0.0.1:{free.getsockname()[1]}/games"
        said = refused("--port=0", f"--workers={workers}", DATABASE_URL=url)
    assert said == f"serpentina: {CANNOT.format('nothing answers there')}\n"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("postgresql://ana:{}@127.0.0.1:{}/games", "nothing answers there"),
        ("postgres://ana:{}@nowhere.invalid/games", "there is no such host"),
        ("postgresql://ana:{}@/games?host=/nowhere/at/all", "nothing answers there"),
        (
            "postgresql://ana:{}@127.0.0.1:{}/games?sslmode=maybe",
            "an option of its address is wrong",
        ),
    ],
)
def test_what_cannot_be_reached(url: str, reason: str) -> None:
    """A server that is not there is one sentence."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        assert why_not(url.format(PASSWORD, free.getsockname()[1])) == CANNOT.format(reason)


def test_what_the_server_refuses(postgres: Postgres) -> None:
    """A wrong password, name, database or option is one sentence, and quotes nothing."""
    place, own = f"127.0.0.1:{postgres.port}", postgres.password
    wrong = {
        f"serpentina:{PASSWORD}@{place}/postgres": "the name or the password is refused",
        f"{PASSWORD}:{PASSWORD}@{place}/postgres": "the name or the password is refused",
        f"serpentina:{own}@{place}/{PASSWORD}": "there is no database of this name",
        f"serpentina:{own}@{place}/postgres?{PASSWORD}=1": "it answers with the error 42704",
        f"serpentina:{own}@{place}/postgres?sslmode=require": "it refuses the connection",
    }
    for url, reason in wrong.items():
        assert reason in why_not(f"postgresql://{url}")


def test_a_server_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that takes a connection and says nothing is waited for, but not for ever."""
    monkeypatch.setattr("serpentina.server.postgres.CONNECT_SECONDS", 0.5)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"postgresql://ana:{PASSWORD}@127.0.0.1:{silent.getsockname()[1]}/games"
        assert why_not(url) == CANNOT.format("it does not answer in time")


def test_the_address_is_not_shown() -> None:
    """Neither settings nor addresses show what they hold."""
    url = f"postgres://ana:{PASSWORD}@localhost/games"
    settings = settings_from({}, {"DATABASE_URL": url})
    assert settings.shared == settings.place == Address(url.replace("postgres:", "postgresql:"))
    assert PASSWORD not in repr(settings) + str(settings.shared)


def test_a_file_goes_before_the_variable() -> None:
    """An option on the command line goes before a variable; two variables contradict each other."""
    url = "postgresql://ana@localhost/games"
    assert settings_from({"database": "x"}, {"DATABASE_URL": url}).shared is None
    assert settings_from({}, {"DATABASE_URL": ""}).shared is None
    with pytest.raises(ValueError, match="name two databases") as raised:
        settings_from({}, {"DATABASE_URL": url, "SERPENTINA_DATABASE": "x"})
    assert url not in str(raised.value)


def test_without_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has not installed it is told how."""
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(OSError, match=r"pip install 'serpentina\[postgresql\]'"):
        check_driver()
