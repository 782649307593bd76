"""Building the client: what counts as built, what is missing, and what is said when it fails."""

from __future__ import annotations

import os
from pathlib import Path

import hatch_build
import pytest
from hatch_build import STATIC, build_client, is_built, missing_assets

ASSETS = ("index.html", "manifest.webmanifest", "icon-192.png", "assets/a.js", "assets/a.css")


def write(file: Path, at: int) -> None:
    """A file that was changed at a time."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("x")
    os.utime(file, (at, at))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree of sources whose client was built after its last change."""
    for source in ("package.json", "src/main.tsx", "public/icon.svg"):
        write(tmp_path / "client" / source, 1000)
    for asset in ASSETS:
        write(tmp_path / STATIC / asset, 2000)
    return tmp_path


def test_what_is_built(tree: Path) -> None:
    """A client whose assets are all there, and newer than its sources, is not built again."""
    assert is_built(tree)
    assert missing_assets(tree / STATIC) == []


@pytest.mark.parametrize("source", ["package.json", "vite.config.ts", "src/pages/new.tsx"])
def test_a_newer_source(tree: Path, source: str) -> None:
    """A source that was changed after the build asks for another one."""
    write(tree / "client" / source, 3000)
    assert not is_built(tree)


def test_what_is_no_source(tree: Path) -> None:
    """What npm has installed is no source."""
    write(tree / "client/node_modules/vite/new.js", 3000)
    assert is_built(tree)


@pytest.mark.parametrize("asset", ASSETS)
def test_a_missing_asset(tree: Path, asset: str) -> None:
    """A client that lacks an asset is not built, and the asset is named."""
    (tree / STATIC / asset).unlink()
    assert not is_built(tree)
    (missing,) = missing_assets(tree / STATIC)
    assert missing == asset.replace("/a.", "/*.")


def test_nothing_built(tmp_path: Path) -> None:
    """Where there is no folder of assets, all are missing."""
    assert len(missing_assets(tmp_path / STATIC)) == len(ASSETS)


def test_a_build_without_assets(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build that ends well and leaves no assets fails all the same, and says which."""
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(hatch_build, "_npm", lambda _folder, *words: asked.append(words))
    (tree / STATIC / "assets/a.js").unlink()
    with pytest.raises(
        FileNotFoundError, match=r"^The client was not built: assets/\*\.js missing"
    ):
        build_client(tree)
    assert [words[0] for words in asked] == ["ci", "run"]


def test_no_build_where_none_is_needed(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is built is left alone."""
    monkeypatch.setattr(hatch_build, "_npm", lambda *_words: pytest.fail("npm was asked"))
    build_client(tree)


def test_a_build_that_fails(tree: Path) -> None:
    """When npm fails, a sentence says which step, and what npm has said follows."""
    write(tree / "client/package.json", 3000)  # no JSON
    with pytest.raises(RuntimeError, match=r"^npm ci --no-audit --no-fund failed:\n"):
        build_client(tree)
