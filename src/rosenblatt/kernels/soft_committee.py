"""A soft committee that learns online, by all its weights or by the coordinates that matter.

    committee-loop.1   J_i <- J_i + eta g'(x_i) e S/sqrt(N),  e = sum_n g(y_n) - sum_j g(x_j) + sigma z
    committee-loop.2   vectors: S is N normals
    committee-loop.3   chain: the teacher's M units are the first axes, and the K of the student a triangle in the
                       next K: S is M + K normals and the length of the rest, chi with N - M - K degrees of freedom;
                       after each example the axes are turned until the student's units are a triangle again: exact
                       for every N

Weights are in units of sqrt(N): a unit of the teacher has length 1, and a field is an inner product.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from rosenblatt.kernels.compiler import cached_njit
from rosenblatt.kernels.random import chi_square, chi_square_law, fill_normals, normal
from rosenblatt.kernels.triangle import triangulate


@cached_njit()
def learn_by_vectors(steps, eta, noise, state, students, teachers):
    """Learn from so many examples, in place.  (committee-loop.2)"""
    n = students.shape[1]
    x, fields = np.empty(n), np.empty(students.shape[0])
    for _ in range(steps):
        fill_normals(state, x)
        _learn(x, n, eta, noise, state, students, teachers, fields)


@cached_njit()
def learn_by_chain(steps, n, eta, noise, state, students, teachers):
    """Learn from so many examples with N = n, in place; rows have M + K + 1 coordinates.  (committee-loop.3)"""
    last, units = students.shape[1] - 1, teachers.shape[0]
    x, fields, law = np.empty(last + 1), np.empty(students.shape[0]), chi_square_law(n - last)
    for _ in range(steps):
        for i in range(last):
            x[i] = normal(state)
        x[last] = math.sqrt(chi_square(normal(state), state, law))
        _learn(x, n, eta, noise, state, students, teachers, fields)
        triangulate(students, units)


@njit
def _learn(x, n, eta, noise, state, students, teachers, fields):
    """Let all units learn one example.  (committee-loop.1)"""
    off = noise * normal(state) if noise > 0.0 else 0.0
    for row in range(teachers.shape[0]):
        off += math.erf(np.dot(teachers[row], x) / math.sqrt(2.0))
    for row in range(students.shape[0]):
        fields[row] = np.dot(students[row], x)
        off -= math.erf(fields[row] / math.sqrt(2.0))
    for row in range(students.shape[0]):
        slope = math.sqrt(2.0 / math.pi) * math.exp(-0.5 * fields[row] * fields[row])
        students[row] += eta * slope * off / n * x
