"""Energies and steps of KC's prescription against their closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from rosenblatt.papers.kinouchi_caticha import optimal_rule


@pytest.mark.parametrize("rho", [0.1, 0.7])
def test_the_energy_of_a_linear_perceptron_is_a_square(rho):
    for b, h in ((0.3, -1.0), (2.0, 0.5)):
        assert optimal_rule._energy(b, h, rho) == pytest.approx(0.5 * (b / rho - h) ** 2)


@pytest.mark.parametrize("rho", [0.1, 0.7, 0.99])
def test_the_step_of_a_boolean_perceptron_has_a_closed_form(rho):
    width, h = math.sqrt(1.0 - rho**2) / rho, np.array([-2.0, -0.1, 0.4, 3.0])
    for label in (-1.0, 1.0):
        u = label * h / width
        expected = width * label * np.exp(stats.norm.logpdf(u) - stats.norm.logcdf(u))
        assert optimal_rule._boolean_step(label, h, rho) == pytest.approx(expected, rel=1e-6, abs=1e-9)


def test_the_curve_of_the_boolean_rule_rises_from_where_it_starts():
    curve = optimal_rule._boolean_curve(np.array([0.5, 1.0, 2.0]))
    assert (np.diff(curve) > 0.0).all()
