"""How a tree is grown: sums of packed rows, and dividing them. Whole trees are tested with `forest`."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.bank.tree_growth import divide, pack, unpack


@pytest.mark.parametrize("heaviest", [1e-6, 1.0, 1e30])
def test_sums_of_packed_rows_are_those_of_slopes_and_bends(heaviest, random):
    weights = heaviest * random.choice([0.1, 1.0], 8192)
    slopes, bends = weights * random.uniform(-1.0, 1.0, 8192), 0.25 * weights * random.random(8192)
    slopes[:100], bends[:100] = -weights[:100], 0.25 * weights[:100]
    packed = pack(slopes, bends, weights)
    for rows in (slice(0, 1), slice(0, 100), slice(0, 8192)):
        slope, bend, number = unpack(packed.packed[rows].sum(), packed)
        size = len(slopes[rows])
        assert number == size
        assert slope == pytest.approx(slopes[rows].sum(), abs=0.5 * size * packed.slope_unit)
        assert bend == pytest.approx(bends[rows].sum(), abs=0.5 * size * packed.bend_unit)
    assert max(packed.slope_unit, packed.bend_unit) < heaviest * 8192 / 2**23


def test_rows_are_divided_in_their_order(random):
    codes = random.integers(0, 9, (50, 2)).astype(np.uint8)
    order, room = random.permutation(50).astype(np.uint64), np.empty(50, dtype=np.uint64)
    before = order.astype(int).tolist()
    assert divide(order, codes, 1, 4, room) == int((codes[:, 1] <= 4).sum())
    assert order.tolist() == [k for k in before if codes[k, 1] <= 4] + [k for k in before if codes[k, 1] > 4]
