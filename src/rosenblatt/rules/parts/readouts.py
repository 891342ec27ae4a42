"""Readouts: how the weights that a student ends with are turned into the weights that it uses.

With J = R B + R_perp (a direction orthogonal to B) and N -> infinity, a readout is known by the
angle that it makes with the teacher:

    readouts.1   mean      cos = R/sqrt(Q)
    readouts.2   clipped   cos = 2 Phi(R/R_perp) - 1     binary teacher: P(sgn J_i = B_i) = Phi(R/R_perp)
    readouts.3   clipped   cos = sqrt(2/pi) R/sqrt(Q)    spherical teacher: B_i, J_i jointly Gaussian
    readouts.4   binarised tanh(J_i/(1 - Q)), for a student with R = Q and a binary teacher: sin^2 = what is left of a
                 weight +1 or -1 at A = (R/R_perp)^2                                         (SW sec. 5, case 4)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rosenblatt import gaussian


@dataclass(frozen=True)
class Readout:
    """A map of the learnt weights, and the angle to the teacher that theory gives it."""

    name: str
    apply: Callable[[np.ndarray], np.ndarray]
    angle: Callable[[np.ndarray, np.ndarray, bool], np.ndarray]  # (r, r_perp, binary teacher)


def _same(weights: np.ndarray) -> np.ndarray:
    return weights


def _signs(weights: np.ndarray) -> np.ndarray:
    return np.where(weights > 0.0, 1.0, -1.0)  # a zero weight reads as -1 (GM)


def _mean_angle(r: np.ndarray, r_perp: np.ndarray, binary: bool) -> np.ndarray:
    return np.arctan2(r_perp, r)  # readouts.1, without the cancellation of arccos near 1


def _clipped_angle(r: np.ndarray, r_perp: np.ndarray, binary: bool) -> np.ndarray:
    if binary:
        return 2.0 * np.arcsin(np.sqrt(gaussian.cdf(-r / r_perp)))  # readouts.2
    return np.arccos(gaussian.SQRT_2_OVER_PI * np.cos(np.arctan2(r_perp, r)))  # readouts.3


def _through_tanh(weights: np.ndarray) -> np.ndarray:
    left = 1.0 - float(weights @ weights) / max(len(weights), 1)
    return np.tanh(weights / max(left, 1e-12))


def _binarised_angle(r: np.ndarray, r_perp: np.ndarray, binary: bool) -> np.ndarray:
    if not binary:
        raise ValueError("teacher must be 'binary' for the readout 'binarised'; got another. Use 'mean' or 'clipped'.")
    return np.arcsin(np.sqrt(gaussian.binary_deficit(np.square(r / r_perp))))  # readouts.4


MEAN = Readout("mean", _same, _mean_angle)
CLIPPED = Readout("clipped", _signs, _clipped_angle)
BINARISED = Readout("binarised", _through_tanh, _binarised_angle)
