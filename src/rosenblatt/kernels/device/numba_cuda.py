"""The package numba-cuda, an extra: the only place where it is imported."""

from __future__ import annotations

from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda asks for a name that NumPy 2.5 has dropped
    np.vstack = np.vstack  # pyright: ignore[reportAttributeAccessIssue]

from numba import config
from numba import cuda as _cuda

cuda: Any = _cuda  # of its functions in kernels type checkers know nothing
libdevice: Any = None  # a simulator has none, nor the functions that call it
SIMULATED = bool(getattr(config, "ENABLE_CUDASIM", False))
if not SIMULATED:
    from numba.cuda import libdevice

__all__ = ["SIMULATED", "cuda", "libdevice"]
