"""Inputs drawn inside kernels: one function for each law of `rosenblatt.scenario`.

Each fills ``x`` with one input. ``law`` holds the numbers of the law, `Inputs.kernel_numbers`: the mean of each
component, or what takes their place; laws without a mean ignore it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from rosenblatt.kernels.random import fill_normals, next_word
from rosenblatt.scenario import (
    BinaryInputs,
    BooleanInputs,
    Covariance,
    GaussianInputs,
    Inputs,
    ProductInputs,
    ShiftedInputs,
)

_WORD = np.uint64
_ONE = np.array([1.0]).view(np.uint64)[0]  # the bits of 1.0


@njit
def draw_gaussian(state, law, x):
    fill_normals(state, x)


@njit
def draw_shifted(state, law, x):
    fill_normals(state, x)
    for i in range(x.size):
        x[i] += law[i]


@njit
def draw_binary(state, law, x):
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
def draw_product(state, law, x):
    for i in range(x.size):
        # +1 with probability (1 + law)/2: compare 53 uniform bits, read as a number in [-1, 1).
        x[i] = 1.0 if (next_word(state) >> _WORD(11)) * 2.0**-52 - 1.0 < law[i] else -1.0


@njit
def draw_boolean(state, law, x):
    for i in range(x.size):
        x[i] = 1.0 if (next_word(state) >> _WORD(11)) * 2.0**-53 < law[i] else 0.0


@njit
def draw_correlated(state, law, x):
    """Draw with the deviations of independent components, or with a lower triangle, row by row.  (correlated.1)"""
    fill_normals(state, x)
    n = x.size
    if law.size == n:
        for i in range(n):
            x[i] *= law[i]
    else:
        for i in range(n - 1, -1, -1):  # from below, so that what is still needed is still there
            total = 0.0
            for j in range(i + 1):
                total += law[i * n + j] * x[j]
            x[i] = total


# By the very type: a subclass may draw otherwise.
DRAWS: dict[type[Inputs], Any] = {
    GaussianInputs: draw_gaussian,
    ShiftedInputs: draw_shifted,
    BinaryInputs: draw_binary,
    ProductInputs: draw_product,
    BooleanInputs: draw_boolean,
    Covariance: draw_correlated,
}


def draw_function(inputs: Inputs) -> Any:
    """Return the function (state, law, x) that fills x by a law of inputs."""
    if type(inputs) not in DRAWS:
        raise TypeError(
            f"inputs must be one of the laws that kernels can draw; got {inputs!r}. "
            f"Choose one of: {', '.join(law.__name__ for law in DRAWS)}."
        )
    return DRAWS[type(inputs)]
