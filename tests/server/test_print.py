"""The game on paper from the server: the PDF that the command line gives, for whoever asks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from serpentina.cards import STANDARD, Deck
from serpentina.options import Rules
from serpentina.printing import Wish, print_game
from serpentina.words import LANGUAGES, Words
from tests.server.running import Server
from tests.server.test_errors import is_problem

PDF = "application/pdf"


def test_the_usual_game(server: Server) -> None:
    """Without a question it is what `serpentina print` leaves, as a file to save."""
    answer = server.device().http.get("/api/print")
    assert (answer.status_code, answer.headers["content-type"]) == (200, PDF)
    assert answer.headers["content-disposition"] == 'attachment; filename="serpentina.pdf"'
    assert answer.content == print_game(Wish(), Words("en"))[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_part_of_the_question_counts(server: Server, language: str) -> None:
    """Rules, cards, paper, backs, part and language are those asked for."""
    asked = {"rules": "hisss,goal=snakes", "deck": "<r r> gr:3", "sets": "2", "paper": "letter"}
    more = {"backs": "true", "only": "cards", "language": language}
    wish = Wish(Rules.parse("hisss,goal=snakes"), Deck.parse("<r:2 r>:2 gr:6"), "letter", True)
    http, words = server.device().http, Words(language)
    whole = http.get("/api/print", params={**asked, **more, "only": "rules"})
    assert whole.content == print_game(wish._replace(only="rules"), words)[0]
    assert (
        http.get("/api/print", params={**asked, **more}).content
        == (print_game(wish._replace(only="cards"), words)[0])
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"rules": "chess"},
        {"rules": "x" * 201},
        {"deck": "rr"},
        {"deck": "standard:5"},
        {"deck": "rg:" + "9" * 400},
        {"sets": "0"},
        {"sets": "5"},
        {"paper": "a5"},
        {"backs": "perhaps"},
        {"only": "backs"},
        {"language": "la"},
        {"language": "../../en"},
    ],
)
def test_what_cannot_be_printed(server: Server, wrong: dict[str, str]) -> None:
    """A problem document says so, and nothing is printed."""
    is_problem(server.device().http.get("/api/print", params=wrong), 422, "malformed")


def test_many_at_once(server: Server) -> None:
    """Several who ask at the same moment get theirs, each whole; others are served meanwhile."""
    wanted = [(language, paper) for language in LANGUAGES for paper in ("a4", "letter")] * 2

    def ask(one: tuple[str, str]) -> Any:
        language, paper = one
        params = {"language": language, "paper": paper, "sets": "3"}
        return server.device().http.get("/api/print", params=params, timeout=60)

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(ask, wanted))
    assert {answer.status_code for answer in answers} == {200}
    for (language, paper), answer in zip(wanted, answers, strict=True):
        assert (
            answer.content == print_game(Wish(deck=STANDARD * 3, paper=paper), Words(language))[0]
        )
