r"""The normalised perceptron: learn from mistakes, and keep the length (BSS sec. 2).

    normalised.1   `rosenblatt.1` with a rate eta(alpha), then J <- J/sqrt(Q)                              (BSS 2)
    normalised.2   the averages are `rosenblatt.2` and `rosenblatt.3`
    normalised.3   dR/dalpha = eta (1 - R^2)/sqrt(2 pi) - eta^2 R arccos(R)/(2 pi)             (BSS 4, kappa = 0)
    normalised.4   constant eta: d -> eta/sqrt(2 pi^3) for small eta                                        (BSS 5)
    normalised.5   eta = eta_0 sqrt(2 pi) alpha^(-z), z < 1:  d -> eta_0/pi alpha^(-z)                (BSS sec. 2)
    normalised.6   z = 1, eta_0 > 1:  d -> eta_0^2/(pi (eta_0 - 1)) / alpha, least at eta_0 = 2: (4/pi)/alpha  (BSS 6)
    normalised.7   z = 1, eta_0 = 1:  d -> ln(alpha)/(pi alpha);  eta_0 < 1:  d -> A alpha^(-eta_0), A from the start

With Q = 1 the rate is the angle by which a mistake turns the student, in units of 1/N. BSS print
sqrt(log alpha)/alpha in (7), and define the error as 1 where student and label agree: it is where they differ.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rosenblatt.gaussian import SQRT_2PI
from rosenblatt.references import Reference
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.parts.schedules import PowerLaw, Schedule
from rosenblatt.rules.registry import register
from rosenblatt.rules.rosenblatt import Rosenblatt

OPTIMAL = PowerLaw(2.0 * SQRT_2PI, z=1.0)  # normalised.6


@register
@dataclass(frozen=True)
class Normalised(HebbianRule):
    """The perceptron with weights of fixed length and a rate that falls: as fast as 1/alpha."""

    eta: float | Schedule = OPTIMAL

    name = "normalised"
    reference = Reference("barkai-seung-sompolinsky-1995", "(2), (4)-(6)")
    rates = ("eta",)
    kinks = (0.0,)
    mistake_driven = True
    normalised = True  # normalised.1
    modulation = staticmethod(Rosenblatt.modulation)
    averages = staticmethod(Rosenblatt.averages)  # normalised.2

    def __post_init__(self) -> None:
        if self.weight_decay != 0.0:
            raise ValueError(
                f"weight_decay must be 0 for {self.name!r}; got {self.weight_decay!r}. Weights that are brought back "
                "to their length cannot shrink."
            )
        super().__post_init__()

    @property
    def decay(self) -> tuple[float, float] | None:
        """Prefactor and exponent of d, where the schedule alone decides them."""
        if not isinstance(self.eta, PowerLaw) or self.eta.z == 0.0:
            return None
        eta_0 = self.eta.eta_0 / SQRT_2PI
        if self.eta.z < 1.0:
            return eta_0 / math.pi, -self.eta.z  # normalised.5
        if self.eta.z > 1.0 or eta_0 <= 1.0:
            return None  # it stops short; or the start, or a logarithm, has a say: normalised.7
        return eta_0**2 / (math.pi * (eta_0 - 1.0)), -1.0  # normalised.6

    def scale_on_data(self, inputs: int) -> float:
        """Return the theory's scale: a rate means an angle."""
        return 1.0 / math.sqrt(inputs)
