"""A bot that plays over the API. Run: python docs/bot.py http://127.0.0.1:8000/g/abcdefgh."""

import random
import secrets
import sys
import time
from typing import Any

import httpx


def play(games: httpx.Client, game: str) -> Any:
    """Take a seat at a table, play until the game is counted, and return its last state."""
    taken = games.post(f"{game}/seats", json={"name": "Bot", "pictogram": "owl"}).json()
    seat, state = taken["seat"], taken["state"]
    while state["status"] != "counted":
        if state["status"] == "over":
            state = send(games, state, "count")
        elif state["status"] == "lobby" or state["seat"] != seat:
            time.sleep(0.1)
            state = games.get(game).json()
        elif state["card"] is None:
            state = send(games, state, "draw", slot=random.choice(state["slots"]))
        else:
            best = max(state["placements"], key=lambda each: each["taken"] * len(each["makes"]))
            state = send(games, state, "place", placement=best["placement"])
    return state


def send(games: httpx.Client, state: Any, command: str, **more: int) -> Any:
    """Send a command; if the table has gone on meanwhile, the answer holds its new state."""
    body = {"command_id": secrets.token_hex(8), "expected_version": state["version"], **more}
    answer = games.post(f"{state['game']}/commands", json={"command": command, **body}).json()
    return answer.get("state", answer)


if __name__ == "__main__":
    address, _, name = sys.argv[1].rpartition("/g/")
    with httpx.Client(base_url=f"{address}/api/games") as client:
        print(play(client, name)["result"])
