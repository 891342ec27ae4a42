r"""The averages that drive a Bayesian rule of one variance: what it believes of the labels, under their true channel.

With x = h/sqrt(Q), the believed deviation of the field s = sqrt(lambda/Q) in the same units, u = tau x/s, and g and
G = g (g + u) of `rosenblatt.rules.parts.evidence` at the believed noise kappa', the rule adds F = sqrt(lambda) tau g
times an example. With Z and D of channels.8 for a field of mean cos(theta) x and deviation sin(theta), under the true
channel,

    belief-averages.1   <F b> = sqrt(lambda) sum_tau int Dx tau g (cos(theta) x Z + sin(theta)^2 D)
    belief-averages.2   <F c> = sqrt(lambda) sum_tau int Dx tau g sin(theta) (x Z - cos(theta) D)
    belief-averages.3   <F^2> = lambda sum_tau int Dx g^2 Z,      <G> = sum_tau int Dx G Z

g varies with x on the scale s, Z on the scale tan(theta), and where kappa' is small g bends sharply where
Phi(u) = kappa': panels end at multiples of all three, and widen by a constant factor from one to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri

from rosenblatt import gaussian
from rosenblatt.rules.parts.evidence import surprises
from rosenblatt.scenario import SignChannel

NODES, WEIGHTS = np.polynomial.legendre.leggauss(20)
PLAIN = np.array([4.0, 8.0])  # ends of panels in x
STEEP = np.array([2.0, 5.0, 10.0, *(40.0 * 4.0 ** np.arange(12.0))])  # in units of tan(theta)
BELIEVED = np.array([1.0, 2.0, 4.0, 6.0, 8.0, 12.0, 20.0, 40.0])  # in units of s
FARTHER = 40.0 * 5.0 ** np.arange(1.0, 8.0)  # where labels are believed clean: g is |u| + 1/|u| far off
BEND = np.array([-100.0, -30.0, -10.0, -3.0, -1.0, 1.0, 3.0, 8.0, 30.0])  # in units of 1/u, around Phi(-u) = kappa'
VANISHED = 40.0  # |u| from which g is 0 if labels are believed noisy
UNSEEN = 1e-14  # of tan(theta): what is narrower adds nothing
ROUNDING = 4e-16  # of a probability


class BeliefAverages(NamedTuple):
    """<F b>/sqrt(lambda), <F c>/sqrt(lambda), <F^2>/lambda and <G>."""

    toward: float
    across: float
    strength: float
    taken: float


class Belief:
    """A rule that believes labels to be flipped with probability ``noise``, on labels of a ``channel``.

    Where belief and truth agree and Q = R = 1 - lambda, the variance falls by as much as the overlap grows:

    >>> import math
    >>> from rosenblatt.scenario import Flips
    >>> known = Belief(Flips(0.1), 0.1).averages(math.sqrt(0.7), math.sqrt(0.3), math.sqrt(0.3 / 0.7))
    >>> abs(known.taken - known.strength) < 1e-12 > abs(known.taken - known.toward / math.sqrt(0.3))
    True
    """

    def __init__(self, channel: SignChannel, noise: float) -> None:
        self.channel, self.noise = channel, noise

    def averages(self, cosine: float, sine: float, spread: float) -> BeliefAverages:
        """Return the averages at an angle to the teacher, with s = ``spread``."""
        x, weights = self._panels(sine / max(abs(cosine), 1e-300), spread)
        up, slope = self.channel.evidence(cosine * x, sine)
        # Nodes are symmetric: of a channel without a side Z(-1; x) is Z(+1; -x), which has more digits than 1 - Z.
        mirrored = up[::-1]
        down = np.where(np.abs(up + mirrored - 1.0) < ROUNDING, mirrored, 1.0 - up)
        g, taken = surprises(x / spread, self.noise)
        against, taken_against = g[::-1], taken[::-1]  # those of the label -1
        along = float((weights * (g * up - against * down)) @ x)
        steep = float(weights @ ((g + against) * slope))
        return BeliefAverages(
            cosine * along + sine * sine * steep,  # belief-averages.1
            sine * (along - cosine * steep),  # belief-averages.2
            float(weights @ (g * g * up + against * against * down)),  # belief-averages.3
            float(weights @ (taken * up + taken_against * down)),
        )

    def _panels(self, steepness: float, spread: float) -> tuple[np.ndarray, np.ndarray]:
        """Return nodes and weights of the Gaussian measure, without those at which g vanishes."""
        end = gaussian.REACH if self.noise == 0.0 else min(gaussian.REACH, VANISHED * spread)
        believed = spread * believed_cuts(self.noise)
        believed = believed[believed > UNSEEN * min(steepness, end)]
        x, weights = symmetric_panels([PLAIN, believed, steepness * STEEP], end)
        return x, weights * gaussian.pdf(x)


@cache
def believed_cuts(noise: float) -> np.ndarray:
    """Return the values of |u| at which panels end for the believed noise."""
    if noise == 0.0:
        return np.concatenate([BELIEVED, FARTHER])
    bend = -float(ndtri(noise))
    return np.concatenate([BELIEVED, bend + BEND / max(bend, 1.0)])


def symmetric_panels(cuts: Sequence[np.ndarray], end: float) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes and weights of integrals from -end to end, on panels that end at 0 and at plus and minus all cuts.

    >>> x, weights = symmetric_panels([np.array([0.5, 3.0])], 2.0)
    >>> round(float(weights @ x**2), 12) == round(16 / 3, 12), bool((x == -x[::-1]).all())
    (True, True)
    """
    edges = np.concatenate(cuts)
    edges = np.concatenate([[0.0], np.unique(edges[(edges > 0.0) & (edges < end)]), [end]])
    half, middle = 0.5 * np.diff(edges)[:, None], 0.5 * (edges[1:] + edges[:-1])[:, None]
    right, weights = (middle + half * NODES).ravel(), (half * WEIGHTS).ravel()
    return np.concatenate([-right[::-1], right]), np.concatenate([weights[::-1], weights])
