"""Threads of this process that do the tasks of a sweep.

Each takes the next task when it has done one, so that no thread waits for another, however unlike tasks are and
whatever else the cores have to do. Kernels release the interpreter's lock.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from rosenblatt.sweeps.backend import Backend, Done, Task
from rosenblatt.sweeps.work import attempt

SECONDS_BETWEEN = 0.2  # of what is handed over together: what a killed process has to do again
_END = None


class Threads(Backend):
    """So many threads."""

    least_seconds = 0.02

    def __init__(self, cores: int) -> None:
        self._cores = cores

    @property
    def cores(self) -> int:
        """The threads."""
        return self._cores

    def finished(self, tasks: Sequence[Task], report: Callable[[float], None]) -> Iterator[list[Done]]:
        waiting, stop = deque(tasks), threading.Event()
        done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threads = [
            threading.Thread(target=_work, args=(waiting, done, stop, report), daemon=True)
            for _ in range(min(self.cores, len(tasks)))
        ]
        for thread in threads:
            thread.start()
        try:
            yield from _collected(done, len(threads))
        finally:
            stop.set()
            for thread in threads:
                thread.join()


def _work(
    waiting: deque[Task], done: queue.SimpleQueue[Any], stop: threading.Event, report: Callable[[float], None]
) -> None:
    """Do one task after the other, until there is none, or nobody wants more."""
    try:
        while not stop.is_set() and (task := _next(waiting)) is not None:
            result = attempt(task.work, task.part, stop, lambda share, cost=task.part.cost: report(share * cost))
            if not stop.is_set():  # or else it has been broken off
                done.put((task, result))
    except BaseException as problem:
        done.put(problem)
    finally:
        done.put(_END)


def _next(waiting: deque[Task]) -> Task | None:
    """Return the next task, which no other thread gets; None if there is none."""
    try:
        return waiting.popleft()
    except IndexError:
        return None


def _collected(done: queue.SimpleQueue[Any], threads: int) -> Iterator[list[Done]]:
    """Yield what is done in lists, not too often, until all threads have ended; raise what one of them raised."""
    while threads:
        found, until = [], time.monotonic() + SECONDS_BETWEEN
        with suppress(queue.Empty):
            while threads:
                one = done.get(timeout=max(until - time.monotonic(), 0.0))
                if one is _END:
                    threads -= 1
                elif isinstance(one, BaseException):
                    raise one
                else:
                    found.append(one)
        if found:
            yield found
