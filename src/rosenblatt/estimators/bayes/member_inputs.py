"""How the members of a bank see a row: as it is; by curves, pieces of the range of each feature; or by products."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from rosenblatt.kernels.bank.member_inputs import KNOTS, MOST_MULTIPLIED, views_kernel
from rosenblatt.kernels.bank.members import NO_ROWS, NOT_STORED


class Stored(NamedTuple):
    """Sparse rows without their intercept, as kernels want them: values, columns, and where each row starts."""

    values: np.ndarray
    columns: np.ndarray
    starts: np.ndarray


Rows = np.ndarray | Stored  # dense rows end with the 1 of the intercept


def as_it_is(x: Any) -> Rows:
    """Return rows as they are."""
    return x if isinstance(x, np.ndarray) else _stored(x, x.data)


def by_curves(x: Any) -> Rows:
    """Return the hats of dense rows; of sparse ones 1 for each value that is not 0."""
    if not isinstance(x, np.ndarray):
        return _stored(x, (x.data != 0.0).astype(float))
    rows, inputs = x.shape
    room = 2 * rows * (inputs - 1)
    hats = Stored(np.empty(room), np.empty(room, dtype=np.uint64), np.zeros(rows + 1, dtype=np.int64))
    views_kernel()(np.ascontiguousarray(x), *hats, NO_ROWS)
    count = hats.starts[-1]
    return Stored(hats.values[:count], hats.columns[:count], hats.starts)


def by_products(x: np.ndarray) -> np.ndarray:
    """Return the products of two features of dense rows, the features, and the 1 of the intercept.

    Of rows that have grown too long for it, those of their first features.
    """
    out = np.empty((len(x), product_inputs(x.shape[1])))
    views_kernel()(np.ascontiguousarray(x), *NOT_STORED, out)
    return out


def _stored(x: Any, values: np.ndarray) -> Stored:
    return Stored(values, x.indices.astype(np.uint64), x.indptr.astype(np.int64))


def curve_inputs(inputs: int, *, sparse: bool) -> int:
    """Return how many inputs curves have, the intercept's among them."""
    return inputs if sparse else (inputs - 1) * KNOTS + 1


def product_inputs(inputs: int) -> int:
    """Return how many inputs products have, the intercept's among them."""
    multiplied = min(inputs, MOST_MULTIPLIED + 1)
    return multiplied * (multiplied - 1) // 2 + 1


def curve_sources(source: np.ndarray, *, sparse: bool) -> np.ndarray:
    """Return where the inputs of curves were, if features were at ``source``; -1 for those of a new one."""
    if sparse:
        return source
    return np.where(source[:, None] < 0, -1, source[:, None] * KNOTS + np.arange(KNOTS)).ravel()


def product_sources(source: np.ndarray, features: int) -> np.ndarray:
    """Return where products and features were, of so many features that were at ``source``; -1 for those of a new one.

    >>> product_sources(np.array([1, 0, -1]), 2)  # of z_0 z_1, z_0, z_1 to z_0 z_1, z_0 z_2, z_1 z_2, z_0, z_1, z_2
    array([ 0, -1, -1,  2,  1, -1])
    """
    features = min(features, MOST_MULTIPLIED)
    source = np.where(source < features, source, -1)[:MOST_MULTIPLIED]
    place = np.full((features, features), -1)
    place[np.triu_indices(features, 1)] = np.arange(features * (features - 1) // 2)
    place = np.maximum(place, place.T)
    first, second = np.triu_indices(len(source), 1)
    known = (source[first] >= 0) & (source[second] >= 0)
    pairs = np.where(known, place[source[first], source[second]], -1)
    return np.concatenate([pairs, np.where(source < 0, -1, source + features * (features - 1) // 2)])


def times(x: Rows, weights: np.ndarray, *, squared: bool = False) -> np.ndarray:
    """Return weights.x, or weights.x^2, of shape (members, rows)."""
    if isinstance(x, np.ndarray):
        return weights @ (x**2 if squared else x).T
    values = x.values**2 if squared else x.values
    columns, own = x.columns.astype(np.int64), weights[:, :-1]
    if columns.size < own.shape[1]:  # a few rows of many inputs: what they do not meet is not copied
        met, columns = np.unique(columns, return_inverse=True)
        own = own[:, met]
    rows = sp.csr_matrix((values, columns, x.starts), shape=(len(x.starts) - 1, own.shape[1]))
    return np.asarray(rows @ own.T).T + weights[:, -1:]
