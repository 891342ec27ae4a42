"""The exact chain of a Hebbian student that chooses its own field, and its modulation at given fields.

Write J = R B + R_perp C as in `rosenblatt.kernels.chain`. Of an input with the field h = sqrt(Q) x the rest is normal
and orthogonal to J; in the plane of B and C it is a single normal y. So (R, R_perp) is still a Markov chain of its own:

    query-chain.1   x by the law of `rosenblatt.scenario.queries`,  y ~ N(0, 1),  chi^2 with N - 2 degrees of freedom
    query-chain.2   b = cos(theta) x + sin(theta) y,   c = sin(theta) x - cos(theta) y,   h = sqrt(Q) x
    query-chain.3   then chain.2 to chain.5

The field is that number itself: at x = 0 it is 0 and a tie, not a sum that rounding leaves near it.
"""

from __future__ import annotations

import math
from functools import singledispatch
from typing import Any

import numpy as np
from numba import njit, types

from rosenblatt.kernels.chain import R_PERP, SEEN, R, chain_slots, learn, of_unit_length, wander
from rosenblatt.kernels.compiler import Slot, specialise, template, type_of_numbers
from rosenblatt.kernels.random import chi_square, chi_square_law, normal, uniform
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import Channel, QueryLaw, ShrinkingQueries

modulation, normalised, label_of = Slot("modulation"), Slot("normalised"), Slot("label_of")
stretch = Slot("stretch")


@template
def query_chain(steps, n, channel, drift, weight_decay, low, width, until, state, student, own):
    r, r_perp, seen = student[R], student[R_PERP], student[SEEN]
    keep, law = 1.0 - weight_decay / n, chi_square_law(n - 2.0)
    stopped = -1
    for step in range(steps):
        length = math.hypot(r, r_perp)
        cosine, sine = (r / length, r_perp / length) if length > 0.0 else (0.0, 1.0)
        x = drawn(state, low, width, until) * stretch(r, r_perp) if length > 0.0 else normal(state)
        y = normal(state)
        b, c = cosine * x + sine * y, sine * x - cosine * y  # query-chain.2
        label = label_of(b, channel, state)
        seen += 1.0
        strength = modulation(label, length * x, seen / n, length * length, own)
        if strength - strength != 0.0:
            stopped = step
            break
        r, r_perp = keep * r, keep * r_perp
        if strength != 0.0:
            r, r_perp = learn(r, r_perp, b, c, strength / n, chi_square(normal(state), state, law))
            if normalised:
                r, r_perp = of_unit_length(r, r_perp)
        if drift > 0.0:
            r, r_perp = wander(r, r_perp, drift, n, law, state)
    student[R], student[R_PERP], student[SEEN] = r, r_perp, seen
    return stopped


@njit
def drawn(state, low, width, until):
    """Return a number from cells: of `rosenblatt.scenario.queries.Cells`."""
    if until.size == 1:
        return low[0]
    place = uniform(state)
    cell = min(np.searchsorted(until, place, side="right"), until.size - 1)
    before = until[cell - 1] if cell > 0 else 0.0
    return low[cell] + width[cell] * (place - before) / (until[cell] - before)


@njit
def unstretched(r, r_perp):
    """Return 1: fields in units of the student's length."""
    return 1.0


@njit
def by_tangent(r, r_perp):
    """Return tan(theta), of fields that shrink with it; none for a student at a right angle."""
    return r_perp / abs(r) if r != 0.0 else 0.0


@singledispatch
def stretch_function(queries: QueryLaw) -> Any:
    """Return the function (R, R_perp) -> what a number that is drawn from the cells is multiplied by."""
    return unstretched


@stretch_function.register
def _(queries: ShrinkingQueries) -> Any:
    return by_tangent


def query_chain_kernel(rule: HebbianRule, channel: Channel, queries: QueryLaw) -> Any:
    """Return the compiled chain of a rule that asks.

    It is called with (steps, n, channel, drift, weight_decay, *cells, state, student, own), changes state and student
    in place, and returns -1, or the step at which the modulation is not finite.
    """
    number, vector = types.float64, types.float64[::1]
    world = (number, vector, number, number, vector, vector, vector, types.uint64[::1], vector)
    signature = types.int64(types.int64, *world, type_of_numbers(rule.own))
    slots = {**chain_slots(rule, channel), "stretch": stretch_function(queries)}
    return specialise(query_chain, rule.kernel_title, signature, slots)


@template
def strengths(x, length, alpha, own, result):
    """Write F of both labels, -1 and +1, at the fields length * x into the rows of ``result``."""
    for k in range(x.size):
        result[0, k] = modulation(-1.0, length * x[k], alpha, length * length, own)
        result[1, k] = modulation(1.0, length * x[k], alpha, length * length, own)


def strengths_kernel(rule: HebbianRule) -> Any:
    """Return the compiled modulation of a rule at given fields: (x, length, alpha, own, result)."""
    number, vector = types.float64, types.float64[::1]
    own = type_of_numbers(rule.own)
    signature = types.void(vector, number, number, own, types.float64[:, ::1])
    return specialise(strengths, rule.kernel_title, signature, {"modulation": rule.full_modulation})
