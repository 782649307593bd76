"""The log of a server: each line says what has happened, with the game and the command.

Neither tokens nor addresses nor the fan come into it: no line has a value that nobody chose, and
tracebacks show no variables.
"""

from __future__ import annotations

import logging
import os
import sys
from typing import TextIO

import structlog
from structlog.dev import ConsoleRenderer, plain_traceback
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name
from structlog.typing import Processor

OURS = "serpentina"


def start_log(form: str, level: str, stream: TextIO | None = None) -> logging.Handler:
    """Write what this process logs in a form, from a level on; what is empty fits the stream.

    To people at a terminal text, and only what is wrong; to anybody else everything, a JSON object
    in a line.
    """
    stream = stream or sys.stderr
    is_terminal = stream.isatty()
    form = form or ("text" if is_terminal else "json")
    level = level or ("warning" if is_terminal else "info")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_formatter(form, in_colours=is_terminal and "NO_COLOR" not in os.environ))
    handler.addFilter(_is_worth_a_line)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)  # of others
    logging.getLogger(OURS).setLevel(level.upper())
    return handler


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    """That somebody sends into a socket what is no text is no failure of ours."""
    kind = record.exc_info[0] if record.exc_info else None
    return kind is not UnicodeDecodeError or record.name.startswith(OURS)


def _formatter(form: str, *, in_colours: bool) -> logging.Formatter:
    last: list[Processor] = [ProcessorFormatter.remove_processors_meta]
    if form == "json":
        last += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        last += [ConsoleRenderer(colors=in_colours, exception_formatter=plain_traceback)]
    first: list[Processor] = [
        add_log_level,
        add_logger_name,
        ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    return ProcessorFormatter(foreign_pre_chain=first, processors=last)
