"""The rules as pages of the docs, made of the text that the game itself shows.

    python -m tests.rule_pages

writes them anew.
"""

from __future__ import annotations

import re
from pathlib import Path

from serpentina.words import LANGUAGES, Words

FOLDER = Path(__file__).parents[1] / "docs" / "rules"


def page(language: str) -> str:
    """The rules in a language, as Markdown."""
    title, *sections = Words(language).rules.strip().split("\n\n")
    name = title.partition(" — ")[2]
    text = [f"# {name.title() if language == 'de' else name.capitalize()}"]  # nouns in German
    for section in sections:
        heading, _, body = section.partition("\n")
        lines = re.sub(r"(?m)^ {2}", "", body)
        named = re.sub(r"\b(\w+=\w+(?::\d+)?)", r"`\1`", lines)
        text += [f"## {heading}", re.sub(r"\n(?=- )", "\n\n", named, count=1)]
    return "\n\n".join(text) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in LANGUAGES:
        (FOLDER / f"{each}.md").write_text(page(each), encoding="utf-8")
