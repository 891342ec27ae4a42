"""The last rows of a stream: so many, of each some numbers."""

from __future__ import annotations

from collections import deque

import numpy as np


class Window:
    """Keeps what came last; it is put together when somebody looks.

    >>> window = Window(np.empty((2, 0)))
    >>> window.add([np.array([1.0, 2.0]), np.array([3.0, 4.0])], most=3)
    >>> window.add([np.array([5.0, 6.0]), np.array([7.0, 8.0])], most=3)
    >>> window.values.tolist()
    [[2.0, 5.0, 6.0], [4.0, 7.0, 8.0]]
    """

    def __init__(self, values: np.ndarray) -> None:
        self._pieces, self._rows, self._most = deque([list(values)]), values.shape[1], values.shape[1]

    def add(self, numbers: list[np.ndarray], most: int) -> None:
        """Add rows, of which each array has one number; the last ``most`` of all are kept."""
        self._pieces.append([own[-most:] for own in numbers])
        self._rows, self._most = self._rows + len(self._pieces[-1][0]), most
        while self._rows - len(self._pieces[0][0]) >= most:
            self._rows -= len(self._pieces.popleft()[0])

    @property
    def values(self) -> np.ndarray:
        """The numbers, (numbers, rows)."""
        columns = zip(*self._pieces, strict=True)
        kept = np.stack([np.concatenate(own).astype(float)[max(self._rows - self._most, 0) :] for own in columns])
        self._pieces, self._rows = deque([list(kept)]), kept.shape[1]
        return kept
