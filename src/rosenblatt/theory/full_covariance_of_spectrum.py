r"""The Gaussian online rule with its full covariance on inputs with a covariance of their own: where it gains (SW).

Eigenvalues lambda_k of the inputs with shares w_k of the directions, and a teacher without preferred ones. For many
weights the covariance of the rule is that of a sample covariance with weights, which is diagonal on average in the
axes of the inputs:

    second-order-spectrum.1   C_k = 1/(1 + t lambda_k),   V = sum w_k lambda_k C_k, the variance of a fresh field
    second-order-spectrum.2   t(alpha) = int_0^alpha da E_a[ D/(1 + D V(alpha)) ],   D = G/((1 - G) V(a))
    second-order-spectrum.3   R_k = Q_k = w_k (1 - C_k);   rho^2 = 1 - V/V_0,   V_0 = sum w_k lambda_k

The law of G is that of `rosenblatt.theory.precision_law`, with V/V_0 in place of lambda. With the clock
y = ln(V_0/V) the derivative of (2) is its integral equation with another source:

    second-order-spectrum.4   v(y) E_y[G] = c(y) - int_0^y dy' v(y') E_y'[ (G x/(1 - G + G x))^2 ],   x = exp(y' - y)
    second-order-spectrum.5   c = (sum w lambda C)^2/(sum w (lambda C)^2) <= 1, the share of the directions that still
                              count: what is known of the large eigenvalues need not be learnt for the small ones
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd

from rosenblatt.gauss_nodes import gauss_nodes
from rosenblatt.rules.bayes_gaussian import BayesGaussian
from rosenblatt.rules.kinds.bayesian import BayesianRule
from rosenblatt.rules.parts.readouts import MEAN, Readout
from rosenblatt.scenario import Covariance, Scenario, SignChannel
from rosenblatt.theory.bayes_online import OnlineBayesTheory, seen
from rosenblatt.theory.curve import Curve
from rosenblatt.theory.full_covariance import SecondOrder, deficit_by
from rosenblatt.theory.registry import NoTheory, theory

MOST_NODES = 64
HALVINGS = 70  # of the bracket of ln(t): to rounding
FARTHEST = 300.0  # of ln(t), in units of the mean eigenvalue


@dataclass(frozen=True)
class SpectrumSecondOrder(SecondOrder):
    """The solution along y = ln(V_0/V), for one channel and one spectrum."""

    values: tuple[float, ...]
    shares: tuple[float, ...]

    def precision(self, y: np.ndarray) -> np.ndarray:
        """Return t at each y, by halving.  (second-order-spectrum.1)"""
        values, shares = np.array(self.values), np.array(self.shares)
        whole = float(values @ shares)
        low, high = np.full(len(y), -FARTHEST), np.full(len(y), FARTHEST)
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            left = (shares * values / (1.0 + np.exp(middle)[:, None] * values / whole)).sum(axis=1) / whole
            above = left > np.exp(-y)
            low, high = np.where(above, middle, low), np.where(above, high, middle)
        return np.exp(low) / whole

    def source(self, y: np.ndarray) -> np.ndarray:
        """Return c.  (second-order-spectrum.5)"""
        values, shares = np.array(self.values), np.array(self.shares)
        left = values / (1.0 + self.precision(y)[:, None] * values)
        return (left @ shares) ** 2 / (left**2 @ shares)


@lru_cache(maxsize=16)
def _solution(channel: SignChannel, longest: float, inputs: Covariance) -> SpectrumSecondOrder:
    values, shares = gauss_nodes(inputs.spectrum.values, inputs.spectrum.shares, MOST_NODES)
    return SpectrumSecondOrder(channel, longest, tuple(values.tolist()), tuple(shares.tolist()))


@theory
class FullCovarianceOfSpectrumTheory(OnlineBayesTheory):
    """The full covariance where directions differ, which learns each of them at its own pace."""

    learners = (BayesGaussian,)
    inputs = (Covariance,)

    def further_obstacle(self, learner: BayesGaussian, scenario: Scenario) -> str:
        """Return that the teacher must be as the prior of the rule expects it."""
        if isinstance(scenario.inputs, Covariance) and scenario.inputs.teacher is not None:
            return f"teacher must have no preferred direction for the theory of {learner.name!r}; got one with powers"
        return super().further_obstacle(learner, scenario)

    def curve(self, learner: BayesianRule, scenario: Scenario, alpha: np.ndarray, readout: Readout) -> Curve:
        """Return the curve."""
        inputs = scenario.inputs
        assert isinstance(inputs, Covariance)
        if readout is not MEAN:
            raise NoTheory(f"readout must be 'mean' for inputs with a covariance; got {readout.name!r}. Simulate it.")
        channel = seen(scenario.channel)
        left = deficit_by(lambda longest: _solution(channel, longest, inputs), alpha)
        precision = _solution(channel, 4.0, inputs).precision(-np.log(left))[:, None]
        values, shares, _ = inputs.spectrum
        q_norm = (precision * values / (1.0 + precision * values)) @ shares  # second-order-spectrum.3
        disagreement = np.arcsin(np.sqrt(left)) / math.pi
        error = scenario.channel.student_error(q_norm, q_norm, disagreement)
        columns = {"alpha": alpha, "r": q_norm, "q_norm": q_norm, "overlap": np.sqrt(q_norm)}
        frame = pd.DataFrame({**columns, "disagreement": disagreement, "error": error})
        return Curve(learner, scenario, readout.name, frame, "the integral equation of second order, with a spectrum")
