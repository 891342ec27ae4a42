r"""The modulation with the greatest gain per example, of signs that are flipped with probability kappa.

With x = h/sqrt(Q), s = sin(theta), rho = cos(theta), q = rho^2, and P the probability of a label at x:

    modulation.1   drho/dalpha = <F (b - rho x)>/sqrt(Q) - rho <F^2>/(2 Q)
    modulation.2   it is greatest, among all F of label and field, for F = (sqrt(Q)/rho) <b - rho x | label, x>
                   = (sqrt(Q)/rho) s^2 D/Z,   Z = kappa + (1 - 2 kappa) Phi(u),   D = label (1 - 2 kappa) phi(u)/s,
                   u = label rho x/s
    modulation.3   with F + delta it is smaller by rho <delta^2>/(2 Q), for every delta
    modulation.4   the greatest is (1 - q)^2 I(q)/(2 rho),  I = <D^2/Z^2>
    modulation.5   <F h> = 0 and <F b>/R = <F^2>/Q: R/Q stays what it is, 1 for Bayes' rule
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from scipy import stats

from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, called_with, times
from rosenblatt.rules.bayes_hebb import BayesHebb
from rosenblatt.rules.optimal import optimal_rule
from rosenblatt.scenario import Flips

NODES = np.linspace(-8.0, 8.0, 161)  # the trapezoidal rule, for what is smooth
LAW = stats.norm.pdf(NODES) * (NODES[1] - NODES[0])
LABELS = (-1.0, 1.0)
STATES = ((0.2, 0.0), (0.6, 0.15), (0.9, 0.0), (0.9, 0.15))  # rho and kappa
SURPRISE = "rosenblatt.rules.parts.evidence:surprise"
INFORMATION = "rosenblatt.scenario.channels:Flips.information"

Modulation = dict[float, np.ndarray]  # F at the nodes, for either label
# What could be added to F: Hebb's rule, a part of the adaline, the AdaTron, and something without a name.
DELTAS: dict[str, Modulation] = {
    "label": {label: np.full(len(NODES), label) for label in LABELS},
    "field": dict.fromkeys(LABELS, NODES),
    "AdaTron": {label: np.where(label * NODES <= 0.0, -NODES, 0.0) for label in LABELS},
    "sin(3 x)": {label: label * np.sin(3.0 * NODES) for label in LABELS},
}


def likelihood(label: float, rho: float, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """Return Z and D at the nodes.  (modulation.2)"""
    s, clean = math.sqrt(1.0 - rho**2), 1.0 - 2.0 * noise
    u = label * rho * NODES / s
    return noise + clean * stats.norm.cdf(u), label * clean * stats.norm.pdf(u) / s


def step(rule: Any, label: float, x: float, rho: float) -> float:
    """Return F of the package's rule at Q = rho^2, of an input of length sqrt(N)."""
    _, cell = rule.start(100)
    cell.variance = 1.0 - rho**2
    sums = (rho * x / (cell.gain * cell.scale), 1.0 / cell.scale**2)
    (stored,) = rule.functions.respond(label, sums, cell, *rule.parameters)
    return stored * cell.gain / cell.scale


def averages(f: Modulation, rho: float, noise: float) -> dict[str, float]:
    """Return averages over an example, with the probabilities of (modulation.2)."""
    squared, toward, along, spread = 0.0, 0.0, 0.0, 1.0 - rho**2
    for label, values in f.items():
        z, d = likelihood(label, rho, noise)
        squared += float(LAW @ (values**2 * z))
        toward += float(LAW @ (values * spread * d))
        along += float(LAW @ (values * NODES * z))
    return {"F^2": squared, "F (b - rho x)": toward, "F x": along}


def gain(f: Modulation, rho: float, noise: float) -> float:
    """Return drho/dalpha at Q = rho^2.  (modulation.1)"""
    found = averages(f, rho, noise)
    return found["F (b - rho x)"] / rho - found["F^2"] / (2.0 * rho)


@cache
def packaged(rho: float, noise: float) -> Modulation:
    """Return F of the package's optimal rule."""
    rule = optimal_rule(channel=Flips(noise), drift=0.0)
    return {label: np.array([step(rule, label, x, rho) for x in NODES.tolist()]) for label in LABELS}


def _greatest(context: Context) -> Outcome:
    """The package's F against (modulation.2), its gain against (modulation.4), and what is lost with others."""
    steps, value, lost = 0.0, 0.0, 0.0
    for rho, noise in STATES:
        own = packaged(rho, noise)
        for label, values in own.items():
            z, d = likelihood(label, rho, noise)
            near = np.abs(NODES) < 4.0
            steps = max(steps, float(np.abs(values / ((1.0 - rho**2) * d / z) - 1.0)[near].max()))
        best = gain(own, rho, noise)
        bound = (1.0 - rho**2) ** 2 * float(Flips(noise).information(np.array(1.0 - rho**2))) / (2.0 * rho)
        value = max(value, abs(best / bound - 1.0))
        for delta in DELTAS.values():
            less = best - gain({label: own[label] + 0.1 * delta[label] for label in LABELS}, rho, noise)
            expected = 0.01 * averages(delta, rho, noise)["F^2"] / (2.0 * rho)
            lost = max(lost, abs(less / expected - 1.0))
    measured = {
        "F against (modulation.2), relative": steps,
        "gain against (modulation.4), relative": value,
        f"loss with {', '.join(DELTAS)} added, against (modulation.3), relative": lost,
    }
    return Outcome(measured, steps < 1e-9 and value < 1e-9 and lost < 1e-6)


def taught(rule: Any, x: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return weights and variance of a student after the rows, example by example."""
    _, cell = rule.start(x.shape[1])
    weights = np.zeros(x.shape[1])
    for row, label in zip(x, labels.tolist(), strict=True):
        sums = (float(weights @ row), float(row @ row))
        (signal,) = rule.functions.respond(label, sums, cell, *rule.parameters)
        weights = weights + signal * row
    return np.append(cell.gain * weights, cell.variance)


def _bayes(context: Context) -> Outcome:
    """Both rules learn the same rows; and (modulation.5), with the package's F."""
    random = np.random.default_rng([context.seed, 1])
    x, teacher = random.standard_normal((60, 12)), random.standard_normal(12)
    labels, flipped = np.sign(x @ teacher), np.where(random.random(60) < 0.15, -1.0, 1.0)
    apart, field, ratio = 0.0, 0.0, 0.0
    for noise, told in ((0.0, labels), (0.15, labels * flipped)):
        ours = taught(optimal_rule(channel=Flips(noise), drift=0.0), x, told)
        apart = max(apart, float(np.abs(ours / taught(BayesHebb(noise=noise, drift=0.0), x, told) - 1.0).max()))
    for rho, noise in STATES:
        found = averages(packaged(rho, noise), rho, noise)
        growth = rho * found["F x"] + found["F (b - rho x)"]  # <F b>, which over R = q must be <F^2>/Q
        field, ratio = max(field, abs(found["F x"])), max(ratio, abs(growth / found["F^2"] - 1.0))
    measured = {
        "weights and variance, relative difference to Bayes' rule": apart,
        "largest <F h>/sqrt(Q)": field,
        "largest difference of <F b>/R and <F^2>/Q, relative": ratio,
    }
    return Outcome(measured, apart < 1e-9 and field < 1e-9 and ratio < 1e-9)


def _stronger(surprise: Any) -> Any:
    def changed(u: float, noise: float) -> tuple[float, float]:
        g, taken = surprise(u, noise)
        return 1.001 * g, taken

    return changed


ROWS = (
    Row(
        "optimal modulation",
        "the gain of generalisation per example is greatest if an example counts as what it is expected to teach",
        "F = (sqrt(Q)/rho) <b - rho h/sqrt(Q) | label, h>",
        _greatest,
        sabotages=(
            Sabotage("g of the optimal rule times 1.001", SURPRISE, _stronger),
            times(INFORMATION, 1.001),
            called_with("rosenblatt.rules.optimal:optimal_rule", channel=Flips(0.1)),
        ),
    ),
    Row(
        "optimal modulation, Bayes",
        "it is Bayes' rule with one variance, for any share of flipped labels, and R/Q does not change",
        "equal",
        _bayes,
        sabotages=(
            Sabotage("g of the optimal rule times 1.001", SURPRISE, _stronger),
            called_with("rosenblatt.rules.bayes_hebb:BayesHebb", noise=0.1),
        ),
    ),
)
