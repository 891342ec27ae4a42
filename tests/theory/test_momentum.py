"""Learning with momentum: golden numbers, closed forms, the equations in other coordinates, and limits."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp

import rosenblatt as rb
from rosenblatt.theory.hebbian import averages_of
from rosenblatt.theory.registry import NoTheory
from tests.helpers.rules import decaying, margin, self_scaled

START, LASTING = (0.3, 1.0), rb.Momentum(gamma=2.0, rate=2.0)


@pytest.mark.parametrize(
    ("momentum", "alpha", "column", "golden"),
    [
        pytest.param(LASTING, 1, "disagreement", 0.3421563, id="G15.7"),
        pytest.param(LASTING, 10, "disagreement", 0.1176249, id="G15.9"),
        pytest.param(LASTING, 5, "w_v", 0.04494676, id="G15.11"),
        pytest.param(rb.FixedMomentum(0.9, 0.1), 1, "disagreement", 0.3148322, id="G15.13"),
        pytest.param(rb.FixedMomentum(0.9, 0.1), 10, "disagreement", 0.1193035, id="G15.15"),
    ],
)
def test_golden_numbers(momentum, alpha, column, golden):
    frame = rb.learning_curve("rosenblatt", alpha, momentum=momentum, start=START).frame
    assert frame[column][0] == pytest.approx(golden, rel=5e-7)


def by_overlaps(rule, momentum, alpha, noise, start):
    """Integrate R, Q, R_v, X and W, with u and v from <F h> and <F b>: singular at J = 0 and rho = 1."""
    averages = averages_of(rule, rb.Scenario(channel=rb.Flips(noise)))
    gamma, eps, omega = momentum.gamma, momentum.rate, rule.weight_decay

    def slopes(now, state):
        r, q_norm, r_v, x, w = state
        r_perp = math.sqrt(q_norm - r * r)
        toward, across, squared = averages(r, r_perp, now)
        u = across / r_perp
        v = toward - u * r
        force = u * q_norm + v * r
        return [
            eps * r_v - omega * r,
            2.0 * eps * x - 2.0 * omega * q_norm,
            -gamma * r_v + toward,
            -(gamma + omega) * x + eps * w + force,
            -2.0 * gamma * w + 2.0 * (u * x + v * r_v) + squared,
        ]

    at_rest = [*start, 0.0, 0.0, 0.0]
    return solve_ivp(slopes, (1e-9, alpha), at_rest, method="DOP853", rtol=1e-11, atol=1e-13).y[:, -1]


@pytest.mark.parametrize(
    "rule", [rb.Rosenblatt(weight_decay=0.3), margin(), self_scaled(), decaying()], ids=lambda rule: rule.name
)
@pytest.mark.parametrize(
    ("momentum", "start", "alpha"),
    [(LASTING, (0.3, 1.0), 3.0), (rb.Momentum(0.3, 1.0), (-0.5, 0.4), 5.0), (rb.Momentum(0.0, 0.5), (0.0, 1.0), 4.0)],
    ids=["forgets", "starts far", "never forgets"],
)
def test_it_is_the_equations_of_the_overlaps(rule, momentum, start, alpha):
    frame = rb.learning_curve(rule, alpha, momentum=momentum, noise=0.1, start=start).frame
    expected = by_overlaps(rule, momentum, alpha, 0.1, start)
    assert frame[["r", "q_norm", "r_v", "x_v", "w_v"]].iloc[0].tolist() == pytest.approx(expected, rel=1e-7, abs=1e-9)


@pytest.mark.parametrize(("start", "noise"), [(None, 0.0), ((-0.5, 2.0), 0.2)])
def test_hebb_in_closed_form(start, noise):
    """R_v and R are sums of exponentials, and R_perp^2 is that of a filtered random walk."""
    gamma, eps = 0.7, 1.3
    r0, q0 = start or (0.0, 0.0)
    alpha = np.array([1e-3, 0.1, 1.0, 30.0, 1e4])
    mean = (1.0 - 2.0 * noise) * math.sqrt(2.0 / math.pi)
    one, two = -np.expm1(-gamma * alpha) / gamma, -np.expm1(-2.0 * gamma * alpha) / (2.0 * gamma)
    frame = rb.learning_curve("hebb", alpha, momentum=rb.Momentum(gamma, eps), start=start, noise=noise).frame
    r = r0 + eps * mean / gamma * (alpha - one)
    np.testing.assert_allclose(frame["r_v"], mean * one, rtol=1e-8)
    np.testing.assert_allclose(frame["r"], r, rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(frame["w_v"], (mean * one) ** 2 + two, rtol=1e-7)
    walk = (eps / gamma) ** 2 * (alpha - 2.0 * one + two)
    late = alpha > 0.05  # before that the sum in the closed form cancels
    np.testing.assert_allclose(frame["q_norm"][late], (r**2 + q0 - r0**2 + walk)[late], rtol=1e-7)


@pytest.mark.parametrize("rule", [rb.Rosenblatt(), margin(), rb.Normalised(eta=0.5)], ids=lambda rule: rule.name)
@pytest.mark.parametrize("start", [None, START], ids=["knows nothing", "knows something"])
def test_a_velocity_that_is_forgotten_at_once_is_none(rule, start):
    plain = rb.learning_curve(rule, [1.0, 10.0], start=start).frame["disagreement"]
    heavy = rb.Momentum(gamma=1e5, rate=1e5)
    with_it = rb.learning_curve(rule, [1.0, 10.0], start=start, momentum=heavy).frame["disagreement"]
    np.testing.assert_allclose(with_it, plain, rtol=1e-4)


@pytest.mark.parametrize("rule", [rb.Rosenblatt(eta=0.5), rb.Hebb(weight_decay=0.1)], ids=str)
def test_momentum_of_a_few_examples_is_a_rate(rule):
    """The perceptron at eta = 0.5 with rate/(1 - beta) = 2 is that at eta = 1; other rules: another length of J."""
    frame = rb.learning_curve(rule, [1.0, 10.0], momentum=rb.FixedMomentum(0.5, 1.0), noise=0.1).frame
    if rule.name == "rosenblatt":
        expected = rb.learning_curve(rb.Rosenblatt(eta=1.0), [1.0, 10.0], noise=0.1).frame
    else:
        expected = rb.learning_curve(rule, [1.0, 10.0], noise=0.1).frame
        expected["r"], expected["q_norm"] = 2.0 * expected["r"], 4.0 * expected["q_norm"]
    np.testing.assert_allclose(frame, expected, rtol=1e-8)


def test_a_rate_that_diverges_at_the_start():
    """Hebb's with a rate alpha^(-1/4): R_v and R_perp^2 by integrals over the past."""
    momentum, alpha = rb.Momentum(0.7, 1.3), 2.0
    rule = rb.rule(lambda label, field, alpha: label / alpha**0.25, name="diverging", kinks=())()
    frame = rb.learning_curve(rule, alpha, momentum=momentum, start=START).frame
    mean = math.sqrt(2.0 / math.pi) * quad(lambda a: math.exp(-0.7 * (alpha - a)) * a**-0.25, 0.0, alpha)[0]
    spread = quad(lambda a: math.exp(-1.4 * (alpha - a)) * a**-0.5, 0.0, alpha)[0]
    assert frame["r_v"][0] == pytest.approx(mean, rel=1e-6)
    assert frame["w_v"][0] == pytest.approx(mean**2 + spread, rel=1e-6)


def test_a_normalised_student_keeps_its_length():
    frame = rb.learning_curve(rb.Normalised(eta=0.5), [0.0, 1.0, 1e3], momentum=LASTING).frame
    np.testing.assert_allclose(frame["q_norm"], 1.0, rtol=1e-12)
    twice = rb.learning_curve(rb.Normalised(eta=0.5), [1.0, 1e3], momentum=LASTING, start=(0.0, 9.0)).frame
    np.testing.assert_allclose(frame["r"][1:], twice["r"], rtol=1e-9)


def test_a_long_curve_keeps_its_power_law():
    """A velocity that is forgotten is a rate in the end: the perceptron's law does not depend on its rate."""
    curve = rb.learning_curve("rosenblatt", np.geomspace(1e-2, 1e6, 50), momentum=LASTING)
    prefactor, exponent = curve.fit_decay(decades=1.0)
    assert exponent == pytest.approx(-1.0 / 3.0, rel=0.01)
    assert prefactor == pytest.approx(rb.Rosenblatt.decay[0], rel=0.05)


def test_a_student_at_the_teacher():
    still = rb.learning_curve("rosenblatt", [1.0, 2.0], momentum=LASTING, start=(2.0, 4.0)).frame
    assert still["disagreement"].tolist() == [0.0, 0.0]
    assert still["r"].tolist() == [2.0, 2.0]
    assert still["w_v"].tolist() == [0.0, 0.0]
    moved = rb.learning_curve("rosenblatt", 2.0, momentum=LASTING, start=(2.0, 4.0), noise=0.1).frame
    near = rb.learning_curve("rosenblatt", 2.0, momentum=LASTING, start=(2.0, 4.0 + 1e-9), noise=0.1).frame
    np.testing.assert_allclose(moved, near, rtol=1e-4)


def test_rows_and_words():
    curve = rb.learning_curve("rosenblatt", [1.0, 0.0], momentum=LASTING, start=START)
    assert curve.frame.iloc[1][["r_v", "x_v", "w_v"]].tolist() == [0.0, 0.0, 0.0]
    assert str(curve).startswith("rosenblatt, exact learning curve, momentum with gamma = 2, rate = 2, start R")
    plain = rb.learning_curve("rosenblatt", [1.0, 0.0], momentum=rb.FixedMomentum(0.9, 0.1))
    assert "w_v" not in plain.frame


@pytest.mark.parametrize(
    ("rule", "how", "error", "message"),
    [
        (
            "rosenblatt",
            dict(drift=0.1),
            NoTheory,
            "drift must be 0 for the theory of momentum; got 0.1. See whether rb.simulate can follow it.",
        ),
        ("bayes-hebb", {}, NoTheory, "momentum must be left out for 'bayes-hebb', whose theory does not take it"),
        ("normalised", {}, ValueError, "must grow more slowly than alpha.* Cap it"),
        ("rosenblatt", dict(momentum=0.9), TypeError, r"momentum must be an object such as rb.Momentum\("),
    ],
)
def test_what_is_refused(rule, how, error, message):
    with pytest.raises(error, match=message):
        rb.learning_curve(rule, 1.0, **{"momentum": LASTING, **how})
