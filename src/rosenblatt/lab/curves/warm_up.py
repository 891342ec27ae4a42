"""What expressions need is made ready when the lab starts: compiled, if it never was, and loaded."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

from rosenblatt.lab.curves.lines import lines
from rosenblatt.lab.curves.points import points
from rosenblatt.lab.curves.settings import CurveSettings

ANY = CurveSettings(rules=(), own=("label*(field < 1)",), last=1.0, n=100, runs=2)


def warm_up(stop: threading.Event) -> Iterator[Any]:
    """Yield the line and the points of an expression: those of all others are made by the same machine code."""
    yield from lines(ANY)
    yield from points(ANY, stop)
