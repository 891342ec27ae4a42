"""What is measured of students on the device: the sums over their weights, in double precision.

    measure.1   r = w.B,  q = w.w,  and with s_i^2 the variance of input i:  m = sum s^2 B^2,  along = sum s^2 w B
    measure.2   across = sum s^2 (w - (along/m) B)^2,  of which the angle has no cancellation
    measure.3   the means of the fields:  w.U and B.U,  U_i the mean of input i

w are the weights as they are read: scaled, clipped, or through a tanh. A block adds up a student.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.kernels.compiler import Slot, constant, template
from rosenblatt.kernels.device.lanes import sum_by_lanes
from rosenblatt.kernels.device.layout import WARP
from rosenblatt.kernels.device.numba_cuda import cuda
from rosenblatt.rules.parts.readouts import BINARISED, CLIPPED, MEAN, Readout
from rosenblatt.scenario import BooleanInputs, CentredInputs, Inputs, ProductInputs

THREADS = WARP  # of a block, which adds up one student
SUMS = ("r", "q", "m", "along", "length", "across", "bias", "teacher_bias")
R, Q, M, ALONG, LENGTH, ACROSS, BIAS, TEACHER_BIAS = range(len(SUMS))

read, variance_of, N = Slot("read"), Slot("variance_of"), constant("N")


@template
def measure(teachers, laws, synapses, scales, sums):
    run, thread = cuda.blockIdx.x, cuda.threadIdx.x
    shared = cuda.shared.array(THREADS, np.float64)
    law, scale = laws[min(run, laws.shape[0] - 1)], scales[run]
    q = 0.0
    for i in range(thread, N, THREADS):
        weight = scale * synapses[run, 0, i]
        q += weight * weight
    left = 1.0 - sum_by_lanes(q, shared) / N
    r, q, m, along, length, bias, teacher_bias = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(thread, N, THREADS):
        weight, other, mean = read(scale * synapses[run, 0, i], left), np.float64(teachers[run, i]), np.float64(law[i])
        variance = variance_of(mean)
        r += weight * other
        q += weight * weight
        m += variance * other * other
        along += variance * weight * other
        length += variance * weight * weight
        bias += weight * mean
        teacher_bias += other * mean
    m, along = sum_by_lanes(m, shared), sum_by_lanes(along, shared)
    part, across = along / m, 0.0
    for i in range(thread, N, THREADS):
        weight, other, mean = read(scale * synapses[run, 0, i], left), np.float64(teachers[run, i]), np.float64(law[i])
        beside = weight - part * other
        across += variance_of(mean) * beside * beside
    r, q, length, across = (
        sum_by_lanes(r, shared), sum_by_lanes(q, shared), sum_by_lanes(length, shared), sum_by_lanes(across, shared),
    )  # fmt: skip
    bias, teacher_bias = sum_by_lanes(bias, shared), sum_by_lanes(teacher_bias, shared)
    if thread == 0:
        sums[run, R], sums[run, Q], sums[run, M], sums[run, ALONG] = r, q, m, along
        sums[run, LENGTH], sums[run, ACROSS] = length, across
        sums[run, BIAS], sums[run, TEACHER_BIAS] = bias, teacher_bias


def measure_slots(readout: Readout, inputs: Inputs, n: int) -> dict[str, Any]:
    """Return what fills the slots of `measure`."""
    kind = CentredInputs if isinstance(inputs, CentredInputs) else type(inputs)
    return {"read": _READ[readout], "variance_of": _VARIANCE.get(kind, _one), "N": n}


def _itself(weight, left):
    return weight


def _sign(weight, left):
    return 1.0 if weight > 0.0 else -1.0


def _through_tanh(weight, left):
    return math.tanh(weight / max(left, 1e-12))


def _one(mean):
    return 1.0


def _of_signs(mean):
    return 1.0 - mean * mean


def _of_bits(mean):
    return mean * (1.0 - mean)


_READ = {MEAN: _itself, CLIPPED: _sign, BINARISED: _through_tanh}
_VARIANCE = {ProductInputs: _of_signs, BooleanInputs: _of_bits}
