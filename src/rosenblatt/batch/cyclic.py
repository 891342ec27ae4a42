"""The perceptron algorithm: pass over the examples in turn until none is wrong.

    cyclic.1   W <- W + eta label x  if label W.x <= 0                                     (L8 eq. 8)
    cyclic.2   from W = 0, the number of corrections is at most (D/delta*)^2                (L8 eq. 21)
    cyclic.3   D = max |x|,  delta* = min label W*.x/|W*|  for any separating W*        (L8 eq. 10, 11)
    cyclic.4   A(n) = W.W*/(|W| |W*|) >= (delta*/D) sqrt(n) after n corrections             (L8 eq. 21)

On data that are not separable the algorithm would go on for ever. It stops, and says whether a
linear program has proved that there is no separator or only the cap on passes was reached.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    bound : (D/delta*)^2 for the separator that is known, else None.
    alignment : A(n) after each correction, if a separator was given.
    statement : the same in a sentence.
    """

    weights: np.ndarray
    separable: bool | None
    corrections: int
    passes: int
    bound: float | None
    alignment: np.ndarray
    statement: str


def cyclic_perceptron(
    x: np.ndarray,
    labels: np.ndarray,
    *,
    eta: float = 1.0,
    max_passes: int = 10_000,
    separator: np.ndarray | None = None,
) -> CyclicResult:
    """Run the perceptron algorithm from W = 0.

    Parameters
    ----------
    x, labels : the examples as rows, and +1 or -1 for each.
    eta : the step; from W = 0 it only scales the weights.
    max_passes : the cap on passes.
    separator : a separating vector, if one is known: the bound is then asserted, and the alignment recorded.
    """
    eta = checks.positive("eta", eta)
    max_passes = checks.whole("max_passes", max_passes, 1, "One pass is the least.")
    run = _Run(np.asarray(x, dtype=float), np.asarray(labels, dtype=float), eta, separator)
    for number in range(1, max_passes + 1):
        if run.one_pass() == 0:
            return run.result(True, number, f"Separated after {run.corrections} corrections in {number} passes.")
        if number == PATIENCE and separator is None and x.size <= LARGEST_PROGRAM:
            separator = run.separator = find_separator(run.x, run.labels)
            if separator is None:
                return run.result(
                    False, number, f"Not linearly separable: proved by a linear program after {number} passes."
                )
    return run.result(None, max_passes, f"Not separated within the cap of {max_passes} passes: it may never be.")


class _Run:
    """The state of one run."""

    def __init__(self, x: np.ndarray, labels: np.ndarray, eta: float, separator: np.ndarray | None) -> None:
        self.x, self.labels, self.eta, self.separator = x, labels, eta, separator
        self.weights = np.zeros(x.shape[1])
        self.corrections = 0
        self.alignment: list[float] = []
        self._given = separator

    def one_pass(self) -> int:
        """Go once through all examples and return the number of mistakes."""
        row, mistakes = 0, 0
        while row < len(self.x):
            block = slice(row, row + EXAMPLES_TOGETHER)
            wrong = np.flatnonzero(self.labels[block] * (self.x[block] @ self.weights) <= 0.0)
            if not wrong.size:
                row += EXAMPLES_TOGETHER
                continue
            row += int(wrong[0])
            self.weights = self.weights + self.eta * self.labels[row] * self.x[row]  # cyclic.1
            self._record()
            mistakes += 1
            row += 1
        return mistakes

    def _record(self) -> None:
        self.corrections += 1
        if self._given is not None:
            lengths = np.linalg.norm(self.weights) * np.linalg.norm(self._given)
            self.alignment.append(float(self.weights @ self._given / lengths) if lengths > 0.0 else 0.0)

    def result(self, separable: bool | None, passes: int, statement: str) -> CyclicResult:
        bound = correction_bound(self.x, self.labels, self.separator) if self.separator is not None else None
        if bound is not None and self.corrections > bound * (1.0 + 1e-9):
            raise AssertionError(
                f"the perceptron theorem is violated: {self.corrections} corrections, bound {bound:.6g} (cyclic.2)"
            )
        return CyclicResult(
            self.weights, separable, self.corrections, passes, bound, np.array(self.alignment), statement
        )


def correction_bound(x: np.ndarray, labels: np.ndarray, separator: np.ndarray) -> float:
    """Return (D/delta*)^2.  (cyclic.2, cyclic.3)"""
    margin = float(np.min(labels * (x @ separator))) / float(np.linalg.norm(separator))
    if margin <= 0.0:
        raise ValueError(
            f"separator must separate all examples; got a smallest margin of {margin:.3g}. Leave it out to search one."
        )
    return (float(np.max(np.linalg.norm(x, axis=1))) / margin) ** 2
