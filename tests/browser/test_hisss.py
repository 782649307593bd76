"""The senses: "Hisss!" is seen and heard, the volume counts, the turn is read aloud if asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.senses import heard, listen, spoken
from tests.browser.visiting import BOT, JOINING, Taps, Visitor, alone, join, onto, until
from tests.server.running import here

THREE = "gr:3"  # laid alone, then joined: the second player takes all three


def settings(visitor: Visitor) -> None:
    """Open the settings."""
    visitor.page.locator("header .sign").last.tap()
    expect(visitor.page.locator("dialog.sheet")).to_be_visible()


def close(visitor: Visitor) -> None:
    """Close the sheet that is open."""
    visitor.page.locator("dialog .sheet-head .sign").tap()
    expect(visitor.page.locator("dialog.sheet")).to_have_count(0)


def set_volume(visitor: Visitor, loud: str) -> None:
    """Move the slider in the settings."""
    settings(visitor)
    visitor.page.locator("dialog input[type=range]").fill(loud)
    close(visitor)


def listening(visit: Visit, path: str = "", **options: str) -> Visitor:
    """A visitor whose sounds are noted, at a table at which a snake will be taken."""
    ana = visit(**options)
    listen(ana)
    if path:
        ana.go(path)
    else:
        ana.make(here(), here("dog"), deck=THREE, rules=JOINING)
    return ana


def test_a_taken_snake_hisses(visit: Visit) -> None:
    """Who takes a snake sees "Hisss!", the snake and its cards; others see it in their language."""
    ana, ben = visit(), visit(locale="de-DE")
    path = ana.make(here(), here("dog"), deck=THREE, rules=JOINING)
    ben.go(path)
    hand = Taps(ana)
    hand.turns(alone)
    expect(ana.page.locator(".hiss")).to_have_count(0)
    hand.turns(join)
    for visitor, shout in ((ana, "Hisss!"), (ben, "Zisch!")):
        hiss = visitor.page.locator(".hiss")
        expect(hiss.locator("strong")).to_have_text(shout)
        expect(hiss).to_contain_text("+3")
        expect(hiss.locator("svg.s-strip .s-snake")).to_be_visible()
    ana.picture("hisss-phone")
    expect(ana.page.locator(".hiss")).to_have_count(0, timeout=5000)
    expect(ana.page.locator('.player[data-seat="2"] b')).to_have_text("3")


def test_each_step_sounds(visit: Visit) -> None:
    """Draw, placement, taken snake and win sound by WebAudio; no file plays, nothing shakes."""
    ana = listening(visit)
    hand = Taps(ana)
    hand.turns(alone)
    drawn, laid = heard(ana)
    assert (drawn["kind"], laid["kind"]) == ("OscillatorNode", "OscillatorNode")
    hand.turns(join)
    until(lambda: ana.page.evaluate("heard.length") == 2, ana.page)
    _, hiss = heard(ana)
    assert hiss["kind"] == "AudioBufferSourceNode"
    assert all(sound["reaches"] and sound["loud"] > 0 for sound in (drawn, laid, hiss))
    hand.step()
    until(lambda: ana.page.evaluate("heard.length") == 3, ana.page)
    assert {sound["kind"] for sound in heard(ana)} == {"OscillatorNode"}


def test_others_hear_it_too(visit: Visit) -> None:
    """A taken snake hisses on each device at which somebody has touched the page."""
    ana = visit()
    path = ana.make(here(), here("dog"), deck=THREE, rules=JOINING)
    ben = listening(visit, path)
    ben.page.locator("main.middle").tap()
    ana.play(alone, join)
    until(lambda: "AudioBufferSourceNode" in str(ben.page.evaluate("heard")), ben.page)


def test_the_volume_counts(visit: Visit) -> None:
    """The louder the slider, the louder the sounds; all the way down there is none, also later."""
    ana = listening(visit)
    hand, loud = Taps(ana), []
    for volume in ("0.1", "1"):
        set_volume(ana, volume)
        heard(ana)
        hand.draw()
        until(lambda: ana.page.evaluate("heard.length"), ana.page)
        loud.append(heard(ana)[0]["loud"])
        hand.choose(alone)
    assert loud[1] == pytest.approx(10 * loud[0])
    ana = listening(visit)
    set_volume(ana, "0")
    ana.page.reload()
    settings(ana)
    expect(ana.page.locator("dialog label.row").first).to_contain_text("Sound off")
    close(ana)
    hand = Taps(ana)
    hand.turns(alone, join)
    hand.step()
    expect(ana.page.locator("h1.winner")).to_be_visible()
    assert heard(ana) == []


def test_reading_aloud_is_asked_for(visit: Visit) -> None:
    """Nothing is read aloud unless one asks; then all is, in one's language, until told not."""
    ana = listening(visit, locale="de-DE")
    assert ana.page.evaluate("'speechSynthesis' in window")
    hand = Taps(ana)
    hand.turns(alone)
    assert spoken(ana) == []
    settings(ana)
    ana.page.get_by_role("checkbox", name="Vorlesen").check()
    close(ana)
    ana.page.reload()
    hand.turns(join)
    until(lambda: ana.page.evaluate("spoken.length") >= 2, ana.page)
    said = spoken(ana)
    assert {language for language, _ in said} == {"de"}
    assert "Hund zieht" in said[0][1], said
    assert "Hund nimmt" in said[1][1], said
    settings(ana)
    ana.page.get_by_role("checkbox", name="Vorlesen").uncheck()
    close(ana)
    hand.step()
    expect(ana.page.locator("h1.winner")).to_be_visible()
    assert spoken(ana) == []


def test_whose_turn_it_is_is_read_aloud(visit: Visit) -> None:
    """A child who cannot read hears when it is his turn again."""
    ana = visit()
    listen(ana)
    ana.page.add_init_script("localStorage.setItem('serpentina.aloud', 'yes')")
    ana.make(here("cat", "Ana"), BOT, deck="gr:6")
    Taps(ana).turns(onto)
    until(lambda: "It is Ana’s turn." in str(ana.page.evaluate("spoken")), ana.page)
