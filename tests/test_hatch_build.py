"""Building the client: what counts as built, what is missing, and what is said when it fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import hatch_build
import pytest
from hatch_build import STATIC, build_client, is_built, missing_assets

from tests.leaving_out import leave_out

ROOT = Path(__file__).parents[1]
KEPT_OUT = ("node_modules", "__pycache__", "*.mo", ".*cache", "tests", "docs", "benchmarks")

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


def test_a_build_that_takes_for_ever(tree: Path) -> None:
    """It ends, too, and the sentence says after how long."""

    def waits(_root: Path) -> None:
        raise subprocess.TimeoutExpired("npm", hatch_build.SECONDS)

    with pytest.raises(SystemExit, match=r"npm has taken more than 15 minutes\.$"):
        hatch_build._or_say_why(waits, tree)


def copy_of_the_sources(folder: Path) -> Path:
    """The sources without what a build has made, but with the built client if there is one."""
    for name in ("src", "client"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*KEPT_OUT))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy2(ROOT / name, folder / name)
    return folder


def hatchling(folder: Path, target: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel or an archive of the sources where no Node is, and nothing can be fetched."""
    (folder / "empty").mkdir(exist_ok=True)
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder / "made")],
        cwd=folder,
        env={**os.environ, "PATH": str(folder / "empty"), "npm_config_offline": "true"},
        capture_output=True,
        text=True,
        check=False,
    )


def built(folder: Path, target: str, pattern: str) -> Path:
    """The file that a build has made."""
    done = hatchling(folder, target)
    assert done.returncode == 0, done.stderr
    (made,) = (folder / "made").glob(pattern)
    return made


def test_archive_and_wheel(tmp_path: Path) -> None:
    """The archive of the sources holds the built client; so does a wheel made from it without Node.

    The wheel holds the catalogues and the drawings, too.
    """
    tree = copy_of_the_sources(tmp_path / "tree")
    if missing_assets(tree / STATIC):
        leave_out("Left out: what an archive holds, for the client is not built.")
    os.utime(tree / STATIC / "index.html")  # built after the last change
    with tarfile.open(built(tree, "sdist", "*.tar.gz")) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.glob("serpentina-*")
    assert missing_assets(unpacked / STATIC) == []
    assert (unpacked / "client" / "package-lock.json").is_file()
    assert not list(unpacked.rglob("node_modules"))
    with zipfile.ZipFile(built(unpacked, "wheel", "*.whl")) as wheel:
        names = set(wheel.namelist())
    package = tree / "src" / "serpentina"
    assets = {f"serpentina/{file.relative_to(package).as_posix()}" for file in whole(tree / STATIC)}
    assert len(assets) >= 6
    assert assets <= names
    for language in ("de", "es", "fr", "pt"):
        assert f"serpentina/locale/{language}/LC_MESSAGES/serpentina.mo" in names
    assert {"serpentina/art/cards.json", "serpentina/py.typed", "serpentina/cli.py"} <= names
    assert "serpentina/server/migrations/versions/0001_games.py" in names
    fonts = {name for name in names if name.startswith("serpentina/printing/fonts/")}
    assert {Path(name).suffix for name in fonts} == {".ttf", ".txt"}  # fonts with their licence


def whole(folder: Path) -> list[Path]:
    """All files below a folder."""
    return [file for file in folder.rglob("*") if file.is_file()]


@pytest.mark.parametrize("target", ["sdist", "wheel"])
def test_a_build_that_has_no_client(tmp_path: Path, target: str) -> None:
    """Where the client is not built and cannot be, there is neither an archive nor a wheel."""
    tree = copy_of_the_sources(tmp_path)
    shutil.rmtree(tree / STATIC, ignore_errors=True)
    (tree / "client" / "package-lock.json").unlink()
    done = hatchling(tree, target)
    assert done.returncode != 0
    assert "npm ci --no-audit --no-fund failed" in done.stderr
    assert "needs npm's registry" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tree.glob("made/*"))


def test_the_client_is_built_without_a_node_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Node comes with the tools of the build: with none on the path the client is built."""
    modules = ROOT / "client" / "node_modules"
    if not (modules / "vite").is_dir():
        leave_out("Left out: a build of the client, for what it needs is not installed.")
    tree = copy_of_the_sources(tmp_path / "tree")
    shutil.rmtree(tree / STATIC, ignore_errors=True)
    (tree / "client" / "node_modules").symlink_to(modules.resolve(), target_is_directory=True)
    shell = shutil.which("sh")
    assert shell is not None
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "sh").symlink_to(shell)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    npm = hatch_build._npm
    steps = {"ci": lambda *_words: None, "run": npm}  # what is installed is there already
    monkeypatch.setattr(hatch_build, "_npm", lambda folder, *words: steps[words[0]](folder, *words))
    build_client(tree)
    assert missing_assets(tree / STATIC) == []
