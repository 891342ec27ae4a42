"""Inputs around a centre: BSS section 3, the plain rule and its bias."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

import rosenblatt as rb
from rosenblatt import gaussian
from rosenblatt.theory.shifted_inputs import parallel_noise_limit, plain_fixed_point, slopes, small_noise_slope
from tests.helpers import Z_LIMIT

FIGURE_2 = rb.ShiftedInputs(4.0, -1.95)


@pytest.mark.parametrize(
    ("r", "q", "q0"), [(0.3, 1.0, -1.95), (0.95, -1.8, -1.95), (-0.5, 0.2, 0.4), (0.999, 0.0, 0.1)]
)
def test_the_disagreement_is_bss_s_integral(r, q, q0):
    spread = math.sqrt(1 - r * r)

    def differ(y):
        positive = norm.cdf((q0 + r * y) / spread)
        return norm.pdf(y) * (1 - positive if q + y > 0 else positive)

    points = sorted({-q, -q0 / r})
    value = sum(
        quad(differ, a, b, epsabs=1e-13, epsrel=1e-13, limit=200)[0]
        for a, b in zip([-12.0, *points], [*points, 12.0], strict=True)
    )
    assert float(gaussian.sign_disagreement(math.acos(r), q, q0)) == pytest.approx(value, abs=1e-10)


def test_the_drift_is_the_average_over_examples(random):
    # One step from a student in four dimensions, by plain averages over many inputs.
    inputs, noise, eta, n = rb.ShiftedInputs(1.5, 0.7), 0.1, 0.3, 400_000
    v = math.sqrt(1.5**2 - 0.7**2)
    student = np.array([0.5, 0.4, math.sqrt(1 - 0.25 - 0.16)])
    x = random.standard_normal((n, 3)) + np.array([0.7, v, 0.0])
    label = np.where(x[:, 0] > 0, 1, -1) * np.where(random.random(n) < noise, -1, 1)
    wrong = label * (x @ student) <= 0
    push = (wrong * label)[:, None] * x
    mean, sem = push.mean(axis=0), push.std(axis=0) / math.sqrt(n)
    error = wrong.mean()
    along = mean @ student
    expected = eta * (mean - along * student) - 0.5 * eta**2 * error * student
    found = slopes(0.5, 0.4, student[2] ** 2, noise, inputs, eta)
    assert np.abs((np.array(found[:2]) - expected[:2]) / (eta * 3 * sem[:2])).max() < Z_LIMIT
    rest = 2 * student[2] * expected[2] + eta**2 * error
    assert abs(found[2] - rest) < Z_LIMIT * eta * 6 * sem.max()


def test_the_length_is_kept():
    for r, across in ((0.1, -0.3), (0.8, 0.55)):
        rest = 1 - r * r - across * across
        to_r, to_across, to_rest = slopes(r, across, rest, 0.2, FIGURE_2, 0.7)
        assert 2 * r * to_r + 2 * across * to_across + to_rest == pytest.approx(0.0, abs=1e-13)


def test_without_a_shift_it_is_the_other_theory():
    alpha = [0.5, 3.0, 30.0]
    for noise in (0.0, 0.2):
        for eta in (0.4, rb.PowerLaw(5.0)):
            one = rb.learning_curve(rb.Normalised(eta=eta), alpha, noise=noise, inputs=rb.ShiftedInputs(0.0, 0.0)).frame
            other = rb.learning_curve(rb.Normalised(eta=eta), alpha, noise=noise).frame
            assert one["disagreement"].to_numpy() == pytest.approx(other["disagreement"].to_numpy(), rel=1e-7)
            assert one["q"].abs().max() == 0.0


@pytest.mark.parametrize(
    ("eta", "noise", "inputs"),
    [
        (0.5, 0.2, FIGURE_2),
        (0.5, 0.0, FIGURE_2),
        (1.0, 0.1, rb.ShiftedInputs(1.0, 0.4)),
        (0.3, 0.05, rb.ShiftedInputs(2.0, 0.0)),
    ],
)
def test_simulation_follows_theory(eta, noise, inputs, seed):
    rule, alpha = rb.Normalised(eta=eta), [1.0, 10.0, 50.0]
    theory = rb.learning_curve(rule, alpha, noise=noise, inputs=inputs).frame
    frame = rb.simulate(rule, n=20_000, alpha=alpha, noise=noise, inputs=inputs, runs=60, seed=seed).frame
    for column in ("disagreement", "r"):
        z = (frame[column] - theory[column]) / frame[f"{column}_sem"]
        assert z.abs().max() < Z_LIMIT, column


class TestFixedPoint:
    def test_figure_2(self):
        _, _, d = plain_fixed_point(0.2, FIGURE_2)
        assert (round(d, 4), round(0.2 + 0.6 * d, 4)) == (0.1870, 0.3122)

    @pytest.mark.parametrize(
        ("noise", "inputs"), [(0.2, FIGURE_2), (0.05, rb.ShiftedInputs(1.0, 0.5)), (0.3, rb.ShiftedInputs(2.0, 1.0))]
    )
    def test_it_is_where_a_slow_rule_ends(self, noise, inputs):
        r, q, d = plain_fixed_point(noise, inputs)
        end = rb.learning_curve(rb.Normalised(eta=1e-5), 1e8, noise=noise, inputs=inputs).frame.iloc[0]
        assert end["r"] == pytest.approx(r, abs=1e-4)
        assert end["q"] == pytest.approx(q, abs=3e-4)
        assert end["disagreement"] == pytest.approx(d, abs=1e-4)

    def test_small_noise(self):
        assert round(small_noise_slope(FIGURE_2), 4) == 0.8770
        for inputs in (FIGURE_2, rb.ShiftedInputs(1.0, 0.5)):
            _, _, d = plain_fixed_point(1e-6, inputs)
            assert d / 1e-6 == pytest.approx(small_noise_slope(inputs), rel=1e-4)
        assert plain_fixed_point(0.001, FIGURE_2)[2] == pytest.approx(8.783e-4, abs=1e-7)

    @pytest.mark.parametrize(
        ("inputs", "noise"),
        [
            (rb.ShiftedInputs(0.0, 0.0), (0.01, 0.3)),
            (rb.ShiftedInputs(2.0, 2.0), (0.01, 0.026)),
            (rb.ShiftedInputs(2.0, 0.0), (0.01, 0.3)),
        ],
    )
    def test_bss_s_three_special_cases_have_no_bias(self, inputs, noise):
        for p in noise:
            assert plain_fixed_point(p, inputs)[2] == pytest.approx(0.0, abs=1e-9)

    @pytest.mark.parametrize("q0", [2.0, -2.0])
    def test_more_noise_makes_a_teacher_that_is_parallel_to_the_centre_unstable(self, q0):
        # BSS say that it is found at any noise; it is a fixed point, but students leave it for a cone.
        assert round(parallel_noise_limit(2.0), 4) == 0.0268
        for noise in (0.028, 0.2):
            r, q, d = plain_fixed_point(noise, rb.ShiftedInputs(2.0, q0))
            end = rb.learning_curve(rb.Normalised(eta=1e-5), 1e8, noise=noise, inputs=rb.ShiftedInputs(2.0, q0)).frame
            assert (r, q, d) == pytest.approx((end["r"][0], end["q"][0], end["disagreement"][0]), abs=2e-3)
            assert d > 0.005


def test_other_rules_and_inputs_have_no_such_theory():
    for rule, inputs in (("rosenblatt", FIGURE_2), ("normalised", "product"), ("normalised", "boolean")):
        with pytest.raises(NotImplementedError, match="theory for inputs with a mean"):
            rb.learning_curve(rule, 1.0, inputs=inputs)
    binary = rb.learning_curve("hebb", 1.0, inputs="binary").frame
    assert binary.equals(rb.learning_curve("hebb", 1.0).frame)


def test_the_optimal_schedule_is_followed_to_small_angles():
    alpha = np.array([1e9, 1e15, 1e21])
    scaled = alpha * rb.learning_curve("normalised", alpha, inputs=rb.ShiftedInputs(1.5, 0.7)).frame["disagreement"]
    assert scaled.tolist() == pytest.approx([scaled[2]] * 3, rel=1e-4)
    assert scaled[1] == pytest.approx(scaled[2], rel=1e-8)


def test_the_slopes_near_the_teacher_keep_their_digits():
    # To first order in the distance all three are linear in it, the last one quadratic, but for the mistakes.
    inputs, small = rb.ShiftedInputs(1.5, 0.7), 1e-12
    one = slopes(1.0, small, (2 * small) ** 2, 0.0, inputs, 1e-3)
    other = slopes(1.0, 100 * small, (200 * small) ** 2, 0.0, inputs, 1e-3)
    assert one[1] == pytest.approx(other[1] / 100, rel=1e-6)
    assert one[2] == pytest.approx(other[2] / 100, rel=1e-6)
