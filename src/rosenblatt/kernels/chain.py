"""The exact chain: teacher and student of a Hebbian rule with N weights, followed by two numbers.

Write J = R B + R_perp C with C a vector of the same length, orthogonal to B. For Gaussian inputs
the two fields b = B.S/sqrt(N), c = C.S/sqrt(N) and the squared length chi^2 of the rest of S are
independent, whatever R and R_perp are. So (R, R_perp) is a Markov chain of its own, exactly, for
every N >= 3, and no N-vector exists:

    chain.1   b, c ~ N(0, 1),   chi^2 with N - 2 degrees of freedom,   h = R b + R_perp c
    chain.2   R <- (1 - Omega/N) R + F b/N
    chain.3   R_perp^2 <- ((1 - Omega/N) R_perp + F c/N)^2 + F^2 chi^2/N^2
    chain.4   drifting teacher: B' = (p B + q C + s (the rest))/l, p = 1 - delta/N + s x, q = s y,
              s = sqrt(2 delta)/N, l^2 = p^2 + q^2 + s^2 chi'^2:  R <- (p R + q R_perp)/l,
              R_perp^2 <- ((q R - p R_perp)^2 + s^2 chi'^2 Q)/l^2
    chain.5   normalised: after (2) and (3) R <- R/sqrt(Q), R_perp <- R_perp/sqrt(Q)
    chain.6   a student that sees inputs of variance v: h and F in (1) to (3) are multiplied by ``stretch``, sqrt(v)

This is the chain of (R, Q) in coordinates that keep their digits when the student is nearly the
teacher: nothing is subtracted from Q. A rule that learns signs so keeps them however small the angle is; one that
learns numbers is driven by label - field, two numbers that share their first digits, and keeps them down to angles of
some 1e-14 (`rosenblatt.simulation.simulate` refuses beyond).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels.compiler import Slot, specialise, template, type_of_numbers
from rosenblatt.kernels.labels import label_slots
from rosenblatt.kernels.random import TAKEN, URN, chi_square, chi_square_law, fill_normals, normal
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import Channel, Start

# Entries of a chain's student: R, R_perp, examples seen, and the example that will be the next
# mistake, if that has been drawn already (else 0).
R, R_PERP, SEEN, NEXT = 0, 1, 2, 3

modulation, normalised, label_of = Slot("modulation"), Slot("normalised"), Slot("label_of")


@template
def chain(steps, n, channel, stretch, drift, weight_decay, state, urn, student, own):
    r, r_perp, seen = student[R], student[R_PERP], student[SEEN]
    keep = 1.0 - weight_decay / n
    law = chi_square_law(n - 2.0)
    taken, stopped = np.int64(state[TAKEN]), -1
    for step in range(steps):
        if taken > URN - 3:
            fill_normals(state, urn)
            taken = 0
        b, c = urn[taken], urn[taken + 1]  # chain.1
        taken += 2
        label = label_of(b, channel, state)
        seen += 1.0
        strength = modulation(label, stretch * (r * b + r_perp * c), seen / n, r * r + r_perp * r_perp, own)
        if strength - strength != 0.0:
            stopped = step
            break
        r *= keep
        r_perp *= keep
        if strength != 0.0:
            r, r_perp = learn(r, r_perp, b, c, stretch * strength / n, chi_square(urn[taken], state, law))
            taken += 1
            if normalised:
                r, r_perp = of_unit_length(r, r_perp)
        if drift > 0.0:
            r, r_perp = wander(r, r_perp, drift, n, law, state)
    student[R], student[R_PERP], student[SEEN] = r, r_perp, seen
    state[TAKEN] = taken
    return stopped


def new_student(start: Start | None = None) -> np.ndarray:
    """Return a student that has learnt nothing; it starts at J = 0, or where it is told to."""
    if start is None:
        return np.zeros(4)
    return np.array([start.r, math.sqrt(max(start.q_norm - start.r * start.r, 0.0)), 0.0, 0.0])


def random_student(n: int, random: np.random.Generator) -> np.ndarray:
    """Return a student of unit length in a random direction."""
    along, across = random.standard_normal(), math.sqrt(random.chisquare(n - 1))
    length = math.hypot(along, across)
    return np.array([along / length, across / length, 0.0, 0.0])


@template
def learn(r, r_perp, b, c, step, rest):
    """Add ``step`` times an input to the student; ``rest`` is the squared length outside the plane."""
    across = r_perp + step * c
    return r + step * b, math.sqrt(across * across + step * step * rest)  # chain.2, chain.3


@template
def of_unit_length(r, r_perp):
    """Bring the student back to Q = 1.  (chain.5)"""
    length = math.sqrt(r * r + r_perp * r_perp)
    return (r / length, r_perp / length) if length > 0.0 else (r, r_perp)


@template
def wander(r, r_perp, drift, n, law, state):
    """Move the teacher.  (chain.4)"""
    along, aside = normal(state), normal(state)
    return turned(r, r_perp, drift, n, along, aside, chi_square(normal(state), state, law))


@template
def turned(r, r_perp, drift, n, along, aside, rest):
    """Return the student after the teacher's step: its noise along B and C, and squared outside.  (chain.4)"""
    spread = math.sqrt(2.0 * drift) / n
    p = 1.0 - drift / n + spread * along
    q = spread * aside
    rest = spread * spread * rest
    squared = p * p + q * q + rest
    across = q * r - p * r_perp
    moved = (across * across + rest * (r * r + r_perp * r_perp)) / squared
    return (p * r + q * r_perp) / math.sqrt(squared), math.sqrt(moved)


def chain_kernel(rule: HebbianRule, channel: Channel) -> Any:
    """Return the compiled chain of a rule.

    It is called with (steps, n, channel, stretch, drift, weight_decay, state, urn, student, own), where ``channel`` are
    the numbers of the channel as the student sees it, changes state, urn and student in place, and returns -1, or the
    step at which the modulation is not finite.
    """
    return specialise(chain, rule.kernel_title, chain_signature(rule), chain_slots(rule, channel))


def chain_slots(rule: HebbianRule, channel: Channel) -> dict[str, Any]:
    """Return what fills the slots of a chain."""
    own = {"modulation": rule.full_modulation, "normalised": rule.normalised}
    return {**own, **label_slots(channel)}


def chain_signature(rule: HebbianRule) -> Any:
    """Return the types of a chain's arguments."""
    number, vector = types.float64, types.float64[::1]
    own = type_of_numbers(rule.own)
    return types.int64(types.int64, number, vector, number, number, number, types.uint64[::1], vector, vector, own)
