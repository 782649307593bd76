"""A visitor: a browser's window of its own, what it shows, and what its person does next."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    ViewportSize,
    expect,
)
from playwright.sync_api import TimeoutError as TooLate

from tests.server.running import OPEN, here

PATIENCE = 6_000  # ms, for a page that a busy machine holds up
PHONE = ViewportSize(width=360, height=640)
TABLET = ViewportSize(width=768, height=1024)
SMALL = "<r r> <g g> gr:6"  # ten cards
FITTING = "gr:8"  # each card fits each other: none goes to its own place by itself
JOINING = "serpentina,must_match=off,joinable=any"  # R16, R20, R21: with FITTING all can be made
BOT = {"kind": "bot", "player": "garter"}
SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"

# What the person at this window can do now.
NEXT_STEP = """() => {
  const has = (selector) => document.querySelector(selector) !== null;
  if (has(".page.end")) return "end";
  if (has(".count-room button:enabled")) return "count";
  if (has(".my-turn .s-chosen")) return "choose";
  if (has(".my-turn button.held-card")) return "place";
  return has(".my-turn .s-slot:enabled") ? "draw" : "wait";
}"""
# What everybody sees alike.
TABLE = """() => JSON.stringify({
  snakes: [...document.querySelectorAll(".s-snake")].map((one) => one.dataset.snake).sort(),
  pits: [...document.querySelectorAll(".player b")].map((one) => one.textContent),
  left: document.querySelector(".left")?.textContent,
  turn: document.querySelector(".turn-now")?.dataset.seat,
  card: document.querySelector(".held-card")?.getAttribute("aria-label").split(".")[0],
})"""


Wanted = Callable[[dict[str, Any]], Any]  # of a placement


def alone(placement: dict[str, Any]) -> bool:
    """A card laid on its own."""
    return not placement["touches"]


def onto(placement: dict[str, Any]) -> bool:
    """A card laid at one end of one snake."""
    return len(placement["touches"]) == 1


def join(placement: dict[str, Any]) -> bool:
    """A card that joins two snakes."""
    return len(placement["touches"]) == 2


def until(is_so: Callable[[], Any], page: Page, seconds: float = 20) -> Any:
    """Wait until something is so; the page lives on meanwhile."""
    end = time.monotonic() + seconds
    while not (found := is_so()):
        assert time.monotonic() < end, f"This took too long: {page.url}."
        page.wait_for_timeout(15)
    return found


class Visitor:
    """A context with one page; it notes what goes out and what is complained of."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        asked = {"viewport": PHONE, "reduced_motion": "reduce", "locale": "en-GB", **options}
        self.context = browser.new_context(base_url=address, has_touch=True, **asked)
        self.context.set_default_timeout(8000)
        self.address = address
        self.foreign: list[str] = []
        self.complaints: list[str] = []
        self.context.on("request", self._note_request)
        self.context.on("console", self._note_console)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.page = self.context.new_page()

    def _note_request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.foreign.append(request.url)

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def go(self, path: str) -> Page:
        """Open a page of the server."""
        self.page.goto(path)
        expect(self.page.locator(".page:not(.waiting)")).to_be_visible()
        return self.page

    def make(self, *seats: dict[str, str], **wanted: Any) -> str:
        """Make a table by the API with this window's cookies, and open it."""
        answer = self.context.request.post(
            "/api/games", data={"deck": SMALL, "seats": list(seats), **wanted}
        )
        assert answer.status == 201, answer.text()
        path = f"/g/{answer.json()['game']}"
        self.go(path)
        return path

    def state(self) -> dict[str, Any]:
        """The game of this window as the server knows it."""
        game = self.page.url.rstrip("/").rsplit("/", 1)[1].split("?")[0]
        state: dict[str, Any] = self.context.request.get(f"/api/games/{game}").json()
        return state

    def do(self, command: str, **more: Any) -> dict[str, Any]:
        """Send a command by the API with this window's cookies; it has to be carried out."""
        state = self.state()
        asked = {"command": command, "expected_version": state["version"], **more}
        answer = self.context.request.post(
            f"/api/games/{state['game']}/commands",
            data={"command_id": secrets.token_hex(8), **asked},
        )
        assert answer.status == 200, answer.text()
        after: dict[str, Any] = answer.json()
        return after

    def play(self, *wanted: Wanted) -> None:
        """Play turns by the API: each lays its card by the first placement that is as wanted."""
        for is_wanted in wanted:
            drawn = self.do("draw", slot=self.state()["slots"][-1])
            chosen = next(filter(is_wanted, drawn["placements"]))
            self.do("place", placement=chosen["placement"])

    def notice(self, sentence: str) -> None:
        """Wait until a notice says just this."""
        expect(self.page.locator(".notice").last).to_have_text(sentence)

    def said(self) -> str:
        """What the live region says now."""
        return self.page.locator("[aria-live].unseen").inner_text()

    def next_step(self) -> str:
        """What can be done now."""
        return str(self.page.evaluate(NEXT_STEP))

    def table(self) -> str:
        """What this window shows of the table."""
        return str(self.page.evaluate(TABLE))

    def picture(self, name: str) -> None:
        """Keep a screenshot for people to look at."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png")


class Taps:
    """Plays by taps alone."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page

    def press(self, what: Locator) -> None:
        """Touch something."""
        what.tap(timeout=PATIENCE)

    def draw(self) -> None:
        """Draw the last card that lies in the fan: no other one lies on it."""
        self.press(self.page.locator(".s-slot").last)

    def lay(self) -> None:
        """Lay the card drawn at the first place offered; one that fits nowhere goes by itself."""
        if not self.page.locator("button.held-card.lonely").count():
            self.press(self.target())

    def target(self) -> Locator:
        """A target that says where the card goes; else one that leads to a choice."""
        exact = self.page.locator(".s-target[data-placement]")
        return exact.first if exact.count() else self.page.locator(".s-target").first

    def choose(self, is_wanted: Wanted) -> dict[str, Any]:
        """Lay the card drawn by the first placement that is as wanted, by one tap or two."""
        chosen: dict[str, Any] = next(filter(is_wanted, self.visitor.state()["placements"]))
        exact = self.page.locator(f'.s-target[data-placement="{chosen["placement"]}"]')
        if not exact.count():
            place, end = chosen["touches"][0].values()
            self.press(self.page.locator(f'.s-target[data-place="{place}"][data-end="{end}"]'))
        self.press(exact)
        expect(self.page.locator("button.held-card")).to_have_count(0)
        return chosen

    def turns(self, *wanted: Wanted) -> None:
        """Whole turns: draw, and lay as wanted."""
        for is_wanted in wanted:
            until(lambda: self.visitor.next_step() == "draw", self.page)
            self.step()
            self.choose(is_wanted)

    def count(self) -> None:
        """Count the cards at the end."""
        self.press(self.page.locator(".count-room button"))

    def step(self, *, counts: bool = True) -> str:
        """Do what can be done now; returns what it was. Others may leave it to one to count."""
        now = self.visitor.next_step()
        if now in ("wait", "end") or (now == "count" and not counts):
            return now
        act = {"draw": self.draw, "count": self.count}.get(now, self.lay)
        try:
            act()
        except (TooLate, AssertionError):
            if self.visitor.next_step() == now:  # else a card went to its own place by itself
                raise
        until(lambda: self.visitor.next_step() != now, self.page)
        return now

    def turn(self) -> None:
        """One whole turn: draw and lay."""
        until(lambda: self.visitor.next_step() == "draw", self.page)
        self.step()
        while self.visitor.next_step() in ("place", "choose"):
            self.step()


class Keys(Taps):
    """Plays by the keyboard alone: no pointer ever touches the page."""

    def press(self, what: Locator) -> None:
        """Walk there with the tabulator, and press Enter."""
        handle = what.element_handle(timeout=PATIENCE)
        for _ in range(60):
            if what.page.evaluate("(one) => document.activeElement === one", handle):
                return what.page.keyboard.press("Enter")
            what.page.keyboard.press("Tab")
        raise AssertionError(f"The tabulator does not lead to {what}.")

    def draw(self) -> None:
        """Draw the card that the tabulator leads to: the fan is one stop."""
        self.press(self.page.locator('.s-slot[tabindex="0"]'))


class Drags(Taps):
    """Draws by a click, and drags the card where it belongs."""

    def press(self, what: Locator) -> None:
        """Click: buttons cannot be dragged to."""
        what.click(timeout=PATIENCE)

    def lay(self) -> None:
        """Drag the card to the first place, or to the middle of the table where it fits nowhere."""
        target = self.target()
        self.take()
        x, y = middle(target if target.count() else self.page.locator("main.middle"))
        self.page.mouse.move(x, y, steps=4)
        self.page.mouse.up()

    def take(self) -> tuple[float, float]:
        """Take the card up, and move it a little; returns where it lay."""
        x, y = middle(self.page.locator("button.held-card"))
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x - 15, y - 25, steps=3)
        return x, y


def middle(what: Locator) -> tuple[float, float]:
    """The middle of an element on the page."""
    box = what.bounding_box(timeout=PATIENCE)
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def play_out(*hands: Taps) -> None:
    """Let them play until everybody sees the end."""
    end = time.monotonic() + 60
    while {hand.step(counts=hand is hands[0]) for hand in hands} != {"end"}:
        assert time.monotonic() < end, "The game does not end."
        hands[0].page.wait_for_timeout(10)


def game_in(page: Page) -> str:
    """The id of the game that a page shows."""
    found = re.search(r"/g/([a-z2-9]{8})", page.url)
    assert found, page.url
    return found[1]


def seated(host: Visitor, guest: Visitor) -> str:
    """A small table: one makes it, the other takes his seat by the link, the first begins."""
    path = host.make(here("cat", "Ana"), OPEN)
    guest.go(path).locator("section .big").tap()
    expect(host.page.locator(".seat.free")).to_have_count(0)
    host.page.locator(".go .big").tap()
    expect(guest.page.locator(".table-page")).to_be_visible()
    return path
