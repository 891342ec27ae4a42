"""Sums over the lanes that share a student, for its speakers: those lanes that follow the cell and say the signal.

A warp adds up by shuffles, the warps of a block meet in shared memory, and the blocks of a team on a board in the
memory of the device. What is added and in which order follows from the layout alone. In a warp that is alone every lane
has the sums, and is a speaker; else it is the first lane of each block, and the others are told (`tell`). All functions
are called by all threads of a block at once, and leave the sums of ``partial``, a few numbers of each lane, in
``whole`` of the speakers. A simulator of devices has no shuffles; there each lane is a group of its own.
"""

from __future__ import annotations

import numpy as np

from rosenblatt.kernels.compiler import Slot, constant, template
from rosenblatt.kernels.device.layout import WARP
from rosenblatt.kernels.device.numba_cuda import cuda, libdevice

SUMS, GROUPS, TEAM, WORDS, ALONE = (
    constant("SUMS"),
    constant("GROUPS"),
    constant("TEAM"),
    constant("WORDS"),
    constant("ALONE"),
)
gather = Slot("gather")

_WHOLE_WARP = 0xFFFFFFFF
_LOW = 0xFFFFFFFF


@template
def is_speaker():
    """Return whether a thread follows the cell."""
    return ALONE or cuda.threadIdx.x == 0


@template
def tell(own, said):
    """Let all lanes have the words of their speaker, through the shared memory of the block.

    Between two sums there is always one such call: its barrier keeps the second from overtaking the first.
    """
    if not ALONE:
        if is_speaker():
            for j in range(WORDS):
                said[j] = own[j]
        cuda.syncthreads()
        for j in range(WORDS):
            own[j] = said[j]


@template
def warp_sum(value):
    """Return the sum over the lanes of a warp."""
    value += cuda.shfl_xor_sync(_WHOLE_WARP, value, 16)
    value += cuda.shfl_xor_sync(_WHOLE_WARP, value, 8)
    value += cuda.shfl_xor_sync(_WHOLE_WARP, value, 4)
    value += cuda.shfl_xor_sync(_WHOLE_WARP, value, 2)
    value += cuda.shfl_xor_sync(_WHOLE_WARP, value, 1)
    return value


@template
def gather_by_shuffles(partial, shared):
    """Write the sums of each warp into the shared memory of the block, (GROUPS, SUMS)."""
    for j in range(SUMS):
        value = warp_sum(partial[j])
        if cuda.threadIdx.x % WARP == 0:
            shared[cuda.threadIdx.x // WARP, j] = value


@template
def gather_by_lanes(partial, shared):
    """Write what each lane has into the shared memory of the block."""
    for j in range(SUMS):
        shared[cuda.threadIdx.x, j] = partial[j]


@template
def over_warp(partial, whole, call, run, shared, board):
    """Add up over a warp that is alone."""
    for j in range(SUMS):
        whole[j] = warp_sum(partial[j])


@template
def over_block(partial, whole, call, run, shared, board):
    """Add up over a block."""
    gather(partial, shared)
    cuda.syncthreads()
    if is_speaker():
        for j in range(SUMS):
            whole[j] = 0.0
            for group in range(GROUPS):
                whole[j] += shared[group, j]


@template
def over_team(partial, whole, call, run, shared, board):
    """Add up over the blocks of a team, which are all on the device.

    What a block writes on the board is a number of single precision and, in the same word, the number of the call, so
    that who reads it knows whether it is of this call; calls that follow each other use different sides.
    """
    over_block(partial, whole, call, run, shared, board)
    side, lane, mine = call & 1, cuda.threadIdx.x, cuda.blockIdx.x % TEAM
    if lane < WARP:
        for j in range(SUMS):
            if lane == 0:
                bits = np.int64(libdevice.float_as_int(np.float32(whole[j])))
                cuda.atomic.exch(board, (run, side, j, mine), ((call + 1) << 32) | (bits & _LOW))
        cuda.syncwarp(_WHOLE_WARP)
        for j in range(SUMS):
            value = 0.0
            for first in range(0, TEAM, WARP):
                if first + lane < TEAM:
                    word = cuda.atomic.add(board, (run, side, j, first + lane), 0)
                    while word >> 32 != call + 1:
                        word = cuda.atomic.add(board, (run, side, j, first + lane), 0)
                    value += np.float64(libdevice.int_as_float(np.int32(word & _LOW)))
            whole[j] = warp_sum(value)


@template
def sum_by_shuffles(value, shared):
    """Return the sum over the threads of a block that is one warp."""
    return warp_sum(value)


@template
def sum_by_lanes(value, shared):
    """Return the same through shared memory, in the order of the lanes."""
    cuda.syncthreads()
    shared[cuda.threadIdx.x] = value
    cuda.syncthreads()
    total = 0.0
    for lane in range(WARP):
        total += shared[lane]
    return total
