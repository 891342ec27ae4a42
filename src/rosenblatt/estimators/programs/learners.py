"""Students of rules that go on learning in whole numbers: see `rosenblatt.export.learners`."""

from __future__ import annotations

import math
from functools import singledispatch
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.export.bit_models import SIGNS, ZERO_ONE
from rosenblatt.export.learners import Learner, bounded, counted
from rosenblatt.rules.bounded import Bounded
from rosenblatt.rules.clipped_hebb import ClippedHebb
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.parts.schedules import Schedule
from rosenblatt.rules.rosenblatt import Rosenblatt

EXACT_BITS = 22  # of eta: weights below 2^30 times eta, and their sums, are then exact


class Student(NamedTuple):
    """What one student has learnt: its weights, intercept last if there is one, and what its inputs are."""

    weights: np.ndarray
    classes: tuple[Any, ...]
    intercept: bool
    inputs: str | None


@singledispatch
def learner_of(rule: Rule, student: Student) -> Learner:
    """Return a student as a learner in whole numbers."""
    raise ValueError(
        f"rule must be clipped-hebb, rosenblatt or bounded to go on learning elsewhere; got {rule.title!r}. "
        "Learn with one of these, or export without learn=True."
    )


@learner_of.register
def _(rule: ClippedHebb, student: Student) -> Learner:
    return _counted(rule, student, 1.0)


@learner_of.register
def _(rule: Rosenblatt, student: Student) -> Learner:
    if isinstance(rule.eta, Schedule):
        raise ValueError("eta must be a number to go on learning in whole numbers; got a schedule. Take a number.")
    if math.ldexp(rule.eta, EXACT_BITS - math.frexp(rule.eta)[1]) % 1.0:
        raise ValueError(
            f"eta must be a number of few binary digits, whose sums have no rounding, to go on learning in whole "
            f"numbers; got {rule.eta:g}. Take eta=1: it only scales the weights."
        )
    return _counted(rule, student, float(rule.eta))


@learner_of.register
def _(rule: Bounded, student: Student) -> Learner:
    if student.inputs not in (None, ZERO_ONE):
        raise ValueError(
            f"inputs of 'bounded' must be 'zero-one'; got {student.inputs!r}. It knows no negative ones: leave it out."
        )
    parameters = {"eta": rule.eta, "inhibition": rule.inhibition, "theta": rule.theta}
    return bounded(student.weights, parameters, student.classes, student.intercept)


def _counted(rule: HebbianRule, student: Student, eta: float) -> Learner:
    if rule.weight_decay > 0.0:
        raise ValueError(
            f"weight_decay must be 0 to go on learning in whole numbers; got {rule.weight_decay:g}. Leave it out."
        )
    inputs = student.inputs or SIGNS
    return counted(rule.name, student.weights, eta, inputs, student.classes, student.intercept)
