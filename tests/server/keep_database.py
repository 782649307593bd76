"""Makes a database to be kept as test data: `python -m tests.server.keep_database NAME`.

To be run once for each release, and the two files committed; from then on they are never changed.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from serpentina.server.lobby import device_of
from tests.server.running import BOT, OPEN, TINY, Device, Server, State, core, here, until
from tests.server.test_kept_databases import FOLDER, TOKEN


def in_the_lobby(ana: Device) -> None:
    """A table that waits for somebody."""
    ana.create(here("cat", "Ana"), OPEN, rules="hisss,must_match=off", spread="pile")
    ana.do("rename", name="Änne")


def going_on(ana: Device) -> None:
    """A game in mid-turn: placements, one taken back, a seat left and taken again, a bot."""
    ana.create(
        here("cat", "Ana"), here("owl"), {"kind": "bot", "player": "gentle:1:50"}, hints=True
    )
    ana.turn()
    state = ana.do("undo")
    ana.do("place", placement=state["placements"][-1]["placement"])
    ana.do("leave", seat=1)
    ana.do("back", seat=1)
    ana.turn()
    until(lambda: ana.see()["seat"] == 1)
    ana.do("draw", slot=ana.see()["slots"][0])


def not_counted(ana: Device) -> None:
    """A game whose last card is placed."""
    ana.create(here("hen"), here("fox"), deck=TINY)
    while ana.see()["status"] == "playing":
        ana.turn()


def counted(ana: Device) -> None:
    """A whole game of the standard deck, counted, with a rematch."""
    ana.create(here("bee"), BOT, rules="serpentina", deck="standard")
    until(lambda: has_played(ana))
    ana.do("rematch")


def has_played(ana: Device) -> bool:
    """Whether the game is counted; if not, make a turn if it is a person's."""
    state = ana.see()
    if state["status"] == "over":
        ana.ask("count")
    elif state["status"] == "playing" and state["seat"] in state["you"]:
        ana.turn(state)
    return bool(state["status"] == "counted")


KINDS: tuple[Callable[[Device], None], ...] = (in_the_lobby, going_on, not_counted, counted)


def make(name: str) -> None:
    """Play the games on a server of this version, and keep them, with what they look like."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "games.sqlite3")
        states = [played(server, play) for play in KINDS]
        server.close()
        kept = sqlite3.connect(server.database)
        text = "\n".join(kept.iterdump())
        kept.close()
    for state, token in states:
        assert device_of(token) in text, state["game"]
        text = text.replace(device_of(token), device_of(TOKEN))
    (FOLDER / f"{name}.sql").write_text(f"{text}\n", encoding="utf-8")
    expected = json.dumps([core(state) for state, _ in states], indent=1, ensure_ascii=False)
    (FOLDER / f"{name}.json").write_text(f"{expected}\n", encoding="utf-8")


def played(server: Server, play: Callable[[Device], None]) -> tuple[State, str]:
    """Play a game; returns the table at its end, and the token of the device."""
    ana = server.device()
    play(ana)
    return ana.see(), ana.http.cookies[f"serpentina_{ana.game}"]


if __name__ == "__main__":
    make(sys.argv[1])
