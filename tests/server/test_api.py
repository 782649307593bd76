"""The API's whole way, from making a table to the rematch, the record and the replay."""

from __future__ import annotations

import re
from importlib.metadata import version
from itertools import pairwise

import pytest

from serpentina.options import Rules
from serpentina.players import PLAYERS
from serpentina.reader import read_record
from serpentina.record import verify
from tests.server.running import BOT, OPEN, TINY, Server, here, play_out, until


def test_a_game_by_link(server: Server) -> None:
    """One makes a table, another takes the open seat by its link, and both play to the count."""
    ana, ben = server.device(), server.device()
    lobby = ana.create(here("cat", "Ana"), OPEN, spread="pile")
    assert (lobby["status"], lobby["you"], lobby["maker"]) == ("lobby", [1], True)
    joined = ben.join(ana.game, "owl", name="Ben")
    assert (joined["you"], joined["maker"], joined["spread"]) == ([2], False, "pile")
    started = ana.do("start")
    assert (started["status"], started["seat"], started["players"]) == ("playing", 1, 2)
    assert [seat["name"] for seat in started["seats"]] == ["Ana", "Ben"]
    over = play_out(ana, ben)
    assert (over["status"], over["result"], over["nonce"]) == ("over", None, None)
    counted = ben.do("count")
    assert counted["status"] == "counted"
    assert counted["result"]["winners"]
    assert sum(counted["series"]) == len(counted["result"]["winners"])
    assert len(counted["order"]) == 50


def test_drawing_and_placing(server: Server) -> None:
    """A draw shows the card and its placements; a placement makes what was announced."""
    ana = server.device()
    state = ana.create(here(), BOT, deck="<r r> rg:9")
    drawn = ana.do("draw", slot=state["slots"][0])
    assert drawn["slot"] == state["slots"][0]
    assert drawn["slot"] not in drawn["slots"]
    assert sum(drawn["fan"].values()) == len(drawn["slots"])
    chosen = drawn["placements"][0]
    placed = ana.do("place", drawn["version"], placement=chosen["placement"])
    last = placed["last"]
    assert (last["seat"], last["card"], last["slot"]) == (1, drawn["card"], drawn["slot"])
    if not chosen["taken"]:
        laid = {snake["place"]: snake["cards"] for snake in placed["table"]}
        assert laid[last["place"]] == chosen["makes"]


def test_undo(server: Server) -> None:
    """A placement can be taken back until the next draw, by the player who made it."""
    ana, ben = server.device(), server.device()
    ana.create(here(), OPEN)
    ben.join(ana.game)
    ana.do("start")
    drawn = ana.do("draw", slot=7)
    placed = ana.do("place", placement=drawn["placements"][0]["placement"])
    assert placed["can_undo"]
    assert not ben.see()["can_undo"]
    assert ben.ask("undo").json()["code"] == "not_your_turn"
    undone = ana.do("undo")
    for part in ("card", "table", "pits", "placements", "slots", "last"):
        assert undone[part] == drawn[part]
    ana.do("place", placement=drawn["placements"][0]["placement"])
    ben.do("draw", slot=8)
    assert ana.ask("undo").json()["code"] == "illegal"


def test_start_fills_the_open_seats_with_bots(server: Server) -> None:
    """Seats that nobody has taken become bots at the start, which only the maker may give."""
    ana, ben = server.device(), server.device()
    ana.create(here(), OPEN, OPEN)
    ben.join(ana.game)
    assert ben.ask("start").json()["code"] == "not_the_maker"
    started = ana.do("start")
    assert [seat["kind"] for seat in started["seats"]] == ["here", "here", "bot"]
    assert started["seats"][2]["player"] == "garter"


def test_leaving_the_lobby_frees_the_seat(server: Server) -> None:
    """Who leaves before the start leaves an open seat, and may come again."""
    ana, ben = server.device(), server.device()
    ana.create(here(), OPEN)
    ben.join(ana.game)
    left = ben.do("leave")
    assert left["seats"][1]["kind"] == "open"
    assert left["you"] == []
    assert ben.join(ana.game)["you"] == [2]


def test_leaving_a_game_and_coming_back(server: Server) -> None:
    """A bot plays on for who leaves; who comes back has his seat again."""
    ana, ben = server.device(), server.device()
    ana.create(here(), OPEN)
    ben.join(ana.game)
    ana.do("start")
    ana.do("leave")
    state = until(lambda: ben.see() if ben.see()["seat"] == 2 else None)
    assert state["seats"][0]["bot_plays"]
    ana.do("back")
    assert not ana.see()["seats"][0]["bot_plays"]
    ben.turn()
    assert ana.turn()["seat"] == 2


def test_one_device_with_three_people(server: Server) -> None:
    """A device passed round holds several seats and moves for each in turn."""
    tablet = server.device()
    state = tablet.create(here("cat"), here("dog"), here("fox"), deck=TINY)
    assert state["you"] == [1, 2, 3]
    assert [tablet.turn()["last"]["seat"] for _ in range(4)] == [1, 2, 3, 1]
    assert tablet.do("count")["status"] == "counted"


def test_two_may_ask_for_the_count_at_once(server: Server) -> None:
    """Who asks for the count when somebody else has just had it done is shown the count."""
    ana, ben = server.device(), server.device()
    ana.create(here("cat"), OPEN, deck=TINY)
    ben.join(ana.game)
    ana.do("start")
    over = play_out(ana, ben)
    counted = ana.do("count", over["version"])
    assert ben.do("count", over["version"])["version"] == counted["version"]


def test_rematch(server: Server) -> None:
    """In a rematch the next seat begins, devices keep their seats and the wins are added up."""
    ana, ben = server.device(), server.device()
    ana.create(here("cat", "Ana"), OPEN, deck=TINY, rules="hisss")
    ben.join(ana.game, name="Ben")
    ana.do("start")
    play_out(ana, ben)
    counted = ana.do("count")
    following = ana.do("rematch")["next"]
    assert ben.do("rematch", counted["version"])["next"] == following, "the second to ask"
    hers, his = ana.see(following), ben.see(following)
    assert [seat["name"] for seat in hers["seats"]] == ["Ben", "Ana"]
    assert (hers["you"], his["you"], hers["status"]) == ([2], [1], "playing")
    assert hers["series"] == counted["series"][::-1]
    assert hers["rules"] == "hisss"
    assert hers["commitment"] != counted["commitment"]
    ben.game = following
    assert ben.turn()["seat"] == 2


def test_bots_play_to_the_end(server: Server) -> None:
    """A table of bots alone plays by itself and is counted."""
    ana = server.device()
    ana.create(BOT, {"kind": "bot", "player": "hatchling"}, BOT)
    counted = until(lambda: (found := ana.see())["status"] == "counted" and found)
    assert counted["slots"] == []


def test_record_and_replay(server: Server) -> None:
    """The record verifies, and hides the fan before the count; the replay tells each turn."""
    ana = server.device()
    ana.create(here("cat", "Ana"), BOT, deck=TINY, sets=2)
    until(lambda: ana.see()["seat"] == 1)
    before = ana.http.get(f"/api/games/{ana.game}/record")
    assert before.headers["content-type"].startswith("text/plain")
    assert "Nonce" not in before.text
    assert "[Fan " not in before.text
    while (state := ana.see())["status"] == "playing":
        if state["seat"] == 1:
            ana.turn(state)
    if ana.see()["status"] == "over":
        ana.do("count")
    counted = ana.see()
    text = ana.http.get(f"/api/games/{ana.game}/record").text
    game = verify(read_record(text))
    assert game.is_counted
    assert read_record(text).seats == ("Ana", "bot:garter")
    replay = ana.http.get(f"/api/games/{ana.game}/replay").json()
    assert len(replay["steps"]) == 10
    assert replay["steps"][0]["seat"] == 0
    assert replay["steps"][-1]["table"] == counted["table"]
    assert replay["steps"][-1]["pits"] == [pit["cards"] for pit in counted["pits"]]
    assert replay["result"] == counted["result"]
    assert replay["pictograms"] == ["cat", None]
    dropped = ana.http.post("/api/replay", content=text, headers={"content-type": "text/plain"})
    assert dropped.json() == {**replay, "pictograms": [None, None]}, "a record holds none"


def test_referee(server: Server) -> None:
    """The referee answers as the command line does, with the snake that is made."""
    asked = {"rules": "hisss", "table": "<r-ro gp", "draw": "or"}
    answer = server.device().http.post("/api/referee", json=asked).json()
    assert answer["outcomes"] == [
        {"table": "<r-ro-or gp", "taken": None, "makes": ["<r", "ro", "or"]}
    ]


def test_a_replay_tells_what_each_turn_does(server: Server) -> None:
    """Each step says which ends of the table before it touches, and what it makes there."""
    ana = server.device()
    ana.create(here("cat"), here("dog"), deck="<r r> <b b> rg:4 gb:4")
    play_out(ana)
    text = ana.http.get(f"/api/games/{ana.game}/record").content
    replay = ana.http.post("/api/replay", content=text).json()
    assert replay["pictograms"] == [None, None]
    assert replay["steps"][0]["touches"] == []
    for before, step in pairwise(replay["steps"]):
        tables = [
            {lying["place"]: lying["cards"] for lying in each["table"]} for each in (before, step)
        ]
        touched = {touch["place"] for touch in step["touches"]}
        assert len(step["makes"]) == 1 + sum(len(tables[0][place]) for place in touched)
        assert step["makes"] == step["taken"] or step["makes"] in tables[1].values()


def test_rules(server: Server) -> None:
    """Each preset has a value for each option that is among those it can have, and reads so."""
    offered = server.device().http.get("/api/rules").json()
    assert offered["options"]["goal"] == ["cards", "snakes", "race"]
    for preset, settings in offered["presets"].items():
        assert settings.keys() == offered["options"].keys()
        for option, value in settings.items():
            assert value in offered["options"][option]
            assert str(Rules.parse(f"{preset},{option}={value}")) == preset
    assert Rules.parse(f"hisss,goal=race:{offered['most_race']}")


def test_players(server: Server) -> None:
    """The bots that there are can take seats, and no others; the description lists them."""
    http = server.device().http
    offered = http.get("/api/rules").json()["players"]
    assert tuple(offered) == PLAYERS
    for name in offered:
        state = server.device().create({"kind": "bot", "player": name}, OPEN)
        assert state["seats"][0]["player"] == name
    answer = http.post("/api/games", json={"seats": [{"kind": "bot", "player": "cobra"}]})
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
    assert all(name in answer.json()["detail"] for name in offered)
    described = http.get("/api/openapi.json").json()["components"]["schemas"]["BotSeat"]
    assert described["properties"]["player"]["examples"] == offered


def test_host_and_qr(server: Server) -> None:
    """The server says where it is and draws its address; other addresses it does not draw."""
    http = server.device().http
    assert http.get("/api/host").json() == {"lan": None, "version": version("serpentina")}
    picture = http.get("/api/qr", params={"path": "/g/abcdefgh"})
    assert picture.headers["content-type"] == "image/svg+xml"
    assert b"<svg" in picture.content
    for path in ("//elsewhere.example", "/g/abc", "/g/ABCDEFGH", "x"):
        assert http.get("/api/qr", params={"path": path}).json()["code"] == "malformed"


@pytest.mark.parametrize("path", ["/", "/g/abcdefgh", "/r/abcdefgh", "/replay", "/rules"])
def test_pages(server: Server, path: str) -> None:
    """Each page is there, may load nothing from elsewhere, and is asked for again each time."""
    answer = server.device().http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'self';")
    assert "unsafe" not in policy
    assert not re.search(r"(src|href)=.?(https?:)?//", answer.text)


def test_openapi(server: Server) -> None:
    """The description names every path of the API, and each error as a problem document."""
    described = server.device().http.get("/api/openapi.json").json()
    assert set(described["paths"]) == {
        "/api/games",
        "/api/games/{game}",
        "/api/games/{game}/seats",
        "/api/games/{game}/commands",
        "/api/games/{game}/hint",
        "/api/games/{game}/record",
        "/api/games/{game}/replay",
        "/api/games/{game}/review",
        "/api/replay",
        "/api/referee",
        "/api/rules",
        "/api/host",
        "/api/print",
        "/api/qr",
    }
    for operations in described["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if status[0] == "4":
                    assert list(answer["content"]) == ["application/problem+json"]
            assert operation["description"]
