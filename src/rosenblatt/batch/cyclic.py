"""The perceptron algorithm: pass over the examples in turn until none is wrong.

    cyclic.1   W <- W + eta label x  if label (W.x - theta) <= 0                            (L8 eq. 8; theta: sec. 3)
    cyclic.2   D = max |x|,  u = W*/|W*|,  delta* = min label u.x > 0  for any W* that separates    (L8 eq. 10, 11)
    cyclic.3   u.W >= u.W0 + n eta delta*  after n corrections                                      (L8 eq. 14)
    cyclic.4   |W|^2 <= |W0|^2 + n eta^2 B,   B = D^2 + 2 |theta|/eta                               (L8 eq. 19)
    cyclic.5   from W0 = 0: n <= B/delta*^2,   A(n) = u.W/|W| >= (delta*/sqrt(B)) sqrt(n)           (L8 eq. 21)
    cyclic.6   from any W0, a = u.W0/eta, b^2 = |W0/eta|^2 - a^2:
               n <= (h + sqrt(h^2 + delta*^2 b^2))/delta*^2,   h = B/2 - a delta*

(cyclic.4) follows from 2 eta label W.x <= 2 eta |theta| at each correction, and (cyclic.6) from u.W <= |W|: n is at
most the larger root of (a + n delta*)^2 = a^2 + b^2 + n B. L8 goes from (14) and (19) to n alone "for large n", which
may come after the end; (cyclic.6) is for every n.

A threshold that is not learnt changes nothing of what can be learnt where W* goes through the origin: it adds
2 |theta|/eta to D^2. On data that are not separable the algorithm would go on for ever. It stops, and says whether a
linear program has proved that there is no separator or only the cap on passes was reached.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.batch.separable import find_separator

EXAMPLES_TOGETHER = 256  # rows whose fields are computed together: only those up to the first mistake are used
PATIENCE = 50  # passes before the linear program is asked
LARGEST_PROGRAM = 4_000_000  # entries of the matrix for which asking is worth its time


@dataclass(frozen=True)
class CyclicResult:
    """Where the algorithm ended, and why.

    Attributes
    ----------
    weights : the last W.
    separable : True if W separates the examples, False if a linear program proved that nothing
        does, None if the cap on passes was reached before either was known.
    corrections, passes : how many; the last pass of a separable set has no mistake.
    bound : the largest number of corrections that the theorem allows for the separator that is known, else None.
    projection, length : u.W and |W| after each correction, if a separator was given.
    statement : the same in a sentence.
    """

    weights: np.ndarray
    separable: bool | None
    corrections: int
    passes: int
    bound: float | None
    projection: np.ndarray
    length: np.ndarray
    statement: str

    @property
    def alignment(self) -> np.ndarray:
        """A(n), the cosine of the angle between W and the separator after each correction; 0 where W = 0."""
        return self.projection / np.where(self.length > 0.0, self.length, 1.0)


def cyclic_perceptron(
    x: np.ndarray,
    labels: np.ndarray,
    *,
    eta: float = 1.0,
    start: np.ndarray | None = None,
    threshold: float = 0.0,
    max_passes: int = 10_000,
    separator: np.ndarray | None = None,
) -> CyclicResult:
    """Run the perceptron algorithm.

    Parameters
    ----------
    x, labels : the examples as rows, and +1 or -1 for each.
    eta : the step; from W = 0 and without a threshold it only scales the weights.
    start : the weights at the start; defaults to 0.
    threshold : theta, which stays as it is; one that is to be learnt is the weight of an input that is always -1.
    max_passes : the cap on passes.
    separator : a vector that separates the examples without a threshold, if one is known: the bound is then asserted,
        and the projection on it recorded.
    """
    eta, threshold = checks.positive("eta", eta), checks.number("threshold", threshold)
    max_passes = checks.whole("max_passes", max_passes, 1, "One pass is the least.")
    x, labels = np.asarray(x, dtype=float), np.asarray(labels, dtype=float)
    run = _Run(x, labels, eta, checked_start("start", start, (x.shape[1],)), threshold, separator)
    for number in range(1, max_passes + 1):
        if run.one_pass() == 0:
            return run.result(True, number, f"Separated after {run.corrections} corrections in {number} passes.")
        if number == PATIENCE and separator is None and x.size <= LARGEST_PROGRAM:
            run.separator = find_separator(x, labels)
            if run.separator is None and (not threshold or find_separator(x, labels, threshold=threshold) is None):
                return run.result(
                    False, number, f"Not linearly separable: proved by a linear program after {number} passes."
                )
    return run.result(None, max_passes, f"Not separated within the cap of {max_passes} passes: it may never be.")


def mistaken(labels: np.ndarray, fields: np.ndarray) -> np.ndarray:
    """Return where examples are to be corrected: a tie counts as a mistake, or nothing would leave W = 0."""
    return labels * fields <= 0.0


def corrected(weights: np.ndarray, row: np.ndarray, label: float, eta: float) -> np.ndarray:
    """Return the weights after a correction.  (cyclic.1)"""
    return weights + eta * label * row


class _Run:
    """The state of one run."""

    def __init__(
        self,
        x: np.ndarray,
        labels: np.ndarray,
        eta: float,
        start: np.ndarray,
        threshold: float,
        separator: np.ndarray | None,
    ) -> None:
        self.x, self.labels, self.eta, self.start, self.threshold = x, labels, eta, start, threshold
        self.separator = separator
        self.weights = start
        self.corrections = 0
        self.walk: list[tuple[float, float]] = []
        self._unit = None if separator is None else separator / np.linalg.norm(separator)

    def one_pass(self) -> int:
        """Go once through all examples and return the number of mistakes."""
        row, mistakes = 0, 0
        while row < len(self.x):
            block = slice(row, row + EXAMPLES_TOGETHER)
            wrong = np.flatnonzero(mistaken(self.labels[block], self.x[block] @ self.weights - self.threshold))
            if not wrong.size:
                row += EXAMPLES_TOGETHER
                continue
            row += int(wrong[0])
            self.weights = corrected(self.weights, self.x[row], self.labels[row], self.eta)
            self.corrections += 1
            if self._unit is not None:
                self.walk.append((float(self.weights @ self._unit), float(np.linalg.norm(self.weights))))
            mistakes += 1
            row += 1
        return mistakes

    def result(self, separable: bool | None, passes: int, statement: str) -> CyclicResult:
        bound = None
        if self.separator is not None:
            how = {"start": self.start, "eta": self.eta, "threshold": self.threshold}
            bound = correction_bound(self.x, self.labels, self.separator, **how)
            if self.corrections > bound + 1e-9 * max(bound, 1.0):
                raise AssertionError(
                    f"the perceptron theorem is violated: {self.corrections} corrections, bound {bound:.6g} (cyclic.6)"
                )
        projection, length = np.array(self.walk).reshape(-1, 2).T
        return CyclicResult(self.weights, separable, self.corrections, passes, bound, projection, length, statement)


def correction_bound(
    x: np.ndarray,
    labels: np.ndarray,
    separator: np.ndarray,
    *,
    start: np.ndarray | None = None,
    eta: float = 1.0,
    threshold: float = 0.0,
) -> float:
    """Return the largest number of corrections: (D/delta*)^2 from W = 0 without a threshold.  (cyclic.5, cyclic.6)

    >>> x, labels, u = np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([1.0, 1.0]), np.array([1.0, 1.0])
    >>> round(correction_bound(x, labels, u), 6), round(correction_bound(x, labels, u, start=-10.0 * u), 6)
    (8.0, 48.0)
    """
    unit = separator / np.linalg.norm(separator)
    margin = float(np.min(labels * (x @ unit)))
    if margin <= 0.0:
        raise ValueError(
            f"separator must separate all examples; got a smallest margin of {margin:.3g}. Leave it out to search one."
        )
    scaled = (np.zeros(x.shape[1]) if start is None else np.asarray(start, dtype=float)) / eta
    along = float(scaled @ unit)
    across = float(np.linalg.norm(scaled - along * unit))
    square = float(np.max(np.sum(x * x, axis=1))) + 2.0 * abs(threshold) / eta
    half = 0.5 * square - along * margin
    root = math.hypot(half, margin * across)
    return (half + root) / margin**2 if half >= 0.0 else across**2 / (root - half)  # equal; no digits are lost


def checked_start(name: str, start: Any, shape: tuple[int, ...]) -> np.ndarray:
    """Return weights to start with, 0 by default, in a shape; dimensions of length 1 may be left out."""
    if start is None:
        return np.zeros(shape)
    weights = np.array(start, dtype=float)
    if weights.squeeze().shape != np.empty(shape).squeeze().shape:
        raise ValueError(f"{name} must have shape {shape}; got {weights.shape}. Leave it out to start at 0.")
    if not np.isfinite(weights).all():
        raise ValueError(f"{name} must be finite; got NaN or infinity. Leave it out to start at 0.")
    return weights.reshape(shape)
