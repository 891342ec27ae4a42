"""Members of a bank in steps of a program: mean and variance of the fields of rows that come next.

programs-members.1   x.Cx = |F'x|^2 with C = F F', F = V sqrt(eigenvalues): no term of it is negative, and few digits
                     of F are enough. All members of a kind are asked by one product of matrices
programs-members.2   sums over products of two features are forms of one: sum_{i<j} m_ij z_i z_j = z.M z/2
programs-members.3   hats are asked for all knots; of cells those are looked up in which rows are
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rosenblatt.estimators.bayes.posteriors import Posteriors, whole_of_lower
from rosenblatt.estimators.bayes.random_views import QUESTIONS, SETS, Cells, Waves
from rosenblatt.export.programs import Term
from rosenblatt.kernels.bank.member_inputs import FARTHEST_FEATURE, KNOTS, LAST_KNOT, MOST_MULTIPLIED, STEP
from rosenblatt.kernels.bank.random_inputs import FARTHEST_WAVE

FEW_DIGITS = "float32"  # of sums whose terms are all above 0, and of what is at most 1


class Fields(NamedTuple):
    """Mean and variance of the fields of rows, (rows, members)."""

    means: Term
    variances: Term


def of_rows(z: Term, members: Posteriors) -> Fields:
    """Return the fields of members that see rows as they are; ``z`` has no 1 of the intercept."""
    if members.kind != "diagonal":
        return _of_full(z, members)
    means, spreads = _after_drift(members)
    return Fields(_linear(z, means), _linear(z * z, spreads))


def _of_full(z: Term, members: Posteriors) -> Fields:
    """Return the fields of members with whole covariances, or tiles of them.  (programs-members.1)"""
    keep = 1.0 - members.drifts
    few, variances = z.of_kind(FEW_DIGITS), None
    for i, here in enumerate(members.tiles()):
        factors = []
        for k in range(len(members)):
            drifted = keep[k] ** 2 * whole_of_lower(list(members.tiles_of(k))[i][0])
            drifted[np.diag_indices(len(drifted))] += (1.0 - keep[k] ** 2) * members.priors[k, here]
            factors.append(factor_of(drifted))
        own = _sum_of_squares(few, np.stack(factors), here, members.means.shape[1])
        variances = own if variances is None else variances + own
    assert variances is not None
    return Fields(_linear(z, keep[:, None] * members.means), variances.of_kind(z.kind))


def factor_of(covariance: np.ndarray) -> np.ndarray:
    """Return F with F F' = C, of what rounding has left of a covariance."""
    values, vectors = np.linalg.eigh(covariance)
    return vectors * np.sqrt(np.maximum(values, 0.0))


def _sum_of_squares(z: Term, factors: np.ndarray, here: slice, inputs: int) -> Term:
    """Return |F'x|^2 for the inputs of a tile, of which the last may be the intercept's, (rows, members)."""
    count, size, _ = factors.shape
    weights = factors.transpose(0, 2, 1).reshape(count * size, size)
    if here.stop < inputs:
        seen = z.take(np.arange(here.start, here.stop), 1) @ np.ascontiguousarray(weights.T)
    elif size > 1:
        seen = _linear(z if size == inputs else z.take(np.arange(here.start, inputs - 1), 1), weights)
    else:  # nothing but the intercept
        seen = 0.0 * z.take(np.zeros(count), 1) + weights[:, 0]
    return (seen * seen).shaped(-1, count, size).sum(2)


def of_curves(z: Term, members: Posteriors, features: int) -> Fields:
    """Return the fields of members that see hats of features."""
    program, knots = z.program, np.linspace(-LAST_KNOT, LAST_KNOT, KNOTS)
    few = z.of_kind(FEW_DIGITS)
    nowhere = 2.0 * LAST_KNOT  # a value of 0 is seen as nothing at all
    there = program.where(program.call("equal", few, 0.0), nowhere, few.within(-LAST_KNOT, LAST_KNOT))
    far = abs(there.shaped(-1, features, 1) - knots)
    hats = program.call("maximum", 1.0 - far * (1.0 / STEP), 0.0).shaped(-1, features * KNOTS)
    means, spreads = _after_drift(members)
    return Fields(_linear(hats, means).of_kind(z.kind), _linear(hats * hats, spreads).of_kind(z.kind))


def of_products(z: Term, members: Posteriors, features: int) -> Fields:
    """Return the fields of members that see products of two of so many features."""
    multiplied = min(features, MOST_MULTIPLIED)
    inside = z if multiplied == features else z.take(np.arange(multiplied), 1)
    inside = inside.within(-FARTHEST_FEATURE, FARTHEST_FEATURE)
    means, spreads = _after_drift(members)
    few = inside.of_kind(FEW_DIGITS)
    return Fields(_forms(inside, means, multiplied), _forms(few * few, spreads, multiplied).of_kind(z.kind))


def _forms(z: Term, weights: np.ndarray, features: int) -> Term:
    """Return sums over products of two, over features, and the constant, (rows, members).  (programs-members.2)"""
    pairs = features * (features - 1) // 2
    forms = np.zeros((len(weights), features, features))
    forms[:, *np.triu_indices(features, 1)] = weights[:, :pairs]
    of_pairs = (z @ np.concatenate(list(forms), axis=1)).shaped(-1, len(weights), features)
    return ((of_pairs + weights[:, pairs:-1]) * z.shaped(-1, 1, features)).sum(2) + weights[:, -1]


def of_cells(z: Term, members: Cells) -> Fields:
    """Return the fields of members that see in which cells rows are; features become rows, to be taken fast."""
    asked = z.transposed().take(members.features.T.ravel().astype(np.int64), 0).shaped(QUESTIONS, SETS, -1)
    answers = (asked > members.edges.T[:, :, None]).of_kind(FEW_DIGITS)
    places = 2.0 ** np.arange(QUESTIONS - 1, -1, -1)
    cells = (answers * places[:, None, None]).sum(0) + (2.0**QUESTIONS * np.arange(SETS))[:, None]
    means, spreads = _after_drift(members)
    both = np.concatenate([means, spreads]).T
    found = z.program.call("take", both[:-1], cells.of_kind("int64"), 0).sum(0) + both[-1]
    return _halves(found, len(members))


def of_waves(z: Term, members: Waves) -> Fields:
    """Return the fields of members that see waves of features."""
    seen = z.take(members.features.astype(np.int64), 1).within(-FARTHEST_WAVE, FARTHEST_WAVE)
    waves = z.program.call("cos", seen @ members.frequencies + members.phases)
    return _of_full(np.sqrt(2.0 / len(members.phases)) * waves, members)


def _after_drift(members: Posteriors) -> tuple[np.ndarray, np.ndarray]:
    """Return means and variances of a diagonal after the drift of a row, (members, inputs)."""
    keep = 1.0 - members.drifts[:, None]
    return keep * members.means, keep**2 * members.variances() + (1.0 - keep**2) * members.priors


def _linear(z: Term, weights: np.ndarray) -> Term:
    """Return weighted sums of inputs and of the intercept's 1, (rows, members)."""
    return z @ np.ascontiguousarray(weights[:, :-1].T) + weights[:, -1]


def _halves(found: Term, members: int) -> Fields:
    """Return means and variances that were found side by side."""
    return Fields(found.take(np.arange(members), 1), found.take(np.arange(members, 2 * members), 1))
