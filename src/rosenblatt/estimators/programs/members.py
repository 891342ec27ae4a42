"""Members of a bank in steps of a program: mean and variance of the fields of rows that come next.

programs-members.1   x.Cx = |F'x|^2 with C = F F', F = V sqrt(eigenvalues): no term of it is negative, and few digits
                     of F are enough. All members of a kind are asked by one product of matrices
programs-members.2   sums over products of two features are forms of one: sum_{i<j} m_ij z_i z_j = z.M z/2
programs-members.3   hats are asked for all knots; of cells those are looked up in which rows are
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.estimators.bayes.grown_trees import GrownTrees
from rosenblatt.estimators.bayes.posteriors import Posteriors, whole_of_lower
from rosenblatt.estimators.bayes.random_looks import QUESTIONS, SETS
from rosenblatt.export.programs import Term, Trees
from rosenblatt.kernels.bank.member_inputs import FARTHEST_FEATURE, KNOTS, LAST_KNOT, STEP
from rosenblatt.kernels.bank.random_inputs import FARTHEST_WAVE

FEW_DIGITS = "float32"  # of sums whose terms are all above 0, and of what is at most 1


class Fields(NamedTuple):
    """Mean and variance of the fields of rows, (rows, members)."""

    means: Term
    variances: Term


def of_rows(x: Term, members: Posteriors) -> Fields:
    """Return the fields of members that see rows as they are; ``x`` ends with the 1 of the intercept."""
    if members.kind != "diagonal":
        return of_covariances(x, members)
    means, spreads = _after_drift(members)
    return Fields(x @ _columns(means), (x * x) @ _columns(spreads))


def of_covariances(x: Term, members: Posteriors) -> Fields:
    """Return the fields of members with whole covariances, or tiles of them.  (programs-members.1)"""
    keep = 1.0 - members.drifts
    few, of_tiles = x.of_kind(FEW_DIGITS), []
    for i, here in enumerate(members.tiles()):
        size = here.stop - here.start
        factors = np.empty((len(members), size, size))
        for k in range(len(members)):
            drifted = keep[k] ** 2 * whole_of_lower(list(members.tiles_of(k))[i][0])
            drifted[np.diag_indices(size)] += (1.0 - keep[k] ** 2) * members.priors[k, here]
            factors[k] = factor_of(drifted)
        own = few if size == members.means.shape[1] else few.take(np.arange(here.start, here.stop), 1)
        seen = own @ np.concatenate(list(factors), axis=1)
        of_tiles.append((seen * seen).shaped(-1, len(members), size).sum(2))
    return Fields(x @ _columns(keep[:, None] * members.means), reduce(Term.__add__, of_tiles).of_kind(x.kind))


def factor_of(covariance: np.ndarray) -> np.ndarray:
    """Return F with F F' = C, of what rounding has left of a covariance."""
    values, vectors = np.linalg.eigh(covariance)
    return vectors * np.sqrt(np.maximum(values, 0.0))


def with_ones(z: Term) -> Term:
    """Return rows with the 1 of the intercept."""
    return z.beside(0.0 * z.take(np.array([0]), 1) + 1.0)


def of_curves(x: Term, members: Posteriors) -> Fields:
    """Return the fields of members that see hats of features.  (programs-members.3)"""
    program, knots = x.program, np.linspace(-LAST_KNOT, LAST_KNOT, KNOTS)
    features = (members.means.shape[1] - 1) // KNOTS
    few = x.take(np.arange(features), 1).of_kind(FEW_DIGITS)
    nowhere = 2.0 * LAST_KNOT  # a value of 0 is seen as nothing at all
    there = program.where(program.call("equal", few, 0.0), nowhere, few.within(-LAST_KNOT, LAST_KNOT))
    far = abs(there.shaped(-1, features, 1) - knots)
    hats = program.call("maximum", 1.0 - far * (1.0 / STEP), 0.0).shaped(-1, features * KNOTS)
    means, spreads = _after_drift(members)
    squares = hats * hats
    return Fields(*(_linear(own, w).of_kind(x.kind) for own, w in ((hats, means), (squares, spreads))))


def of_products(x: Term, members: Posteriors) -> Fields:
    """Return the fields of members that see products of two of the first features: n (n + 1)/2 inputs, and 1."""
    features = (math.isqrt(8 * members.means.shape[1] - 7) - 1) // 2
    inside = x.take(np.arange(features), 1).within(-FARTHEST_FEATURE, FARTHEST_FEATURE)
    means, spreads = _after_drift(members)
    few = inside.of_kind(FEW_DIGITS)
    return Fields(_forms(inside, means, features), _forms(few * few, spreads, features).of_kind(x.kind))


def _forms(z: Term, weights: np.ndarray, features: int) -> Term:
    """Return sums over products of two, over features, and the constant, (rows, members).  (programs-members.2)"""
    pairs = features * (features - 1) // 2
    forms = np.zeros((len(weights), features, features))
    forms[:, *np.triu_indices(features, 1)] = weights[:, :pairs]
    of_pairs = (z @ np.concatenate(list(forms), axis=1)).shaped(-1, len(weights), features)
    return ((of_pairs + weights[:, pairs:-1]) * z.shaped(-1, 1, features)).sum(2) + weights[:, -1]


def of_cells(x: Term, members: Any) -> Fields:
    """Return the fields of members that see in which cells rows are; features become rows, to be taken fast."""
    look = members.look
    if look.silent:
        return _of_intercept(x, members)
    questioned = x.transposed().take(look.features.T.ravel().astype(np.int64), 0).shaped(QUESTIONS, SETS, -1)
    answers = (questioned > look.edges.T[:, :, None]).of_kind(FEW_DIGITS)
    places = 2.0 ** np.arange(QUESTIONS - 1, -1, -1)
    cells = (answers * places[:, None, None]).sum(0) + (2.0**QUESTIONS * np.arange(SETS))[:, None]
    means, spreads = _after_drift(members)
    both = np.concatenate([means, spreads]).T
    found = x.program.call("take", both[:-1], cells.of_kind("int64"), 0).sum(0) + both[-1]
    return _halves(found, len(members))


def of_waves(x: Term, members: Any) -> Fields:
    """Return the fields of members that see waves of features."""
    look = members.look
    if look.silent:
        return _of_intercept(x, members)
    seen = x.take(look.features.astype(np.int64), 1).within(-FARTHEST_WAVE, FARTHEST_WAVE)
    waves = x.program.call("cos", seen @ look.frequencies + look.phases)
    return of_covariances(with_ones(np.sqrt(2.0 / len(look.phases)) * waves), members)


def _of_intercept(x: Term, members: Posteriors) -> Fields:
    """Return the fields of members that see nothing else."""
    last = slice(-1, None)
    means, spreads = (1.0 - members.drifts)[:, None] * members.means[:, last], members.variances()[:, last]
    one = 0.0 * x.take(np.zeros(len(members)), 1)
    return Fields(one + means[:, 0], one + spreads[:, 0])


def sum_of_trees(z: Term, trees: GrownTrees) -> Term:
    """Return the sum of the trees into whose leaves rows fall, (rows, 1): they see few digits."""
    own = Trees(trees.features, trees.edges, trees.children, trees.values)
    return z.program.step("trees", z.of_kind("float32"), own).of_kind(z.kind)


VIEWS: dict[str, Callable[[Term, Any], Fields]] = {
    "curves": of_curves,
    "products": of_products,
    "cells": of_cells,
    "waves": of_waves,
}


def asked(name: str, x: Term, members: Posteriors) -> Fields:
    """Return the fields of a kind of members; ``x`` are rows with the intercept's 1."""
    return VIEWS.get(name, of_rows)(x, members)


def _after_drift(members: Posteriors) -> tuple[np.ndarray, np.ndarray]:
    """Return means and variances of a diagonal after the drift of a row, (members, inputs)."""
    keep = 1.0 - members.drifts[:, None]
    return keep * members.means, keep**2 * members.variances() + (1.0 - keep**2) * members.priors


def _linear(z: Term, weights: np.ndarray) -> Term:
    """Return weighted sums of inputs and of an intercept's 1 that is not among them, (rows, members)."""
    return z @ _columns(weights[:, :-1]) + weights[:, -1]


def _columns(weights: np.ndarray) -> np.ndarray:
    """Return rows of weights as columns."""
    return np.ascontiguousarray(weights.T)


def _halves(found: Term, members: int) -> Fields:
    """Return means and variances that were found side by side."""
    return Fields(found.take(np.arange(members), 1), found.take(np.arange(members, 2 * members), 1))
