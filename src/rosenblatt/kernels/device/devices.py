"""Devices that are there, lent to threads one by one, and what is said where there is none or one fails."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from queue import SimpleQueue

EXTRA = "pip install 'rosenblatt[gpu]' 'numba-cuda[cu13]'"  # or cu12
NO_MEMORY = ("OUT_OF_MEMORY", "OutOfMemoryError")
FAILURES = (
    *("CUDA_ERROR", "CudaAPIError", "CudaSupportError", "LinkerError", "NvvmError", "nvvmError"),
    *("cudaError", "CUDARuntimeError", "CUDADriverError", "CUBLASError"),
)


def obstacle() -> str:
    """Return why no GPU can be used; empty if one can."""
    if importlib.util.find_spec("numba_cuda") is None:
        return f"the package numba-cuda is not installed: {EXTRA}"
    try:
        from rosenblatt.kernels.device.numba_cuda import SIMULATED, cuda

        if SIMULATED or cuda.is_available():
            return ""
    except Exception as problem:  # drivers and toolkits fail in ways of their own, and each means that there is none
        return f"CUDA could not be started: {' '.join(str(problem).split())[:80]}"
    return f"no NVIDIA GPU with a driver for CUDA was found, or its compiler is missing: {EXTRA}"


def check_available() -> None:
    """Raise if no GPU can be used."""
    reason = obstacle()
    if reason:
        raise RuntimeError(f"backend='gpu' must have a device that CUDA can use; {reason}. Use backend='cpu'.")


def number_of_devices() -> int:
    """Return how many devices this process sees; CUDA_VISIBLE_DEVICES hides others."""
    from rosenblatt.kernels.device.numba_cuda import cuda

    return len(cuda.gpus)


@cache
def _free() -> SimpleQueue[int]:
    """Return the numbers of the devices that nobody has."""
    free: SimpleQueue[int] = SimpleQueue()
    for number in range(number_of_devices()):
        free.put(number)
    return free


@contextmanager
def one_device() -> Iterator[int]:
    """Lend a device to this thread, as soon as one is free: what lies there and runs there is its own."""
    from rosenblatt.kernels.device.numba_cuda import cuda

    number = _free().get()
    try:
        with cuda.gpus[number]:
            yield number
    finally:
        _free().put(number)


@contextmanager
def failures_said(what: str, bytes_needed: float, remedy: str) -> Iterator[None]:
    """Say in one sentence what went wrong on the device, if anything did; ``what`` lies there, of so many bytes."""
    try:
        yield
    except Exception as problem:
        words = f"{type(problem).__name__} {problem}"
        if any(name in words for name in NO_MEMORY):
            raise MemoryError(
                f"{what} must fit into the memory of the GPU; got some {bytes_needed / 1e9:.1f} GB, and it has not "
                f"so much left. {remedy}"
            ) from problem
        if any(name in words for name in FAILURES):
            raise RuntimeError(
                f"GPU must go on until the end; it failed with {words.splitlines()[0][:120]}. Start a new process, "
                "and if it fails again use backend='cpu'."
            ) from problem
        raise
