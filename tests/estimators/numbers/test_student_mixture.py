"""Mixtures of Student's t: against SciPy's distributions, and quantiles against a plain bisection."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import t as student

from rosenblatt.estimators.numbers.student_mixture import StudentMixture


@pytest.fixture
def mixture(random):
    shape = (7, 40)
    weights = random.dirichlet(np.full(7, 0.3), 40).T
    centres, scales = 3.0 * random.standard_normal(shape) + 100.0, 10.0 ** random.uniform(-4.0, 4.0, shape)
    return StudentMixture(weights, centres, scales, random.choice([2.5, 3.3, 10.0, 1e6], shape))


def oracle(mixture, row):
    parts = [own[:, row] for own in (mixture.weights, mixture.freedoms, mixture.centres, mixture.scales)]
    return lambda y: float(parts[0] @ student.cdf(y, *parts[1:]))


@pytest.mark.parametrize("p", [0.025, 0.1, 0.5, 0.9, 0.9999])
def test_quantiles_are_those_of_a_bisection(p, mixture):
    found = mixture.quantile(p)
    for row in range(40):
        cdf = oracle(mixture, row)
        exact = brentq(lambda y, cdf=cdf: cdf(y) - p, -1e12, 1e12, xtol=1e-12, rtol=1e-14)
        assert found[row] == pytest.approx(exact, rel=1e-9, abs=1e-9)
    assert mixture.cdf(found) == pytest.approx(p, abs=1e-9)  # what rounding makes of 100 in units of 1e-4


def test_one_component_has_the_quantiles_of_its_own():
    alone = StudentMixture(np.ones((1, 2)), np.array([[0.0, -5.0]]), np.array([[1.0, 1e-3]]), np.array([[4.0, 30.0]]))
    exact = student.ppf(0.3, [4.0, 30.0], [0.0, -5.0], [1.0, 1e-3])
    assert alone.quantile(0.3) == pytest.approx(exact, rel=1e-12)
    assert alone.quantile(0.5) == pytest.approx([0.0, -5.0], abs=1e-15)


def test_moments_and_densities_are_scipys(mixture):
    for row in range(5):
        weights, freedoms, centres, scales = (
            own[:, row] for own in (mixture.weights, mixture.freedoms, mixture.centres, mixture.scales)
        )
        parts = student(freedoms, centres, scales)
        mean = weights @ centres
        assert mixture.mean()[row] == pytest.approx(mean)
        second = weights @ (parts.var() + centres**2) - mean**2
        assert mixture.deviation()[row] == pytest.approx(np.sqrt(second), rel=1e-6)
        assert mixture.density(np.full(40, 99.0))[row] == pytest.approx(weights @ parts.pdf(99.0), rel=1e-9)
        assert mixture.cdf(np.full(40, 99.0))[row] == pytest.approx(weights @ parts.cdf(99.0), rel=1e-9)


def test_other_units(mixture):
    moved = mixture.moved(1e-3, 5.0)
    for p in (0.05, 0.6):
        assert moved.quantile(p) == pytest.approx(1e-3 * mixture.quantile(p) + 5.0, rel=1e-10)
    assert moved.deviation() == pytest.approx(1e-3 * mixture.deviation())


def test_rows_of_several_come_one_after_the_other(mixture):
    both = StudentMixture.together([mixture, mixture.moved(2.0, 0.0)])
    assert np.array_equal(both.mean(), np.concatenate([mixture.mean(), 2.0 * mixture.mean()]))


def test_a_weight_of_nothing_changes_nothing(mixture):
    # A component that is never heard of, wide enough to open the bracket by thirty decades.
    with_ghost = StudentMixture(
        np.vstack([mixture.weights, np.zeros((1, 40))]),
        *(np.vstack([own, np.full((1, 40), 1e30)]) for own in (mixture.centres, mixture.scales, mixture.freedoms)),
    )
    assert with_ghost.quantile(0.2) == pytest.approx(mixture.quantile(0.2), rel=1e-13)


def test_densities_have_logarithms_however_far_out(mixture):
    y = np.linspace(90.0, 110.0, 40)
    assert mixture.log_density(y) == pytest.approx(np.log(mixture.density(y)), rel=1e-12)
    normal = StudentMixture(*np.array([1.0, 0.0, 1e-100, 1e6])[:, None, None])
    assert normal.density(np.ones(1)) == 0.0
    assert normal.log_density(np.ones(1)) == pytest.approx(student.logpdf(1e100, 1e6) + 100.0 * np.log(10.0), rel=1e-9)
