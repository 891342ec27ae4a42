r"""Learning curves of students that choose their own field, for N -> infinity.

With mu(dx) the law of x = h/sqrt(Q) that the student asks for (`rosenblatt.scenario.queries`), theta its angle to the
teacher, s = sin(theta), and Z, D the probability of a label and its slope (channels.8) at the mean cos(theta) x and the
deviation s of the teacher's field,

    queries-theory.1   <F^2> = sum over labels of int mu(dx) F^2 Z
    queries-theory.2   <F b> = sum over labels of int mu(dx) F (cos(theta) x Z + s^2 D)
    queries-theory.3   <F c> = sum over labels of int mu(dx) F (s x Z - s cos(theta) D)
    queries-theory.4   'bayes-hebb', which is optimal:  dq/dalpha = (1 - q)^2 I,  I = int mu(dx) D^2/(Z (1 - Z));
                       with A = q/(1 - q) and a drift delta that it knows:  dA/dalpha = I - 2 delta A (1 + A)
    queries-theory.5   a Hebb student asked at h = 0:  Q = Q0 + alpha,
                       d -> alpha^(-1/2)/((1 - 2 kappa) sqrt(8 pi)), half of that of inputs as they come
    queries-theory.6   the optimal one at |h| = x0 sqrt(Q) tan(theta):  1 - q = exp(-r alpha),
                       r = (1 - 2 kappa)^2 phi(x0)^2/(Z (1 - Z)),  Z = kappa + (1 - 2 kappa) Phi(x0);
                       r is greatest at x0 = 0, where it is (2/pi) (1 - 2 kappa)^2

They are the equations of `rosenblatt.theory.hebbian` and of online Bayesian learning with mu(dx) in place of the normal
law of inputs as they come (Kinzel and Rujan 1990 for x = 0). At x = 0 every F that depends on the label alone, or that
takes a tie for a mistake, learns as Hebb's rule does. With |x| = x0 fixed learning all but stops once tan(theta) < x0:
the angle then shrinks like 1/sqrt(ln(alpha)). Queries must shrink with the angle.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.kernels.averages import NEAR
from rosenblatt.kernels.query_chain import strengths_kernel
from rosenblatt.rules.bayes_diagonal import BayesDiagonal
from rosenblatt.rules.bayes_hebb import BayesHebb
from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule
from rosenblatt.rules.parts.readouts import MEAN, Readout
from rosenblatt.scenario import Flips, GaussianInputs, Orthogonal, QueryLaw, Scenario, ShrinkingQueries, SignChannel
from rosenblatt.theory.bayes_online import OnlineBayesTheory
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.integration import LOG_ABSOLUTE, LOG_RELATIVE, Limits, follow
from rosenblatt.theory.length_and_angle import AveragesOf, integrate
from rosenblatt.theory.registry import Theory, theory

FARTHEST = 690.0  # of ln(A): beyond it 1 - q is out of range
FIRST = 1e-12  # in units of the smallest alpha asked for, or of 1: where the optimal student has just begun


@theory
class QueryTheory(Theory):
    """The two equations of the Hebbian family, for fields of the student's choice."""

    learners = (HebbianRule,)
    inputs = (GaussianInputs,)
    queries = QueryLaw

    def further_obstacle(self, learner: HebbianRule, scenario: Scenario) -> str:
        """Return that labels must be signs."""
        if isinstance(scenario.channel, SignChannel):
            return ""
        return f"channel must be one of signs for queries; got {scenario.channel!r}"

    def takes_start(self, learner: HebbianRule) -> bool:
        """Return that R and Q are all there is to know of a Hebbian student."""
        return True

    def first_length(self, learner: HebbianRule) -> float:
        """Return 1 for a normalised student, whose direction is random."""
        return 1.0 if learner.normalised else 0.0

    def curve(self, learner: HebbianRule, scenario: Scenario, alpha: np.ndarray, readout: Readout) -> Curve:
        """Return the curve."""
        if scenario.missing_for_queries:
            raise ValueError(f"{scenario.missing_for_queries}. Give for example start=0.5.")
        r, r_perp = integrate(learner, query_averages(learner, scenario), alpha, scenario)
        student = readout.read(r, r_perp, scenario.teacher)
        frame = frame_of(alpha, *student, partial(learner.error, channel=scenario.channel))
        decay = hebb_decay(learner, scenario) if readout is MEAN else None
        return Curve(learner, scenario, readout.name, frame, "ODE with averages over queries", decay)


def query_averages(rule: HebbianRule, scenario: Scenario) -> AveragesOf:
    """Return the averages of a rule over its queries.  (queries-theory.1, queries-theory.2, queries-theory.3)"""
    kernel, queries, channel = strengths_kernel(rule), scenario.queries, scenario.channel
    assert queries is not None
    assert isinstance(channel, SignChannel)

    def averages(r: float, r_perp: float, alpha: float) -> Averages:
        length = math.hypot(r, r_perp)
        cosine, sine = r / length, r_perp / length
        fields = (*rule.kink_fields(alpha, length * length), *NEAR, *-NEAR)
        x, weights = queries.nodes(r_perp / abs(r) if r else math.inf, [field / length for field in fields])
        result = np.empty((2, len(x)))
        kernel(x, length, alpha, rule.own, result)
        check_finite(rule, result, alpha, length * length)
        up, slope = channel.evidence(cosine * x, sine)
        share, lean = np.stack([1.0 - up, up]), np.stack([-slope, slope])
        along = cosine * x * share + sine * sine * lean
        across = sine * (x * share - cosine * lean)
        toward, aside, squared = (
            float((result * part).sum(axis=0) @ weights) for part in (along, across, result * share)
        )
        return toward, aside, squared

    return averages


def check_finite(rule: HebbianRule, values: np.ndarray, alpha: float, q_norm: float) -> None:
    """Raise if a modulation is not finite."""
    if not np.all(np.isfinite(values)):
        raise ValueError(
            f"modulation of {rule.name!r} must return a finite number; got NaN or infinity at alpha={alpha:.4g}, "
            f"q_norm={q_norm:.4g}. Guard that case in the function."
        )


def hebb_decay(rule: HebbianRule, scenario: Scenario) -> tuple[float, float] | None:
    """Return (prefactor, exponent) of d at h = 0, where a rule is Hebb's with some rate; None where it is not known.

    (queries-theory.5)
    """
    fading = scenario.drift or rule.weight_decay or rule.normalised or rule.scheduled or rule.context()
    if fading or not (isinstance(scenario.queries, Orthogonal) and isinstance(scenario.channel, Flips)):
        return None
    strength, opposite = (rule.full_modulation(label, 0.0, 1.0, 1.0, rule.own) for label in (1.0, -1.0))
    if strength != -opposite or strength <= 0.0:
        return None
    return 1.0 / ((1.0 - 2.0 * scenario.noise) * math.sqrt(8.0 * math.pi)), -0.5


class OptimalQueryTheory(OnlineBayesTheory):
    """The online Bayesian rules with one variance for all weights, for fields of the student's choice."""

    inputs = (GaussianInputs,)
    queries = QueryLaw

    def deficit(self, rule: Any, alpha: np.ndarray, scenario: Scenario) -> tuple[np.ndarray, str]:
        """Return 1 - q.  (queries-theory.4)"""
        return optimal_deficit(rule.name, alpha, scenario), "dA/dalpha = I of the queries"


@theory
class DiagonalQueryTheory(OptimalQueryTheory):
    """A variance for each weight, which for many weights are all the same."""

    learners = (BayesDiagonal,)


@theory
class HebbQueryTheory(OptimalQueryTheory):
    """One variance for all weights; a drift that the rule knows is followed."""

    learners = (BayesHebb,)

    def follows(self, rule: BayesHebb, drift: float) -> bool:
        """Return whether the rule knows the drift."""
        return rule.drift == drift


def optimal_deficit(name: str, alpha: np.ndarray, scenario: Scenario) -> np.ndarray:
    """Return 1 - q at each alpha (increasing) of the optimal student.  (queries-theory.4)"""

    def slopes(now: float, state: np.ndarray) -> tuple[float]:
        a = math.exp(float(state[0]))
        return (information(scenario, a) / a - 2.0 * scenario.drift * (1.0 + a),)

    def reason(state: np.ndarray) -> str:
        return f"must stay above d = {math.exp(-0.5 * FARTHEST) / math.pi:.0e}; it fell below"

    first = FIRST * min(float(alpha[0]), 1.0 / (1.0 + scenario.drift))
    start = math.log(first * information(scenario, first))
    limits = Limits(np.array([-FARTHEST]), np.array([FARTHEST]), reason)
    how: dict[str, Any] = {"relative": LOG_RELATIVE, "absolute": LOG_ABSOLUTE, "limits": limits}
    (logs,) = follow(name, slopes, first, (start,), alpha, remedy="Take a smaller alpha.", **how)
    return 1.0 / (1.0 + np.exp(logs))


def information(scenario: Scenario, a: float) -> float:
    """Return I where q/(1 - q) is ``a``.  (queries-theory.4)"""
    queries, channel = scenario.queries, scenario.channel
    assert queries is not None
    assert isinstance(channel, SignChannel)
    q, deficit = a / (1.0 + a), 1.0 / (1.0 + a)
    x, weights = queries.nodes(1.0 / math.sqrt(a))
    up, slope = channel.evidence(math.sqrt(q) * x, math.sqrt(deficit))
    chance = up * (1.0 - up)
    told = np.divide(slope * slope, chance, out=np.zeros_like(chance), where=chance > 0.0)  # a label that is certain
    return float(told @ weights)


def query_rate(field: float = 0.0, noise: float = 0.0) -> float:
    """Return r of 1 - q = exp(-r alpha), of the optimal student asked at |h| = ``field`` sqrt(Q) tan(theta).

    ``noise`` is the probability that a label is flipped.  (queries-theory.6)

    >>> round(query_rate(), 7), round(query_rate(1.0, noise=0.1), 7)
    (0.6366198, 0.2136007)
    """
    queries = ShrinkingQueries(checks.not_negative("field", field, "It is the size of a field, of either sign."))
    return 0.5 * information(Scenario(channel=Flips(noise), queries=queries), 1.0)
