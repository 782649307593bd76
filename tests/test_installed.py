"""Installed into an empty environment, from the archive or the wheel: it plays without Node."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from urllib.request import urlopen

import pytest
from hatch_build import STATIC, missing_assets

from tests.leaving_out import leave_out
from tests.test_hatch_build import built, copy_of_the_sources


class Home:
    """An environment with nothing but what the wheel asks for, and an empty home."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = folder / "env" / "bin"
        # A path on which nothing is but this environment.
        self.variables = {"PATH": str(self.programs), "HOME": str(folder), "LANGUAGE": "en"}

    def install(self, *what: object) -> subprocess.CompletedProcess[str]:
        """Let pip install it, where neither Node nor npm's registry is, but that of Python."""
        python = str(self.programs / "python")
        # Python compiles what is used, as it is used.
        return subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--no-compile", *map(str, what)],
            env={**os.environ, "PATH": str(self.programs), "npm_config_offline": "true"},
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )

    def run(self, *words: object, seconds: int = 120) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment."""
        command = [str(self.programs / str(words[0])), *map(str, words[1:])]
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """The archive of these sources, installed as pip does: it makes a wheel of it, without Node."""
    folder = tmp_path
    tree = copy_of_the_sources(folder / "tree")
    if missing_assets(tree / STATIC):
        leave_out("Left out: what an installed wheel does, for the client is not built.")
    os.utime(tree / STATIC / "index.html")  # built after the last change
    archive = built(tree, "sdist", "*.tar.gz")
    subprocess.run([sys.executable, "-m", "venv", str(folder / "env")], check=True)
    home = Home(folder)
    done = home.install(archive)
    if done.returncode and "Could not find a version" in done.stderr:
        leave_out("Left out: what an installed wheel does, for no package can be fetched here.")
    assert done.returncode == 0, done.stderr
    return home


def nothing_else_is_there(home: Home) -> None:
    """Neither Node nor a compiler is on the path, nor the tools of development."""
    code = "import shutil; print([shutil.which(name) for name in ('node', 'npm', 'cc', 'gcc')])"
    assert home.run("python", "-c", code).stdout == "[None, None, None, None]\n"
    assert home.run("python", "-c", "import pytest").returncode == 1
    where = home.run("python", "-c", "import serpentina; print(serpentina.__file__)").stdout
    assert where.startswith(str(home.folder / "env"))


def a_game_is_played(home: Home) -> None:
    """Two bots play a whole game to its end, and the record of it verifies."""
    played = "play --seat bot:hatchling --seat bot:garter --seed 3 --record game.txt"
    done = home.run("serpentina", *played.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"wins!|share the win", done.stdout)
    verified = home.run("serpentina", "verify", "game.txt")
    assert verified.returncode == 0
    assert "all by the rules" in verified.stdout


def what_is_compiled_is_compiled_there(home: Home) -> None:
    """Numba needs no compiler of the system: whole games are simulated."""
    done = home.run("serpentina", "simulate", "--games", "50", "--json", seconds=400)
    assert done.returncode == 0, done.stderr


def it_speaks_and_prints(home: Home) -> None:
    """The catalogues and the fonts are in it."""
    done = home.run("serpentina", "print", "--language", "de")
    assert (done.returncode, done.stderr) == (0, "")
    assert "serpentina.pdf hat 7 Seiten." in done.stdout
    assert (home.folder / "serpentina.pdf").read_bytes().startswith(b"%PDF")


def the_browser_is_served(home: Home) -> None:
    """The pages, with their script and style, come from the wheel."""
    command = [str(home.programs / "serpentina"), "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, env=home.variables, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
        assert found
        assert server.stdout.readline().startswith("Ready")
        page = urlopen(found[0], timeout=20).read().decode()  # noqa: S310
        scripts = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)
        assert len(scripts) >= 2
        for name in scripts:
            assert len(urlopen(found[0] + name, timeout=20).read()) > 1000  # noqa: S310
        server.terminate()


def its_version_is_ours(home: Home) -> None:
    """It is the one of the sources."""
    assert home.run("serpentina", "--version").stdout.strip() == version("serpentina")


def the_wheel_does_the_same(home: Home) -> None:
    """In the place of what came from the archive."""
    wheel = built(home.folder / "tree", "wheel", "*.whl")
    assert (
        home.run("python", "-m", "pip", "uninstall", "--yes", "--quiet", "serpentina").returncode
        == 0
    )
    assert home.run("python", "-c", "import serpentina").returncode == 1
    done = home.install("--no-deps", wheel)
    assert done.returncode == 0, done.stderr
    a_game_is_played(home)
    it_speaks_and_prints(home)


def test_an_installed_archive_and_wheel(home: Home) -> None:
    """Each is all that is there, plays, compiles, prints, serves, and is of this version."""
    # One test for all, since the installation takes a minute.
    nothing_else_is_there(home)
    a_game_is_played(home)
    what_is_compiled_is_compiled_there(home)
    it_speaks_and_prints(home)
    the_browser_is_served(home)
    its_version_is_ours(home)
    the_wheel_does_the_same(home)
