r"""How large a margin is, and how large it could be at most: what every algorithm of largest margin is judged by.

Each example S with its label has a share x >= 0 in the weights. Without an intercept, with K* the largest margin:

    margin_certificate.1   w = sum x label S;   K(w) = min label w.S/|w| <= K* <= |w|/sum x
    margin_certificate.2   at the optimum both are equal: label w.S >= 1 with equality where x > 0, Q = |w|^2 = sum x,
                           K* = 1/sqrt(Q)                                      (duality; Q = sum x/N with J = sqrt(N) w)
    margin_certificate.3   with an intercept:  w = c+ - c-, the means of S with the shares as weights in either class,
                           K(w) = (min over + of w.S - max over - of w.S)/2|w| <= K* <= |w|/2
    margin_certificate.4   shares for which the upper bound is 0 prove that no plane separates

|w|/sum x is the distance from the origin of a point of the convex hull of the label S, and |c+ - c-|/2 half of that of
two points of the hulls of the classes: no plane has a larger margin.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from rosenblatt.batch.separable import find_separator

NOTHING = 1e-9  # of the longest example: a smaller margin counts as none
PATIENCE = 30  # rounds without a separating plane before the linear program is asked
LARGEST_PROGRAM = 300_000  # entries of the matrix: some seconds at most


class NotSeparable(Exception):
    """No plane separates the examples; the argument says how that is known."""


class Plane(NamedTuple):
    """Weights and intercept, their margin (negative if an example is wrong), and the most that any plane has."""

    weights: np.ndarray
    intercept: float
    margin: float
    most: float


@dataclass(frozen=True)
class SignedRows:
    """Examples as rows, an array or a CSR matrix, their labels +1 or -1, and whether planes may miss the origin."""

    x: Any
    labels: np.ndarray
    intercept: bool

    @cached_property
    def positive(self) -> np.ndarray:
        """Where the label is +1."""
        return self.labels > 0.0

    @cached_property
    def squares(self) -> np.ndarray:
        """The squared length of each row."""
        if isinstance(self.x, np.ndarray):
            return np.einsum("ij,ij->i", self.x, self.x)
        squared = sparse.csr_matrix((self.x.data**2, self.x.indices, self.x.indptr), shape=self.x.shape)
        return squared @ np.ones(self.x.shape[1])

    def dense(self, rows: np.ndarray) -> np.ndarray:
        """Return some rows as an array."""
        picked = self.x[rows]
        return picked if isinstance(picked, np.ndarray) else picked.toarray()

    def plane(self, shares: np.ndarray) -> Plane:
        """Return the plane of some shares, and how good it is.  (margin_certificate.1, margin_certificate.3)"""
        weights = np.asarray(self.x.T @ (self.labels * self.relative(shares))).ravel()
        length = float(np.linalg.norm(weights))
        fields = np.asarray(self.x @ weights).ravel()
        if not self.intercept:
            return Plane(weights, 0.0, _over(float(np.min(self.labels * fields)), length), length)
        high, low = float(fields[self.positive].min()), float(fields[~self.positive].max())
        return Plane(weights, -0.5 * (high + low), _over(0.5 * (high - low), length), 0.5 * length)

    def relative(self, shares: np.ndarray) -> np.ndarray:
        """Return shares whose sum is 1, with an intercept in either class."""
        if not self.intercept:
            return _normed(shares)
        found = np.empty(len(shares))
        for mask in (self.positive, ~self.positive):
            found[mask] = _normed(shares[mask])
        return found


def _normed(shares: np.ndarray) -> np.ndarray:
    total = shares.sum()
    return shares / total if total > 0.0 else np.full(len(shares), 1.0 / len(shares))


def _over(value: float, length: float) -> float:
    return value / length if length > 0.0 else -math.inf


@dataclass(frozen=True)
class LargestMargin:
    """Where an algorithm ended, and why.

    Attributes
    ----------
    plane : the best plane that was found. If it separates, the nearest examples have the field +1 or -1, else |w| = 1.
    shares : those of the examples in its weights, w = sum x label S.
    separable : True if the plane separates the examples, False if it is proved that none does, None if neither is
        known.
    converged : whether the margin is within the tolerance of the most that is possible.
    rounds : how many.
    statement : all this in a sentence.
    """

    plane: Plane
    shares: np.ndarray
    separable: bool | None
    converged: bool
    rounds: int
    statement: str


class _Best:
    """The best plane so far, the least upper bound, and the number of rounds."""

    def __init__(self, rows: SignedRows) -> None:
        self.rows, self.rounds = rows, 0
        self.plane = Plane(np.zeros(rows.x.shape[1]), 0.0, -math.inf, math.inf)
        self.shares = np.zeros(len(rows.labels))

    def see(self, shares: np.ndarray) -> None:
        """Look at what there is after a round."""
        self.rounds += 1
        new = self.rows.plane(shares)
        most = min(self.plane.most, new.most)
        if new.margin >= self.plane.margin:
            self.plane, self.shares = new, shares.copy()
        self.plane = self.plane._replace(most=most)

    def within(self, tol: float) -> bool:
        """Return whether the margin is within a fraction of the most that is possible."""
        return self.plane.margin > 0.0 and self.plane.margin >= (1.0 - tol) * self.plane.most

    def result(self, separable: bool | None, converged: bool, statement: str) -> LargestMargin:
        """Return the plane in its own units."""
        plane = self.plane
        length = float(np.linalg.norm(plane.weights)) * (plane.margin if plane.margin > 0.0 else 1.0)
        scale = 1.0 / length if length > 0.0 else 0.0
        most = 0.0 if separable is False else plane.most
        own = Plane(scale * plane.weights, scale * plane.intercept, plane.margin, most)
        shares = scale * self.rows.relative(self.shares)
        return LargestMargin(own, shares, separable, converged, self.rounds, statement)


def watched(rows: SignedRows, rounds: Iterator[np.ndarray], tol: float, max_rounds: int) -> LargestMargin:
    """Look at the shares that an algorithm yields after each round, until they are good enough or cannot be so.

    The algorithm raises `NotSeparable` if it finds a proof by itself.
    """
    best = _Best(rows)
    nothing = NOTHING * math.sqrt(float(rows.squares.max(initial=0.0)))
    try:
        for shares in rounds:
            best.see(shares)
            if best.within(tol):
                return best.result(
                    True, True, f"The largest margin, to a fraction {tol:g}, after {best.rounds} rounds."
                )
            if best.plane.most <= nothing:
                raise NotSeparable("two points of the hulls of the classes coincide")
            if best.rounds == PATIENCE and best.plane.margin <= 0.0:
                _ask_program(rows, shares)
            if best.rounds >= max_rounds:
                break
    except NotSeparable as proof:
        return best.result(False, False, f"Not linearly separable: {proof}.")
    if best.plane.margin <= 0.0:
        return best.result(None, False, f"Not separated within the cap of {best.rounds} rounds: it may never be.")
    left = 100.0 * (1.0 - best.plane.margin / best.plane.most)
    said = f"Separated, but after {best.rounds} rounds the margin may still be {left:.2g} % below the largest."
    return best.result(True, False, said)


def _ask_program(rows: SignedRows, shares: np.ndarray) -> None:
    """Raise if a linear program proves that no plane separates the examples of largest share, as many as are quick."""
    count = max(LARGEST_PROGRAM // (rows.x.shape[1] + 1), 1)
    hardest = np.argsort(-shares, kind="stable")[:count]
    x = rows.dense(hardest)
    x = np.hstack([x, np.ones((len(x), 1))]) if rows.intercept else x
    if find_separator(x, rows.labels[hardest]) is None:
        raise NotSeparable("proved by a linear program")
