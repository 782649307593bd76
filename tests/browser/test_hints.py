"""Hints: a lamp beside the card for those who want it, a mark at the place, a sentence."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, start
from tests.browser.visiting import Taps, Visitor, until
from tests.server.running import Server, here

LAMP = "button.lamp"
SWITCH = "Hints by a lamp"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that thinks without compiling anything: the decks here are small."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_DISABLE_JIT", "1")
        running = start(tmp_path_factory.mktemp("browser"))
        yield running
        running.close()


def holding(visitor: Visitor, *, hints: bool) -> Page:
    """A table with a card drawn that can lie here or there."""
    while True:
        visitor.make(here(), here("dog"), deck="<r:2 r>:2 gr:3 gb:2", hints=hints)
        taps = Taps(visitor)
        while visitor.state()["status"] == "playing":
            until(lambda: visitor.next_step() == "draw", visitor.page)
            taps.draw()
            until(lambda: visitor.next_step() != "draw", visitor.page)
            if len(visitor.state()["placements"]) > 1:
                return visitor.page
            taps.step()
            while visitor.next_step() == "wait":
                visitor.page.wait_for_timeout(20)


def test_there_is_no_lamp_unless_wanted(visit: Visit) -> None:
    """Hints are off at the start page and at a table that says nothing of them."""
    ana = visit()
    page = ana.go("/")
    page.locator("details.fold summary").tap()
    expect(page.get_by_role("checkbox", name=SWITCH)).not_to_be_checked()
    page = holding(ana, hints=False)
    expect(page.locator("button.held-card")).to_be_visible()
    expect(page.locator(LAMP)).to_have_count(0)


def test_the_switch_puts_a_lamp_beside_the_card(visit: Visit) -> None:
    """Two taps in the fold, and the table has hints."""
    ana = visit()
    page = ana.go("/")
    page.locator("details.fold summary").tap()
    page.get_by_role("checkbox", name=SWITCH).tap()
    page.locator(".go .big").tap()
    expect(page.locator(".table-page")).to_be_visible()
    assert ana.state()["hints"]


def test_the_lamp_marks_a_place_and_says_why(visit: Visit) -> None:
    """One tap: the bubble has a sentence, the live region too, and one place is marked."""
    ana = visit()
    page = holding(ana, hints=True)
    lamp = page.locator(LAMP)
    expect(lamp).to_have_accessible_name("Hint")
    box = lamp.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    expect(page.locator(".s-marked")).to_have_count(0)
    asked = page.locator(".bubble").inner_text()
    lamp.tap()
    expect(page.locator(".bubble.hinted")).to_be_visible()
    sentence = page.locator(".bubble").inner_text()
    assert sentence != asked
    assert sentence.endswith(".")
    assert ana.said() == sentence
    expect(page.locator(".s-marked").first).to_be_visible()
    expect(page.locator(".s-marked .s-lamp").first).to_be_visible()
    for place in page.locator(".s-target").all():
        looks = "s-marked" in (place.get_attribute("class") or "")
        assert (place.get_attribute("aria-label") or "").startswith("Good: ") == looks
    ana.picture("hint")
    page.locator(".s-marked").first.tap()
    until(lambda: not page.locator(".bubble.hinted").count(), page)


def test_a_gentle_robot_looks_like_any_other(visit: Visit) -> None:
    """Whom it is gentle with is chosen in its sheet; at the table it is a plain robot."""
    ana = visit()
    page = ana.go("/")
    page.get_by_role("button", name="Robot: change").tap()
    page.get_by_role("radio", name="Robot pal").tap()
    page.locator("dialog .buttons button").last.tap()
    page.locator(".go .big").tap()
    expect(page.locator(".table-page")).to_be_visible()
    assert [seat["player"] for seat in ana.state()["seats"]] == [None, "gentle:1"]
    expect(page.get_by_role("button", name="Robot: 0 cards taken")).to_be_visible()
    assert "pal" not in page.locator(".table-page").inner_text()
