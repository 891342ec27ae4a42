"""Parts of a model that learn at the same time: while one of them waits for a device, cores are free for the others."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from typing import TypeVar

Found = TypeVar("Found")


def side_by_side(calls: list[Callable[[], Found]]) -> list[Found]:
    """Return what functions return, the first called here and each other in a thread of its own.

    None of them is still running afterwards, even if one has failed or an interrupt was heard.

    >>> side_by_side([lambda: 1, lambda: 2])
    [1, 2]
    """
    first, *others = calls
    started = [_pool(os.getpid(), len(others)).submit(call) for call in others]
    try:
        own = first()
    finally:
        wait(started)
    return [own, *(one.result() for one in started)]


@cache
def _pool(process: int, threads: int) -> ThreadPoolExecutor:
    """Return threads of a process; one that was forked has none of its parent's."""
    return ThreadPoolExecutor(max(threads, 1), thread_name_prefix=f"rosenblatt-{process}")
