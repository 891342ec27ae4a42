r"""The optimal online rule of the linear perceptron, its overlap known from theory (KC sec. 3.2, 3.3).

    optimal_linear.1   F = b/rho - h,  rho = rho(alpha),  |J|^2 = N kept                                   (KC 9, 20)
    optimal_linear.2   rho^2 = (1 - exp(-(1 + 2 delta) alpha))/(1 + 2 delta),  delta the drift             (KC 19)
    optimal_linear.4   <F b> = g - R,  <F c> = -R_perp,  <F^2> = g^2 (1 + s^2) + Q - 2 g R,  g = 1/rho(alpha)
    optimal_linear.3   d rho/d alpha = (1 - rho^2)/(2 rho) - delta rho                                     (KC 17)
    optimal_linear.5   unconstrained, |J|^2 = rho^2 N: F = b - h, and J <- (1 - delta/N) J first; the same rho (KC 21)

``ratio`` is M/Q, the squared length of the teacher over that of a student of fixed length: the rule divides the labels
by the teacher's length, so that only the error feels it. e_g ends at (sqrt(M) - sqrt(Q))^2/2 (KC 25).
Unconstrained and without drift it is `adaline` from J = 0. A graded response perceptron with an invertible transfer
function learns from the inverse of its labels, which are then b again (KC 29): see ``transfer`` of `OnlineRegressor`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from rosenblatt import checks
from rosenblatt.references import Reference
from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule
from rosenblatt.rules.parts.length_ratio import check_on_data, square_error
from rosenblatt.rules.parts.readouts import MEAN
from rosenblatt.rules.registry import register
from rosenblatt.scenario import Channel, NumberChannel


@register
@dataclass(frozen=True)
class OptimalLinear(HebbianRule):
    """The best online rule of the linear perceptron, of fixed or free length, for clean labels and a known drift."""

    drift: float = 0.0
    constrained: float = 1.0
    ratio: float = field(default=1.0, kw_only=True)

    name = "optimal-linear"
    reference = Reference("kinouchi-caticha-1995", "(9), (17)-(20)")
    labels = NumberChannel
    readouts = (MEAN,)
    kinks = ()
    settings = ("weight_decay", "ratio")

    def __post_init__(self) -> None:
        checks.not_negative("drift", self.drift, "It is the rate at which the overlap with the past decays.")
        checks.positive("ratio", self.ratio, "It is the squared length of the teacher over that of the student.")
        object.__setattr__(self, "constrained", float(bool(self.constrained)))
        if self.constrained and self.weight_decay != 0.0:
            raise ValueError(
                f"weight_decay must be left out for {self.name!r}; got {self.weight_decay!r}. The rule knows how fast "
                "to forget: give it the drift."
            )
        if not self.constrained and self.ratio != 1.0:
            raise ValueError(f"ratio must be 1 for a student of free length; got {self.ratio!r}. It finds its length.")
        object.__setattr__(self, "weight_decay", 0.0 if self.constrained else float(self.drift))
        super().__post_init__()

    @property
    def normalised(self) -> bool:
        """Whether the length is kept."""
        return self.constrained > 0.0

    def error(self, r: Any, q_norm: Any, disagreement: Any, channel: Channel) -> Any:
        """Return half the mean square error, for a teacher whose squared length is ``ratio``."""
        return square_error(self.ratio, r, q_norm, channel)

    def on_data(self) -> OptimalLinear:
        """Return the rule for data, whose teacher has the length that it has."""
        check_on_data(self.ratio)
        return self

    def amplitude(self, cell: Cell) -> float:
        """Return rho: of all multiples of the field rho h is the nearest to the label; 1 if the length is free."""
        if not self.constrained:
            return 1.0
        speed = 1.0 + 2.0 * self.drift
        return math.sqrt(-math.expm1(-speed * float(cell.examples / cell.n)) / speed)

    @staticmethod
    def modulation(label: float, field: float, alpha: float, drift: float, constrained: float) -> float:
        if constrained == 0.0:
            return label - field  # optimal_linear.5
        speed = 1.0 + 2.0 * drift
        return label * math.sqrt(speed / -math.expm1(-speed * alpha)) - field  # optimal_linear.1, optimal_linear.2

    @staticmethod
    def averages(angle: float, length: float, alpha: float, noise: float, drift: float, constrained: float) -> Averages:
        r, r_perp, speed = length * math.cos(angle), length * math.sin(angle), 1.0 + 2.0 * drift
        g = math.sqrt(speed / -math.expm1(-speed * alpha)) if constrained else 1.0
        return g - r, -r_perp, (r - g) ** 2 + r_perp**2 + g * g * noise  # optimal_linear.4
