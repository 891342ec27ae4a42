r"""`capacity_of`: how many random labels per weight can be stored at most, N -> infinity, by weights of any kind.

Beside it stands Cover's count (`rosenblatt.theory.capacity`), which is exact for every N, for weights of any length.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rosenblatt import checks
from rosenblatt.theory.discrete_weights import checked_weights
from rosenblatt.theory.random_labels import CapacityPoint, Weights, checked_labels
from rosenblatt.theory.spherical_weights import SphericalWeights, margin_at

NAMED: dict[str, Any] = {"spherical": None, "binary": (-1.0, 1.0)}


def capacity_of(weights: str | Iterable[float] = "spherical", margin: float = 0.0, bias: float = 0.0) -> float:
    """Return how many random labels per weight can be stored, for N -> infinity: alpha_c.

    Parameters
    ----------
    weights : "spherical", any weights of length sqrt(N); "binary", the values (-1, 1); or any finite set of values.
    margin : K, by which each example is to be right, label (h - theta) >= K with h = J.S/sqrt(N); at least 0. For a
        finite set it is in the units of its values.
    bias : the mean label m, between -1 and 1. The threshold theta is then the best one (`capacity_point` has it);
        without bias it is 0.

    Spherical: Gardner 1988. Finite sets: where the number of solutions is no longer exponential in N (Krauth and Mezard
    1989; Gutfreund and Stein 1990).

    >>> capacity_of(), round(capacity_of("binary"), 4), round(capacity_of((-1, 0, 1)), 4)
    (2.0, 0.8331, 1.1745)
    >>> round(capacity_of(margin=0.5, bias=0.5), 6)
    1.169892
    """
    return capacity_point(weights, margin, bias).alpha


def capacity_point(
    weights: str | Iterable[float] = "spherical", margin: float = 0.0, bias: float = 0.0
) -> CapacityPoint:
    """Return the capacity with the best threshold, and the overlap and the length of the last solutions.

    >>> point = capacity_point(bias=0.5)
    >>> round(point.alpha, 6), round(point.threshold, 6)
    (2.405871, -0.436327)
    """
    return resolve_weights(weights).capacity_point(checked_labels(margin, bias))


def entropy_of_solutions(
    weights: str | Iterable[float] = "binary", alpha: float = 0.0, margin: float = 0.0, bias: float = 0.0
) -> float:
    """Return the logarithm of how many weights store alpha N random labels, divided by N, for N -> infinity.

    Solutions from a finite set are counted; of spherical weights it is the share of the sphere. Above the capacity
    there are none, and it is minus infinity.

    >>> round(entropy_of_solutions("binary", 0.4), 6), round(entropy_of_solutions((0, 1), 0.25), 6)
    (0.396455, 0.430496)
    """
    alpha = checks.not_negative("alpha", alpha, "It is the number of labels per weight.")
    return resolve_weights(weights).entropy(checked_labels(margin, bias), alpha)


def largest_margin(alpha: float, bias: float = 0.0) -> float:
    """Return the largest margin by which spherical weights store alpha N random labels, for N -> infinity.

    >>> round(largest_margin(1.0), 5), round(largest_margin(1.0, bias=0.5), 5)
    (0.47066, 0.6219)
    """
    alpha = checks.positive("alpha", alpha, "It is the number of labels per weight.")
    labels = checked_labels(0.0, bias)
    most = SphericalWeights().capacity_point(labels).alpha
    if alpha > most:
        raise ValueError(
            f"alpha must be at most the capacity, {most:g} at bias {labels.bias:g}; got {alpha:g}. More labels are not "
            "stored by any margin: take fewer."
        )
    return margin_at(alpha, labels.bias)


def resolve_weights(weights: str | Iterable[float]) -> Weights:
    """Return what weights may be, from a name or the values."""
    if isinstance(weights, str):
        named = NAMED[checks.one_of("weights", weights, tuple(NAMED))]
        return SphericalWeights() if named is None else checked_weights(named)
    try:
        return checked_weights(weights)
    except TypeError as problem:
        if isinstance(weights, Iterable):
            raise
        raise TypeError(
            f"weights must be 'spherical', 'binary' or a set of numbers; got {weights!r}. Pass for example (-1, 0, 1)."
        ) from problem
