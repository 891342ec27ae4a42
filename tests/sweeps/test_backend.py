"""What a backend is."""

from __future__ import annotations

import inspect

from rosenblatt.sweeps.backend import Backend
from rosenblatt.sweeps.cluster import Cluster
from rosenblatt.sweeps.local import Threads


def test_backends_are_whole():
    assert inspect.isabstract(Backend)
    assert not inspect.isabstract(Threads)
    assert not inspect.isabstract(Cluster)
    assert Threads(3).cores == 3
