"""Learning curves of Bayesian learners that see all examples at once, for any prior and any channel."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from rosenblatt.batch.offline_learner import OfflineLearner
from rosenblatt.references import Reference
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.scenario import Channel, Scenario
from rosenblatt.theory import bayes
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.registry import Theory, theory

REFERENCE = Reference("solla-winther-1998", "(4.8)-(4.13), section 5")


class BayesianLearner(OfflineLearner):
    """One that knows the prior and the channel, of signs or of numbers."""

    @property
    def reference(self) -> Reference:
        """SW."""
        return REFERENCE

    def accepts(self, channel: Channel) -> bool:
        """Return that every channel will do."""
        return True


@dataclass(frozen=True)
class Bayes(BayesianLearner):
    """The best there is: the mean over the posterior."""

    name = "bayes"


@dataclass(frozen=True)
class Gibbs(BayesianLearner):
    """A draw from the posterior."""

    name = "gibbs"


class OfflineBayesTheory(Theory):
    """A = alpha I(q(A)): the prior is the teacher's own."""

    def further_obstacle(self, learner: OfflineLearner, scenario: Scenario) -> str:
        """Return that the teacher must stay where it is, and say its prior."""
        if scenario.drift > 0.0:
            return f"teacher must not drift for the offline {learner.name!r}; got drift={scenario.drift:g}"
        if scenario.teacher.prior is None:
            return f"teacher must say the prior of its weights for {learner.name!r}; got {scenario.teacher.name!r}"
        return ""

    @abstractmethod
    def read(self, deficit: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return Q and the angle to the teacher, where 1 - q is ``deficit``."""

    def curve(
        self,
        learner: OfflineLearner,
        scenario: Scenario,
        alpha: np.ndarray,
        readout: Readout,
        *,
        branch: str = "stable",
    ) -> Curve:
        """Return the curve, on the stable or the metastable branch."""
        _, deficit = bayes.offline(bayes.known_prior(scenario.teacher), scenario.channel, alpha, branch)
        q_norm, angle = self.read(deficit)
        frame = frame_of(alpha, 1.0 - deficit, q_norm, angle, scenario.channel.student_error)
        return Curve(learner, scenario, readout.name, frame, f"A = alpha I(q(A)), {branch} branch")


@theory
class BayesTheory(OfflineBayesTheory):
    """Of the mean over the posterior."""

    learners = (Bayes,)

    def read(self, deficit: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return q itself, and its angle.  (bayes.3)"""
        return 1.0 - deficit, np.arcsin(np.sqrt(deficit))


@theory
class GibbsTheory(OfflineBayesTheory):
    """Of a draw from the posterior."""

    learners = (Gibbs,)

    def first_length(self, learner: OfflineLearner) -> float:
        """Return the length of a teacher."""
        return 1.0

    def read(self, deficit: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the length of a teacher, and the angle of two of them.  (bayes.3)"""
        return np.ones(len(deficit)), math.pi * bayes.gibbs_disagreement(deficit)
