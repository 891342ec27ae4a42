"""Processes that work for another one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time

import pytest

from rosenblatt.processes import processes

PARENT = """
import os, signal, sys, time
from rosenblatt.processes import processes

if __name__ == "__main__":
    with processes(1) as (pool, said):
        print(pool.submit(os.getpid).result(), flush=True)
        pool.submit(time.sleep, 60)
        time.sleep(60)
"""


def is_alive(process: int) -> bool:
    """Return whether a process works still; one that has ended and that nobody has asked about does not."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def parent_and_child(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    parent = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0
    )
    assert parent.stdout is not None
    return parent, int(parent.stdout.readline())


def ended_soon(process: int) -> bool:
    for _ in range(100):
        if not is_alive(process):
            return True
        time.sleep(0.1)
    return False


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="asks /proc which processes there are")
class TestTheyEndWithTheirParent:
    def test_that_is_killed(self, tmp_path):
        parent, child = parent_and_child(tmp_path)
        parent.kill()
        parent.communicate(timeout=30)
        assert ended_soon(child)

    def test_that_is_interrupted_with_them_and_they_say_nothing(self, tmp_path):
        parent, child = parent_and_child(tmp_path)
        os.killpg(parent.pid, signal.SIGINT)
        _, said = parent.communicate(timeout=30)
        assert ended_soon(child)
        assert said.count("Traceback") == 1  # the parent's own


def test_what_they_do_and_say_comes_back():
    before = set(multiprocessing.active_children())  # of other tests
    with processes(1) as (pool, said):
        assert pool.submit(abs, -3).result() == 3
        pool.submit(said.put, "done").result()
        assert said.get() == "done"
    assert set(multiprocessing.active_children()) <= before


def test_one_that_is_ended_from_outside_is_a_sentence():
    with (
        pytest.raises(ValueError, match="processes must live until their work is done; got one that was ended"),
        processes(1) as (pool, _),
    ):
        pool.submit(os.kill, pool.submit(os.getpid).result(), signal.SIGKILL).result()
