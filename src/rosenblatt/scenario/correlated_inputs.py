"""Gaussian inputs with a covariance.

correlated.1   S = L z,  z ~ N(0, 1),  C = L L^T
correlated.2   a spectrum: component i has the variance lambda_k, and a share w_k of the components is in block k
correlated.3   the fields of B and J have the covariance of B.C B, J.C B and J.C J: the disagreement is
               arccos(J.C B/sqrt(J.C J B.C B))/pi, and not that of the angle between J and B
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.scenario.inputs import Inputs

NEGATIVE = 1e-10  # an eigenvalue that is rounding, over the largest


@dataclass(frozen=True, eq=False)
class Covariance(Inputs):
    """Gaussian inputs of mean 0 whose components are correlated, or have variances of their own.

    Parameters
    ----------
    matrix : the covariance of the components, for as many weights as it has rows.
    eigenvalues, shares : instead of a matrix, a spectrum for any number of weights: the variances of the components and
        how many of them have each, as shares that add up to 1; shares default to equal ones. The eigenvectors are the
        axes: for rules and teachers without preferred directions any others would do.

    Simulations follow such inputs by all weights, method "vector"; ``disagreement`` is that on these inputs, while
    ``r``, ``q_norm`` and ``overlap`` are those of the vectors.

    >>> Covariance(eigenvalues=[3, 1 / 3], shares=[0.25, 0.75]).variance(np.zeros(8)).round(2).tolist()
    [3.0, 3.0, 0.33, 0.33, 0.33, 0.33, 0.33, 0.33]
    """

    matrix: Any = None
    eigenvalues: Sequence[float] | None = None
    shares: Sequence[float] | None = None
    name = "covariance"
    peculiarity = "a covariance"

    def __post_init__(self) -> None:
        if (self.matrix is None) == (self.eigenvalues is None):
            raise TypeError("matrix must be given, or else eigenvalues; got both or neither. Give one of the two.")
        if self.matrix is None:
            values, shares = _spectrum(self.eigenvalues, self.shares)
            object.__setattr__(self, "eigenvalues", values)
            object.__setattr__(self, "shares", shares)
        elif self.shares is not None:
            raise TypeError(f"shares must go with eigenvalues; got {self.shares!r} with a matrix. Leave them out.")
        else:
            object.__setattr__(self, "matrix", _checked(self.matrix))

    def _numbers(self) -> tuple[Any, ...]:
        return (None if self.matrix is None else self.matrix.tobytes(), self.eigenvalues, self.shares)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Covariance) and self._numbers() == other._numbers()

    def __hash__(self) -> int:
        return hash(self._numbers())

    @cached_property
    def _triangle(self) -> np.ndarray:
        """L of a matrix; also of one without full rank, which Cholesky's algorithm refuses.  (correlated.1)"""
        values, vectors = np.linalg.eigh(self.matrix)
        _, upper = np.linalg.qr((vectors * np.sqrt(np.maximum(values, 0.0))).T)
        return np.ascontiguousarray(upper.T)

    def root(self, n: int) -> np.ndarray:
        """Return L for n weights: a lower triangle, or the deviations of components that are independent."""
        if self.eigenvalues is None or self.shares is None:
            if len(self.matrix) != n:
                size = len(self.matrix)
                raise ValueError(f"matrix must be {n} x {n} for n = {n}; got {size} x {size}. Take n = {size}.")
            return self._triangle
        ends = np.rint(np.cumsum(self.shares) * n).astype(int)
        return np.repeat(np.sqrt(self.eigenvalues), np.diff(ends, prepend=0))  # correlated.2

    def mean(self, teacher: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """Return zeros."""
        return np.zeros(len(teacher))

    def variance(self, mean: np.ndarray) -> np.ndarray:
        """Return the variances of the components."""
        root = self.root(len(mean))
        return root * root if root.ndim == 1 else np.einsum("ij,ij->i", root, root)

    def draw(self, mean: np.ndarray, count: int, random: np.random.Generator) -> np.ndarray:
        """Return rows of correlated normals."""
        root, normals = self.root(len(mean)), random.standard_normal((count, len(mean)))
        return normals * root if root.ndim == 1 else normals @ root.T

    def kernel_numbers(self, mean: np.ndarray) -> np.ndarray:
        """Return L, row by row."""
        return self.root(len(mean)).ravel()

    def stretched(self, vector: np.ndarray, mean: np.ndarray) -> np.ndarray:
        """Return L^T times a vector.  (correlated.3)"""
        root = self.root(len(mean))
        return root * vector if root.ndim == 1 else root.T @ vector


def _checked(matrix: Any) -> np.ndarray:
    """Return a matrix that can be a covariance, read-only."""
    matrix = np.array(matrix, dtype=float)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not np.isfinite(matrix).all():
        raise ValueError(f"matrix must be square and finite; got shape {matrix.shape}. It is a covariance.")
    if not np.allclose(matrix, matrix.T, rtol=1e-10, atol=0.0):
        raise ValueError("matrix must be symmetric; got one that is not. Use (matrix + matrix.T)/2.")
    values = np.linalg.eigvalsh(matrix)
    if values[0] < -NEGATIVE * abs(values[-1]) or values[-1] <= 0.0:
        raise ValueError(f"matrix must have no negative eigenvalue, and a positive one; got {values[0]:g}.")
    matrix.flags.writeable = False
    return matrix


def _spectrum(eigenvalues: Any, shares: Any) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return eigenvalues and shares that can be those of a covariance."""
    values = tuple(checks.not_negative("eigenvalues", value, "They are variances.") for value in eigenvalues)
    parts = [1.0 / len(values)] * len(values) if shares is None else shares
    parts = tuple(checks.positive("shares", part, "Leave out what has none.") for part in parts)
    if len(parts) != len(values) or abs(sum(parts) - 1.0) > 1e-9:
        raise ValueError(
            f"shares must be {len(values)} numbers that add up to 1, one for each eigenvalue; got {parts}. "
            "Divide by their sum."
        )
    if not any(values):
        raise ValueError(f"eigenvalues must not all be 0; got {values}. Such inputs say nothing.")
    return values, parts
