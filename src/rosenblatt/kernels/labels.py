"""Labels inside kernels: what a teacher answers to an input, by the kind of labels that a rule learns from.

answers.1   sign:     label = sgn(b), flipped with probability ``noise``;  sgn(0) = -1
answers.2   linear:   label = b + z, z normal of variance ``noise``
"""

from __future__ import annotations

import math

from numba import njit

from rosenblatt.kernels.random import normal, uniform


@njit
def sign_answer(field, noise, state):
    """Return +1 or -1.  (answers.1)"""
    label = 1.0 if field > 0.0 else -1.0
    if noise > 0.0 and uniform(state) < noise:
        label = -label
    return label


@njit
def linear_answer(field, noise, state):
    """Return a number.  (answers.2)"""
    if noise > 0.0:
        return field + math.sqrt(noise) * normal(state)
    return field


ANSWERS = {"sign": sign_answer, "linear": linear_answer}
