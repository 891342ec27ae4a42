r"""Learning curves of logistic regression and of the hinge loss, at any penalty, for N -> infinity.

convex-theory.1   the fixed point of `rosenblatt.theory.convex_fixed_point`:  d = arctan(1/gamma)/pi
convex-theory.2   on the examples learnt the margins are p, at t of density p(t): training error = P(p < 0),
                  training loss = <l(p)>;  on others sqrt(Q) t:  test loss = <l(sqrt(Q) t)>
convex-theory.3   penalty 0: where no plane separates the examples, `rosenblatt.theory.separability`
convex-theory.4   large alpha: `rosenblatt.theory.convex_rates`
"""

from __future__ import annotations

import math
from functools import singledispatch
from typing import Any

import numpy as np

from rosenblatt.batch.convex_risk import ConvexRisk, Hinge, Logistic
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.scenario import CentredInputs, Covariance, Scenario, SignChannel
from rosenblatt.theory.best_penalty import BestPenalty
from rosenblatt.theory.convex_fixed_point import FixedPoint, Path, Place
from rosenblatt.theory.convex_rates import rate_of
from rosenblatt.theory.curve import Curve
from rosenblatt.theory.label_margins import PLAIN, REACH, LabelMargins
from rosenblatt.theory.proximal_losses import HingeLoss, LogisticLoss, ProximalLoss, legendre
from rosenblatt.theory.registry import NoTheory, Theory, theory
from rosenblatt.theory.separability import separable_alpha
from rosenblatt.theory.student_world import UNKNOWN, Solution, StudentWorld, frame_of_solutions


@singledispatch
def proximal_loss(learner: ConvexRisk) -> ProximalLoss:
    """Return the loss of a learner as the equations ask for it."""
    raise TypeError(f"learner must be one whose proximal point is known; got {learner!r}. Take Logistic or Hinge.")


@proximal_loss.register
def _(learner: Logistic) -> ProximalLoss:
    return LogisticLoss()


@proximal_loss.register
def _(learner: Hinge) -> ProximalLoss:
    return HingeLoss()


LEAST_CORRELATION = 1e-9  # of a label and the field
FEWEST = 1e-10  # examples per weight, below which R and Q are proportional to their number, to as many digits


def convex_obstacle(learner: ConvexRisk, scenario: Scenario) -> str:
    """Return what prevents theory of convex risk from covering a scenario."""
    if scenario.drift > 0.0:
        return f"teacher must not drift for {learner.name!r}; got {scenario.teacher!r}"
    try:
        world = StudentWorld.of(scenario)
    except TypeError as problem:
        return str(problem).partition(". ")[0]
    if isinstance(world.channel, SignChannel) and world.channel.correlation < LEAST_CORRELATION:
        what = f"got a correlation of {world.channel.correlation:.2g} with {scenario.channel!r}"
        return f"labels must grow with the teacher's field for {learner.name!r} to learn it; {what}"
    return ""


@theory
class ConvexRiskTheory(Theory):
    """By three equations for three numbers."""

    learners = (Logistic, Hinge)
    inputs = (CentredInputs, Covariance)

    def further_obstacle(self, learner: ConvexRisk, scenario: Scenario) -> str:
        """Return what is not known."""
        return convex_obstacle(learner, scenario)

    def beginning(self, learner: ConvexRisk, scenario: Scenario, readout: Readout, **options: Any) -> dict[str, float]:
        """Return a coin, of whose losses nothing is known."""
        return {**super().beginning(learner, scenario, readout), **UNKNOWN}

    def curve(self, learner: ConvexRisk, scenario: Scenario, alpha: np.ndarray, readout: Readout) -> Curve:
        """Return the curve; its columns ``train_error``, ``train_loss``, ``test_loss`` and ``penalty`` are its own."""
        student = ConvexStudent(learner, StudentWorld.of(scenario))
        best = isinstance(learner.penalty, str)
        solutions = student.at_the_best(alpha) if best else student.at(learner.strength, alpha)
        frame = frame_of_solutions(learner, scenario, solutions)
        method = "fixed point of convex risk" + (", best penalty at each alpha" if best else "")
        return Curve(learner, scenario, readout.name, frame, method, rate_of(learner, scenario))


class ConvexStudent:
    """The fixed points of a learner in its world."""

    def __init__(self, learner: ConvexRisk, world: StudentWorld) -> None:
        assert isinstance(world.channel, SignChannel)
        self.learner, self.world = learner, world
        margins = LabelMargins(world.channel)
        self.point = FixedPoint(learner.name, proximal_loss(learner), margins, world.spectrum)
        self.separable = separable_alpha(world.channel) * world.varying

    def at(self, penalty: float, alpha: np.ndarray) -> list[Solution]:
        """Return the students with one penalty, at alphas that increase."""
        if penalty == 0.0 and alpha[0] <= self.separable:
            raise NoTheory(
                f"penalty must be above 0 for {self.learner.name!r} where a plane separates the examples, here up to "
                f"alpha = {self.separable:.6g}; got 0 at alpha = {alpha[0]:.4g}. Take a penalty: with a small one the "
                "student is that of maximal stability."
            )
        path = Path(self.point, max(float(alpha[0]), FEWEST), penalty)
        return [self.solution(path, Place(one, penalty)) for one in alpha.tolist()]

    def at_the_best(self, alpha: np.ndarray) -> list[Solution]:
        """Return the students with the best penalty, at alphas that increase; warn where it is an end."""
        path = Path(self.point, max(float(alpha[0]), FEWEST), self.point.trace)

        def slope(now: float, logarithm: float) -> float:
            penalty = math.exp(logarithm)
            return path.gain_of_penalty(Place(max(now, FEWEST), penalty)) * penalty

        def none_is_best(now: float) -> bool:
            return now > self.separable and path.gain_of_penalty(Place(now, 0.0)) <= 0.0

        search = BestPenalty(self.point.trace)
        penalties = search.follow(alpha.tolist(), slope, none_is_best)
        search.warn(self.learner.name)
        path.go(Place(max(float(alpha[0]), FEWEST), penalties[0]))
        return [self.solution(path, Place(*place)) for place in zip(alpha.tolist(), penalties, strict=True)]

    def solution(self, path: Path, place: Place) -> Solution:
        """Return what is known of the student at a place."""
        few = min(place.alpha / FEWEST, 1.0)
        seen = Place(max(place.alpha, FEWEST), place.penalty)
        y = path.go(seen)
        v, gamma, q = np.exp(y).tolist()
        size, margins = math.sqrt(q), self.point.margins
        along, across = size * gamma / math.hypot(1.0, gamma), size / math.hypot(1.0, gamma)
        responses = self.point.responses(seen.alpha, y)
        g = self.point.gains(place.penalty, responses.v_hat)
        r, q_norm = self.world.vectors(g, along / float(self.point.along @ g), responses.q_hat)
        panels = self.point.loss.panels(v, size, margins.ends(gamma))
        mass = panels.weights * margins.density(panels.t, gamma)
        turns = np.clip(np.concatenate([self.point.loss.bends / size, margins.ends(gamma), PLAIN]), -REACH, REACH)
        t, weights = legendre(turns)
        fresh = weights * margins.density(t, gamma)
        one = np.ones(1)
        return Solution(
            alpha=place.alpha,
            along=few * along,
            across=math.sqrt(few) * across,
            r=few * r,
            q_norm=few * q_norm,
            train_error=float(mass @ (panels.kept < 0.0)),
            train_loss=float(mass @ self.learner.loss(one, panels.kept)),
            test_loss=float(fresh @ self.learner.loss(one, size * t)),
            penalty=place.penalty,
        )
