"""Power laws at the end of a learning curve."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike


def fit_decay(alpha: ArrayLike, disagreement: ArrayLike, decades: float = 1.0) -> tuple[float, float]:
    """Return (prefactor, exponent) of the least-squares power law through the last decades.

    >>> alpha = np.geomspace(1, 1000, 40)
    >>> prefactor, exponent = fit_decay(alpha, 0.5 * alpha**-0.25)
    >>> round(prefactor, 6), round(exponent, 6)
    (0.5, -0.25)
    """
    alpha, disagreement = np.asarray(alpha, dtype=float), np.asarray(disagreement, dtype=float)
    last = alpha >= alpha.max() * 10.0**-decades * (1.0 - 1e-12)
    if np.unique(alpha[last]).size < 3:
        raise ValueError(
            f"alpha must have at least 3 points in its last {decades:g} decades; got {np.unique(alpha[last]).size}. "
            "Take a finer grid."
        )
    exponent, intercept = np.polyfit(np.log(alpha[last]), np.log(disagreement[last]), 1)
    return math.exp(intercept), float(exponent)
