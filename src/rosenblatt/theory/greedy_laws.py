"""How the disagreement falls at last, at the best rate: laws of perceptrons with and without a margin, of the AdaTron.

    greedy-laws.1   perceptron, any channel:  m_1 = <label b>, eps_B the error of the teacher itself:
                    eps_B = 0:  d -> (4/pi)/alpha;   eps_B > 0:  d -> 2 sqrt(eps_B)/(pi m_1) alpha^(-1/2),
                    which is sqrt(2 kappa/pi)/(1 - 2 kappa) alpha^(-1/2) for flips
    greedy-laws.2   AdaTron, kappa = 0:  eta -> 3/2,  d -> (4/3)/alpha                                           (BR)
    greedy-laws.3   margin m sqrt(Q), m fixed, kappa = 0:  d -> sqrt((2 Phi(m) - 1)/(2 pi)) alpha^(-1/2): a margin that
                    stays costs the 1/alpha law; m -> infinity is Hebb's rule
    greedy-laws.4   margin mu sqrt(Q) tan(theta), kappa = 0:  d -> sqrt(2/pi) (mu Phi(mu) + phi(mu))/Phi(mu)^2 / alpha;
                    least where  2 phi (mu Phi + phi) = Phi^2,  at mu near 1/2

Each law is (prefactor, exponent), as the ``decay`` of rules has it. The optimal rule has 0.88340/alpha.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import root_scalar

from rosenblatt import checks
from rosenblatt.gaussian import SQRT_2, SQRT_2_OVER_PI, scalar_cdf, scalar_pdf
from rosenblatt.scenario import Flips, SignChannel

Law = tuple[float, float]

ADATRON: Law = (4.0 / 3.0, -1.0)  # greedy-laws.2
FAITHFUL = 1e-12  # of a teacher's own error


def perceptron_law(channel: SignChannel | None = None) -> Law:
    """Return the law of the perceptron at its best rate, from the labels of a symmetric channel.  (greedy-laws.1)

    >>> prefactor, exponent = perceptron_law(Flips(0.15))
    >>> round(prefactor, 6), exponent
    (0.441456, -0.5)
    """
    labels = Flips() if channel is None else channel
    first_moment = 2.0 * float(np.ravel(labels.evidence(np.zeros(1), 1.0)[1])[0])  # d<label>/d omega at omega = 0
    own_error = float(np.ravel(labels.error(np.zeros(1)))[0])
    if own_error <= FAITHFUL:
        return 4.0 / math.pi, -1.0
    return 2.0 * math.sqrt(own_error) / (math.pi * first_moment), -0.5


def fixed_margin_law(margin: float) -> Law:
    """Return the law of 'relative-margin' at its best rate, without noise.  (greedy-laws.3)

    >>> round(fixed_margin_law(0.5)[0], 6)
    0.246869
    """
    margin = checks.positive("margin", margin, "Without one the law is that of perceptron_law().")
    return math.sqrt(math.erf(margin / SQRT_2) / (2.0 * math.pi)), -0.5


def shrinking_margin_law(mu: float) -> Law:
    """Return the law of a perceptron with the margin mu sqrt(Q) tan(theta) at its best rate.  (greedy-laws.4)

    >>> round(shrinking_margin_law(0.0)[0] * math.pi, 12)
    4.0
    """
    mu = checks.not_negative("mu", mu, "It is the margin in units of sqrt(Q) tan(theta).")
    below = scalar_cdf(mu)
    return SQRT_2_OVER_PI * (mu * below + scalar_pdf(mu)) / below**2, -1.0


def best_shrinking_margin() -> float:
    """Return the mu at which `shrinking_margin_law` is least.

    >>> round(shrinking_margin_law(best_shrinking_margin())[0], 6)
    1.163676
    """

    def slope(mu: float) -> float:
        below, density = scalar_cdf(mu), scalar_pdf(mu)
        return below**2 - 2.0 * density * (mu * below + density)

    return float(root_scalar(slope, bracket=(0.0, 3.0), method="brentq", xtol=1e-14).root)
