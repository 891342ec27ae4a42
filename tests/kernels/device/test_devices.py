from __future__ import annotations

import subprocess
import sys

import pytest

from rosenblatt.kernels.device import devices


@pytest.mark.parametrize(
    ("cause", "kind", "words"),
    [
        ("CUDA_ERROR_OUT_OF_MEMORY", MemoryError, "got some 3.0 GB"),
        ("CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access", RuntimeError, "Start a new process"),
    ],
)
def test_what_the_driver_says_becomes_a_sentence(cause, kind, words):
    with pytest.raises(kind, match=words), devices.failures_said("students", 3e9, "Take fewer runs."):
        raise Exception(cause)


def test_other_errors_stay_what_they_are():
    with pytest.raises(ValueError, match="^a mistake$"), devices.failures_said("students", 1.0, ""):
        raise ValueError("a mistake")


def test_without_the_extra_the_remedy_is_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(RuntimeError, match=r"numba-cuda is not installed: pip install 'rosenblatt\[gpu\]'"):
        devices.check_available()


def test_without_a_gpu_there_is_one_sentence(tmp_path):
    if devices_there():
        pytest.skip("there is a GPU here")
    code = "import rosenblatt as rb; rb.simulate('hebb', n=9, alpha=1, runs=2, backend='gpu')"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment())
    assert ran.returncode == 1
    last = ran.stderr.strip().splitlines()[-1]
    assert last.startswith("RuntimeError: backend='gpu' must have a device that CUDA can use; no NVIDIA GPU")
    assert last.endswith("Use backend='cpu'.")


def environment():
    import os

    return {name: value for name, value in os.environ.items() if name != "NUMBA_ENABLE_CUDASIM"}


def devices_there():
    code = "from rosenblatt.kernels.device.devices import obstacle; print(obstacle())"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment())
    return not ran.stdout.strip()


def test_a_toolkit_that_is_broken_is_as_none(monkeypatch):
    from rosenblatt.kernels.device import numba_cuda

    class Broken:
        def is_available(self):
            raise ImportError("libcudart.so.13: cannot open shared object file")

    monkeypatch.setattr(numba_cuda, "SIMULATED", False)
    monkeypatch.setattr(numba_cuda, "cuda", Broken())
    assert devices.obstacle() == "CUDA could not be started: libcudart.so.13: cannot open shared object file"
