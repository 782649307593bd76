"""Motion: a join grows together, what is taken slips away, cards fly; none for who wants none."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.senses import positions, seen, watch, way_of
from tests.browser.visiting import JOINING, Taps, Visitor, alone, join
from tests.server.running import here

LASTING = "hisss,must_match=off"  # R20, R21: cards may be joined, and stay joined


def table(visit: Visit, rules: str, **options: str) -> tuple[Visitor, Taps]:
    """A table on which two cards lie, and somebody looks at each frame from now on."""
    ana = visit(**options)
    ana.make(here(), here("dog"), deck="gr:4", rules=rules)
    hand = Taps(ana)
    hand.turns(alone)
    hand.step()
    ana.page.wait_for_timeout(600)
    watch(ana)
    return ana, hand


def test_a_join_moves(visit: Visit) -> None:
    """Two joined snakes glide to where they lie from then on; the card flies there."""
    ana, hand = table(visit, LASTING, reduced_motion="no-preference")
    hand.choose(join)
    expect(ana.page.locator(".s-snake")).to_have_count(1)
    ana.page.wait_for_timeout(700)
    frames = seen(ana)
    assert len(way_of(frames, 1)) >= 4, way_of(frames, 1)
    assert len(positions(frames, "flight")) >= 3
    assert positions(frames, "leaving") == set()
    assert "flight" in positions(frames, "animated")


def test_a_take_slips_away(visit: Visit) -> None:
    """A taken snake leaves the table, and the snake that is shown flies to its pit."""
    ana, hand = table(visit, JOINING, reduced_motion="no-preference")
    hand.choose(join)
    expect(ana.page.locator(".hiss")).to_be_visible()
    expect(ana.page.locator(".hiss")).to_have_count(0, timeout=5000)
    frames = seen(ana)
    assert len(positions(frames, "leaving")) >= 3
    assert len(positions(frames, "hiss")) >= 4
    assert {"s-leave", "hiss-snake"} <= positions(frames, "animated")
    pit = ana.page.locator('.player[data-seat="2"]').bounding_box()
    last = [frame["hiss"][0] for frame in frames if frame["hiss"]][-1]
    x, y, width, height = map(int, last.split(","))
    assert pit is not None
    assert abs(x + width / 2 - pit["x"] - pit["width"] / 2) < pit["width"]
    assert abs(y + height / 2 - pit["y"] - pit["height"] / 2) < 2 * pit["height"]


def test_less_motion_is_none(visit: Visit) -> None:
    """Who asked for less motion sees the same join and take, and nothing moves in between."""
    for rules in (LASTING, JOINING):
        ana, hand = table(visit, rules)
        hand.choose(join)
        ana.page.wait_for_function("document.querySelectorAll('.s-table .s-snake').length < 2")
        ana.page.wait_for_timeout(500)
        frames = seen(ana)
        assert len(way_of(frames, 1)) <= 2
        assert len(positions(frames, "hiss")) <= 1
        for what in ("leaving", "animated"):
            assert positions(frames, what) == set(), what
