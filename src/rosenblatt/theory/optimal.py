"""Learning curves of the optimal rule, in any channel, from any start.

optimal-theory.1   dA/dalpha = I(q),  A = q/(1 - q): the online equation of `rosenblatt.theory.bayes`
optimal-theory.2   a start: only rho_0 matters, q_0 = rho_0^2; the student has R = Q = q all along
optimal-theory.3   alpha -> infinity:  a label that jumps by the field has I -> c/sqrt(1 - q), so that
                   d alpha -> 2/(pi c);  a smooth channel I(1), and d sqrt(alpha) -> 1/(pi sqrt(I(1)))
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.rules.bayes_hebb import BayesHebb
from rosenblatt.rules.optimal import Optimal
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.scenario import Channel, Scenario, Start
from rosenblatt.scenario.priors import GaussianPrior
from rosenblatt.theory import bayes
from rosenblatt.theory.bayes_online import OnlineBayesTheory
from rosenblatt.theory.registry import theory
from rosenblatt.theory.signal_to_noise import signal_to_noise

TINY = 1e-16  # a deficit at which the end is in sight


@theory
class OptimalTheory(OnlineBayesTheory):
    """The rule knows channel and drift; its deficit says all."""

    learners = (Optimal, BayesHebb)  # of which the second is the first wherever labels are not flipped

    def further_obstacle(self, learner: Optimal | BayesHebb, scenario: Scenario) -> str:
        """Return that the rule must know the channel and the drift."""
        known = learner.in_scenario(scenario)
        if not isinstance(known, Optimal):
            return f"channel must not be one of flips for {learner.name!r} to be the optimal rule of another"
        for name, own, true in (
            ("channel", known.channel, scenario.channel),
            ("drift", known.drift, scenario.drift),
        ):
            if own != true:
                return f"{name} of {learner.name!r} must be that of the scenario for a theory; got {own!r} and {true!r}"
        return ""

    def takes_start(self, learner: Any) -> bool:
        """Return that q says all of a student."""
        return True

    def start_obstacle(self, learner: Any, start: Start) -> str:
        """Return what prevents the optimal rule, which is what a Bayesian rule is here."""
        return Optimal().start_obstacle(start)

    def deficit(self, rule: Optimal, alpha: np.ndarray, scenario: Scenario) -> tuple[np.ndarray, str]:
        """Return 1 - q at each alpha.  (optimal-theory.1, optimal-theory.2)"""
        known = 0.0 if scenario.start is None else scenario.start.r**2 / scenario.start.q_norm
        if scenario.drift > 0.0:
            return bayes.drifting(scenario.channel, alpha, scenario.drift, known), "dq/dalpha with drift"
        prior, first = GaussianPrior(), 0.0
        if known > 0.0:
            clock = signal_to_noise(prior, scenario.channel)
            first = float(clock.online_alpha(np.array([-math.log1p(-min(known, 1.0 - 1e-15))]))[0])
        return bayes.online(prior, scenario.channel, alpha + first)[1], "dA/dalpha = I(q(A))"

    def beginning(self, learner: Any, scenario: Scenario, readout: Readout, **options: Any) -> dict[str, float]:
        """Return the row at alpha = 0: R = Q = q."""
        row = super().beginning(learner, scenario, readout, **options)
        q = row["overlap"] ** 2
        return {**row, "r": q, "q_norm": q} if readout.name == "mean" else row


def asymptote(channel: Channel) -> tuple[float, float]:
    """Return (prefactor, exponent) of d at large alpha.  (optimal-theory.3)

    >>> from rosenblatt.scenario import Flips, Logistic
    >>> [round(prefactor, 4) for prefactor, _ in (asymptote(Flips()), asymptote(Logistic(2.0)))]
    [0.8834, 0.409]
    """
    last = float(channel.information(np.array(TINY)))
    if channel.sharp:
        return 2.0 / (math.pi * last * math.sqrt(TINY)), -1.0
    return 1.0 / (math.pi * math.sqrt(last)), -0.5
