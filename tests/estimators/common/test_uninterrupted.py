"""Calls that belong together: a signal that comes while they are made is heard after the last of them."""

from __future__ import annotations

import ctypes
import os
import signal

import pytest

from rosenblatt.estimators.common.uninterrupted import make_calls


def test_an_interrupt_waits_for_the_last_call():
    made = []
    interrupt = ctypes.CDLL(None)["raise"]  # that of C: Python's own hears the signal that it sends
    calls = [(made.append, 1), (interrupt, int(signal.SIGINT)), *[(made.append, k) for k in range(1000)]]
    with pytest.raises(KeyboardInterrupt):
        make_calls(calls)
    assert len(made) == 1001


def test_lines_of_python_between_calls_are_interrupted():
    made = []
    with pytest.raises(KeyboardInterrupt):
        _call_each([(made.append, 1), (os.kill, os.getpid(), signal.SIGINT), (made.append, 2)])
    assert made == [1]


def _call_each(calls):
    for function, *arguments in calls:
        function(*arguments)
