r"""The linear perceptron with a constant rate, solved: F = eta (g label - h), labels that are numbers.

With the lag D = g - R and P = R_perp^2 the equations hebbian-theory.1 and hebbian-theory.2 are linear,

    linear-theory.1   dD/dalpha = -k D + (Omega + delta) g,   k = eta + Omega + delta
    linear-theory.2   dP/dalpha = -c P + eta^2 (D^2 + g^2 s^2) + 2 delta (g - D)^2,   c = 2 eta - eta^2 + 2 Omega
    linear-theory.3   D = D_e + (D_0 - D_e) exp(-k alpha),   D_e = g (Omega + delta)/k
    linear-theory.4   P = P_0 exp(-c alpha) + sum over j = 0, 1, 2 of S_j (exp(-j k alpha) - exp(-c alpha))/(c - j k),
                      S_0 = eta^2 (D_e^2 + g^2 s^2) + 2 delta (g - D_e)^2,
                      S_1 = 2 (D_0 - D_e) (eta^2 D_e - 2 delta (g - D_e)),   S_2 = (D_0 - D_e)^2 (eta^2 + 2 delta)

and D and P are known to their last digits however near the student is to the teacher: with eta = 1, from J = 0 and
without noise, d -> exp(-alpha/2)/pi. R and Q are not: a curve by averages of F, which knows these, ends at 1e-10.
"""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from rosenblatt.rules.adaline import Adaline
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.rules.parts.schedules import Schedule
from rosenblatt.scenario import GaussianNoise, Scenario
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.integration import NotFollowed
from rosenblatt.theory.registry import Theory, theory

LARGEST = 1e300  # of Q


@theory
class LinearPerceptronTheory(Theory):
    """Adaline with a constant rate and a free length, in closed form."""

    learners = (Adaline,)

    def further_obstacle(self, learner: Adaline, scenario: Scenario) -> str:
        """Return that the rate must be constant, the length free and the noise Gaussian."""
        if learner.constrained or isinstance(learner.eta, Schedule):
            return f"rule must have a constant rate and a free length for the closed form; got {learner!r}"
        if not isinstance(scenario.channel, GaussianNoise):
            return f"channel must be one of noisy numbers for {learner.name!r}; got {scenario.channel!r}"
        return ""

    def takes_start(self, learner: Adaline) -> bool:
        """Return that D and P are all there is to know."""
        return True

    def curve(self, learner: Adaline, scenario: Scenario, alpha: np.ndarray, readout: Readout) -> Curve:
        """Return the curve."""
        frame = _frame(learner, scenario, alpha, *lag_and_across(learner, scenario, alpha))
        return Curve(learner, scenario, readout.name, frame, "closed form of R and Q")

    def settled(self, learner: Adaline, scenario: Scenario) -> pd.Series | None:
        """Return where the curve ends, unless errors grow: D_e, and the first term of P."""
        _, c, lag, source = _steady(learner, scenario)
        if c <= 0.0:
            return None
        row = (np.array([math.inf]), np.array([lag]), np.sqrt(np.array([source / c])))
        return _frame(learner, scenario, *row).iloc[0]


def _frame(rule: Adaline, scenario: Scenario, alpha: np.ndarray, lag: np.ndarray, across: np.ndarray) -> pd.DataFrame:
    """Return the columns of a curve from D and R_perp."""
    r, squared = math.sqrt(rule.ratio) - lag, across * across
    error = 0.5 * (lag * lag + squared + rule.ratio * scenario.channel.level)
    return frame_of(alpha, r, r * r + squared, np.arctan2(across, r), lambda *state: error)


def _rate(rule: Adaline) -> float:
    return float(rule.eta)  # pyright: ignore[reportArgumentType]


def _steady(rule: Adaline, scenario: Scenario) -> tuple[float, float, float, float]:
    """Return k, c, D_e and S_0: the two decays, the lag at the end, and the source of P that never ends."""
    eta, omega, delta, target = _rate(rule), rule.weight_decay, scenario.drift, math.sqrt(rule.ratio)
    end = target * (omega + delta) / (eta + omega + delta)
    source = eta**2 * (end**2 + rule.ratio * scenario.channel.level) + 2.0 * delta * (target - end) ** 2
    return eta + omega + delta, eta * (2.0 - eta) + 2.0 * omega, end, source


def lag_and_across(rule: Adaline, scenario: Scenario, alpha: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return D and R_perp at each alpha.  (linear-theory.3, linear-theory.4)

    >>> lag, across = lag_and_across(Adaline(), Scenario(channel=GaussianNoise()), np.array([200.0]))
    >>> float(across[0] / math.exp(-100.0))
    1.0
    """
    eta, delta, target = _rate(rule), scenario.drift, math.sqrt(rule.ratio)
    r, across = _start(scenario)
    k, c, end, steady = _steady(rule, scenario)
    begun = (target - r) - end
    sources = (
        steady,
        2.0 * begun * (eta**2 * end - 2.0 * delta * (target - end)),
        begun**2 * (eta**2 + 2.0 * delta),
    )
    if -c * float(alpha[-1]) > math.log(LARGEST):
        reached = math.log(LARGEST) / -c
        raise NotFollowed(
            f"learning curve of {rule.name!r} must stay finite; it has grown to {LARGEST:.0e} by alpha={reached:.4g}. "
            "Take a smaller alpha or a smaller rate."
        )
    # Beside exp(-slow alpha), the slowest decay that has a source: its square root is taken apart, and may underflow.
    slow = min([c, *(j * k for j, source in enumerate(sources) if source != 0.0)])
    left = across**2 * np.exp((slow - c) * alpha)
    for j, source in enumerate(sources):
        if source != 0.0:
            left = left + source * _difference(j * k - slow, c - slow, alpha)  # linear-theory.4
    return end + begun * np.exp(-k * alpha), np.sqrt(np.maximum(left, 0.0)) * np.exp(-0.5 * slow * alpha)


def _difference(one: float, other: float, alpha: np.ndarray) -> np.ndarray:
    """Return (exp(-one alpha) - exp(-other alpha))/(other - one), also where they are equal."""
    apart = abs(other - one)
    grown = -np.expm1(-apart * alpha) / apart if apart > 0.0 else alpha
    return np.exp(-min(one, other) * alpha) * grown


def _start(scenario: Scenario) -> tuple[float, float]:
    """Return R and R_perp of the start."""
    if scenario.start is None:
        return 0.0, 0.0
    return scenario.start.r, math.sqrt(max(scenario.start.q_norm - scenario.start.r**2, 0.0))
