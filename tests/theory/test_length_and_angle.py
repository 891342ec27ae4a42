"""Students by the logarithms of length and angle: large alphas, small angles, starts, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.theory.length_and_angle import logarithm
from tests.helpers import Z_LIMIT


@rb.rule
def scaled_hebb(label, field, eta=1.0):
    return eta * label


@rb.rule(labels="linear")
def huber(label, field, width=1.0):
    return min(max(label - field, -width), width)


@pytest.mark.parametrize("alpha", [1e6, 1e12, 1e21])
def test_a_curve_of_large_alphas_alone_begins_at_the_start_too(alpha):
    # The first alpha was 1e-14 of the smallest that is asked for, 1e7: rosenblatt was 16 % off.
    for name in ("hebb", "rosenblatt", "normalised"):
        curve = rb.learning_curve(name, alpha)
        together = rb.learning_curve(name, [1e-3, alpha]).frame["disagreement"][1]
        assert curve.frame["disagreement"][0] == pytest.approx(together, rel=1e-9)
        prefactor, exponent = curve.decay
        assert together == pytest.approx(prefactor * alpha**exponent, rel=2.0 * alpha ** -(1 / 3) + 1e-9)


def test_a_small_angle_keeps_its_digits():
    frame = rb.learning_curve("optimal-linear", [60.0, 600.0]).frame
    expected = [math.exp(-30.0) / math.pi, math.exp(-300.0) / math.pi]
    assert frame["disagreement"].tolist() == pytest.approx(expected, rel=1e-8)
    constrained = rb.learning_curve(rb.Adaline(constrained=True), [20.0, 200.0]).frame["disagreement"]  # adaline.4
    assert constrained.tolist() == pytest.approx(
        [math.sqrt(2.0) * math.exp(-a / 2) / math.pi for a in (20, 200)], rel=1e-8
    )


def test_an_angle_whose_square_is_no_number_is_refused():
    message = "learning curve of 'optimal-linear' must stay above d = 3e-151.* it fell below by alpha=690"
    with pytest.raises(ValueError, match=message):
        rb.learning_curve("optimal-linear", 1e6)


@pytest.mark.parametrize("rule", [huber, rb.Adaline()], ids=["huber", "adaline"])
def test_numbers_are_followed_as_long_as_label_and_field_differ(rule):
    frame = rb.learning_curve(rule, [1.0, 10.0, 40.0], averages="quadrature").frame["disagreement"]
    assert frame[2] == pytest.approx(frame[1] * math.exp(-15.0), rel=2e-4)
    with pytest.raises(ValueError, match="must stay above d = 3e-11, where .* it fell below by alpha=46"):
        rb.learning_curve(rule, [1.0, 10.0, 60.0], averages="quadrature")


class TestStart:
    @pytest.mark.parametrize("z", [0.1, 0.3, 0.45])
    def test_a_rate_may_grow_more_slowly_than_the_root(self, z):
        # R = sqrt(2/pi) alpha^(1-z)/(1-z), R_perp^2 = alpha^(1-2z)/(1-2z)
        alpha = np.array([1e-3, 1.0, 1e3])
        frame = rb.learning_curve(scaled_hebb(eta=rb.PowerLaw(1.0, z=z)), alpha).frame
        r, squared = math.sqrt(2 / math.pi) * alpha ** (1 - z) / (1 - z), alpha ** (1 - 2 * z) / (1 - 2 * z)
        assert frame["r"].to_numpy() == pytest.approx(r, rel=1e-7)
        assert frame["disagreement"].to_numpy() == pytest.approx(np.arctan2(np.sqrt(squared), r) / math.pi, rel=1e-8)

    def test_simulated_students_agree(self, seed):
        rule = rb.Rosenblatt(eta=rb.PowerLaw(1.0, z=0.3))
        theory = rb.learning_curve(rule, [1.0, 10.0]).frame["disagreement"]
        frame = rb.simulate(rule, n=200_000, alpha=[1.0, 10.0], runs=24, seed=seed).frame
        assert ((frame["disagreement"] - theory) / frame["disagreement_sem"]).abs().max() < Z_LIMIT

    @pytest.mark.parametrize(("z", "shown"), [(0.5, "0.5"), (1.0, "1")])
    def test_one_that_does_not_is_told_how_fast_it_grows(self, z, shown):
        message = f"must grow more slowly than alpha\\^-0.5 as alpha -> 0; it grows like alpha\\^-{shown},"
        with pytest.raises(ValueError, match=message):
            rb.learning_curve(rb.Rosenblatt(eta=rb.PowerLaw(1.0, z=z)), 1.0)
        rb.learning_curve(rb.Rosenblatt(eta=rb.PowerLaw(1.0, z=z, cap=10.0)), 1.0)

    def test_the_logarithm_of_an_angle_and_of_what_it_lacks_to_pi(self):
        assert logarithm(0.0, 3.0) == 0.0
        assert logarithm(5.0, 5e-200) == pytest.approx(math.log(0.5e-200))
        assert logarithm(-5.0, 5e-200) == pytest.approx(-math.log(0.5e-200))
        assert (logarithm(1.0, 0.0), logarithm(-1.0, 0.0)) == (-math.inf, math.inf)
