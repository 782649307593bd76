"""The drawings of the cards: each kind has its own, and none needs its colours to be told apart."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from serpentina.art import BLEED, HEIGHT, WIDTH, back_svg, card_svg, printed_svg
from serpentina.cards import ALL_KINDS, LETTERS, TURNED
from serpentina.errors import NotationError

SVG = "{http://www.w3.org/2000/svg}"
ART = json.loads(files("serpentina.art").joinpath("cards.json").read_text(encoding="utf-8"))


SNAKES = Path(__file__).parents[1] / "client" / "src" / "snakes"
# Every card as it may lie.
CARDS = sorted({str(card) for kind in ALL_KINDS for card in (kind, TURNED[kind])})


def shapes_without_colour(svg: str) -> str:
    """The picture's geometry: every colour taken out."""
    return re.sub(r"#[0-9a-f]{3,6}", "", svg)


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_card_is_a_picture(card: str, theme: str) -> None:
    """It is well-formed SVG of a card's size, without text, script, style or reference."""
    svg = card_svg(card, "dark" if theme == "dark" else "light")
    root = ET.fromstring(svg)  # noqa: S314
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
    assert {node.tag for node in root.iter()} <= {
        SVG + tag for tag in ("svg", "rect", "path", "circle")
    }
    assert "nan" not in svg
    assert "href" not in svg


def test_kinds_are_told_apart_without_colour() -> None:
    """F13: the 29 kinds differ in shape alone, by pattern and symbol."""
    assert len({shapes_without_colour(card_svg(str(card))) for card in ALL_KINDS}) == len(ALL_KINDS)


def test_colours_have_patterns_and_symbols_of_their_own() -> None:
    """No two of the six colours share their pattern or their symbol, nor does the rainbow."""
    assert set(ART["colours"]) == set(LETTERS) - {"*"}
    patterns = [json.dumps(colour["pattern"]) for colour in ART["colours"].values()]
    symbols = [colour["symbol"] for colour in ART["colours"].values()]
    assert len(set(patterns)) == len(patterns)
    assert len({*symbols, ART["rainbow"]["symbol"]}) == len(symbols) + 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_symbols_stand_out(theme: str) -> None:
    """A symbol has a contrast of 3 or more with its disc, a pattern 1.5 or more with its colour."""
    for colour in ART["colours"].values():
        assert contrast(colour[theme]["mark"], ART[theme]["disc"]) >= 3
        assert contrast(colour[theme]["mark"], colour[theme]["fill"]) >= 1.5


def test_rainbow_shows_all_colours() -> None:
    """The rainbow cards have each of the six colours, in the circle's order."""
    fills = [ART["colours"][letter]["light"]["fill"] for letter in LETTERS[:-1]]
    for card in ("<*", "*>"):
        places = [card_svg(card).index(f'fill="{fill}"', 800) for fill in fills]
        assert len(set(places)) == len(fills)


def test_a_card_that_does_not_exist_is_refused() -> None:
    """What is no card has no picture, and markup cannot slip in."""
    for text in ("rr", "", "<", "<r>", '"/>', "xx"):
        with pytest.raises(NotationError):
            card_svg(text)


def test_outlines_stay_on_the_card() -> None:
    """Nothing is drawn far outside the card."""
    for card in ALL_KINDS:
        svg = card_svg(str(card))
        for data in re.findall(r'd="(M[^"]*)" (?!fill="[^"]*" transform)', svg):
            numbers = [float(number) for number in re.findall(r"-?[\d.]+", data)]
            for x, y in zip(numbers[::2], numbers[1::2], strict=True):
                assert -2 <= x <= WIDTH + 2
                assert -4 <= y <= HEIGHT + 4


@pytest.mark.parametrize("card", CARDS)
def test_a_card_to_print_runs_off_its_edges(card: str) -> None:
    """Its body goes on beyond each edge where it is open; nothing shines through."""
    svg = printed_svg(card, BLEED)
    root = ET.fromstring(svg)  # noqa: S314
    assert root.get("viewBox") == f"0 {-BLEED} {WIDTH} {HEIGHT + 2 * BLEED}"
    assert "opacity" not in svg
    assert {node.tag for node in root.iter()} <= {SVG + tag for tag in ("svg", "path", "circle")}
    heights = [y for data in re.findall(r'd="(M[^"]*)" fill="#', svg) for y in heights_of(data)]
    assert min(heights) < -BLEED
    assert (max(heights) > HEIGHT + BLEED) == (card[0] != "<" and card[1] != ">")


def heights_of(data: str) -> list[float]:
    """The heights of the places of a path."""
    return [float(number) for number in re.findall(r"-?[\d.]+", data)[1::2]]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_back_is_a_picture(theme: str) -> None:
    """It is well-formed SVG of a card's size: a snake among stars, and no text."""
    svg = back_svg("dark" if theme == "dark" else "light")
    root = ET.fromstring(svg)  # noqa: S314
    assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
    tags = [node.tag.removeprefix(SVG) for node in root.iter()]
    assert set(tags) == {"svg", "rect", "path", "circle", "g"}
    assert tags.count("circle") == len(ART["back"]["stars"]) + 2 * 2
    assert {ART[theme]["back"], ART["colours"]["g"][theme]["fill"]} <= set(
        re.findall(r'"(#[0-9a-f]{6})"', svg)
    )


def test_the_browser_has_the_same_back() -> None:
    """The client draws the back from the one source, and the style sheet has its colours."""
    source = (SNAKES / "CardView.tsx").read_text(encoding="utf-8")
    css = (SNAKES / "snakes.css").read_text(encoding="utf-8")
    for name in ("rim", "stars", "star", "coil", "head"):
        assert re.search(rf"BACK\.{name}\b|[{{ ]{name}[, ].*= BACK", source), name
    back = ART["back"]
    for look, width in (("-edge", "edge"), ("", "coil"), ("-mark", "mark")):
        assert re.search(rf"\.s-coil{look} {{[^}}]*width: {back['widths'][width]};", css)
    assert f"stroke: {back['edge']};" in css


def test_the_browser_has_the_same_colours() -> None:
    """The style sheet of the client holds each colour of the one source, light and dark."""
    css = (SNAKES / "snakes.css").read_text(encoding="utf-8")
    for theme in ("light", "dark"):
        for letter, colour in ART["colours"].items():
            assert f"--c-{letter}: {colour[theme]['fill']};" in css
            assert f"--m-{letter}: {colour[theme]['mark']};" in css
        for name, shade in ART[theme].items():
            assert f"--s-{name}: {shade};" in css


def test_every_look_has_its_style() -> None:
    """Each class that the client's drawings use is in the style sheet."""
    css = (SNAKES / "snakes.css").read_text(encoding="utf-8")
    sources = "".join(path.read_text(encoding="utf-8") for path in SNAKES.glob("*.ts*"))
    looks = set(re.findall(r"[\"` ](s-[a-z-]+[a-z])(?=[\"` ])", sources))
    assert "s-tongue" in looks
    assert {look for look in looks if f".{look}" not in css} <= {"s-fan", "s-pile"}
    for letter in LETTERS[:-1]:
        assert {f".{part}-{letter}" for part in "fmlr"} <= set(re.findall(r"\.[fmlr]-[a-z]", css))


def luminance(colour: str) -> float:
    """How bright a colour is, 0 to 1 (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast between two colours, 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
