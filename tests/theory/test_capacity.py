"""Cover's count against the definition, in whole numbers and in 60 digits."""

from __future__ import annotations

import itertools
import math

import mpmath
import numpy as np
import pytest

from rosenblatt.theory.capacity import capacity, capacity_rate, count_dichotomies, log_capacity, separable_fraction


def by_definition(p: int, n: int) -> int:
    return 2 * sum(math.comb(p - 1, k) for k in range(n))


@pytest.mark.parametrize("p", range(1, 32))
def test_small_counts_are_the_definition(p):
    for n in range(1, 36):
        exact = by_definition(p, n)
        assert capacity(p, n) == exact
        assert log_capacity(p, n) == pytest.approx(math.log(exact), rel=1e-13)
        assert separable_fraction(p, n) == pytest.approx(exact / 2**p, rel=1e-13)


@pytest.mark.parametrize(("p", "n"), [(1000, 499), (1000, 501), (30_000, 14_900), (30_000, 12), (30_000, 20_000)])
def test_large_counts(p, n):
    with mpmath.workdps(60):
        exact = mpmath.log(mpmath.mpf(capacity(p, n)))
        assert abs((mpmath.mpf(log_capacity(p, n)) - exact) / exact) < 1e-13


def test_a_million_points():
    # log of the exact integer, 10^6 bits long, to 40 digits: it takes a minute to make, so it stands here.
    with mpmath.workdps(60):
        exact = mpmath.mpf("673005.4293170970965794221902572291446186")
        assert abs(mpmath.mpf(log_capacity(10**6, 4 * 10**5)) / exact - 1) < 1e-13


def test_recursion_and_symmetry():
    for p in range(2, 40):
        for n in range(2, 40):
            assert capacity(p + 1, n) == capacity(p, n) + capacity(p, n - 1)
            if n < p:
                assert capacity(p, n) + capacity(p, p - n) == 2**p


@pytest.mark.parametrize("function", [capacity, log_capacity, separable_fraction])
@pytest.mark.parametrize(("p", "n", "message"), [(0, 3, "p must be at least 1"), (3, 0, "n must be at least 1")])
def test_bad_input(function, p, n, message):
    with pytest.raises(ValueError, match=message):
        function(p, n)


@pytest.mark.parametrize(("p", "n"), [(1, 1), (4, 1), (5, 3), (6, 6), (4, 9), (8, 4)])
def test_points_in_general_position_have_as_many_dichotomies_as_they_can(p, n, random):
    assert count_dichotomies(random.standard_normal((p, n))) == capacity(p, n)


@pytest.mark.parametrize(("inputs", "functions"), [(1, 4), (2, 14), (3, 104)])
def test_the_corners_of_a_cube_have_as_many_as_there_are_threshold_functions(inputs, functions):
    corners = np.array(list(itertools.product((-1.0, 1.0), repeat=inputs)))
    assert count_dichotomies(np.hstack([corners, np.ones((2**inputs, 1))])) == functions


def test_points_in_a_subspace_have_the_dichotomies_of_the_subspace(random):
    plane = random.standard_normal((7, 2)) @ random.standard_normal((2, 5))
    assert count_dichotomies(plane) == capacity(7, 2)


def test_parallel_points_add_nothing_and_one_at_the_origin_leaves_none(random):
    x = random.standard_normal((6, 3))
    assert count_dichotomies(np.vstack([x, -3.0 * x[2]])) == capacity(6, 3)
    assert count_dichotomies(np.vstack([x, np.zeros(3)])) == 0


@pytest.mark.parametrize("alpha", [0.5, 2.0, 2.5, 10.0])
def test_the_rate_is_the_limit_of_large_n(alpha):
    for n in (1000, 100_000):
        assert log_capacity(int(alpha * n), n) / n == pytest.approx(capacity_rate(alpha), abs=np.log(n) / n)


def test_the_rate_needs_points():
    with pytest.raises(ValueError, match="alpha must be above 0"):
        capacity_rate(0.0)
