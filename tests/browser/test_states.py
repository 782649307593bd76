"""Each state of each page, sheets, banners and all: it fits, axe finds nothing, targets are big."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import pytest

from tests.browser.conftest import address_of, start
from tests.browser.measures import (
    LANGUAGES,
    WIDTHS,
    found_by_axe,
    open_cards,
    settled,
    too_small,
    too_wide,
)
from tests.browser.states import AWAY, STATES, States
from tests.browser.test_pages import PAGES, Places
from tests.browser.visiting import PHONE, Visitor
from tests.server.running import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LEAST_OF_A_CARD = 24  # pixels of a card of the fan: others lie over it, and any card does as well


TOO_HIGH = """() => {
  const { scrollHeight } = document.documentElement;
  return scrollHeight > innerHeight ? [`${scrollHeight} > ${innerHeight}`] : [];
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
        wrong += too_wide(states.open(name, language), language)
    states.page.set_viewport_size(PHONE)
    states.visitor.picture(f"{name}-pt")
    assert wrong == []


@pytest.mark.parametrize("name", STATES)
def test_each_state_is_for_everybody(states: States, name: str) -> None:
    """On a phone each target of a sheet, a banner or a rarer page is at least 44 by 44 pixels.

    And axe-core finds nothing in any state by WCAG 2.2 AA, in light and in dark.
    """
    states.page.set_viewport_size(PHONE)
    page = states.open(name)
    assert too_small(page) == []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = found_by_axe(page)
        assert not found, f"{scheme}: {found}"


@pytest.mark.parametrize("name", PAGES)
def test_targets_of_a_page_are_big(places: Places, name: str) -> None:
    """Every button, link and field of a page on a phone is at least 44 by 44 pixels."""
    places.visitor.page.set_viewport_size(PHONE)
    assert too_small(places.go(name)) == []


@pytest.mark.parametrize("spread", ["fan", "pile"])
def test_of_each_card_in_the_fan_enough_lies_open(places: Places, spread: str) -> None:
    """The named exception: cards overlap, but of each, at least 24 by 24 pixels can be tapped."""
    page = places.visitor.page
    page.set_viewport_size(PHONE)
    places.visitor.make({"kind": "here", "pictogram": "cat"}, deck="standard", spread=spread)
    page.wait_for_timeout(200)
    cards = open_cards(page)
    assert len(cards) == 49
    assert min(map(min, cards)) >= LEAST_OF_A_CARD, sorted(map(min, cards))[:8]


@pytest.mark.parametrize("name", ["table", "replay"])
def test_the_table_is_as_high_as_the_window(places: Places, name: str) -> None:
    """Table and replay fill the window without a pixel to scroll, on any device."""
    page = places.go(name)
    for width, height in {**WIDTHS, 640: 360}.items():
        page.set_viewport_size({"width": width, "height": height})
        assert settled(page, TOO_HIGH) == []
    page.set_viewport_size(PHONE)
