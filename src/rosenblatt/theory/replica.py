r"""Offline learning of the linear perceptron on a sphere, at any temperature (KC sec. 4).

A student J with |J|^2 = Q N is drawn with probability exp(-E/T), E = sum_mu (sqrt(Q/M) b_mu/r - h_mu)^2/2. With
beta = Q/T, rho its overlap with the teacher, q that of two students, and x = beta (1 - q):

    replica.1   rho = (alpha/r) x/(1 + x)                                                                     (KC 45)
    replica.2   q = (alpha/r^2) x^2/((1 + x)^2 - alpha x^2) (1 - alpha (x - 1)/(x + 1))                       (KC 46)
    replica.3   -beta f/Q = (ln(1 - q) + (q - rho^2)/(1 - q) - alpha ln(1 + x) - alpha beta K/(1 + x))/2,
                K = q + 1/r^2 - 2 rho/r                                                                       (KC 44)
    replica.4   E/(N Q) = (alpha/2) ((1 - q)/(1 + x) + K/(1 + x)^2)
    replica.5   sum b h/N = alpha (c M - (c M - rho sqrt(M Q))/(1 + x)),  c = sqrt(Q/M)/r:  from (3), by its slope in c
    replica.6   e_g = (M + Q)/2 - rho sqrt(M Q);   the empirical error is sum (b - h)^2/(2 N), from (4) and (5)  (KC 4)

At T = 0 and alpha <= 1, rho = alpha/r and q = alpha/r^2 (KC 47): r = sqrt(Q/M) is the standard energy, r = sqrt(alpha)
the optimal one, for which q = 1 and rho = sqrt(alpha), that of the pseudo-inverse. KC (53) prints (1 - sqrt(alpha))^2
for the empirical error of the optimal student, per weight; it is half of that.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from scipy.optimize import root_scalar

from rosenblatt import checks


@dataclass(frozen=True)
class Replica:
    """The order parameters of offline learning at one alpha, and what follows from them.

    Attributes
    ----------
    rho, q : the overlap of a student with the teacher, and of two students with each other.
    free_energy : -beta f/Q, the logarithm of the partition function per weight; None at temperature 0.
    generalisation_error : half the mean square error on a new example.
    empirical_error : half the sum of squared errors on the learnt examples, per weight.
    """

    alpha: float
    rho: float
    q: float
    free_energy: float | None
    generalisation_error: float
    empirical_error: float


def replica(alpha: float, *, temperature: float = 0.0, r: float | str = "standard", ratio: float = 1.0) -> Replica:
    """Return the state of offline learning.

    Parameters
    ----------
    alpha : examples per weight.
    temperature : T/Q, 0 or above.
    r : the parameter of the energy; "standard" for sqrt(Q/M), "optimal" for sqrt(alpha), at most 1.
    ratio : M/Q, squared length of the teacher over that of the student, which is 1.

    >>> state = replica(0.5)
    >>> round(state.rho, 6), round(state.q, 6), state.empirical_error
    (0.5, 0.5, 0.0)
    >>> round(replica(0.5, r="optimal").rho, 4)
    0.7071
    """
    alpha = checks.positive("alpha", alpha, "It is the number of examples per weight.")
    temperature = checks.not_negative("temperature", temperature, "At 0 the energy is least.")
    ratio = checks.positive("ratio", ratio, "It is the squared length of the teacher, in units of the student's.")
    scale = _parameter(r, alpha, ratio)
    x = _solve(alpha, temperature, scale)
    return _state(alpha, temperature, scale, ratio, x)


def _parameter(r: float | str, alpha: float, ratio: float) -> float:
    if r == "standard":
        return 1.0 / math.sqrt(ratio)
    if r == "optimal":
        return min(math.sqrt(alpha), 1.0)
    if isinstance(r, str):
        raise ValueError(f"r must be a number, 'standard' or 'optimal'; got {r!r}. Choose one of these.")
    return checks.positive("r", r, "It divides the teacher's fields.")


def _overlap(alpha: float, r: float, x: float) -> float:
    """Return q.  (replica.2)"""
    if math.isinf(x):
        return alpha / r**2
    return alpha / r**2 * x * x / ((1.0 + x) ** 2 - alpha * x * x) * (1.0 - alpha * (x - 1.0) / (x + 1.0))


def _solve(alpha: float, temperature: float, r: float) -> float:
    """Return x; infinite where no energy is left at temperature 0."""
    highest = math.inf if alpha <= 1.0 else 1.0 / (math.sqrt(alpha) - 1.0)
    if temperature == 0.0:
        if alpha <= 1.0:
            if alpha > r * r * (1.0 + 1e-12):
                raise ValueError(
                    f"r must be sqrt(alpha) = {math.sqrt(alpha):.4g} or more; got {r:g}. "
                    "No vector of that length fits the examples so scaled."
                )
            return math.inf
        # beta is infinite: students become one, q = 1.
        return _root(lambda x: 1.0 - _overlap(alpha, r, x), 1e-12, highest * (1.0 - 1e-12))
    beta = 1.0 / temperature
    end = min(beta, highest * (1.0 - 1e-13))
    return _root(lambda x: x - beta * (1.0 - _overlap(alpha, r, x)), 0.0, end)


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    return root_scalar(function, bracket=(low, high), method="brentq", xtol=1e-15).root


def _state(alpha: float, temperature: float, r: float, ratio: float, x: float) -> Replica:
    """Return what follows from x, for Q = 1, M = ratio."""
    unfinished = not math.isinf(x)
    rho = alpha / r * (x / (1.0 + x) if unfinished else 1.0)  # replica.1
    q = _overlap(alpha, r, x) if temperature > 0.0 or not unfinished else 1.0
    gap = q + 1.0 / r**2 - 2.0 * rho / r
    shrink = 1.0 / (1.0 + x) if unfinished else 0.0
    energy = 0.5 * alpha * ((1.0 - q) * shrink + gap * shrink**2)  # replica.4
    c, root = 1.0 / (math.sqrt(ratio) * r), math.sqrt(ratio)
    mixed = alpha * (c * ratio - (c * ratio - rho * root) * shrink)  # replica.5
    square = 2.0 * energy - c * c * alpha * ratio + 2.0 * c * mixed
    empirical = 0.5 * alpha * ratio - mixed + 0.5 * square
    free = None
    if temperature > 0.0:
        free = 0.5 * (
            math.log(1.0 - q)
            + (q - rho * rho) / (1.0 - q)
            - alpha * math.log(1.0 + x)
            - alpha * gap * shrink / temperature
        )
    generalisation = 0.5 * (1.0 + ratio) - rho * root  # replica.6
    return Replica(alpha, rho, q, free, generalisation, max(empirical, 0.0))
