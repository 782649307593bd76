"""F8: who goes away is waited for, then a robot may play for him; back again, the seat is his."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit, start
from tests.browser.visiting import BOT, FITTING, Taps, Visitor, until
from tests.server.running import OPEN, Server, here

AWAY = 0.6  # seconds after which a robot may play
ROBOT = "Let a robot play for {}"
BACK = "I am back"


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which one is soon away."""
    running = start(tmp_path_factory.mktemp("away"), away=AWAY)
    yield running
    running.close()


@pytest.fixture
def visit(impatient: Server, visitors: Callable[..., Visitor]) -> Visit:
    """Visitors of that server."""
    return lambda **options: visitors(impatient, **options)


def meet(host: Visitor, guest: Visitor, *seats: dict[str, str]) -> str:
    """The host has these seats, the guest is the owl, and the game begins."""
    path = host.make(*seats, OPEN, deck=FITTING)
    guest.go(path)
    guest.page.get_by_role("button", name="Owl").tap()
    guest.page.locator("section .big").tap()
    expect(host.page.locator(".seat.free")).to_have_count(0)
    host.page.locator(".go .big").tap()
    expect(guest.page.locator(".table-page")).to_be_visible()
    return path


def reopen(visitor: Visitor, path: str) -> Page:
    """Open the page again that was closed, in the same browser."""
    visitor.page = visitor.context.new_page()
    return visitor.go(path)


def bots(visitor: Visitor) -> list[bool]:
    """For which seats a robot plays."""
    return [seat["bot_plays"] for seat in visitor.state()["seats"]]


def test_a_closed_tab_on_turn(visit: Visit) -> None:
    """The others read who is away and let a robot play; reopened, one takes the seat back."""
    ana, ben = visit(), visit()
    path = meet(ana, ben, here("cat"))
    asking = ben.page.locator(".asking")
    expect(asking).to_have_count(0)
    ana.page.close()
    expect(asking).to_contain_text("Cat is away.", timeout=12_000)
    ben.picture("away-phone")
    asking.get_by_role("button", name=ROBOT.format("Cat")).tap()
    until(lambda: ben.next_step() == "draw", ben.page)
    expect(asking).to_have_count(0)
    page = reopen(ana, path)
    expect(page.locator(".asking")).to_contain_text("A robot plays for you.")
    ana.picture("robot-phone")
    page.locator(".asking").get_by_role("button", name=BACK).tap()
    expect(page.locator(".asking")).to_have_count(0)
    assert ana.state()["you"] == [1]
    assert bots(ana) == [False, False]
    Taps(ben).turn()
    Taps(ana).turn()
    until(lambda: ben.next_step() == "draw", ben.page)


def test_who_is_there_is_not_away(visit: Visit) -> None:
    """Nobody is offered a robot for a player who thinks long with his page open."""
    ana, ben = visit(), visit()
    meet(ana, ben, here("cat"))
    ben.page.wait_for_timeout(1000 * AWAY + 700)
    expect(ben.page.locator(".asking")).to_have_count(0)


def test_a_device_with_two_seats_takes_one_back(visit: Visit) -> None:
    """A robot plays for one of the two on a closed device; it, too, can be taken back."""
    ana, ben = visit(), visit()
    path = meet(ana, ben, here("cat"), here("dog"))
    ana.page.close()
    ben.page.get_by_role("button", name=ROBOT.format("Cat")).tap(timeout=12_000)
    until(lambda: bots(ben) == [True, False, False], ben.page)
    page = reopen(ana, path)
    expect(page.locator(".asking")).to_contain_text("A robot plays for Cat.")
    page.locator(".asking").get_by_role("button", name=BACK).tap()
    expect(page.locator(".asking")).to_have_count(0)
    assert bots(ana) == [False, False, False]
    assert ana.state()["you"] == [1, 2]
    Taps(ana).turn()


def test_two_seats_leave_and_come_back(visit: Visit) -> None:
    """After both of a device have left the game, one tap brings both back."""
    ana, ben = visit(), visit()
    path = meet(ana, ben, here("cat"), here("dog"))
    for seat in (2, 1):  # the first is on turn
        ana.do("leave", seat=seat)
    until(lambda: ben.next_step() == "draw", ben.page)
    page = ana.go(path)
    page.locator(".asking").get_by_role("button", name=BACK).tap()
    until(lambda: bots(ana) == [False, False, False], page)
    expect(page.locator(".asking")).to_have_count(0)
    Taps(ben).turn()
    Taps(ana).turn()


@pytest.mark.parametrize("seats", [(here("cat"),), (here("cat"), here("dog"))])
def test_leaving_is_asked_and_leads_home(visit: Visit, seats: tuple[dict[str, str], ...]) -> None:
    """To leave is asked first; said yes, robots play on, the sheet is gone and one is home."""
    ana, ben = visit(), visit()
    path = meet(ana, ben, *seats)
    page = ana.page
    leave(page)
    assert not any(bots(ana))
    assert path in page.url
    ana.picture("leaving-phone")
    answer(page, yes=False)
    assert not any(bots(ana))
    expect(page.locator(".table-page")).to_be_visible()
    leave(page)
    answer(page, yes=True)
    expect(page.locator(".page.start")).to_be_visible()
    expect(page.locator("dialog")).to_have_count(0)
    assert bots(ben) == [True] * len(seats) + [False]
    until(lambda: ben.next_step() == "draw", ben.page)


def leave(page: Page) -> None:
    """Ask to leave, in the settings."""
    if not page.locator("dialog").count():
        page.locator("header .sign").last.tap()
    page.locator("dialog").get_by_role("button", name="Leave the game").tap()


def answer(page: Page, *, yes: bool) -> None:
    """Answer the question whether one really wants to leave."""
    page.get_by_role("button", name="Leave" if yes else "Stay", exact=True).tap()


def late(visitor: Visitor, command: str) -> list[str]:
    """Hold a command up until the table has gone on, once; returns what was sent."""
    sent: list[str] = []

    def hold(route: Route) -> None:
        asked = route.request.post_data_json or {}
        if asked["command"] == command:
            sent.append(asked["command_id"])
            if len(sent) == 1:
                until(lambda: visitor.state()["version"] > asked["expected_version"], visitor.page)
        route.continue_()

    visitor.page.route("**/commands", hold)
    return sent


@pytest.mark.parametrize("command", ["back", "leave"])
def test_what_comes_late_is_done_all_the_same(
    command: str, tmp_path_factory: pytest.TempPathFactory, visitors: Callable[..., Visitor]
) -> None:
    """While robots move, coming back and leaving succeed though the table has gone on."""
    # so slow that robots still move when a page has come, where others work, too
    slow = start(tmp_path_factory.mktemp("slow"), bot_pause=2.5, undo_pause=0)
    try:
        ana = visitors(slow)
        path = ana.make(here(), BOT, BOT, deck="standard")
        if command == "back":
            ana.do("leave", seat=1)
        else:
            Taps(ana).turn()
        page = ana.go(path)
        sent = late(ana, command)
        if command == "back":
            page.get_by_role("button", name=BACK).tap()
            until(lambda: bots(ana) == [False, False, False], page)
        else:
            leave(page)
            answer(page, yes=True)
            expect(page.locator(".page.start")).to_be_visible()
            page.go_back()
            until(lambda: bots(ana) == [True, False, False], page)
        assert len(sent) >= 2
        assert len(set(sent)) == 1
        expect(page.locator(".notice")).to_have_count(0)
    finally:
        slow.close()
