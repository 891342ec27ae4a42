"""Ones counted by class: all that the influence learner keeps, and what adds up exactly over shards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp

from rosenblatt.batch.influence import Counts
from rosenblatt.kernels.counts import MINUS, ZERO, count_ones

Name = Callable[[int], str]  # how the user knows a column


@dataclass(frozen=True)
class ClassCounts:
    """Counts of rows, and of rows with a 1 in each column, by class.

    Attributes
    ----------
    classes : in order.
    rows : of each class; whole numbers, or sums of weights.
    ones : shape (classes, columns).
    low : what each column had besides 1, see `rosenblatt.kernels.counts`.
    """

    classes: np.ndarray
    rows: np.ndarray
    ones: np.ndarray
    low: np.ndarray

    @classmethod
    def empty(cls, classes: np.ndarray, columns: int) -> ClassCounts:
        """Return the counts of no rows."""
        number = len(classes)
        return cls(classes, np.zeros(number), np.zeros((number, columns)), np.zeros(columns, dtype=np.uint8))

    @classmethod
    def of(cls, x: Any, labels: np.ndarray, weights: np.ndarray | None, name: Name) -> ClassCounts:
        """Count rows, an array or a CSR matrix; raise if a column is not one of two values."""
        codes, classes = pd.factorize(labels, sort=True)
        with np.errstate(over="ignore"):
            total = 0.0 if weights is None else float(weights.sum())
        _check_total(total)
        count = _count_sparse if sp.issparse(x) else _count_dense
        ones, low = count(x, codes, len(classes), weights, name)
        return cls(np.asarray(classes), np.bincount(codes, weights, len(classes)).astype(float), ones, low)

    def plus(self, other: ClassCounts, name: Name) -> ClassCounts:
        """Return the counts of the rows of both."""
        classes = np.union1d(self.classes, other.classes) if len(self.classes) else other.classes
        rows, ones = np.zeros(len(classes)), np.zeros((len(classes), self.ones.shape[1]))
        with np.errstate(over="ignore"):
            for part in (self, other):
                place = np.searchsorted(classes, part.classes)
                rows[place] += part.rows
                ones[place] += part.ones
            _check_total(float(rows.sum()))
        return ClassCounts(classes, rows, ones, check_low(self.low | other.low, name))

    def against_rest(self, k: int) -> Counts:
        """Return the counts with the k-th class as the positive one."""
        return Counts(float(self.rows.sum()), float(self.rows[k]), self.ones.sum(axis=0), self.ones[k])


def check_low(low: np.ndarray, name: Name) -> np.ndarray:
    """Return ``low``, or raise if a column has had both -1 and 0."""
    both = np.flatnonzero(low == ZERO | MINUS)
    if both.size:
        raise ValueError(
            f"X must be +1/-1, 0/1 or boolean; got -1, 0 and 1 in {name(int(both[0]))}. "
            "Give each column two values, the same in every batch."
        )
    return low


def _count_dense(
    x: np.ndarray, codes: np.ndarray, number: int, weights: np.ndarray | None, name: Name
) -> tuple[np.ndarray, np.ndarray]:
    ones, low, stopped = count_ones(x, codes, number, weights)
    if stopped >= 0:
        column = int(np.flatnonzero(~np.isin(x[stopped], (-1, 0, 1)))[0])
        raise ValueError(_strange("+1/-1, 0/1 or boolean", x[stopped, column], stopped, name(column)))
    return ones, check_low(low, name)


def _count_sparse(
    x: Any, codes: np.ndarray, number: int, weights: np.ndarray | None, name: Name
) -> tuple[np.ndarray, np.ndarray]:
    strange = np.flatnonzero((x.data != 0) & (x.data != 1))
    if strange.size:
        row = int(np.searchsorted(x.indptr, strange[0], side="right")) - 1
        raise ValueError(
            _strange("0/1 or boolean if sparse", x.data[strange[0]], row, name(int(x.indices[strange[0]])))
        )
    rows = np.ones(len(codes)) if weights is None else weights
    by_class = sp.csr_matrix((rows, (codes, np.arange(len(codes)))), shape=(number, len(codes)))
    return (by_class @ x.astype(float)).toarray(), np.full(x.shape[1], ZERO, dtype=np.uint8)


def _check_total(total: float) -> None:
    """Raise if so many rows, or such weights, can no longer be counted."""
    if not np.isfinite(total):
        raise ValueError(f"sample_weight must have a finite sum; got {total}. Scale the weights.")


def _strange(wanted: str, value: Any, row: int, column: str) -> str:
    return (
        f"X must be {wanted}; got {value.item()!r} in row {row}, {column}. "
        "Pass binarise= a number to make 1 of what is above it."
    )
