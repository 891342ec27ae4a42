"""Products of matrices on a device: what prevents them."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from rosenblatt.kernels.device import matrices


@pytest.fixture
def cupy(monkeypatch):
    """Let CuPy be something else."""

    def become(is_available):
        there = SimpleNamespace(cuda=SimpleNamespace(is_available=is_available), asnumpy=list)
        monkeypatch.setattr("importlib.util.find_spec", lambda name: there)
        monkeypatch.setitem(sys.modules, "cupy", there)
        return there

    return become


def test_without_cupy_the_remedy_is_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "CuPy is not installed: pip install 'rosenblatt[gpu]' cupy" in matrices.obstacle()


def test_a_device_that_is_there_is_no_obstacle(cupy):
    there = cupy(lambda: True)
    assert matrices.obstacle() == ""
    assert matrices.Matrices.of_cupy() == matrices.Matrices(there, there.asnumpy)


def test_a_device_that_is_not_there_or_fails_is_said(cupy):
    cupy(lambda: False)
    assert "no NVIDIA GPU" in matrices.obstacle()

    def broken():
        raise OSError("libcuda is\n another")

    cupy(broken)
    assert matrices.obstacle() == "CuPy could not be started: libcuda is another"
