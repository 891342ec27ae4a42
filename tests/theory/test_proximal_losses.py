"""Losses at their proximal points: panels against a minimiser, and densities against their whole."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.special import ndtr

from rosenblatt.batch.convex_risk import Hinge, Logistic
from rosenblatt.theory.proximal_losses import HingeLoss, LogisticLoss, legendre, proximal_point

ONE = np.ones(1)
LOSSES = [(HingeLoss(), Hinge()), (LogisticLoss(), Logistic())]
BOTH = pytest.mark.parametrize(("loss", "learner"), LOSSES, ids=["hinge", "logistic"])
SIZES = pytest.mark.parametrize(("v", "size"), [(0.5, 1.0), (3.0, 0.3), (40.0, 20.0)])


@BOTH
@SIZES
def test_kept_margins_are_those_that_minimise_loss_and_distance(loss, learner, v, size):
    panels = loss.panels(v, size, np.linspace(-3.0, 3.0, 4))
    some = slice(None, None, 11)
    for t, kept, force in zip(panels.t[some], panels.kept[some], panels.force[some], strict=True):

        def cost(p, w=size * t):
            return float(learner.loss(ONE, np.array([p]))[0]) + (p - w) ** 2 / (2.0 * v)

        found = minimize_scalar(cost, bracket=(size * t, size * t + v), options={"xtol": 1e-10})
        assert kept == pytest.approx(found.x, abs=3e-7 * max(1.0, v, abs(size * t)))
        assert force == pytest.approx((kept - size * t) / v, abs=1e-12)


@BOTH
@SIZES
def test_the_stiffness_is_the_slope_of_the_force(loss, learner, v, size):
    # int (-dF/dw) dw = F(-inf) - F(inf), between two ends.
    panels = loss.panels(v, size, np.array([-400.0, -3.0, 0.0, 3.0, 400.0]) / size)
    assert panels.weights @ panels.stiffness * size == pytest.approx(1.0, abs=1e-9)


@BOTH
@SIZES
def test_weights_integrate_over_t_where_an_example_teaches(loss, learner, v, size):
    ends = np.linspace(-12.0, 12.0, 9)
    panels = loss.panels(v, size, ends)
    t, weights = legendre(np.linspace(-12.0, 12.0, 2000))
    kept = proximal_point(size * t, v) if isinstance(loss, LogisticLoss) else None
    force = np.clip((1.0 - size * t) / v, 0.0, 1.0) if kept is None else (kept - size * t) / v
    normal = np.exp(-0.5 * t * t)
    expected = (weights * normal) @ force
    assert (panels.weights * np.exp(-0.5 * panels.t**2)) @ panels.force == pytest.approx(expected, rel=1e-6)


def test_the_logistic_point_is_found_wherever_it_is():
    for v in (1e-9, 1.0, 1e9):
        w = np.concatenate([-np.geomspace(1e-3, 1e12, 30), np.geomspace(1e-3, 1e12, 30)])
        p = proximal_point(w, v)
        back = p - v / (1.0 + np.exp(np.minimum(p, 700.0)))
        assert back == pytest.approx(w, rel=1e-9, abs=1e-9 * (1.0 + v))


def test_panels_are_exact_for_a_normal_law():
    t, weights = legendre(np.linspace(-12.0, 1.0, 8))
    assert weights @ np.exp(-0.5 * t * t) / np.sqrt(2.0 * np.pi) == pytest.approx(float(ndtr(1.0)), rel=1e-13)
