"""The vector simulation: a teacher and a student, and inputs that are made where they are used."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels import synapses as tuples
from rosenblatt.kernels.answers import ANSWERS
from rosenblatt.kernels.compiler import Slot, specialise, summing
from rosenblatt.kernels.example import learn_dense
from rosenblatt.kernels.inputs import DRAWS
from rosenblatt.kernels.random import normal
from rosenblatt.rules.base import Rule

draw, answer = Slot("draw"), Slot("answer")


@summing
def ensemble(steps, noise, drift, teacher, mean, state, synapses, memory, parameters):
    n = teacher.size
    x, unit = np.empty(n), 1.0 / math.sqrt(n)
    for step in range(steps):
        draw(state, mean, x)
        teacher_field = 0.0
        for i in range(n):
            teacher_field += teacher[i] * x[i]
        label = answer(teacher_field * unit, noise, state)  # scenario.1
        if not learn_dense(x, label, 1.0, synapses, memory, parameters):
            return step
        if drift > 0.0:
            wander(teacher, drift, state)
    return -1


@summing
def wander(teacher, drift, state):
    """Move the teacher on its sphere.  (scenario.3)"""
    n = teacher.size
    keep, spread = 1.0 - drift / n, np.sqrt(2.0 * drift / n)
    length = 0.0
    for i in range(n):
        teacher[i] = keep * teacher[i] + spread * normal(state)
        length += teacher[i] * teacher[i]
    restore = np.sqrt(n / length)
    for i in range(n):
        teacher[i] *= restore


def ensemble_kernel(rule: Rule, inputs: str) -> Any:
    """Return the compiled loop for a rule and a law of inputs.

    It is called with (steps, noise, drift, teacher, mean, state, synapses, memory, parameters), changes
    teacher, state, synapses and memory in place, and returns -1, or the step whose signal was no number.
    """
    vector = types.float64[::1]
    signature = types.int64(
        types.int64,
        types.float64,
        types.float64,
        vector,
        vector,
        types.uint64[::1],
        types.float64[:, ::1],
        vector,
        types.UniTuple(types.float64, len(rule.parameters)),
    )
    return specialise(
        ensemble,
        f"{rule.name}_{inputs}",
        signature,
        {**tuples.fillings(rule), "draw": DRAWS[inputs], "answer": ANSWERS[rule.labels]},
    )
