r"""What members of a bank see in place of a row as it is: hats of its features, or their products.

    curves.1     knots t_k = -3, -2.5, ..., 3; the hat of a knot is max(0, 1 - |z - t_k|/0.5), z kept within [-3, 3]
    products.1   z_i z_j for i < j, then z_i, then 1; z kept within [-3, 3]: products have heavy tails

A rule that is linear in hats bends, an additive rule: two neighbouring hats add up to 1, all others are 0, and a sum of
hats is linear between the knots. A value of 0, where a constant column or the zeros of a 0/1 column stand, is seen as
nothing at all. A rule that is linear in products knows which features work together.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba import types

from rosenblatt.kernels.compiler import cached_njit, numeric, pasted, specialise, template

KNOTS, STEP = 13, 0.5
LAST_KNOT = 0.5 * (KNOTS - 1) * STEP
FARTHEST_FEATURE = 3.0
MOST_MULTIPLIED = 300  # features: more have too many products


@pasted
def fill_hats(z, values, columns, starts):
    """Fill a sparse matrix (CSR) with the hats of rows, ``KNOTS`` columns a feature; their last column is left out."""
    count = 0
    starts[0] = 0
    for row in range(z.shape[0]):
        for i in range(z.shape[1] - 1):
            if z[row, i] == 0.0:
                continue
            place = (min(max(z[row, i], -LAST_KNOT), LAST_KNOT) + LAST_KNOT) / STEP
            left = min(int(place), KNOTS - 2)
            for knot, value in ((left, 1.0 - (place - left)), (left + 1, place - left)):
                if value > 0.0:
                    values[count], columns[count] = value, i * KNOTS + knot
                    count += 1
        starts[row + 1] = count


@pasted
def fill_products(z, out):
    """Fill ``out`` with the products of rows, features and ones; the last column of rows is left out."""
    features = min(z.shape[1] - 1, MOST_MULTIPLIED)
    single = features * (features - 1) // 2
    for row in range(z.shape[0]):
        products, inside = out[row], out[row, single:]
        for i in range(features):
            inside[i] = min(max(z[row, i], -FARTHEST_FEATURE), FARTHEST_FEATURE)
        place = 0
        for i in range(features):
            value, later, here = inside[i], inside[i + 1 :], products[place:]
            for j in range(features - i - 1):
                here[j] = value * later[j]
            place += features - i - 1
        inside[features] = 1.0


@numeric
@template
def fill_views(x, values, columns, starts, products):
    """Fill in the hats of rows and their products, those for which there is room."""
    if starts.size > 0:
        fill_hats(x, values, columns, starts)
    if products.size > 0:
        fill_products(x, products)


@cache
def views_kernel() -> Any:
    """Return the compiled `fill_views`."""
    rows = types.float64[:, ::1]
    signature = types.void(rows, types.float64[::1], types.uint64[::1], types.int64[::1], rows)
    return specialise(fill_views, "bank", signature, {})


@cached_njit()
def fill_label_means(labels, keep, means, out):
    """Fill ``out`` with running means of labels before each row; ``means`` change."""
    for row in range(labels.size):
        for i in range(keep.size):
            out[row, i] = means[i]
            means[i] = keep[i] * means[i] + (1.0 - keep[i]) * labels[row]
