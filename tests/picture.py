"""Makes the picture of the README: a real table of twelve snakes in the middle of a game.

`python -m tests.picture docs/table.png` starts a server, plays, and photographs the page as a phone
shows it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.server.running import Device, Server, State, here

SNAKES = 12
TURNS = 37
CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]


def choice(state: State) -> int:
    """A placement that takes nothing: alone until there are twelve, then at the shortest snake."""
    kept = [each for each in state["placements"] if not each["taken"]]
    alone = [each for each in kept if not each["touches"]]
    single = [each for each in kept if len(each["touches"]) == 1]
    if (len(state["table"]) < SNAKES or not single) and alone:
        return int(alone[0]["placement"])
    best = min(single or state["placements"], key=lambda each: len(each["makes"]))
    return int(best["placement"])


def play(device: Device) -> None:
    """A game of two people by rules under which many snakes come to lie."""
    rules = "serpentina,joined=when_complete,must_match=off"
    state = device.create(here("cat", "Ana"), here("owl", "Oma"), rules=rules)
    for _ in range(TURNS):
        state = device.do("draw", state["version"], slot=state["slots"][0])
        state = device.do("place", state["version"], placement=choice(state))


def photograph(server: Server, device: Device, target: Path) -> None:
    """The page on a phone of 360 x 640, twice as sharp."""
    cookies = [
        {"name": name, "value": value, "url": server.address}
        for name, value in device.http.cookies.items()
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        context = browser.new_context(
            viewport={"width": 360, "height": 640}, device_scale_factor=2, locale="en"
        )
        context.add_cookies(cookies)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{server.address}/g/{device.game}", wait_until="networkidle")
        page.wait_for_timeout(1500)
        page.screenshot(path=target)
        browser.close()


def main() -> None:
    """Make the picture at the path that is given."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "games.sqlite3")
        try:
            device = server.device()
            play(device)
            photograph(server, device, Path(sys.argv[1]))
        finally:
            server.close()


if __name__ == "__main__":
    main()
