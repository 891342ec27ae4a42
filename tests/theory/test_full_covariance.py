"""The Gaussian rule with its full covariance: its integral equation, its end, its neighbours."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from scipy.special import ndtr

import rosenblatt as rb
from rosenblatt import gaussian
from rosenblatt.theory import full_covariance, panel_clock


def test_the_issues_values():
    assert (1.0 - full_covariance.deficit(np.array([1.0, 2.0, 5.0]))).round(4).tolist() == [0.4833, 0.7168, 0.9165]
    assert full_covariance.asymptote() == pytest.approx(0.59716, abs=5e-6)
    far = np.array([1e3, 1e6])
    d = np.arcsin(np.sqrt(full_covariance.deficit(far))) / math.pi
    assert far * d == pytest.approx([0.59629, 0.59716], abs=1e-5)


@pytest.mark.parametrize(("alpha", "noise"), [(3.0, 0.0), (1000.0, 0.0), (5.0, 0.1), (2.0, 0.3)])
def test_it_solves_the_integral_equation(alpha, noise):
    # Equation 1 as it stands, by the trapezium rule in ln(a) and in u.
    logs = np.linspace(math.log(1e-9 * alpha), math.log(alpha), 6001)
    lam = full_covariance.deficit(np.exp(logs), rb.Flips(noise))
    last, clean = lam[-1], 1.0 - 2.0 * noise
    z = np.linspace(-12.0, 12.0, 2401)
    inside = np.empty(len(lam))
    for k, one in enumerate(lam):
        deviation = math.sqrt((1.0 - one) / one)
        u = min(deviation, 1.0) * z
        likely = noise + clean * ndtr(u)
        g = clean * np.exp(-0.5 * u * u) / math.sqrt(2 * math.pi) / likely if noise else gaussian.inverse_mills(u)
        taken = g * (g + u)
        weight = 2.0 * np.exp(-0.5 * (u / deviation) ** 2) / (math.sqrt(2 * math.pi) * deviation) * likely
        d = taken / ((1.0 - taken) * one)
        inside[k] = np.trapezoid(weight * d / (1.0 + d * last), u)
    right = 1.0 + np.trapezoid(inside * np.exp(logs), logs)
    assert 1.0 / last == pytest.approx(right, rel=3e-6)


def test_finer_panels_change_nothing(monkeypatch):
    alpha = np.geomspace(0.01, 1e4, 20)
    coarse = full_covariance.deficit(alpha, rb.Flips(0.05))
    for module in (full_covariance, panel_clock):
        monkeypatch.setattr(module, "WIDTH", 0.3125)
    monkeypatch.setattr(full_covariance, "_solution", full_covariance.SecondOrder)
    assert full_covariance.deficit(alpha, rb.Flips(0.05)) == pytest.approx(coarse, rel=1e-9)


def test_it_lies_between_the_others():
    alpha = [0.5, 2.0, 10.0, 100.0]
    d = [rb.learning_curve(name, alpha).frame["disagreement"] for name in ("bayes", "bayes-gaussian", "bayes-hebb")]
    assert ((d[0] < d[1]) & (d[1] < d[2])).all()


def test_an_alpha_beyond_its_end_is_refused():
    with pytest.raises(ValueError, match="asymptote"):
        full_covariance.deficit(np.array([1e40]))


def test_the_part_that_a_label_takes_away_keeps_its_digits():
    mpmath.mp.dps = 60
    for u in (-1e8, -300.0, -21.0, -20.0, -19.9, -5.0, 0.0, 3.0, 20.0):
        g = mpmath.npdf(u) / mpmath.ncdf(u)
        exact = g * (g + u)
        taken, left = (float(part) for part in gaussian.squared_surprise(u))
        assert left == pytest.approx(float(1 - exact), rel=1e-8)
        assert taken == pytest.approx(float(exact), rel=1e-12, abs=1e-300)
        assert gaussian.scalar_squared_surprise(u) == pytest.approx(float(exact), rel=1e-12, abs=1e-300)
