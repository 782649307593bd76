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
}
PACKED = (".html", ".js", ".css", ".json", ".webmanifest", ".svg")
UNKNOWN_KIND = "application/octet-stream"
FOR_EVER = "public, max-age=31536000, immutable"  # Vite names its assets by their content
ASK_AGAIN = "no-cache"


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
        suffix = Path(name).suffix
        packed = gzip.compress(content, mtime=0) if suffix in PACKED else None
        return Asset(
            content,
            packed if packed and len(packed) < len(content) else None,
            KINDS.get(suffix, UNKNOWN_KIND),
            hashlib.sha256(content).hexdigest()[:20],
            FOR_EVER if name.startswith("assets/") else ASK_AGAIN,
        )

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
        return Response(packed or self.content, status, headers, self.kind)


def read_assets(folder: Path) -> dict[str, Asset]:
    """The files of a folder by their names in the address; none where nothing was built."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    names = {file.relative_to(folder).as_posix(): file for file in files}
    return {name: Asset.of(name, file.read_bytes()) for name, file in names.items()}


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding names gzip, and does not refuse it."""
    for each in accepted.lower().split(","):
        name, _, weight = each.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
