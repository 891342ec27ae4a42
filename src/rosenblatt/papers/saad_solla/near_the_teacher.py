r"""A student near its teacher, K = M and T = 1: J_i = B_i + d_i, to the first order in what it lacks.

    near_the_teacher.1   moments:  m_p = <g'(y)^p> = (2/pi)^(p/2)/sqrt(1 + p);  A = <g' g'^T>, m_2 and m_1^2 beside it
    near_the_teacher.2   across all units of the teacher, D_ik = d_i.d_k/N:
                         dD/dalpha = -eta (A D + D A) + eta^2 <g' g'^T (g'^T D g')> + eta^2 sigma^2 A
    near_the_teacher.3   along them, P_in = d_i.B_n/N:  dP_in/dalpha = -eta sum_j <g'_i g'_j y_n^2> P_jn,
                         a matrix for each n, with <g'^2 y^2> = m_2/3 and <g' y^2> = m_1/2
    near_the_teacher.4   e_g = tr(A D)/2 + terms of the order of P^2

The first and second term of .2 keep D positive, so what decays last, or grows first, is alike for all units: D has one
number on its diagonal and one beside it, and .2 is a matrix of 2 x 2. e_g falls as the slower of D and P^2.
"""

from __future__ import annotations

import math

import numpy as np


def moment(power: int) -> float:
    """Return <g'(y)^power> of a field of variance 1.  (near_the_teacher.1)"""
    return (2.0 / math.pi) ** (power / 2.0) / math.sqrt(1.0 + power)


def drift_across(k: int) -> np.ndarray:
    """Return the matrix of A D + D A, for D's numbers on and beside the diagonal.  (near_the_teacher.2)"""
    a, b = moment(2), moment(1) ** 2
    matrix = 2.0 * np.array([[a, (k - 1) * b], [b, a + (k - 2) * b]])
    return matrix if k > 1 else matrix[:1, :1]


def spread_across(k: int) -> np.ndarray:
    """Return the matrix of <g' g'^T (g'^T D g')>, for the same numbers.  (near_the_teacher.2)"""
    one, two, three, four = (moment(power) for power in (1, 2, 3, 4))
    pair, same = two * one**2, one * three
    on = [four + (k - 1) * two**2, 2 * (k - 1) * same + (k - 1) * (k - 2) * pair]
    beside = [2 * same + (k - 2) * pair, 2 * two**2 + 4 * (k - 2) * pair + (k - 2) * (k - 3) * one**4]
    matrix = np.array([on, beside])
    return matrix if k > 1 else matrix[:1, :1]


def critical_rate_of_moments(k: int) -> float:
    """Return the rate at which D neither grows nor decays.

    >>> round(critical_rate_of_moments(1) / (math.pi * math.sqrt(5.0 / 3.0)), 12)
    1.0
    """
    return 1.0 / float(np.linalg.eigvals(np.linalg.solve(drift_across(k), spread_across(k))).real.max())


def rate_across(k: int, eta: float) -> float:
    """Return the rate at which D decays at last, and with it e_g; below 0 it grows."""
    return -float(np.linalg.eigvals(eta**2 * spread_across(k) - eta * drift_across(k)).real.max())


def rate_along(k: int, eta: float) -> float:
    """Return the rate at which P decays at last; its part of e_g decays twice as fast.  (near_the_teacher.3)"""
    matrix = np.full((k, k), moment(1) ** 2)
    np.fill_diagonal(matrix, moment(2))
    matrix[0], matrix[:, 0] = moment(1) ** 2 / 2.0, moment(1) ** 2 / 2.0
    matrix[0, 0] = moment(2) / 3.0
    return eta * float(np.linalg.eigvalsh(matrix).min())


def noise_floor(k: int, eta: float) -> float:
    """Return e_g/sigma^2 at last, for sigma -> 0: tr(A D)/2 where .2 stands still."""
    a = np.array([moment(2), moment(1) ** 2])[: min(k, 2)]
    d = np.linalg.solve(eta * drift_across(k) - eta**2 * spread_across(k), eta**2 * a)
    return 0.5 * float(k * (a * d * np.array([1.0, k - 1.0])[: len(d)]).sum())


def annealed_floor(k: int, rate: float) -> float:
    """Return the limit of alpha e_g/sigma^2 with eta = rate/alpha: D = x/alpha, -x = rate^2 sigma^2 A - 2 rate A x."""
    one, a = moment(1) ** 2, moment(2)
    eigenvalues = np.array([a + (k - 1) * one, *[a - one] * (k - 1)])
    return 0.5 * float(((rate * eigenvalues) ** 2 / (2.0 * rate * eigenvalues - 1.0)).sum())
