"""Long work in threads: one job a visitor, which can be stopped, and few at once; the others wait.

jobs.1   a visitor who starts another job stops the one before
jobs.2   work is a generator of what is known by now; it is stopped between two values, and within one if it looks at
         the event that it is given
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from rosenblatt.lab.sentences import MISTAKES, sentence
from rosenblatt.simulation.runs import available_cores

MOST_WAITING = 100
WAITING, RUNNING, DONE, STOPPED, FAILED = "waiting", "running", "done", "stopped", "failed"

Work = Callable[[threading.Event], Iterator[Any]]


class Job:
    """Work of a visitor: ``value`` is what is known by now, ``revision`` counts how often that has changed."""

    def __init__(self, work: Work) -> None:
        self.stop_event = threading.Event()
        self.state, self.value, self.message, self.revision = WAITING, None, "", 0
        self._work = work

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.state in (DONE, STOPPED, FAILED)

    def stop(self) -> None:
        """Ask it to end soon."""
        self.stop_event.set()

    def run(self) -> None:
        """Do the work, in a thread of the pool.  (jobs.2)"""
        if not self.stop_event.is_set():
            self.state = RUNNING
        state = DONE
        try:
            for value in () if self.stop_event.is_set() else self._work(self.stop_event):
                self.value, self.revision = value, self.revision + 1
                if self.stop_event.is_set():
                    break
        except MISTAKES as problem:
            state, self.message = FAILED, sentence(problem)
        except Exception:
            logging.getLogger(__name__).exception("work of the lab failed")
            state, self.message = FAILED, "something failed inside; the terminal of the lab says what."
        self.state = STOPPED if self.stop_event.is_set() else state


class Jobs:
    """All jobs, by visitor."""

    def __init__(self, threads: int | None = None) -> None:
        self._pool = ThreadPoolExecutor(threads or max(4, 2 * available_cores()), thread_name_prefix="lab")
        self._of_visitor: dict[str, Job] = {}
        self._lock = threading.Lock()

    def start(self, visitor: str, work: Work) -> Job:
        """Start work for a visitor, or raise if too many wait.  (jobs.1)"""
        with self._lock:
            self._of_visitor = {who: job for who, job in self._of_visitor.items() if not job.is_over}
            if visitor not in self._of_visitor and len(self._of_visitor) >= MOST_WAITING:
                raise ValueError(f"jobs must be at most {MOST_WAITING} at once; got one more. Try again in a while.")
            if visitor in self._of_visitor:
                self._of_visitor[visitor].stop()
            job = self._of_visitor[visitor] = Job(work)
        self._pool.submit(job.run)
        return job

    def end(self) -> None:
        """Stop everything, for the server ends."""
        with self._lock:
            for job in self._of_visitor.values():
                job.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)
