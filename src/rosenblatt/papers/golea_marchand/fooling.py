r"""A product distribution on which correlations mislead: the clipped Hebb rule fails, influences do not.

The clipped Hebb rule takes the sign of E[g x_i]. Under the uniform distribution that is the sign of the
weight. But

    fooling.1   E[g x_i] = E[g] E[x_i] + (1 - E[x_i]^2) Inf_i/2

and for many inputs the influence is of order 1/sqrt(n), so that any E[g] and E[x_i] of order 1 decide.
All weights +1 and threshold 0: let half of the inputs be mostly +1 and the other half mostly -1, and let
the first half win a little more often than not, so that E[g] > 0. Then E[g x_i] < 0 on the second half:
the rule gets all its signs wrong, always answers +1, and errs with probability P(g = -1), however many
examples it sees. The influence, which conditions on x_i, has the sign of the weight on every product
distribution (GM lemma 2).
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import root_scalar

from rosenblatt import checks, signs


def fooling_probabilities(n: int, *, positive: float = 0.6, high: float = 0.8) -> np.ndarray:
    """Return P(x_i = +1) of a distribution that fools the clipped Hebb rule on the target sum_i x_i > 0.

    Parameters
    ----------
    n : number of inputs. Few of them have influences that are too strong to be outvoted: with the default
        values it takes some 45.
    positive : P(g = +1), above 1/2. The fooled rule errs with what is missing to 1.
    high : P(x_i = +1) of the first half of the inputs, above 1/2.

    >>> fooling_probabilities(100)[[0, -1]].round(4).tolist()
    [0.8, 0.2308]
    """
    n = checks.whole("n", n, 2, "It takes two halves.")
    for name, value in (("positive", positive), ("high", high)):
        if not 0.5 < checks.number(name, value) < 1.0:
            raise ValueError(f"{name} must be in (0.5, 1); got {value!r}. Take 0.6 for positive and 0.8 for high.")
    half, weights = n // 2, np.ones(n)

    def excess(low: float) -> float:
        law = signs.sum_law(_halves(n, half, high, low), weights)
        return float(signs.tail(law, np.array([0]))[0]) - positive

    reachable = excess(0.0) < 0.0 < excess(1.0)
    low = root_scalar(excess, bracket=(0.0, 1.0), method="brentq", xtol=1e-13).root if reachable else 0.0
    probabilities = _halves(n, half, high, low)
    if not reachable or label_correlations(probabilities, weights)[-1] >= 0.0:
        raise ValueError(
            f"n must be larger to fool with positive={positive:g}, high={high:g}; got {n}. Take more inputs, or a "
            "larger high."
        )
    return probabilities


def _halves(n: int, half: int, high: float, low: float) -> np.ndarray:
    return np.where(np.arange(n) < half, high, low)


def label_correlations(probabilities: np.ndarray, weights: np.ndarray, theta: int = 0) -> np.ndarray:
    """Return E[g x_i] for g = +1 if w.x > theta, else -1: of which the clipped Hebb rule takes the sign."""
    p, w = np.asarray(probabilities, dtype=float), np.asarray(weights)
    everyone = 2.0 * float(signs.tail(signs.sum_law(p, w), np.array([theta]))[0]) - 1.0
    correlations = np.empty(len(p))
    for i in range(len(p)):
        others = signs.sum_law(np.delete(p, i), np.delete(w, i))
        on, off = signs.tail(others, np.array([theta - w[i], theta + w[i]]))
        mean = 2.0 * p[i] - 1.0
        correlations[i] = everyone * mean + (1.0 - mean * mean) * (on - off)  # fooling.1
    return correlations
