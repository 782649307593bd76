"""What players read, in five languages: the gettext catalogue and the rules as a short text."""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from serpentina.errors import SerpentinaError

DOMAIN = "serpentina"
CATALOGUES = Path(__file__).parent / "locale"
LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "pt": "Português",
}


class Words:
    """The sentences of one language: `words("{name} draws.", name="Ana")`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = gettext.translation(
            DOMAIN, CATALOGUES, [language], fallback=language == "en"
        )

    def __call__(self, sentence: str, **values: Any) -> str:
        """The sentence in this language, with the values in it."""
        return self._catalogue.gettext(sentence).format(**values)

    def plural(self, one: str, many: str, n: int, **values: Any) -> str:
        """The sentence in the form that the number `n` asks for."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **values)

    def explain(self, error: SerpentinaError) -> str:
        """What an error says."""
        values = {
            name: self.explain(value) if isinstance(value, SerpentinaError) else value
            for name, value in error.values.items()
        }
        reason = self(error.sentence, **values)
        if error.at is not None:
            line, column = error.at
            reason = self(
                "line {line}, column {column}: {reason}", line=line, column=column, reason=reason
            )
        return reason if error.file is None else f"{error.file}: {reason}"

    def winners(self, names: Sequence[str]) -> str:
        """Who wins, or who share the win."""
        if len(names) > 1:
            return self("They share the win: {names}!", names=", ".join(names))
        return self("{name} wins!", name=names[0])

    @property
    def rules(self) -> str:
        """The rules as a short text for players."""
        return (CATALOGUES / self.language / "rules.txt").read_text(encoding="utf-8")


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """The first of our languages that the environment asks for, as gettext reads it, or `en`."""
    variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    first = next(filter(None, map(environment.get, variables)), "")
    languages = [re.split("[-_.@]", wanted)[0].lower() for wanted in first.split(":")]
    return next((language for language in languages if language in LANGUAGES), "en")


def speak_everywhere(language: str) -> None:
    """Let argparse take its own words from our catalogue too."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, str(CATALOGUES))
    gettext.textdomain(DOMAIN)


def _words_of_argparse(words: Words) -> None:  # pragma: no cover
    """Never called: what argparse and `explain` say, for the catalogue."""
    words("line {line}, column {column}: {reason}")
    words("usage: ")
    words("options")
    words("positional arguments")
    words("show this help message and exit")
    words("expected one argument")
    words("expected at least one argument")
    words("not allowed with argument %s")
    words("argument %(argument_name)s: %(message)s")
    words("the following arguments are required: %s")
    words("unrecognized arguments: %s")
    words("ambiguous option: %(option)s could match %(matches)s")
    words("ignored explicit argument %r")
    words("invalid choice: %(value)r (choose from %(choices)s)")
