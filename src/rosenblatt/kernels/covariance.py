"""One example, one student that keeps the covariance of its weights.  (covariance.1 to covariance.3)"""

from __future__ import annotations

import numpy as np

from rosenblatt.kernels.compiler import Slot, inlined, summing, template

respond = Slot("respond")


@inlined
@summing
def learn_covariance(x, label, sample_weight, synapses, cell, scratch, parameters):
    """Learn from one dense input; ``scratch`` is room for C S."""
    size, n, seen = synapses.shape[1], x.size, scratch
    scale = cell.scale
    cell.examples += 1.0
    cell.sample_weight = sample_weight
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
        variance += scale * seen[i] * value  # covariance.1
    if variance <= 0.0:
        return True, field / scale
    if variance - variance != 0.0:  # so large that its square is not finite
        return False, field / scale
    step, share = respond(label, field, variance, sample_weight, *parameters)  # covariance.2
    if step - step != 0.0 or share - share != 0.0:
        return False, field / scale
    for i in range(size):
        synapses[0, i] += step * seen[i]  # covariance.3
        drop = share * seen[i]
        for j in range(size):
            synapses[i + 1, j] -= drop * seen[j]
    return True, field / scale


@template
def row_scratch(synapses):
    """Return room for one row of the covariance."""
    return np.empty(synapses.shape[1])
