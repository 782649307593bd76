"""The lobby: who came by the link sits down, changes, brings somebody along, gets up again."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visiting import BOT, FITTING, Taps, Visitor, until
from tests.server.running import OPEN, here


def sit(visitor: Visitor, animal: str, name: str = "") -> None:
    """Choose an animal, type a name, and sit down."""
    page = visitor.page
    page.get_by_role("button", name=animal, exact=True).tap()
    if name:
        page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Sit down").tap()


def seats(visitor: Visitor) -> list[tuple[str, str | None, str]]:
    """Kind, animal and name of each seat."""
    found = visitor.state()["seats"]
    return [(seat["kind"], seat["pictogram"], seat["name"]) for seat in found]


def test_a_guest_sits_down_as_he_likes(visit: Visit) -> None:
    """He chooses among the animals that are free, types a name or none, and sees that he waits."""
    ana, ben = visit(), visit()
    page = ben.go(ana.make(here("cat"), OPEN, OPEN))
    expect(page.get_by_role("button", name="Cat", exact=True)).to_be_disabled()
    sit(ben, "Owl", "Ben")
    expect(page.locator(".lobby")).to_contain_text("You are Ben.")
    expect(page.locator(".lobby")).to_contain_text("The game begins in a moment.")
    expect(page.get_by_role("button", name="Begin")).to_have_count(0)
    assert seats(ben) == [("here", "cat", ""), ("here", "owl", "Ben"), ("open", None, "")]
    expect(ana.page.locator(".seats")).to_contain_text("Ben")


def test_a_guest_changes_and_gets_up(visit: Visit) -> None:
    """He may change animal and name, and give the seat up again; it is free for somebody else."""
    ana, ben = visit(), visit()
    page = ben.go(ana.make(here("cat"), OPEN))
    sit(ben, "Owl")
    page.get_by_role("button", name="Owl: change").tap()
    page.locator("dialog").get_by_role("button", name="Fox").tap()
    page.get_by_label("Name").fill("Ben")
    page.get_by_role("button", name="Done").tap()
    expect(page.locator(".seat.mine")).to_contain_text("Ben")
    assert seats(ben)[1] == ("here", "fox", "Ben")
    page.get_by_role("button", name="Ben: change").tap()
    page.get_by_role("button", name="Give up the seat").tap()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    assert seats(ana)[1] == ("open", None, "")
    assert ben.state()["you"] == []


def test_two_guests_on_one_device(visit: Visit) -> None:
    """A guest's device takes one more seat, and both play from it."""
    ana, ben = visit(), visit()
    page = ben.go(ana.make(here("cat"), OPEN, OPEN, deck=FITTING))
    sit(ben, "Owl")
    page.get_by_role("button", name="Add a person").tap()
    sheet = page.locator("dialog")
    sheet.get_by_role("button", name="Bear").tap()
    sheet.get_by_role("button", name="Sit down").tap()
    expect(page.locator(".seat.mine")).to_have_count(2)
    assert ben.state()["you"] == [2, 3]
    expect(page.get_by_role("button", name="Add a person")).to_have_count(0)
    ana.page.get_by_role("button", name="Begin").tap()
    Taps(ana).turn()
    for animal in ("Owl", "Bear"):
        expect(page.locator("h1.turn")).to_contain_text(f"{animal}’s turn")
        Taps(ben).turn()
    until(lambda: ana.next_step() == "draw", ana.page)


def test_free_seats_become_robots(visit: Visit) -> None:
    """Who made the table begins, though a friend has not come: a robot takes his place."""
    ana = visit()
    ana.make(here("cat"), OPEN, deck=FITTING)
    expect(ana.page.locator(".lobby")).to_contain_text("Free seats become robots.")
    ana.page.get_by_role("button", name="Begin").tap()
    Taps(ana).turn()
    until(lambda: ana.next_step() == "draw", ana.page)
    assert [seat["kind"] for seat in ana.state()["seats"]] == ["here", "bot"]


def test_robots_can_be_told_apart(visit: Visit) -> None:
    """Three robots at one table have three names and three pictures."""
    ana = visit()
    ana.make(here("cat"), BOT, BOT, {"kind": "bot", "player": "hatchling"}, deck=FITTING)
    players = ana.page.locator(".player")
    names = [each.get_attribute("aria-label") or "" for each in players.all()]
    assert [name.split(":")[0] for name in names] == ["Cat", "Robot 1", "Robot 2", "Baby robot"]
    pictures = [each.locator("svg").first.inner_html() for each in players.all()]
    assert len(set(pictures)) == 4


def test_a_robot_of_another_kind(visit: Visit) -> None:
    """On the start page a robot's seat lets one choose among all players that the server knows."""
    ana = visit()
    page = ana.go("/")
    page.get_by_role("button", name="Robot: change").tap()
    page.locator("dialog").get_by_role("radio", name="Baby robot").tap()
    page.get_by_role("button", name="Done").tap()
    expect(page.locator(".seats")).to_contain_text("Baby robot")
    page.locator(".go .big").tap()
    expect(page.locator(".table-page")).to_be_visible()
    assert ana.state()["seats"][1]["player"] == "hatchling"
