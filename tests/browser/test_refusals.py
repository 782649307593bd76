"""What the server refuses the page says in a friendly sentence, and the table stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from serpentina.server.problems import STATUS
from tests.browser.visiting import FITTING, Taps, Visitor, game_in, until
from tests.server.running import OPEN, Server, here

GONE = "This game is not here any more."
NOWHERE = "There is nothing at this address."
NOWHERES = ("/nothing", "/no/such/page", "/g/", "/g/x", "/g/UPPER-01", "/r/x")
STALE = "Somebody was quicker. Here is the table now."


@pytest.fixture
def visit(server: Server, visitors: Callable[..., Visitor]) -> Callable[..., Visitor]:
    """Visitors who may be refused; a browser itself complains of that in its console."""
    return lambda **options: visitors(server, **options)


@pytest.mark.parametrize("path", ["/g/abcdefgh", "/g/ABCDEFGH", "/r/abcdefgh", "/r/abcdefgh/"])
def test_an_unknown_table(visit: Callable[..., Visitor], path: str) -> None:
    """The link to a game that is not there says so, and leads to the start."""
    ana = visit()
    page = ana.go(path)
    expect(page.locator("h1")).to_have_text(GONE)
    page.locator(".trouble a").tap()
    expect(page.locator(".page.start")).to_be_visible()


@pytest.mark.parametrize("path", NOWHERES)
def test_an_unknown_page(visit: Callable[..., Visitor], path: str) -> None:
    """An address that leads nowhere shows a page of ours, not the server's JSON."""
    page = visit().go(path)
    expect(page.locator("h1")).to_have_text(NOWHERE)
    page.locator(".trouble a").tap()
    expect(page.locator(".page.start")).to_be_visible()


@pytest.mark.parametrize("path", ["/rules/", "/replay/"])
def test_a_slash_too_many(visit: Callable[..., Visitor], path: str) -> None:
    """A slash at the end of an address leads to the same page."""
    page = visit().go(path)
    expect(page.locator(".page.rules, .drop")).to_be_visible()


def test_a_games_link_with_a_slash(visit: Callable[..., Visitor]) -> None:
    """So it does at the end of a game's link."""
    ana = visit()
    path = ana.make(here(), here("dog"))
    expect(ana.go(f"{path}/").locator(".table-page")).to_be_visible()


def test_a_full_table_can_be_watched(visit: Callable[..., Visitor]) -> None:
    """Who comes when all seats are taken, or a moment too late, is told so, and watches."""
    ana, ben, cleo, dora = visit(), visit(), visit(), visit()
    path = ana.make(here(), OPEN)
    cleo.go(path)
    cleo.context.set_offline(True)  # so that the page does not see that somebody sits down
    ben.go(path).locator("section .big").tap()
    expect(ana.page.locator(".seat.free")).to_have_count(0)
    cleo.context.set_offline(False)
    cleo.page.evaluate(
        "fetch(`/api/games/${location.pathname.slice(3)}/seats`, {method: 'POST', headers: "
        "{'content-type': 'application/json'}, body: '{\"pictogram\": \"hen\"}'})"
    )
    expect(cleo.page.locator(".lobby")).to_contain_text("You are watching")
    expect(dora.go(path).locator(".lobby")).to_contain_text("You are watching")
    ana.page.locator(".go .big").tap()
    for watching in (cleo, dora):
        expect(watching.page.locator(".table-page")).to_be_visible()
        assert watching.state()["you"] == []


def test_a_seat_that_was_just_taken(visit: Callable[..., Visitor]) -> None:
    """Two tap "Sit down" for the last seat: the second reads that he can watch."""
    ana, ben, cleo = visit(), visit(), visit()
    path = ana.make(here(), OPEN)
    cleo.go(path)

    def late(route: Route) -> None:
        if ben.page.url == "about:blank":
            ben.go(path).locator("section .big").tap()
            expect(ana.page.locator(".seat.free")).to_have_count(0)
        route.continue_()

    cleo.page.route("**/seats", late)
    cleo.page.locator("section .big").tap()
    cleo.notice("All seats are taken. You can watch.")
    assert ben.state()["you"] == [2]
    assert cleo.state()["you"] == []


def test_two_tabs_at_one_version(visit: Callable[..., Visitor]) -> None:
    """F3: in two tabs of one device a card is tapped at the same version: one draw, one notice."""
    ana = visit()
    path = ana.make(here(), here("dog"), deck=FITTING)
    second = ana.context.new_page()

    def late(route: Route) -> None:
        if ana.next_step() == "draw":
            Taps(ana).draw()
            until(lambda: ana.next_step() == "place", ana.page)
        route.continue_()

    second.route("**/commands", late)
    second.goto(path)
    second.locator(".s-slot").first.tap()
    expect(second.locator(".notice")).to_have_text(STALE)
    expect(second.locator("button.held-card")).to_be_visible()
    assert len(ana.state()["slots"]) == 6


def test_not_your_turn(visit: Callable[..., Visitor]) -> None:
    """If a page lets one tap out of turn all the same, the server refuses and the page says why."""
    ana, ben = visit(), visit()
    path = ana.make(here(), OPEN, deck=FITTING)
    ben.go(path).locator("section .big").tap()
    ana.page.locator(".go .big").tap()
    Taps(ana).turn()
    until(lambda: ben.next_step() == "draw", ben.page)
    before: dict[str, Any] = {}

    def out_of_turn(route: Route) -> None:
        Taps(ben).turn()
        before.update(ben.state())
        asked = {**(route.request.post_data_json or {}), "expected_version": before["version"]}
        route.continue_(post_data=asked)

    page = ben.page
    second = ben.context.new_page()
    second.route("**/commands", out_of_turn)
    second.goto(path)
    second.locator(".s-slot").last.tap()
    expect(second.locator(".notice")).to_have_text("It is not your turn yet.")
    assert ben.state()["version"] == before["version"]
    assert game_in(page) in path


def fresh(notice: Locator, said: dict[str, str]) -> str:
    """What a notice says that was not said before."""
    text = notice.inner_text() if notice.count() else ""
    return "" if text in said.values() else text


def refusal(code: str, status: int) -> Callable[[Route], None]:
    """An answer that refuses."""
    body = {"code": code, "detail": "A sentence in English."}
    return lambda route: route.fulfill(status=status, json=body)


def test_each_refusal_has_a_sentence_of_its_own(visit: Callable[..., Visitor]) -> None:
    """Whatever code the server gives, the page shows a sentence that no other code has."""
    ana = visit()
    ana.make(here(), here("dog"), deck=FITTING)
    said: dict[str, str] = {}
    notice = ana.page.locator(".notice")
    lasting = {code: status for code, status in STATUS.items() if code != "unavailable"}
    for code, status in {**lasting, "what nobody knows": 400}.items():
        ana.page.route("**/commands", refusal(code, status))
        ana.page.locator(".s-slot").last.tap()
        said[code] = until(lambda: fresh(notice, said), ana.page, 3)
        ana.page.unroute("**/commands")
    assert len(set(said.values())) == len(lasting) + 1
    assert "A sentence in English." not in said.values()


def gateway(route: Route) -> None:
    """What a server in front says that does not reach ours."""
    route.fulfill(status=502, content_type="text/html", body="<h1>Bad gateway</h1>")


@pytest.mark.parametrize("passing", [refusal("unavailable", STATUS["unavailable"]), gateway])
def test_what_passes_is_like_a_lost_connection(
    visit: Callable[..., Visitor], passing: Callable[[Route], None]
) -> None:
    """The page says so, and sends the command again until it gets through; then nothing is lost."""
    ana = visit()
    ana.make(here(), here("dog"), deck=FITTING)
    lost = ana.page.locator(".notice.lost")
    ana.page.route("**/commands", passing)
    ana.page.locator(".s-slot").last.tap()
    expect(lost).to_be_visible()
    ana.page.unroute("**/commands")
    until(lambda: ana.next_step() != "draw", ana.page)
    expect(lost).to_have_count(0)
    Taps(ana).step()


def test_without_a_home_network_the_invitation_says_so(
    tmp_path: Path, visitors: Callable[..., Visitor]
) -> None:
    """On a server for this machine alone the lobby says how to let friends in."""
    alone = Server(tmp_path / "games.sqlite3")
    try:
        ana = visitors(alone)
        ana.address = alone.address
        page = ana.page
        page.goto(f"{alone.address}/")
        page.get_by_role("radio", name="With friends").tap()
        page.locator(".go .big").tap()
        panel = page.locator(".invitation")
        expect(panel).to_contain_text("Only this computer")
        expect(panel).to_contain_text("serpentina serve --lan")
        expect(page.locator("img.qr")).to_have_count(0)
        expect(page.get_by_role("button", name="Begin")).to_be_visible()
        ana.picture("lobby-alone-phone")
    finally:
        alone.close()
