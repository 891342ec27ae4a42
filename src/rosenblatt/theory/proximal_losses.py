r"""Losses of the margin u = label times field, as the fixed point of convex risk asks for them.

proximal.1   p = argmin  l(p) + (p - w)^2/(2 V),   F = (p - w)/V = -l'(p)
proximal.2   hinge, l = max(0, 1 - u):  F = min(1, max(0, (1 - w)/V)),   -dF/dw = 1/V where 0 < F < 1
proximal.3   logistic, l = ln(1 + exp(-u)):  F = sigma(-p),   -dF/dw = c/(1 + V c),  c = sigma(p) sigma(-p)
proximal.4   the logistic p is the variable of integration: w = p - V sigma(-p) and dw = (1 + V c) dp are explicit,
             and nothing is solved but for the ends of panels
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

import numpy as np
from scipy.special import expit

NODES, WEIGHTS = np.polynomial.legendre.leggauss(16)
BENDS = np.array([-36.0, -16.0, -8.0, -3.0, 0.0, 3.0, 8.0, 16.0, 36.0])  # of the logistic function: ends of panels
ITERATIONS, RIGHT = 200, 1e-13  # of Newton's method for the ends of panels


class Panels(NamedTuple):
    """Nodes t and weights dt; F and -dF/dw there, at w = sqrt(Q) t, and the margin p after learning."""

    t: np.ndarray
    weights: np.ndarray
    force: np.ndarray
    stiffness: np.ndarray
    kept: np.ndarray


class ProximalLoss(ABC):
    """A convex loss that falls with the margin; ``bends`` are margins at which it has a kink or turns."""

    bends: ClassVar[np.ndarray]

    @abstractmethod
    def panels(self, v: float, size: float, ends: np.ndarray) -> Panels:
        """Return nodes between the first and the last of the ends of panels in t, for w = size t.  (proximal.1)

        Where an example teaches nothing and has no loss, there need be none.
        """


class HingeLoss(ProximalLoss):
    """max(0, 1 - u).  (proximal.2)"""

    bends = np.array([1.0])

    def panels(self, v: float, size: float, ends: np.ndarray) -> Panels:
        first, last = float(ends.min()), float(ends.max())
        below = min(max((1.0 - v) / size, first), last)
        t, weights = legendre(np.concatenate([np.minimum(ends, below), [min(max(-v / size, first), below)]]))
        # Of t, 1 - w would lose its digits.
        force, shares = legendre(np.minimum(np.maximum((1.0 - size * ends) / v, 0.0), 1.0))
        return Panels(
            np.concatenate([t, (1.0 - v * force) / size]),
            np.concatenate([weights, shares * v / size]),
            np.concatenate([np.ones(len(t)), force]),
            np.concatenate([np.zeros(len(t)), np.full(len(force), 1.0 / v)]),
            np.concatenate([size * t + v, np.ones(len(force))]),
        )


class LogisticLoss(ProximalLoss):
    """ln(1 + exp(-u)).  (proximal.3)"""

    bends = BENDS

    def panels(self, v: float, size: float, ends: np.ndarray) -> Panels:
        places = proximal_point(size * distinct(ends), v)
        inside = np.clip(BENDS, places[0], places[-1])
        p, weights = legendre(np.concatenate([places, inside]))
        force = expit(-p)
        bend = force * expit(p)
        return Panels(
            (p - v * force) / size, weights * (1.0 + v * bend) / size, force, bend / (1.0 + v * bend), p
        )  # proximal.4


def proximal_point(w: np.ndarray, v: float) -> np.ndarray:
    """Return the p of the logistic loss, by Newton's method from the side on which it does not overshoot.

    >>> p = proximal_point(np.array([-1e4, 0.0, 3.0]), 1e3)
    >>> bool(np.allclose(p - 1e3 * expit(-p), [-1e4, 0.0, 3.0], rtol=1e-12, atol=1e-10))
    True
    """
    # The equation is concave above p = 0 and convex below it.
    p = np.where(w > -0.5 * v, np.maximum(w, 0.0), np.minimum(w + v, 0.0))
    for _ in range(ITERATIONS):
        force = expit(-p)
        step = (p - v * force - w) / (1.0 + v * force * (1.0 - force))
        p = p - step
        if np.max(np.abs(step) / (1.0 + np.abs(p))) < RIGHT:
            break
    return p


def distinct(places: np.ndarray) -> np.ndarray:
    """Return places in order, each once.

    >>> distinct(np.array([2.0, 1.0, 2.0])).tolist()
    [1.0, 2.0]
    """
    places = np.sort(places)  # np.unique does more, and takes three times as long for a few
    new = np.empty(len(places), dtype=bool)
    new[:1] = True
    np.not_equal(places[1:], places[:-1], out=new[1:])
    return places[new]


def legendre(ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes and weights of Gauss and Legendre on the panels between some places."""
    ends = distinct(ends)
    half, middle = 0.5 * (ends[1:] - ends[:-1])[:, None], 0.5 * (ends[1:] + ends[:-1])[:, None]
    return (middle + half * NODES).ravel(), (half * WEIGHTS).ravel()
