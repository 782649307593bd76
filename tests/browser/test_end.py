"""The end: the count, the longest snake, shared wins, the series, the record and the seal."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from serpentina.reader import read_record
from serpentina.record import verify
from tests.browser.conftest import Visit
from tests.browser.senses import seen, watch
from tests.browser.visiting import JOINING, Taps, Visitor, Wanted, alone, join, onto, until
from tests.server.running import here
from tests.shell import shell

CAT_WINS = (alone, onto, join, alone, alone, join)  # by 4 cards to 3, each in one snake
DOG_WINS = (alone, join, alone, alone, onto, join)  # seat 2 takes all: 3 cards and 4
NOBODY = (onto,) * 6
YES = re.compile("^Yes: the cards lay .* before the first draw.$")
NO = re.compile("^No: .* promised.$")


def ended(visit: Visit, *wanted: Wanted, count: bool = True, **options: Any) -> Visitor:
    """A visitor who sees the end of a game of cat and dog."""
    ana = visit(**options)
    ana.make(here("cat"), here("dog"), deck="gr:7", rules=JOINING)
    ana.play(*wanted)
    if count:
        ana.do("count")
        expect(ana.page.locator("h1.winner")).to_be_visible()
    else:
        expect(ana.page.locator(".count-room button")).to_be_visible()
    return ana


def test_the_pits_are_counted_visibly(visit: Visit) -> None:
    """After a tap on "Count the cards" each number runs up from nothing to what was taken."""
    ana = ended(visit, *CAT_WINS, count=False, reduced_motion="no-preference")
    watch(ana)
    Taps(ana).count()
    expect(ana.page.locator(".pit-count").first).to_have_text("4")
    expect(ana.page.locator(".pit-count").last).to_have_text("3")
    shown = [tuple(map(int, frame["counts"])) for frame in seen(ana) if frame["counts"]]
    assert shown == sorted(shown)
    assert shown[0] < (2, 2)
    assert {cat for cat, _ in shown} >= {2, 3, 4}
    assert ana.page.locator(".pit-count").first.get_attribute("aria-label") == "4 cards"


def test_without_motion_the_count_stands_there(visit: Visit) -> None:
    """Who wants less motion sees the numbers at once."""
    ana = ended(visit, *CAT_WINS, count=False)
    watch(ana)
    Taps(ana).count()
    expect(ana.page.locator(".pit-count").first).to_be_visible()
    assert {tuple(frame["counts"]) for frame in seen(ana) if frame["counts"]} == {("4", "3")}


def test_winner_and_longest_snake(visit: Visit) -> None:
    """The winner stands first with a crown; the longest snake is named, with all its cards."""
    ana = ended(visit, *CAT_WINS)
    page = ana.page
    expect(page.locator("h1.winner")).to_contain_text("Cat wins!")
    expect(page.locator(".crowned")).to_have_count(1)
    expect(page.locator(".pits > li.won .pit-name")).to_contain_text("Cat")
    expect(page.locator(".pits > li").first).to_contain_text("1 snake")
    longest = page.locator("figure.longest")
    expect(longest).to_have_count(1)
    expect(longest.locator("figcaption")).to_have_text("Longest snake: 4 cards")
    expect(longest.locator(".s-snake")).to_be_visible()
    expect(page.locator("figure:not(.longest) figcaption")).to_have_text("3")


def test_a_shared_win_is_shown_as_such(visit: Visit) -> None:
    """R22: where nobody is ahead all are winners, crowned and named together."""
    ana = ended(visit, *NOBODY)
    page = ana.page
    expect(page.locator("h1.winner")).to_contain_text("Cat and Dog win together!")
    expect(page.locator(".crowned")).to_have_count(2)
    expect(page.locator(".pits > li.won")).to_have_count(2)
    expect(page.locator("figure")).to_have_count(0)
    ana.picture("shared-phone")


def test_the_series_is_kept_over_a_rematch(visit: Visit) -> None:
    """One tap begins the next game, the next seat begins, and games won are added up."""
    ana = ended(visit, *CAT_WINS)
    page = ana.page
    expect(page.locator(".pits > li.won")).to_contain_text("Games won: 1")
    page.get_by_role("button", name="Play again").tap()
    expect(page.locator("h1.turn")).to_contain_text("Dog")
    ana.play(*DOG_WINS)  # seat 2 is the cat's now
    Taps(ana).count()
    expect(page.locator("h1.winner")).to_contain_text("Cat wins!")
    expect(page.locator(".pits > li.won")).to_contain_text("Games won: 2")
    expect(page.locator(".pits > li:not(.won)")).not_to_contain_text("Games won")


def test_a_race_ends_at_once(visit: Visit) -> None:
    """R23: who holds enough cards first has won, with cards left in the fan."""
    ana = visit()
    ana.make(here("cat"), here("dog"), deck="gr:7", rules=f"{JOINING},goal=race:3")
    hand = Taps(ana)
    hand.turns(alone, join)
    assert len(ana.state()["slots"]) == 4
    hand.count()
    expect(ana.page.locator("h1.winner")).to_contain_text("Dog wins!")


def test_most_snakes_wins_where_chosen(visit: Visit) -> None:
    """R23: by the goal "snakes" two small ones beat one that is larger than both."""
    ana = visit()
    ana.make(here("cat"), here("dog"), deck="gr:13", rules=f"{JOINING},goal=snakes")
    small = (alone, join, alone, alone, alone, join)  # the dog takes 3 cards, and 3
    ana.play(*small, alone, *(onto,) * 3, alone, join)
    state = ana.do("count")
    assert [pit["cards"] for pit in state["pits"]][1] >= 6
    expect(ana.page.locator("h1.winner")).to_contain_text("Dog wins!")


def test_the_record_can_be_downloaded(visit: Visit, tmp_path: Path) -> None:
    """The saved game is a record that `serpentina verify` finds in order."""
    ana = ended(visit, *CAT_WINS)
    with ana.page.expect_download() as waiting:
        ana.page.get_by_role("link", name="Save the game").tap()
    game = ana.state()["game"]
    assert waiting.value.suggested_filename == f"serpentina-{game}.txt"
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    played = verify(read_record(file.read_text(encoding="utf-8")))
    assert [score.cards for score in played.scores] == [4, 3]
    verdict = shell(f"serpentina verify {file.name}", tmp_path)
    assert (verdict.returncode, verdict.stderr) == (0, ""), verdict


def test_the_shuffle_is_verified_in_the_browser(visit: Visit) -> None:
    """At the network's address, over plain http, the page checks the promise and says yes."""
    ana = ended(visit, *CAT_WINS)
    verdict = ana.page.locator(".after [role=status]")
    expect(verdict).to_have_text("")
    ana.page.get_by_role("button", name="Was the shuffle fair?").tap()
    expect(verdict).to_have_text(YES)
    assert ana.page.evaluate("isSecureContext") == ("127.0.0.1" in ana.address)


def swapped(state: dict[str, Any]) -> None:
    """Two cards of the fan have changed places; here all are alike, so one is another."""
    state["order"][1] = "<r"


def other_nonce(state: dict[str, Any]) -> None:
    """The fan was sealed with another nonce."""
    state["nonce"] = "0" * len(state["nonce"])


def other_seal(state: dict[str, Any]) -> None:
    """Something else was promised."""
    state["commitment"] = "0" * len(state["commitment"])


@pytest.mark.parametrize("tamper", [swapped, other_nonce, other_seal])
def test_a_broken_promise_is_found(visit: Visit, tamper: Callable[[dict[str, Any]], None]) -> None:
    """If the server shows other cards than it promised, the page says so."""
    ana = ended(visit, *NOBODY)
    game = ana.state()["game"]

    def answer(route: Route) -> None:
        got = route.fetch()
        state = got.json()
        tamper(state)
        route.fulfill(response=got, json=state)

    ana.page.route(f"**/api/games/{game}", answer)
    ana.page.reload()
    ana.page.get_by_role("button", name="Was the shuffle fair?").tap()
    expect(ana.page.locator(".after [role=status]")).to_have_text(NO)


def test_only_who_played_may_begin_again(visit: Visit) -> None:
    """Who watched sees the result and may go along to the next game, once there is one."""
    ana, cleo = ended(visit, *CAT_WINS), visit()
    page = cleo.go(ana.page.url.removeprefix(ana.address))
    expect(page.locator("h1.winner")).to_contain_text("Cat wins!")
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)
    ana.page.get_by_role("button", name="Play again").tap()
    page.get_by_role("link", name="To the next game").tap()
    until(lambda: cleo.page.url == ana.page.url, page)
    expect(page.locator(".table-page")).to_be_visible()
    assert cleo.next_step() == "wait"
