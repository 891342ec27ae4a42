r"""The perceptron with a margin: learn from what was wrong, and from what was nearly wrong.

    margin.1   F = eta label  if label * field <= margin,  else 0                                    (DH sec. 5.5)
    margin.2   u = margin/l,  k = u/sin(theta),  p = kappa + (1 - 2 kappa) Phi(k cos(theta)),
               P = Phi(u) - 2 T(u, cot(theta)),  T Owen's function
    margin.3   <F b> = eta ((1 - 2 kappa) sqrt(2/pi) Phi(k) - 2 phi(u) p cos(theta)),
               <F c> = -2 eta phi(u) p sin(theta),   <F^2> = eta^2 (2 kappa Phi(u) + (1 - 2 kappa) P)
    margin.4   at small angles, so that nothing cancels:
               P = Phi(k cos(theta)) (2 Phi(u) - 1) + 2 T(k cos(theta), tan(theta)),
               Phi(k) - exp(-u^2/2) cos(theta) Phi(k cos(theta)) = Phi(k) - Phi(k cos(theta))
               + Phi(k cos(theta)) (1 - cos(theta) + cos(theta) (1 - exp(-u^2/2)))

l = sqrt(Q), theta the angle to the teacher, and kappa the probability of a flip. The margin is a field: what it means
depends on how long the student has become. `rosenblatt.rules.relative_margin` has one in units of the length.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from scipy.special import owens_t

from rosenblatt import checks
from rosenblatt.gaussian import SQRT_2, SQRT_2_OVER_PI, cdf_step, scalar_cdf, scalar_pdf
from rosenblatt.references import Reference
from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule, Kinks
from rosenblatt.rules.parts.schedules import Schedule
from rosenblatt.rules.registry import register

LARGEST = 1e100  # of u/sin(theta): far beyond where Phi is 1, and its square is a number


@dataclass(frozen=True)
class MarginRule(HebbianRule):
    """What rules with a margin have in common: the two parameters, and that a length means something on data."""

    eta: float | Schedule = 1.0
    margin: float | Schedule = 0.5

    rates = ("eta",)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.margin, Schedule):
            checks.not_negative("margin", self.margin, "A negative one ignores small mistakes.")

    def scale_on_data(self, inputs: int) -> float:
        """Return the theory's scale: a margin is one of fields of inputs of unit variance."""
        return 1.0 / math.sqrt(inputs)


@register
@dataclass(frozen=True)
class Margin(MarginRule):
    """The perceptron that also learns from right answers with fields below a margin."""

    name = "margin"
    reference = Reference("duda-hart-1973", "sec. 5.5")
    kinks: ClassVar[Kinks] = staticmethod(lambda eta, margin: (-margin, margin))

    @staticmethod
    def modulation(label: float, field: float, eta: float, margin: float) -> float:
        return eta * label if label * field <= margin else 0.0  # margin.1

    @staticmethod
    def averages(angle: float, length: float, alpha: float, noise: float, eta: float, margin: float) -> Averages:
        return margin_averages(angle, margin / length, noise, eta)  # margin.2


def margin_averages(angle: float, u: float, noise: float, eta: float) -> Averages:
    """Return <F b>, <F c> and <F^2> of a margin u in units of the length.  (margin.3)"""
    sine, cosine, clean = math.sin(angle), math.cos(angle), 1.0 - 2.0 * noise
    steep, away = min(u / max(sine, 1e-300), LARGEST), 2.0 * math.sin(0.5 * angle) ** 2  # k and 1 - cos
    right = scalar_cdf(steep * cosine)
    gained = cdf_step(steep * cosine, steep * away) + right * (away - cosine * math.expm1(-0.5 * u * u))  # margin.4
    toward = clean * SQRT_2_OVER_PI * gained - 2.0 * noise * scalar_pdf(u) * cosine
    across = -2.0 * scalar_pdf(u) * (noise + clean * right) * sine
    learnt = 2.0 * noise * scalar_cdf(u) + clean * _clean_share(angle, u)
    return eta * toward, eta * across, eta * eta * learnt


def _clean_share(angle: float, u: float) -> float:
    """Return the share P of examples without noise that is learnt from.  (margin.2, margin.4)"""
    if angle < 0.25 * math.pi:
        tangent = math.tan(angle)
        steep = min(u / max(tangent, 1e-300), LARGEST)
        return scalar_cdf(steep) * math.erf(u / SQRT_2) + 2.0 * float(owens_t(steep, tangent))
    return scalar_cdf(u) - 2.0 * float(owens_t(u, math.cos(angle) / max(math.sin(angle), 1e-300)))
