"""Looking back in the browser: from the end to the review, the curve, the better placement."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visit, address_of
from tests.browser.measures import found_by_axe, too_small, too_wide
from tests.browser.visiting import FITTING, JOINING, Visitor, alone
from tests.server.running import Server, here

TURNS = 7
READY = 60_000  # milliseconds: a process is started for it


@pytest.fixture(scope="module")
def played(browser: Browser, server: Server) -> str:
    """The id of a game that is over, in which each card was laid on its own."""
    ana = Visitor(browser, address_of(server))
    ana.make(here("cat", "Ana"), here("dog", "Ben"), deck=FITTING, rules=JOINING)
    ana.play(*[alone] * TURNS)
    game: str = ana.do("count")["game"]
    ana.context.close()
    return game


@pytest.fixture
def page(visit: Visit, played: str) -> Page:
    """The review of that game, opened by its link."""
    page = visit().go(f"/review/{played}")
    expect(page.locator(".page.review")).to_be_visible(timeout=READY)
    return page


def test_from_the_end_to_the_review(visit: Visit, played: str) -> None:
    """The end page has a way to the review, where all played alike and each has a grade."""
    ana = visit()
    page = ana.go(f"/g/{played}")
    page.get_by_role("link", name="Review").tap()
    expect(page.locator(".page.review")).to_be_visible(timeout=READY)
    expect(page.locator(".looked li")).to_have_count(2)
    expect(page.locator(".looked b")).to_have_text(["Little snake", "Little snake"])
    ana.picture("review")


def test_a_tap_on_the_curve_shows_the_better_placement(page: Page) -> None:
    """A touch chooses the turn: its table, what was played, what was better, and why."""
    curve = page.locator(".curve svg")
    box = curve.bounding_box()
    assert box is not None
    for turn in (2, 1):
        curve.tap(position={"x": 10 + (box["width"] - 20) * turn / TURNS, "y": 20})
        expect(page.locator("h1.turn")).to_have_text(f"Step {turn} of {TURNS}")
        expect(page.locator(".small-table .s-snake")).to_have_count(turn + 1)
    costly = page.locator(".curve .dot").last
    turn = int(costly.get_attribute("data-turn") or 0)
    costly.tap()
    expect(page.locator("h1.turn")).to_have_text(f"Step {turn} of {TURNS}")
    expect(page.locator(".played")).to_contain_text("on its own.")
    expect(page.locator(".verdict")).to_contain_text("Even better: join")
    expect(page.locator(".verdict")).to_contain_text("You take 3 cards at once.")
    expect(page.locator(".two figure")).to_have_count(2)
    expect(page.locator(".two .better figcaption")).to_have_text("Takes 3 cards")


def test_numbers_for_a_grown_up(page: Page) -> None:
    """Behind a line that opens there are chance, luck and cost; children see none of them."""
    figures = page.locator(".verdict .figures")
    expect(figures.locator("dl")).to_be_hidden()
    figures.locator("summary").tap()
    expect(figures.locator("dt")).to_have_text(
        ["Chance before the draw", "after the draw", "after the placement", "Luck",
         "Cost of the placement"]
    )  # fmt: skip
    expect(figures.locator("dd").first).to_contain_text("%")


def test_by_the_keyboard(page: Page) -> None:
    """The slider leads to any turn, too."""
    slider = page.locator("input[type=range]")
    slider.focus()
    for key, turn in {"Home": 0, "ArrowRight": 1, "End": TURNS}.items():
        page.keyboard.press(key)
        expect(page.locator("h1.turn")).to_have_text(f"Step {turn} of {TURNS}")
    expect(page.get_by_role("button", name="Step on")).to_be_disabled()


@pytest.mark.parametrize("width", [320, 900])
def test_nothing_is_wider_than_the_window(visit: Visit, played: str, width: int) -> None:
    """On a narrow phone as on a wide screen, in a language of long words."""
    ana = visit(viewport={"width": width, "height": 700})
    page = ana.go(f"/review/{played}?lang=de")
    expect(page.locator(".page.review")).to_be_visible(timeout=READY)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit: Visit, played: str, scheme: str) -> None:
    """axe-core finds nothing by WCAG 2.2 AA, with all figures open; what is pressed is large."""
    ana = visit(color_scheme=scheme)
    page = ana.go(f"/review/{played}")
    expect(page.locator(".page.review")).to_be_visible(timeout=READY)
    for summary in page.locator("summary").all():
        summary.tap()
    assert found_by_axe(page) == ""
    assert too_small(page) == []
    assert too_wide(page) == []


def test_a_game_that_goes_on(server: Server, visitors: Callable[..., Visitor]) -> None:
    """Its review says that it is not over yet."""
    ana = visitors(server)
    path = ana.make(here("cat"), here("dog"))
    ana.page.goto(path.replace("/g/", "/review/"))
    expect(ana.page.locator("h1")).to_have_text("The game is not over yet.")
