"""Laws in powers of 1/N: coefficients, errors, and whether they fit."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from rosenblatt.studies.size_law import fit_size_law, simplest_law

SIZES = np.array([25.0, 50.0, 100.0, 200.0, 400.0])


def test_exact_laws_are_found():
    for coefficients in ((0.3, -2.0), (0.3, -2.0, 15.0)):
        order = len(coefficients) - 1
        law = fit_size_law(SIZES, np.polynomial.Polynomial(coefficients)(1.0 / SIZES), np.full(5, 1e-3), order)
        assert law.coefficients == pytest.approx(coefficients, rel=1e-9)
        assert law.at(np.array([10.0])) == pytest.approx(np.polynomial.Polynomial(coefficients)(0.1))
        assert law.freedom == 4 - order
        assert law.chi_square < 1e-12


def test_errors_chi_square_and_deviations_have_their_laws(random):
    sems = np.array([4e-3, 3e-3, 2e-3, 1e-3, 1e-3])
    laws = [fit_size_law(SIZES, 0.3 - 2.0 / SIZES + sems * random.standard_normal(5), sems, 1) for _ in range(2000)]
    z = np.array([(law.coefficients - [0.3, -2.0]) / law.errors for law in laws])
    deviations = np.array([law.deviations for law in laws])
    for numbers in (*z.T, *deviations.T):
        assert stats.kstest(numbers, stats.norm.cdf).pvalue > 1e-4
    assert stats.kstest([law.chi_square for law in laws], stats.chi2(3).cdf).pvalue > 1e-4
    assert stats.kstest([law.p_value for law in laws], stats.uniform.cdf).pvalue > 1e-4


def test_two_sizes_are_met_exactly_and_judge_nothing():
    law = fit_size_law(np.array([10, 20]), np.array([1.1, 1.05]), np.array([0.01, 0.02]), 1)
    assert law.coefficients == pytest.approx([1.0, 1.0])
    # c0 = 2 x(20) - x(10)
    assert law.errors[0] == pytest.approx(math.hypot(2.0 * 0.02, 0.01))
    assert math.isnan(law.p_value)
    assert np.isnan(law.deviations).all()


def test_a_curvature_is_taken_where_it_is_needed_only(random):
    sems = np.full(5, 1e-4)
    bent = 0.3 - 2.0 / SIZES + 20.0 / SIZES**2
    assert len(simplest_law(SIZES, bent, sems).coefficients) == 3
    assert len(simplest_law(SIZES, bent, 1e3 * sems).coefficients) == 2
    assert len(simplest_law(SIZES[:3], bent[:3], sems[:3]).coefficients) == 2


def test_means_without_scatter_have_the_errors_of_rounding():
    law = fit_size_law(SIZES, np.full(5, 1.0), np.zeros(5), 1)
    assert law.coefficients == pytest.approx([1.0, 0.0], abs=1e-12)
    assert law.errors[0] == pytest.approx(0.0, abs=1e-13)
