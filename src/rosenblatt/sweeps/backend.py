"""Who does the tasks of a sweep: threads of this process, or a cluster."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from rosenblatt.sweeps.work import Part, Work


class Task(NamedTuple):
    """A part of some work."""

    work: Work
    part: Part


Done = tuple[Task, Any]


class Backend(ABC):
    """Does tasks, and hands over what is done while it goes on.

    ``least_seconds`` is what a task should take to be worth handing over.
    """

    least_seconds: float

    @property
    @abstractmethod
    def cores(self) -> int:
        """How many tasks it does at once."""

    @abstractmethod
    def finished(self, tasks: Sequence[Task], report: Callable[[float], None]) -> Iterator[list[Done]]:
        """Do the tasks in their order, and yield those that are done, some at a time; ``report`` is told seconds."""
