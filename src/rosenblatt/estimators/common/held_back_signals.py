"""Signals that wait: what must not be left half done is done to its end, and only then is Ctrl-C heard."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

# Those whose handlers usually raise, few, since each costs a microsecond; a system need not have all of them.
NAMES = ("SIGINT", "SIGTERM", "SIGALRM", "SIGBREAK")
SIGNALS = tuple(getattr(signal, name) for name in NAMES if hasattr(signal, name))


@contextmanager
def signals_held_back() -> Iterator[None]:
    """Do something to its end before the handler of a signal that comes meanwhile is called.

    Only the main thread is interrupted by handlers: in others there is nothing to hold back. Handlers that are not
    Python's, and signals that are ignored, stay as they are.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[tuple[int, FrameType | None]] = []
    handlers: dict[int, Any] = {}
    try:
        for number in SIGNALS:
            handler = signal.getsignal(number)
            if callable(handler):
                handlers[number] = handler
                signal.signal(number, lambda number, frame: came.append((number, frame)))
        yield
    finally:
        for number, handler in reversed(handlers.items()):  # Ctrl-C last: from then on it is heard
            signal.signal(number, handler)
        for number, frame in came:
            handlers[number](number, frame)
