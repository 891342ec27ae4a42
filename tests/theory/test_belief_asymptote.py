"""Laws at large alpha of rules that believe something: golden numbers, the truth, tiny beliefs, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.theory.belief_asymptote import asymptote, end_believing_clean

LIMITS = [
    ("G11.21", 0.0, 0.05, 0.9571774),
    ("G11.23", 0.05, 0.15, 1.404103),
    ("G11.25", 0.15, 0.01, 3.086722),
    ("G11.27", 0.3, 0.05, 12.35738),
    ("text 0.001", 0.15, 0.001, 3.604),
    ("text 0.1", 0.15, 0.1, 2.564),
    ("text 0.15", 0.15, 0.15, 2.533),
    ("text 0.2", 0.15, 0.2, 2.560),
    ("text 0.45", 0.15, 0.45, 4.771),
]


def half_a_digit(value):
    """Return how far a number may be from one that is printed to so many digits."""
    return 0.5001 * 10.0 ** -len(str(value).partition(".")[2])


@pytest.mark.parametrize(("noise", "believed", "value"), [row[1:] for row in LIMITS], ids=[row[0] for row in LIMITS])
def test_golden_limits(noise, believed, value):
    found = asymptote(noise, believed)
    assert found.prefactor == pytest.approx(value, abs=half_a_digit(value), rel=1e-9)
    assert (found.chi > 1.0) == (believed < noise - 1e-9) or believed == noise


def test_who_believes_the_truth_is_best_and_calibrated():
    for noise in (0.0, 0.05, 0.15, 0.3):
        known = asymptote(noise, noise)
        assert known.chi == pytest.approx(1.0, rel=1e-9)
        others = [asymptote(noise, believed) for believed in (0.001, 0.04, 0.1, 0.2, 0.29, 0.4, 0.45)]
        assert min(other.prefactor for other in others) > known.prefactor
        chis = [other.chi for other in others]
        assert chis == sorted(chis, reverse=True)  # the less noise one believes, the surer one is


def test_the_calibrated_law_is_that_of_the_information():
    # bayes.1 with lambda -> 0: lambda = theta^2 and dlambda/dalpha = -lambda^2 I, so theta -> 2/(alpha theta I).
    for noise in (0.0, 0.2):
        information = float(rb.Flips(noise).information(np.array(1e-12)))
        assert asymptote(noise, noise).prefactor == pytest.approx(2.0 / (1e-6 * information) / math.pi, rel=1e-5)


def test_tiny_beliefs():
    prefactors = [asymptote(0.15, believed).prefactor for believed in (1e-3, 1e-10, 1e-100, 1e-300)]
    assert prefactors == sorted(prefactors) and prefactors[-1] < 7.0


def test_ends():
    assert end_believing_clean(0.0) == 0.0
    assert 0.49 < end_believing_clean(0.499) < 0.5
    # A small noise: sin^3/pi = (noise + 2 theta^3/(3 pi))/2, so theta^3 = 3 pi noise/4.
    assert math.pi * end_believing_clean(1e-12) == pytest.approx((0.75e-12 * math.pi) ** (1.0 / 3.0), rel=1e-3)


def test_refusals():
    with pytest.raises(ValueError, match="believed must be above 0.*end_believing_clean"):
        asymptote(0.1, 0.0)
    with pytest.raises(ValueError, match=r"believed must be in \[0, 0.5\); got 0.5"):
        asymptote(0.1, 0.5)
    with pytest.raises(ValueError, match=r"noise must be in \[0, 0.5\)"):
        asymptote(0.6, 0.1)
    with pytest.raises(ValueError, match=r"noise must be in \[0, 0.5\)"):
        end_believing_clean(-0.1)
