r"""MinOver: always correct the example that is right by least.

    minover.1   x_nu <- x_nu + 1,  w <- w + label S  for the example nu of smallest label w.S        (KM87)
    minover.2   with D = max |S|, K* the largest margin, c the largest min label w.S that was corrected at: the number
                of corrections M is at most  (D^2 + 2 c)/K*^2
    minover.3   with an intercept an example is a pair, S of label +1 less S of label -1: the smallest is that of the
                smallest w.S and the largest one; its largest margin is 2 K*

(2) follows from M K* <= w.u <= |w| and |w|^2 <= M (D^2 + 2 c), with u the best direction. It is asserted after each
round with the margin K that w has, which is at most K*. A round is as many corrections as there are examples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from rosenblatt.batch.margin_certificate import SignedRows

MOST_PRODUCTS = 9_000_000  # of pairs of examples that are kept


def minover_rounds(rows: SignedRows) -> Iterator[np.ndarray]:
    """Yield the number of corrections of each example after each round."""
    run = MinoverRun(rows)
    while True:
        for _ in range(len(rows.labels)):
            run.correct()
        run.assert_bound()
        yield run.shares


def correction_bound(square: float, level: float, margin: float) -> float:
    """Return the largest number of corrections.  (minover.2)"""
    return (square + 2.0 * level) / margin**2


class MinoverRun:
    """The state of one run: shares, the fields w.S of all examples, and what the bound needs.

    ``square`` is the largest |S|^2, and ``level`` the largest smallest label w.S, of all corrections.
    """

    def __init__(self, rows: SignedRows) -> None:
        self.rows, count = rows, len(rows.labels)
        self.shares, self.fields = np.zeros(count), np.zeros(count)
        self.products = _products(rows, slice(None)) if count * count <= MOST_PRODUCTS else None
        self.corrections, self.square, self.level = 0, 0.0, 0.0

    def correct(self) -> None:
        """Make one correction.  (minover.1, minover.3)"""
        rows = self.rows
        if rows.intercept:
            first = _at(rows.positive, self.fields, np.argmin)
            second = _at(~rows.positive, self.fields, np.argmax)
            smallest = float(self.fields[first] - self.fields[second])
            change = self._product(first) - self._product(second)
            square = float(change[first] - change[second])
            self.shares[second] += 1.0
        else:
            first = int(np.argmin(rows.labels * self.fields))
            smallest = float(rows.labels[first] * self.fields[first])
            change = rows.labels[first] * self._product(first)
            square = float(rows.squares[first])
        self.shares[first] += 1.0
        self.fields += change
        self.corrections += 1
        self.square, self.level = max(self.square, square), max(self.level, smallest)

    def assert_bound(self) -> None:
        """Raise if there were more corrections than the theorem allows.  (minover.2)"""
        margin = self.rows.plane(self.shares).margin * (2.0 if self.rows.intercept else 1.0)
        if margin <= 0.0:
            return
        bound = correction_bound(self.square, self.level, margin)
        if self.corrections > bound * (1.0 + 1e-9):
            raise AssertionError(
                f"the theorem of MinOver is violated: {self.corrections} corrections, bound {bound:.6g} (minover.2)"
            )

    def _product(self, row: int) -> np.ndarray:
        """Return the products of a row with all rows."""
        return _products(self.rows, row) if self.products is None else self.products[row]


def _products(rows: SignedRows, picked: int | slice) -> np.ndarray:
    found = rows.x @ rows.x[picked].T
    found = found if isinstance(found, np.ndarray) else found.toarray()
    return found if isinstance(picked, slice) else found.ravel()


def _at(mask: np.ndarray, fields: np.ndarray, choose: Callable[[np.ndarray], Any]) -> int:
    """Return the row at which the fields of some rows are smallest or largest."""
    places = np.flatnonzero(mask)
    return int(places[choose(fields[places])])
