"""Learning curves of the online Bayesian rules, which know the channel of the labels."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.rules.bayes_binary import BayesBinary
from rosenblatt.rules.bayes_diagonal import BayesDiagonal
from rosenblatt.rules.bayes_gaussian import BayesGaussian
from rosenblatt.rules.bayes_hebb import BayesHebb
from rosenblatt.rules.kinds.bayesian import BayesianRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.parts.readouts import MEAN, Readout
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import Channel, Flips, Scenario, SignChannel
from rosenblatt.scenario.priors import BinaryPrior, GaussianPrior, Prior
from rosenblatt.theory import bayes, full_covariance
from rosenblatt.theory.belief_asymptote import decay_of
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.registry import Theory, theory
from rosenblatt.theory.signal_to_noise import signal_to_noise

# What each rule takes a weight for; a new teacher's law does not change what a rule believes.
PRIORS: dict[type[Rule], Prior] = {
    BayesHebb: GaussianPrior(),
    BayesDiagonal: GaussianPrior(),
    BayesGaussian: GaussianPrior(),
    BayesBinary: BinaryPrior(),
}


def seen(channel: Channel) -> SignChannel:
    """Return a channel of signs as the student sees it."""
    known = channel.as_student_sees
    assert isinstance(known, SignChannel)
    return known


class OnlineBayesTheory(Theory):
    """What the curves of online Bayesian rules have in common: the deficit 1 - q says all, R = Q = q."""

    def further_obstacle(self, learner: Any, scenario: Scenario) -> str:
        """Return that a rule must know the channel and the drift."""
        if not isinstance(scenario.channel, SignChannel):
            return f"channel must be one of signs for {learner.name!r}; got {scenario.channel!r}"
        known: Any = learner.in_scenario(scenario)
        own, labels = known.believed, scenario.channel
        if own != labels:
            return f"channel of {learner.name!r} must be that of the labels for a theory; got {own!r} and {labels!r}"
        if scenario.drift > 0.0 and not self.follows(known, scenario.drift):
            return f"rule must be one that knows the drift for a theory of drifting teachers; got {learner!r}"
        return ""

    def follows(self, rule: Any, drift: float) -> bool:
        """Return whether there is a theory for a rule behind a drifting teacher."""
        return False

    def deficit(self, rule: Any, alpha: np.ndarray, scenario: Scenario) -> tuple[np.ndarray, str]:
        """Return 1 - q at each alpha (increasing), and how it was computed."""
        prior = PRIORS[type(rule)]
        return bayes.online(prior, scenario.channel, alpha)[1], f"dA/dalpha = I(q(A)), {prior.name} prior"

    def angle(self, alpha: np.ndarray, deficit: np.ndarray, scenario: Scenario, readout: Readout) -> np.ndarray:
        """Return the angle of a readout other than the mean, where something is unknown."""
        q = 1.0 - deficit
        across = np.sqrt(q * deficit)  # the part that is not the teacher's
        return readout.angle(q, np.maximum(across, 1e-300), scenario.teacher)

    def curve(self, learner: BayesianRule, scenario: Scenario, alpha: np.ndarray, readout: Readout) -> Curve:
        """Return the curve."""
        deficit, method = self.deficit(learner.in_scenario(scenario), alpha, scenario)
        if readout is MEAN:
            r = q_norm = 1.0 - deficit
            angle = np.arcsin(np.sqrt(deficit))
        else:
            angle = np.where(deficit == 0.0, 0.0, self.angle(alpha, deficit, scenario, readout))
            clipped = readout.name == "clipped"
            r, q_norm = (np.cos(angle), np.ones(len(angle))) if clipped else (np.cos(angle) ** 2,) * 2
        frame = frame_of(alpha, r, q_norm, angle, scenario.channel.student_error)
        return Curve(learner, scenario, readout.name, frame, method, self.decay(scenario) if readout is MEAN else None)

    def decay(self, scenario: Scenario) -> tuple[float, float] | None:
        """Return (prefactor, exponent) of the disagreement at large alpha, where they are known."""
        return None


class OneVarianceTheory(OnlineBayesTheory):
    """What all weights having the same variance implies."""

    def decay(self, scenario: Scenario) -> tuple[float, float] | None:
        """Return the law of a rule that believes the truth.  (belief-asymptote.1)"""
        return decay_of(scenario.channel, scenario.noise) if scenario.drift == 0.0 else None


@theory
class DiagonalTheory(OneVarianceTheory):
    """A variance for each weight, which for many weights are all the same."""

    learners = (BayesDiagonal,)


@theory
class HebbTheory(OneVarianceTheory):
    """One variance for all weights; a drift that the rule knows is followed."""

    learners = (BayesHebb,)

    def further_obstacle(self, learner: BayesHebb, scenario: Scenario) -> str:
        """Return that labels must be flipped: elsewhere the rule is the optimal one of the channel."""
        if not isinstance(scenario.channel, Flips):
            return f"channel must be one of flipped signs for {learner.name!r}; got {scenario.channel!r}"
        return super().further_obstacle(learner, scenario)

    def follows(self, rule: BayesHebb, drift: float) -> bool:
        """Return whether the rule knows the drift."""
        return rule.drift == drift

    def deficit(self, rule: BayesHebb, alpha: np.ndarray, scenario: Scenario) -> tuple[np.ndarray, str]:
        """Return 1 - q, also behind a drifting teacher.  (bayes.6)"""
        if scenario.drift > 0.0:
            return bayes.drifting(scenario.channel, alpha, scenario.drift), "ODE in lambda with drift"
        return super().deficit(rule, alpha, scenario)

    def settled(self, learner: BayesHebb, scenario: Scenario) -> pd.Series | None:
        """Return where a learner settles that knows noise and drift, by one equation.  (bayes.6)"""
        deficit = np.array([bayes.stationary_deficit(scenario.channel, scenario.drift)])
        q, angle = 1.0 - deficit, math.pi * bayes.bayes_disagreement(deficit)
        return frame_of(np.array([math.inf]), q, q, angle, scenario.channel.student_error).iloc[0]


@theory
class FullCovarianceTheory(OnlineBayesTheory):
    """The full covariance, which learns a little faster than one variance."""

    learners = (BayesGaussian,)

    def deficit(self, rule: BayesGaussian, alpha: np.ndarray, scenario: Scenario) -> tuple[np.ndarray, str]:
        """Return 1 - q by the integral equation."""
        return full_covariance.deficit(alpha, seen(scenario.channel)), "the integral equation of second order"


@theory
class BinaryTheory(OnlineBayesTheory):
    """Weights +1 and -1, of a teacher that has such."""

    learners = (BayesBinary,)

    def further_obstacle(self, learner: Any, scenario: Scenario) -> str:
        """Return that the teacher must be binary, and the cavity's term be there."""
        if scenario.teacher.prior != BinaryPrior() or learner.cavity != 1.0:
            return (
                f"teacher must be 'binary', and the cavity term be there, for the theory of {learner.name!r}; "
                f"got {scenario.teacher.name!r} and cavity={learner.cavity:g}"
            )
        return super().further_obstacle(learner, scenario)

    def angle(self, alpha: np.ndarray, deficit: np.ndarray, scenario: Scenario, readout: Readout) -> np.ndarray:
        """Return the angle of the signs: means of binary weights are not Gaussian.  (bayes.4)"""
        a, _ = bayes.online(BinaryPrior(), scenario.channel, alpha)
        return math.pi * bayes.clipped_disagreement(a)


def perfect_alpha(rule: str | BayesianRule = "bayes-binary", noise: float = 0.0) -> float:
    """Return the alpha at which an online Bayesian rule knows its teacher; infinite if it never does.

    >>> round(perfect_alpha("bayes-binary"), 4), round(perfect_alpha("bayes-binary", noise=0.1), 4)
    (4.3682, 8.3456)
    """
    known = resolve(rule)
    if type(known) not in PRIORS:
        names = ", ".join(kind.name for kind in PRIORS)
        raise ValueError(f"rule must be one of {names}; got {known.name!r}. Others never know a teacher perfectly.")
    return signal_to_noise(PRIORS[type(known)], Flips(noise)).end
