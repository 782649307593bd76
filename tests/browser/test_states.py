"""Each state of each page, sheets, banners and all: it fits, axe finds nothing, targets are big."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

from tests.browser.conftest import address_of, start
from tests.browser.states import AWAY, STATES, States
from tests.browser.test_pages import GUIDELINES, LANGUAGES, PAGES, TOO_WIDE, WIDTHS, Places
from tests.browser.visiting import PHONE, Visitor
from tests.server.running import Server

LEAST = 44  # CSS pixels of a target
LEAST_OF_A_CARD = 24  # of a card of the fan, which others overlap; any card does as well

# Whatever one can tap and is smaller; of a box in a label the label is what one taps.
TOO_SMALL = """(least) => {
  const open = document.querySelector("dialog[open]");
  const all = (open ?? document).querySelectorAll(
    "button, a[href], input, select, summary, [role=button], [tabindex='0']");
  const found = [];
  for (const one of all) {
    if (one.matches(".s-slot") || !one.checkVisibility({ visibilityProperty: true })) continue;
    const target = one.matches("input") ? (one.closest("label") ?? one) : one;
    const { width, height } = target.getBoundingClientRect();
    const name = one.getAttribute("aria-label") ?? one.textContent.slice(0, 30);
    if (Math.min(width, height) < least - 0.01)
      found.push(`${one.tagName}.${one.getAttribute("class")} "${name}" ${width} x ${height}`);
  }
  return [found, all.length];
}"""

# How much of each card of the fan can be tapped: width and height of what lies open of it.
OPEN_CARDS = """() => {
  const found = new Map();
  const room = document.querySelector(".fan-room").getBoundingClientRect();
  for (let y = room.top + 0.5; y < Math.min(room.bottom, innerHeight); y++) {
    for (let x = room.left + 0.5; x < room.right; x++) {
      const slot = document.elementFromPoint(x, y)?.closest(".s-slot")?.dataset.slot;
      if (!slot) continue;
      const box = found.get(slot) ?? [x, x, y, y];
      found.set(slot, [Math.min(x, box[0]), Math.max(x, box[1]), Math.min(y, box[2]), Math.max(y, box[3])]);
    }
  }
  return [...found.values()].map(([left, right, top, bottom]) => [right - left + 1, bottom - top + 1]);
}"""


@pytest.fixture(scope="module")
def states(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[States]:
    """A visitor for all states, on a server on which one is soon away."""
    running = start(tmp_path_factory.mktemp("states"), away=AWAY)
    visitor, friend = (Visitor(browser, address_of(running)) for _ in range(2))
    yield States(visitor, friend)
    for each in (visitor, friend):
        assert not each.foreign
        each.context.close()
    running.close()


@pytest.fixture(scope="module")
def places(browser: Browser, server: Server) -> Iterator[Places]:
    """A visitor for the pages as they usually are."""
    visitor = Visitor(browser, address_of(server))
    yield Places(visitor)
    visitor.context.close()


@pytest.mark.parametrize("name", STATES)
def test_each_state_fits_in_every_language(states: States, name: str) -> None:
    """F14: five languages at four widths: nothing is wider than its room."""
    wrong: list[str] = []
    for language in LANGUAGES:
        states.page.set_viewport_size(PHONE)
        page = states.open(name, language)
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(60)  # the table measures itself
            wrong += [f"{language} {width}: {one}" for one in page.evaluate(TOO_WIDE)]
    states.page.set_viewport_size(PHONE)
    states.visitor.picture(f"{name}-pt")
    assert wrong == []


@pytest.mark.parametrize("name", STATES)
def test_axe_finds_nothing_in_any_state(states: States, name: str) -> None:
    """axe-core finds nothing in any state by WCAG 2.2 AA, in light and in dark."""
    states.page.set_viewport_size(PHONE)
    page = states.open(name)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        found = Axe().run(page, options={"runOnly": {"type": "tag", "values": GUIDELINES}})
        assert found.violations_count == 0, f"{scheme}: {found.generate_report()}"


def assert_big(page: Page) -> None:
    """All that can be tapped is big enough."""
    small, all_of_them = page.evaluate(TOO_SMALL, LEAST)
    assert all_of_them
    assert small == []


@pytest.mark.parametrize("name", PAGES)
def test_targets_of_a_page_are_big(places: Places, name: str) -> None:
    """Every button, link and field of a page on a phone is at least 44 by 44 pixels."""
    places.visitor.page.set_viewport_size(PHONE)
    assert_big(places.go(name))


@pytest.mark.parametrize("name", STATES)
def test_targets_of_a_state_are_big(states: States, name: str) -> None:
    """So is every one of a sheet, a banner and the rarer pages."""
    states.page.set_viewport_size(PHONE)
    assert_big(states.open(name))


@pytest.mark.parametrize("spread", ["fan", "pile"])
def test_of_each_card_in_the_fan_enough_lies_open(places: Places, spread: str) -> None:
    """The named exception: cards overlap, but of each, at least 24 by 24 pixels can be tapped."""
    page = places.visitor.page
    page.set_viewport_size(PHONE)
    places.visitor.make({"kind": "here", "pictogram": "cat"}, deck="standard", spread=spread)
    page.wait_for_timeout(200)
    cards = page.evaluate(OPEN_CARDS)
    assert len(cards) == 49
    assert min(map(min, cards)) >= LEAST_OF_A_CARD, sorted(map(min, cards))[:8]


@pytest.mark.parametrize("name", ["table", "replay"])
def test_the_table_is_as_high_as_the_window(places: Places, name: str) -> None:
    """B9: table and replay fill the window without a pixel to scroll, on any device."""
    page = places.go(name)
    for width, height in {**WIDTHS, 640: 360}.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(60)
        assert page.evaluate("document.documentElement.scrollHeight") <= height, (width, height)
    page.set_viewport_size(PHONE)
