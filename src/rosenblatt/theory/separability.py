r"""Up to how many examples per weight a plane separates them, for the labels of any channel.

    separability.1   1/alpha_sep = min over gamma of (1 + gamma^2) int_{-inf}^0 dt p(t) t^2,  p as in margins.1
                     (Cover for labels without a rule, alpha = 2; Candès and Sur for logistic labels; no flips: no end)
    separability.2   inputs of any covariance: the same, with alpha over the share of directions that vary

Beyond it a risk without a penalty has a minimum at finite weights.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar

from rosenblatt.scenario import SignChannel
from rosenblatt.theory.label_margins import REACH, LabelMargins
from rosenblatt.theory.proximal_losses import legendre

LOG_GAMMAS = np.linspace(-12.0, 17.0, 59)  # beyond the last a channel counts as one that is known in the end


@lru_cache(maxsize=64)
def separable_alpha(channel: SignChannel) -> float:
    """Return alpha_sep; infinite if examples are separable, however many there are.  (separability.1)

    >>> from rosenblatt.scenario import Flips
    >>> round(separable_alpha(Flips(0.1)), 6), separable_alpha(Flips(0.0))
    (2.992286, inf)
    """
    margins = LabelMargins(channel)

    def inverse(log_gamma: float) -> float:
        gamma = math.exp(log_gamma)
        t, weights = legendre(np.clip(margins.ends(gamma), -REACH, 0.0))
        return (1.0 + gamma * gamma) * float(weights @ (margins.density(t, gamma) * t * t))

    values = [inverse(place) for place in LOG_GAMMAS.tolist()]
    least = int(np.argmin(values))
    if least == len(values) - 1:
        return math.inf
    around = (LOG_GAMMAS[max(least - 1, 0)], LOG_GAMMAS[least + 1])
    found: Any = minimize_scalar(inverse, bounds=around, method="bounded", options={"xatol": 1e-9})
    return 1.0 / min(float(found.fun), values[0])
