"""Memory that one block of rows has needed is kept for the next, instead of being handed back and asked for again.

The C library hands large pieces of memory back as soon as they are freed. Each page that is asked for again has to be
cleared, which for blocks of a few megabytes takes longer than to fill them.
"""

from __future__ import annotations

import ctypes
import sys

TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3  # of glibc's malloc.h
KEPT, PIECE = 1 << 27, 1 << 25  # bytes that are kept, and of the largest piece that is; glibc takes no more


def keep_freed_memory() -> bool:
    """Keep what is freed for the rest of the process; return whether the C library does so, which glibc alone does."""
    if not sys.platform.startswith("linux"):
        return False
    choose = getattr(ctypes.CDLL(None), "mallopt", None)
    return choose is not None and bool(choose(MMAP_THRESHOLD, PIECE)) and bool(choose(TRIM_THRESHOLD, KEPT))
