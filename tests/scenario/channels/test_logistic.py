"""The channel of logistic regression."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit

from rosenblatt.scenario import Flips, Logistic


@pytest.mark.parametrize("slope", [0.3, 2.0, 30.0, 59.0, 61.0, 1300.0])
@pytest.mark.parametrize("spread", [1.0, 0.05])
def test_its_sums_are_integrals(slope, spread):
    for known in (-2.0, 0.1):

        def inside(y: float, known: float = known) -> float:
            return float(expit(slope * (known + spread * y))) * np.exp(-0.5 * y * y) / np.sqrt(2.0 * np.pi)

        exact = quad(
            inside,
            -10,
            10,
            points=[(step / slope - known) / spread for step in (-30.0, -5.0, 0.0, 5.0, 30.0)],
            epsabs=1e-13,
            limit=400,
        )[0]
        assert Logistic.likelihood(known, spread, (slope,))[0] == pytest.approx(exact, abs=1e-11)


@pytest.mark.parametrize(("slope", "fisher"), [(1.0, 0.206621), (2.0, 0.6057055), (4.0, 1.458955)])  # G9.37 to 41
def test_its_information_of_a_field_that_is_known(slope, fisher):
    assert float(Logistic(slope).information(np.array([1e-14]))[0]) == pytest.approx(fisher, rel=1e-6)
    assert 0.5 * slope * Logistic(slope).correlation == pytest.approx(fisher, rel=1e-6)


def test_far_fields_do_not_overflow():
    assert Logistic.chance(-1e6, (10.0,)) == 0.0
    assert Logistic.likelihood(1e6, 1.0, (10.0,))[:2] == pytest.approx((1.0, 0.0))


@pytest.mark.parametrize("u", [-3.0, -0.2, 0.0, 1.1])
def test_a_mixture_goes_on_where_the_sum_ends(u):
    below, above = (Logistic.likelihood(0.5 * u, 0.5, (slope,)) for slope in (4.999999, 5.000001))
    assert below == pytest.approx(above, rel=2e-6)
    assert Logistic.likelihood(u, 1.0, (1e300,)) == pytest.approx(Flips.likelihood(u, 1.0, (0.0,)))
