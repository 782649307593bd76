"""For who cannot see: each event is told in a whole sentence; title and focus say where one is."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, start
from tests.browser.visiting import BOT, JOINING, Keys, Taps, Visitor, alone, join, onto, until
from tests.server.running import OPEN, here

CARD = "(green–red|red–green)"


def tells(visitor: Visitor, pattern: str) -> None:
    """Wait until the live region says whole sentences that are just so."""
    region = visitor.page.locator("[aria-live].unseen")
    expect(region).to_have_text(re.compile(f"^{pattern}$"))


def test_each_placement_is_told(visit: Visit) -> None:
    """The live region says who laid what at which end of which snake, joined, and took."""
    ana, ben = visit(), visit()
    path = ana.make(here("cat"), OPEN, deck="gr:7", rules=JOINING)
    ben.go(path).locator("section .big").tap()
    expect(ana.page.locator(".seat.free")).to_have_count(0)
    ana.page.locator(".go .big").tap()
    until(lambda: ana.next_step() == "draw", ana.page)
    dog = ana.state()["seats"][1]["pictogram"].capitalize()

    ana.play(alone)
    tells(ben, f"Cat lays {CARD} on its own. It is {dog}’s turn.")
    drawn = ben.do("draw", slot=ben.state()["slots"][0])
    tells(ana, f"{dog} draws {CARD}.")
    chosen = next(filter(onto, drawn["placements"]))
    ben.do("place", placement=chosen["placement"])
    end = "(red|green) end of the snake"
    tells(ana, rf"{dog} lays {CARD}: {end} \({CARD}, 1 card\). It is Cat’s turn.")
    drawn = ana.do("draw", slot=ana.state()["slots"][0])
    tells(ben, f"Cat draws {CARD}.")
    ana.do("place", placement=next(filter(join, drawn["placements"]))["placement"])
    two = rf"{end} \((red – red|green – green), 2 cards\)"
    one = rf"{end} \({CARD}, 1 card\)"
    joins = f"Cat joins with {CARD}: ({two} and {one}|{one} and {two})."
    tells(ben, f"{joins} Cat takes a snake of 4 cards. Hisss! It is {dog}’s turn.")


def test_a_card_taken_back_and_the_end_are_told(visit: Visit) -> None:
    """So are a placement that is taken back, the last card, and who has won."""
    ana = visit()
    ana.make(here("cat"), here("dog"), deck="gr:3", rules=JOINING)
    Taps(ana).turns(alone)
    ana.page.locator(".undo").tap()
    tells(ana, "The card is taken back.*")
    Taps(ana).choose(alone)
    Taps(ana).turns(join)
    tells(ana, ".*Dog takes a snake of 3 cards. Hisss! All cards are laid. Count them.")
    Taps(ana).step()
    tells(ana, "Dog wins!")


def test_targets_are_named_by_words(visit: Visit) -> None:
    """Each place where a card may go is a button that says card, end and snake."""
    ana = visit()
    ana.make(here("cat"), here("dog"), deck="gr:4", rules="serpentina,must_match=off")
    Taps(ana).step()
    names = [each.get_attribute("aria-label") or "" for each in ana.page.locator(".s-target").all()]
    where = rf"(red|green) end of the snake \({CARD}, 1 card\)"
    wanted = re.compile(rf"(Lay {CARD}: )?{where}|On its own")
    assert names
    assert all(map(wanted.fullmatch, names)), names
    assert sum(name == "On its own" for name in names) == 1


def test_what_robots_do_is_told(tmp_path: Path, visitors: Callable[..., Visitor]) -> None:
    """What robots do, at a child's pace, is told step by step, each by its robot's own name."""
    server = start(tmp_path, bot_pause=0.3)
    try:
        ana = visitors(server)
        assert_robots_are_told(ana)
    finally:
        server.close()


def assert_robots_are_told(ana: Visitor) -> None:
    """One turn, then one of each of two robots."""
    ana.make(here("cat"), BOT, BOT, deck="gr:8")
    said: set[str] = set()
    ana.page.expose_function("told", lambda sentence: said.update([sentence]))
    ana.page.evaluate(
        "new MutationObserver(() => told(document.querySelector('[aria-live].unseen').textContent))"
        ".observe(document.querySelector('[aria-live].unseen'), {childList: true, subtree: true,"
        " characterData: true})"
    )
    Taps(ana).turn()
    until(lambda: ana.next_step() == "draw", ana.page)
    for robot in ("Robot 1", "Robot 2"):
        for verb in ("draws", "(lays|joins with)"):
            wanted = re.compile(f"{robot} {verb} {CARD}.*")
            assert any(map(wanted.match, said)), said


def title_of(page: Page, name: str) -> str:
    """The title of a page, once it has one."""
    until(lambda: name == "start" or page.title() != "Serpentina", page, 3)
    return page.title()


@pytest.fixture
def titles(visit: Visit) -> dict[str, str]:
    """The title of each page."""
    ana = visit()
    lobby = ana.make(here(), OPEN)
    playing = ana.make(here(), here("dog"), deck="gr:3", rules=JOINING)
    ana.play(alone, join)
    ana.do("count")
    other = ana.make(here(), here("dog"))
    paths = {
        "lobby": lobby,
        "end": playing,
        "replay": playing.replace("/g/", "/r/"),
        "table": other,
        "rules": "/rules",
        "drop": "/replay",
        "start": "/",
        "nothing": "/nothing",
    }
    found = {name: title_of(ana.go(path), name) for name, path in paths.items()}
    ana.complaints.clear()  # of what is not there
    return found


def test_each_page_has_its_title(titles: dict[str, str]) -> None:
    """The window's title names the page, and whose turn it is."""
    assert titles.pop("replay") == titles["drop"]
    assert len(set(titles.values())) == len(titles), titles
    assert all("Serpentina" in title for title in titles.values())
    assert "Cat’s turn" in titles["table"]
    assert "Dog wins!" in titles["end"]


def focused(page: Page) -> str:
    """What has the focus."""
    return str(page.evaluate("document.activeElement.tagName"))


def test_the_focus_goes_along(visit: Visit) -> None:
    """After Enter on "Play", on a draw and on the count the focus stands on what is new."""
    ana = visit()
    page, keys = ana.go("/"), Keys(ana)
    keys.press(page.locator(".go .big"))
    expect(page.locator(".table-page")).to_be_visible()
    until(lambda: focused(page) != "BODY", page, 2)
    ana.make(here(), here("dog"), deck="gr:3", rules=JOINING)
    for _ in range(2):
        keys.turn()
        until(lambda: focused(page) != "BODY", page, 2)
    keys.step()
    expect(page.locator("h1.winner")).to_be_visible()
    until(lambda: focused(page) != "BODY", page, 2)


def test_a_closed_sheet_gives_the_focus_back(visit: Visit) -> None:
    """Escape closes the settings, and the focus is on the button that opened them."""
    ana = visit()
    page = ana.go("/")
    gear = page.get_by_role("button", name="Settings")
    gear.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(gear).to_be_focused()
