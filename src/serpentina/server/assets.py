"""The client's files, read once at the start: each as it is, and compressed where that helps."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.responses import Response

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
PACKED = (".html", ".js", ".css", ".json", ".webmanifest", ".svg")
UNKNOWN_KIND = "application/octet-stream"
FOR_EVER = "public, max-age=31536000, immutable"
LASTING = ("assets/", "pyodide/", "luggage/")  # what is in these never changes under its name
ASK_AGAIN = "no-cache"
PACKED_BEFORE = ".gz"  # what is large is in gzip already, and there alone


class Asset(NamedTuple):
    """A file: its content, the same in gzip if that is shorter, and what is said of it."""

    content: bytes
    packed: bytes | None
    kind: str
    tag: str
    lasting: str

    @staticmethod
    def of(name: str, content: bytes) -> Asset:
        """The asset of a file's name, as in the address, and its content."""
        packed = gzip.compress(content, mtime=0) if Path(name).suffix in PACKED else None
        if packed and len(packed) >= len(content):
            packed = None
        return Asset(content, packed, *_said_of(name, content))

    @staticmethod
    def of_packed(name: str, packed: bytes) -> Asset:
        """The asset of a file that is only there in gzip; its name is that of the content."""
        return Asset(b"", packed, *_said_of(name, packed))

    @property
    def size(self) -> int:
        """The bytes that travel to a browser."""
        return len(self.content if self.packed is None else self.packed)

    def answer(self, asked: Headers, status: int = 200) -> Response:
        """The answer to a request with these headers; empty where the browser has it already."""
        packed = self.packed if takes_gzip(asked.get("accept-encoding", "")) else None
        tag = f'"{self.tag}"' if packed is None else f'"{self.tag}-gzip"'
        headers = {"Cache-Control": self.lasting, "ETag": tag}
        if self.packed is not None:
            headers["Vary"] = "Accept-Encoding"
        if status == 200 and tag in asked.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if packed is not None:
            headers["Content-Encoding"] = "gzip"
            return Response(packed, status, headers, self.kind)
        return Response(self._whole(), status, headers, self.kind)

    def _whole(self) -> bytes:
        """The content, unpacked for those few who do not take gzip."""
        is_only_packed = self.packed is not None and not self.content
        return gzip.decompress(self.packed or b"") if is_only_packed else self.content


def _said_of(name: str, kept: bytes) -> tuple[str, str, str]:
    """What is said of a file: its kind, its tag, how long it lasts."""
    kind = KINDS.get(Path(name).suffix, UNKNOWN_KIND)
    tag = hashlib.sha256(kept).hexdigest()[:20]
    return kind, tag, FOR_EVER if name.startswith(LASTING) else ASK_AGAIN


def read_assets(folder: Path) -> dict[str, Asset]:
    """The files of a folder by their names in the address; none where nothing was built."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return dict(_read(file.relative_to(folder).as_posix(), file) for file in files)


def _read(name: str, file: Path) -> tuple[str, Asset]:
    if name.endswith(PACKED_BEFORE):
        name = name.removesuffix(PACKED_BEFORE)
        return name, Asset.of_packed(name, file.read_bytes())
    return name, Asset.of(name, file.read_bytes())


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding names gzip, and does not refuse it."""
    for each in accepted.lower().split(","):
        name, _, weight = each.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
