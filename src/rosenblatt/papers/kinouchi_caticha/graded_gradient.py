r"""The standard online rule of a graded response perceptron, g(x) = erf(x/sqrt(2)): the one of KC 30.

    graded_gradient.1   F = eta (g(b) - g(h)) g'(h),  down the gradient of (g(b) - g(h))^2/2
    graded_gradient.2   averages, y = b + z the label:  with k = 1 + Q,
                        <F b> = (2 eta/(pi k)) ((k - R^2)/sqrt(k (2 + s^2) - R^2) - R/sqrt(1 + 2 Q)),
                        <F c> = -(2 eta R_perp/(pi k)) (R/sqrt(k (2 + s^2) - R^2) + 1/sqrt(1 + 2 Q)),
                        <F^2> = (4 eta^2/pi^2)/sqrt(1 + 2 Q) (arcsin((p - 2 R^2)/(p' - 2 R^2))
                                - 2 arcsin(R/sqrt((p' - 2 R^2)(1 + 3 Q))) + arcsin(Q/(1 + 3 Q))),
                        p = (1 + 2 Q)(1 + s^2),  p' = (1 + 2 Q)(2 + s^2)
    graded_gradient.3   near the end, for what J lacks across and along the teacher, with a = 2/(pi sqrt(3)) = <g'^2>
                        and c = 4/(pi^2 sqrt(5)) = <g'^4>:
                        across, squared: exp(-(2 eta a - eta^2 c) alpha);   along, squared: exp(-(2 eta a/3) alpha)

1 - rho falls as the slower of the two, fastest where they are equal: eta = 4 a/(3 c), exp(-(8 sqrt(5)/27) alpha), and
there with a factor alpha. 8 sqrt(5)/27 = 0.6625 is Biehl and Schwarze's 0.66.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rosenblatt.references import Reference
from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule
from rosenblatt.rules.parts.readouts import MEAN
from rosenblatt.scenario import NumberChannel

ACROSS, SQUARED = 2.0 / (math.pi * math.sqrt(3.0)), 4.0 / (math.pi**2 * math.sqrt(5.0))
BEST_RATE = 4.0 * ACROSS / (3.0 * SQUARED)


@dataclass(frozen=True)
class GradedGradient(HebbianRule):
    """Gradient descent of a student erf(h/sqrt(2)) on the squared error; the labels are the teacher's fields."""

    eta: float = BEST_RATE

    name = "graded-gradient"
    reference = Reference("kinouchi-caticha-1995", "(30)")
    labels = NumberChannel
    readouts = (MEAN,)
    kinks = ()

    @staticmethod
    def modulation(label: float, field: float, eta: float) -> float:
        error = math.erf(label / math.sqrt(2.0)) - math.erf(field / math.sqrt(2.0))
        return eta * error * math.sqrt(2.0 / math.pi) * math.exp(-0.5 * field * field)  # graded_gradient.1

    @staticmethod
    def averages(angle: float, length: float, alpha: float, noise: float, eta: float) -> Averages:
        r, r_perp, q = length * math.cos(angle), length * math.sin(angle), length * length
        k, narrow = 1.0 + q, math.sqrt(1.0 + 2.0 * q)
        wide = math.sqrt(k * (2.0 + noise) - r * r)
        labels, both = (1.0 + 2.0 * q) * (1.0 + noise) - 2.0 * r * r, (1.0 + 2.0 * q) * (2.0 + noise) - 2.0 * r * r
        squares = math.asin(labels / both) + math.asin(q / (1.0 + 3.0 * q))
        squares -= 2.0 * math.asin(r / math.sqrt(both * (1.0 + 3.0 * q)))
        return (
            2.0 * eta / (math.pi * k) * ((k - r * r) / wide - r / narrow),
            -2.0 * eta * r_perp / (math.pi * k) * (r / wide + 1.0 / narrow),
            4.0 * eta * eta / math.pi**2 * squares / narrow,
        )  # graded_gradient.2


def asymptotic_rate(eta: float) -> float:
    """Return how fast ln(1 - rho) falls at last.  (graded_gradient.3)

    >>> round(asymptotic_rate(BEST_RATE), 4)
    0.6625
    """
    return min(2.0 * eta * ACROSS - eta * eta * SQUARED, 2.0 * eta * ACROSS / 3.0)
