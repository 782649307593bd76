"""What may come between: a sleeping phone, a refresh, a second tab, a killed server, a language."""

from __future__ import annotations

import signal
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visiting import BOT, FITTING, Taps, Visitor, seated, until
from tests.server.running import Server, here


def test_a_page_in_the_background_wakes_up(visit: Visit) -> None:
    """F2: three moves are made while a page is frozen; woken, it shows them within 2 s."""
    ana, ben = visit(), visit()
    path = ana.make(here(), here("dog"), deck=FITTING)
    page = ben.go(path)
    asleep = ben.table()
    session = ben.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    hand = Taps(ana)
    for _ in range(3):
        hand.turn()
    session.send("Page.setWebLifecycleState", {"state": "active"})
    until(lambda: ben.table() == ana.table() != asleep, page, 2)


def test_a_lost_line_comes_back(server: Server, visitors: Callable[..., Visitor]) -> None:
    """F2: three moves are made while a page has no network; back in it, it shows them in 2 s."""
    ana, ben = visitors(server), visitors(server)
    path = ana.make(here(), here("dog"), deck=FITTING)
    page = ben.go(path)
    asleep = ben.table()
    ben.context.set_offline(True)
    hand = Taps(ana)
    for _ in range(3):
        hand.turn()
    ben.context.set_offline(False)
    until(lambda: ben.table() == ana.table() != asleep, page, 2)


def test_a_refresh_and_a_second_tab_keep_the_seat(visit: Visit) -> None:
    """F18: after a refresh, in a second tab and by the start page it is the same seat and card."""
    ana = visit()
    path = ana.make(here(), BOT, deck=FITTING)
    Taps(ana).step()
    shown = ana.table()
    ana.page.reload()
    until(lambda: ana.table() == shown, ana.page)
    second = ana.context.new_page()
    second.goto(path)
    expect(second.locator("button.held-card")).to_be_visible()
    assert ana.state()["you"] == [1]
    second.close()
    ana.go("/").locator(".go-on").tap()
    expect(ana.page.locator("button.held-card")).to_be_visible()
    hand = Taps(ana)
    while ana.next_step() in ("place", "choose"):
        hand.step()
    hand.turn()


def test_a_killed_server_in_mid_turn(own_server: Server, visitors: Callable[..., Visitor]) -> None:
    """F1: the page says that the line is lost, comes back by itself, and the turn goes on."""
    ana = visitors(own_server)
    ana.make(here(), BOT, deck=FITTING)
    hand = Taps(ana)
    hand.step()
    shown = ana.table()
    own_server.end(signal.SIGKILL)
    lost = ana.page.locator(".notice.lost")
    expect(lost).to_be_visible(timeout=10_000)
    ana.picture("lost-phone")
    own_server.start()
    expect(lost).to_be_hidden(timeout=15_000)
    assert ana.table() == shown
    while ana.next_step() in ("place", "choose"):
        hand.step()
    hand.turn()


def test_each_in_his_own_language(visit: Visit) -> None:
    """F15: at one table German and Portuguese browsers each tell the moves in their language."""
    ana, rui = visit(locale="de-DE"), visit(locale="pt-PT")
    seated(ana, rui)
    hands = Taps(ana), Taps(rui)
    hands[0].turn()
    until(lambda: rui.next_step() == "draw", rui.page)
    said = [each.page.locator("[aria-live].unseen").inner_text() for each in (ana, rui)]
    titles = [each.page.locator("h1.turn").inner_text() for each in (ana, rui)]
    for text, german, portuguese in ((said, "legt", "põe"), (titles, "dran", "vez")):
        assert german in text[0], text
        assert portuguese in text[1], text
    assert ana.page.evaluate("document.documentElement.lang") == "de"
    assert rui.page.evaluate("document.documentElement.lang") == "pt"
