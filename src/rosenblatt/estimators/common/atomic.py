"""A call that fails leaves an estimator as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class AtomicMixin:
    """For estimators whose calls replace attributes and never change what these hold before they succeed."""

    @contextmanager
    def _unchanged_by_failure(self) -> Iterator[None]:
        """If what is done in it fails, be again what was before."""
        before = dict(self.__dict__)
        try:
            yield
        except Exception:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise
