"""Products of matrices on a GPU, by CuPy: an extra, and the only place where it is imported."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

EXTRA = "pip install 'rosenblatt[gpu]' cupy-cuda13x"  # or cupy-cuda12x


@dataclass(frozen=True)
class Matrices:
    """Where matrices lie: a library with the functions of NumPy, and how one of its arrays comes to this machine.

    NumPy itself is one: what is written for a device can be tried without.
    """

    library: Any
    fetch: Callable[[Any], np.ndarray]

    @classmethod
    def of_cupy(cls) -> Matrices:
        """Return those of the device that CuPy takes."""
        cupy = importlib.import_module("cupy")
        return cls(cupy, cupy.asnumpy)


def obstacle() -> str:
    """Return why no GPU can multiply matrices; empty if one can."""
    if importlib.util.find_spec("cupy") is None:
        return f"the package CuPy is not installed: {EXTRA}"
    try:
        if importlib.import_module("cupy").cuda.is_available():
            return ""
    except Exception as problem:  # drivers and toolkits fail in ways of their own, and each means that there is none
        return f"CuPy could not be started: {' '.join(str(problem).split())[:80]}"
    return f"no NVIDIA GPU with a driver for CUDA was found, or CuPy is one of another CUDA: {EXTRA}"
