"""The chain of a Gram matrix: what its rotations keep."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.gram_chain import chain_weights, triangulate


def test_triangulation_keeps_all_inner_products(random):
    vectors = random.standard_normal((3, 6))
    before, plane = vectors @ vectors.T, vectors[:, :2].copy()
    triangulate(vectors)
    assert vectors @ vectors.T == pytest.approx(before, rel=1e-13)
    assert np.array_equal(vectors[:, :2], plane)
    assert np.array_equal(vectors[2, 3:], np.zeros(3))
    assert np.array_equal(vectors[1, 4:], np.zeros(2))
    assert vectors[0, 5] == 0.0


@pytest.mark.parametrize(("rule", "weights"), [(rb.BayesHebb(), 4), (rb.Shifted(), 6)])
def test_a_plane_the_vectors_and_the_rest(rule, weights):
    assert chain_weights(rule) == weights
