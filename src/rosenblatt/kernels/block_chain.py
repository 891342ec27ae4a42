"""The exact chain for inputs with a spectrum: teacher and student of a Hebbian rule, followed by two numbers a block.

In block k, of n_k directions with variance lambda_k, turn the axes so that the teacher's part B_k lies along the first
and the student's J_k in the plane of the first two. All else that matters of an input is the length of what is left of
it in each block: a Markov chain of its own, exactly, for every n_k >= 3, and no N-vector exists:

    block-chain.1   J_k/sqrt(N) = j_k e_1 + l_k e_2,   B_k/sqrt(N) = t_k e_1,   t_k^2 = T_k
    block-chain.2   x_k, y_k ~ N(0, 1),   chi_k^2 with n_k - 2 degrees of freedom
    block-chain.3   b = sum sqrt(lambda_k) t_k x_k,   h = sum sqrt(lambda_k) (j_k x_k + l_k y_k)
    block-chain.4   j_k <- (1 - Omega/N) j_k + F sqrt(lambda_k) x_k/N
    block-chain.5   l_k^2 <- ((1 - Omega/N) l_k + F sqrt(lambda_k) y_k/N)^2 + F^2 lambda_k chi_k^2/N^2
    block-chain.6   normalised: then all are divided by sqrt(Q), Q = sum j_k^2 + l_k^2
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

# Rows of a student, a column for each block: j and l.
ALONG, ACROSS = 0, 1
# Rows of the blocks: sqrt(lambda), t, and the two constants of the law of chi^2.
ROOT, TEACHER, SHAPE, SLOPE = 0, 1, 2, 3

modulation, normalised, label_of = Slot("modulation"), Slot("normalised"), Slot("label_of")


@template
def block_chain(steps, n, channel, weight_decay, seen, blocks, state, student, own):
    count, keep = blocks.shape[1], 1.0 - weight_decay / n
    x, y = np.empty(count), np.empty(count)
    for step in range(steps):
        b, h, q_norm = 0.0, 0.0, 0.0
        for k in range(count):
            x[k], y[k] = blocks[ROOT, k] * normal(state), blocks[ROOT, k] * normal(state)  # block-chain.2
            along, across = student[ALONG, k], student[ACROSS, k]
            b += blocks[TEACHER, k] * x[k]
            h += along * x[k] + across * y[k]  # block-chain.3
            q_norm += along * along + across * across
        label = label_of(b, channel, state)
        strength = modulation(label, h, (seen + step + 1.0) / n, q_norm, own)
        if strength - strength != 0.0:
            return step
        move, length = strength / n, 0.0
        for k in range(count):
            along, across = keep * student[ALONG, k], keep * student[ACROSS, k]
            if strength != 0.0:
                law = (blocks[SHAPE, k], blocks[SLOPE, k])
                rest = move * blocks[ROOT, k]
                along, across = along + move * x[k], across + move * y[k]  # block-chain.4
                across = math.sqrt(across * across + rest * rest * chi_square(normal(state), state, law))
            student[ALONG, k], student[ACROSS, k] = along, across  # block-chain.5
            length += along * along + across * across
        if normalised and strength != 0.0 and length > 0.0:
            for k in range(count):
                student[ALONG, k] /= math.sqrt(length)  # block-chain.6
                student[ACROSS, k] /= math.sqrt(length)
    return -1


def blocks_of(values: np.ndarray, sizes: np.ndarray, powers: np.ndarray) -> np.ndarray:
    """Return the rows of the blocks from eigenvalues, numbers of directions, and the teacher's powers."""
    laws = np.array([chi_square_law(float(size - 2)) for size in sizes])
    return np.ascontiguousarray([np.sqrt(values), np.sqrt(powers), laws[:, 0], laws[:, 1]])


def block_chain_kernel(rule: HebbianRule, channel: Channel) -> Any:
    """Return the compiled chain of a rule.

    It is called with (steps, n, channel, weight_decay, seen, blocks, state, student, own), ``seen`` examples before;
    changes state and student in place, and returns -1, or the step at which the modulation is not finite.
    """
    number, vector, table = types.float64, types.float64[::1], types.float64[:, ::1]
    own = type_of_numbers(rule.own)
    signature = types.int64(types.int64, number, vector, number, number, table, types.uint64[::1], table, own)
    return specialise(block_chain, rule.kernel_title, signature, chain_slots(rule, channel))
