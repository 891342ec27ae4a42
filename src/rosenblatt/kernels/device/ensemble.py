"""The loop of a device: a teacher and a student whose weights lie in the registers of the lanes that share them.

    ensemble.1   each lane draws its inputs and adds up its part of the teacher's field and of the student's sums
    ensemble.2   the sums over the lanes; the speakers, the lanes that follow the student's cell, draw the label and ask
                 the rule for its signal
    ensemble.3   each lane changes its weights; if the teacher wanders, its part of the teacher too         (teachers.2)

Every block has one student, or a part of one, and a copy of its cell, and comes to the same signal. ``world`` and
``students`` are tuples of arrays, one row a run: (teachers, laws of inputs) and (synapses, cells, failed, board).
"""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.kernels.compiler import Slot, constant, template
from rosenblatt.kernels.device.inputs import place
from rosenblatt.kernels.device.labels import COUNTER, DRAWN, HIGH, LOW, RUN
from rosenblatt.kernels.device.lanes import is_speaker, tell
from rosenblatt.kernels.device.numba_cuda import cuda
from rosenblatt.kernels.device.philox import BLUR, INPUTS, LABELS, PURPOSE_BIT, WANDERING, philox, two_normals

draw, input_at, label_of = Slot("draw"), Slot("input_at"), Slot("label_of")
total, measure_length = Slot("total"), Slot("measure_length")
project, respond, absorb, fold = Slot("project"), Slot("respond"), Slot("absorb"), Slot("fold")
load, store, add, nothing = Slot("load"), Slot("store"), Slot("add"), Slot("nothing")
write_sums, read_sums = Slot("write_sums"), Slot("read_sums")
write_signal, read_signal = Slot("write_signal"), Slot("read_signal")

N, SHAPE, PER_LANE, LANES = constant("N"), constant("SHAPE"), constant("PER_LANE"), constant("LANES")
TEAM, SUMS, BOARD, WORDS = constant("TEAM"), constant("SUMS"), constant("BOARD"), constant("WORDS")
CELL, KEPT, KIND_OF_INPUT = constant("CELL"), constant("KEPT"), constant("KIND_OF_INPUT")
RAGGED, BLURRED, WANDERS = constant("RAGGED"), constant("BLURRED"), constant("WANDERS")

TINY_GAIN, HUGE_GAIN = 1e-12, 1e12  # far from where single precision ends
LARGEST = 3e38  # number of single precision, about
KIND, GAIN, FIRST = 0, 1, 2  # of what a speaker says: whether anything, a gain to be folded, and the signal
_NOTHING, _ONE = np.float32(0.0), np.float32(1.0)


@template
def is_weight(lane, i):
    """Return whether there is a weight at place i: some are beyond the last.  (layout.2)"""
    return not RAGGED or place(lane, i) < N


@template
def sent(weights, x, lane, i):
    """Return what the synapse at place i adds to the sums."""
    if is_weight(lane, i):
        return project(load(weights, i), input_at(x, i))
    return nothing


@template
def clear(teacher, lane):
    """Clear the places beyond the last weight."""
    for i in range(PER_LANE):
        if not is_weight(lane, i):
            teacher[i] = _NOTHING


@template
def add_normals(x, width, lane, low, run, high, keys):
    """Add unit normals times a width."""
    for k in range(PER_LANE // 4):
        a, b, c, d = philox(lane + LANES * k, low, run, high, keys)
        first, second = two_normals(a, b)
        third, fourth = two_normals(c, d)
        x[4 * k] += width * first
        x[4 * k + 1] += width * second
        x[4 * k + 2] += width * third
        x[4 * k + 3] += width * fourth


@template
def counter(step, purpose):
    """Return the two parts of the counter that are not the block and the run.  (philox.2)"""
    return np.uint32(step), np.uint32((step >> 32) | (purpose << PURPOSE_BIT))


@template
def squares(x):
    """Return the sum of the squares of a lane."""
    length = _NOTHING
    for i in range(PER_LANE):
        length += x[i] * x[i]
    return length


@template
def is_finite(numbers):
    """Return whether sums, or a signal, are numbers of single precision."""
    finite = True
    for part in numbers:
        finite = finite and abs(part) <= LARGEST
    return finite


@template
def is_silent(signal):
    """Return whether a signal changes nothing."""
    silent = True
    for part in signal:
        silent = silent and part == 0.0
    return silent


@template
def speak(field, sums, cell, said, step, state, channel, parameters):
    """Say the signal of an example to all lanes, or nothing; return whether the signal is finite.  (ensemble.2)"""
    label = label_of(field, channel, state)
    cell.examples += 1.0
    cell.sample_weight = 1.0
    signal = respond(label, sums, cell, *parameters)
    said[KIND] = said[GAIN] = _NOTHING
    if not (is_finite(signal) and is_finite(sums)):
        return False
    if not is_silent(signal):
        said[KIND] = _ONE
        write_signal(said, signal)
    if cell.gain < TINY_GAIN or cell.gain > HUGE_GAIN:
        said[GAIN] = np.float32(cell.gain)
        cell.gain = 1.0
    return True


@template
def hear(said, weights, x, lane):
    """Change the weights of a lane as its speaker says.  (ensemble.3)"""
    if said[KIND] != _NOTHING:
        signal = read_signal(said)
        for i in range(PER_LANE):
            if is_weight(lane, i):
                store(weights, i, absorb(load(weights, i), input_at(x, i), signal))
    if said[GAIN] != _NOTHING:
        for i in range(PER_LANE):
            if is_weight(lane, i):
                store(weights, i, fold(load(weights, i), said[GAIN]))


@template
def teacher_part(teacher, x, lane):
    """Return what a lane adds to the teacher's field, by two sums, so that no addition waits for the one before."""
    field, other = _NOTHING, _NOTHING
    for i in range(0, PER_LANE, 2):
        field += teacher[i] * input_at(x, i)
        other += teacher[i + 1] * input_at(x, i + 1)
    return field + other


@template
def student_parts(weights, x, lane):
    """Return what a lane adds to the student's sums."""
    sums, others = nothing, nothing
    for i in range(0, PER_LANE, 2):
        sums = add(sums, sent(weights, x, lane, i))
        others = add(others, sent(weights, x, lane, i + 1))
    return add(sums, others)


@template
def move(teacher, drift, lane, step, number, keys):
    """Move the teacher, which may then have another length.  (teachers.2)"""
    keep = np.float32(1.0 - drift / N)
    for i in range(PER_LANE):
        teacher[i] *= keep
    low, high = counter(step, WANDERING)
    add_normals(teacher, np.float32(math.sqrt(2.0 * drift / N)), lane, low, number, high, keys)
    clear(teacher, lane)


@template
def ensemble(steps, first_step, first_run, keys, channel, width, drift, world, students, parameters):
    teachers, laws = world
    synapses, cells, failed, board = students
    run, lane = cuda.blockIdx.x // TEAM, (cuda.blockIdx.x % TEAM) * cuda.blockDim.x + cuda.threadIdx.x
    weights, teacher = cuda.local.array(SHAPE, np.float32), cuda.local.array(PER_LANE, np.float32)
    x, words = cuda.local.array(KEPT, KIND_OF_INPUT), cuda.local.array(COUNTER, np.uint32)
    own = cuda.local.array(WORDS, np.float32)
    partial, whole = cuda.local.array(SUMS, np.float32), cuda.local.array(SUMS, np.float64)
    shared = cuda.shared.array(BOARD, np.float32)
    said = cuda.shared.array(WORDS, np.float32)  # a line of its own: simulators know shared arrays by their line
    memory = cuda.local.array(1, CELL)
    memory[0] = cells[run]
    cell, law = memory[0], laws[min(run, laws.shape[0] - 1)]
    cell.n = N  # a constant for the compiler
    for i in range(PER_LANE):
        teacher[i] = teachers[run, place(lane, i)]
        for j in range(SHAPE[0]):
            weights[j, i] = synapses[run, j, place(lane, i)]
    unit, number, call, stopped = 1.0 / math.sqrt(N), np.uint32(first_run + run), 0, failed[run]
    for step in range(first_step, first_step + steps):
        low, high = counter(step, INPUTS)
        draw(x, law, lane, low, number, high, keys)
        partial[0] = teacher_part(teacher, x, lane)
        if BLURRED:
            low, high = counter(step, BLUR)
            add_normals(x, np.float32(width), lane, low, number, high, keys)  # input_noise.1
        write_sums(partial, student_parts(weights, x, lane))  # ensemble.1
        total(partial, whole, call, run, shared, board)
        call += 1
        if is_speaker():
            low, high = counter(step, LABELS)
            words[DRAWN], words[LOW], words[RUN], words[HIGH] = 0, low, number, high
            if stopped >= 0:
                own[KIND] = own[GAIN] = _NOTHING
            elif not speak(whole[0] * unit, read_sums(whole), cell, own, step, (words, keys), channel, parameters):
                stopped = step
        tell(own, said)
        hear(own, weights, x, lane)
        call = measure_length(weights, cell, partial, whole, own, said, step, call, run, shared, board)
        if WANDERS:
            move(teacher, drift, lane, step, number, keys)
            partial[0] = squares(teacher)
            total(partial, whole, call, run, shared, board)
            call += 1
            if is_speaker():
                own[GAIN] = np.float32(math.sqrt(N / whole[0]))
            tell(own, said)
            for i in range(PER_LANE):
                teacher[i] *= own[GAIN]
    for i in range(PER_LANE):
        teachers[run, place(lane, i)] = teacher[i]
        for j in range(SHAPE[0]):
            synapses[run, j, place(lane, i)] = weights[j, i]
    if lane == 0:
        cells[run] = memory[0]
        failed[run] = stopped
