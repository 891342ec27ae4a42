"""Whether there is a GPU: never an error."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from rosenblatt.kernels.gpu import Gpu, find_gpu

IMPORTED_BY = "rosenblatt.kernels.device.numba_cuda"


def with_cuda(monkeypatch, **functions) -> None:
    """Let numba-cuda have these functions."""
    monkeypatch.setitem(sys.modules, IMPORTED_BY, SimpleNamespace(cuda=SimpleNamespace(**functions)))


@pytest.mark.parametrize("name", ["H200", b"H200"])
def test_a_device_has_a_name(name, monkeypatch):
    with_cuda(monkeypatch, is_available=lambda: True, get_current_device=lambda: SimpleNamespace(name=name))
    assert find_gpu() == Gpu("H200")


def test_no_device_is_said(monkeypatch):
    with_cuda(monkeypatch, is_available=lambda: False)
    assert find_gpu() == Gpu(reason="no driver or no device was found")


def test_a_driver_that_fails_is_said(monkeypatch):
    def broken():
        raise RuntimeError("driver\ntoo old")

    with_cuda(monkeypatch, is_available=broken)
    assert find_gpu() == Gpu(reason="driver too old")


def test_a_package_that_is_not_there_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, IMPORTED_BY, None)
    assert find_gpu().name == ""
    assert find_gpu().reason
