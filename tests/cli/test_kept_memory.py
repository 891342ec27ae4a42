"""Memory that was freed is there when it is asked for again."""

from __future__ import annotations

import subprocess
import sys

import pytest

from rosenblatt.cli import kept_memory
from rosenblatt.cli.kept_memory import keep_freed_memory

FAULTS = """
import resource, sys
import numpy as np
from rosenblatt.cli.kept_memory import keep_freed_memory
if sys.argv[1] == "kept" and not keep_freed_memory():
    sys.exit("not here")
pages = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_minflt
fill = lambda: [np.ones(400_000) for _ in range(4)] and None  # four pieces of 3.2 MB, freed again
fill(), fill()
before = pages()
for _ in range(10):
    fill()
print(pages() - before)
"""


def test_what_was_freed_needs_no_new_pages():
    if not keep_freed_memory():
        pytest.skip("the C library of this system has no mallopt")

    def faults(which):
        done = subprocess.run([sys.executable, "-c", FAULTS, which], capture_output=True, text=True, check=True)
        return int(done.stdout)

    assert faults("kept") < 0.1 * faults("plain")


def test_other_systems_are_left_alone(monkeypatch):
    monkeypatch.setattr(kept_memory.sys, "platform", "darwin")
    assert not keep_freed_memory()
