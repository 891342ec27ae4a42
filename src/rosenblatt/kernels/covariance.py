"""The rule 'bayes-gaussian' compiled: its loop over rows of data and its ensemble.

`rosenblatt.rules.bayes_gaussian.BayesGaussian.learn` is the specification.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels.compiler import Slot, specialise, summing, template
from rosenblatt.kernels.ensemble import wander
from rosenblatt.kernels.inputs import DRAWS
from rosenblatt.kernels.random import uniform
from rosenblatt.rules.base import EMPHASIS, EXAMPLES, SCALE
from rosenblatt.rules.bayes_gaussian import BayesGaussian
from rosenblatt.rules.evidence import surprise, weighted

draw = Slot("draw")


@summing
def learn_covariance(x, label, weight, synapses, memory, seen, noise):
    """Learn one example; ``seen`` is room for C S. Returns False if the evidence is no number."""
    size, n = synapses.shape[1], x.size
    scale = memory[SCALE]
    memory[EXAMPLES] += 1.0
    memory[EMPHASIS] = weight
    field, variance = 0.0, 0.0
    for i in range(size):
        total = 0.0
        for j in range(n):
            total += synapses[i + 1, j] * x[j]
        if size > n:
            total += synapses[i + 1, n]
        seen[i] = scale * total
        value = x[i] if i < n else 1.0
        field += scale * synapses[0, i] * value
        variance += scale * seen[i] * value
    if variance <= 0.0:
        return True
    root = math.sqrt(variance)
    slope, taken = surprise(label * field / root, noise)
    slope, taken = weighted(slope, taken, weight)
    step, share = label * slope / root, taken / variance
    if variance - variance != 0.0:  # so large that its square is no number
        return False
    if step - step != 0.0 or share - share != 0.0:
        return False
    for i in range(size):
        synapses[0, i] += step * seen[i]
        drop = share * seen[i]
        for j in range(size):
            synapses[i + 1, j] -= drop * seen[j]
    return True


@template
def covariance_rows(x, labels, weights, synapses, memory, noise):
    seen = np.empty(synapses.shape[2])
    for student in range(labels.shape[0]):
        for row in range(x.shape[0]):
            if weights[row] != 0.0 and not learn_covariance(
                x[row], labels[student, row], weights[row], synapses[student], memory[student], seen, noise
            ):
                return row
    return -1


@template
def covariance_ensemble(steps, noise, drift, teacher, mean, state, synapses, memory, own_noise):
    n = teacher.size
    x, seen = np.empty(n), np.empty(n)
    for step in range(steps):
        draw(state, mean, x)
        teacher_field = 0.0
        for i in range(n):
            teacher_field += teacher[i] * x[i]
        label = 1.0 if teacher_field > 0.0 else -1.0
        if noise > 0.0 and uniform(state) < noise:
            label = -label
        if not learn_covariance(x, label, 1.0, synapses, memory, seen, own_noise):
            return step
        if drift > 0.0:
            wander(teacher, drift, state)
    return -1


def covariance_rows_kernel(values: np.dtype) -> Any:
    """Return the compiled loop over rows, called with (x, labels, weights, synapses, memory, noise)."""
    number = types.float32 if values == np.float32 else types.float64
    signature = types.int64(
        types.Array(number, 2, "C", readonly=True),
        types.Array(types.float64, 2, "C", readonly=True),
        types.Array(types.float64, 1, "C", readonly=True),
        types.float64[:, :, ::1],
        types.float64[:, ::1],
        types.float64,
    )
    return specialise(covariance_rows, BayesGaussian.name, signature, {})


def covariance_ensemble_kernel(inputs: str) -> Any:
    """Return the compiled ensemble, called as that of `rosenblatt.kernels.ensemble` with the noise for parameters."""
    number, vector = types.float64, types.float64[::1]
    signature = types.int64(
        types.int64, number, number, vector, vector, types.uint64[::1], types.float64[:, ::1], vector, number
    )
    return specialise(covariance_ensemble, f"{BayesGaussian.name}_{inputs}", signature, {"draw": DRAWS[inputs]})
