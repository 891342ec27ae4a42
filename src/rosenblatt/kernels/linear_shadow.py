"""The exact chain with its linear shadow: what chance did to a student, to first order, with mean 0 at every N.

A *path* y(alpha) = (R, R_perp), any that is fixed beforehand, stands for the student. At each example the shadow sees
the same fields and the same label, but learns with the modulation of the path, less its exact average, and carries
what it has on by the slopes A of the theory's equations:

    linear-shadow.1   F' = F(label, stretch (R b + R_perp c)) at the path's R and R_perp, times stretch
    linear-shadow.2   e1 = F' b - <F' b>,   e2 = F' c - <F' c> + (F'^2 - <F'^2>)/(2 R_perp)
    linear-shadow.3   normalised: only the part of (e1, e2) across (R, R_perp) is kept
    linear-shadow.4   drifting teacher: e1 += sqrt(2 delta) y R_perp, e2 -= sqrt(2 delta) y R, y the normal of chain.4
    linear-shadow.5   z <- z + (A z + e)/N,   z = 0 at the start

b, c and the label do not depend on the student, and the path is fixed: so <e> = 0 exactly, <z> = 0 exactly, for any
path and any A. If the path is the theory's curve and A its slopes, z is the student's deviation from it to first
order: it varies as the student does, and what is left, student - z, varies far less and has the same mean.

A path is a table with a row for each stretch of examples; its columns are named below.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels.chain import (
    R_PERP,
    SEEN,
    R,
    chain_slots,
    learn,
    of_unit_length,
    turned,
)
from rosenblatt.kernels.compiler import Slot, specialise, template, type_of_numbers
from rosenblatt.kernels.random import TAKEN, URN, chi_square, chi_square_law, fill_normals, normal
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import Channel

# The columns of a path: up to which example a row holds, its alpha, R and R_perp there, the averages of (2), A, and
# by what e is multiplied: 1, or 0 where nothing is linear.
UNTIL, ALPHA, AT_R, AT_R_PERP, TOWARD, ACROSS, SQUARED, A11, A12, A21, A22, TAKEN_UP = range(12)

modulation, normalised, label_of = Slot("modulation"), Slot("normalised"), Slot("label_of")


@template
def shadowed_chain(steps, n, channel, stretch, drift, weight_decay, path, shadow, state, urn, student, own):
    r, r_perp, seen = student[R], student[R_PERP], student[SEEN]
    keep = 1.0 - weight_decay / n
    law = chi_square_law(n - 2.0)
    taken, stopped, row = np.int64(state[TAKEN]), -1, 0
    for step in range(steps):
        if taken > URN - 3:
            fill_normals(state, urn)
            taken = 0
        b, c = urn[taken], urn[taken + 1]
        taken += 2
        label = label_of(b, channel, state)
        seen += 1.0
        strength = modulation(label, stretch * (r * b + r_perp * c), seen / n, r * r + r_perp * r_perp, own)
        if strength - strength != 0.0:
            stopped = step
            break
        while seen > path[row, UNTIL]:
            row += 1
        e1, e2 = surprise(path[row], label, b, c, stretch, own)
        r *= keep
        r_perp *= keep
        if strength != 0.0:
            r, r_perp = learn(r, r_perp, b, c, stretch * strength / n, chi_square(urn[taken], state, law))
            taken += 1
            if normalised:
                r, r_perp = of_unit_length(r, r_perp)
        if drift > 0.0:
            along, aside, rest = normal(state), normal(state), chi_square(normal(state), state, law)
            r, r_perp = turned(r, r_perp, drift, n, along, aside, rest)
            e1 += math.sqrt(2.0 * drift) * aside * path[row, AT_R_PERP]  # linear-shadow.4
            e2 -= math.sqrt(2.0 * drift) * aside * path[row, AT_R]
        carry(shadow, path[row], e1, e2, n)
    student[R], student[R_PERP], student[SEEN] = r, r_perp, seen
    state[TAKEN] = taken
    return stopped


@template
def surprise(row, label, b, c, stretch, own):
    """Return what an example adds to the shadow, times N.  (linear-shadow.1 to linear-shadow.3)"""
    r, r_perp = row[AT_R], row[AT_R_PERP]
    q_norm = r * r + r_perp * r_perp
    strength = stretch * modulation(label, stretch * (r * b + r_perp * c), row[ALPHA], q_norm, own)
    e1 = strength * b - row[TOWARD]
    e2 = strength * c - row[ACROSS] + 0.5 * (strength * strength - row[SQUARED]) / r_perp
    if normalised:
        along = (r * e1 + r_perp * e2) / q_norm
        e1 -= along * r
        e2 -= along * r_perp
    return e1, e2


@template
def carry(shadow, row, e1, e2, n):
    """Let the shadow take one step.  (linear-shadow.5)"""
    first, second = shadow[0], shadow[1]
    shadow[0] = first + (row[A11] * first + row[A12] * second + row[TAKEN_UP] * e1) / n
    shadow[1] = second + (row[A21] * first + row[A22] * second + row[TAKEN_UP] * e2) / n


def shadowed_chain_kernel(rule: HebbianRule, channel: Channel) -> Any:
    """Return the compiled chain with its shadow.

    It is called as that of `chain_kernel`, with the path, whose rows must reach beyond the last example, and the
    shadow, two numbers that change in place, after the weight decay.
    """
    number, vector = types.float64, types.float64[::1]
    world = (types.int64, number, vector, number, number, number, types.float64[:, ::1], vector)
    own = type_of_numbers(rule.own)
    signature = types.int64(*world, types.uint64[::1], vector, vector, own)
    return specialise(shadowed_chain, rule.kernel_title, signature, chain_slots(rule, channel))
