"""Sums over the lanes that share a student, for its speaker: the one lane that has its cell.

A warp adds up by shuffles, the warps of a block meet in shared memory, and the blocks of a team on a board in the memory
of the device. What is added and in which order follows from the layout alone. All functions are called by all threads
of a block at once, and leave the sums of ``partial``, a few numbers of each lane, in ``whole`` of the speaker. Before
the next call, or before ``shared`` is written otherwise, a barrier must be passed.

Threads of a block are (lane, run): the speaker of run g is thread (g, 0). A simulator of devices has no shuffles; there
a group that adds up by itself is one lane.
"""

from __future__ import annotations

from rosenblatt.kernels.compiler import Slot, template
from rosenblatt.kernels.device.layout import WARP
from rosenblatt.kernels.device.numba_cuda import cuda

SUMS, GROUPS, TEAM, RUNS = Slot("SUMS"), Slot("GROUPS"), Slot("TEAM"), Slot("RUNS")
gather = Slot("gather")

_WHOLE_WARP = 0xFFFFFFFF


@template
def is_speaker():
    """Return whether a thread has the cell of a student: that number ``threadIdx.x`` of the block."""
    return cuda.threadIdx.y == 0 and cuda.threadIdx.x < RUNS


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
    """Write the sums of each warp into the shared memory of the block, (RUNS, GROUPS, SUMS)."""
    for j in range(SUMS):
        value = warp_sum(partial[j])
        if cuda.threadIdx.x % WARP == 0:
            shared[cuda.threadIdx.y, cuda.threadIdx.x // WARP, j] = value


@template
def gather_by_lanes(partial, shared):
    """Write what each lane has into the shared memory of the block."""
    for j in range(SUMS):
        shared[cuda.threadIdx.y, cuda.threadIdx.x, j] = partial[j]


@template
def over_block(partial, whole, call, run, shared, board, arrivals):
    """Add up over a block."""
    gather(partial, shared)
    cuda.syncthreads()
    if is_speaker():
        for j in range(SUMS):
            whole[j] = 0.0
            for group in range(GROUPS):
                whole[j] += shared[cuda.threadIdx.x, group, j]


@template
def over_team(partial, whole, call, run, shared, board, arrivals):
    """Add up over the blocks of a team, which are all on the device; ``arrivals`` counts who came, call after call.

    Calls that follow each other use different sides of the board. It is read by atomic operations, which see what is
    in the memory of the device, and which the compiler leaves where they are.
    """
    over_block(partial, whole, call, run, shared, board, arrivals)
    side, lane = call & 1, cuda.threadIdx.x
    if lane < WARP:
        if lane == 0:
            for j in range(SUMS):
                board[run, side, j, cuda.blockIdx.x % TEAM] = whole[j]
            cuda.threadfence()
            cuda.atomic.add(arrivals, run, 1)
            while cuda.atomic.add(arrivals, run, 0) < TEAM * (call + 1):
                pass
            cuda.threadfence()
        cuda.syncwarp(_WHOLE_WARP)
        for j in range(SUMS):
            value = 0.0
            for first in range(0, TEAM, WARP):
                if first + lane < TEAM:
                    value += cuda.atomic.add(board, (run, side, j, first + lane), 0.0)
            whole[j] = warp_sum(value)
