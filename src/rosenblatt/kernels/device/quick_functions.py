"""Functions in which rules spend their time, in single precision: exp, erfc and logarithms of double precision are slow.

    quick.1   phi(x), Phi(x), phi(x)/Phi(x) and G of `rosenblatt.gaussian` for x above -4, to 1e-6
    quick.2   eta_0 alpha^(-z), to 1e-6

Farther left, where digits cancel, the functions themselves are called, which is seldom. On a device these stand for
those; what a rule computes of their values has double precision again.
"""

from __future__ import annotations

import math
import types

import numpy as np

from rosenblatt import gaussian
from rosenblatt.kernels.compiler import approximate

LEFT = -4.0
_ROOT, _HALF, _MINUS_HALF = np.float32(math.sqrt(0.5)), np.float32(0.5), np.float32(-0.5)
_PEAK = np.float32(1.0 / gaussian.SQRT_2PI)


def _itself(function: types.FunctionType) -> types.FunctionType:
    """Return a copy of a function, for which nothing stands on a device."""
    return types.FunctionType(function.__code__, function.__globals__, function.__name__)


_cdf, _inverse_mills = _itself(gaussian.scalar_cdf), _itself(gaussian.scalar_inverse_mills)
_squared_surprise = _itself(gaussian.scalar_squared_surprise)


@approximate
def single_pdf(x):
    """Return phi(x) of a number of single precision."""
    return _PEAK * math.exp(_MINUS_HALF * x * x)


def quick_pdf(x):
    return np.float64(single_pdf(np.float32(x)))


def quick_cdf(x):
    if x < LEFT:
        return _cdf(x)
    return np.float64(_HALF * math.erfc(-np.float32(x) * _ROOT))


def quick_inverse_mills(x):
    if x < LEFT:
        return _inverse_mills(x)
    near = np.float32(x)
    return np.float64(single_pdf(near) / (_HALF * math.erfc(-near * _ROOT)))


def quick_squared_surprise(u):
    if u < LEFT:
        return _squared_surprise(u)
    g = quick_inverse_mills(u)
    return g * (g + u)


@approximate
def quick_power_law(alpha, eta_0, z, cap):
    rate = np.float32(eta_0) * math.exp(-np.float32(z) * math.log(np.float32(alpha)))
    return min(cap, np.float64(rate))
