"""Calls side by side."""

from __future__ import annotations

import threading
import time

import pytest

from rosenblatt.estimators.common.side_by_side import side_by_side


def test_calls_run_at_the_same_time_and_come_back_in_order():
    meeting = threading.Barrier(3, timeout=10.0)  # passed only if all three are there
    assert side_by_side([lambda k=k: (meeting.wait(), k)[1] for k in range(3)]) == [0, 1, 2]
    assert side_by_side([lambda: 7]) == [7]


def test_nothing_runs_on_after_an_error():
    ended = []

    def fails():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        side_by_side([fails, lambda: (time.sleep(0.2), ended.append(1))])
    assert ended == [1]
    with pytest.raises(ZeroDivisionError):
        side_by_side([lambda: 1.0, lambda: 1.0 / 0.0])
