"""The game can be put on the home screen: manifest and icons; the link is told as it is reached."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from serpentina.server.addresses import home_address
from tests.browser.conftest import Visit
from tests.browser.visiting import Visitor
from tests.leaving_out import leave_out
from tests.server.running import Server


def test_the_manifest_is_valid(visit: Visit) -> None:
    """Chromium reads the manifest without a complaint; it has a name, a start, a window."""
    page = visit().go("/")
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = page.request.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    stated: dict[str, Any] = manifest.json()
    assert stated["name"] == "Serpentina"
    assert (stated["start_url"], stated["display"]) == ("/", "standalone")
    assert {"name", "short_name", "icons", "background_color", "theme_color"} <= set(stated)


def size_of(icon: bytes) -> str:
    """Width and height of a PNG, from its header."""
    assert icon.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", icon[16:24])
    return f"{width}x{height}"


def test_the_icons_are_as_stated(visit: Visit) -> None:
    """Each icon is served, is of the kind and size that the manifest states, and can be shown."""
    page = visit().go("/")
    icons = page.request.get("/manifest.webmanifest").json()["icons"]
    assert {icon["sizes"] for icon in icons} >= {"192x192", "512x512"}
    assert any("maskable" in icon.get("purpose", "") for icon in icons)
    for icon in icons:
        answer = page.request.get(icon["src"])
        assert answer.status == 200
        assert answer.headers["content-type"].split(";")[0] == icon["type"]
        if icon["type"] == "image/png":
            assert size_of(answer.body()) == icon["sizes"]
        else:
            assert ET.fromstring(answer.text()).tag.endswith("svg")  # noqa: S314
        shown = "async (src) => { const one = new Image(); one.src = src; await one.decode(); }"
        page.evaluate(shown, icon["src"])


def test_the_page_names_its_icons(visit: Visit) -> None:
    """The page links an icon for the tab and one for the home screen; both are there."""
    page = visit().go("/")
    for kind in ("icon", "apple-touch-icon", "manifest"):
        link = page.locator(f'link[rel="{kind}"]').get_attribute("href")
        assert link is not None
        assert page.request.get(link).status == 200


def test_chromium_would_install_it(server: Server, visitors: Callable[..., Visitor]) -> None:
    """Where the context is secure, as on this machine itself, Chromium finds nothing in the way."""
    ana = visitors(server)
    ana.address = server.address
    ana.page.goto(f"{server.address}/")
    session = ana.context.new_cdp_session(ana.page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Every context of these tests is a private window, in which nothing can be installed.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}


@pytest.fixture
def in_the_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that lets the home network in."""
    if home_address() is None:
        leave_out("Left out: the link for a home network, for this machine is in none.")
    monkeypatch.setenv("SERPENTINA_LAN", "1")
    running = Server(tmp_path / "games.sqlite3")
    yield running
    running.close()


def test_the_host_is_shown_the_networks_link(
    in_the_network: Server, visitors: Callable[..., Visitor]
) -> None:
    """Whoever makes the table on the host itself is shown the link that works for the others."""
    ana, ben = visitors(in_the_network), visitors(in_the_network)
    network = ana.address
    ana.address = in_the_network.address
    page = ana.page
    page.goto(f"{in_the_network.address}/")
    page.get_by_role("radio", name="With friends").tap()
    page.locator(".go .big").tap()
    link = page.locator("input.link").input_value()
    assert link.startswith(f"{network}/g/")
    page.get_by_role("button", name="Copy the link").tap()
    expect(page.locator(".notice")).to_have_text("Copied")
    ben.go(link).locator("section .big").tap()
    expect(page.locator(".seat.free")).to_have_count(0)
