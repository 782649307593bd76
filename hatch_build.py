"""Compiles the catalogues of words into the package, wherever it is built or installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


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


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatch calls this before it gathers the files of a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile the catalogues; an archive of the sources leaves them as they are."""
        if self.target_name == "wheel":
            compile_catalogues(Path(self.root))
