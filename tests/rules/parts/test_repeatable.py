"""Functions of rules: those that chance, a clock or an earlier call has a say in are refused."""

from __future__ import annotations

import math
import random
import time
import uuid
from random import gauss
from time import perf_counter

import numpy as np
import pytest
from numba import njit
from numpy.random import rand

import rosenblatt as rb
from rosenblatt.kernels.compiler import Slot, specialise, template
from rosenblatt.rules.parts.repeatable import check_repeatable

rng = np.random.default_rng(0)
calls = 0
filled = Slot("filled")


@template
def call_filled(x):
    return filled(x)


def draws(x):
    return x * random.random()


@njit
def draws_compiled(x):
    return x * np.random.rand()  # noqa: NPY002


def counts(label, field):
    global calls
    calls += 1
    return label


CHANGING = {
    "random": lambda label, field: label * random.random(),
    "gauss": lambda label, field: label * gauss(0.0, 1.0),
    "np.random": lambda label, field: label * np.random.normal(),  # noqa: NPY002
    "rand": lambda label, field: label * rand(),  # noqa: NPY002
    "rng": lambda label, field: label * rng.random(),
    "time": lambda label, field: label * (time.time() % 1.0),
    "perf_counter": lambda label, field: label * perf_counter(),
    "uuid": lambda label, field: label * uuid.uuid4().int,
    "hash": lambda label, field: label * hash(str(field)),
    "a function that draws": lambda label, field: draws(label),
    "a compiled function that draws": lambda label, field: draws_compiled(label),
    "a draw inside": lambda label, field: sum([random.random() for _ in range(3)]),
}


@pytest.mark.parametrize("what", CHANGING)
def test_a_rule_that_changes_with_each_call_is_refused(what):
    with pytest.raises(ValueError, match=r"must give the same value for the same arguments; got one that uses \w+"):
        rb.rule(CHANGING[what])


def test_a_rule_that_sets_something_outside_is_refused():
    seen = 0.0

    def remembers(label, field):
        nonlocal seen
        seen += field
        return label

    with pytest.raises(ValueError, match="must leave everything outside as it is; got one that sets calls"):
        rb.rule(counts)
    with pytest.raises(ValueError, match="got one that sets seen"):
        rb.rule(remembers)
    assert calls == seen == 0


def test_a_schedule_and_whatever_else_goes_into_a_kernel_are_looked_at():
    with pytest.raises(ValueError, match="got one that uses random"):
        rb.Rosenblatt(eta=lambda alpha: random.random())
    with pytest.raises(ValueError, match="got one that uses random"):
        specialise(call_filled, "draws", "float64(float64)", {"filled": draws})


def test_names_that_only_look_like_chance_are_not_refused():
    outer = 2.0

    def random(x):  # no chance in it
        return outer * x

    def quiet(label, field):
        time = np.tanh(random(field))  # np.random is not read, though both names are
        return sum([label * time for _ in range(2)]) + math.erf(field)

    check_repeatable(quiet)
    check_repeatable(abs)
