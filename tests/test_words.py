"""The five languages: every sentence translated, every catalogue compiled, the right one spoken."""

from __future__ import annotations

import ast
import io
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import serpentina
from serpentina.errors import NotationError, RecordError, found_at
from serpentina.words import CATALOGUES, LANGUAGES, Words, system_language
from tests.test_cli import OTHERS, Say, run, say

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

__all__ = ["say"]  # the fixture

SOURCES = Path(serpentina.__file__).parent
ERRORS = ("SerpentinaError", "NotationError", "IllegalMove", "RecordError", "EngineError")
KEYWORDS = {"words": None, "plural": (1, 2), **dict.fromkeys(ERRORS)}


def forms(text: object) -> tuple[str, ...]:
    """A sentence, or a sentence for one and a sentence for many, as a tuple."""
    if isinstance(text, list | tuple):
        return tuple(map(str, text))
    return () if text is None else (str(text),)


def in_sources() -> set[tuple[str, ...]]:
    """Every sentence of the sources."""
    found = extract_from_dir(SOURCES, [("**.py", "python")], keywords=KEYWORDS)
    return {forms(message) for _, _, message, *_ in found}


def catalogue(language: str) -> Catalog:
    """The translations of a language, as they are written."""
    with (CATALOGUES / language / "LC_MESSAGES" / "serpentina.po").open("rb") as file:
        return read_po(file)


def messages(language: str) -> list[Message]:
    """Every sentence of a catalogue with its translation."""
    return [message for message in catalogue(language) if message.id]


def pairs(language: str) -> Iterator[tuple[str, str]]:
    """Every form of every sentence with each of its translations."""
    for message in messages(language):
        english = forms(message.id)
        for number, form in enumerate(forms(message.string)):
            yield english[min(number, len(english) - 1)], form


def english_left_in(text: str, language: str) -> list[str]:
    """The parts of English sentences in a text that no sentence of its language holds."""
    own = "\n".join(translation for _, translation in pairs(language))
    parts = {part for one, _ in pairs(language) for part in re.split(r"\{\w+\}|\n", one)}
    return [part for part in parts if len(part) > 5 and part not in own and part in text]


def placeholders(sentence: str) -> set[str]:
    """The names in braces of a sentence, and what is written there for %."""
    names = {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}
    return names | set(re.findall(r"%(?:\(\w+\))?.?", sentence))


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_the_sources_is_translated(language: str) -> None:
    """A catalogue has the sentences of the sources and no others, each with all its forms."""
    found = catalogue(language)
    assert {forms(message.id) for message in messages(language)} == in_sources()
    assert not found.obsolete
    for message in messages(language):
        count = 1 if isinstance(message.id, str) else found.num_plurals
        assert len(forms(message.string)) == count, message.id
        assert all(form.strip() for form in forms(message.string)), message.id
        assert not message.fuzzy, message.id


@pytest.mark.parametrize("language", OTHERS)
def test_translations_are_built_like_their_sentences(language: str) -> None:
    """The same placeholders, spaces at both ends and full stop; and they can be filled in."""
    for english, translation in pairs(language):
        assert placeholders(translation) == placeholders(english), english
        assert white_ends(translation) == white_ends(english), english
        values = dict.fromkeys(re.findall(r"\{(\w+)\}", english), "1")
        assert "{" not in translation.format(**values), english
        assert translation.endswith(".") == english.endswith("."), english


def white_ends(text: str) -> tuple[str, str]:
    """What white a text begins and ends with."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


@pytest.mark.parametrize("language", OTHERS)
def test_each_number_finds_its_form(language: str) -> None:
    """One snake and two are told apart, and French counts none like one."""
    words = Words(language)
    one, two, none = (words.plural("{n} snake", "{n} snakes", n) for n in (1, 2, 0))
    assert (one[0], two[0], none[0]) == ("1", "2", "0")
    assert one[1:] != two[1:]
    assert none[1:] == (one if language == "fr" else two)[1:]


@pytest.mark.parametrize("language", OTHERS)
def test_the_compiled_catalogue_is_that_of_the_sources(language: str) -> None:
    """The .mo file beside a catalogue is what the catalogue compiles to."""
    compiled = io.BytesIO()
    write_mo(compiled, catalogue(language))
    path = CATALOGUES / language / "LC_MESSAGES" / "serpentina.mo"
    assert path.read_bytes() == compiled.getvalue()


def test_sentences_stand_in_the_sources_as_they_are() -> None:
    """What is translated is a literal, so that it can be found; `explain` alone passes one on."""
    elsewhere = []
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in KEYWORDS and not isinstance(node.args[0], ast.Constant):
                elsewhere.append(f"{path.name}:{node.lineno}")
    assert elsewhere == []


def test_no_language_is_forgotten() -> None:
    """There are five languages: a folder for each, and no other."""
    assert list(LANGUAGES) == ["en", "de", "fr", "es", "pt"]
    assert {path.name for path in CATALOGUES.iterdir()} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_a_short_text(say: Say, language: str) -> None:
    """The rules are one screen or two in each language, and fit into 80 columns."""
    text = rules_in(language)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 78
    assert 20 <= len(lines) <= 60
    assert text.endswith("\n")
    assert not re.search(r"[ \t]\n", text)
    for word in ("serpentina", "hisss", "goal=snakes", "goal=race:10", "36"):
        assert word in text
    assert say("rules", "--language", language) == (0, text, "")
    assert language == "en" or not set(lines) & set(rules_in("en").splitlines()) - {"", "Hisss!"}


def test_an_error_is_explained_with_all_that_is_in_it() -> None:
    """An error's own values and place are put into the sentence of the language."""
    inner = NotationError("There is no place {place}: places count from 1.", place=0)
    error = RecordError("Turn {turn}: {reason}", turn=7, reason=inner)
    with pytest.raises(RecordError), found_at(3, 9):
        raise error
    assert Words("en").explain(error) == str(error)
    assert str(error) == "line 3, column 9: Turn 7: There is no place 0: places count from 1."
    texts = {Words(language).explain(error) for language in LANGUAGES}
    assert len(texts) == 5
    for text in texts:
        assert re.findall(r"\d", text) == ["3", "9", "7", "0", "1"]


# Which language


def rules_in(language: str) -> str:
    """The rules as a short text."""
    return (CATALOGUES / language / "rules.txt").read_text(encoding="utf-8")


SYSTEMS = {
    "": "en",
    "LANG=es_MX.UTF-8": "es",
    "LANG=pt": "pt",
    "LANG=pt-BR": "pt",
    "LANG=DE_AT": "de",
    "LANG=de_DE@euro": "de",
    "LANG=de@euro": "de",
    "LANG=fr.UTF-8": "fr",
    "LANG=ja_JP.UTF-8": "en",
    "LANG=german": "en",
    "LANG=C": "en",
    "LC_MESSAGES=fr_FR LANG=de_DE": "fr",
    "LC_ALL=es LC_MESSAGES=fr LANG=de": "es",
    "LANGUAGE=pt LC_ALL=es LANG=de": "pt",
    "LANGUAGE= LANG=de": "de",
    "LANGUAGE=ja:fr_BE:de": "fr",
    "LC_ALL=C LANG=de_DE.UTF-8": "en",
}


@pytest.mark.parametrize("variables", SYSTEMS)
def test_the_language_of_the_system_is_found(variables: str) -> None:
    """LANGUAGE, else LC_ALL, else LC_MESSAGES, else LANG decides, as gettext has it; else en."""
    environment = dict(variable.split("=") for variable in variables.split())
    assert system_language(environment) == SYSTEMS[variables]


@pytest.mark.parametrize(
    ("typed", "variables", "language"),
    [
        ("rules", {"LANG": "es_ES.UTF-8"}, "es"),
        ("rules", {"LANGUAGE": "fr:de", "LANG": "es_ES.UTF-8"}, "fr"),
        ("rules", {"LANG": "ja_JP.UTF-8"}, "en"),
        ("rules --language de", {"LANG": "es_ES.UTF-8"}, "de"),
        ("rules --language=de", {"LANGUAGE": "es"}, "de"),
        ("--language fr rules", {}, "fr"),
    ],
)
def test_the_language_is_the_one_asked_for(
    typed: str, variables: dict[str, str], language: str
) -> None:
    """The command speaks the language of the system, or the one of --language."""
    assert run(*typed.split(), **variables) == (0, rules_in(language), "")


def test_a_shortened_option_is_understood_in_full_or_not_at_all(say: Say) -> None:
    """--lang is either refused or speaks the language that it names."""
    said = say("rules", "--lang", "de")
    assert said.status == 2 or said.output == rules_in("de")
