"""The replay: by its link and from a file; step, play, scrub, keyboard; what is no record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from serpentina.reader import read_record
from tests.browser.conftest import Visit, address_of
from tests.browser.visiting import JOINING, Visitor, alone, join, onto, until
from tests.server.running import Server, here

PLAYED = (alone, onto, join, alone, alone, join)  # the cat takes 4 cards, the dog 3
NO_RECORD = "This is no saved game."


@pytest.fixture(scope="module")
def played(browser: Browser, server: Server) -> tuple[str, str]:
    """A game that is over: its id, and its record."""
    ana = Visitor(browser, address_of(server))
    ana.make(here("cat"), here("dog"), deck="gr:7", rules=JOINING)
    ana.play(*PLAYED)
    game = ana.do("count")["game"]
    record = ana.context.request.get(f"/api/games/{game}/record").text()
    ana.context.close()
    return game, record


@pytest.fixture
def replay(visit: Visit, played: tuple[str, str]) -> Page:
    """The replay of that game, opened by its link by somebody who was not there."""
    return visit().go(f"/r/{played[0]}")


def at(page: Page, step: int) -> None:
    """Wait until a step is shown: title, slider, pits and snakes."""
    expect(page.locator("h1.turn")).to_have_text(f"Step {step} of 6")
    expect(page.locator("input[type=range]")).to_have_value(str(step))
    snakes = [1, 2, 2, 0, 1, 2, 0][step]
    pits = (["0", "0"], ["4", "0"], ["4", "3"])[(step > 2) + (step > 5)]
    expect(page.locator(".s-table .s-snake")).to_have_count(snakes)
    expect(page.locator(".player b")).to_have_text(pits)


def test_step_by_step(replay: Page) -> None:
    """The buttons lead on, back, to the end and to the beginning, and end where the game does."""
    sign = {name: replay.get_by_role("button", name=name) for name in (
        "To the beginning", "Step back", "Step on", "To the end",
    )}  # fmt: skip
    at(replay, 0)
    expect(sign["Step back"]).to_be_disabled()
    expect(replay.locator(".replay-hand p")).to_have_text("The first card is turned up.")
    for step in range(1, 7):
        sign["Step on"].tap()
        at(replay, step)
    expect(sign["Step on"]).to_be_disabled()
    sign["Step back"].tap()
    at(replay, 5)
    sign["To the beginning"].tap()
    at(replay, 0)
    sign["To the end"].tap()
    at(replay, 6)


def test_each_step_is_told(replay: Page) -> None:
    """A step says who did what: on its own, at an end, a join of two, a snake taken."""
    said = replay.locator(".replay-hand p")
    wanted = (
        ("Cat lays", "on its own."),
        ("Dog lays", "end of"),
        ("Cat joins with", "Cat takes a snake of 4 cards. Hisss!"),
    )
    for start, rest in wanted:
        replay.get_by_role("button", name="Step on").tap()
        expect(said).to_contain_text(start)
        expect(said).to_contain_text(rest)


def test_it_plays_by_itself(replay: Page) -> None:
    """Played on, it steps by itself until it is paused, and at the end begins once more."""
    replay.clock.install()
    replay.get_by_role("button", name="Play on").tap()
    for step in (1, 2):
        replay.clock.run_for(1400)
        at(replay, step)
    replay.get_by_role("button", name="Pause").tap()
    replay.clock.run_for(5000)
    at(replay, 2)
    replay.get_by_role("button", name="Play on").tap()
    for step in range(3, 7):
        replay.clock.run_for(1400)
        at(replay, step)
    replay.clock.run_for(1400)
    replay.get_by_role("button", name="Play on").tap()
    at(replay, 0)


def test_scrubbing(replay: Page) -> None:
    """The slider leads to any step, by a finger as by the keyboard."""
    slider = replay.locator("input[type=range]")
    box = slider.bounding_box()
    assert box is not None
    for part, step in ((0.5, 3), (0.999, 6), (0.001, 0)):
        replay.mouse.click(box["x"] + part * box["width"], box["y"] + box["height"] / 2)
        at(replay, step)
    slider.focus()
    for key, step in {"ArrowRight": 1, "ArrowUp": 2, "ArrowLeft": 1, "End": 6, "Home": 0}.items():
        replay.keyboard.press(key)
        at(replay, step)


def test_by_the_keyboard(replay: Page) -> None:
    """The tabulator leads to each button that can be pressed, and Enter presses it."""
    for name, step in (("Step on", 1), ("To the end", 6), ("Step back", 5)):
        for _ in range(12):
            replay.keyboard.press("Tab")
            focused = replay.evaluate("document.activeElement.getAttribute('aria-label')")
            if focused == name:
                break
        assert focused == name
        replay.keyboard.press("Enter")
        at(replay, step)


DROP = """(one, [text, name]) => {
  const what = new DataTransfer();
  what.items.add(new File([text], name, { type: "text/plain" }));
  const was = { left: false };
  for (const kind of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(kind, { dataTransfer: what, bubbles: true, cancelable: true });
    one.dispatchEvent(event);
    if (kind !== "dragenter" && !event.defaultPrevented) was.left = true;
  }
  return was.left;
}"""


@pytest.mark.parametrize("where", [".drop", "h1", "body"])
def test_a_record_dropped_anywhere_on_the_page(
    visit: Visit, played: tuple[str, str], where: str
) -> None:
    """A record may be dropped on the box or beside it: it is replayed, no file is opened."""
    page = visit().go("/replay")
    left = page.locator(where).evaluate(DROP, [played[1], "game.txt"])
    assert not left, "The browser would have opened the file."
    at(page, 0)
    page.get_by_role("button", name="To the end").tap()
    at(page, 6)
    expect(page.locator(".player small").first).to_have_text("Cat")


def test_a_record_chosen(visit: Visit, played: tuple[str, str], tmp_path: Path) -> None:
    """A record can be chosen as a file; it is one of ours and says who played."""
    file = tmp_path / "game.txt"
    file.write_text(played[1], encoding="utf-8")
    assert read_record(played[1]).seats == ("cat", "dog")
    page = visit().go("/replay")
    page.locator("input[type=file]").set_input_files(file)
    at(page, 0)


def letters(_record: str) -> bytes:
    """A letter to somebody."""
    return b"Dear grandmother, we have played a game with snakes."


def picture(_record: str) -> bytes:
    """The beginning of a photograph."""
    return b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(range(256))


def torn(record: str) -> bytes:
    """A record with a turn that cannot be."""
    return record.replace("\n1. ", "\n1. 99@rr ", 1).encode()


def vast(record: str) -> bytes:
    """Something that is far too long."""
    return (record * 400).encode()


@pytest.mark.parametrize("wrong", [letters, picture, torn, vast])
def test_a_wrong_file(
    server: Server,
    visitors: Callable[..., Visitor],
    played: tuple[str, str],
    tmp_path: Path,
    wrong: Callable[[str], bytes],
) -> None:
    """What is no record is called so in a friendly sentence, and another file may be chosen."""
    ana = visitors(server)
    page = ana.go("/replay")
    file = tmp_path / "wrong.txt"
    file.write_bytes(wrong(played[1]))
    assert file.read_bytes() != played[1].encode()
    page.locator("input[type=file]").set_input_files(file)
    ana.notice(NO_RECORD)
    file.write_text(played[1], encoding="utf-8")
    page.locator("input[type=file]").set_input_files(file)
    at(page, 0)


def test_a_game_that_is_gone(server: Server, visitors: Callable[..., Visitor]) -> None:
    """The link to a replay that is not there any more says so, and leads home."""
    ana = visitors(server)
    page = ana.go("/r/abcdefgh")
    expect(page.locator("h1")).to_have_text("This game is not here any more.")
    page.locator(".trouble").get_by_role("link", name="To the start").tap()
    expect(page.locator(".page.start")).to_be_visible()


def test_a_game_that_goes_on(visit: Visit) -> None:
    """The replay of a game that is not over shows it as far as it has gone."""
    ana = visit()
    path = ana.make(here("cat"), here("dog"), deck="gr:7", rules=JOINING)
    ana.play(*PLAYED[:2])
    page = ana.go(path.replace("/g/", "/r/"))
    expect(page.locator("h1.turn")).to_have_text("Step 0 of 2")
    page.get_by_role("button", name="To the end").tap()
    until(lambda: page.locator(".s-table .s-snake").count() == 2, page)
