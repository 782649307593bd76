"""What is left out where there is no network."""

from __future__ import annotations

import pytest

from tests.browser import conftest
from tests.server.running import Server


@pytest.fixture
def somewhere() -> Server:
    """A server that nobody has started."""
    server = Server.__new__(Server)
    server.port = 8000
    return server


def test_ci_leaves_nothing_out(somewhere: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """In CI a missing network is a failure."""
    monkeypatch.setenv("CI", "1")
    monkeypatch.setattr(conftest, "home_address", lambda: None)
    with pytest.raises(pytest.fail.Exception, match="no address in a network"):
        conftest.address_of(somewhere)


def test_elsewhere_it_is_said(somewhere: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere a network is not needed."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(conftest, "home_address", lambda: None)
    assert conftest.address_of(somewhere) == "http://127.0.0.1:8000"
