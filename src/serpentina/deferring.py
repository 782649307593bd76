"""Ctrl-C waits until a step is done, so that nothing is counted or written by halves."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def until_done() -> Iterator[None]:
    """Inside, Ctrl-C is only noted; after it, it is what it was."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    noted: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        noted.append(number)

    usual = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if noted:
        raise KeyboardInterrupt
