"""The normalised perceptron: BSS's equation, fixed points and regimes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import rosenblatt as rb
from rosenblatt.gaussian import SQRT_2PI
from rosenblatt.theory.hebbian import fixed_point
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize("eta", [0.3, 1.0, rb.PowerLaw(2.0, z=0.5), lambda alpha: 1.0 / (1.0 + alpha)])
def test_the_curve_is_bss_s_equation_4(eta):
    rule, alpha = rb.Normalised(eta=eta), np.array([0.5, 2.0, 10.0, 100.0])

    def slope(now, state):
        r, rate = state[0], rule.own_at(now)[0]
        return [rate * (1 - r * r) / SQRT_2PI - rate**2 * r * math.acos(r) / (2 * math.pi)]

    plain = solve_ivp(slope, (1e-9, 100.0), [0.0], t_eval=alpha, rtol=1e-10, atol=1e-12, method="LSODA")
    frame = rb.learning_curve(rule, alpha).frame
    assert frame["r"].to_numpy() == pytest.approx(plain.y[0], abs=1e-6)
    assert frame["q_norm"].to_numpy() == pytest.approx(np.ones(4), abs=1e-14)


def test_the_optimal_schedule_reaches_four_over_pi():
    frame = rb.learning_curve("normalised", [1e4, 1e7]).frame
    assert (frame["alpha"] * frame["disagreement"]).tolist() == pytest.approx([1.2732, 4 / math.pi], rel=1e-3)
    assert rb.Normalised().decay == pytest.approx((4 / math.pi, -1.0))


@pytest.mark.parametrize(("eta_0", "z"), [(1.5, 1.0), (3.0, 1.0), (0.5, 0.5), (2.0, 0.7)])
def test_declared_regimes_are_those_of_the_curve(eta_0, z):
    rule = rb.Normalised(eta=rb.PowerLaw(eta_0 * SQRT_2PI, z=z))
    prefactor, exponent = rule.decay
    frame = rb.learning_curve(rule, [1e8, 1e9]).frame
    slope = np.diff(np.log(frame["disagreement"]))[0] / math.log(10.0)
    assert slope == pytest.approx(exponent, abs=2e-3)
    assert frame["disagreement"][1] / (prefactor * 1e9**exponent) == pytest.approx(1.0, abs=5e-3)


def test_the_regimes_without_a_prefactor():
    # eta_0 = 1: ln(alpha)/(pi alpha), not sqrt(ln(alpha))/alpha as BSS print.
    one = rb.learning_curve(rb.Normalised(eta=rb.PowerLaw(SQRT_2PI)), [1e8, 1e16]).frame
    scaled = one["disagreement"] * one["alpha"] * math.pi
    assert np.diff(scaled)[0] == pytest.approx(math.log(1e8), rel=1e-3)
    # eta_0 < 1: alpha^(-eta_0), with a prefactor from the start.
    slow = rb.learning_curve(rb.Normalised(eta=rb.PowerLaw(0.5 * SQRT_2PI)), [1e6, 1e8]).frame["disagreement"]
    assert math.log(slow[1] / slow[0]) / math.log(100.0) == pytest.approx(-0.5, abs=1e-3)
    # z > 1: it stops short.
    short = rb.learning_curve(rb.Normalised(eta=rb.PowerLaw(SQRT_2PI, z=2.0)), [1e4, 1e8]).frame["disagreement"]
    assert short[1] == pytest.approx(short[0], rel=1e-3)
    assert short[1] > 0.05
    for rule in (rb.PowerLaw(SQRT_2PI), rb.PowerLaw(0.5 * SQRT_2PI), rb.PowerLaw(SQRT_2PI, z=2.0), 0.1):
        assert rb.Normalised(eta=rule).decay is None


@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_a_constant_rate_ends_at_its_fixed_point(noise):
    for eta in (0.05, 0.5):
        end = rb.learning_curve(rb.Normalised(eta=eta), 1e5, noise=noise).frame["disagreement"][0]
        assert end == pytest.approx(fixed_point(rb.Normalised(eta=eta), noise), rel=1e-7)
    if noise == 0.0:
        assert fixed_point(rb.Normalised(eta=1e-3)) == pytest.approx(1e-3 / math.sqrt(2 * math.pi**3), rel=1e-5)


def test_a_fixed_point_needs_a_constant_rate():
    for rule in (rb.Normalised(), rb.Rosenblatt()):
        with pytest.raises(ValueError, match="must be normalised and have constant parameters"):
            fixed_point(rule)


def test_simulation_at_large_alpha_follows_theory(seed):
    result = rb.simulate("normalised", n=10_000, alpha=[1e3, 1e4], runs=40, seed=seed)
    assert result.method == "events"
    theory = rb.learning_curve("normalised", [1e3, 1e4]).frame
    z = (result.frame["disagreement"] - theory["disagreement"]) / result.frame["disagreement_sem"]
    assert z.abs().max() < Z_LIMIT


def test_a_drifting_teacher_is_followed(seed):
    rule, teacher = rb.Normalised(eta=0.5), rb.DriftingTeacher(0.1)
    theory = rb.learning_curve(rule, [3.0, 30.0], teacher=teacher).frame
    frame = rb.simulate(rule, n=2000, alpha=[3.0, 30.0], teacher=teacher, runs=60, seed=seed).frame
    assert ((frame["disagreement"] - theory["disagreement"]) / frame["disagreement_sem"]).abs().max() < Z_LIMIT
    assert theory["disagreement"][1] == pytest.approx(fixed_point(rule, drift=0.1), rel=1e-3)
    assert fixed_point(rule, drift=0.1) > 2.0 * fixed_point(rule)
