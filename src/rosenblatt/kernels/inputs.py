"""Inputs drawn inside kernels: one function for each law of `rosenblatt.scenario`.

Each fills ``x`` with one input times ``scale`` (1/sqrt(N)). ``mean`` holds the mean of each
component; laws without one ignore it.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rosenblatt.kernels.random import fill_normals, next_word

_WORD = np.uint64


@njit
def draw_gaussian(state, mean, scale, x):
    fill_normals(state, x)
    for i in range(x.size):
        x[i] *= scale


@njit
def draw_shifted(state, mean, scale, x):
    fill_normals(state, x)
    for i in range(x.size):
        x[i] = scale * (mean[i] + x[i])


@njit
def draw_binary(state, mean, scale, x):
    # A sign is one bit: write 64 of them at a time into the sign bits of the scale.
    words = x.view(np.uint64)
    bare = np.array([scale]).view(np.uint64)[0]
    whole = x.size // 64
    for block in range(whole):
        bits = next_word(state)
        for i in range(64):
            words[64 * block + i] = bare | ((bits >> _WORD(i)) << _WORD(63))
    bits = next_word(state)
    for i in range(x.size - 64 * whole):
        words[64 * whole + i] = bare | ((bits >> _WORD(i)) << _WORD(63))


@njit
def draw_product(state, mean, scale, x):
    for i in range(x.size):
        # +1 with probability (1 + mean)/2: compare 53 uniform bits, read as a number in [-1, 1).
        x[i] = scale if (next_word(state) >> _WORD(11)) * 2.0**-52 - 1.0 < mean[i] else -scale


DRAWS = {"gaussian": draw_gaussian, "shifted": draw_shifted, "binary": draw_binary, "product": draw_product}
