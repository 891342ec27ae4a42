"""The exact chain for inputs around a vector U: teacher, centre and student, followed by three numbers.

With B and U fixed, the student is known by its components along B, along the part of U that is orthogonal
to B, and by the length of the rest, which is the Gram matrix of the three vectors written as a triangle.
For inputs N(U, 1) it is a Markov chain of its own, exactly, for every N >= 4:

    shifted-chain.1   J/sqrt(N) = R e_1 + s_2 e_2 + s_3 e_3,   U = q_0 e_1 + v e_2,   v^2 = u^2 - q_0^2
    shifted-chain.2   b = q_0 + z_1,   c = v + z_2,   z_1, z_2, z_3 ~ N(0, 1),   chi^2 with N - 3 degrees of freedom
    shifted-chain.3   h = R b + s_2 c + s_3 z_3,   R <- R + F b/N,   s_2 <- s_2 + F c/N
    shifted-chain.4   s_3^2 <- (s_3 + F z_3/N)^2 + F^2 chi^2/N^2
    shifted-chain.5   normalised: then all three are divided by sqrt(Q), Q = R^2 + s_2^2 + s_3^2
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels.chain import chain_slots
from rosenblatt.kernels.compiler import Slot, specialise, template, type_of_numbers
from rosenblatt.kernels.random import chi_square, chi_square_law, normal
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import Channel

# Entries of the student: R, s_2, s_3 and examples seen.
R, ACROSS, REST, SEEN = 0, 1, 2, 3

modulation, normalised, label_of = Slot("modulation"), Slot("normalised"), Slot("label_of")


@template
def shifted_chain(steps, n, channel, weight_decay, q0, v, state, student, own):
    r, s_2, s_3, seen = student[R], student[ACROSS], student[REST], student[SEEN]
    keep, law = 1.0 - weight_decay / n, chi_square_law(n - 3.0)
    stopped = -1
    for step in range(steps):
        b, c, z_3 = q0 + normal(state), v + normal(state), normal(state)  # shifted-chain.2
        label = label_of(b, channel, state)
        seen += 1.0
        q_norm = r * r + s_2 * s_2 + s_3 * s_3
        strength = modulation(label, r * b + s_2 * c + s_3 * z_3, seen / n, q_norm, own)
        if strength - strength != 0.0:
            stopped = step
            break
        r, s_2, s_3 = keep * r, keep * s_2, keep * s_3
        if strength != 0.0:
            move = strength / n
            r, s_2, s_3 = r + move * b, s_2 + move * c, s_3 + move * z_3  # shifted-chain.3
            s_3 = math.sqrt(s_3 * s_3 + move * move * chi_square(normal(state), state, law))  # shifted-chain.4
            if normalised:
                length = math.sqrt(r * r + s_2 * s_2 + s_3 * s_3)
                r, s_2, s_3 = r / length, s_2 / length, s_3 / length  # shifted-chain.5
    student[R], student[ACROSS], student[REST], student[SEEN] = r, s_2, s_3, seen
    return stopped


def new_shifted_student(rule: HebbianRule, n: int, random: np.random.Generator) -> np.ndarray:
    """Return a student that knows nothing; a normalised one has a random direction."""
    if not rule.normalised:
        return np.zeros(4)
    direction = np.array([random.standard_normal(), random.standard_normal(), math.sqrt(random.chisquare(n - 2))])
    return np.append(direction / np.linalg.norm(direction), 0.0)


def shifted_chain_kernel(rule: HebbianRule, channel: Channel) -> Any:
    """Return the compiled chain of a rule.

    It is called with (steps, n, channel, weight_decay, q0, v, state, student, own), changes state and student in
    place, and returns -1, or the step at which the modulation is not finite.
    """
    number, own = types.float64, type_of_numbers(rule.own)
    signature = types.int64(
        types.int64, number, types.float64[::1], number, number, number, types.uint64[::1], types.float64[::1], own
    )
    return specialise(shifted_chain, rule.kernel_title, signature, chain_slots(rule, channel))
