"""The vector simulation: a teacher and a student, and inputs that are made where they are used."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels.compiler import Slot, specialise, summing
from rosenblatt.kernels.inputs import draw_function
from rosenblatt.kernels.labels import label_slots
from rosenblatt.kernels.random import normal
from rosenblatt.kernels.slots import cell_record, learning_slots, parameter_tuple
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.scenario import Scenario

draw, label_of, learn, scratch_for = Slot("draw"), Slot("label_of"), Slot("learn"), Slot("scratch_for")


@summing
def ensemble(steps, channel, width, drift, teacher, law, state, synapses, cell, parameters):
    n = teacher.size
    x, unit, scratch = np.empty(n), 1.0 / math.sqrt(n), scratch_for(synapses)
    for step in range(steps):
        draw(state, law, x)
        teacher_field = 0.0
        for i in range(n):
            teacher_field += teacher[i] * x[i]
        label = label_of(teacher_field * unit, channel, state)
        if width > 0.0:
            for i in range(n):
                x[i] += width * normal(state)  # input_noise.1
        finite, _ = learn(x, label, 1.0, synapses, cell, scratch, parameters)
        if not finite:
            return step
        if drift > 0.0:
            wander(teacher, drift, state)
    return -1


@summing
def wander(teacher, drift, state):
    """Move the teacher on its sphere.  (teachers.2)"""
    n = teacher.size
    keep, spread = 1.0 - drift / n, np.sqrt(2.0 * drift / n)
    length = 0.0
    for i in range(n):
        teacher[i] = keep * teacher[i] + spread * normal(state)
        length += teacher[i] * teacher[i]
    restore = np.sqrt(n / length)
    for i in range(n):
        teacher[i] *= restore


def ensemble_kernel(rule: Rule, scenario: Scenario) -> Any:
    """Return the compiled loop for a rule in a scenario.

    It is called with (steps, channel, width, drift, teacher, law, state, synapses, cell, parameters), where ``width``
    is the deviation of the student's noise on its inputs, changes teacher, state, synapses and cell in place, and
    returns -1, or the step whose signal is not finite.
    """
    number, vector = types.float64, types.float64[::1]
    student = (types.float64[:, ::1], cell_record(rule), parameter_tuple(rule))
    signature = types.int64(types.int64, vector, number, number, vector, vector, types.uint64[::1], *student)
    drawn = {"draw": draw_function(scenario.inputs), **label_slots(scenario.channel)}
    return specialise(
        ensemble, f"{rule.kernel_title}_{scenario.inputs.name}", signature, {**learning_slots(rule), **drawn}
    )
