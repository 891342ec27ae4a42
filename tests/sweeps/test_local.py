"""Threads that take one task after the other."""

from __future__ import annotations

import threading
import time

import pytest

from rosenblatt.sweeps import local
from rosenblatt.sweeps.backend import Task
from rosenblatt.sweeps.local import Threads
from rosenblatt.sweeps.work import Part


class Sleeping:
    """Work of which each part sleeps for its cost."""

    def __init__(self):
        self.done, self.threads = [], set()

    def compute(self, part, stop, report):
        end = time.monotonic() + part.cost
        while time.monotonic() < end and not stop.is_set():
            time.sleep(0.001)
        self.done.append(part.name)
        self.threads.add(threading.get_ident())
        report(0.5)
        report(0.5)
        if part.of is not None:
            raise part.of
        return part.name


def tasks(work, *costs, of=None):
    return [Task(work, Part(str(number), cost, of)) for number, cost in enumerate(costs)]


def test_every_task_is_done_once_and_in_order_and_its_seconds_are_reported(monkeypatch):
    monkeypatch.setattr(local, "SECONDS_BETWEEN", 0.02)
    work, seconds = Sleeping(), []
    batches = list(Threads(2).finished(tasks(work, *[0.005] * 20), seconds.append))
    done = [task.part.name for batch in batches for task, _ in batch]
    assert sorted(done, key=int) == [str(number) for number in range(20)]
    assert all(task.part.name == result for batch in batches for task, result in batch)
    assert sum(seconds) == pytest.approx(20 * 0.005)
    assert len(work.threads) == 2
    assert 1 < len(batches) < 20


def test_a_long_task_does_not_hold_up_the_others():
    work = Sleeping()
    list(Threads(2).finished(tasks(work, 0.3, *[0.01] * 10), lambda _: None))
    assert work.done[-1] == "0"


def test_what_is_broken_off_is_not_handed_over():
    work = Sleeping()
    stream = Threads(2).finished(tasks(work, 0.0, 60.0, 60.0), lambda _: None)
    begun = time.monotonic()
    assert [task.part.name for task, _ in next(stream)] == ["0"]
    stream.close()
    assert time.monotonic() - begun < 30.0
    assert not any(thread.name.startswith("Thread") and thread.is_alive() for thread in _left())


def _left():
    return [thread for thread in threading.enumerate() if thread is not threading.main_thread() and thread.daemon]


def test_an_error_of_the_machine_ends_the_sweep():
    with pytest.raises(MemoryError):
        list(Threads(2).finished(tasks(Sleeping(), 0.0, 0.0, of=MemoryError()), lambda _: None))
