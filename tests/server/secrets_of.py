"""What nobody may be told before the end: the order of the fans and their nonces (F5)."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

RUN = 9  # so many cards in the order of the fan are no chance
JOINTS = (" ", '", "', '","')
GAME = re.compile(rb"[a-z2-9]{8}")
NONCE = re.compile(rb"[0-9a-f]{16,}")


class Secrets:
    """Knows from the database what is secret, and finds it in what is sent."""

    def __init__(self, database: object) -> None:
        assert isinstance(database, Path)
        self._database = sqlite3.connect(database)
        self._games = 0
        self._nonces: dict[bytes, str] = {}
        self._known: set[str] = set()

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    def leak(self, sent: bytes, game: str = "") -> str:
        """What of the secrets of any game named there, or of this, was sent; nothing if none."""
        self._learn()
        for found in NONCE.findall(sent):
            if found in self._nonces and not self._is_counted(self._nonces[found]):
                return f"the nonce of {self._nonces[found]}"
        named = {word.decode() for word in GAME.findall(sent)}
        for each in {game, *(named & self._known)}:
            for runs in self._runs(each):
                if runs in sent:
                    return f"the fan of {each}: {runs.decode()}"
        return ""

    def _learn(self) -> None:
        rows = self._database.execute(
            "SELECT rowid, id, secret FROM games WHERE rowid > ?", (self._games,)
        )
        for self._games, game, secret in rows.fetchall():
            self._nonces[json.loads(secret)["nonce"].encode()] = game
            self._known.add(game)

    def _is_counted(self, game: str) -> bool:
        query = "SELECT status FROM games WHERE id = ?"
        return bool(self._database.execute(query, (game,)).fetchone() == ("counted",))

    def _runs(self, game: str) -> list[bytes]:
        """Each run of cards in the order of the fan, as it could be written."""
        query = "SELECT secret FROM games WHERE id = ? AND status != 'counted'"
        row = self._database.execute(query, (game,)).fetchone()
        order = json.loads(row[0])["order"].split() if row else []
        return [
            joint.join(order[first : first + RUN]).encode()
            for first in range(len(order) - RUN + 1)
            for joint in JOINTS
        ]
