"""The game on paper: the PDF is read back and looked at; nothing here knows how it was made."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from PIL import ImageStat

from serpentina.art import BLEED, HEIGHT, WIDTH
from serpentina.cards import ALL_KINDS, CLOSED, LETTERS, STANDARD, Card, Deck
from serpentina.options import PRESETS, Rules
from serpentina.printing import ONLY, PAPERS, Wish, print_game
from serpentina.words import LANGUAGES, Words
from tests.paper import card_of, cards_on, fonts_of, pictures, read, rendered, said, size_of

SIZES = {"a4": (210, 297), "letter": (215.9, 279.4)}
ODD = Deck.parse("<r r> gr:3 <*:2 *> by:5")  # thirteen cards: the second sheet is not full
FILLS = {
    letter: tuple(bytes.fromhex(colour["light"]["fill"][1:]))
    for letter, colour in json.loads(
        files("serpentina.art").joinpath("cards.json").read_text(encoding="utf-8")
    )["colours"].items()
}


def printed(words: str = "en", **wished: Any) -> bytes:
    """A PDF."""
    wish = Wish()._replace(**wished)
    return print_game(wish, Words(words))[0]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("deck", [STANDARD, STANDARD * 2, ODD], ids=["one", "two", "odd"])
def test_every_card_of_the_deck_is_there(paper: str, deck: Deck) -> None:
    """Each card as often as the deck has it, ten on a sheet, none elsewhere; the right paper."""
    content, count = print_game(Wish(deck=deck, paper=paper), Words("en"))
    pages = read(content).pages
    sheets = [cards_on(page) for page in pages]
    assert count == len(pages) == 2 + -(-len(deck) // 10)
    assert sheets[:2] == [[], []]
    assert all(len(sheet) == 10 for sheet in sheets[2:-1])
    assert Deck.of(map(Card.parse, itertools.chain(*sheets))) == deck
    for page in pages:
        assert size_of(page) == pytest.approx(SIZES[paper], abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
def test_cards_are_as_large_as_they_should_be(paper: str) -> None:
    """Each is 52 by 80 mm; none lies on another, or too near to the edge for a printer."""
    (page,) = read(printed(deck=Deck.parse("<r:5 gr:5"), paper=paper, only="cards")).pages
    corners = [(placed.at(0, 0), placed.at(WIDTH, HEIGHT)) for placed in pictures(page)]
    boxes = []
    for (x, y), (far_x, far_y) in corners:
        boxes.append((min(x, far_x), min(y, far_y), max(x, far_x), max(y, far_y)))
    for left, top, right, foot in boxes:
        assert (right - left, foot - top) == pytest.approx((HEIGHT, WIDTH))
        assert left >= 6 + BLEED
        assert top >= 6
        assert right <= SIZES[paper][0] - 6 - BLEED
        assert foot <= SIZES[paper][1] - 6
    for one, other in itertools.combinations(boxes, 2):
        beside = one[2] + 2 * BLEED <= other[0] or other[2] + 2 * BLEED <= one[0]
        assert beside or one[3] < other[1] + 0.001 or other[3] < one[1] + 0.001


def ends_seen(content: bytes, page: int) -> Iterator[tuple[str, tuple[str, str]]]:
    """Each card by its name, and the colours that one sees just beyond its two short edges."""
    picture = rendered(content, page)
    for placed in pictures(read(content).pages[page]):
        seen = []
        for y in (-BLEED / 2, HEIGHT + BLEED / 2):
            places = (placed.at(x / 4, y) for x in range(4 * WIDTH))
            dots = [picture.getpixel((round(4 * x), round(4 * y))) for x, y in places]
            seen.append("".join(letter for letter, fill in FILLS.items() if dots.count(fill) > 5))
        yield str(card_of(placed.name)), (seen[0], seen[1])


def test_each_card_looks_like_itself() -> None:
    """Of each of the 29 kinds one sees the colours of its open ends run off the card, and no more.

    So that snakes lie unbroken on the table, and a cut that is a little off leaves nothing white.
    """
    content = printed(deck=Deck.of(ALL_KINDS), only="cards")
    found = [seen for page in range(3) for seen in ends_seen(content, page)]
    assert len(found) == len(ALL_KINDS)
    for name, ends in found:
        card = Card.parse(name)
        opened = [end for end in (card.first, card.last) if end != CLOSED]
        wanted = {"".join(sorted(LETTERS[:6])) if end == 6 else LETTERS[end] for end in opened}
        wanted |= {""} if card.is_head or card.is_tail else set()
        assert {"".join(sorted(end)) for end in ends} == wanted, name


def test_grey_is_enough() -> None:
    """On a printer without colours each of the 29 kinds looks unlike each other one."""
    content = printed(deck=Deck.of(ALL_KINDS), only="cards")
    shades = {}
    for page in range(3):
        picture = rendered(content, page, dots=2).convert("L")
        for placed in pictures(read(content).pages[page]):
            (x, y), (far_x, far_y) = placed.at(WIDTH, 0), placed.at(0, HEIGHT)
            card = picture.crop((round(2 * x), round(2 * y), round(2 * far_x), round(2 * far_y)))
            shades[placed.name] = card.resize((HEIGHT * 2, WIDTH * 2)).tobytes()
    assert len(shades) == len(ALL_KINDS)
    for one, other in itertools.combinations(shades.values(), 2):
        differing = sum(abs(a - b) > 40 for a, b in zip(one, other, strict=True))
        assert differing > len(one) / 25


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheets_say_where_to_cut(paper: str) -> None:
    """Beside each edge of each card, outside the cards, there is a dark mark in line with it."""
    content = printed(deck=Deck.parse("<r:5 gr:5"), paper=paper, only="cards")
    dots = 10
    picture = rendered(content, 0, dots=dots).convert("L")

    def darkest(x: float, y: float) -> int:
        around = [round(dots * part) + shift for part in (x, y) for shift in (-1, 2)]
        box = picture.crop((around[0], around[2], around[1], around[3]))
        return int(ImageStat.Stat(box).extrema[0][0])

    away = BLEED + 3
    places = [placed.at(0, 0) for placed in pictures(read(content).pages[0])]
    left, right = min(x for x, _ in places), max(x for x, _ in places) + HEIGHT
    top, foot = min(y for _, y in places) - WIDTH, max(y for _, y in places)
    for edge in {edge for x, _ in places for edge in (x, x + HEIGHT)}:
        assert max(darkest(edge, top - 3), darkest(edge, foot + 3)) < 200
        assert darkest(edge + 2, top - 3) == 255
    for edge in {edge for _, y in places for edge in (y - WIDTH, y)}:
        assert max(darkest(left - away, edge), darkest(right + away, edge)) < 200
        assert darkest(right + away, edge + 2) == 255


@pytest.mark.parametrize("paper", PAPERS)
def test_backs_lie_behind_their_cards(paper: str) -> None:
    """Turned about its long edge, a sheet has a back behind each card and nowhere else."""
    content = printed(deck=ODD, paper=paper, backs=True)
    pages = read(content).pages
    assert len(pages) == 2 + 2 * 2
    for front, back in ((pages[2], pages[3]), (pages[4], pages[5])):
        middle = (WIDTH / 2, HEIGHT / 2)
        cards = {placed.at(*middle) for placed in pictures(front)}
        behind = list(pictures(back))
        assert {placed.name for placed in behind} == {"back"}
        width = SIZES[paper][0]
        turned = [(width - x, y) for x, y in (placed.at(*middle) for placed in behind)]
        assert len(turned) == len(cards)
        for card in cards:
            assert [spot for spot in turned if spot == pytest.approx(card, abs=0.01)]
    assert len(read(printed(deck=ODD)).pages) == 4


@pytest.mark.parametrize("only", ONLY)
def test_a_part_alone(only: str) -> None:
    """One part alone is what it is among all parts."""
    begin, end = {"rules": (0, 1), "scores": (1, 2), "cards": (2, 7)}[only]
    whole, part = read(printed()), read(printed(only=only))
    assert len(part.pages) == end - begin
    for page in part.pages:
        assert list(pictures(page)) == list(pictures(whole.pages[begin]))
        begin += 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_fonts_are_within_it(language: str) -> None:
    """Each font is embedded, and says which letters it shows, so that one can search and copy."""
    reader = read(printed(language))
    fonts = fonts_of(reader)
    assert len(fonts) >= 2
    for font in fonts.values():
        assert "/FontFile2" in font["/FontDescriptor"]
        assert "/ToUnicode" in font
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == language


def test_the_same_wish_gives_the_same_bytes() -> None:
    """Nothing hangs on the hour or on what was printed before; each language has its own."""
    wished = [printed(language, backs=True) for language in (*LANGUAGES, *LANGUAGES)]
    assert wished[:5] == wished[5:]
    assert len(set(wished)) == 5


def test_it_is_small() -> None:
    """A picture is stored once: two hundred cards take hardly more than fifty."""
    fifty, many = (len(printed(deck=STANDARD * sets, backs=True)) for sets in (1, 4))
    assert fifty < 250_000
    assert many < 1.5 * fifty


def test_it_says_what_it_holds() -> None:
    """Title, subject and the names of its pages are there for a reader's window."""
    reader = read(printed("de", rules=Rules.parse("hisss,goal=race:7"), deck=STANDARD * 2))
    assert reader.metadata is not None
    assert reader.metadata.title == "Serpentina"
    assert reader.metadata.subject == "hisss,goal=race:7; standard:2"
    names = [str(entry["/Title"]) for entry in reader.outline if isinstance(entry, dict)]
    assert names[:3] == ["DIE SPIELREGELN", "Spielstand", "Blatt 1 von 10"]
    assert len(names) == 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_sheet_notes_what_counts(language: str) -> None:
    """Five names and a line for each of many games; what decides comes first."""
    words = Words(language)
    by_cards = said(printed(language), 1)
    by_snakes = said(printed(language, rules=Rules.parse("hisss,goal=snakes")), 1)
    assert words("Score sheet") in by_cards
    assert by_cards.count(words("Cards")) == by_snakes.count(words("Cards")) == 5
    assert by_snakes.index(words("Snakes")) < by_snakes.index(words("Cards"))
    assert words("Longest snake").split()[0] in by_cards
    for game in range(1, 15):
        assert f" {game} " in by_cards


def test_small_decks() -> None:
    """The smallest deck, and one without heads or tails, can be printed too."""
    for text in ("<r r>", "gr:4", "<*:2"):
        assert len(read(printed(deck=Deck.parse(text), rules=PRESETS["hisss"])).pages) == 3
