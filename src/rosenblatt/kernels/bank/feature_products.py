r"""Features and their products, so that a rule that is linear in them knows which features work together.

products.1   z_i z_j for i < j, then z_i, then 1; z kept within [-3, 3]: products have heavy tails
"""

from __future__ import annotations

from numba import njit

FARTHEST_FEATURE = 3.0


@njit(nogil=True, cache=True)
def fill_products(z, out):
    """Fill ``out`` with the products of rows, features and ones; one feature a column in ``z``."""
    features = z.shape[1]
    single = features * (features - 1) // 2
    for row in range(z.shape[0]):
        for i in range(features):
            out[row, single + i] = min(max(z[row, i], -FARTHEST_FEATURE), FARTHEST_FEATURE)
        place = 0
        for i in range(features):
            value = out[row, single + i]
            for j in range(i + 1, features):
                out[row, place + j - i - 1] = value * out[row, single + j]
            place += features - i - 1
        out[row, single + features] = 1.0
