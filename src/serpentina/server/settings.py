"""What the host of a server may set: each option of `serpentina serve`, and its variable."""

from __future__ import annotations

import ipaddress
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from serpentina.engine.seat import SECONDS, parse_seconds
from serpentina.players import PLAYERS

PREFIX = "SERPENTINA_"
METRICS = ("off", "local", "all")
LOGS = ("text", "json")
LEVELS = ("info", "warning", "error")


@dataclass(frozen=True)
class Settings:
    """How a server runs; pauses and limits are in seconds, 0 days keep for ever."""

    host: str = "127.0.0.1"
    port: int = 8000
    lan: bool = False
    database: str = ""
    bot_pause: float = 1.2
    undo_pause: float = 2.0
    away: float = 120.0
    keep_days: float = 30.0
    idle_days: float = 30.0
    no_browser: bool = False
    engine: tuple[tuple[str, str], ...] = ()
    engine_seconds: float = SECONDS
    thinkers: int = 1
    tables_per_address: float = 120.0
    commands_per_seat: float = 600.0
    sockets_per_address: float = 200.0
    sockets: float = 10_000.0
    proxy: str = ""
    metrics: str = "off"
    log: str = ""
    log_level: str = ""

    @property
    def database_path(self) -> Path:
        """The file of the games."""
        if self.database:
            return Path(self.database)
        return platformdirs.user_data_path("serpentina", appauthor=False) / "server.sqlite3"

    @property
    def bound_host(self) -> str:
        """The address to listen at: every one of this machine for a home network."""
        return "0.0.0.0" if self.lan and self.host == Settings.host else self.host  # noqa: S104


class Option(NamedTuple):
    """An option: its name, how its text is read (None for a switch), and what it is for.

    One that is `repeated` may be given several times, or in several lines of its variable.
    """

    name: str
    read: Callable[[str], Any] | None
    metavar: str
    help: str
    is_repeated: bool = False

    @property
    def flag(self) -> str:
        """As it is written on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """As it is called in the environment."""
        return PREFIX + self.name.upper()


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise ValueError(f'A port is a number from 0 to 65535, not "{text}".')
    return int(text)


def _amount(text: str) -> float:
    try:
        amount = float(text)
    except ValueError:
        amount = -1.0
    if not 0 <= amount <= 1e6:
        raise ValueError(f'This is a number from 0 to 1000000, not "{text}".')
    return amount


def _processes(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 64:
        raise ValueError(f'This is a number from 1 to 64, not "{text}".')
    return int(text)


def _engine(text: str) -> tuple[str, str]:
    """A name, and the command of a program that plays under it."""
    name, equals, command = text.partition("=")
    if not equals or not re.fullmatch("[A-Za-z][A-Za-z0-9._-]{0,19}", name):
        raise ValueError(f'An engine is written as NAME=COMMAND, not "{text}".')
    if name in PLAYERS:
        raise ValueError(f'"{name}" is a player of our own: give the engine another name.')
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise ValueError(f'"{command}" is no command that starts an engine.')
    return name, command


def _one_of(*known: str) -> Callable[[str], str]:
    """How a text is read that is one of a few words."""

    def read(text: str) -> str:
        if text not in known:
            raise ValueError(f'This is one of {", ".join(known)}, not "{text}".')
        return text

    return read


def _proxies(text: str) -> str:
    """The addresses or networks of proxies, with commas between."""
    for each in text.split(","):
        try:
            ipaddress.ip_network(each.strip())
        except ValueError:
            raise ValueError(
                f'A proxy is an address or a network, as in 127.0.0.1 or 10.0.0.0/8, not "{each}".'
            ) from None
    return text


OPTIONS = (
    Option("host", str, "ADDRESS", "the address to listen at (127.0.0.1: this machine alone)"),
    Option("port", _port, "PORT", "the port to listen at (8000; 0: any that is free)"),
    Option("lan", None, "", "let the home network in, and print the address with a QR code"),
    Option("database", str, "FILE", "the SQLite file of the games (in your folder for data)"),
    Option("bot_pause", _amount, "SECONDS", "how long a bot waits before each step (1.2)"),
    Option("undo_pause", _amount, "SECONDS", "how long a bot lets a person take back (2)"),
    Option("away", _amount, "SECONDS", "after which a bot may play for who is away (120)"),
    Option("keep_days", _amount, "DAYS", "delete finished games after so many days (30; 0: never)"),
    Option("idle_days", _amount, "DAYS", "delete games left unfinished (30; 0: never)"),
    Option("no_browser", None, "", "do not open the browser"),
    Option("engine", _engine, "NAME=COMMAND", "a program that plays; once for each", True),
    Option("engine_seconds", parse_seconds, "SECONDS", "what a program has for a placement (0.5)"),
    Option("thinkers", _processes, "NUMBER", "how many processes think for hints and bots (1)"),
    Option("tables_per_address", _amount, "NUMBER", "in an hour (120; 0: any number)"),
    Option("commands_per_seat", _amount, "NUMBER", "in ten seconds (600; 0: any number)"),
    Option("sockets_per_address", _amount, "NUMBER", "open at once (200; 0: any number)"),
    Option("sockets", _amount, "NUMBER", "open at once in all (10000; 0: any number)"),
    Option("proxy", _proxies, "ADDRESSES", "the proxies that are believed whom they speak for"),
    Option("metrics", _one_of(*METRICS), "WHO", "who may read /metrics: off, local or all (off)"),
    Option("log", _one_of(*LOGS), "FORM", "text or json (text at a terminal)"),
    Option(
        "log_level", _one_of(*LEVELS), "LEVEL", "info, warning or error (at a terminal warning)"
    ),
)
ON = ("1", "true", "yes", "on")
OFF = ("0", "false", "no", "off", "")


def settings_from(given: Mapping[str, Any], environment: Mapping[str, str]) -> Settings:
    """The options given, else the environment's, else the usual; ValueError where one is wrong."""
    chosen: dict[str, Any] = {}
    for option in OPTIONS:
        value = given.get(option.name)
        if value is not None and value is not False:
            chosen[option.name] = tuple(value) if option.is_repeated else value
        elif option.variable in environment:
            chosen[option.name] = _from_environment(option, environment[option.variable])
    settings = Settings(**chosen)
    names = [name for name, _ in settings.engine]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f'Two engines have the name "{name}".')
    return settings


def _from_environment(option: Option, text: str) -> Any:
    try:
        if option.read and option.is_repeated:
            return tuple(option.read(line.strip()) for line in text.splitlines() if line.strip())
        return option.read(text) if option.read else _switch(text)
    except ValueError as error:
        raise ValueError(f"{option.variable}: {error}") from None


def _switch(text: str) -> bool:
    if text.lower() not in ON + OFF:
        raise ValueError(f'This is "1" or "0", not "{text}".')
    return text.lower() in ON


assert [field.name for field in fields(Settings)] == [option.name for option in OPTIONS]
