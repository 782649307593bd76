"""The rules on one page: the sentences that hold, no others, in five languages, all readable."""

from __future__ import annotations

import itertools

import pypdfium2
import pytest

from serpentina.cards import STANDARD, Deck
from serpentina.options import PRESETS, Rules, settings_of
from serpentina.printing import PAPERS, Wish, print_game
from serpentina.printing.rule_text import (
    CARDS,
    END,
    HISSS,
    JOINING,
    OPTIONS,
    READY,
    TURN,
    Section,
    sections,
    title_of,
)
from serpentina.words import LANGUAGES, Words
from tests.paper import MM, pictures, read, said

CHOICES = {
    "joined": ("taken", "when_complete"),
    "joinable": ("snakes", "any"),
    "must_match": ("on", "off"),
    "goal": ("cards", "snakes", "race:10"),
}
ODD = ("serpentina", "hisss,must_match=off")
LEAST_LETTERS = 9.0  # points: the size of a newspaper's


def all_rules() -> list[Rules]:
    """Every combination of the options."""
    settings = itertools.product(*CHOICES.values())
    texts = [",".join(f"{o}={v}" for o, v in zip(CHOICES, one, strict=True)) for one in settings]
    return [Rules.parse(f"serpentina,{text}") for text in texts]


def some_rules() -> list[Rules]:
    """So many that each sentence is among them."""
    return [Rules.parse(f"{preset},goal={goal}") for preset in ODD for goal in CHOICES["goal"]]


def sentences(found: list[Section]) -> list[str]:
    """All paragraphs of the sections."""
    return [text for section in found for text in (*section.text, *section.points)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_option_has_its_sentences(language: str) -> None:
    """What an option says is in the sheet exactly where the option is so; the rest is always."""
    words = Words(language)
    shown = {rules: set(sentences(sections(words, rules)[:OPTIONS])) for rules in all_rules()}
    always = set.intersection(*shown.values())
    for rules, texts in shown.items():
        assert len(texts - always) == len(CHOICES), rules
        assert len(sections(words, rules)) == OPTIONS + 1
        assert not any("=" in text for text in texts), rules
    for option, values in CHOICES.items():
        for value in values:
            having = [shown[rules] for rules in shown if settings_of(rules)[option] == value]
            others = [shown[rules] for rules in shown if settings_of(rules)[option] != value]
            own = set.intersection(*having) - always
            assert len(own) == 1, (option, value)
            assert not any(own & texts for texts in others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_short_text_says_how_each_preset_is(language: str) -> None:
    """Its last section tells for both presets what they set: as the rules themselves say."""
    last = Words(language).rules.strip().split("\n\n")[-1].replace("\n ", "")
    _, serpentina, hisss = last.replace("hisss", "serpentina").split("serpentina")
    for preset, text in (("serpentina", serpentina), ("hisss", hisss)):
        settings = settings_of(PRESETS[preset])
        for option in ("joined", "joinable"):
            assert f"{option}={settings[option]}" in text
        for option in ("must_match", "goal"):
            assert f"{option}={settings[option]}" in hisss


@pytest.mark.parametrize("number", [1, 7, 100, 110])
def test_one_races_to_the_number_of_the_rules(number: int) -> None:
    """The sentence of the short text, with the number of this game in it."""
    for language in LANGUAGES:
        found = sentences(sections(Words(language), Rules.parse(f"hisss,goal=race:{number}")))
        assert [text for text in found if str(number) in text.split()], language


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_found_and_read(language: str, paper: str) -> None:
    """Whatever the options, one page has all of it, well set and in letters that one can read."""
    words = Words(language)
    for rules in some_rules():
        content, count = print_game(Wish(rules, STANDARD * 2, paper, only="rules"), words)
        text = said(content, 0)
        assert count == 1
        assert title_of(words) in text
        found = sections(words, rules)
        for number in (READY, TURN, HISSS, JOINING, END):
            assert found[number].title in text
        told = sentences([section for section in found[:OPTIONS] if section != found[CARDS]])
        for sentence in told:  # the cards are told by pictures
            assert sentence in text
        assert str(rules) in text
        _is_well_set(content)


def _is_well_set(content: bytes) -> None:
    """No letters leave the margins, lie on others or are small; the footer is the last line."""
    page = pypdfium2.PdfDocument(content)[0]
    text = page.get_textpage()
    boxes = [text.get_rect(number) for number in range(text.count_rects())]
    width, height = page.get_size()
    for left, foot, right, top in boxes:
        assert left >= 14 * MM
        assert right <= width - 14 * MM
        assert 6 * MM <= foot < top <= height - 10 * MM
    for one, other in itertools.combinations(boxes, 2):
        beside = one[2] <= other[0] or other[2] <= one[0]
        assert beside or one[3] <= other[1] or other[3] <= one[1]
    sizes = [text.get_charbox(at)[3] - text.get_charbox(at)[1] for at in _capitals(text)]
    assert min(sizes) >= 0.7 * LEAST_LETTERS  # as high as a capital is


def _capitals(text: pypdfium2.PdfTextPage) -> list[int]:
    """Where capitals are, but for those of the footer, which is the last line."""
    whole = text.get_text_range().rstrip().rpartition("\n")[0]
    return [at for at, letter in enumerate(whole) if letter in "ABDEHIKLMNPRTUVWZ"]


def test_the_pictures_are_of_cards() -> None:
    """The page shows snakes and the back; the deck's cards are counted, kind by kind."""
    (page,) = read(print_game(Wish(only="rules"), Words("en"))[0]).pages
    names = {placed.name for placed in pictures(page)}
    assert {"back", "small.head-r", "small.gr", "small.head-x"} <= names
    assert len(names) > 12
    for text, counts in (("<r:3 r>:2 gr:9", "3 9 2"), ("<* by:4", "4 1"), ("<r r>", "1 1")):
        content = print_game(Wish(deck=Deck.parse(text), only="rules"), Words("en"))[0]
        assert f" {counts} Getting ready" in said(content, 0)
