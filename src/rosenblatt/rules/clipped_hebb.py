r"""The clipped Hebb rule: Hebb's rule of which only the signs are used.

    clipped_hebb.1   w_i = sgn( sum over examples of label x_i ),   sgn(0) = -1                         (GM 11)
    clipped_hebb.2   rho = erf( (1 - 2 kappa) sqrt(alpha/pi) )                                      (GM 28, 33)
    clipped_hebb.3   d = arccos(rho)/pi < exp( -(1 - 2 kappa)^2 alpha/(2 pi) )/2                    (GM 30, 34)

For a teacher of signs and inputs of fair signs (GM call kappa sigma). The second line is `hebb`
seen through the clipped readout, R/R_perp = (1 - 2 kappa) sqrt(2 alpha/pi); what is exact for a
finite number of weights is in `rosenblatt.theory.clipped_hebb`. GM print the bound without the 1/2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rosenblatt.references import Reference
from rosenblatt.rules.hebb import Hebb
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.parts.readouts import CLIPPED
from rosenblatt.rules.registry import register
from rosenblatt.scenario import BinaryInputs, BinaryTeacher


@register
@dataclass(frozen=True)
class ClippedHebb(HebbianRule):
    """Hebb's rule of which only the signs are used: weights of +1 and -1."""

    name = "clipped-hebb"
    reference = Reference("golea-marchand-1992", "(11), (28)-(34)")
    teacher = BinaryTeacher()
    inputs = BinaryInputs()
    readouts = (CLIPPED,)  # clipped_hebb.1
    kinks = ()
    modulation = staticmethod(Hebb.modulation)
    averages = staticmethod(Hebb.averages)

    @staticmethod
    def disagreement(alpha: float, noise: float = 0.0) -> float:
        """Return d in closed form, for the rule's own teacher and inputs."""
        z = (1.0 - 2.0 * noise) * math.sqrt(alpha / math.pi)
        return 2.0 * math.asin(math.sqrt(0.5 * math.erfc(z))) / math.pi  # clipped_hebb.2, clipped_hebb.3
