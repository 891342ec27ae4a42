"""Cover's count against the definition, in whole numbers and in 60 digits."""

from __future__ import annotations

import math

import mpmath
import pytest

from rosenblatt.theory.capacity import capacity, log_capacity, separable_fraction


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
