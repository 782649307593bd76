"""What a browser takes along to play without a network: the client, Pyodide, and this package.

The package is packed as it is installed here, so that the rules there are the rules here.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from importlib.metadata import version
from pathlib import Path

from serpentina.server.assets import Asset

PACKAGE = Path(__file__).parents[1]
PACKED = ("*.py", "*.weights")
NOT_BY_US = ("sw.js",)  # the browser itself keeps it, and looks for a newer one
PYTHON = "pyodide/"
LIST = "luggage.json"
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same files make the same archive


def pack(assets: dict[str, Asset]) -> dict[str, Asset]:
    """The archive of the package, and the list of all; nothing where Pyodide was not built in."""
    if not any(name.startswith(PYTHON) for name in assets):
        return {}
    archive = package_archive()
    digest = hashlib.sha256(archive).hexdigest()[:16]
    name = f"luggage/serpentina-{digest}.zip"
    added = {name: Asset.of(name, archive)}
    listed = list_of({**assets, **added}, name)
    return {**added, LIST: Asset.of(LIST, json.dumps(listed).encode())}


def package_archive() -> bytes:
    """The sources of this package and what they read, as a ZIP."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for file in sorted(file for pattern in PACKED for file in PACKAGE.rglob(pattern)):
            _add(archive, file.relative_to(PACKAGE.parent).as_posix(), file.read_bytes())
        said = f"Metadata-Version: 2.1\nName: serpentina\nVersion: {version('serpentina')}\n"
        _add(archive, f"serpentina-{version('serpentina')}.dist-info/METADATA", said.encode())
    return written.getvalue()


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, LONG_AGO), content, zipfile.ZIP_DEFLATED)


def list_of(assets: dict[str, Asset], package: str) -> dict[str, object]:
    """The files with their sizes as they travel; `stamp` is another whenever one of them is."""
    taken = {name: asset for name, asset in sorted(assets.items()) if name not in NOT_BY_US}
    told = "\n".join(f"{name} {asset.tag}" for name, asset in taken.items())
    files = [{"path": _path(name), "bytes": asset.size} for name, asset in taken.items()]
    return {
        "version": version("serpentina"),
        "stamp": hashlib.sha256(told.encode()).hexdigest()[:16],
        "package": f"/{package}",
        "bytes": sum(asset.size for asset in taken.values()),
        "files": files,
    }


def _path(name: str) -> str:
    """The address of a file; the page itself is at the root."""
    return "/" if name == "index.html" else f"/{name}"
