"""A line on a terminal that says why a first call takes its time; none in a pipe, and never a second one."""

from __future__ import annotations

import sys
import threading

MOMENT = 0.5  # seconds that need no explanation
NOTE = "rosenblatt: compiling (once; kept for next time) ..."

_said = threading.Event()


class CompileNote:
    """The note that is due if what has begun is not done in a moment."""

    def __init__(self) -> None:
        self._timer: threading.Timer | None = None

    def begin(self) -> None:
        """Compiling begins."""
        if not _said.is_set() and sys.stderr.isatty():
            self.end()
            self._timer = threading.Timer(MOMENT, _say)
            self._timer.daemon = True
            self._timer.start()

    def end(self) -> None:
        """It is done."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _say() -> None:
    if not _said.is_set():
        _said.set()
        sys.stderr.write(f"{NOTE}\n")
        sys.stderr.flush()
