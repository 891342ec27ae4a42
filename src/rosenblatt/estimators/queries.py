r"""`choose_queries`: the rows of a pool whose labels tell most of the labels of all others.

With Z the probability that a row is of a class and S the covariance of two such probabilities over what the model does
not know (`rosenblatt.estimators.beliefs`), the label of x is expected to take from the log-loss at x*

    choose-queries.1   S(x, x*)^2/(2 Z (1 - Z) Z* (1 - Z*)),   the information of two labels of each other, second order
    choose-queries.2   the row i with the largest sum of (1) over the pool and the binary subproblems is taken; then
                       S(x, x*) <- S(x, x*) - S(x, i) S(i, x*)/(Z_i (1 - Z_i)),   as if its label were known

so that the next row is one that tells something else. A row far from all others tells much of itself and nothing of
them: it is not taken for that. A copy of a chosen row has its label too, whatever a model with noise expects: copies
are taken only if nothing else is left.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.estimators.beliefs import Belief, beliefs

TARGETS = 400  # rows of the pool for which a label may tell something, evenly spaced
NUMBERS = 2e7  # of S that are kept, at most: of a very large pool fewer rows are looked at
LEAST_TARGETS = 50
SAME = 1e-9  # differences of rounding
CERTAIN = 1e-12  # the variance of a label that is as good as known


def choose_queries(model: Any, pool: Any, k: int = 1) -> np.ndarray:
    """Return the numbers of the ``k`` rows of a pool whose labels tell most, the best first.

    Parameters
    ----------
    model : a fitted `BayesClassifier`, `MeanFieldClassifier`, or `OnlineClassifier` with a Bayesian rule.
    pool : rows without labels, dense or sparse, as the model takes them; the rows to be predicted are taken to be like
        these.
    k : how many rows; no row is chosen twice, and copies of one only if nothing else is left.

    Of rows that tell the same, the first is chosen. The model is left as it is: ask for the labels, and let it learn
    them with `partial_fit`. With classes not met yet nothing is known of them: begin with some rows of each.

    >>> from rosenblatt import BayesClassifier
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = BayesClassifier(runs=False).partial_fit(X[:30], y[:30])
    >>> rows = choose_queries(model, X[30:], 5)
    >>> model.partial_fit(X[30:][rows], y[30:][rows]).n_examples_
    35
    """
    k = checks.whole("k", k, 1, "It is the number of rows to choose.")
    found = [Told.of(belief) for belief in beliefs(model, pool)]
    rows = len(found[0].doubt)
    if k > rows:
        raise ValueError(f"k must be at most the number of rows of the pool, {rows}; got {k}. Take all of them.")
    chosen: list[int] = []
    left, new = np.ones(rows, dtype=bool), np.ones(rows, dtype=bool)  # not chosen yet, and no copy of one that was
    for _ in range(k):
        scores = sum(told.scores() for told in found)
        best = int(np.argmax(np.where(new if new.any() else left, scores, -1.0)))
        chosen.append(best)
        new &= ~np.all([told.copies(best) for told in found], axis=0)
        left[best] = new[best] = False
        for told in found:
            told.take(best)
    return np.array(chosen)


class Told:
    """What labels tell of each other in one binary subproblem, given the rows that have been chosen."""

    def __init__(self, belief: Belief, targets: np.ndarray) -> None:
        self.belief, self.targets = belief, targets
        self.doubt = np.maximum(belief.chance * (1.0 - belief.chance), CERTAIN)
        self.shared = belief.covariance(targets)
        self.taken = np.empty((len(self.doubt), 0))  # what S has lost is the product of this and its transpose

    @classmethod
    def of(cls, belief: Belief) -> Told:
        """Return it for a pool of which nothing has been chosen."""
        rows = len(belief.chance)
        number = min(rows, max(LEAST_TARGETS, min(TARGETS, int(NUMBERS / rows))))
        return cls(belief, np.unique(np.linspace(0, rows - 1, number).astype(int)))

    def scores(self) -> np.ndarray:
        """Return what each label would tell, on average over the pool.  (choose-queries.1)"""
        told = np.einsum("ij,ij,j->i", self.shared, self.shared, 1.0 / self.doubt[self.targets])
        return told / (2.0 * self.doubt * len(self.targets))

    def copies(self, row: int) -> np.ndarray:
        """Return which rows the model cannot tell from a row."""
        own = self.shared[row]
        near = np.abs(self.shared - own).max(axis=1) <= SAME * np.abs(own).max()
        return near & (np.abs(self.belief.chance - self.belief.chance[row]) <= SAME)

    def take(self, row: int) -> None:
        """Go on as if a label were known.  (choose-queries.2)"""
        column = self.belief.covariance(np.array([row]))[:, 0] - self.taken @ self.taken[row]
        column /= np.sqrt(self.doubt[row])
        self.shared -= np.outer(column, column[self.targets])
        self.taken = np.column_stack([self.taken, column])
