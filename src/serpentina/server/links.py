"""What may follow on an answer, as OpenAPI links: which request, with what of the answer."""

from __future__ import annotations

from typing import Any

Links = dict[str, Any]


def after_state(state: str = "") -> Links:
    """What may be asked once a state has come, which is at this place of the answer."""
    look = ("see_game", "read_game", "replay_game", "review_game")
    links = {name: _link(state, name) for name in look}
    links["take_seat"] = _link(state, "take_seat")
    links["hint_at"] = _link(state, "hint_at", expected_version=_at(state, "version"))
    for command in ("start", "undo", "count", "leave", "back", "substitute", "rematch"):
        links[command] = _command(state, command)
    links["draw"] = _command(state, "draw", slot=_at(state, "slots/0"))
    links["place"] = _command(state, "place", placement=_at(state, "placements/0/placement"))
    return {"links": links}


def _command(state: str, name: str, **more: str) -> Links:
    version = _at(state, "version")
    return _link(state, "command_game", command=name, expected_version=version, **more)


def _link(state: str, operation: str, **body: str) -> Links:
    link: Links = {"operationId": operation, "parameters": {"game": _at(state, "game")}}
    return {**link, "requestBody": body} if body else link


def _at(state: str, place: str) -> str:
    return f"$response.body#{state}/{place}"
