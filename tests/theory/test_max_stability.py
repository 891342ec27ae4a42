"""Maximal stability: the equation book, the variational form, where it ends, limits, and exact programs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad
from scipy.optimize import minimize_scalar

import rosenblatt as rb
from rosenblatt.theory import separable_alpha, separable_overlap
from rosenblatt.theory.max_stability import clean_law
from tests.helpers import Z_LIMIT

COLUMNS = ["overlap", "disagreement", "margin", "support_vectors"]


@pytest.mark.parametrize(
    ("alpha", "noise", "expected"),
    [
        (1, 0.0, [0.671358, 0.265711, 0.786550, 0.623723]),
        (2, 0.0, [0.829758, 0.188479, 0.454578, 0.817126]),
        (10, 0.0, [0.988086, 0.049183, 0.099889, 0.988027]),
        (1, 0.1, [0.484610, 0.338962, 0.641033, 0.636358]),
        (1, 0.2, [0.343416, 0.388416, 0.557192, 0.654359]),
    ],
)
def test_the_numbers_of_the_equation_book(alpha, noise, expected):
    frame = rb.learning_curve("max-stability", alpha, noise=noise).frame
    assert frame[COLUMNS].iloc[0].tolist() == pytest.approx(expected, abs=6e-7)
    assert frame["q_norm"][0] == 1.0
    assert frame["error"][0] == pytest.approx(noise + (1 - 2 * noise) * expected[1], abs=1e-6)


@pytest.mark.parametrize(("alpha", "noise"), [(0.01, 0.0), (30.0, 0.0), (0.3, 0.4), (2.5, 0.1), (5.0, 0.01)])
def test_it_is_the_minimum_over_the_overlap(alpha, noise):
    row = rb.learning_curve("max-stability", alpha, noise=noise).frame.iloc[0]

    def needed(rho, power=2):
        gamma = rho / math.sqrt(1.0 - rho * rho)

        def integrand(t):
            density = 2 * stats.norm.pdf(t) * (noise + (1 - 2 * noise) * stats.norm.cdf(gamma * t))
            return density * (row["margin"] - t) ** power

        points = [p for p in (-3 / gamma, 0.0, 3 / gamma) if -9 < p < row["margin"]]
        return quad(integrand, -12.0, min(row["margin"], 12.0), points=points, epsabs=1e-14, limit=200)[0]

    d = 1e-2 * (1.0 - row["overlap"])
    bounds = (row["overlap"] - d, row["overlap"] + d)
    found = minimize_scalar(
        lambda rho: needed(rho) / (1 - rho * rho), bounds=bounds, method="bounded", options={"xatol": 1e-3 * d}
    )
    assert 1.0 / found.fun == pytest.approx(alpha, rel=1e-6)
    assert abs(found.x - row["overlap"]) < 0.05 * d
    assert alpha * needed(row["overlap"], 0) == pytest.approx(row["support_vectors"], rel=1e-6)


def test_alpha_sep_of_the_equation_book():
    assert [separable_alpha(noise) for noise in (0.01, 0.1, 0.3)] == pytest.approx(
        [6.710253, 2.992286, 2.145722], abs=6e-7
    )
    assert [separable_overlap(noise) for noise in (0.01, 0.1, 0.3)] == pytest.approx(
        [0.902320, 0.606081, 0.263544], abs=6e-7
    )
    assert separable_alpha(0.0) == math.inf and separable_overlap(0.0) == 1.0
    assert separable_alpha(0.4999999) == pytest.approx(2.0, rel=1e-6)  # random labels: Gardner's capacity
    assert separable_alpha(1e-12) * (3 * math.pi * 1e-12) ** (1 / 3) == pytest.approx(math.pi, rel=1e-3)


@pytest.mark.parametrize("noise", [1e-6, 0.1, 0.45])
def test_the_margin_goes_to_0_at_alpha_sep_and_no_curve_goes_on(noise):
    most = separable_alpha(noise)
    frame = rb.learning_curve("max-stability", [0.999 * most, (1.0 - 1e-9) * most], noise=noise).frame
    assert 0.0 < frame["margin"][1] < 1e-5 * frame["margin"][0]
    assert frame["overlap"][1] == pytest.approx(separable_overlap(noise), rel=1e-6)
    with pytest.raises(
        ValueError, match=f"alpha must be below .* with noise {noise:g} for 'max-stability'.*no weights"
    ):
        rb.learning_curve("max-stability", [0.1, most], noise=noise)


def test_limits():
    frame = rb.learning_curve("max-stability", [0, 1e-75, 1e-8, 1e8, 1e150]).frame
    assert frame["margin"][0] == math.inf and frame["disagreement"][0] == 0.5 and frame["support_vectors"][0] == 0.0
    late = frame.iloc[3:]
    for column, limit in zip(("disagreement", "margin"), clean_law(), strict=True):
        assert (late["alpha"] * late[column]).tolist() == pytest.approx([limit] * 2, rel=1e-7)
    assert clean_law() == pytest.approx((0.500489, 1.004458), abs=6e-7)
    early = frame.iloc[1:3]  # alone, an example is right by its own length, and so is Hebb's rule
    assert (early["margin"] * np.sqrt(early["alpha"])).tolist() == pytest.approx([1.0] * 2, rel=1e-3)
    assert early["overlap"].tolist() == pytest.approx(np.sqrt(2 / math.pi * early["alpha"]).tolist(), rel=1e-3)


def test_noise_that_is_nearly_one_half_leaves_the_margin_of_random_labels():
    frame = rb.learning_curve("max-stability", [0.5, 1.0], noise=0.4999999).frame
    exact = [rb.theory.largest_margin(alpha) for alpha in (0.5, 1.0)]
    assert frame["margin"].tolist() == pytest.approx(exact, rel=1e-6)


def test_the_decay_that_is_declared_is_that_of_the_curve():
    curve = rb.learning_curve("max-stability", np.geomspace(1e4, 1e6, 5))
    assert curve.fit_decay() == pytest.approx(curve.decay, rel=1e-3)
    assert rb.learning_curve("max-stability", 1.0, noise=0.1).decay is None


@pytest.mark.parametrize(("alpha", "noise"), [(2.0, 0.0), (1.0, 0.1)])
def test_exact_programs_follow(alpha, noise, seed):
    # N = 100, 60 runs; the means were off by 0.4/N and 0.7/N at most at N = 30 and 60.
    found = rb.simulate("max-stability", n=100, alpha=alpha, noise=noise, runs=60, seed=seed).frame.iloc[0]
    exact = rb.learning_curve("max-stability", alpha, noise=noise).frame.iloc[0]
    for column in ("overlap", "margin", "support_vectors"):
        assert abs(found[column] - exact[column]) < Z_LIMIT * found[f"{column}_sem"] + 1.0 / 100, column


def test_scenarios_without_a_theory_are_refused():
    with pytest.raises(ValueError, match="channel must be one that 'max-stability' can learn from"):
        rb.learning_curve("max-stability", 1.0, channel=rb.Probit(1.0))
    with pytest.raises(NotImplementedError, match="teacher must not drift for 'max-stability'"):
        rb.learning_curve("max-stability", 1.0, drift=0.1)
