"""Whole games: against bots, by a link, on one device; by taps, by keyboard, by dragging."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visiting import (
    BOT,
    FITTING,
    TABLET,
    Drags,
    Keys,
    Taps,
    game_in,
    middle,
    play_out,
    seated,
    until,
)
from tests.server.running import here


def test_two_taps_start_a_game(visit: Visit) -> None:
    """A tap on "Play" and a tap on any card of the fan: the game has begun with the defaults."""
    ana = visit()
    ana.go("/").locator(".go .big").tap()
    ana.page.locator(".s-slot").last.tap()
    expect(ana.page.locator("button.held-card")).to_be_visible()
    assert ana.state()["rules"] == "serpentina"


def test_against_two_bots_by_taps_alone(visit: Visit) -> None:
    """From the start page to the result by taps alone, and one more tap begins the rematch."""
    ana = visit()
    page = ana.go("/")
    page.get_by_role("button", name="Add a robot").tap()
    page.locator(".go .big").tap()
    taps = Taps(ana)
    for _ in range(3):
        taps.turn()
    ana.picture("table-phone")
    play_out(taps)
    expect(page.locator("h1.winner")).to_have_text(re.compile("win"))
    assert ana.state()["players"] == 3
    ana.picture("end-phone")
    before = game_in(page)
    page.get_by_role("button", name="Play again").tap()
    expect(page.locator(".table-page")).to_be_visible()
    assert game_in(page) != before
    until(lambda: ana.next_step() == "draw", page)


def test_two_browsers_by_a_link_and_a_third_watches(visit: Visit) -> None:
    """Two play to the end by a link; a third sees all that they see, and can do nothing."""
    ana, ben, cleo = visit(), visit(), visit(viewport=TABLET)
    path = seated(ana, ben)
    cleo.go(path)
    hands = Taps(ana), Taps(ben)
    for turn in range(4):
        hands[turn % 2].turn()
        until(lambda: ana.table() == ben.table() == cleo.table(), cleo.page, 2)
        assert cleo.next_step() == "wait"
        assert not cleo.page.locator(".s-slot:enabled, .s-target, button.held-card").count()
        assert not cleo.page.locator(".undo").count()
    cleo.picture("watching-tablet")
    version = cleo.state()["version"]
    wanted = {"command": "draw", "slot": 3, "expected_version": version, "command_id": "c" * 32}
    refused = cleo.context.request.post(f"/api/games/{game_in(cleo.page)}/commands", data=wanted)
    assert refused.status in (403, 409)
    assert cleo.state()["version"] == version
    play_out(*hands)
    expect(cleo.page.locator("h1.winner")).to_be_visible()
    winners = {each.page.locator("h1.winner").inner_text() for each in (ana, ben, cleo)}
    assert len(winners) == 1
    expect(cleo.page.get_by_role("button", name="Play again")).to_have_count(0)


def test_a_link_made_on_the_page(visit: Visit) -> None:
    """A game with friends has a lobby whose link is at the network's address, with its picture."""
    ana = visit()
    page = ana.go("/")
    page.get_by_role("radio", name="With friends").tap()
    page.locator(".go .big").tap()
    link = page.locator("input.link")
    expect(link).to_be_visible()
    expect(link).to_have_value(f"{ana.address}/g/{game_in(page)}")
    expect(page.locator("img.qr")).to_be_visible()
    assert page.locator("img.qr").evaluate("async (one) => (await one.decode(), one.naturalWidth)")
    ana.picture("lobby-phone")


def test_one_device_with_three_people(visit: Visit) -> None:
    """Three people pass one device round and play to the end; each has his turn."""
    ana = visit(viewport=TABLET)
    ana.make(here("cat"), here("dog"), here("fox"))
    hand, seen = Taps(ana), set()
    for _ in range(3):
        seen.add(ana.page.locator("h1.turn").inner_text().split("’")[0])
        hand.turn()
    ana.picture("table-tablet")
    play_out(hand)
    assert seen == {"Cat", "Dog", "Fox"}
    ana.picture("end-tablet")


def test_a_card_that_fits_nowhere_goes_by_itself(visit: Visit) -> None:
    """It glides to its own place; taken back it stays in the hand until it is tapped."""
    ana = visit()
    ana.make(here(), here("dog"), deck="<r <g <b <y")
    hand, page = Taps(ana), ana.page
    hand.draw()
    expect(page.locator(".s-snake")).to_have_count(2)
    page.locator(".undo").tap()
    card = page.locator("button.held-card.lonely")
    expect(card).to_be_visible()
    page.wait_for_timeout(1200)
    expect(page.locator(".s-snake")).to_have_count(1)
    card.tap()
    expect(page.locator(".s-snake")).to_have_count(2)


def test_by_keyboard_alone(visit: Visit) -> None:
    """A whole game with the tabulator and Enter, and the live region tells it in words."""
    ana = visit()
    ana.make(here(), BOT)
    keys = Keys(ana)
    keys.turn()
    expect(ana.page.locator("[aria-live].unseen")).not_to_be_empty()
    play_out(keys)
    keys.press(ana.page.get_by_role("button", name="Play again"))
    until(lambda: ana.next_step() == "draw", ana.page)


def test_by_dragging_alone(visit: Visit) -> None:
    """A whole game in which every card is dragged to its place."""
    ana = visit()
    ana.make(here(), BOT)
    play_out(Drags(ana))


def test_the_arrows_go_along_the_fan(visit: Visit) -> None:
    """Each arrow key leads to the next card of the fan, Home and End to the outermost."""
    ana = visit()
    ana.make(here(), here("dog"), deck="standard")
    slots = ana.page.locator(".s-slot")
    slots.first.focus()
    for key, at in {"ArrowRight": 1, "End": -1, "ArrowLeft": -2, "Home": 0}.items():
        ana.page.keyboard.press(key)
        expect(slots.nth(at)).to_be_focused(timeout=1000)


POINTER = """(one, [kind, id, x, y]) => one.dispatchEvent(new PointerEvent(kind, {
  pointerId: id, isPrimary: id === 1, clientX: x, clientY: y, bubbles: true, button: 0,
}))"""


def test_a_disturbed_drag_leaves_the_game_playable(visit: Visit) -> None:
    """F12: a cancelled pointer, a second finger and a turned phone in mid-drag do no harm."""
    ana = visit()
    ana.make(here(), here("dog"), deck=FITTING)
    drags, page, card = Drags(ana), ana.page, ana.page.locator("button.held-card")
    drags.step()
    lain = middle(card)

    drags.take()
    card.evaluate(POINTER, ["pointercancel", 1, 100, 100])
    assert middle(card) == lain
    page.mouse.up()

    drags.take()
    card.evaluate(POINTER, ["pointerdown", 7, 50, 50])
    card.evaluate(POINTER, ["pointermove", 7, 250, 50])
    card.evaluate(POINTER, ["pointerup", 7, 250, 50])
    expect(card).to_have_class(re.compile("dragged"))
    page.mouse.move(*lain)
    page.mouse.up()
    assert middle(card) == lain

    drags.take()
    page.set_viewport_size({"width": 640, "height": 360})
    expect(card).not_to_have_class(re.compile("dragged"))
    page.mouse.up()
    page.set_viewport_size({"width": 360, "height": 640})
    assert ana.state()["card"] is not None
    play_out(drags)
