"""The random numbers of a label on a device: what `rosenblatt.kernels.random` gives, drawn by place.

The functions that say a label are those of `rosenblatt.kernels.labels`; on a device `uniform` and `normal` stand for the
functions of these names there. ``state`` is (words, keys): the counter of a step, with how many numbers have been drawn in
it, and the keys of the seed.
"""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.kernels.device.philox import philox

DRAWN, LOW, RUN, HIGH = 0, 1, 2, 3  # the words of a counter
COUNTER = 4
_HALF, _UNUSED = np.uint64(32), np.uint64(11)
_ONE = np.uint32(1)


def two_uniforms(state):
    """Return two numbers in [0, 1) of double precision."""
    words, keys = state
    a, b, c, d = philox(words[DRAWN], words[LOW], words[RUN], words[HIGH], keys)
    words[DRAWN] += _ONE
    first, second = (np.uint64(a) << _HALF) | np.uint64(b), (np.uint64(c) << _HALF) | np.uint64(d)
    return (first >> _UNUSED) * 2.0**-53, (second >> _UNUSED) * 2.0**-53


def uniform(state):
    """Return a number in [0, 1)."""
    return two_uniforms(state)[0]


def normal(state):
    """Return a unit normal of double precision."""
    first, second = two_uniforms(state)
    return math.sqrt(-2.0 * math.log(1.0 - first)) * math.cos(2.0 * math.pi * second)
