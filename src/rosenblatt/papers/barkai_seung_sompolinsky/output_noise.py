"""BSS sec. 3, the plain rule: what flipped labels do to the error and to the rule that is not shifted."""

from __future__ import annotations

import math

import numpy as np

from rosenblatt import gaussian
from rosenblatt.papers.judging import Z_LIMIT, Context, Outcome, Row
from rosenblatt.rules.normalised import Normalised
from rosenblatt.scenario import ShiftedInputs
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.shifted_inputs import plain_fixed_point, small_noise_slope

FIGURE_2 = ShiftedInputs(4.0, -1.95)
NOISE = 0.2


def _equation_8(context: Context) -> Outcome:
    """Errors against noisy labels, counted; and the formula with and without the factor 1 - 2p."""
    random = np.random.default_rng([context.seed, 8])
    r, across, rest = 0.6, 0.5, math.sqrt(1.0 - 0.36 - 0.25)
    v = math.sqrt(FIGURE_2.u**2 - FIGURE_2.q0**2)
    x = random.standard_normal((400_000, 3)) + np.array([FIGURE_2.q0, v, 0.0])
    label = (x[:, 0] > 0.0) ^ (random.random(len(x)) < NOISE)
    counted = float(np.mean((x @ np.array([r, across, rest]) > 0.0) != label))
    d = float(gaussian.sign_disagreement(math.acos(r), r * FIGURE_2.q0 + across * v, FIGURE_2.q0))
    corrected, printed = NOISE + (1.0 - 2.0 * NOISE) * d, NOISE + d
    error = math.sqrt(counted * (1.0 - counted) / len(x))
    measured = {"counted": counted, "corrected": corrected, "printed": printed}
    return Outcome(measured, abs(counted - corrected) < Z_LIMIT * error < abs(counted - printed), error)


def _plain_rule(context: Context) -> Outcome:
    """The plain rule at figure 2's parameters: the fixed point, and a slow simulation that goes there."""
    r, q, d = plain_fixed_point(NOISE, FIGURE_2)
    how = {"alpha": [4000.0], "noise": NOISE, "inputs": FIGURE_2}
    frame = simulate(Normalised(eta=0.05), n=1000, runs=context.runs(20), seed=context.seed, **how).frame
    theory = float(learning_curve(Normalised(eta=0.05), **how).frame["disagreement"][0])
    simulated, error = float(frame["disagreement"][0]), float(frame["disagreement_sem"][0])
    measured = {
        "d as eta -> 0": round(d, 4),
        "error as eta -> 0": round(NOISE + (1.0 - 2.0 * NOISE) * d, 4),
        "d at eta = 0.05, theory": theory,
        "d at eta = 0.05, simulated, N = 1000": simulated,
    }
    exact = (round(d, 4), measured["error as eta -> 0"]) == (0.1870, 0.3122)
    return Outcome(measured, exact and abs(simulated - theory) < Z_LIMIT * error + 0.005 and r < 1.0 and q < 0.0, error)


def _equation_9(context: Context) -> Outcome:
    _, _, d = plain_fixed_point(1e-6, FIGURE_2)
    v2 = FIGURE_2.u**2 - FIGURE_2.q0**2
    printed = abs(2.0 * float(gaussian.cdf(np.array(FIGURE_2.q0))) - 1.0) * math.sqrt(v2) / (1.0 + v2)
    slope = small_noise_slope(FIGURE_2)
    measured = {"d/p of the exact fixed point": d / 1e-6, "corrected": slope, "printed": printed}
    return Outcome(measured, abs(d / 1e-6 / slope - 1.0) < 1e-4 and round(slope, 4) == 0.8770 and printed < 0.5 * slope)


def _special_cases(context: Context) -> Outcome:
    cases = {
        "isotropic": ShiftedInputs(0.0, 0.0),
        "parallel": ShiftedInputs(2.0, 2.0),
        "orthogonal": ShiftedInputs(2.0, 0.0),
    }
    d = {name: max(plain_fixed_point(p, inputs)[2] for p in (0.01, 0.2, 0.4)) for name, inputs in cases.items()}
    return Outcome(d, max(d.values()) < 1e-9)


ROWS = (
    Row(
        "eq. 8",
        "the error with output noise",
        "p + (1 - 2p) d",
        _equation_8,
        errata="BSS print p + d: labels that are flipped where student and teacher differ are right by luck",
    ),
    Row("fig. 2, plain rule", "it ends near 0.32 at p = 0.2, u = 4, q_0 = -1.95", 0.3122, _plain_rule),
    Row(
        "eq. 9",
        "the plain rule's bias for small p: d/p",
        0.8770,
        _equation_9,
        errata="a factor E|z|, z ~ N(v, 1), is missing, and the error is p + (1 - 2p) d",
    ),
    Row("text after eq. 9", "no bias if U is 0, parallel or orthogonal to W_0, at any p", 0.0, _special_cases),
)
