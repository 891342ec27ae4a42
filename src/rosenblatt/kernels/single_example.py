"""One example, one student: the step that the loops over rows and over ensembles share, for rules that are functions
of a synapse. `covariance` has it for rules that keep a covariance.

A student with one synapse more than there are inputs has an intercept: its last input is always 1. A step returns
whether the rule's signal is finite (if it is not, no synapse has been changed), and the field before it. It is part of
its loop, so that a field, or a sum, that nobody uses costs nothing.
"""

from __future__ import annotations

import numpy as np

from rosenblatt.kernels.compiler import Slot, inlined, summing, template

project, respond, absorb, fold = Slot("project"), Slot("respond"), Slot("absorb"), Slot("fold")
refresh, field_of = Slot("refresh"), Slot("field")
load, store, add, nothing = Slot("load"), Slot("store"), Slot("add"), Slot("nothing")

TINY_GAIN = 1e-100  # far from the underflow, and reached too seldom for folding to cost anything
HUGE_GAIN = 1e100


@inlined
@summing
def learn_dense(x, label, sample_weight, synapses, cell, scratch, parameters):
    """Learn from one dense input; ``scratch`` is not used."""
    sums = nothing
    for i in range(x.size):
        sums = add(sums, project(load(synapses, i), np.float64(x[i])))  # compiled.1
    intercept = synapses.shape[1] > x.size
    if intercept:
        sums = add(sums, project(load(synapses, x.size), 1.0))
    field = field_of(sums, cell, *parameters)
    cell.examples += 1.0
    cell.sample_weight = sample_weight
    signal = respond(label, sums, cell, *parameters)  # compiled.2
    silent = True
    for part in signal:
        if part - part != 0.0:  # NaN or infinite
            return False, field
        silent = silent and part == 0.0
    if not silent:
        for i in range(x.size):
            store(synapses, i, absorb(load(synapses, i), np.float64(x[i]), signal))  # compiled.3
        if intercept:
            store(synapses, x.size, absorb(load(synapses, x.size), 1.0, signal))
    fold_gain(synapses, cell)
    refresh(synapses, cell)
    return True, field


@inlined
@summing
def learn_sparse(values, columns, intercept, label, sample_weight, synapses, cell, parameters):
    """Learn from one sparse input: only its stored entries are visited."""
    sums = nothing
    for k in range(values.size):
        sums = add(sums, project(load(synapses, columns[k]), np.float64(values[k])))  # compiled.1
    last = synapses.shape[1] - 1
    if intercept:
        sums = add(sums, project(load(synapses, last), 1.0))
    field = field_of(sums, cell, *parameters)
    cell.examples += 1.0
    cell.sample_weight = sample_weight
    signal = respond(label, sums, cell, *parameters)  # compiled.2
    for part in signal:
        if part - part != 0.0:
            return False, field
    if intercept:
        store(synapses, last, absorb(load(synapses, last), 1.0, signal))
    for k in range(values.size):
        i = columns[k]
        store(synapses, i, absorb(load(synapses, i), np.float64(values[k]), signal))  # compiled.3
    fold_gain(synapses, cell)
    refresh(synapses, cell)
    return True, field


@template
def fold_gain(synapses, cell):
    """Write the gain into the synapses before it underflows or overflows."""
    if cell.gain < TINY_GAIN or cell.gain > HUGE_GAIN:
        for i in range(synapses.shape[1]):
            store(synapses, i, fold(load(synapses, i), cell.gain))
        cell.gain = 1.0


@template
def no_scratch(synapses):
    """Return no room: a step over synapses needs none."""
    return np.empty(0)
