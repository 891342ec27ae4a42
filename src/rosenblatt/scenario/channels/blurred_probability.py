r"""The average of a probability over a normal field, for many means at once.

blurred.1   Z = < P(omega + s y) >_y,   D = dZ/d omega = < P y >/s
blurred.2   no place within reach of omega at which P jumps or is steep on the scale of s: Gauss's and Hermite's nodes,
            right to 1e-13 where P is analytic within 3 s of the line
blurred.3   some such places: panels in y that are cut at those within reach, and only there
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np

from rosenblatt import gaussian

REACH = 8.25  # of y: a normal law has 2e-16 beyond it
PLAIN = np.linspace(-REACH, REACH, 7)  # ends of panels
STEPS = np.array([-10.0, -5.0, -2.0, 0.0, 2.0, 5.0, 10.0])  # in widths of a feature: where panels are cut
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(16)
_HERMITE, _MASSES = (part[4:-4] for part in np.polynomial.hermite_e.hermegauss(40))  # the outer ones weigh nothing
_SHARES = _MASSES / gaussian.SQRT_2PI
AT_ONCE = 2_000_000  # numbers in an array


def blurred(
    probability: Callable[[np.ndarray], np.ndarray],
    features: Iterable[tuple[float, float]],
    known: np.ndarray,
    spread: float,
) -> tuple[np.ndarray, np.ndarray]:
    """Return Z and D of a function with features, places and widths, at each omega for one s.  (blurred.1)

    >>> up, slope = blurred(lambda b: np.where(b > 0.5, 1.0, 0.0), [(0.5, 0.0)], np.array([0.5]), 0.1)
    >>> up.round(12).tolist(), (slope * 0.1 * gaussian.SQRT_2PI).round(12).tolist()
    ([0.5], [1.0])
    """
    cuts = np.unique([at + width * step for at, width in features if width < 2.0 * spread for step in STEPS])
    flat = known.ravel()
    first = np.searchsorted(cuts, flat - REACH * spread)
    near = np.searchsorted(cuts, flat + REACH * spread) - first
    up, slope = np.empty((2, len(flat)))
    for count in np.unique(near).tolist():
        all_of_them = np.flatnonzero(near == count)
        pieces = math.ceil(len(all_of_them) * (len(PLAIN) + count) * len(_NODES) / AT_ONCE)
        for here in np.array_split(all_of_them, pieces):
            centre = flat[here][:, None]
            places = (cuts[first[here][:, None] + np.arange(count)] - centre) / spread
            y, weights = _between(places) if count else (_HERMITE, _SHARES)
            weighted = probability(centre + spread * y) * weights
            up[here], slope[here] = weighted.sum(axis=1), (weighted * y).sum(axis=1) / spread
    return up.reshape(known.shape), slope.reshape(known.shape)


def _between(cuts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes and weights of a normal law, for each row of places at which panels are cut.  (blurred.3)"""
    plain = np.broadcast_to(PLAIN, (len(cuts), len(PLAIN)))
    edges = np.sort(np.concatenate([plain, np.clip(cuts, -REACH, REACH)], axis=1), axis=1)
    half, middle = 0.5 * np.diff(edges)[..., None], 0.5 * (edges[:, 1:] + edges[:, :-1])[..., None]
    y = (middle + half * _NODES).reshape(len(cuts), -1)
    return y, (half * _WEIGHTS).reshape(y.shape) * np.exp(-0.5 * y * y) / gaussian.SQRT_2PI
