"""A program of somebody else's, spoken to in lines; it can hang, flood and die without harm.

Nothing here knows the game. Each stream has a thread, so that nobody waits longer than he wants;
what the program writes is taken only as fast as it is wanted.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Callable
from threading import Event, Thread
from typing import IO, Any

from serpentina.errors import EngineError
from serpentina.painting import one_line

LONGEST_LINE = 4096  # bytes that are taken for one line
MOST_WAITING = 256  # lines that are taken before somebody wants them
LONGEST_SHOWN = 200  # letters of a line that an error repeats
PARTING_SECONDS = 0.5  # what a program has to end by itself
_POLL_SECONDS = 0.1


class Program:
    """A running program; it is ended by `close`, with this object, or with ours."""

    def __init__(self, command: str, label: str) -> None:
        self.label = label
        self._process = _started(command, label)
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._inbox: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._errors: deque[str] = deque(maxlen=1)
        is_closed, process = Event(), self._process
        threads = (
            _run(_write, process.stdin, self._outbox),
            _run(_read, process.stdout, self._inbox, is_closed),
            _run(_read_errors, process.stderr, self._errors),
        )
        self._reading_errors = threads[-1]
        self.close = weakref.finalize(self, _end, process, self._outbox, is_closed, threads)

    def say(self, line: str) -> None:
        """Send a line; whether it is heard shows in the answer."""
        self._outbox.put(f"{line}\n".encode())

    def hear(self, deadline: float) -> str | None:
        """The next line, None if there is none by the deadline (time.monotonic).

        EngineError if there will be none, since the program has ended. What goes beyond the length
        of a line is the next one.
        """
        seconds = deadline - time.monotonic()
        if seconds <= 0:
            return None
        try:
            line = self._inbox.get(timeout=seconds)
        except queue.Empty:
            return None
        if line is None:
            raise self._ended()
        return line

    def forget(self) -> None:
        """Drop what has been said and not been heard."""
        with contextlib.suppress(queue.Empty):
            while self._inbox.get_nowait() is not None:
                pass
            self._inbox.put(None)  # the end, to be heard again

    def _ended(self) -> EngineError:
        """Why no more lines come."""
        try:
            status = self._process.wait(PARTING_SECONDS)
        except subprocess.TimeoutExpired:
            return EngineError('The engine "{engine}" has closed its output.', engine=self.label)
        self._reading_errors.join(PARTING_SECONDS)
        if not self._errors:
            return EngineError(
                'The engine "{engine}" has ended with exit status {status}.',
                engine=self.label,
                status=status,
            )
        return EngineError(
            'The engine "{engine}" has ended with exit status {status}: {reason}',
            engine=self.label,
            status=status,
            reason=self._errors[0],
        )


def shown(line: str) -> str:
    """A line as an error may repeat it."""
    line = one_line(line)
    return line if len(line) <= LONGEST_SHOWN else f"{line[:LONGEST_SHOWN]}…"


def _started(command: str, label: str) -> subprocess.Popen[bytes]:
    """The program of a command line; no shell reads it. Ctrl-C does not reach it."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words or "\0" in command:
        raise EngineError('"{command}" is no command that starts an engine.', command=command)
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(  # noqa: S603 - the host or player names the program
            words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
    except OSError as error:
        raise EngineError(
            'The engine "{engine}" cannot be started: {reason}.',
            engine=label,
            reason=error.strerror,
        ) from None


def _run(function: Callable[..., None], *arguments: Any) -> Thread:
    thread = Thread(target=function, args=arguments, daemon=True)
    thread.start()
    return thread


def _write(stream: IO[bytes], outbox: queue.SimpleQueue[bytes | None]) -> None:
    """Write what is in the outbox until None; a program that does not listen gets no more."""
    with contextlib.suppress(OSError), stream:
        for line in iter(outbox.get, None):
            stream.write(line)
            stream.flush()


def _read(stream: IO[bytes], inbox: queue.Queue[str | None], is_closed: Event) -> None:
    """Put each line into the inbox, and None at the end; wait while it is full."""
    with stream:
        for line in iter(lambda: stream.readline(LONGEST_LINE), b""):
            if not _put(inbox, line.decode(errors="replace").strip(), is_closed):
                return
    _put(inbox, None, is_closed)


def _put(inbox: queue.Queue[str | None], line: str | None, is_closed: Event) -> bool:
    """Put a line in as soon as there is room; False if nobody wants it any more."""
    while not is_closed.is_set():
        try:
            inbox.put(line, timeout=_POLL_SECONDS)
        except queue.Full:
            continue
        return True
    return False


def _read_errors(stream: IO[bytes], errors: deque[str]) -> None:
    """Keep the last line of what a program says about itself."""
    with stream:
        for line in iter(lambda: stream.readline(LONGEST_LINE), b""):
            if line.strip():
                errors.append(shown(line.decode(errors="replace").strip()))


def _end(
    process: subprocess.Popen[bytes],
    outbox: queue.SimpleQueue[bytes | None],
    is_closed: Event,
    threads: tuple[Thread, ...],
) -> None:
    """Ask it to quit, then kill it and what it has started; nothing of it is left."""
    is_closed.set()
    outbox.put(b"quit\n")
    outbox.put(None)
    try:
        process.wait(PARTING_SECONDS)
    except subprocess.TimeoutExpired:
        _kill(process)
        process.wait()
    for thread in threads:
        thread.join(PARTING_SECONDS)


def _kill(process: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
