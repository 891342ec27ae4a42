"""Gauss's quadrature of a spectrum."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.gauss_nodes import gauss_nodes


def test_a_short_spectrum_stays_as_it_is():
    values, weights = np.array([1.0, 2.0]), np.array([0.3, 0.7])
    assert gauss_nodes(values, weights, 2) == (pytest.approx(values), pytest.approx(weights))


def test_nodes_have_the_moments_of_the_spectrum(random):
    values, weights = random.exponential(size=500), random.dirichlet(np.ones(500)) * 2.0
    nodes, parts = gauss_nodes(values, weights, 6)
    assert len(nodes) == 6
    for power in range(12):  # 2 m moments, and no more
        assert parts @ nodes**power == pytest.approx(weights @ values**power, rel=1e-10)
    assert parts @ nodes**12 != pytest.approx(weights @ values**12, rel=1e-6)


def test_equal_eigenvalues_are_one_node():
    nodes, weights = gauss_nodes(np.repeat([1.0, 3.0], 50), np.full(100, 0.01), 10)
    assert nodes == pytest.approx([1.0, 3.0])
    assert weights == pytest.approx([0.5, 0.5])
