"""The package numba-cuda, an extra: the only place where it is imported."""

from __future__ import annotations

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda asks for a name that NumPy 2.5 has dropped
    np.row_stack = np.vstack  # pyright: ignore[reportAttributeAccessIssue]

from numba import config, cuda

SIMULATED = bool(config.ENABLE_CUDASIM)
if SIMULATED:
    libdevice = None  # a simulator has none, nor the functions that call it
else:
    from numba.cuda import libdevice

__all__ = ["SIMULATED", "cuda", "libdevice"]
