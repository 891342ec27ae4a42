"""Rules with a covariance on a device: all runs side by side, one pass over their covariances for each example.

    device_covariance.1   before a step, w, C, the input x and seen = C x are known                    (covariance.1)
    device_covariance.2   `answer_examples`: the label and the response, then w, and the next input x'  (covariance.2)
    device_covariance.3   `spread_rows`: C <- C - share seen seen^T and seen' = C x' in one pass: each entry of C is
                          read and written once, and that is what takes the time                        (covariance.3)

Everything is in double precision but the inputs as they are drawn. A block is one warp; of the first kernel it has a
run, of the second a few rows of a run's covariance.
"""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.kernels.compiler import Slot, constant, template
from rosenblatt.kernels.device.ensemble import counter
from rosenblatt.kernels.device.inputs import place
from rosenblatt.kernels.device.labels import COUNTER, DRAWN, HIGH, LOW, RUN
from rosenblatt.kernels.device.layout import WARP
from rosenblatt.kernels.device.numba_cuda import cuda
from rosenblatt.kernels.device.philox import BLUR, INPUTS, LABELS, WANDERING

ROWS = 2  # of a covariance that a warp has at once, so that what they share is read once

draw, label_of, respond, add_normals, whole_sum = (
    Slot("draw"), Slot("label_of"), Slot("respond"), Slot("add_normals"), Slot("whole_sum"),
)  # fmt: skip
N, PER_LANE, BLURRED, WANDERS = constant("N"), constant("PER_LANE"), constant("BLURRED"), constant("WANDERS")

_NOTHING = np.float32(0.0)


@template
def answer_examples(step, first_run, keys, channel, width, drift, world, students, parameters):
    """Learn the example of a step, unless it is -1, and draw the next.  (device_covariance.2)"""
    teachers, laws, inputs, fields = world
    weights, seen, shares, failed = students
    run, lane = cuda.blockIdx.x, cuda.threadIdx.x
    shared = cuda.shared.array(WARP, np.float64)
    x, words = cuda.local.array(PER_LANE, np.float32), cuda.local.array(COUNTER, np.uint32)
    number, unit = np.uint32(first_run + run), 1.0 / math.sqrt(N)
    shares[run] = 0.0
    if step >= 0 and failed[run] < 0:
        field, variance = 0.0, 0.0
        for i in range(lane, N, WARP):
            field += unit * weights[run, 0, i] * inputs[run, i]
            variance += unit * seen[run, i] * inputs[run, i]
        field, variance = whole_sum(field, shared), whole_sum(variance, shared)
        low, high = counter(step, LABELS)
        words[DRAWN], words[LOW], words[RUN], words[HIGH] = 0, low, number, high
        label = label_of(fields[run], channel, (words, keys))
        if variance > 0.0:
            move, share = respond(label, field, variance, 1.0, *parameters)
            if abs(move) <= 1e300 and abs(share) <= 1e300:
                shares[run] = share
                for i in range(lane, N, WARP):
                    weights[run, 0, i] += move * seen[run, i]
            else:
                failed[run] = step
        if WANDERS:
            wander(teachers, drift, x, shared, lane, run, step, number, keys)
    low, high = counter(step + 1, INPUTS)
    draw(x, laws[min(run, laws.shape[0] - 1)], lane, low, number, high, keys)
    field = 0.0
    for i in range(PER_LANE):
        if place(lane, i) < N:
            field += teachers[run, place(lane, i)] * np.float64(x[i])
    fields[run] = unit * whole_sum(field, shared)
    if BLURRED:
        low, high = counter(step + 1, BLUR)
        add_normals(x, np.float32(width), lane, low, number, high, keys)  # input_noise.1
    for i in range(PER_LANE):
        if place(lane, i) < N:
            inputs[run, place(lane, i)] = np.float64(x[i])


@template
def wander(teachers, drift, x, shared, lane, run, step, number, keys):
    """Move the teacher on its sphere.  (teachers.2)"""
    for i in range(PER_LANE):
        x[i] = _NOTHING
    low, high = counter(step, WANDERING)
    add_normals(x, np.float32(1.0), lane, low, number, high, keys)
    keep, spread, length = 1.0 - drift / N, math.sqrt(2.0 * drift / N), 0.0
    for i in range(PER_LANE):
        if place(lane, i) < N:
            moved = keep * teachers[run, place(lane, i)] + spread * np.float64(x[i])
            teachers[run, place(lane, i)] = moved
            length += moved * moved
    restore = math.sqrt(N / whole_sum(length, shared))
    for i in range(PER_LANE):
        if place(lane, i) < N:
            teachers[run, place(lane, i)] *= restore


@template
def spread_rows(covariances, inputs, shares, seen, next_seen):
    """Take from each covariance what an example told, and multiply it with the next input.  (device_covariance.3)"""
    first, run, lane = ROWS * cuda.blockIdx.x, cuda.blockIdx.y, cuda.threadIdx.x
    shared = cuda.shared.array(WARP, np.float64)
    sums, drops = cuda.local.array(ROWS, np.float64), cuda.local.array(ROWS, np.float64)
    for k in range(ROWS):
        sums[k] = 0.0
        drops[k] = shares[run] * seen[run, min(first + k, N - 1)]
    for j in range(lane, N, WARP):
        known, x = seen[run, j], inputs[run, j]
        for k in range(ROWS):
            if first + k < N:
                left = covariances[run, first + k, j] - drops[k] * known
                covariances[run, first + k, j] = left
                sums[k] += left * x
    for k in range(ROWS):
        total = whole_sum(sums[k], shared) / math.sqrt(N)
        if lane == 0 and first + k < N:
            next_seen[run, first + k] = total
