"""Processes that work for this one, and that end with it, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.managers import SyncManager


@contextmanager
def processes(jobs: int) -> Iterator[tuple[ProcessPoolExecutor, queue.Queue[str]]]:
    """Give a pool of so many processes, and a queue in which they may say what they do.

    An interrupt reaches this process alone. On it, or on any other error, the others are ended at once; if this one is
    killed, they notice and end too.
    """
    context, before = multiprocessing.get_context("spawn"), set(multiprocessing.active_children())
    manager = SyncManager(ctx=context)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_end_with_parent)
    with _interrupts_held_back():
        manager.start(initializer=_end_with_parent)
        for _ in range(jobs):
            pool.submit(_nothing)  # starts a process
    try:
        yield pool, manager.Queue()
    except BrokenProcessPool:
        raise ValueError(
            "processes must live until their work is done; got one that was ended from outside, as happens where "
            "memory is short. Take fewer jobs; what was computed is kept."
        ) from None
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        manager.shutdown()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Let interrupts wait; processes that start meanwhile never get one, not even before they can ignore it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _nothing() -> None:
    """Do nothing, in a process that is there from then on."""


def _end_with_parent() -> None:
    """Leave interrupts to the parent, and end when it has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)
