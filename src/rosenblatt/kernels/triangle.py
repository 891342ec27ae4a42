"""Rotations that make the coordinates of a few vectors a triangle, as the exact chains of several vectors need."""

from __future__ import annotations

import math

from numba import njit


@njit
def triangulate(vectors, fixed):
    """Rotate the axes from ``fixed`` on until the last row has one of them, the row before two, and so on.

    The rows that come first so come last here: what they have beyond the others keeps its digits.
    """
    rows, axes = vectors.shape
    for k in range(rows - 1, -1, -1):
        first = fixed + rows - 1 - k
        for axis in range(first + 1, axes):
            along, across = vectors[k, first], vectors[k, axis]
            if across == 0.0:
                continue
            length = math.sqrt(along * along + across * across)
            cosine, sine = along / length, across / length
            for row in range(k + 1):
                a, b = vectors[row, first], vectors[row, axis]
                vectors[row, first], vectors[row, axis] = cosine * a + sine * b, cosine * b - sine * a
            vectors[k, axis] = 0.0
