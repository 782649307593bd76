"""The docs as a site: it is built without a warning, asks nobody for anything, holds all names."""

from __future__ import annotations

import inspect
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.public_names import everything

ROOT = Path(__file__).parents[1]
FETCHED = {  # what a browser fetches by itself
    "img": "src",
    "script": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "object": "data",
    "embed": "src",
    "link": "href",
}
NOT_FETCHED = {"canonical", "prev", "next", "edit", "alternate"}  # links that only name something


class Page(HTMLParser):
    """What a page fetches, which anchors it has, and whether it is laid out for phones."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.anchors: set[str] = set()
        self.is_for_phones = False
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the tag says."""
        said = {name: value or "" for name, value in attrs}
        self.anchors.add(said.get("id", ""))
        self.is_for_phones |= said.get("name") == "viewport"
        if tag in FETCHED and FETCHED[tag] in said and said.get("rel") not in NOT_FETCHED:
            self.fetched.append(said[FETCHED[tag]])
        self.fetched += re.findall(
            r"""(?:url|@import)\(?\s*['"]?([^'")\s]+)""", said.get("style", "")
        )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built from a copy, with warnings as errors."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "docs", folder / "docs")
    shutil.copy2(ROOT / "mkdocs.yml", folder)
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("static", "locale"))
    build = [str(Path(sys.executable).with_name("zensical")), "build", "--strict"]
    done = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "build" / "site"


def test_the_site_asks_nobody(site: Path) -> None:
    """Whatever a page fetches by itself, it fetches from beside itself, and it is there."""
    pages = list(site.rglob("*.html"))
    assert len(pages) > 40
    for file in pages:
        for address in Page(file).fetched:
            parts = urlsplit(address)
            assert not parts.scheme or parts.scheme == "data", f"{file.name} fetches {address}"
            assert not parts.netloc, f"{file.name} fetches {address}"
            if parts.path and not parts.scheme:
                near = (
                    site / parts.path.lstrip("/")
                    if parts.path[0] == "/"
                    else file.parent / parts.path
                )
                assert near.exists(), f"{file.name} fetches {address}"
    for file in site.rglob("*.css"):
        for address in re.findall(r"""url\(\s*['"]?([^'")]+)""", file.read_text(encoding="utf-8")):
            assert not re.match(r"(?:https?:)?//", address), f"{file.name} fetches {address}"


def test_each_page_is_there_and_fits_a_phone(site: Path) -> None:
    """Each page of the docs is one of the site's, and tells a phone its width."""
    for page in (ROOT / "docs").rglob("*.md"):
        made = site / page.relative_to(ROOT / "docs").with_suffix(".html")
        assert Page(made).is_for_phones


def test_each_public_name_has_its_place(site: Path) -> None:
    """The reference has an anchor for each name, and for each method and field of a class."""
    pages = list((site / "reference").glob("*.html"))
    anchors = {anchor for page in pages for anchor in Page(page).anchors}
    names = {named.name for named in everything()}
    for named in everything():
        if inspect.isclass(named.item):
            names |= {f"{named.name}.{field}" for field in vars(named.item).get("_fields", ())}
            fields = vars(named.item).get("__dataclass_fields__", {})
            names |= {f"{named.name}.{field}" for field in fields}
    assert {name for name in names - anchors if "._" not in name} == set()
