"""Taken along: the game goes on where no network is, by the same rules; nothing unasked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from serpentina.reader import read_record
from serpentina.server.addresses import home_address
from serpentina.server.showing import replay_of
from tests.browser.measures import LANGUAGES, found_by_axe, too_small, too_wide
from tests.browser.visiting import PHONE, Taps, Visitor, until
from tests.leaving_out import leave_out
from tests.server.running import TINY, Server, here

RECORDS = Path(__file__).parents[1] / "records"
LUGGAGE = ("/pyodide/", "/luggage", "/sw.js", "/assets/worker-", "/assets/taking-")
GETTING_UP = 60_000  # ms, for Python on a busy machine

# The page's worker, which the test asks too: with numbers that the page does not use.
WATCH = """window.Worker = class extends Worker {
  constructor(...how) {
    super(...how);
    window.python = this;
  }
};"""
ASK = """(asked) => Promise.all(asked.map((one, at) => new Promise((resolve) => {
  window.python.addEventListener("message", ({ data }) => data.number === -at - 1 && resolve(data));
  window.python.postMessage({ number: -at - 1, body: null, ...one });
})))"""
GO = """(path) => {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}"""
# What of the game is on the device: service workers, caches, databases.
THERE = """async () => [
  (await navigator.serviceWorker.getRegistrations()).length,
  (await caches.keys()).length,
  (await indexedDB.databases()).length,
]"""


class Traveller(Visitor):
    """A visitor of this very machine, where the context is secure; it notes what is fetched."""

    def __init__(self, browser: Browser, server: Server) -> None:
        super().__init__(browser, server.address)
        self.fetched: list[str] = []
        self.context.on("request", lambda request: self.fetched.append(request.url))
        self.context.add_init_script(WATCH)

    def go(self, path: str) -> Page:
        """Open a page; Python may have to get up for it."""
        self.page.goto(path)
        expect(self.page.locator(".page:not(.waiting)")).to_be_visible(timeout=GETTING_UP)
        return self.page

    def take_along(self) -> Page:
        """Take the game along, by taps."""
        page = self.go("/")
        page.get_by_role("link", name="Take it along").tap()
        page.get_by_role("button", name="Take it along").tap()
        expect(page.get_by_role("button", name="Take it off")).to_be_visible(timeout=30_000)
        return page

    def is_asked(self, *asked: dict[str, str]) -> list[dict[str, Any]]:
        """What Python on this device answers."""
        self.page.wait_for_function("window.python")
        answers: list[dict[str, Any]] = self.page.evaluate(ASK, list(asked))
        return answers

    def make_alone(self, *seats: dict[str, str], **wanted: Any) -> None:
        """Make a table on this device, and open it."""
        body = json.dumps({"seats": list(seats), **wanted})
        (made,) = self.is_asked({"path": "/games", "body": body})
        assert made["status"] == 201, made
        self.page.evaluate(GO, f"/g/{json.loads(made['text'])['game']}")


@pytest.fixture
def travel(browser: Browser) -> Iterator[Callable[[Server], Traveller]]:
    """Travellers at a server's own machine; no request of theirs leaves it."""
    there: list[Traveller] = []

    def come(server: Server) -> Traveller:
        there.append(Traveller(browser, server))
        there[-1].context.set_default_timeout(GETTING_UP)
        return there[-1]

    yield come
    for traveller in there:
        traveller.context.close()
    assert [traveller.foreign for traveller in there] == [[]] * len(there)


@pytest.fixture
def traveller(travel: Callable[[Server], Traveller], server: Server) -> Traveller:
    """One at the server of all tests."""
    return travel(server)


def test_a_game_without_a_network(
    travel: Callable[[Server], Traveller], own_server: Server
) -> None:
    """Taken along, the page opens without network and server; a game with a robot is begun there.

    It goes on after the page is loaded again, as it was. Taken off the device, nothing is left.
    """
    traveller = travel(own_server)
    traveller.take_along()
    own_server.end()
    traveller.context.set_offline(True)
    page = traveller.go("/")
    expect(page.get_by_text("Without a network")).to_be_visible()
    expect(page.get_by_role("radio", name="With friends")).to_have_count(0)
    page.locator(".go .big").tap()
    page.wait_for_url("**/g/0*", timeout=GETTING_UP)
    hand = Taps(traveller)
    until(lambda: traveller.next_step() == "draw", page, GETTING_UP / 1000)
    hand.turn()
    until(lambda: traveller.next_step() == "draw", page, GETTING_UP / 1000)
    before = traveller.table()
    page.reload()
    until(lambda: traveller.next_step() == "draw", page, GETTING_UP / 1000)
    assert traveller.table() == before
    hand.turn()
    page.get_by_role("link", name="To the start").tap()
    page.get_by_role("link", name="Go on").tap()
    until(lambda: traveller.next_step() == "draw", page, GETTING_UP / 1000)
    assert page.evaluate(THERE) == [1, 1, 1]
    traveller.go("/along").get_by_role("button", name="Take it off").tap()
    expect(page.locator("main").get_by_text("It is gone from this device.")).to_be_visible()
    assert page.evaluate(THERE) == [0, 0, 0]
    page.get_by_role("link", name="To the start").tap()
    expect(page.locator(".page.start")).to_be_visible()
    expect(page.get_by_role("link", name="Go on")).to_have_count(0)


def test_the_same_package(traveller: Traveller) -> None:
    """What runs there is this package: its version, and old records step by step as CPython's.

    A game is played there to its end, with the seal kept, and watched again; nothing is printed.
    """
    traveller.take_along()
    traveller.context.set_offline(True)
    page = traveller.go("/")
    records = [file.read_text(encoding="utf-8") for file in sorted(RECORDS.glob("*.txt"))]
    asked = [{"path": "/replay", "body": text} for text in records]
    host, *replays = traveller.is_asked({"path": "/host"}, *asked)
    assert json.loads(host["text"]) == {"lan": None, "version": version("serpentina")}
    assert len(replays) == len(records) >= 3
    for text, replay in zip(records, replays, strict=True):
        assert json.loads(replay["text"]) == replay_of(read_record(text))

    traveller.make_alone(here("cat"), here("dog"), deck=TINY)
    hand = Taps(traveller)
    until(lambda: hand.step() == "end", page, GETTING_UP / 1000)
    page.get_by_role("button", name="Was the shuffle fair?").tap()
    expect(page.get_by_text("Yes: the cards lay like this")).to_be_visible()
    expect(page.get_by_role("link", name="Review")).to_have_count(0)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the game").tap()
    record = read_record(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert [game.is_counted for game in record.games()][-1]
    page.get_by_role("link", name="Watch again").tap()
    expect(page.get_by_text("Step 0 of 4")).to_be_visible()

    traveller.go("/print")
    expect(page.get_by_text("No connection.")).to_be_visible()
    expect(page.locator("main a.big")).to_have_count(0)
    traveller.picture("print-alone")


def test_a_newer_version(traveller: Traveller) -> None:
    """With a network the page is the server's, whatever was taken along, and that becomes new."""
    page = traveller.take_along()
    old = """async () => {
      const [name] = await caches.keys();
      const old = await caches.open("serpentina-old");
      await old.put("/", new Response("old page", { headers: { "content-type": "text/html" } }));
      await caches.delete(name);
    }"""
    page.evaluate(old)
    fetched = len(traveller.fetched)
    traveller.go("/along")
    expect(page.get_by_role("button", name="Take it off")).to_be_visible()
    until(lambda: "serpentina-old" not in page.evaluate("caches.keys()"), page, GETTING_UP / 1000)
    stamp = page.request.get("/luggage.json").json()["stamp"]
    assert page.evaluate("caches.keys()") == [f"serpentina-{stamp}"]
    assert any("/luggage/" in url for url in traveller.fetched[fetched:])


def test_nothing_without_asking(traveller: Traveller) -> None:
    """Who plays, and looks at the page for it, has fetched nothing of it: no service worker."""
    page = traveller.go("/")
    page.locator(".go .big").tap()
    page.wait_for_url("**/g/*")
    Taps(traveller).turn()
    assert page.evaluate(THERE) == [0, 0, 0]
    assert [url for url in traveller.fetched if any(part in url for part in LUGGAGE)] == []
    expect(traveller.go("/along").get_by_text("MB are fetched, once")).to_be_visible()
    assert page.evaluate(THERE) == [0, 0, 0]
    assert [url for url in traveller.fetched if "/pyodide/" in url or "/luggage/" in url] == []


def test_it_fits_and_is_for_everybody(traveller: Traveller) -> None:
    """What is offered, and what is there, fits in five languages; everybody can read and tap it."""
    wrong: list[str] = []
    for is_there in (False, True):
        if is_there:
            traveller.take_along()
        for language in LANGUAGES:
            page = traveller.go(f"/along?lang={language}")
            expect(page.locator("main button")).to_have_count(1)
            wrong += too_wide(page, language)
        wrong += too_small(page)
        assert not found_by_axe(page)
        traveller.picture(f"along-{is_there}")
        traveller.go("/along?lang=en").evaluate("localStorage.setItem('serpentina.language', 'en')")
    assert wrong == []


def test_by_the_keyboard(traveller: Traveller) -> None:
    """It is taken along by the keyboard, and who listens hears how far it has come."""
    page = traveller.go("/along")
    page.evaluate("""() => {
      window.heard = [];
      const live = document.querySelector('.unseen[aria-live]');
      new MutationObserver(() => window.heard.push(live.textContent))
        .observe(live, { childList: true, characterData: true, subtree: true });
    }""")
    button = page.get_by_role("button", name="Take it along")
    expect(button).to_be_visible()
    for _ in range(10):
        page.keyboard.press("Tab")
        if button.evaluate("(one) => one === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Take it off")).to_be_visible(timeout=30_000)
    heard = page.evaluate("window.heard")
    assert any(said.endswith("% is there.") for said in heard[:-1])
    assert heard[-1].startswith("All is here.")


def test_not_over_plain_http(server: Server, visitors: Callable[..., Visitor]) -> None:
    """At the machine's address in the network, over http, it is not offered; the page says why."""
    if home_address() is None:
        leave_out("Left out: plain http in a home network, for this machine is in none.")
    ana = visitors(server, viewport=PHONE)
    page = ana.go("/along")
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    expect(page.get_by_text("it begins with http, and browsers")).to_be_visible()
    expect(page.locator("main button")).to_have_count(0)
