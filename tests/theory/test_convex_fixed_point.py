"""The fixed point of convex risk: the equation book's numbers, its plain iteration, and its limits."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import expit, ndtr

import rosenblatt as rb
from rosenblatt.scenario.correlated_inputs import Spectrum
from rosenblatt.theory.convex_fixed_point import FixedPoint, Known, Path, Place
from rosenblatt.theory.integration import NotFollowed
from rosenblatt.theory.label_margins import LabelMargins
from rosenblatt.theory.proximal_losses import HingeLoss, LogisticLoss

ONE = Spectrum(np.ones(1), np.ones(1), np.ones(1))
LOGISTIC, HINGE = LogisticLoss(), HingeLoss()


def solved(loss, alpha, penalty, noise, spectrum=ONE):
    """Return V, R and Q."""
    path = Path(FixedPoint("student", loss, LabelMargins(rb.Flips(noise)), spectrum), alpha, penalty)
    v, gamma, q = np.exp(path.y)
    return v, math.sqrt(q) * gamma / math.hypot(1.0, gamma), q


def swept(force, kinks, alpha, penalty, noise, sweeps=400):
    """Return V, R and Q by plain sweeps of (O3.1) and (O3.2): adaptive quadrature, and a bisected proximal point."""
    now = (1.0, 0.3, 0.5)
    for _ in range(sweeps):
        before, now = now, sweep(force, kinks, alpha, penalty, noise, *now)
        if max(abs(a / b - 1.0) for a, b in zip(now, before, strict=True)) < 1e-7:
            break
    return now


def sweep(force, kinks, alpha, penalty, noise, v, r, q):
    rho, size = r / math.sqrt(q), math.sqrt(q)
    s = math.sqrt(1.0 - rho**2)

    def density(t):
        up = noise + (1.0 - 2.0 * noise) * float(ndtr(rho * t / s))
        return 2.0 * math.exp(-0.5 * t * t) / math.sqrt(2.0 * math.pi) * up

    def mean(f):
        points = sorted(float(np.clip(k / size, -9.9, 9.9)) for k in kinks(v))
        return quad(f, -10.0, 10.0, points=points, limit=200, epsabs=1e-11, epsrel=1e-10)[0]

    def slope(t):
        return (force(size * t - 1e-5, v) - force(size * t + 1e-5, v)) / 2e-5

    v_hat = alpha * mean(lambda t: density(t) * slope(t))
    q_hat = alpha * mean(lambda t: density(t) * force(size * t, v) ** 2)
    r_hat = alpha * (1.0 - 2.0 * noise) / (math.pi * s)
    r_hat *= mean(lambda t: force(size * t, v) * math.exp(-0.5 * (t / s) ** 2))
    new = 1.0 / (penalty + v_hat)
    return new, r_hat * new, (r_hat**2 + q_hat) * new**2


def logistic_force(w, v):
    p = brentq(lambda p: p - v * expit(-p) - w, w, w + v, xtol=1e-12)
    return float(expit(-p))


def hinge_force(w, v):
    return min(1.0, max(0.0, (1.0 - w) / v))


@pytest.mark.parametrize(
    ("loss", "force", "kinks"),
    [(LOGISTIC, logistic_force, lambda v: (0.0,)), (HINGE, hinge_force, lambda v: (1.0 - v, 1.0))],
    ids=["logistic", "hinge"],
)
def test_plain_sweeps_come_to_the_same_point(loss, force, kinks):
    plain = swept(force, kinks, 1.5, 2.0, 0.1)
    assert solved(loss, 1.5, 2.0, 0.1) == pytest.approx(plain, rel=2e-5)


@pytest.mark.parametrize(
    ("loss", "alpha", "penalty", "noise", "expected"),
    [
        (LOGISTIC, 1.0, 1.0, 0.0, (0.839001, 0.277949, 0.178136)),
        (LOGISTIC, 2.0, 0.01, 0.0, (25.123298, 3.966268, 21.620546)),
        (LOGISTIC, 5.0, 0.1, 0.1, (1.528382, 1.842276, 4.589065)),
        (LOGISTIC, 8.0, 0.0, 0.2, (0.889957, 1.432150, 3.071399)),
        (HINGE, 1.0, 1.0, 0.0, (0.641024, 0.456925, 0.471991)),
        (HINGE, 2.0, 0.01, 0.0, (18.287387, 1.825338, 4.839316)),
        (HINGE, 5.0, 0.1, 0.1, (0.712056, 1.697591, 3.776619)),
    ],
)
def test_the_numbers_of_the_equation_book(loss, alpha, penalty, noise, expected):
    assert solved(loss, alpha, penalty, noise) == pytest.approx(expected, rel=3e-6)


@pytest.mark.parametrize("loss", [LOGISTIC, HINGE], ids=["logistic", "hinge"])
def test_longer_inputs_are_a_smaller_penalty(loss):
    # S -> 2 S is J -> J/2: the same field at the penalty over 4, whose V is 4 times that of J.
    four = Spectrum(np.full(3, 4.0), np.full(3, 1.0 / 3.0), np.array([0.7, 0.2, 0.1]))
    assert solved(loss, 2.0, 4.0, 0.1, four) == pytest.approx(solved(loss, 2.0, 1.0, 0.1), rel=1e-7)


@pytest.mark.parametrize("loss", [LOGISTIC, HINGE], ids=["logistic", "hinge"])
def test_directions_that_do_not_vary_are_not_there(loss):
    half = Spectrum(np.array([1.0, 0.0]), np.array([0.5, 0.5]), np.array([0.3, 0.7]))
    # Fields are shorter by sqrt(2), which counts as twice the penalty.
    assert solved(loss, 1.0, 0.5, 0.1, half)[1:] == pytest.approx(solved(loss, 2.0, 1.0, 0.1)[1:], rel=1e-7)


def test_a_small_penalty_leaves_maximal_stability():
    # O2: alpha = 2 has rho = 0.829758, of which a penalty of 0.01 leaves six digits of the hinge.
    _, r, q = solved(HINGE, 2.0, 0.001, 0.0)
    assert r / math.sqrt(q) == pytest.approx(0.829758, abs=1e-6)


@pytest.mark.parametrize("loss", [LOGISTIC, HINGE], ids=["logistic", "hinge"])
@pytest.mark.parametrize("penalty", [1e-9, 1e-3, 1.0, 1e3, 1e9])
@pytest.mark.parametrize("noise", [0.0, 0.05, 0.45])
def test_it_is_found_over_many_decades(loss, penalty, noise):
    point = FixedPoint("student", loss, LabelMargins(rb.Flips(noise)), ONE)
    path, gammas = Path(point, 1e-6, penalty), []
    for alpha in np.geomspace(1e-6, 1e9, 16).tolist():
        gammas.append(path.go(Place(alpha, penalty))[1])
    assert np.max(np.abs(point.residual(path.place, path.y))) < 1e-9
    peak = penalty < 1e-2 and noise > 0.0  # overfitting, where examples cease to be separable
    assert peak or (np.diff(gammas) > 0.0).all()


def test_one_that_is_lost_is_refused_by_name(monkeypatch):
    monkeypatch.setattr(FixedPoint, "solved", lambda self, place, guess: None)
    with pytest.raises(NotFollowed, match="learning curve of 'student' must have a fixed point.*lost at its start"):
        solved(LOGISTIC, 1.0, 1.0, 0.0)


@pytest.mark.parametrize("loss", [LOGISTIC, HINGE], ids=["logistic", "hinge"])
def test_the_gain_of_penalty_is_a_difference_of_angles(loss):
    point = FixedPoint("student", loss, LabelMargins(rb.Flips(0.1)), ONE)
    path, width = Path(point, 3.0, 0.2), 1e-4
    gain = path.gain_of_penalty(Place(3.0, 0.2))
    ahead, behind = (path.go(Place(3.0, 0.2 + step))[1] for step in (width, -width))
    assert gain == pytest.approx((ahead - behind) / (2.0 * width), rel=1e-5)


@pytest.mark.parametrize("loss", [LOGISTIC, HINGE], ids=["logistic", "hinge"])
def test_a_point_does_not_depend_on_the_way_to_it(loss):
    point = FixedPoint("student", loss, LabelMargins(rb.Flips(0.1)), ONE)
    path = Path(point, 0.5, 0.3)
    for alpha in np.geomspace(0.5, 20.0, 60)[1:].tolist():
        path.go(Place(alpha, 0.3))
    for goal in (Place(20.0, 0.1), Place(7.0, 1.0), Place(7.1, 1.1)):
        fresh = Path(FixedPoint("student", loss, LabelMargins(rb.Flips(0.1)), ONE), goal.alpha, goal.penalty)
        assert path.go(goal) == pytest.approx(fresh.y, abs=1e-10)


def test_along_a_curve_a_point_takes_few_evaluations(monkeypatch):
    point, asked = FixedPoint("student", LOGISTIC, LabelMargins(rb.Flips(0.1)), ONE), []
    path = Path(point, 1.0, 0.3)
    plain = point.responses
    monkeypatch.setattr(point, "responses", lambda *at: asked.append(at) or plain(*at))
    alphas = np.geomspace(1.0, 3.0, 40)[1:].tolist()
    for alpha in alphas:
        path.go(Place(alpha, 0.3))
    assert len(asked) < 6.4 * len(alphas)  # 6.1 with slopes that are carried on and mended at each step


def test_slopes_that_are_wrong_do_no_harm():
    point = FixedPoint("student", HINGE, LabelMargins(rb.Flips(0.1)), ONE)
    y, place = Path(point, 2.0, 0.5).y, Place(2.1, 0.5)
    right = point.solved(place, Known(y, None))
    for slopes in (np.zeros((3, 3)), -np.eye(3), 1e-3 * np.eye(3)):
        found = point.solved(place, Known(y, slopes))
        assert found.y == pytest.approx(right.y, abs=1e-9)
