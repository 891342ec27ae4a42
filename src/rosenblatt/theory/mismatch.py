r"""Learning curves of Bayesian rules that believe another noise, or another drift, than there is.

`rosenblatt.rules.bayes_hebb` with a believed noise kappa' and a believed drift delta' is a student J = R B + R_perp C
with a variance lambda. With F and G of `rosenblatt.theory.belief_averages`, averaged under the true channel, and the
teacher's true drift delta,

    mismatch.1   dR/dalpha         = <F b> - (delta' + delta) R
    mismatch.2   dQ/dalpha         = 2 <F h> + <F^2> - 2 delta' Q
    mismatch.3   dln(lambda)/dalpha = -<G> + 2 delta' (1/lambda - 1);      at first R = Q = 0 and lambda = 1

Where belief and truth agree R = Q = 1 - lambda, and elsewhere not. `rosenblatt.rules.bayes_diagonal`, with a variance
for each weight, has the same curve with delta' = 0: for many weights its variances are all the same.

Followed are y = ln tan(theta/2), ln sqrt(Q) and ln(lambda), as in `rosenblatt.theory.length_and_angle`, which neither
underflow nor cancel: a rule that believes clean labels and gets noisy ones shrinks exponentially in alpha.

Where it all leads at large alpha is said in `rosenblatt.theory.belief_asymptote`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.rules.bayes_diagonal import BayesDiagonal
from rosenblatt.rules.bayes_hebb import BayesHebb
from rosenblatt.rules.parts.readouts import BINARISED, MEAN, Readout
from rosenblatt.scenario import Flips, Scenario, SignChannel, Start
from rosenblatt.theory.belief_asymptote import asymptote, decay_of, end_believing_clean
from rosenblatt.theory.belief_averages import Belief
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.integration import Limits, follow
from rosenblatt.theory.length_and_angle import SMALLEST, logarithm
from rosenblatt.theory.registry import NoTheory, Theory, theory

__all__ = ["MismatchTheory", "asymptote", "end_believing_clean"]

FIRST = 1e-8  # in units of the smallest alpha asked for, or of 1: the error of R there is this to the power 1.5
FIRST_FROM_START = 1e-14  # the same for a student that knows something: the error is this itself
OFFSET = 1.0  # of ln(l) and ln(lambda) as they are followed: the solver's derivatives are poor at 0
RELATIVE, ABSOLUTE = (1e-12, 1e-10, 1e-10), (1e-11, 1e-10, 1e-10)  # of y, ln(l) and ln(lambda)
NARROWEST = -50.0  # of ln(s/tan(theta)): below it s is as good as 0
WIDEST = 300.0  # of ln(s)
IGNORANT = 1e9  # s of a student that knows nothing
NARROW = 1e-12  # an angle that is as good as 0
LARGEST = np.finfo(float).max

Believer = BayesHebb | BayesDiagonal


class MismatchTheory(Theory):
    """Three equations for a rule with one variance, whatever it believes, in any channel of signs, from any start."""

    def further_obstacle(self, learner: Believer, scenario: Scenario) -> str:
        """Return that labels must be signs, and that a rule must believe something of them."""
        if not isinstance(scenario.channel, SignChannel):
            return f"channel must be one of signs for {learner.name!r}; got {scenario.channel!r}"
        if scenario.channel.student_width > 0.0:
            return f"inputs of the student must have no noise for {learner.name!r}; got {scenario.channel!r}"
        believed: Any = learner.in_scenario(scenario)
        if not isinstance(believed.believed, Flips):
            return f"{learner.name!r} must believe in flips for a theory of wrong beliefs; got {believed.believed!r}"
        return ""

    def takes_start(self, learner: Believer) -> bool:
        """Return that R, Q and the variance are all there is to know."""
        return True

    def believed_drift(self, learner: Any, scenario: Scenario) -> float:
        """Return the drift in which a rule believes."""
        return 0.0

    def curve(self, learner: Believer, scenario: Scenario, alpha: np.ndarray, readout: Readout) -> Curve:
        """Return the curve, with the further columns ``variance`` and ``chi``."""
        if readout is BINARISED:
            raise NoTheory(
                f"readout must be 'mean' or 'clipped' for {learner.name!r} with a wrong belief or a start; "
                f"got {readout.name!r}, which takes Q for R. Simulate it."
            )
        belief, drift = _belief(learner, scenario), self.believed_drift(learner, scenario)
        y, log_length, log_variance = _Student(belief, scenario, drift).follow(learner.name, alpha)
        cosine, sine = -np.tanh(y), 1.0 / np.cosh(y)
        with np.errstate(over="ignore", under="ignore", divide="ignore"):
            length, variance = np.exp(log_length), np.exp(log_variance)
            chi = np.exp(log_length - 0.5 * log_variance) * sine / cosine
        chi = np.clip(chi, -LARGEST, LARGEST)  # under a drift that it denies a student is ever more sure of itself
        angle, r, q_norm = 2.0 * np.arctan(np.exp(y)), length * cosine, length * length
        if readout is not MEAN:
            angle = readout.angle(cosine, sine, scenario.teacher)
            r, q_norm = np.cos(angle), np.ones(len(alpha))
        frame = frame_of(alpha, r, q_norm, angle, scenario.channel.student_error)
        settles = readout is MEAN and scenario.drift == drift == 0.0
        return Curve(
            learner,
            scenario,
            readout.name,
            frame.assign(variance=variance, chi=chi),
            "ODE in angle, length and variance",
            decay_of(scenario.channel, belief.noise) if settles else None,
        )

    def beginning(self, learner: Believer, scenario: Scenario, readout: Readout, **options: object) -> dict[str, float]:
        """Return the row at alpha = 0."""
        row, start = super().beginning(learner, scenario, readout, **options), scenario.start
        if start is None:
            known = _belief(learner, scenario).averages(0.0, 1.0, IGNORANT)
            return {**row, "variance": 1.0, "chi": known.strength / known.toward}
        variance, across = start.variance or 1.0, math.sqrt(max(start.q_norm - start.r**2, 0.0))
        chi = math.sqrt(start.q_norm / variance) * across / start.r if start.r != 0.0 else math.inf
        return {**row, "variance": variance, "chi": chi}


@theory
class HebbMismatchTheory(MismatchTheory):
    """One variance for all weights; the rule may believe in a drift."""

    learners = (BayesHebb,)

    def believed_drift(self, learner: BayesHebb, scenario: Scenario) -> float:
        """Return the rule's drift, which defaults to that of the scenario."""
        return scenario.drift if learner.drift is None else learner.drift


@theory
class DiagonalMismatchTheory(MismatchTheory):
    """A variance for each weight, which for many weights are all the same."""

    learners = (BayesDiagonal,)


def _belief(learner: Believer, scenario: Scenario) -> Belief:
    """Return what a rule believes of the labels of a scenario."""
    assert isinstance(scenario.channel, SignChannel)
    believer: Any = learner.in_scenario(scenario)
    return Belief(scenario.channel, believer.believed.noise)


class _Student:
    """A student that believes something, followed by y = ln tan(theta/2), ln(l) with l^2 = Q, and ln(lambda)."""

    def __init__(self, belief: Belief, scenario: Scenario, believed_drift: float) -> None:
        self.belief, self.start, self.drift, self.believed_drift = (
            belief,
            scenario.start,
            scenario.drift,
            believed_drift,
        )

    def follow(self, name: str, alpha: np.ndarray) -> np.ndarray:
        """Return the three logarithms at each alpha (increasing)."""
        latest = min(float(alpha[0]), 1.0 / (1.0 + self.drift + self.believed_drift))
        first, begin = self._fresh(latest) if self.start is None else self._from_start(self.start, latest)
        offsets = np.array([0.0, OFFSET, OFFSET])
        farthest = -math.log(0.5 * SMALLEST)
        limits = Limits(
            np.array([-farthest, -math.inf, -math.inf]),
            np.array([farthest, math.inf, math.inf]),
            lambda _: f"must stay above d = {SMALLEST / math.pi:.1g}; it fell below",
        )
        return (
            follow(
                name,
                lambda _, state: self.slopes(*(state - offsets).tolist()),
                first,
                (begin + offsets).tolist(),
                alpha,
                relative=RELATIVE,
                absolute=ABSOLUTE,
                remedy="Take a smaller alpha.",
                limits=limits,
            )
            - offsets[:, None]
        )

    def slopes(self, y: float, log_length: float, log_variance: float) -> tuple[float, float, float]:
        """Return the slopes of the three logarithms.  (mismatch.1 to mismatch.3, length-and-angle.1)"""
        cosine, sine = -math.tanh(y), 1.0 / math.cosh(y)
        widest = min(0.5 * log_variance - log_length, WIDEST)  # a step that is only tried may be anywhere
        spread = math.exp(max(widest, min(y, 0.0) + NARROWEST))
        toward, across, strength, taken = self.belief.averages(cosine, sine, spread)
        # In units of l, of which sqrt(lambda) is s; s^2/sin(theta) may be a number where s^2 is not.
        diffusion = 0.5 * spread * (spread / sine) * strength
        turn = cosine / sine * (spread * across + diffusion + self.drift / sine) - spread * toward
        growth = spread * (cosine * toward + sine * across) + sine * diffusion - self.believed_drift
        opened = 2.0 * self.believed_drift * math.expm1(min(-log_variance, 700.0))
        return turn, growth, opened - taken

    def _fresh(self, latest: float) -> tuple[float, np.ndarray]:
        """Return a first alpha, and the state of a student that began with J = 0 and lambda = 1."""
        first, known = FIRST * latest, self.belief.averages(0.0, 1.0, IGNORANT)
        return first, _state(first * known.toward, first * known.strength, math.exp(-first * known.taken))

    def _from_start(self, start: Start, latest: float) -> tuple[float, np.ndarray]:
        """Return a first alpha, and the state of a student that began at a start."""
        variance = start.variance or 1.0
        first = FIRST_FROM_START * min(latest, start.q_norm / variance)
        squared = max(start.q_norm - start.r**2, 0.0)
        if squared == 0.0:
            spread = math.sqrt(variance / start.q_norm)
            known = self.belief.averages(math.copysign(1.0, start.r), NARROW, spread)
            squared = first * (variance * known.strength + 2.0 * self.drift * start.r**2)
        return first, _state(start.r, squared, variance)


def _state(r: float, squared: float, variance: float) -> np.ndarray:
    """Return the three logarithms from R, R_perp^2 and lambda."""
    return np.array([logarithm(r, math.sqrt(squared)), 0.5 * math.log(r * r + squared), math.log(variance)])
