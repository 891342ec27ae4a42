"""The exact chain of a rule that is more than a modulation: the Gram matrix of its vectors, as a triangle.

A rule is *isotropic* if its sums are inner products of its vectors and the input, and if what it absorbs is a
linear combination of them: then nothing changes when all vectors are rotated. With inputs N(U, 1), a teacher
along e_1 and U in the plane of e_1 and e_2, turn the rest of the axes so that the m vectors of the rule have
the coordinates of a triangle. Then 2 + m coordinates say all, and an input is so many normals and the length
of what is left of it, for every N >= 3 + m:

    gram-chain.1   S = (q_0 + z_1, v + z_2, z_3, ..., z_{2+m}, chi),  chi^2 with N - 2 - m degrees of freedom
    gram-chain.2   the rule learns from S as from any input of 3 + m components
    gram-chain.3   rotations among the axes from e_3 on make the vectors a triangle again
    gram-chain.4   a teacher that drifts (U = 0), to (1 - delta/N) e_1 + s (z_1, ..., chi), s = sqrt(2 delta)/N, is
                   made the first axis by rotations

So the rule's own functions run, the very ones that learn from data, on a student of a few weights.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels.compiler import Slot, specialise, template
from rosenblatt.kernels.labels import label_slots
from rosenblatt.kernels.random import chi_square, chi_square_law, normal
from rosenblatt.kernels.slots import cell_record, learning_slots, parameter_tuple
from rosenblatt.kernels.triangle import triangulate
from rosenblatt.rules.kinds.synaptic import IsotropicRule
from rosenblatt.scenario import Channel

label_of, learn, scratch_for = Slot("label_of"), Slot("learn"), Slot("scratch_for")

PLANE = 2  # coordinates of teacher and centre


@template
def gram_chain(steps, n, channel, stretch, drift, centre, state, synapses, cell, parameters):
    last = synapses.shape[1] - 1
    x, law, scratch = np.empty(last + 1), chi_square_law(n - last), scratch_for(synapses)
    q0, v = centre
    for step in range(steps):
        for i in range(last):
            x[i] = normal(state)
        x[0] += q0
        x[1] += v
        x[last] = math.sqrt(chi_square(normal(state), state, law))  # gram-chain.1
        label = label_of(x[0], channel, state)
        for i in range(last + 1):
            x[i] *= stretch
        finite, _ = learn(x, label, 1.0, synapses, cell, scratch, parameters)  # gram-chain.2
        if not finite:
            return step
        triangulate(synapses, PLANE)
        if drift > 0.0:
            wander(synapses, drift, n, law, state)
    return -1


@template
def wander(synapses, drift, n, law, state):
    """Move the teacher, and turn the axes until it is the first of them again.  (gram-chain.4)"""
    vectors, axes = synapses.shape
    spread = math.sqrt(2.0 * drift) / n
    teacher = 1.0 - drift / n + spread * normal(state)
    for axis in range(1, axes):
        step = normal(state) if axis < axes - 1 else math.sqrt(chi_square(normal(state), state, law))
        length = math.sqrt(teacher * teacher + spread * spread * step * step)
        cosine, sine = teacher / length, spread * step / length
        for row in range(vectors):
            a, b = synapses[row, 0], synapses[row, axis]
            synapses[row, 0], synapses[row, axis] = cosine * a + sine * b, cosine * b - sine * a
        teacher = length
    triangulate(synapses, PLANE)


def gram_chain_kernel(rule: IsotropicRule, channel: Channel) -> Any:
    """Return the compiled chain of an isotropic rule.

    It is called with (steps, n, channel, stretch, drift, (q0, v), state, synapses, cell, parameters), where ``channel``
    are the numbers of the channel as the student sees it, and ``synapses`` those of a student of `chain_weights`
    weights whose cell says n; it changes state, synapses and cell in place, and returns -1, or the step whose signal is
    not finite.
    """
    number, vector = types.float64, types.float64[::1]
    student = (types.float64[:, ::1], cell_record(rule), parameter_tuple(rule))
    centre = types.UniTuple(number, 2)
    signature = types.int64(types.int64, number, vector, number, number, centre, types.uint64[::1], *student)
    return specialise(gram_chain, rule.kernel_title, signature, {**learning_slots(rule), **label_slots(channel)})


def chain_weights(rule: IsotropicRule) -> int:
    """Return how many coordinates the chain of a rule needs."""
    return PLANE + len(rule.synapse) + 1
