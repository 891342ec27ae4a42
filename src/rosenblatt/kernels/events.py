"""The exact chain from mistake to mistake, for rules that change on a mistake only.

Between two mistakes a mistake-driven student keeps its direction (weight decay only shortens it),
so the waiting time is geometric with the present error, and the mistake itself is drawn from the
wedge in which it must lie. With theta the angle between student and teacher:

    events.1   P(mistake) = kappa + (1 - 2 kappa) theta/pi =: error
    events.2   waiting time k = 1, 2, ... with P(k) = error (1 - error)^(k-1)
    events.3   radius sqrt(b^2 + c^2) has the Rayleigh law, whatever the angle
    events.4   student and teacher differ, label kept (weight (1 - kappa) theta/pi of the error):
               b = s rho sin(v),  c = -s rho cos(v),  v uniform in (0, theta),  label = s = +-1
    events.5   they agree, label flipped (weight kappa (1 - theta/pi)): the same with v uniform in
               (theta, pi), label = -s

Exact like `rosenblatt.kernels.chain`, and the same law; the time is counted in mistakes. A tie
(J = 0) is a mistake by itself, and is stepped.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.kernels.chain import NEXT, R_PERP, SEEN, R, chain_signature, chain_slots, learn, of_unit_length
from rosenblatt.kernels.compiler import Slot, specialise, template
from rosenblatt.kernels.random import (
    TAKEN,
    URN,
    chi_square,
    chi_square_law,
    exponential,
    fill_normals,
    normal,
    uniform,
    uniform_and_sign,
)
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import Channel

modulation, normalised, label_of = Slot("modulation"), Slot("normalised"), Slot("label_of")


@template
def events(steps, n, channel, stretch, drift, weight_decay, state, urn, student, own):
    noise = channel[0]
    r, r_perp, seen, following = student[R], student[R_PERP], student[SEEN], student[NEXT]
    last = seen + steps
    law, taken = chi_square_law(n - 2.0), np.int64(state[TAKEN])
    keep, log_keep = 1.0 - weight_decay / n, math.log1p(-weight_decay / n)
    stopped = -1
    while True:
        tie = r == 0.0 and r_perp == 0.0
        angle = math.atan2(r_perp, r)
        error = noise + (1.0 - 2.0 * noise) * angle / math.pi  # events.1
        if following == 0.0:
            wait = 1.0
            if not tie and error == 0.0:
                wait = math.inf  # a student that is the teacher
            elif not tie:
                wait = 1.0 + np.floor(exponential(state) / -math.log1p(-error))  # events.2
            following = seen + wait
        rest = min(following - 1.0, last) - seen  # examples without a mistake
        if weight_decay > 0.0:
            shrink = math.exp(log_keep * rest)
            r *= shrink
            r_perp *= shrink
        seen += rest
        if following > last:
            break
        seen, following = following, 0.0
        if tie:
            b, c = normal(state), normal(state)
            label = label_of(b, channel, state)
        else:
            b, c, label = mistake(angle, error, noise, state)
        strength = modulation(label, r * b + r_perp * c, seen / n, r * r + r_perp * r_perp, own)
        if strength - strength != 0.0:
            stopped = np.int64(seen - (last - steps)) - 1
            break
        if taken == URN:
            fill_normals(state, urn)
            taken = 0
        r, r_perp = learn(keep * r, keep * r_perp, b, c, strength / n, chi_square(urn[taken], state, law))
        taken += 1
        if normalised:
            r, r_perp = of_unit_length(r, r_perp)
    student[R], student[R_PERP], student[SEEN], student[NEXT] = r, r_perp, seen, following
    state[TAKEN] = taken
    return stopped


@template
def mistake(angle, error, noise, state):
    """Return b, c and the label of an example on which student and label differ."""
    radius = math.sqrt(2.0 * exponential(state))  # events.3
    place, s = uniform_and_sign(state)
    v, label = angle * place, s  # events.4
    if noise > 0.0 and uniform(state) * error < noise * (1.0 - angle / math.pi):
        v, label = angle + (math.pi - angle) * place, -s  # events.5
    return s * radius * math.sin(v), -s * radius * math.cos(v), label


def events_kernel(rule: HebbianRule, channel: Channel) -> Any:
    """Return the compiled event-driven chain of a mistake-driven rule.

    It is called like the chain of `chain_kernel`, and must be called without drift, for a teacher that moves between
    two mistakes has to be followed step by step, and without a stretch.
    """
    return specialise(events, rule.kernel_title, chain_signature(rule), chain_slots(rule, channel))
