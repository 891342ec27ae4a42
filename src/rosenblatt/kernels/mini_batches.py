"""Batches of a Hebbian rule whose fields are all those of the old student: by all weights, or by two numbers.

Write J = R B + R_perp C as in `chain`. Within a batch J stands still, so the examples of a batch are independent: what
they add outside the plane of B and C is, given all F, a normal vector of variance sum F^2 in each direction,

    batch-chain.1   b, c ~ N(0, 1) for each of the m examples,  F = F(label, R b + R_perp c)
    batch-chain.2   R <- (1 - Omega m/N) R + sum F b/N
    batch-chain.3   R_perp^2 <- ((1 - Omega m/N) R_perp + sum F c/N)^2 + chi^2 sum F^2/N^2,   chi^2 with N - 2 degrees
                    of freedom, once for a batch
    batch-chain.4   normalised: then R <- R/sqrt(Q), R_perp <- R_perp/sqrt(Q)

and this is the exact process for every N >= 3 and Gaussian inputs. F takes alpha at the end of its batch.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels.chain import R_PERP, SEEN, R, chain_slots, of_unit_length
from rosenblatt.kernels.compiler import Slot, specialise, summing, template, type_of_numbers
from rosenblatt.kernels.inputs import draw_function
from rosenblatt.kernels.random import chi_square, chi_square_law, normal
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import Channel, Scenario

modulation, normalised, label_of, draw = Slot("modulation"), Slot("normalised"), Slot("label_of"), Slot("draw")


@template
def batch_chain(batches, size, n, channel, weight_decay, state, student, own):
    r, r_perp, seen = student[R], student[R_PERP], student[SEEN]
    keep, law = 1.0 - weight_decay * size / n, chi_square_law(n - 2.0)
    for batch in range(batches):
        seen += size
        toward, across, squared, q_norm = 0.0, 0.0, 0.0, r * r + r_perp * r_perp
        for example in range(size):
            b, c = normal(state), normal(state)  # batch-chain.1
            strength = modulation(label_of(b, channel, state), r * b + r_perp * c, seen / n, q_norm, own)
            if strength - strength != 0.0:
                return batch * size + example
            toward += strength * b
            across += strength * c
            squared += strength * strength
        aside, outside = keep * r_perp + across / n, chi_square(normal(state), state, law) / n
        r = keep * r + toward / n  # batch-chain.2
        r_perp = math.sqrt(aside * aside + squared / n * outside)  # batch-chain.3
        if normalised:
            r, r_perp = of_unit_length(r, r_perp)
    student[R], student[R_PERP], student[SEEN] = r, r_perp, seen
    return -1


@summing
def batch_vectors(batches, size, channel, weight_decay, teacher, law, state, weights, seen, own):
    n = weights.size
    x, total, unit, keep = np.empty(n), np.empty(n), 1.0 / math.sqrt(n), 1.0 - weight_decay * size / n
    for batch in range(batches):
        seen[0] += size
        total[:] = 0.0
        q_norm = np.dot(weights, weights) / n
        for example in range(size):
            draw(state, law, x)
            label = label_of(np.dot(teacher, x) * unit, channel, state)
            strength = modulation(label, np.dot(weights, x) * unit, seen[0] / n, q_norm, own)
            if strength - strength != 0.0:
                return batch * size + example
            for i in range(n):
                total[i] += strength * unit * x[i]
        for i in range(n):
            weights[i] = keep * weights[i] + total[i]
        length = np.dot(weights, weights) / n
        if normalised and length > 0.0:
            weights /= math.sqrt(length)
    return -1


def batch_chain_kernel(rule: HebbianRule, channel: Channel) -> Any:
    """Return the compiled chain of a rule.

    It is called with (batches, size, n, channel, weight_decay, state, student, own), where ``student`` is that of a
    `chain`; it changes state and student in place, and returns -1, or the example at which F is not finite.
    """
    number = types.float64
    world = (types.int64, types.int64, number, types.float64[::1], number, types.uint64[::1])
    signature = types.int64(*world, types.float64[::1], type_of_numbers(rule.own))
    return specialise(batch_chain, rule.kernel_title, signature, chain_slots(rule, channel))


def batch_vectors_kernel(rule: HebbianRule, scenario: Scenario) -> Any:
    """Return the compiled loop of a rule over all weights.

    It is called with (batches, size, channel, weight_decay, teacher, law, state, weights, seen, own), changes state,
    weights and ``seen``, an array of the one number of examples seen, in place, and returns as the chain does.
    """
    number, vector = types.float64, types.float64[::1]
    world = (types.int64, types.int64, vector, number, vector, vector, types.uint64[::1])
    signature = types.int64(*world, vector, vector, type_of_numbers(rule.own))
    slots = {**chain_slots(rule, scenario.channel), "draw": draw_function(scenario.inputs)}
    return specialise(batch_vectors, f"{rule.kernel_title}_{scenario.inputs.name}", signature, slots)
