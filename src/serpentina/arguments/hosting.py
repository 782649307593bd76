"""The arguments of the commands for hosts, who are spoken to in English."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from serpentina.arguments.shared import (
    add_command,
    plainly,
)
from serpentina.server.settings import OPTIONS
from serpentina.words import Words


def add(commands: Any, words: Words) -> None:
    """Add the commands."""
    _add_serve(commands, words)
    _add_copying(commands)


def _add_serve(commands: Any, words: Words) -> None:
    """Hosts are spoken to in English."""
    text = "Let people play in the browser."
    parser = add_command(commands, words, "serve", text, "serpentina serve --lan")
    for option in OPTIONS:
        about = f"{option.help} [{option.variable}]"
        if option.read is None:
            parser.add_argument(option.flag, action="store_true", help=about)
        else:
            read, action = plainly(option.read), "append" if option.is_repeated else "store"
            parser.add_argument(
                option.flag, action=action, type=read, metavar=option.metavar, help=about
            )


def _add_copying(commands: Any) -> None:
    """Hosts are spoken to in English."""
    english, database = Words("en"), next(each for each in OPTIONS if each.name == "database")
    for name, text in (
        ("backup", "Copy the games of a server, which may run meanwhile, into a file."),
        ("restore", "Put a copy in the place of a server's games, and keep what was there."),
    ):
        parser = add_command(commands, english, name, text, f"serpentina {name} games.backup")
        parser.add_argument("file", type=Path, metavar="FILE", help="the file of the copy")
        about = f"{database.help} [{database.variable}]"
        parser.add_argument(database.flag, metavar=database.metavar, help=about)
        if name == "backup":
            about = "write over a copy that is there already"
            parser.add_argument("--overwrite", action="store_true", help=about)
