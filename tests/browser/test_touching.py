"""Fingers and devices: nothing is selected by mistake, a double tap draws once, a seat is kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import Visit
from tests.browser.visiting import BOT, FITTING, Taps, Visitor, until
from tests.server.running import OPEN, Server, here

PARTS = (".s-table", ".s-table svg", ".s-spread", ".s-slot", "button.held-card", ".s-target")
# The selectors that forbid the menu of a long touch: a browser that has none drops them.
CALLOUT = r"([^{}]+)\{[^{}]*-webkit-touch-callout:\s*none"


def table(visit: Visit) -> Visitor:
    """A table with a card in the hand."""
    ana = visit()
    ana.make(here(), here("dog"), deck=FITTING)
    Taps(ana).step()
    return ana


def test_nothing_is_selected(visit: Visit) -> None:
    """F12: neither table nor cards can be selected or called out, by long or by double touch."""
    ana = table(visit)
    page = ana.page
    sheets = [each.get_attribute("href") for each in page.locator("link[rel=stylesheet]").all()]
    style = "".join(ana.context.request.get(sheet or "").text() for sheet in sheets)
    without = ", ".join(re.findall(CALLOUT, style))
    assert without
    for part in PARTS:
        one = page.locator(part).first
        assert one.evaluate("(one) => getComputedStyle(one).userSelect") == "none", part
        assert one.evaluate("(one, selector) => one.closest(selector) !== null", without), part
    for part in (".s-table", ".fan-room"):
        page.locator(part).dblclick(force=True, position={"x": 8, "y": 8})
    page.mouse.move(20, 300)
    page.mouse.down()
    page.mouse.move(340, 560, steps=5)
    page.mouse.up()
    assert page.evaluate("getSelection().toString()") == ""


def test_cards_cannot_be_scrolled_away(visit: Visit) -> None:
    """F12: a finger on the card drawn moves the card, never the page."""
    ana = table(visit)
    card = ana.page.locator("button.held-card")
    assert card.evaluate("(one) => getComputedStyle(one).touchAction") == "none"
    room = "document.documentElement.scrollHeight - innerHeight"
    assert ana.page.evaluate(room) == 0


def posted(visitor: Visitor) -> list[Any]:
    """The commands that the page sends from now on."""
    sent: list[Any] = []

    def note(request: Request) -> None:
        if request.url.endswith("/commands"):
            sent.append(request.post_data_json)

    visitor.page.on("request", note)
    return sent


@pytest.mark.parametrize("second", ["same", "another"])
def test_a_double_tap_draws_once(visit: Visit, second: str) -> None:
    """F3: tapped twice, on one card or on two, the page draws one card and is content."""
    ana = visit()
    ana.make(here(), here("dog"), deck="standard")
    sent = posted(ana)
    slots = ana.page.locator(".s-slot")
    if second == "same":
        slots.last.dblclick()
    else:
        ana.page.evaluate(
            "[...document.querySelectorAll('.s-slot')].slice(-2).forEach((one) => one.click())"
        )
    expect(ana.page.locator("button.held-card")).to_be_visible()
    ana.page.wait_for_timeout(150)
    assert [each["command"] for each in sent].count("draw") == 1
    assert len(ana.state()["slots"]) == 48
    expect(ana.page.locator(".notice")).to_have_count(0)


def test_a_double_tap_places_once(visit: Visit) -> None:
    """F3: nor does a double tap on a place do more than place the card."""
    ana = table(visit)
    sent = posted(ana)
    ana.page.evaluate(
        "(() => { const one = document.querySelector('.s-target'); one.click(); one.click(); })()"
    )
    until(lambda: ana.next_step() == "draw", ana.page)
    assert len(sent) == 1
    assert len(ana.state()["slots"]) == 6


def test_a_closed_browser_keeps_the_seat(
    server: Server, visitors: Callable[..., Visitor], visit: Visit
) -> None:
    """F18: the browser is closed and opened again with what it stored: the same seat and card."""
    ana, ben = visit(), visit()
    path = ana.make(here("cat", "Ana"), OPEN, deck=FITTING)
    ben.go(path).locator("section .big").tap()
    expect(ana.page.locator(".seat.free")).to_have_count(0)
    ana.page.locator(".go .big").tap()
    until(lambda: ana.next_step() == "draw", ana.page)
    Taps(ana).step()
    stored = ana.context.storage_state()
    ana.context.close()
    back = visitors(server, storage_state=stored)
    back.go("/").locator(".go-on").tap()
    expect(back.page.locator("button.held-card")).to_be_visible()
    state = back.state()
    assert path in back.page.url
    assert (state["you"], state["maker"]) == ([1], True)
    assert [seat["kind"] for seat in state["seats"]] == ["here", "here"]
    while back.next_step() in ("place", "choose"):
        Taps(back).step()
    Taps(ben).turn()


def test_another_browser_is_a_stranger(visit: Visit) -> None:
    """F18: who opens the link without what was stored watches, and takes nobody's seat."""
    ana, cleo = visit(), visit()
    path = ana.make(here(), BOT, deck=FITTING)
    cleo.go(path)
    assert cleo.state()["you"] == []
    assert cleo.next_step() == "wait"
    assert ana.state()["you"] == [1]
