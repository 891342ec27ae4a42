"""Whether there is a GPU: never an error."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from rosenblatt.kernels import gpu
from rosenblatt.kernels.gpu import Gpu, find_gpu

IMPORTED_BY = "rosenblatt.kernels.device.numba_cuda"


@pytest.mark.parametrize("name", ["H200", b"H200"])
def test_a_device_has_a_name(name, monkeypatch):
    cuda = SimpleNamespace(get_current_device=lambda: SimpleNamespace(name=name))
    monkeypatch.setattr(gpu, "obstacle", lambda: "")
    monkeypatch.setitem(sys.modules, IMPORTED_BY, SimpleNamespace(cuda=cuda))
    assert find_gpu() == Gpu("H200")


def test_a_simulator_has_a_name_too(monkeypatch):
    cuda = SimpleNamespace(get_current_device=lambda: object())
    monkeypatch.setattr(gpu, "obstacle", lambda: "")
    monkeypatch.setitem(sys.modules, IMPORTED_BY, SimpleNamespace(cuda=cuda))
    assert find_gpu() == Gpu(gpu.SIMULATION)


def test_no_device_is_said(monkeypatch):
    monkeypatch.setattr(gpu, "obstacle", lambda: "numba-cuda is not installed")
    assert find_gpu() == Gpu(reason="numba-cuda is not installed")


def test_a_driver_that_fails_is_said(monkeypatch):
    def broken():
        raise RuntimeError("driver\ntoo old")

    monkeypatch.setattr(gpu, "obstacle", broken)
    assert find_gpu() == Gpu(reason="driver too old")


def test_a_package_that_cannot_be_imported_is_said(monkeypatch):
    monkeypatch.setattr(gpu, "obstacle", lambda: "")
    monkeypatch.setitem(sys.modules, IMPORTED_BY, None)
    assert find_gpu().name == ""
    assert "numba_cuda" in find_gpu().reason
