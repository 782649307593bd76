"""Each page: it fits, everybody can use it, it asks nobody else, and colour is never alone."""

from __future__ import annotations

import base64
import gzip
import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from serpentina.art import card_svg
from serpentina.cards import ALL_KINDS
from tests.browser.conftest import Visit, address_of
from tests.browser.measures import LANGUAGES, WIDTHS, found_by_axe, too_wide
from tests.browser.visiting import BOT, SCREENSHOTS, TABLET, Taps, Visitor, until
from tests.server.running import OPEN, Server, here

PAGES = ("start", "lobby", "table", "end", "replay", "rules", "print", "along", "drop")
MOST_SCRIPT = 60_000


class Places:
    """A visitor who has been everywhere: the paths of all pages."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        lobby = visitor.make(here("cat", "Maximiliane-Franzis"), OPEN, OPEN, BOT)
        end = visitor.make(here("cat"), here("dog"), BOT, deck="<r r> <g g> gr:3")
        hand = Taps(visitor)
        while hand.step() != "end":
            visitor.page.wait_for_timeout(10)
        table = visitor.make(*map(here, ("cat", "dog", "fox", "owl")), BOT, deck="standard")
        for _ in range(5):
            hand.turn()
        until(lambda: visitor.next_step() == "draw", visitor.page)
        hand.step()
        self.path = {
            "start": "/",
            "lobby": lobby,
            "table": table,
            "end": end,
            "replay": end.replace("/g/", "/r/"),
            "rules": "/rules",
            "print": "/print",
            "along": "/along",
            "drop": "/replay",
        }

    def go(self, name: str, language: str = "en") -> Page:
        """Open a page, all of it."""
        page = self.visitor.go(f"{self.path[name]}?lang={language}")
        page.evaluate("document.fonts.ready.then(() => true)")
        for fold in page.locator("details").all():
            fold.evaluate("(one) => (one.open = true)")
        return page


@pytest.fixture(scope="module")
def places(browser: Browser, server: Server) -> Iterator[Places]:
    """A visitor for all tests of pages."""
    visitor = Visitor(browser, address_of(server))
    yield Places(visitor)
    visitor.context.close()
    assert not visitor.foreign
    assert not visitor.complaints


@pytest.mark.parametrize("name", PAGES)
def test_everything_fits_in_every_language(places: Places, name: str) -> None:
    """F14: five languages at four widths: nothing is wider than its room, no page scrolls aside."""
    wrong: list[str] = []
    for language in LANGUAGES:
        wrong += too_wide(places.go(name, language), language)
    for width, height in WIDTHS.items():
        places.visitor.page.set_viewport_size({"width": width, "height": height})
        places.visitor.page.wait_for_timeout(60)
        places.visitor.picture(f"{name}-{width}")
    assert wrong == []


ANIMALS = (
    ("cat", "dog", "fox", "owl", "frog", "bear"),
    ("fish", "bee", "mouse", "snail", "duck", "hen"),
)
# The names for whose turn the title of the table is too small, at any of its seats.
CUT_OFF = """() => {
  const names = [...document.querySelectorAll(".player")]
    .map((one) => one.getAttribute("aria-label").split(":")[0].trim());
  const title = document.querySelector(".turn > span");
  const text = title.textContent;
  return names.filter((name) => {
    title.textContent = text.replace(names[0], name);
    return title.scrollHeight > title.clientHeight + 1;
  });
}"""


@pytest.mark.parametrize("animals", ANIMALS, ids="-".join)
def test_the_title_names_every_animal_in_full(visit: Visit, animals: tuple[str, ...]) -> None:
    """On a small phone the title of the table shows whose turn it is, in each language."""
    ana = visit()
    path = ana.make(*map(here, animals), deck="standard")
    for language in LANGUAGES:
        page = ana.go(f"{path}?lang={language}")
        for width in (320, 360, 412):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate(CUT_OFF) == [], (language, width)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(places: Places, name: str, scheme: Any) -> None:
    """axe-core finds nothing on any page by WCAG 2.2 AA, in light and in dark."""
    page = places.visitor.page
    page.set_viewport_size({"width": 360, "height": 640})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    places.go(name)
    found = found_by_axe(page)
    places.visitor.picture(f"{name}-{scheme}")
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert not found, found


# The greys of a picture, shrunk to 26 by 40, about their mean: brightness alone does not count.
GREYS = """async (data) => {
  const picture = new Image();
  picture.src = data;
  await picture.decode();
  const canvas = new OffscreenCanvas(26, 40);
  const brush = canvas.getContext("2d");
  brush.drawImage(picture, 0, 0, 26, 40);
  const {data: dots} = brush.getImageData(0, 0, 26, 40);
  const greys = [...Array(26 * 40).keys()]
    .map((k) => 0.2126 * dots[4 * k] + 0.7152 * dots[4 * k + 1] + 0.0722 * dots[4 * k + 2]);
  const mean = greys.reduce((sum, grey) => sum + grey, 0) / greys.length;
  return greys.map((grey) => grey - mean);
}"""


def greys_of(cards: list[Locator], name: str) -> list[list[float]]:
    """How each card looks to somebody who sees no colours, whatever its brightness."""
    page = cards[0].page
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    greys: list[list[float]] = []
    for number, card in enumerate(cards):
        data = card.screenshot(path=SCREENSHOTS / f"grey-{name}-{number}.png")
        greys.append(
            page.evaluate(GREYS, f"data:image/png;base64,{base64.b64encode(data).decode()}")
        )
    return greys


def least_difference(greys: list[list[float]]) -> float:
    """The mean difference of a dot's grey between the two pictures that are most alike."""
    return min(
        sum(abs(x - y) for x, y in zip(one, other, strict=True)) / len(one)
        for one, other in itertools.combinations(greys, 2)
    )


def test_colour_is_never_alone(visit: Visit) -> None:
    """F13: without colour and without brightness every colour's card still differs clearly."""
    page = visit(device_scale_factor=3).go("/rules")
    cards = page.locator(".palette .colours svg")
    expect(cards).to_have_count(7)
    found = least_difference(greys_of(cards.all(), "colour"))
    assert found > 4


def test_each_kind_is_known_without_colour(visit: Visit) -> None:
    """F13: so do the drawings of all 29 kinds of card."""
    page = visit(device_scale_factor=3).page
    page.set_content("".join(card_svg(str(kind)) for kind in ALL_KINDS))
    cards = page.locator("svg").all()
    assert len(cards) == 29
    found = least_difference(greys_of(cards, "kind"))
    assert found > 4


def test_reduced_motion_moves_nothing(visit: Visit) -> None:
    """Where less motion is wanted, no animation runs after a draw, a placement or at the end."""
    ana = visit()
    ana.make(here(), here("dog"))
    hand = Taps(ana)
    while hand.step() != "end":
        running = ana.page.evaluate(
            "document.getAnimations().filter((one) => one.playState === 'running')"
            ".map((one) => `${one.effect.target?.className} ${one.animationName ?? one.id}`)"
        )
        assert running == []


def test_motion_for_the_others(visit: Visit) -> None:
    """Where nothing against motion is said, the card drawn flies."""
    ana = visit(reduced_motion="no-preference", viewport=TABLET)
    ana.make(here(), here("dog"))
    Taps(ana).step()
    assert ana.page.evaluate("document.getAnimations().length") > 0


def test_the_script_is_small(visit: Visit) -> None:
    """All script of the client, compressed, is at most 60 kB."""
    ana = visit()
    scripts: list[bytes] = []
    ana.page.on(
        "response",
        lambda answer: scripts.append(answer.body()) if answer.url.endswith(".js") else None,
    )
    ana.go("/")
    until(lambda: scripts, ana.page)
    assert sum(len(gzip.compress(script)) for script in scripts) <= MOST_SCRIPT
