"""Calls that belong together: all of them are made before an interrupt is heard."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import starmap
from operator import call
from typing import Any


def make_calls(calls: Iterable[tuple[Any, ...]]) -> None:
    """Call functions that are no Python, each a tuple with its arguments, one after the other.

    Handlers of signals are called between two lines of Python, and here there are none: it is as one call, and quicker
    than to hold signals back.

    >>> seen = []
    >>> make_calls([(seen.append, 1), (seen.append, 2)])
    >>> seen
    [1, 2]
    """
    deque(starmap(call, calls), maxlen=0)
