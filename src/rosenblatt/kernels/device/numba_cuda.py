"""The package numba-cuda, an extra: the only place where it is imported."""

from __future__ import annotations

from typing import Any

import numpy as np

DROPPED = "row_stack"  # by NumPy 2.5; numba-cuda asks for it, and it is another name of vstack
if not hasattr(np, DROPPED):
    setattr(np, DROPPED, np.vstack)

from numba import config  # noqa: E402 (after the name is there)
from numba import cuda as _cuda  # noqa: E402
from numba.core.errors import NumbaError  # noqa: E402

cuda: Any = _cuda  # of its functions in kernels type checkers know nothing
libdevice: Any = None  # a simulator has none, nor the functions that call it
SIMULATED = bool(getattr(config, "ENABLE_CUDASIM", False))
UnsupportedOnDevice: type[Exception] = NumbaError  # what the compiler of devices says besides
if not SIMULATED:
    from numba.cuda import libdevice
    from numba.cuda.core import errors  # pyright: ignore[reportMissingImports]

    UnsupportedOnDevice = errors.UnsupportedBytecodeError

__all__ = ["DROPPED", "SIMULATED", "UnsupportedOnDevice", "cuda", "libdevice"]
