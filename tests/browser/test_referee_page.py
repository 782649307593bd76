"""The referee as a page: lay out a real table by tapping, and it says what the rules say."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from serpentina.cards import Card
from serpentina.notation import parse_table
from serpentina.options import Rules
from serpentina.referee import outcomes
from tests.browser.conftest import Visit

NAMES = ("red", "orange", "yellow", "green", "blue", "purple", "rainbow")
COLOURS = dict(zip("roygbp*", NAMES, strict=True))
# Rules, what lies there, the card drawn: grow, both ends, take, join, a join taken, rainbow, alone.
POSITIONS = (
    ("serpentina", "", "rg"),
    ("serpentina", "rg", "gb"),
    ("serpentina", "<r-rg", "gr"),
    ("serpentina", "<r-rg-gb", "b>"),
    ("serpentina", "<r-rg bp-p>", "gb"),
    ("serpentina", "rg-gb yo-op", "by"),
    ("serpentina", "rg yo", "gy"),
    ("hisss", "rg yo", "gy"),
    ("hisss", "rg-gb yo-op", "by"),
    ("serpentina", "rg-gb", "<*"),
    ("hisss", "<*-gb by", "*>"),
    ("serpentina", "<r b>", "gy"),
    ("serpentina", "<*", "py"),
)


def name_of(card: str) -> str:
    """A card as its button is called."""
    first, last = card[0], card[1]
    if first == "<":
        return f"{COLOURS[last]} head"
    return f"{COLOURS[first]} tail" if last == ">" else f"{COLOURS[first]}–{COLOURS[last]}"


def tap_card(page: Page, card: str) -> None:
    """Choose a colour, then the card that begins with it."""
    colour = card[1] if card[0] == "<" else card[0]
    palette = page.locator(".palette")
    palette.get_by_role("button", name=COLOURS[colour], exact=True).tap()
    palette.get_by_role("button", name=name_of(card), exact=True).tap()


def lay_out(page: Page, table: str, drawn: str) -> None:
    """Lay out the snakes, then the card drawn."""
    for number, snake in enumerate(table.split()):
        if number:
            page.get_by_role("button", name="New snake").tap()
        for card in snake.split("-"):
            tap_card(page, card)
    page.get_by_role("button", name="The card drawn").tap()
    tap_card(page, drawn)


def ruling(page: Page) -> dict[str, list[dict[str, object]]]:
    """Ask, and return what the server answers."""
    with page.expect_response("**/api/referee") as waiting:
        page.get_by_role("button", name="What is allowed?").tap()
    answer: dict[str, list[dict[str, object]]] = waiting.value.json()
    expect(page.locator(".outcomes")).to_be_visible()
    return answer


@pytest.mark.parametrize(("rules", "table", "drawn"), POSITIONS)
def test_the_page_says_what_the_rules_say(visit: Visit, rules: str, table: str, drawn: str) -> None:
    """For a table and a card the page shows just the outcomes of the rules, and what is taken."""
    page = visit().go("/rules")
    if rules == "hisss":
        page.locator(".referee").get_by_role("radio", name="Hisss").check(force=True)
    lay_out(page, table, drawn)
    answer = ruling(page)
    wanted = outcomes(Rules.parse(rules), parse_table(table), Card.parse(drawn))
    assert answer["outcomes"] == [
        {"table": each.table, "taken": each.taken, "makes": list(map(str, each.made))}
        for each in wanted
    ]
    shown = page.locator(".outcomes li")
    expect(shown).to_have_count(len(wanted))
    count = "One way:" if len(wanted) == 1 else f"{len(wanted)} ways:"
    expect(page.locator(".referee h3")).to_have_text(count)
    for outcome, entry in zip(wanted, shown.all(), strict=True):
        expect(entry.locator(".s-snake")).to_be_visible()
        takes = f"Takes {len(outcome.made)} cards" if outcome.taken else ""
        assert takes in entry.inner_text()
        assert ("won" in (entry.get_attribute("class") or "")) == bool(outcome.taken)


def test_positions_show_every_kind_of_ruling() -> None:
    """Among the positions are a join taken, a join that stays, a whole snake taken, and none."""
    found = [
        (rules, table, outcome)
        for rules, table, drawn in POSITIONS
        for outcome in outcomes(Rules.parse(rules), parse_table(table), Card.parse(drawn))
    ]
    snakes = [(rules, len(table.split()), each) for rules, table, each in found]
    assert any(rules == "serpentina" and each.taken and n == 2 for rules, n, each in snakes)
    joined = [each for rules, n, each in snakes if rules == "hisss" and not each.taken]
    assert any(len(each.made) == 5 for each in joined)
    assert any(each.taken and re.fullmatch("<.*>", each.taken) for _, _, each in snakes)
    assert any(not each.taken for _, _, each in snakes)


def test_corrections(visit: Visit) -> None:
    """A card can be turned round and taken off again, in any row, and another one be drawn."""
    page = visit().go("/rules")
    row = page.locator(".build-row")
    tap_card(page, "rg")
    page.get_by_role("button", name="Turn round").tap()
    expect(row.first).to_have_attribute("aria-label", "Snake 1, green–red")
    tap_card(page, "rb")
    tap_card(page, "bp")
    page.get_by_role("button", name="Remove the last card").tap()
    expect(row.first).to_have_attribute("aria-label", "Snake 1, green–red, red–blue")
    ask = page.get_by_role("button", name="What is allowed?")
    expect(ask).to_be_disabled()
    page.get_by_role("button", name="The card drawn").tap()
    tap_card(page, "yo")
    tap_card(page, "by")
    expect(row.last).to_have_attribute("aria-label", "The card drawn, blue–yellow")
    answer = ruling(page)
    assert [each["table"] for each in answer["outcomes"]] == ["gr-rb-by"]
    tap_card(page, "yo")
    expect(page.locator(".outcomes")).to_have_count(0)


def test_a_table_that_cannot_be(visit: Visit) -> None:
    """A snake that does not match is refused with a sentence, and can be mended."""
    visitor = visit()
    page = visitor.go("/rules")
    lay_out(page, "rg-by", "yo")
    page.get_by_role("button", name="What is allowed?").tap()
    expect(page.locator(".notice")).to_be_visible()
    expect(page.locator(".outcomes")).to_have_count(0)
    visitor.complaints.clear()  # the browser itself writes down a 422
    page.locator(".build-row").first.tap()
    page.get_by_role("button", name="Remove the last card").tap()
    tap_card(page, "gy")
    ruling(page)
