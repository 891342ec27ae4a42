r"""How sharply a label bends the evidence of a half-known field, and how often: the law of G in any channel.

The field has variance 1, of which lambda is not known; omega ~ N(0, 1 - lambda) is. With Z, D and C of channels.8,

    precision-law.1   G = lambda ((D/Z)^2 - C/Z),  with the probability Z(tau; omega)
    precision-law.2   flips after noise of deviation w on the field:  u = tau omega/t,  t^2 = lambda + w^2,
                      G = (lambda/t^2) g (g + u),  g = (1 - 2 kappa) phi(u)/(kappa + (1 - 2 kappa) Phi(u)); by symmetry
                      u has the density 2 N(u; 0, (1 - lambda)/t^2) (kappa + (1 - 2 kappa) Phi(u))
"""

from __future__ import annotations

import math
from functools import singledispatch

import numpy as np

from rosenblatt import gaussian
from rosenblatt.rules.parts.evidence import surprises
from rosenblatt.scenario import Flips, Probit, SignChannel

Law = tuple[np.ndarray, np.ndarray, np.ndarray]  # G, 1 - G and their probabilities

_U, _DU = np.polynomial.legendre.leggauss(24)
_PANELS = np.linspace(-1.0, 1.0, 9)
_X, _W = np.polynomial.legendre.leggauss(16)
_TO_SLOPES = np.polynomial.legendre.legval(
    _X, np.polynomial.legendre.legder(np.linalg.inv(np.polynomial.legendre.legvander(_X, len(_X) - 1)))
).T  # row: node at which, column: node of the value
_PLAIN = gaussian.REACH * np.array([-1.0, -0.7, -0.5, -0.35, -0.2, 0.0, 0.2, 0.35, 0.5, 0.7, 1.0])
_STEPS = np.array([-12.0, -9.0, -6.5, -4.5, -3.0, -1.5, 0.0, 1.5, 3.0, 4.5, 6.5, 9.0, 12.0])  # in widths of a feature
IMPOSSIBLE = 1e-13  # a probability of which rounding has left nothing


@singledispatch
def precision_law(channel: SignChannel, unknown: float) -> Law:
    """Return the law of G where ``unknown`` is lambda: as many values for each lambda.  (precision-law.1)"""
    size, spread = math.sqrt(1.0 - unknown), math.sqrt(unknown)
    cuts = [(place + math.hypot(width, spread) * step) / size for place, width in channel.features for step in _STEPS]
    edges = np.sort(np.clip([*_PLAIN, *cuts], _PLAIN[0], _PLAIN[-1]))
    half = 0.5 * np.diff(edges)[:, None]
    z = 0.5 * (edges[1:] + edges[:-1])[:, None] + half * _X
    up, slope = channel.evidence(size * z, spread)
    narrow = half <= 1e-12  # nothing is in there
    bend = np.where(narrow, 0.0, slope @ _TO_SLOPES.T / np.where(narrow, 1.0, size * half))
    chances = np.stack([up, 1.0 - up])
    known = np.maximum(chances, IMPOSSIBLE)
    ratio = slope / known
    g = np.where(chances > IMPOSSIBLE, unknown * (ratio * ratio - np.stack([bend, -bend]) / known), 0.0)
    weights = np.where(chances > IMPOSSIBLE, chances, 0.0) * half * _W * gaussian.pdf(z)
    return g.ravel(), 1.0 - g.ravel(), weights.ravel()


@precision_law.register
def _(channel: Flips, unknown: float) -> Law:
    return _of_flips(channel.noise, 0.0, unknown)


@precision_law.register
def _(channel: Probit, unknown: float) -> Law:
    return _of_flips(channel.noise, 1.0 / channel.slope, unknown)


def _of_flips(noise: float, blur: float, unknown: float) -> Law:
    """Return the law of flips after noise of deviation ``blur`` on the field.  (precision-law.2)"""
    whole = unknown + blur * blur
    variance = (1.0 - unknown) / whole
    edges = min(gaussian.REACH, gaussian.REACH * math.sqrt(variance)) * _PANELS
    half = 0.5 * np.diff(edges)[:, None]
    u = (0.5 * (edges[1:] + edges[:-1])[:, None] + half * _U).ravel()
    density = np.exp(-0.5 * u * u / variance) / math.sqrt(2.0 * math.pi * variance)
    likely = noise + (1.0 - 2.0 * noise) * gaussian.cdf(u)
    weights = 2.0 * (half * _DU).ravel() * density * likely
    if noise == blur == 0.0:
        return *gaussian.squared_surprise(u), weights
    g = unknown / whole * surprises(u, noise)[1]
    return g, 1.0 - g, weights
