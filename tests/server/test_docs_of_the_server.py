"""The pages on the server are true: the bot plays, each option, code and path is described."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import get_args

import httpx
from starlette.routing import Route

from serpentina.server import pages
from serpentina.server.models import CommandName
from serpentina.server.operations import router
from serpentina.server.problems import STATUS, TITLES
from serpentina.server.settings import OPTIONS
from tests.server.running import BOT, OPEN, Server, here, until

DOCS = Path(__file__).parents[2] / "docs"


def test_the_bot_of_the_docs(server: Server) -> None:
    """The bot in docs/bot.py takes a seat by the link and plays whole games to the count."""
    play = runpy.run_path(str(DOCS / "bot.py"))["play"]
    ana = server.device()
    ana.create(OPEN, OPEN, BOT)
    with ThreadPoolExecutor(2) as threads:
        clients = [server.device().http for _ in range(2)]
        for client in clients:
            client.base_url = httpx.URL(f"{server.address}/api/games")
        games = [threads.submit(play, client, ana.game) for client in clients]
        until(lambda: [seat["kind"] for seat in ana.see()["seats"]] == ["here", "here", "bot"])
        ana.do("start")
        results = [game.result(90)["result"] for game in games]
    assert results[0] == results[1]
    assert results[0]["winners"]


def test_the_bot_as_a_program(server: Server) -> None:
    """It runs as the page says, against a person's device that leaves."""
    ana = server.device()
    ana.create(here(), OPEN, deck="<r r> gr:3")
    command = [sys.executable, str(DOCS / "bot.py"), f"{server.address}/g/{ana.game}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot:
        until(lambda: ana.see()["seats"][1]["kind"] == "here")
        ana.do("start")
        ana.do("leave")
        said, _ = bot.communicate(timeout=30)
    assert "winners" in said


def test_the_bot_is_short() -> None:
    """It has 40 lines and no more."""
    text = (DOCS / "bot.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40


def test_hosts_are_told_each_option() -> None:
    """docs/host.md names each option of `serve` and its variable."""
    page = (DOCS / "host.md").read_text(encoding="utf-8")
    for option in OPTIONS:
        assert f"| `{option.flag}` | `{option.variable}` |" in page


def test_each_code_is_described() -> None:
    """docs/api.md names each code of a problem with its status."""
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    assert STATUS.keys() == TITLES.keys()
    for code, status in STATUS.items():
        assert f"`{code}`" in page
        assert str(status) in page


def test_each_command_is_described() -> None:
    """docs/api.md names each command."""
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    for command in get_args(CommandName):
        assert f"| `{command}`" in page


def test_each_path_is_described(server: Server) -> None:
    """docs/api.md names each request that the server describes."""
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    described = server.device().http.get("/api/openapi.json").json()
    for path, operations in described["paths"].items():
        for method in operations:
            assert f"`{method.upper()} {path}" in page


def test_each_page_and_path_for_machines_is_described() -> None:
    """docs/api.md or docs/host.md names each page of the browser, and each path for machines."""
    text = "".join((DOCS / name).read_text(encoding="utf-8") for name in ("api.md", "host.md"))
    machines = {route.path for route in router.routes if isinstance(route, Route)}
    assert machines == {"/healthz", "/readyz", "/metrics"}
    for path in (*machines, *pages.PATHS, "/api/games/{game}/live"):
        assert re.search(rf"`(?:GET |\w+ )?{re.escape(path)}`", text), path
