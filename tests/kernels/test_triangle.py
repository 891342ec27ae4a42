"""Rotations keep every inner product, and what is fixed."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.triangle import triangulate


@pytest.mark.parametrize(("rows", "fixed"), [(1, 0), (3, 2), (4, 1)])
def test_vectors_become_a_triangle_with_the_same_overlaps(rows, fixed):
    vectors = np.random.default_rng(rows).standard_normal((rows, fixed + rows + 1))
    before = vectors.copy()
    triangulate(vectors, fixed)
    assert vectors @ vectors.T == pytest.approx(before @ before.T)
    assert np.array_equal(vectors[:, :fixed], before[:, :fixed])
    for k in range(rows):
        assert not vectors[k, fixed + rows - k :].any()
