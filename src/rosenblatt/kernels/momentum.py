"""A Hebbian rule with momentum: by all weights, or by the five numbers that matter.

Write J = R B + R_perp C and V = R_v B + C_v C + W_r D with B, C and D orthogonal and of the same length. For Gaussian
inputs their fields b, c, d and the squared length chi^2 of the rest are independent, so that the five coordinates are a
Markov chain, exactly, for every N >= 4:

    momentum-chain.1   b, c, d ~ N(0, 1),   chi^2 with N - 3 degrees of freedom,   F = F(label, R b + R_perp c)
    momentum-chain.2   R_v <- kept R_v + F b/N,  C_v <- kept C_v + F c/N,
                       W_r^2 <- (kept W_r + F d/N)^2 + F^2 chi^2/N^2
    momentum-chain.3   J <- (1 - Omega/N) J + step V, and the axes C and D are turned until J has no part along D
    momentum-chain.4   normalised: then J <- J/sqrt(Q)
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels.chain import R_PERP, R, chain_slots, of_unit_length
from rosenblatt.kernels.compiler import Slot, specialise, summing, template, type_of_numbers
from rosenblatt.kernels.inputs import draw_function
from rosenblatt.kernels.random import chi_square, chi_square_law, normal
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import Channel, Scenario

# Entries of a student beside R and R_perp: the velocity, and the examples seen.
R_V, C_V, W_R, SEEN, ENTRIES = 2, 3, 4, 5, 6

modulation, normalised, label_of, draw = Slot("modulation"), Slot("normalised"), Slot("label_of"), Slot("draw")


@template
def momentum_chain(steps, n, channel, kept, step, weight_decay, state, student, own):
    r, r_perp, seen = student[R], student[R_PERP], student[SEEN]
    r_v, c_v, w_r = student[R_V], student[C_V], student[W_R]
    keep, law = 1.0 - weight_decay / n, chi_square_law(n - 3.0)
    for example in range(steps):
        b, c = normal(state), normal(state)  # momentum-chain.1
        seen += 1.0
        q_norm = r * r + r_perp * r_perp
        strength = modulation(label_of(b, channel, state), r * b + r_perp * c, seen / n, q_norm, own) / n
        if strength - strength != 0.0:
            return example
        r_v, c_v, w_r = kept * r_v, kept * c_v, kept * w_r
        if strength != 0.0:
            aside = w_r + strength * normal(state)
            rest = chi_square(normal(state), state, law)
            r_v, c_v = r_v + strength * b, c_v + strength * c  # momentum-chain.2
            w_r = math.sqrt(aside * aside + strength * strength * rest)
        along, across = keep * r_perp + step * c_v, step * w_r  # momentum-chain.3
        r, r_perp = keep * r + step * r_v, math.sqrt(along * along + across * across)
        if r_perp > 0.0:
            cosine, sine = along / r_perp, across / r_perp
            c_v, w_r = cosine * c_v + sine * w_r, cosine * w_r - sine * c_v
        if normalised:
            r, r_perp = of_unit_length(r, r_perp)
    student[R], student[R_PERP], student[SEEN] = r, r_perp, seen
    student[R_V], student[C_V], student[W_R] = r_v, c_v, w_r
    return -1


@summing
def momentum_vectors(steps, channel, kept, step, weight_decay, teacher, law, state, weights, velocity, seen, own):
    n = weights.size
    x, unit, keep = np.empty(n), 1.0 / math.sqrt(n), 1.0 - weight_decay / n
    q_norm = np.dot(weights, weights) / n
    for example in range(steps):
        draw(state, law, x)
        seen[0] += 1.0
        label = label_of(np.dot(teacher, x) * unit, channel, state)
        strength = modulation(label, np.dot(weights, x) * unit, seen[0] / n, q_norm, own)
        if strength - strength != 0.0:
            return example
        total = 0.0
        for i in range(n):
            velocity[i] = kept * velocity[i] + strength * unit * x[i]
            weights[i] = keep * weights[i] + step * velocity[i]
            total += weights[i] * weights[i]
        q_norm = total / n
        if normalised and q_norm > 0.0:
            weights /= math.sqrt(q_norm)
            q_norm = 1.0
    return -1


def momentum_chain_kernel(rule: HebbianRule, channel: Channel) -> Any:
    """Return the compiled chain of a rule.

    It is called with (steps, n, channel, kept, step, weight_decay, state, student, own), changes state and student in
    place, and returns -1, or the step at which F is not finite.
    """
    number = types.float64
    world = (types.int64, number, types.float64[::1], number, number, number, types.uint64[::1])
    signature = types.int64(*world, types.float64[::1], type_of_numbers(rule.own))
    return specialise(momentum_chain, rule.kernel_title, signature, chain_slots(rule, channel))


def momentum_vectors_kernel(rule: HebbianRule, scenario: Scenario) -> Any:
    """Return the compiled loop of a rule over all weights.

    It is called with (steps, channel, kept, step, weight_decay, teacher, law, state, weights, velocity, seen, own),
    changes state, weights, velocity and ``seen``, an array of the one number of examples seen, in place, and returns as
    the chain does.
    """
    number, vector = types.float64, types.float64[::1]
    world = (types.int64, vector, number, number, number, vector, vector, types.uint64[::1])
    signature = types.int64(*world, vector, vector, vector, type_of_numbers(rule.own))
    slots = {**chain_slots(rule, scenario.channel), "draw": draw_function(scenario.inputs)}
    return specialise(momentum_vectors, f"{rule.kernel_title}_{scenario.inputs.name}", signature, slots)
