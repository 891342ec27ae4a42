"""Whether there is a GPU that Numba can compile for."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

from rosenblatt.kernels.device.devices import obstacle

SIMULATION = "a simulated device"


@dataclass(frozen=True)
class Gpu:
    """A device by its name, or why there is none."""

    name: str = ""
    reason: str = ""


def find_gpu() -> Gpu:
    """Return the device, or why there is none; this never raises."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            reason = obstacle()
            if reason:
                return Gpu(reason=reason)
            from rosenblatt.kernels.device.numba_cuda import cuda

            return Gpu(_text(getattr(cuda.get_current_device(), "name", SIMULATION)))
    except Exception as problem:  # drivers fail in ways of their own, and each of them means that there is none
        return Gpu(reason=" ".join(str(problem).split())[:80] or type(problem).__name__)


def _text(name: str | bytes) -> str:
    return name.decode() if isinstance(name, bytes) else name
