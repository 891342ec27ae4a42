"""Inputs drawn inside kernels: one function for each law of `rosenblatt.scenario`.

Each fills ``x`` with one input. ``mean`` holds the mean of each component; laws without one
ignore it.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rosenblatt.kernels.random import fill_normals, next_word

_WORD = np.uint64
_ONE = np.array([1.0]).view(np.uint64)[0]  # the bits of 1.0


@njit
def draw_gaussian(state, mean, x):
    fill_normals(state, x)


@njit
def draw_shifted(state, mean, x):
    fill_normals(state, x)
    for i in range(x.size):
        x[i] += mean[i]


@njit
def draw_binary(state, mean, x):
    # A sign is one bit: write 64 of them at a time into the sign bits of as many ones.
    words = x.view(np.uint64)
    whole = x.size // 64
    for block in range(whole):
        bits = next_word(state)
        for i in range(64):
            words[64 * block + i] = _ONE | ((bits >> _WORD(i)) << _WORD(63))
    bits = next_word(state)
    for i in range(x.size - 64 * whole):
        words[64 * whole + i] = _ONE | ((bits >> _WORD(i)) << _WORD(63))


@njit
def draw_product(state, mean, x):
    for i in range(x.size):
        # +1 with probability (1 + mean)/2: compare 53 uniform bits, read as a number in [-1, 1).
        x[i] = 1.0 if (next_word(state) >> _WORD(11)) * 2.0**-52 - 1.0 < mean[i] else -1.0


@njit
def draw_boolean(state, mean, x):
    for i in range(x.size):
        x[i] = 1.0 if (next_word(state) >> _WORD(11)) * 2.0**-53 < mean[i] else 0.0


DRAWS = {
    "gaussian": draw_gaussian,
    "shifted": draw_shifted,
    "binary": draw_binary,
    "product": draw_product,
    "boolean": draw_boolean,
}
