"""Hit-and-run in the version cone: draws of a student that agrees with every label.

    cone.1   the posterior of clean labels:  J ~ N(0, 1) where tau_mu J.S_mu > 0 for all mu; its direction is uniform
    cone.2   a step:  J <- J + t u,  u = L z,  z normal;  t by the law of (1) on the line, a normal law that is cut
             off: in units of 1/|u| about -J.u/|u|^2, drawn by rejection from a uniform one
    cone.3   L, any fixed matrix, is best a root of the posterior's covariance: a cone is long and narrow

A step leaves the posterior as it is; after enough of them a student has forgotten where it began.
"""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.kernels.compiler import cached_njit
from rosenblatt.kernels.random import normal, uniform

REACH = 9.0  # deviations beyond which a normal law has nothing


@cached_njit()
def walk(steps, rows, root, state, student, total):
    """Take so many steps in place, and add up the students into ``total``.

    ``rows`` are tau S, one for each example, ``root`` is L.
    """
    examples, n = rows.shape
    z, u, fields, slopes = np.empty(n), np.empty(n), np.empty(examples), np.empty(examples)
    for k in range(examples):
        fields[k] = 0.0
        for i in range(n):
            fields[k] += rows[k, i] * student[i]
    for _ in range(steps):
        for i in range(n):
            z[i] = normal(state)
        along, square = 0.0, 0.0
        for i in range(n):
            u[i] = 0.0
            for j in range(i + 1):
                u[i] += root[i, j] * z[j]
            along += u[i] * student[i]
            square += u[i] * u[i]
        length, middle = math.sqrt(square), -along / square
        low, high = middle - REACH / length, middle + REACH / length
        for k in range(examples):
            slopes[k] = 0.0
            for i in range(n):
                slopes[k] += rows[k, i] * u[i]
            if slopes[k] > 0.0:
                low = max(low, -fields[k] / slopes[k])
            elif slopes[k] < 0.0:
                high = min(high, -fields[k] / slopes[k])
        if low < high:
            near = min(max(middle, low), high)
            least = (near - middle) * length
            while True:
                t = low + (high - low) * uniform(state)
                place = (t - middle) * length
                if math.log(1.0 - uniform(state)) <= 0.5 * (least * least - place * place):
                    break
            for i in range(n):
                student[i] += t * u[i]
            for k in range(examples):
                fields[k] += t * slopes[k]
        for i in range(n):
            total[i] += student[i]
