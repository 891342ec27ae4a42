r"""Features seen through hat functions, so that a rule that is linear in them bends: an additive rule.

    curves.1   knots t_k = -3, -2.5, ..., 3; the hat of a knot is max(0, 1 - |z - t_k|/0.5), with z kept within [-3, 3]

Two neighbouring hats add up to 1, all others are 0, and a sum of hats is linear between the knots. A value of 0, where
a constant column or the zeros of a 0/1 column stand, is seen as nothing at all.
"""

from __future__ import annotations

from numba import njit

KNOTS, STEP = 13, 0.5
LAST_KNOT = 0.5 * (KNOTS - 1) * STEP


@njit(nogil=True, cache=True)
def fill_hats(z, values, columns, starts):
    """Fill a sparse matrix (CSR) with the hats of rows, ``KNOTS`` columns a feature; return how many are not 0."""
    count = 0
    for row in range(z.shape[0]):
        for i in range(z.shape[1]):
            if z[row, i] == 0.0:
                continue
            place = (min(max(z[row, i], -LAST_KNOT), LAST_KNOT) + LAST_KNOT) / STEP
            left = min(int(place), KNOTS - 2)
            for knot, value in ((left, 1.0 - (place - left)), (left + 1, place - left)):
                if value > 0.0:
                    values[count], columns[count] = value, i * KNOTS + knot
                    count += 1
        starts[row + 1] = count
    return count
