"""What the estimators that pass messages share: priors by name, damping, and fields of rows of any length."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.batch.message_passing import Messages, Noise, message_passing
from rosenblatt.batch.vector_message_passing import VectorPassing
from rosenblatt.estimators.common.scale import Scale
from rosenblatt.scenario import Teacher, resolve_teacher
from rosenblatt.scenario.priors import GaussianPrior, Prior

Passing = Callable[..., Messages]  # what learns from labels, given the inputs
VARIANTS: dict[str, Callable[[np.ndarray], Passing]] = {
    "amp": lambda x: partial(message_passing, x),
    "vamp": VectorPassing,
}
SHARES = (1.0, 0.7, 0.3)  # of new values: without damping first, the fastest where features are independent
PATIENCE = 60  # sweeps without progress, before there is more damping
LEAST_GAIN = 1e-3  # of evidence, over that of who knows nothing
LARGEST = 1e150  # of features: squares of them are finite
CELL = 0.02  # of the logarithm of a deviation: in between probabilities are interpolated, right to 3e-5
LEAST_SPREAD = 1e-150


def chosen_prior(prior: Any) -> Prior:
    """Return a prior for itself, for a teacher that says it, or for a name.

    >>> chosen_prior("ternary:0.25").means
    (-2.0, 0.0, 2.0)
    """
    if isinstance(prior, Prior):
        return prior
    if prior == "gaussian":
        return GaussianPrior()
    if not isinstance(prior, (str, Teacher)):
        raise TypeError(
            f"prior must be 'gaussian', 'binary', a teacher such as rb.Ternary(0.1), or a prior; got {prior!r}. "
            "Make one."
        )
    found = resolve_teacher(prior).prior
    if found is None:
        raise ValueError(f"prior must be known; got the teacher {prior!r}, which does not say its own. Give it one.")
    return found


def chosen_passing(variant: Any, seen: np.ndarray) -> Passing:
    """Return message passing of some variant on rows."""
    return VARIANTS[checks.one_of("variant", variant, tuple(VARIANTS))](seen)


def check_iteration(max_sweeps: Any, tol: Any) -> dict[str, Any]:
    """Return how an iteration is to end, by the names that `message_passing` has for it."""
    sweeps = checks.whole("max_sweeps", max_sweeps, 1, "It is the most that is tried.")
    return {"sweeps": sweeps, "tolerance": checks.positive("tol", tol, "An iteration never ends exactly.")}


def scale_of(x: np.ndarray, *, fit_intercept: Any, scale: Any) -> Scale:
    """Return how rows are seen: centred for an intercept, each feature of unit variance if they are scaled."""
    if scale:
        return Scale.of(x, centre=bool(fit_intercept), constant=False)
    centre = x.mean(axis=0) if fit_intercept else np.zeros(x.shape[1])
    return Scale(centre, np.ones(x.shape[1]), intercept=False)


def learnt(
    passing: Passing, labels: np.ndarray, prior: Prior, noise: Noise, *, worst: float = -np.inf, **how: Any
) -> tuple[Messages, float]:
    """Return what is learnt with the least damping that converges, and that; else what has the most evidence.

    A fixed point with no more evidence than ``worst``, that of who knows nothing, does not end the search.
    """
    tried = []
    for new in SHARES:
        patience = math.inf if new == SHARES[-1] else PATIENCE
        tried.append((passing(labels, prior, noise, new=new, patience=patience, **how), new))
        if tried[-1][0].converged and tried[-1][0].evidence > worst + LEAST_GAIN:
            return tried[-1]
    return max(tried, key=lambda pair: pair[0].evidence)


def statement(found: Messages) -> str:
    """Return what to say of an iteration that has not converged."""
    return (
        f"message passing has not converged after {found.sweeps} sweeps (last relative change {found.change:.2g}); its "
        "weights are those of the last sweep. Take more sweeps; for features that are correlated, variant='vamp', or "
        "rb.MeanFieldClassifier or a ridge, which keep the covariance of features."
    )


def field_and_spread(scale: Scale, x: np.ndarray, found: Messages) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean and the deviation of the field of each row."""
    seen = scale.see(x)
    largest = np.maximum(np.abs(seen).max(axis=1), 1e-300)
    spread = largest * found.spread(seen / largest[:, None])
    return seen @ found.mean + found.intercept, np.maximum(spread, LEAST_SPREAD)


def at_spreads(
    function: Callable[[np.ndarray, float], np.ndarray], known: np.ndarray, spreads: np.ndarray
) -> np.ndarray:
    """Return a function of means and one deviation, where each row has a deviation of its own.

    >>> at_spreads(lambda known, spread: known / spread, np.ones(2), np.array([2.0, 4.0])).round(4).tolist()
    [0.5, 0.25]
    """
    logs = np.log(spreads) / CELL
    cells, value = np.floor(logs), np.empty(len(known))
    for cell in np.unique(cells):
        here = cells == cell
        low, high = (function(known[here], float(np.exp(CELL * (cell + end)))) for end in (0.0, 1.0))
        value[here] = low + (logs[here] - cell) * (high - low)
    return value
