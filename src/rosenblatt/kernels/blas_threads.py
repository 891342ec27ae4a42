"""One BLAS thread for large products of ours, and as many as before for everybody else.

BLAS libraries divide a large product among threads that wait for each other in a loop. On a machine whose cores are
busy with other work they wait for a thread that does not run: a product takes many times as long as on one thread.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from threadpoolctl import ThreadpoolController

DIVIDED_FROM = 2.0**16  # multiplications: BLAS takes one thread for smaller products by itself


class BlasLimit:
    """A limit of one thread for the BLAS libraries of this process, while somebody wants it.

    The number of threads is one of the whole process: products of other threads have one as well meanwhile. The first
    to want the limit sets it, the last to leave it takes it back; whoever changes the number in between is right.
    """

    def __init__(self, libraries: list[Any]) -> None:
        self.libraries = libraries  # each has `num_threads` and `set_num_threads`
        self._lock = threading.Lock()
        self._wanted = 0
        self._limited: list[tuple[Any, int]] = []  # libraries that had more, and how many

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep to one thread inside of this."""
        with self._lock:
            self._wanted += 1
            if self._wanted == 1:
                self._limited = [(library, library.num_threads) for library in self.libraries]
                self._limited = [(library, number) for library, number in self._limited if number > 1]
                for library, _ in self._limited:
                    library.set_num_threads(1)
        try:
            yield
        finally:
            with self._lock:
                self._wanted -= 1
                if self._wanted == 0:
                    for library, number in self._limited:
                        if library.num_threads == 1:
                            library.set_num_threads(number)


@cache
def blas_limit() -> BlasLimit:
    """Return the limit of this process; to look for its libraries takes milliseconds, so that it is done once."""
    return BlasLimit(ThreadpoolController().select(user_api="blas").lib_controllers)


@contextmanager
def one_blas_thread(multiplications: float) -> Iterator[None]:
    """Keep BLAS to one thread inside of this, if a product is so large that it would take more."""
    if multiplications < DIVIDED_FROM:
        yield
    else:
        with blas_limit().held():
            yield
