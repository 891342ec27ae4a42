"""Inputs drawn by the lanes of a device, for each law whose components are independent.

A lane has its inputs in blocks of four neighbours, block number ``lane + LANES * k`` for k = 0, 1, ... (`layout`). Each
function fills ``x`` with the inputs of one lane; ``law`` has the numbers of the law, `Inputs.kernel_numbers`, for all.
Signs are single bits: a lane takes 128 of them from one block.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.kernels.compiler import constant, template
from rosenblatt.kernels.device.layout import keeps_signs
from rosenblatt.kernels.device.numba_cuda import cuda
from rosenblatt.kernels.device.philox import philox, two_normals
from rosenblatt.scenario import (
    BinaryInputs,
    BooleanInputs,
    GaussianInputs,
    Inputs,
    ProductInputs,
    Scenario,
    ShiftedInputs,
)

LANES, PER_LANE, SIGN_WORDS = constant("LANES"), constant("PER_LANE"), constant("SIGN_WORDS")

_ONE, _NOTHING = np.float32(1.0), np.float32(0.0)
_UNIT = np.float32(2.0**-32)
_BIT = np.uint32(1)


@template
def place(lane, i):
    """Return the number of the weight that a lane has at place i.  (layout.1)"""
    return 4 * (lane + LANES * (i // 4)) + i % 4


@template
def fill_normals(x, lane, step, run, high, keys):
    """Fill x with unit normals."""
    for k in range(PER_LANE // 4):
        a, b, c, d = philox(lane + LANES * k, step, run, high, keys)
        x[4 * k], x[4 * k + 1] = two_normals(a, b)
        x[4 * k + 2], x[4 * k + 3] = two_normals(c, d)


@template
def draw_gaussian(x, law, lane, step, run, high, keys):
    fill_normals(x, lane, step, run, high, keys)


@template
def draw_shifted(x, law, lane, step, run, high, keys):
    fill_normals(x, lane, step, run, high, keys)
    for i in range(PER_LANE):
        x[i] += law[place(lane, i)]


@template
def draw_signs(x, law, lane, step, run, high, keys):
    """Keep the signs as they are drawn: x has words of 32 bits."""
    for k in range((PER_LANE + 127) // 128):
        a, b, c, d = philox(lane + LANES * k, step, run, high, keys)
        x[4 * k] = a
        if 128 * k + 32 < PER_LANE:
            x[4 * k + 1] = b
        if 128 * k + 64 < PER_LANE:
            x[4 * k + 2] = c
        if 128 * k + 96 < PER_LANE:
            x[4 * k + 3] = d


@template
def sign_at(x, i):
    """Return a sign."""
    return _ONE if x[i // 32] & (_BIT << np.uint32(i % 32)) else -_ONE


@template
def draw_binary(x, law, lane, step, run, high, keys):
    words = cuda.local.array(SIGN_WORDS, np.uint32)
    draw_signs(words, law, lane, step, run, high, keys)
    for i in range(PER_LANE):
        x[i] = sign_at(words, i)


@template
def number_at(x, i):
    """Return an input."""
    return x[i]


@template
def draw_product(x, law, lane, step, run, high, keys):
    fill_uniform(x, lane, step, run, high, keys)
    for i in range(PER_LANE):
        mean = law[place(lane, i)]
        x[i] = _ONE if x[i] + x[i] - _ONE < mean else -_ONE


@template
def draw_boolean(x, law, lane, step, run, high, keys):
    fill_uniform(x, lane, step, run, high, keys)
    for i in range(PER_LANE):
        x[i] = _ONE if x[i] < law[place(lane, i)] else _NOTHING


@template
def fill_uniform(x, lane, step, run, high, keys):
    """Fill x with numbers in [0, 1]."""
    for k in range(PER_LANE // 4):
        a, b, c, d = philox(lane + LANES * k, step, run, high, keys)
        x[4 * k], x[4 * k + 1] = np.float32(a) * _UNIT, np.float32(b) * _UNIT
        x[4 * k + 2], x[4 * k + 3] = np.float32(c) * _UNIT, np.float32(d) * _UNIT


# By the very type: a subclass may draw otherwise.
DRAWS: dict[type[Inputs], Any] = {
    GaussianInputs: draw_gaussian,
    ShiftedInputs: draw_shifted,
    BinaryInputs: draw_binary,
    ProductInputs: draw_product,
    BooleanInputs: draw_boolean,
}


def input_slots(scenario: Scenario, per_lane: int) -> dict[str, Any]:
    """Return what fills the slots of inputs: how they are drawn, what they are kept as, and how one is read."""
    words = -(-per_lane // 32)
    if keeps_signs(scenario):
        return {"draw": draw_signs, "input_at": sign_at, "KEPT": words, "KIND_OF_INPUT": np.uint32}
    kept = {"input_at": number_at, "KEPT": per_lane, "KIND_OF_INPUT": np.float32, "SIGN_WORDS": words}
    return {"draw": DRAWS[type(scenario.inputs)], **kept}
