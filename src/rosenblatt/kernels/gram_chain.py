"""The exact chain of a rule that is more than a modulation: the Gram matrix of its vectors, as a triangle.

A rule is *isotropic* if its sums are inner products of its vectors and the input, and if what it absorbs is a
linear combination of them: then nothing changes when all vectors are rotated. With inputs N(U, 1), a teacher
along e_1 and U in the plane of e_1 and e_2, turn the rest of the axes so that the m vectors of the rule have
the coordinates of a triangle. Then 2 + m coordinates say all, and an input is so many normals and the length
of what is left of it, for every N >= 3 + m:

    gram-chain.1   S = (q_0 + z_1, v + z_2, z_3, ..., z_{2+m}, chi),  chi^2 with N - 2 - m degrees of freedom
    gram-chain.2   the rule learns from S as from any input of 3 + m components
    gram-chain.3   rotations among the axes from e_3 on make the vectors a triangle again

So the rule's own functions run, the very ones that learn from data, on a student of a few weights.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels import synapses as tuples
from rosenblatt.kernels.compiler import specialise, template
from rosenblatt.kernels.example import learn_dense
from rosenblatt.kernels.random import chi_square, chi_square_law, normal, uniform
from rosenblatt.rules.base import Rule

PLANE = 2  # coordinates of teacher and centre


@template
def gram_chain(steps, n, noise, q0, v, state, synapses, memory, parameters):
    last = synapses.shape[1] - 1
    x, law = np.empty(last + 1), chi_square_law(n - last)
    for step in range(steps):
        for i in range(last):
            x[i] = normal(state)
        x[0] += q0
        x[1] += v
        x[last] = math.sqrt(chi_square(normal(state), state, law))  # gram-chain.1
        label = 1.0 if x[0] > 0.0 else -1.0
        if noise > 0.0 and uniform(state) < noise:
            label = -label
        if not learn_dense(x, label, 1.0, synapses, memory, parameters):  # gram-chain.2
            return step
        triangulate(synapses)
    return -1


@template
def triangulate(synapses):
    """Rotate the axes beyond the plane until the last vector has one of them, the next one two ...  (gram-chain.3)

    The weights, which come first in a synapse, so come last here: what they have beyond the others keeps its digits.
    """
    vectors, axes = synapses.shape
    for k in range(vectors - 1, -1, -1):
        first = PLANE + vectors - 1 - k
        for axis in range(first + 1, axes):
            along, across = synapses[k, first], synapses[k, axis]
            if across == 0.0:
                continue
            length = math.sqrt(along * along + across * across)
            cosine, sine = along / length, across / length
            for row in range(k + 1):
                a, b = synapses[row, first], synapses[row, axis]
                synapses[row, first], synapses[row, axis] = cosine * a + sine * b, cosine * b - sine * a
            synapses[k, axis] = 0.0


def gram_chain_kernel(rule: Rule) -> Any:
    """Return the compiled chain of an isotropic rule.

    It is called with (steps, n, noise, q0, v, state, synapses, memory, parameters), where ``synapses`` are those
    of a student of `chain_weights` weights whose memory says n; it changes state, synapses and memory in place,
    and returns -1, or the step whose signal was no number.
    """
    number, vector = types.float64, types.float64[::1]
    signature = types.int64(
        types.int64,
        number,
        number,
        number,
        number,
        types.uint64[::1],
        types.float64[:, ::1],
        vector,
        types.UniTuple(number, len(rule.parameters)),
    )
    return specialise(gram_chain, rule.name, signature, tuples.fillings(rule))


def chain_weights(rule: Rule) -> int:
    """Return how many coordinates the chain of a rule needs."""
    return PLANE + len(rule.synapse) + 1
