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

For small angles and 0 < kappa' the ratio chi = sqrt(Q) tan(theta)/sqrt(lambda) settles. It says how far the error bar
is off: chi > 1 is overconfident, 1 calibrated. With labels flipped with probability kappa, t = x/theta,
P = kappa + (1 - 2 kappa) Phi(t), g and G at u = chi t, and integrals over dt,

    mismatch.4   theta' = -theta^2 f,   ln(chi)' = theta (W/2 - f),   so  d alpha -> 1/(pi f)  at the chi with W/2 = f
    mismatch.5   f = sqrt(2/pi) ( (1 - 2 kappa) int g phi(t)/chi - int g^2 P/(2 chi^2) ),    W = sqrt(2/pi) int G P

With kappa' = 0 < kappa one flipped label moves the field all the way, and nothing settles: lambda falls faster than Q,
F becomes -h on each label that is missed (AdaTron with eta = 1), and the angle ends at the root of

    mismatch.6   (1 - 2 kappa) sin(theta)^3/pi
                 = cos(theta)/2 (kappa + (1 - 2 kappa) (theta - sin(theta) cos(theta))/pi)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import root_scalar

from rosenblatt import checks, gaussian
from rosenblatt.rules.bayes_diagonal import BayesDiagonal
from rosenblatt.rules.bayes_hebb import BayesHebb
from rosenblatt.rules.kinds.bayesian import known_noise
from rosenblatt.rules.parts.evidence import surprises
from rosenblatt.rules.parts.readouts import BINARISED, MEAN, Readout
from rosenblatt.scenario import Channel, Flips, Scenario, SignChannel, Start
from rosenblatt.theory.belief_averages import VANISHED, Belief, believed_cuts, symmetric_panels
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.integration import Limits, follow
from rosenblatt.theory.length_and_angle import SMALLEST, logarithm
from rosenblatt.theory.registry import NoTheory, Theory, theory

FIRST = 1e-8  # in units of the smallest alpha asked for, or of 1: the error of R there is this to the power 1.5
FIRST_FROM_START = 1e-14  # the same for a student that knows something: the error is this itself
OFFSET = 1.0  # of ln(l) and ln(lambda) as they are followed: the solver's derivatives are poor at 0
RELATIVE, ABSOLUTE = (1e-12, 1e-10, 1e-10), (1e-11, 1e-10, 1e-10)  # of y, ln(l) and ln(lambda)
NARROWEST = -50.0  # of ln(s/tan(theta)): below it s is as good as 0
IGNORANT = 1e9  # s of a student that knows nothing
NARROW = 1e-12  # an angle that is as good as 0
WEDGE = 1e-3  # an angle below which its wedge is a series
OVERCONFIDENCE = (-8.0, 8.0)  # between which ln(chi) is looked for

Believer = BayesHebb | BayesDiagonal


class MismatchTheory(Theory):
    """Three equations for a rule with one variance, whatever it believes, in any channel of signs, from any start."""

    def further_obstacle(self, learner: Believer, scenario: Scenario) -> str:
        """Return that labels must be signs, and that a rule must believe something of them."""
        if not isinstance(scenario.channel, SignChannel):
            return f"channel must be one of signs for {learner.name!r}; got {scenario.channel!r}"
        if learner.noise is None and math.isnan(scenario.noise):
            return f"channel must be one of flipped signs for {learner.name!r}; got {scenario.channel!r}"
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
    return Belief(scenario.channel, known_noise(scenario) if learner.noise is None else learner.noise)


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
        spread = math.exp(max(0.5 * log_variance - log_length, min(y, 0.0) + NARROWEST))
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


@dataclass(frozen=True)
class Asymptote:
    """What a rule with a wrong belief comes to: d = ``prefactor``/alpha, with an error bar that is ``chi`` times too
    small."""

    prefactor: float
    chi: float


def asymptote(noise: float, believed: float) -> Asymptote:
    """Return the law of 'bayes-hebb' at large alpha, with labels flipped with probability ``noise``.  (mismatch.4)

    >>> found = asymptote(0.15, believed=0.01)
    >>> round(found.prefactor, 4), round(found.chi, 3)
    (3.0867, 1.907)
    """
    noise, believed = checks.noise(noise), _believed(believed)
    if believed == 0.0 < noise:
        raise ValueError(
            f"believed must be above 0 where labels are noisy for d to fall like 1/alpha; got 0 and noise={noise:g}. "
            "Take end_believing_clean(noise) for where it ends, or a small noise to believe in, such as 0.001."
        )

    def unbalanced(log_chi: float) -> float:
        turn, shrinking = _small_angle(noise, believed, math.exp(log_chi))
        return 0.5 * shrinking - turn

    chi = math.exp(root_scalar(unbalanced, bracket=OVERCONFIDENCE, method="brentq", xtol=1e-14).root)
    return Asymptote(1.0 / (math.pi * _small_angle(noise, believed, chi)[0]), chi)


def end_believing_clean(noise: float) -> float:
    """Return the disagreement at which 'bayes-hebb' ends that believes clean labels and gets noisy ones.  (mismatch.6)

    >>> round(end_believing_clean(0.15), 6)
    0.245503
    """
    clean = 1.0 - 2.0 * checks.noise(noise)

    def unbalanced(angle: float) -> float:
        sine, cosine = math.sin(angle), math.cos(angle)
        wedge = angle - sine * cosine
        if angle < WEDGE:  # where the difference has lost its digits
            wedge = angle**3 * (2.0 / 3.0 - 2.0 / 15.0 * angle**2)
        return clean * sine**3 / math.pi - 0.5 * cosine * (noise + clean * wedge / math.pi)

    if noise == 0.0:
        return 0.0
    return (
        root_scalar(unbalanced, bracket=(0.0, 0.5 * math.pi), method="brentq", xtol=1e-300, rtol=1e-14).root / math.pi
    )


def decay_of(channel: Channel, believed: float) -> tuple[float, float] | None:
    """Return (prefactor, exponent) of the disagreement at large alpha, where it is known to be a power law."""
    if not isinstance(channel, Flips) or believed == 0.0 < channel.noise:
        return None
    return asymptote(channel.noise, believed).prefactor, -1.0


def _small_angle(noise: float, believed: float, chi: float) -> tuple[float, float]:
    """Return f and W.  (mismatch.5)"""
    end = VANISHED / chi if believed > 0.0 else max(VANISHED, VANISHED / chi)
    t, weights = symmetric_panels([np.array([2.0, 4.0, 8.0, 16.0]), believed_cuts(believed) / chi], end)
    g, taken = surprises(chi * t, believed)
    seen = noise + (1.0 - 2.0 * noise) * gaussian.cdf(t)
    toward = (1.0 - 2.0 * noise) * float(weights @ (g * gaussian.pdf(t))) / chi
    turn = toward - 0.5 * float(weights @ (g * g * seen)) / chi**2
    return gaussian.SQRT_2_OVER_PI * turn, gaussian.SQRT_2_OVER_PI * float(weights @ (taken * seen))


def _believed(noise: float) -> float:
    """Return a believed noise, or raise in its name."""
    value = checks.number("believed", noise)
    if not 0.0 <= value < 0.5:
        raise ValueError(f"believed must be in [0, 0.5); got {noise!r}. It is a probability of flipped labels.")
    return value
