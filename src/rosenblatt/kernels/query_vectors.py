"""The vector simulation of students that choose their own field: all N weights, and inputs made to have that field.

    query-vectors.1   S = z + (x - z.J/|J|) J/|J|,   z ~ N(0, 1) for each component,   so that h = sqrt(Q) x

A Hebbian student is told its field as it was chosen, so that a tie is exactly 0. Other rules sum it up from the input,
and are smooth enough not to see the rounding.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels.chain import chain_slots
from rosenblatt.kernels.compiler import Slot, specialise, summing, type_of_numbers
from rosenblatt.kernels.ensemble import wander
from rosenblatt.kernels.labels import label_slots
from rosenblatt.kernels.query_chain import drawn, stretch_function
from rosenblatt.kernels.random import fill_normals
from rosenblatt.kernels.slots import cell_record, learning_slots, parameter_tuple
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.scenario import Channel, QueryLaw

modulation, normalised, label_of = Slot("modulation"), Slot("normalised"), Slot("label_of")
stretch, learn, scratch_for = Slot("stretch"), Slot("learn"), Slot("scratch_for")

VECTOR, WORDS = types.float64[::1], types.uint64[::1]


@summing
def query_vectors(steps, channel, drift, weight_decay, teacher, low, width, until, state, weights, seen, own):
    n, x = teacher.size, np.empty(teacher.size)
    keep, unit = 1.0 - weight_decay / n, 1.0 / math.sqrt(n)
    for step in range(steps):
        place, length = ask(x, weights, teacher, low, width, until, state)
        label = label_of(field_of(teacher, x) * unit, channel, state)
        field = length * unit * place
        strength = modulation(label, field, (seen + step + 1.0) / n, length * length / n, own)
        if strength - strength != 0.0:
            return step
        for i in range(n):
            weights[i] = keep * weights[i] + strength * unit * x[i]  # hebbian.1
        if normalised:
            restore = math.sqrt(n / field_of(weights, weights))
            for i in range(n):
                weights[i] *= restore
        if drift > 0.0:
            wander(teacher, drift, state)
    return -1


@summing
def query_ensemble(steps, channel, drift, teacher, low, width, until, state, synapses, cell, parameters):
    n, x, scratch = teacher.size, np.empty(teacher.size), scratch_for(synapses)
    for step in range(steps):
        ask(x, synapses[0], teacher, low, width, until, state)
        label = label_of(field_of(teacher, x) / math.sqrt(n), channel, state)
        finite, _ = learn(x, label, 1.0, synapses, cell, scratch, parameters)
        if not finite:
            return step
        if drift > 0.0:
            wander(teacher, drift, state)
    return -1


@summing
def ask(x, weights, teacher, low, width, until, state):
    """Fill ``x`` with an input of the chosen field; return x of the law, and the length of the weights."""
    fill_normals(state, x)
    square = field_of(weights, weights)
    if square == 0.0:
        return 0.0, 0.0
    along, overlap, n = field_of(weights, x), field_of(weights, teacher), teacher.size
    across = math.sqrt(max(square * n - overlap * overlap, 0.0))
    length = math.sqrt(square)
    place = drawn(state, low, width, until) * stretch(overlap, across)
    shift = (place - along / length) / length
    for i in range(n):
        x[i] += shift * weights[i]  # query-vectors.1
    return place, length


@summing
def field_of(weights, x):
    """Return the inner product."""
    total = 0.0
    for i in range(x.size):
        total += weights[i] * x[i]
    return total


def query_vectors_kernel(rule: HebbianRule, channel: Channel, queries: QueryLaw) -> Any:
    """Return the compiled loop of a Hebbian student that asks.

    It is called with (steps, channel, drift, weight_decay, teacher, *cells, state, weights, examples seen, own),
    changes teacher, state and weights in place, and returns -1, or the step at which the modulation is not finite.
    """
    number = types.float64
    world = (VECTOR, number, number, VECTOR, VECTOR, VECTOR, VECTOR, WORDS, VECTOR, number)
    signature = types.int64(types.int64, *world, type_of_numbers(rule.own))
    slots = {**chain_slots(rule, channel), "stretch": stretch_function(queries)}
    return specialise(query_vectors, rule.kernel_title, signature, slots)


def query_ensemble_kernel(rule: Rule, channel: Channel, queries: QueryLaw) -> Any:
    """Return the compiled loop of a student of another kind that asks: one whose first synaptic row is its weights.

    It is called with (steps, channel, drift, teacher, *cells, state, synapses, cell, parameters), changes teacher,
    state, synapses and cell in place, and returns -1, or the step whose signal is not finite.
    """
    number = types.float64
    student = (types.float64[:, ::1], cell_record(rule), parameter_tuple(rule))
    signature = types.int64(types.int64, VECTOR, number, VECTOR, VECTOR, VECTOR, VECTOR, WORDS, *student)
    drawing = {**label_slots(channel), "stretch": stretch_function(queries)}
    return specialise(query_ensemble, rule.kernel_title, signature, {**learning_slots(rule), **drawing})
