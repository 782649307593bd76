"""A game is printed from the browser: from where one looks for it, as one chooses it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.paper import read, said, size_of


def saved(page: Page) -> bytes:
    """The PDF that the page's big button saves."""
    with page.expect_download() as download:
        page.locator("a.button.big").click()
    assert download.value.suggested_filename == "serpentina.pdf"
    return Path(download.value.path()).read_bytes()


def choose(page: Page, name: str) -> None:
    """Tap the tile that begins with a name."""
    page.get_by_role("radio", name=re.compile(f"^{name}")).check()


def test_print_the_game_that_is_chosen(visit: Visit) -> None:
    """On the first page the link takes along the rules and the sets that are chosen there."""
    page = visit(locale="de-DE").go("/")
    choose(page, "Hisss")
    choose(page, "Zwei Kartensätze")
    page.get_by_role("link", name="Dieses Spiel drucken").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dieses Spiel drucken")
    expect(page.get_by_text("Regeln", exact=True)).to_have_count(0)
    content = saved(page)
    reader = read(content)
    assert reader.metadata is not None
    assert reader.metadata.subject == "hisss; standard:2"
    assert "DIE SPIELREGELN" in said(content, 0)
    assert size_of(reader.pages[0])[0] == pytest.approx(210, abs=0.01)
    assert len(reader.pages) == 2 + 10


def test_choose_paper_sides_and_rules(visit: Visit) -> None:
    """From the rules one comes to a page that asks for all of it; the paper is remembered."""
    visitor = visit(locale="en-US")
    page = visitor.go("/rules")
    page.get_by_role("link", name="Print this game").click()
    expect(page.get_by_label("Letter")).to_be_checked()
    choose(page, "With backs")
    expect(page.get_by_text("flipped on the long edge")).to_be_visible()
    reader = read(saved(page))
    assert size_of(reader.pages[0])[0] == pytest.approx(215.9, abs=0.01)
    assert len(reader.pages) == 2 + 2 * 5
    for name in ("A4", "Hisss", "Two sets"):
        choose(page, name)
    reader = read(saved(page))
    assert reader.metadata is not None
    assert reader.metadata.subject == "hisss; standard:2"
    assert size_of(reader.pages[0])[0] == pytest.approx(210, abs=0.01)
    expect(visitor.go("/print").get_by_label("A4")).to_be_checked()
