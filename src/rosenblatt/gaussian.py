"""Gaussian numerics: the only place in the project that knows them.

``cdf``, ``log_cdf`` and ``inverse_mills`` work on arrays. Each has a ``scalar_`` twin that uses
``math`` alone, so that a rule may call it and a kernel may compile it.

    gaussian.1   phi(z) = exp(-z^2/2)/sqrt(2 pi),   Dz = phi(z) dz,   Phi(x) = int_{-inf}^x Dz
    gaussian.2   phi(x)/Phi(x) = sqrt(2/pi) / erfcx(-x/sqrt 2)
    gaussian.3   phi(x)/Phi(-x) = x + 1/(x + 2/(x + 3/(x + ...))),  x > 0        (Laplace's fraction)
    gaussian.5   G = g (g + u), g = phi(u)/Phi(u), the variance that a label takes away;
                 u << 0: 1 - G = w (1 - 6 w + 50 w^2 - 518 w^3 + ...),  w = u^-2
    gaussian.6   a weight of +1 or -1, seen as sqrt(A) w + z, keeps the variance
                 exp(-A/2) (2 pi A)^(-1/2) int du exp(-u^2/(2 A)) sech(u)
    gaussian.4   P(sgn(h+x) != sgn(k+y)) = 2 T(h, a) + 2 T(k, b) + [h and k on different sides],
                 x, y unit normals with correlation cos(angle), T Owen's function,
                 a = (k - h cos(angle))/(h sin(angle)), b likewise;   angle/pi at h = k = 0
    gaussian.7   the same where planes nearly coincide:  phi(k) E[ |w| - k w |w|/2 ] up to O(w^2),
                 w normal with mean h - k cos(angle) and standard deviation sin(angle)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

SQRT_2 = math.sqrt(2.0)
SQRT_2PI = math.sqrt(2.0 * math.pi)
SQRT_2_OVER_PI = math.sqrt(2.0 / math.pi)

REACH = 12.0  # Dz beyond it is below 1e-32: even growth like exp(3x) does not lift that over 1e-15
PANEL = 4.0  # panels of this width are exact to rounding: phi varies on the scale 1
LEGENDRE_NODES, LEGENDRE_WEIGHTS = np.polynomial.legendre.leggauss(32)

_NARROW = 1e-5  # between two planes: what is left out is of its square, what cancels of its inverse
_NO_SIGNAL = 1e-290  # of a signal-to-noise ratio: beside 1 it is nothing, and its inverse is not finite
_UNDERFLOW = 60.0  # exp(-x^2/2) is 0 far before it
_TAIL = -8.0  # below it Laplace's fraction is better than erfc
_SERIES = -20.0  # below it 1 - G is summed as a series: the difference has lost half its digits
_LEFT = (1.0, -6.0, 50.0, -518.0, 6354.0, -89782.0, 1435330.0)
_FRACTION_TERMS = 16  # enough for 1e-16 at _TAIL, where the fraction converges slowest


def pdf(x: ArrayLike) -> np.ndarray:
    """Return phi(x), to the last digits down to the underflow.  (gaussian.1)"""
    x = np.minimum(np.maximum(np.asarray(x, dtype=float), -_UNDERFLOW), _UNDERFLOW)  # np.clip takes thrice as long
    # exp(-x^2/2) magnifies the rounding of x^2 by x^2/2; the square of a short number has none.
    short = np.rint(16.0 * x) / 16.0
    return np.exp(-0.5 * short * short) * np.exp(-0.5 * (x - short) * (x + short)) / SQRT_2PI


def cdf(x: ArrayLike) -> np.ndarray:
    """Return Phi(x), to the last digits down to the underflow.  (gaussian.1)"""
    x = np.asarray(x, dtype=float)
    found = np.asarray(special.ndtr(x))
    far = x < _TAIL
    if far.any():  # erfc squares its argument: in the tail that costs digits
        tail = x[far]
        found[far] = pdf(tail) * special.erfcx(-tail / SQRT_2) / SQRT_2_OVER_PI
    return found


def log_cdf(x: ArrayLike) -> np.ndarray:
    """Return log Phi(x), accurate in both tails.

    >>> float(log_cdf(-40.0).round(6))
    -804.608442
    """
    x = np.asarray(x, dtype=float)
    left, right = np.minimum(x, 0.0), np.maximum(x, 0.0)
    return np.where(x < 0.0, special.log_ndtr(left), np.log1p(-cdf(-right)))


def inverse_mills(x: ArrayLike) -> np.ndarray:
    """Return phi(x)/Phi(x), the mean surprise of a label that was right by x standard deviations.

    >>> inverse_mills([-1e8, 0.0, 5.0])
    array([1.00000000e+08, 7.97884561e-01, 1.48671994e-06])
    """
    x = np.asarray(x, dtype=float)
    left, right = np.minimum(x, 0.0), np.maximum(x, 0.0)
    # erfcx squares its argument: on the right that costs digits, and the plain quotient does not.
    return np.where(
        x < 0.0,
        SQRT_2_OVER_PI / special.erfcx(-left / SQRT_2),  # gaussian.2
        pdf(right) / special.ndtr(right),
    )


def binary_deficit(a: ArrayLike) -> np.ndarray:
    """Return the variance that is left of a weight +1 or -1 at signal-to-noise ratio ``a``.  (gaussian.6)

    >>> binary_deficit([0.0, 1.0, 1000.0])
    array([1.00000000e+000, 4.49599509e-001, 2.82022990e-219])
    """
    a = np.atleast_1d(np.asarray(a, dtype=float))[..., None]
    reach = np.minimum(13.0 * np.sqrt(a), 45.0)  # of the Gaussian, or of the sech
    start = np.arange(4.0)[:, None]
    u = reach * ((start + 0.5 * (LEGENDRE_NODES + 1.0)) / 4.0).ravel()
    value = np.exp(-0.5 * u * u / np.maximum(a, 1e-300)) * 2.0 * np.exp(-u) / (1.0 + np.exp(-2.0 * u))
    total = 2.0 * reach[..., 0] * (value @ np.tile(LEGENDRE_WEIGHTS / 8.0, 4))
    with np.errstate(invalid="ignore", divide="ignore"):
        result = np.exp(-0.5 * a[..., 0]) * total / np.sqrt(2.0 * math.pi * a[..., 0])
    return np.where(a[..., 0] < _NO_SIGNAL, 1.0, result)


def squared_surprise(u: ArrayLike, g: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Return G and 1 - G: the part of a field's variance that its label takes away, and the part that it leaves.

    ``g`` is phi(u)/Phi(u), where it is known already.

    >>> [part.round(12).tolist() for part in squared_surprise([-1e8, 0.0])]
    [[1.0, 0.636619772368], [0.0, 0.363380227632]]
    """
    u = np.asarray(u, dtype=float)
    near = np.maximum(u, _SERIES)
    g = inverse_mills(near) if g is None else np.where(u < _SERIES, 0.0, g)
    w = 1.0 / np.square(np.minimum(u, _SERIES))
    rest = np.where(u < _SERIES, w * np.polynomial.polynomial.polyval(w, _LEFT), 1.0 - g * (g + near))  # gaussian.5
    return np.where(u < _SERIES, 1.0 - rest, g * (g + near)), rest


def scalar_squared_surprise(u: float) -> float:
    """Return G with ``math`` alone: the twin of `squared_surprise`."""
    if u < _SERIES:
        w = 1.0 / (u * u)
        return 1.0 - w * (1.0 - w * (6.0 - w * (50.0 - w * (518.0 - w * (6354.0 - w * (89782.0 - w * 1435330.0))))))
    g = scalar_inverse_mills(u)
    return g * (g + u)


def scalar_pdf(x: float) -> float:
    """Return phi(x) with ``math`` alone: the twin of `pdf`."""
    if abs(x) > _UNDERFLOW:
        return 0.0
    short = math.floor(16.0 * x + 0.5) / 16.0
    return math.exp(-0.5 * short * short) * math.exp(-0.5 * (x - short) * (x + short)) / SQRT_2PI


def scalar_cdf(x: float) -> float:
    """Return Phi(x) with ``math`` alone: the twin of `cdf`."""
    if x < -_UNDERFLOW:
        return 0.0
    if x < _TAIL:
        return scalar_pdf(x) / _laplace_fraction(x)
    return 0.5 * math.erfc(-x / SQRT_2)


def cdf_step(x: float, step: float) -> float:
    """Return Phi(x + step) - Phi(x), to all digits of a small step.

    >>> cdf_step(0.0, 1e-20) / 1e-20 == scalar_pdf(0.0)
    True
    """
    if abs(step) * max(abs(x), 1.0) < _NARROW:
        return scalar_pdf(x) * step * (1.0 - 0.5 * step * x + step * step * (x * x - 1.0) / 6.0)
    return scalar_cdf(x + step) - scalar_cdf(x)


def scalar_inverse_mills(x: float) -> float:
    """Return phi(x)/Phi(x) with ``math`` alone: the twin of `inverse_mills`."""
    if x < _TAIL:
        return _laplace_fraction(x)
    return scalar_pdf(x) / scalar_cdf(x)


def _laplace_fraction(x: float) -> float:
    """Return phi(x)/Phi(x) for x below `_TAIL`.  (gaussian.3, from the inside out)"""
    fraction = -x
    for term in range(_FRACTION_TERMS, 0, -1):
        fraction = term / fraction - x
    return fraction


def scalar_log_cdf(x: float) -> float:
    """Return log Phi(x) with ``math`` alone: the twin of `log_cdf`."""
    if x < _TAIL:
        return -0.5 * x * x - math.log(SQRT_2PI * _laplace_fraction(x))
    if x < 0.0:
        return math.log(scalar_cdf(x))
    return math.log1p(-scalar_cdf(-x))


@cache
def _legendre(nodes: int) -> tuple[np.ndarray, np.ndarray]:
    return np.polynomial.legendre.leggauss(nodes)


def panels(splits: Iterable[float] = (), nodes: int = LEGENDRE_NODES.size) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes and weights of the Gaussian measure on panels that end at the given points.

    Panels that are narrow by their ends need fewer nodes.
    """
    splits = np.asarray(list(splits), dtype=float)
    inside = splits[np.abs(splits) < REACH]
    edges = np.unique(np.concatenate([np.arange(-REACH, REACH + PANEL / 2, PANEL), inside]))
    half = np.diff(edges)[:, None] / 2
    middle = ((edges[1:] + edges[:-1]) / 2)[:, None]
    places, weights = _legendre(nodes)
    x = (middle + half * places).ravel()
    return x, (half * weights).ravel() * pdf(x)


def average(function: Callable[[np.ndarray], ArrayLike], splits: Iterable[float] = ()) -> float:
    """Return the average of a function over Dz, to 1e-12 if it is smooth between the given points.

    The function takes an array of nodes. A kink or a jump that is not among ``splits`` costs
    nearly all digits; a feature narrower than 1 wants a split on either side.

    >>> round(average(np.abs, splits=[0.0]) ** 2, 12) == round(2 / math.pi, 12)
    True
    """
    nodes, weights = panels(splits)
    return float(weights @ np.broadcast_to(np.asarray(function(nodes), dtype=float), nodes.shape))


def sign_disagreement(
    angle: ArrayLike, first: ArrayLike = 0.0, second: ArrayLike = 0.0, apart: ArrayLike | None = None
) -> np.ndarray:
    """Return the probability that two Gaussian fields of unit variance differ in sign.  (gaussian.4, gaussian.7)

    Parameters
    ----------
    angle : the angle in [0, pi] whose cosine is the correlation of the fields.
    first, second : the means of the fields.
    apart : first - second, where it is known to more digits than the means have; defaults to their difference.

    >>> float(sign_disagreement(math.pi / 4))
    0.25
    """
    angle = np.asarray(angle, dtype=float)
    first = np.clip(np.asarray(first, dtype=float), -_UNDERFLOW, _UNDERFLOW) + 0.0
    second = np.clip(np.asarray(second, dtype=float), -_UNDERFLOW, _UNDERFLOW) + 0.0
    apart = np.clip(first - second if apart is None else np.asarray(apart, dtype=float), -_UNDERFLOW, _UNDERFLOW)
    # Obtuse angles are acute ones with one field turned round: nothing cancels at an acute angle.
    obtuse = angle > math.pi / 2.0
    narrow = np.maximum(angle, np.abs(apart)) * np.maximum(np.abs(second), 1.0) < _NARROW
    angle = np.where(obtuse, math.pi - angle, angle)
    second = np.where(obtuse, -1.0, 1.0) * second + 0.0
    opposite = (first * second < 0) | ((first * second == 0) & (first + second < 0))
    shifted = 2.0 * (_owen(first, second, angle) + _owen(second, first, angle)) + opposite
    value = np.where((first == 0.0) & (second == 0.0), angle / math.pi, np.clip(shifted, 0.0, 1.0))
    return np.where(obtuse, 1.0 - value, np.where(narrow, _narrow_wedge(angle, second, apart), value))


def _narrow_wedge(angle: np.ndarray, mean: np.ndarray, apart: np.ndarray) -> np.ndarray:
    """Return the probability between two planes that nearly coincide, where Owen's functions cancel.  (gaussian.7)"""
    centre, spread = apart + 2.0 * mean * np.sin(angle / 2.0) ** 2, np.sin(angle)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(centre == 0.0, 0.0, centre / spread)
    inside, edge = special.erf(ratio / math.sqrt(2.0)), pdf(ratio)
    width = 2.0 * spread * edge + centre * inside
    skewed = (centre**2 + spread**2) * inside + 2.0 * centre * spread * edge
    return pdf(mean) * (width - 0.5 * mean * skewed)


def _owen(near: np.ndarray, far: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """Return T(near, (far - near cos)/(near sin)), with the numerator free of cancellation."""
    numerator = (far - near) + 2.0 * near * np.sin(angle / 2.0) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = numerator / (near * np.sin(angle))
    slope = np.where(numerator == 0.0, 0.0, slope)
    return special.owens_t(near, slope)
