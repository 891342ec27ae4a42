r"""Offline learning of the linear perceptron on a sphere, at any temperature (KC sec. 4).

A student J with |J|^2 = Q N is drawn with probability exp(-E/T), E = sum_mu (sqrt(Q/M) b_mu/r - h_mu)^2/2. With
beta = Q/T, rho its overlap with the teacher, q that of two students, and x = beta (1 - q):

    replica.1   rho = (alpha/r) x/(1 + x)                                                                     (KC 45)
    replica.2   q = (alpha/r^2) x^2/((1 + x)^2 - alpha x^2) (1 - alpha (x - 1)/(x + 1))                       (KC 46)
    replica.3   -beta f/Q = (ln(1 - q) + (q - rho^2)/(1 - q) - alpha ln(1 + x) - alpha beta K/(1 + x))/2,
                K = q + 1/r^2 - 2 rho/r                                                                       (KC 44)
    replica.4   E/(N Q) = (alpha/2) ((1 - q)/(1 + x) + K/(1 + x)^2)
    replica.5   sum b (b - r h)/(r N) = alpha (1/r - rho)/(1 + x),  for M = Q = 1:  from (3), by its slope in 1/r
    replica.6   e_g = (M + Q)/2 - rho sqrt(M Q);   the empirical error is sum (b - h)^2/(2 N), from (4) and (5)  (KC 4)

They are solved for u = r rho = alpha x/(1 + x), which makes them rational, and for w = 1 - rho where it is small:

    replica.7   1 - q = (w (2 - w) - (1 - w)^2 ((1 - r)^2 + 2 r w)/alpha)/(1 - u^2/alpha) = T u/(alpha - u)   (1, 2)
    replica.8   T = 0:  u = alpha if r^2 >= alpha, where the energy vanishes: rho = alpha/r, q = alpha/r^2    (KC 47)
                else q = 1: one student has the least energy

At T = 0 and alpha <= 1, r = sqrt(Q/M) is the standard energy, r = sqrt(alpha) the optimal one, for which q = 1 and
rho = sqrt(alpha), that of the pseudo-inverse. At r -> 0 the students are those of the Hebb rule, rho^2 =
alpha/(1 + alpha). The r of the largest rho at a temperature follows from rho as a function of x alone, r eliminated:

    replica.9   rho^2 = alpha (1 - T x) ((1 + x)^2 - alpha x^2)/((1 + x) (1 + x - alpha (x - 1))),
                largest at an x > 0 if T < 2 alpha/(1 + alpha); else it rises to that of the Hebb rule as r -> 0

KC (53) prints (1 - sqrt(alpha))^2 for the empirical error of the optimal student, per weight; it is half of that.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from scipy.optimize import root_scalar

from rosenblatt import checks


@dataclass(frozen=True)
class Replica:
    """The order parameters of offline learning at one alpha, and what follows from them.

    Attributes
    ----------
    r : the parameter of the energy.
    rho, q : the overlap of a student with the teacher, and of two students with each other.
    free_energy : -beta f/Q, the logarithm of the partition function per weight; None at temperature 0.
    generalisation_error : half the mean square error on a new example.
    empirical_error : half the sum of squared errors on the learnt examples, per weight.
    """

    alpha: float
    r: float
    rho: float
    q: float
    free_energy: float | None
    generalisation_error: float
    empirical_error: float


class _Overlap(NamedTuple):
    """An overlap rho with the teacher and w = 1 - rho, each to its own relative accuracy."""

    rho: float
    missing: float


def replica(alpha: float, *, temperature: float = 0.0, r: float | str = "standard", ratio: float = 1.0) -> Replica:
    """Return the state of offline learning.

    Parameters
    ----------
    alpha : examples per weight.
    temperature : T/Q, 0 or above.
    r : the parameter of the energy; "standard" for sqrt(Q/M), "optimal" for that of the largest overlap, which is
        sqrt(alpha), at most 1, at temperature 0.
    ratio : M/Q, squared length of the teacher over that of the student, which is 1.

    >>> state = replica(0.5)
    >>> round(state.rho, 6), round(state.q, 6), state.empirical_error
    (0.5, 0.5, 0.0)
    >>> round(replica(0.5, r="optimal").rho, 4)
    0.7071
    >>> warm = replica(0.5, temperature=0.1, r="optimal")
    >>> round(warm.r, 4), round(warm.rho, 4)
    (0.3931, 0.6275)
    """
    alpha = checks.positive("alpha", alpha, "It is the number of examples per weight.")
    temperature = checks.not_negative("temperature", temperature, "At 0 the energy is least.")
    ratio = checks.positive("ratio", ratio, "It is the squared length of the teacher, in units of the student's.")
    scale = _parameter(r, alpha, temperature, ratio)
    overlap = _overlap(alpha, temperature, scale)
    return _state(alpha, temperature, scale, ratio, overlap)


def _parameter(r: float | str, alpha: float, temperature: float, ratio: float) -> float:
    if r == "standard":
        return 1.0 / math.sqrt(ratio)
    if r == "optimal":
        return best_parameter(alpha, temperature)
    if isinstance(r, str):
        raise ValueError(f"r must be a number, 'standard' or 'optimal'; got {r!r}. Choose one of these.")
    return checks.positive("r", r, "It divides the teacher's fields.")


def best_parameter(alpha: float, temperature: float = 0.0) -> float:
    """Return the r at which students at a temperature have the largest overlap with the teacher.  (replica.9)

    >>> round(best_parameter(0.64), 6), round(best_parameter(0.64, 0.1), 6)
    (0.8, 0.485412)
    """
    if temperature == 0.0:
        return min(math.sqrt(alpha), 1.0)
    highest = 2.0 * alpha / (1.0 + alpha)
    if temperature >= highest:
        raise ValueError(
            f"temperature must be below 2 alpha/(1 + alpha) = {highest:.4g} for r='optimal'; got {temperature:g}. "
            "Above it the overlap rises as r falls, up to that of the Hebb rule, sqrt(alpha/(1 + alpha)): give a "
            "small r."
        )

    def slope(x: float) -> float:
        """Return that of ln rho^2."""
        left = (1.0 + x) ** 2 - alpha * x * x
        rise = 2.0 * (1.0 + x - alpha * x) / left - 1.0 / (1.0 + x) - (1.0 - alpha) / (1.0 + x - alpha * (x - 1.0))
        return rise - temperature / (1.0 - temperature * x)

    end = 1.0 / temperature if alpha <= 1.0 else min(1.0 / temperature, 1.0 / (math.sqrt(alpha) - 1.0))
    x = root_scalar(slope, bracket=(0.0, end * (1.0 - 1e-12)), method="brentq", xtol=1e-320, rtol=1e-14).root
    return math.sqrt(_scaled_q(alpha, alpha * x / (1.0 + x)) / (1.0 - temperature * x))


def _scaled_q(alpha: float, u: float) -> float:
    """Return r^2 q.  (replica.2)"""
    return u * u * (1.0 + alpha - 2.0 * u) / (alpha - u * u)


def _energy_vanishes(alpha: float, temperature: float, r: float) -> bool:
    """Return whether students fit all examples: they are cold, and a vector of their length does.  (replica.8)"""
    return temperature == 0.0 and alpha <= min(1.0, r * r * (1.0 + 1e-12))


def _overlap(alpha: float, temperature: float, r: float) -> _Overlap:
    """Return the overlap with the teacher."""
    if _energy_vanishes(alpha, temperature, r):
        return _Overlap(alpha / r, 1.0 - alpha / r)  # replica.8

    def by_overlap(rho: float) -> float:
        return _balance(alpha, temperature, r, _Overlap(rho, 1.0 - rho))

    def by_missing(missing: float) -> float:
        return _balance(alpha, temperature, r, _Overlap(1.0 - missing, missing))

    largest = min(min(alpha, math.sqrt(alpha)) / r, 1.0)
    if by_overlap(largest) >= 0.0:  # but for rounding the root is there
        return _Overlap(largest, 1.0 - largest)
    if largest < 0.5 or by_overlap(0.5) < 0.0:
        rho = _root(by_overlap, 0.0, min(largest, 0.5))
        return _Overlap(rho, 1.0 - rho)
    missing = _root(by_missing, 1.0 - largest, 0.5)
    return _Overlap(1.0 - missing, missing)


def _balance(alpha: float, temperature: float, r: float, overlap: _Overlap) -> float:
    """Return the difference of the two sides of (replica.7), up to a factor: it falls through 0 as rho rises.

    (1 - u^2/alpha)/(1 - u/alpha) = 1 + u + u (1 - alpha)/(alpha - u), of which the last term is infinite at the end of
    the range of u for alpha < 1, and 0 for alpha = 1.
    """
    rho, missing = overlap
    u = r * rho
    value = missing * (1.0 + rho) - rho * rho * ((1.0 - r) ** 2 + 2.0 * r * missing) / alpha
    value -= temperature * u / alpha * (1.0 + u)
    if temperature == 0.0 or alpha == 1.0:
        return value
    if alpha < 1.0:
        return (1.0 - u / alpha) * value - temperature * u / alpha * u * (1.0 - alpha) / alpha
    return value + temperature * u / alpha * u * (alpha - 1.0) / (alpha - u)


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    return root_scalar(function, bracket=(low, high), method="brentq", xtol=1e-320, rtol=1e-15).root


def _state(alpha: float, temperature: float, r: float, ratio: float, overlap: _Overlap) -> Replica:
    """Return what follows from the overlap, for Q = 1, M = ratio, by the forms of the equations that do not cancel."""
    rho, missing = overlap
    apart, shrink = _apart_and_shrink(alpha, temperature, r, overlap)
    q = 1.0 - apart
    if q < 0.5:
        q = _scaled_q(alpha, r * rho) / r**2
    spread = q - rho * rho if q < 0.5 else missing * (1.0 + rho) - apart
    free = None
    if temperature > 0.0:
        gap = (1.0 / r - rho) ** 2 + spread  # K
        narrower = math.log1p(-q) if q < 0.5 else math.log(apart)
        stiffer = math.log1p(-r * rho / alpha) if shrink > 0.5 else math.log(shrink)
        free = 0.5 * (narrower + spread / apart + alpha * stiffer - alpha * gap * shrink / temperature)  # replica.3
    root = math.sqrt(ratio)
    if shrink < 0.5:
        bias = root - 1.0 / r + (1.0 / r - rho) * shrink  # the mean of b - h is this part of b: replica.5
    else:
        bias = root - 1.0 + missing - (1.0 - r * rho) * rho / alpha
    empirical = 0.5 * alpha * (bias**2 + spread * shrink**2 + apart * shrink)  # replica.4
    generalisation = 0.5 * (1.0 - root) ** 2 + missing * root  # replica.6
    return Replica(alpha, r, rho, q, free, generalisation, empirical)


def _apart_and_shrink(alpha: float, temperature: float, r: float, overlap: _Overlap) -> tuple[float, float]:
    """Return 1 - q and 1/(1 + x).  (replica.7)"""
    rho, missing = overlap
    u = r * rho
    if _energy_vanishes(alpha, temperature, r):
        return max(1.0 - alpha / r**2, 0.0), 0.0
    if temperature == 0.0 or u < 0.5 * alpha:
        return temperature * u / (alpha - u), 1.0 - u / alpha
    left = missing * (1.0 + rho) - rho * rho * ((1.0 - r) ** 2 + 2.0 * r * missing) / alpha
    apart = left / (1.0 - u * u / alpha)
    return apart, temperature / (temperature + apart)
