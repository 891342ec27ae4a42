"""Many students by the exact chain, one after the other, with one generator: see `rosenblatt.kernels.chain`."""

from __future__ import annotations

from typing import Any

from numba import types

from rosenblatt.kernels.chain import chain, chain_slots
from rosenblatt.kernels.compiler import specialise, template, type_of_numbers
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import Channel


@template
def crowd(steps, n, channel, stretch, drift, weight_decay, state, urn, students, own):
    for k in range(students.shape[0]):
        if chain(steps, n, channel, stretch, drift, weight_decay, state, urn, students[k], own) >= 0:
            return k
    return -1


def crowd_kernel(rule: HebbianRule, channel: Channel) -> Any:
    """Return the compiled loop.

    It is called as that of `chain_kernel`, with a row of ``students`` for each, and returns -1, or the student whose
    modulation is not finite.
    """
    number, vector = types.float64, types.float64[::1]
    own = type_of_numbers(rule.own)
    world = (types.int64, number, vector, number, number, number, types.uint64[::1], vector)
    signature = types.int64(*world, types.float64[:, ::1], own)
    return specialise(crowd, rule.kernel_title, signature, chain_slots(rule, channel))
