"""The sizes that Hoeffding's bound asks for."""

from __future__ import annotations

import math

import pytest

from rosenblatt.papers.golea_marchand.guarantee import hoeffding_size, statement_sizes


def test_hoeffding_s_size_makes_the_bound_the_failure():
    m = hoeffding_size(0.01, 0.05)
    assert 2.0 * math.exp(-2.0 * m * 0.01**2) == pytest.approx(0.05)


@pytest.mark.parametrize(("n", "epsilon", "delta"), [(3, 0.2, 0.2), (100, 0.01, 0.001)])
def test_the_influences_need_the_most(n, epsilon, delta):
    sizes = statement_sizes(n, epsilon, delta)
    assert max(sizes) == sizes[2]
    assert sizes[2] == pytest.approx(512 * n * (n + 1) ** 2 / epsilon**3 * math.log(32 * n / delta))
