"""Hats against their definition."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.kernels.bank import plain_loops
from rosenblatt.kernels.bank.hat_functions import KNOTS, LAST_KNOT, STEP, fill_hats


def test_hats_are_those_of_the_definition(random):
    z = random.standard_normal((50, 4)) * 2.0
    z[0] = [0.0, 0.5, -LAST_KNOT, LAST_KNOT]  # nothing, a knot, both ends
    z[1] = [-100.0, 1e300, 1e-300, -1e-300]
    room = 2 * z.size
    values, columns, starts = np.empty(room), np.empty(room, dtype=np.uint64), np.zeros(51, dtype=np.int64)
    count = fill_hats(z, values, columns, starts)
    assert starts[-1] == count
    hats = sp.csr_matrix((values[:count], columns[:count].astype(int), starts), shape=(50, 4 * KNOTS)).toarray()
    assert hats == pytest.approx(plain_loops.fill_hats(z), abs=1e-14)
    # Two hats add up to 1, and a sum of hats weighted by the knots is the value itself.
    knots = STEP * np.arange(KNOTS) - LAST_KNOT
    assert (hats.reshape(50, 4, KNOTS) @ knots)[2:] == pytest.approx(np.clip(z, -LAST_KNOT, LAST_KNOT)[2:], abs=1e-13)
    assert starts[1] == 3  # hats that are 0 are not stored
