"""The last stage: exponential convergence below a critical rate, and none above."""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.saad_solla.closed_equations import CURVE, FOURTH, THIRD
from rosenblatt.papers.saad_solla.near_the_teacher import critical_rate_of_moments, rate_across, rate_along
from rosenblatt.papers.sabotage import called_with, times
from rosenblatt.theory.soft_committee import critical_rate, soft_committee

NEAR = 1e-6  # what a student lacks of the teacher, squared
KNOWN = {1: 4.0558, 3: 1.6207}


def _critical(context: Context) -> Outcome:
    """Where the equations linearised about the teacher have a growing mode, against moments of g'."""
    measured, good = {}, True
    for k in (1, 2, 3) if context.quick else (1, 2, 3, 4, 8):
        found, exact = critical_rate(k), critical_rate_of_moments(k)
        measured[f"K = {k}: of the equations, of moments of g'"] = [found, exact]
        good &= abs(found / exact - 1.0) < 1e-6 and (k not in KNOWN or round(found, 4) == KNOWN[k])
    return Outcome(measured, good)


def decay_across(k: int, eta: float, alpha: tuple[float, float]) -> float:
    """Return how fast e_g decays between two alpha, of a student that lacks something across the teacher alone."""
    q0 = np.eye(k) + NEAR * (0.9 * np.eye(k) + 0.1)
    error = soft_committee(alpha, k=k, m=k, eta=eta, r0=np.eye(k), q0=q0).frame["error"]
    return math.log(error[0] / error[1]) / (alpha[1] - alpha[0])


def decay_along(k: int, eta: float, alpha: tuple[float, float]) -> float:
    """Return how fast R approaches the teacher between two alpha, of a student that is in the teacher's space."""
    r0 = (1.0 - math.sqrt(NEAR)) * np.eye(k)
    lacking = 1.0 - soft_committee(alpha, k=k, m=k, eta=eta, r0=r0, q0=r0 @ r0.T).frame["r_11"]
    return math.log(lacking[0] / lacking[1]) / (alpha[1] - alpha[0])


def _stability(context: Context) -> Outcome:
    """Students that lack little, a tenth below and above the critical rate: e_g decays or grows as predicted."""
    measured, good = {}, True
    for k in (1, 3) if context.quick else (1, 2, 3, 4):
        for factor in (0.9, 1.1):
            eta = factor * critical_rate(k)
            expected = rate_across(k, eta)
            found = decay_across(k, eta, (4.0 / abs(expected), 5.0 / abs(expected)))
            measured[f"K = {k}, eta = {factor:g} eta_c: rate of decay, predicted"] = [found, expected]
            good &= abs(found / expected - 1.0) < 2e-2 and found * (1.0 - factor) > 0.0
    return Outcome(measured, good)


def _last_stage(context: Context) -> Outcome:
    """The rates of both modes, and of e_g at last, at rates where one of them is the slower by far."""
    measured, good = {}, True
    for k, eta in ((2, 0.5), (3, 1.0)):
        alpha = (8.0 / rate_along(k, eta), 9.0 / rate_along(k, eta))
        found, expected = decay_along(k, eta, alpha), rate_along(k, eta)
        measured[f"K = {k}, eta = {eta:g}: R, predicted"] = [found, expected]
        good &= abs(found / expected - 1.0) < 1e-2
    for k, eta in ((1, 1.5), (2, 2.0), (3, 1.4)):
        expected = min(2.0 * rate_along(k, eta), rate_across(k, eta))
        alpha = np.array([12.0, 14.0]) / expected
        error = soft_committee(alpha, k=k, m=k, eta=eta, r0=0.95, q0=0.92).frame["error"]
        found = math.log(error[0] / error[1]) / (alpha[1] - alpha[0])
        measured[f"K = {k}, eta = {eta:g}: e_g, predicted"] = [found, expected]
        good &= abs(found / expected - 1.0) < 1e-2
    return Outcome(measured, good)


ROWS = (
    Row(
        "critical rate",
        "the teacher ceases to attract its students at a critical rate: 4.0558 for K = 1, 1.6207 for K = 3",
        KNOWN[3],
        _critical,
        sabotages=(times(THIRD, 1.001), times(FOURTH, 1.001)),
    ),
    Row(
        "critical rate, both sides",
        "below it e_g decays, above it grows",
        "the rates of near_the_teacher.2",
        _stability,
        sabotages=(times(THIRD, 1.01), times(FOURTH, 1.01), called_with(CURVE, noise=1e-3)),
    ),
    Row(
        "last stage",
        "e_g decays exponentially, as the slower of a mode across the teacher and the square of one along it",
        "min(2 rate along, rate across)",
        _last_stage,
        sabotages=(times(THIRD, 1.03), times(FOURTH, 1.03), called_with(CURVE, noise=1e-3)),
    ),
)
