"""What one can choose: language, pile, two sets, rules and goals; each for oneself or the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from serpentina.options import Rules
from tests.browser.conftest import Visit
from tests.browser.visiting import BOT, Taps, Visitor, play_out
from tests.server.running import here

LANGUAGES = {"English": "Your turn", "Deutsch": "Du bist dran", "Français": "À toi de jouer",
             "Español": "Te toca", "Português": "É a tua vez"}  # fmt: skip
JOINS = "Whoever joins two snakes takes them at once"
SHORT = {"English": "en", "Deutsch": "de", "Français": "fr", "Español": "es", "Português": "pt"}


def begin(visitor: Visitor) -> Page:
    """Start the game that the start page describes."""
    visitor.page.locator(".go .big").tap()
    expect(visitor.page.locator(".table-page")).to_be_visible()
    return visitor.page


def choose(page: Page, name: str) -> None:
    """Choose one of the big tiles."""
    page.get_by_role("radio", name=name).first.tap()
    expect(page.get_by_role("radio", name=name).first).to_be_checked()


def speak(visitor: Visitor, language: str) -> None:
    """Choose a language in the settings, and close them."""
    page = visitor.page
    page.locator("header .sign").last.tap()
    page.locator("dialog").get_by_role("radio", name=language).tap()
    page.locator("dialog .sheet-head .sign").tap()


def test_the_language_is_changed_in_the_sheet(visit: Visit) -> None:
    """Each of the five is named in itself, is spoken at once, and still after a reload."""
    ana = visit()
    ana.make(here(), BOT)
    turn = ana.page.locator("h1.turn")
    for language, sentence in LANGUAGES.items():
        speak(ana, language)
        expect(turn).to_contain_text(sentence)
        assert ana.page.evaluate("document.documentElement.lang") == SHORT[language]
        ana.page.reload()
        expect(turn).to_contain_text(sentence)


def test_each_person_has_his_own_language(visit: Visit) -> None:
    """At one table one chooses German, and it stays English for the other, on all his pages."""
    ana, ben = visit(), visit()
    path = ana.make(here(), here("dog"))
    ben.go(path)
    speak(ana, "Deutsch")
    expect(ana.page.locator("h1.turn")).to_contain_text("Katze ist dran")
    ben.page.reload()
    expect(ben.page.locator("h1.turn")).to_contain_text("Cat’s turn")
    expect(ana.go("/rules").locator("h1")).not_to_have_text("How to play")
    expect(ben.go("/rules").locator("h1")).to_have_text("How to play")


def test_the_browsers_language_is_the_first(visit: Visit) -> None:
    """A Brazilian browser is greeted in Portuguese, one of an unknown language in English."""
    for locale, language in {"pt-BR": "pt", "fr-CA": "fr", "fi-FI": "en"}.items():
        page = visit(locale=locale).go("/")
        assert page.evaluate("document.documentElement.lang") == language


def test_a_pile_instead_of_a_fan(visit: Visit) -> None:
    """Chosen at the start, the cards lie in a pile from which one plays; the choice is kept."""
    ana = visit()
    page = ana.go("/")
    choose(page, "Pile")
    begin(ana)
    expect(page.locator(".s-pile .s-slot")).to_have_count(49)
    expect(page.locator(".s-fan")).to_have_count(0)
    assert ana.state()["spread"] == "pile"
    ana.picture("pile-phone")
    Taps(ana).turn()
    expect(ana.go("/").get_by_role("radio", name="Pile")).to_be_checked()


def test_a_whole_game_from_a_pile(visit: Visit) -> None:
    """From a pile one can draw every card."""
    ana = visit()
    ana.make(here(), BOT, spread="pile")
    play_out(Taps(ana))


def test_two_sets(visit: Visit) -> None:
    """A longer game has two sets of cards: 100, one of them turned up."""
    ana = visit()
    page = ana.go("/")
    choose(page, "Two sets")
    begin(ana)
    state = ana.state()
    assert len(state["slots"]) == 99
    assert sum(state["fan"].values()) == 99
    expect(page.locator(".s-slot")).to_have_count(99)
    Taps(ana).turn()
    ana.picture("two-sets-phone")


@pytest.mark.parametrize(("goal", "text"), [
    ("Most cards", "serpentina"),
    ("Most snakes", "serpentina,goal=snakes"),
    ("First to ten cards", "serpentina,goal=race:10"),
])  # fmt: skip
def test_the_goal_is_chosen_behind_the_fold(visit: Visit, goal: str, text: str) -> None:
    """R23: the goals stand behind the fold, and the table is played by the one chosen."""
    ana = visit()
    page = ana.go("/")
    expect(page.get_by_role("radio", name=goal)).to_be_hidden()
    page.locator(".fold summary").tap()
    choose(page, goal)
    begin(ana)
    assert ana.state()["rules"] == text


@pytest.mark.parametrize(("switch", "preset", "text"), [
    ("A card that fits must be laid where it fits", "Serpentina", "serpentina,must_match=off"),
    ("A card on its own can be joined to a snake", "Serpentina", "serpentina,joinable=any"),
    (JOINS, "Serpentina", "serpentina,joined=when_complete"),
    ("A card on its own can be joined to a snake", "Hisss", "hisss,joinable=snakes"),
    (JOINS, "Hisss", "hisss,joined=taken"),
])  # fmt: skip
def test_each_option_changes_the_rules(visit: Visit, switch: str, preset: str, text: str) -> None:
    """R16, R20, R21: each switch behind the fold makes the table's rules differ from the preset."""
    ana = visit()
    page = ana.go("/")
    choose(page, preset)
    page.locator(".fold summary").tap()
    page.get_by_role("checkbox", name=switch).tap()
    begin(ana)
    assert Rules.parse(ana.state()["rules"]) == Rules.parse(text)


def test_people_and_robots_at_the_start(visit: Visit) -> None:
    """Who plays is chosen by pictures: an animal, a name, one person more, one robot less."""
    ana = visit()
    page = ana.go("/")
    page.get_by_role("button", name="Cat: change").tap()
    page.get_by_role("button", name="Fox").tap()
    page.get_by_label("Name").fill("Ana <b>")
    page.get_by_role("button", name="Done").tap()
    page.get_by_role("button", name="Add a person").tap()
    page.get_by_role("button", name="Robot: change").tap()
    page.get_by_role("button", name="Take away").tap()
    begin(ana)
    seats = [(seat["kind"], seat["name"], seat["pictogram"]) for seat in ana.state()["seats"]]
    assert seats == [("here", "Ana <b>", "fox"), ("here", "", "cat")]
    expect(page.locator("h1.turn")).to_contain_text("Ana <b>’s turn")
