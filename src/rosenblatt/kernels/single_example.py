"""One example, one student: the step that the loops over rows and over ensembles share.

A student with one synapse more than there are inputs has an intercept: its last input is always 1.
``weight`` is the example's; the rule multiplies its signal by it.

Each step returns False if the rule's signal is not a number, and then has changed no synapse.
"""

from __future__ import annotations

import numpy as np

from rosenblatt.kernels.compiler import Slot, summing, template
from rosenblatt.rules.base import EMPHASIS, EXAMPLES, GAIN

project, respond, absorb, fold = Slot("project"), Slot("respond"), Slot("absorb"), Slot("fold")
refresh = Slot("refresh")
load, store, add, nothing = Slot("load"), Slot("store"), Slot("add"), Slot("nothing")

TINY_GAIN = 1e-100  # far from the underflow, and reached too seldom for folding to cost anything
HUGE_GAIN = 1e100


@summing
def learn_dense(x, label, weight, synapses, memory, parameters):
    """Learn from one dense input."""
    sums = nothing
    for i in range(x.size):
        sums = add(sums, project(load(synapses, i), np.float64(x[i])))  # base.1
    intercept = synapses.shape[1] > x.size
    if intercept:
        sums = add(sums, project(load(synapses, x.size), 1.0))
    memory[EXAMPLES] += 1.0
    memory[EMPHASIS] = weight
    signal = respond(label, sums, memory, *parameters)  # base.2
    silent = True
    for part in signal:
        if part - part != 0.0:  # NaN or infinite
            return False
        silent = silent and part == 0.0
    if not silent:
        for i in range(x.size):
            store(synapses, i, absorb(load(synapses, i), np.float64(x[i]), signal))  # base.3
        if intercept:
            store(synapses, x.size, absorb(load(synapses, x.size), 1.0, signal))
    fold_gain(synapses, memory)
    refresh(synapses, memory)
    return True


@summing
def learn_sparse(values, columns, intercept, label, weight, synapses, memory, parameters):
    """Learn from one sparse input: only its stored entries are visited."""
    sums = nothing
    for k in range(values.size):
        sums = add(sums, project(load(synapses, columns[k]), np.float64(values[k])))  # base.1
    last = synapses.shape[1] - 1
    if intercept:
        sums = add(sums, project(load(synapses, last), 1.0))
    memory[EXAMPLES] += 1.0
    memory[EMPHASIS] = weight
    signal = respond(label, sums, memory, *parameters)  # base.2
    for part in signal:
        if part - part != 0.0:
            return False
    if intercept:
        store(synapses, last, absorb(load(synapses, last), 1.0, signal))
    for k in range(values.size):
        i = columns[k]
        store(synapses, i, absorb(load(synapses, i), np.float64(values[k]), signal))  # base.3
    fold_gain(synapses, memory)
    refresh(synapses, memory)
    return True


@template
def fold_gain(synapses, memory):
    """Write the gain into the synapses before it underflows or overflows."""
    if memory[GAIN] < TINY_GAIN or memory[GAIN] > HUGE_GAIN:
        for i in range(synapses.shape[1]):
            store(synapses, i, fold(load(synapses, i), memory[GAIN]))
        memory[GAIN] = 1.0
