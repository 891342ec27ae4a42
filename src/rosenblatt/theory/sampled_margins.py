r"""Convex risk where the teacher's field has the law of a sample, and the rest of an input is normal.

sampled-margins.1   u = label b, of mean square 1:  t = rho u + s z,  z normal, so that p(t) = <phi((t - rho u)/s)>/s
sampled-margins.2   D(t) = <(u - rho t) phi((t - rho u)/s)>/s^3: then R^ = alpha <F u> + V^ R as sampled-fields.1
                    has it, and dp/dt = rho D - t p as for a normal field
sampled-margins.3   ridge: c = <u>, v = 1 - c^2
sampled-margins.4   error of a student: as in sampled-fields.2
"""

from __future__ import annotations

import math
from functools import singledispatch

import numpy as np

from rosenblatt import gaussian
from rosenblatt.batch.convex_risk import ConvexRisk, Hinge, Logistic, Ridge
from rosenblatt.scenario import Flips
from rosenblatt.scenario.correlated_inputs import Spectrum
from rosenblatt.theory.convex_fixed_point import FixedPoint, Path, Place
from rosenblatt.theory.convex_risk import proximal_loss
from rosenblatt.theory.label_margins import Margins, rho_and_s
from rosenblatt.theory.ridge import RidgeStudent
from rosenblatt.theory.sampled_fields import binned
from rosenblatt.theory.student_world import StudentWorld

REACH = 9.0  # of z
PANEL, MOST_PANELS = 4.0, 200  # of z; of t


class SampledMargins(Margins):
    """The law of t for fields and labels of a sample.  (sampled-margins.1)"""

    def __init__(self, fields: np.ndarray, labels: np.ndarray) -> None:
        points, said, self.weights = binned(fields, labels)
        self.points = points * said
        self.points /= math.sqrt(float(self.weights @ self.points**2))

    def ends(self, gamma: float) -> np.ndarray:
        rho, s = rho_and_s(gamma)
        low, high = rho * self.points.min() - REACH * s, rho * self.points.max() + REACH * s
        return np.linspace(low, high, 1 + min(math.ceil((high - low) / (PANEL * s)), MOST_PANELS))

    def law(self, t: np.ndarray, gamma: float) -> tuple[np.ndarray, np.ndarray]:
        rho, s = rho_and_s(gamma)
        place = (t[:, None] - rho * self.points) / s
        normal = np.exp(-0.5 * place * place) / (gaussian.SQRT_2PI * s)
        p = normal @ self.weights
        return p, (normal @ (self.weights * self.points) - rho * t * p) / s**2  # sampled-margins.2


@singledispatch
def fields_on_sample(
    learner: ConvexRisk, spectrum: Spectrum, fields: np.ndarray, labels: np.ndarray, alpha: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return R and sqrt(Q - R^2) of the student's field at each alpha (increasing), by a sample of unit fields."""
    raise TypeError(f"learner must be ridge, logistic or hinge; got {learner!r}.")


@fields_on_sample.register(Logistic)
@fields_on_sample.register(Hinge)
def _(
    learner: Logistic | Hinge, spectrum: Spectrum, fields: np.ndarray, labels: np.ndarray, alpha: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    point = FixedPoint(learner.name, proximal_loss(learner), SampledMargins(fields, labels), spectrum)
    path = Path(point, float(alpha[0]), learner.strength)
    found = np.array([path.go(Place(one, learner.strength)) for one in alpha.tolist()])
    gamma, size = np.exp(found[:, 1]), np.exp(0.5 * found[:, 2])
    return size * gamma / np.hypot(1.0, gamma), size / np.hypot(1.0, gamma)


@fields_on_sample.register
def _(
    learner: Ridge, spectrum: Spectrum, fields: np.ndarray, labels: np.ndarray, alpha: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    c = float(np.mean(fields * labels)) / math.sqrt(float(np.mean(fields**2)))
    world = StudentWorld(spectrum, Flips(), float(spectrum.values @ spectrum.powers))
    student = RidgeStudent(world, c, 1.0 - c * c, None)  # sampled-margins.3
    found = [student.fields(one, learner.strength)[1:3] for one in alpha.tolist()]
    return np.array([along for along, _ in found]), np.sqrt([across for _, across in found])
