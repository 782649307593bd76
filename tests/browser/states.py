"""What a page can look like beside its usual look: sheets, banners, notices, pages in between."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.visiting import BOT, FITTING, JOINING, Visitor, alone, join, onto, until
from tests.server.running import OPEN, here

LONG = "Maximiliane-Franzis"
AWAY = 0.5  # seconds; of the server on which these states are


class States:
    """Tables prepared for one visitor, and how each state of a page is reached."""

    def __init__(self, visitor: Visitor, friend: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page
        everybody = [here("cat", LONG), *map(here, ("dog", "fox")), BOT]
        self.table = visitor.make(*everybody, deck=FITTING)
        self.taken = visitor.make(here("cat", LONG), here("dog"), deck="gr:5", rules=JOINING)
        visitor.play(alone, onto, join)
        self.pile = visitor.make(*everybody, deck="standard", spread="pile")
        visitor.do("draw", slot=20)
        self.over = visitor.make(here("cat", LONG), here("dog"), deck="gr:2")
        visitor.play(onto)
        self.lobby = friend.make(here("cat", LONG), OPEN, OPEN, BOT)
        self.guest = friend.make(here("cat", LONG), OPEN, OPEN)
        sits = visitor.context.request.post(
            f"/api{self.guest.replace('/g/', '/games/')}/seats", data={"pictogram": "owl"}
        )
        assert sits.status == 200, sits.text()
        self.full = friend.make(here("cat", LONG), OPEN)
        other = friend.context.browser
        assert other is not None
        third = other.new_context(base_url=visitor.address)
        third.request.post(
            f"/api{self.full.replace('/g/', '/games/')}/seats", data={"pictogram": "owl"}
        )
        self.away = self._with_a_guest(friend, third=None)
        self.robot = self._with_a_guest(friend, third=visitor)
        third.close()

    def _with_a_guest(self, friend: Visitor, third: Visitor | None) -> str:
        """A game from which the friend is away; or that the visitor has left to a robot."""
        visitor = self.visitor
        host, guest = (friend, visitor) if third is None else (visitor, friend)
        path = host.make(here("cat", LONG), OPEN, deck=FITTING)
        guest.context.request.post(
            f"/api{path.replace('/g/', '/games/')}/seats", data={"pictogram": "owl"}
        )
        host.do("start")
        if third is not None:
            host.do("leave", seat=1)
            until(lambda: host.state()["seat"] == 2, host.page)
        host.page.goto("about:blank")
        return path

    def open(self, name: str, language: str = "en") -> Page:
        """Bring about a state."""
        path = STATES[name][0](self)
        self.visitor.go(f"{path}?lang={language}")
        STATES[name][1](self.page)
        return self.page


def settings(page: Page) -> None:
    """The settings of the page are open."""
    page.locator("header .sign").last.click()
    expect(page.locator("dialog.sheet")).to_be_visible()


def leaving(page: Page) -> None:
    """One is asked whether one wants to leave."""
    settings(page)
    page.locator("dialog .quiet").last.click()
    expect(page.locator("dialog.sheet .buttons button")).to_have_count(2)


def seat(number: int) -> Callable[[Page], None]:
    """A seat of the start page is open."""

    def open_seat(page: Page) -> None:
        page.locator(".seats .seat").nth(number).click()
        expect(page.locator("dialog.sheet")).to_be_visible()

    return open_seat


def friend_seat(page: Page) -> None:
    """A friend's seat is open."""
    page.locator(".tile input").nth(1).check(force=True)
    seat(1)(page)


def all_rules(page: Page) -> None:
    """The fold is open."""
    page.locator(".fold summary").click()
    expect(page.locator(".fold[open]")).to_be_visible()


def pit(number: int) -> Callable[[Page], None]:
    """A pit is open."""

    def open_pit(page: Page) -> None:
        page.locator(".player").nth(number).click()
        expect(page.locator("dialog.sheet")).to_be_visible()

    return open_pit


def asked(page: Page) -> None:
    """A banner asks something."""
    expect(page.locator(".asking").first).to_be_visible(timeout=12_000)


def noticed(page: Page) -> None:
    """A notice is shown: the server has refused a draw."""
    page.route("**/commands", lambda route: route.fulfill(status=409, json={"code": "stale"}))
    page.locator(".s-slot").last.click()
    expect(page.locator(".notice")).to_be_visible()
    page.unroute("**/commands")


def ruled(page: Page) -> None:
    """The referee has answered."""
    page.locator(".palette .cards button").nth(1).click()
    page.locator(".build-row").last.click()
    page.locator(".palette .cards button").nth(2).click()
    page.locator(".referee .big").click()
    expect(page.locator(".outcomes")).to_be_visible()


def plain(page: Page) -> None:
    """Nothing more."""


STATES: dict[str, tuple[Callable[[States], str], Callable[[Page], None]]] = {
    "start-settings": (lambda _: "/", settings),
    "start-person": (lambda _: "/", seat(0)),
    "start-robot": (lambda _: "/", seat(1)),
    "start-friend": (lambda _: "/", friend_seat),
    "start-rules": (lambda _: "/", all_rules),
    "table-settings": (lambda states: states.table, settings),
    "table-leaving": (lambda states: states.table, leaving),
    "table-notice": (lambda states: states.table, noticed),
    "table-pile": (lambda states: states.pile, plain),
    "table-away": (lambda states: states.away, asked),
    "table-robot": (lambda states: states.robot, asked),
    "pit": (lambda states: states.taken, pit(0)),
    "pit-empty": (lambda states: states.taken, pit(1)),
    "over": (lambda states: states.over, plain),
    "lobby-stranger": (lambda states: states.lobby, plain),
    "lobby-guest": (lambda states: states.guest, plain),
    "lobby-seat": (lambda states: states.guest, seat(1)),
    "lobby-full": (lambda states: states.full, plain),
    "referee": (lambda _: "/rules", ruled),
    "trouble": (lambda _: "/g/abcdefgh", plain),
    "nowhere": (lambda _: "/no/such/page", plain),
}
