"""Whether there is a GPU that Numba can compile for."""

from __future__ import annotations

import warnings
from dataclasses import dataclass


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
            from rosenblatt.kernels.device.numba_cuda import cuda

            if not cuda.is_available():
                return Gpu(reason="no driver or no device was found")
            return Gpu(_text(cuda.get_current_device().name))
    except Exception as reason:  # drivers fail in ways of their own, and each of them means that there is none
        return Gpu(reason=" ".join(str(reason).split())[:80] or type(reason).__name__)


def _text(name: str | bytes) -> str:
    return name.decode() if isinstance(name, bytes) else name
