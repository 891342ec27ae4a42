"""Averages over the fields of a soft committee and its teacher, summed over the units that make its error.

    committee-averages.1   sum_c s_c I3(i, j, c)        I3 as in committee.4, for i among the students and any j
    committee-averages.2   sum_{c, e} s_c s_e I4(i, j, c, e)    I4 as in committee.5, for i and j among the students

C is the covariance of all fields, students first, and s the sign of each unit in the error.
"""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.kernels.compiler import cached_njit


@cached_njit()
def third(c, k, signs):
    """Return the sums of I3, of shape (K, K + M).  (committee-averages.1)"""
    units = len(c)
    sums = np.zeros((k, units))
    for i in range(k):
        wide = 1.0 + c[i, i]
        for e in range(units):
            part = signs[e] * 2.0 / (math.pi * wide * math.sqrt(wide * (1.0 + c[e, e]) - c[i, e] * c[i, e]))
            for j in range(units):
                sums[i, j] += part * (c[j, e] * wide - c[i, j] * c[i, e])
    return sums


@cached_njit()
def fourth(c, k, signs):
    """Return the sums of I4, of shape (K, K).  (committee-averages.2)"""
    units = len(c)
    sums, width = np.zeros((k, k)), np.empty(units)
    for i in range(k):
        for j in range(i, k):
            a, b, between = 1.0 + c[i, i], 1.0 + c[j, j], c[i, j]
            l4 = a * b - between * between
            for e in range(units):
                l1 = l4 * (1.0 + c[e, e]) - a * c[j, e] ** 2 - b * c[i, e] ** 2 + 2.0 * between * c[i, e] * c[j, e]
                width[e] = math.sqrt(l1)
            total = 0.0
            for e in range(units):
                for f in range(units):
                    l0 = l4 * c[e, f] - a * c[j, e] * c[j, f] - b * c[i, e] * c[i, f]
                    l0 += between * (c[i, e] * c[j, f] + c[i, f] * c[j, e])
                    total += signs[e] * signs[f] * math.asin(min(max(l0 / (width[e] * width[f]), -1.0), 1.0))
            sums[i, j] = sums[j, i] = 4.0 / math.pi**2 * total / math.sqrt(l4)
    return sums
