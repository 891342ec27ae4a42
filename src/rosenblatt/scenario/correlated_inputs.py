"""Gaussian inputs with a covariance.

correlated.1   S = L z,  z ~ N(0, 1),  C = L L^T
correlated.2   a spectrum: component i has the variance lambda_k, and a share w_k of the components is in block k
correlated.3   the fields of B and J have the covariance of B.C B, J.C B and J.C J: the disagreement is
               arccos(J.C B/sqrt(J.C J B.C B))/pi, and not that of the angle between J and B
correlated.4   data: C = (X - mean)^T (X - mean)/rows; the mean is removed, and not a part of the law
correlated.5   a teacher that lies in some directions more than in others: T_k = |B_k|^2/N in block k, sum T = 1
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import InitVar, dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from rosenblatt import checks
from rosenblatt.scenario.inputs import Inputs

LARGEST = 1e100  # of an eigenvalue: its square is a number
NEGATIVE = 1e-10  # an eigenvalue that is rounding, over the largest
FEW_BLOCKS = 8  # whose order parameters results show one by one


class Spectrum(NamedTuple):
    """What theory knows of a covariance: eigenvalues, the share of directions of each, and of the teacher's power."""

    values: np.ndarray
    shares: np.ndarray
    powers: np.ndarray


@dataclass(frozen=True, eq=False)
class Covariance(Inputs):
    """Gaussian inputs of mean 0 whose components are correlated, or have variances of their own.

    Parameters
    ----------
    matrix : the covariance of the components, for as many weights as it has rows.
    eigenvalues, shares : instead of a matrix, a spectrum for any number of weights: the variances of the components and
        how many of them have each, as shares that add up to 1; shares default to equal ones. The eigenvectors are the
        axes: for rules and teachers without preferred directions any others would do.
    data : instead of a matrix, rows of examples, whose covariance is taken: their mean is removed, and so must be that
        of inputs that are compared with it.
    teacher : where the teacher lies; defaults to no preferred direction. With eigenvalues the powers T_k, how much of
        its squared length is in each block, which add up to 1; with a matrix or data the teacher itself, a vector of
        any length.

    ``disagreement`` and ``error`` of curves and simulations are those on these inputs, while ``r``, ``q_norm`` and
    ``overlap`` are those of the vectors. A start ``(r0, q0)`` has no preferred direction but the teacher's.

    >>> Covariance(eigenvalues=[3, 1 / 3], shares=[0.25, 0.75]).variance(np.zeros(8)).round(2).tolist()
    [3.0, 3.0, 0.33, 0.33, 0.33, 0.33, 0.33, 0.33]
    """

    matrix: Any = None
    eigenvalues: Sequence[float] | np.ndarray | None = None
    shares: Sequence[float] | None = None
    data: InitVar[Any] = None
    teacher: Sequence[float] | np.ndarray | None = None
    name = "covariance"
    peculiarity = "a covariance"

    def __post_init__(self, data: Any) -> None:
        if sum(one is not None for one in (self.matrix, self.eigenvalues, data)) != 1:
            raise TypeError(
                "matrix must be given, or else eigenvalues or data; got none or more than one. Give one of the three."
            )
        if self.shares is not None and self.eigenvalues is None:
            raise TypeError(f"shares must go with eigenvalues; got {self.shares!r} without. Leave them out.")
        if data is not None:
            object.__setattr__(self, "matrix", _of_data(data))
        if self.matrix is None:
            values, shares = _spectrum(self.eigenvalues, self.shares)
            object.__setattr__(self, "eigenvalues", values)
            object.__setattr__(self, "shares", shares)
        else:
            object.__setattr__(self, "matrix", _checked(self.matrix))
        if self.teacher is not None:
            object.__setattr__(self, "teacher", self._checked_teacher(self.teacher))

    def _checked_teacher(self, teacher: Any) -> tuple[float, ...]:
        """Return powers that add up to 1, or a vector of the matrix's size."""
        numbers = np.asarray(teacher, dtype=float)
        if self.eigenvalues is None:
            if numbers.shape != (len(self.matrix),) or not np.isfinite(numbers).all() or not numbers.any():
                raise ValueError(
                    f"teacher must be {len(self.matrix)} finite numbers, not all 0, for this matrix; got "
                    f"{teacher!r}. Give the weights of the rule to be learnt."
                )
            if float(numbers @ self.matrix @ numbers) <= 0.0:
                raise ValueError("teacher must have a field that varies; got one that no input reaches. Take another.")
            return tuple((numbers * np.sqrt(len(numbers)) / np.linalg.norm(numbers)).tolist())
        powers = tuple(
            checks.not_negative("teacher", power, "They are shares of a squared length.") for power in numbers
        )
        if len(powers) != len(self.eigenvalues) or abs(sum(powers) - 1.0) > 1e-9:
            raise ValueError(
                f"teacher must be {len(self.eigenvalues)} powers that add up to 1, one for each eigenvalue; got "
                f"{powers}. Divide by their sum."
            )
        if not np.dot(powers, self.eigenvalues) > 0.0:
            raise ValueError(f"teacher must have a field that varies; got powers {powers} where eigenvalues are 0.")
        return powers

    def _numbers(self) -> tuple[Any, ...]:
        matrix = None if self.matrix is None else self.matrix.tobytes()
        return (matrix, self.eigenvalues, self.shares, self.teacher)

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

    @cached_property
    def spectrum(self) -> Spectrum:
        """The eigenvalues, with their shares of the directions and of the teacher's squared length.  (correlated.5)"""
        if self.eigenvalues is not None and self.shares is not None:
            shares = np.array(self.shares)
            return Spectrum(
                np.array(self.eigenvalues), shares, shares if self.teacher is None else np.array(self.teacher)
            )
        values, vectors = np.linalg.eigh(self.matrix)
        shares = np.full(len(values), 1.0 / len(values))
        powers = shares if self.teacher is None else (np.array(self.teacher) @ vectors) ** 2 / len(values)
        return Spectrum(np.maximum(values, 0.0), shares, powers)

    def sizes(self, n: int) -> np.ndarray:
        """Return how many of n components each block of a spectrum has, or raise if the teacher is in an empty one."""
        sizes = np.diff(np.rint(np.cumsum(self.spectrum.shares) * n).astype(int), prepend=0)
        if self.teacher is not None and ((sizes == 0) & (self.spectrum.powers > 0.0)).any():
            raise ValueError(
                f"n must give each block of the teacher a component; got n = {n} for shares {self.shares}. Take more."
            )
        return sizes

    def directed(self, teacher: np.ndarray) -> np.ndarray:
        """Return a teacher with the powers that were given, or the one that was given.  (correlated.5)"""
        if self.teacher is None:
            return teacher
        if self.eigenvalues is None:
            return np.array(self.teacher)
        n, begin = len(teacher), 0
        placed = np.zeros(n)
        for size, power in zip(self.sizes(n).tolist(), self.teacher, strict=True):
            block = teacher[begin : begin + size]
            if power > 0.0:
                placed[begin : begin + size] = block * np.sqrt(power * n) / np.linalg.norm(block)
            begin += size
        return placed

    def root(self, n: int) -> np.ndarray:
        """Return L for n weights: a lower triangle, or the deviations of components that are independent."""
        if self.eigenvalues is None or self.shares is None:
            if len(self.matrix) != n:
                size = len(self.matrix)
                raise ValueError(f"matrix must be {n} x {n} for n = {n}; got {size} x {size}. Take n = {size}.")
            return self._triangle
        return np.repeat(np.sqrt(self.eigenvalues), self.sizes(n))  # correlated.2

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
        raise ValueError(
            f"matrix must have no negative eigenvalue, and a positive one; got {values[0]:g}. "
            "For the covariance of examples use rb.Covariance(data=X)."
        )
    matrix.flags.writeable = False
    return matrix


def _of_data(data: Any) -> np.ndarray:
    """Return the covariance of rows, whose mean is removed.  (correlated.4)"""
    rows = np.asarray(data.toarray() if sp.issparse(data) else data, dtype=float)
    if rows.ndim != 2 or len(rows) < 2 or not np.isfinite(rows).all():
        raise ValueError(f"data must be two rows or more of finite numbers; got shape {rows.shape}. Give X.")
    centred = rows - rows.mean(axis=0)
    matrix = centred.T @ centred / len(rows)
    return 0.5 * (matrix + matrix.T)


def _spectrum(eigenvalues: Any, shares: Any) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return eigenvalues and shares that can be those of a covariance."""
    values = tuple(checks.not_negative("eigenvalues", value, "They are variances.") for value in eigenvalues)
    if not values or max(values) > LARGEST:
        raise ValueError(
            f"eigenvalues must be one or more, and at most {LARGEST:g}; got {list(values)[:3]}. They are variances."
        )
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
