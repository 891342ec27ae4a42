"""Sums over lanes are tried on simulated blocks; shuffles and teams only by the tests that need a GPU."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.compiler import Slot, constant, template
from rosenblatt.kernels.device.compiler import launch, specialise_for_device
from rosenblatt.kernels.device.lanes import is_speaker
from rosenblatt.kernels.device.layout import WARP, Layout
from rosenblatt.kernels.device.numba_cuda import cuda
from rosenblatt.kernels.device.slots import layout_slots

total, tell, SUMS, BOARD, WORDS = Slot("total"), Slot("tell"), constant("SUMS"), constant("BOARD"), constant("WORDS")


@template
def add_up(values, board, found, heard):
    partial, whole = cuda.local.array(SUMS, np.float32), cuda.local.array(SUMS, np.float64)
    own = cuda.local.array(WORDS, np.float32)
    said = cuda.shared.array(WORDS, np.float32)
    shared = cuda.shared.array(BOARD, np.float32)
    run, thread = 0, cuda.threadIdx.x
    lane = cuda.blockIdx.x * cuda.blockDim.x + thread
    for call in range(2):
        for j in range(SUMS):
            partial[j] = values[call, j, lane]
        total(partial, whole, call, run, shared, board)
        if is_speaker():
            for j in range(SUMS):
                found[cuda.blockIdx.x, call, j] = whole[j]
            own[0] = whole[0]
        tell(own, said)
        heard[call, lane] = own[0]


def added_up(layout, sums, random):
    from rosenblatt.kernels.device.lanes import tell as telling

    values = random.integers(-1000, 1000, (2, sums, layout.lanes)).astype(np.float32)  # sums of whole numbers are exact
    kernel = specialise_for_device(add_up, {**layout_slots(layout, sums), "WORDS": 1, "tell": telling})
    board = cuda.to_device(np.zeros((1, 2, 8, layout.team), dtype=np.int64))
    found, heard = cuda.to_device(np.zeros((layout.team, 2, sums))), cuda.to_device(np.zeros((2, layout.lanes)))
    launch(kernel, layout.team, WARP * layout.warps, cuda.to_device(values), board, found, heard)
    return values.sum(axis=2, dtype=float), found.copy_to_host(), heard.copy_to_host()


@pytest.mark.parametrize("n", [100, 4000])
@pytest.mark.parametrize("sums", [1, 3])
def test_speakers_have_the_sums_and_all_lanes_hear_them(n, sums, random):
    layout = Layout.of(n)
    expected, found, heard = added_up(layout, sums, random)
    assert (found[0] == expected).all()
    assert (heard == expected[:, [0]]).all()


@pytest.mark.gpu
def test_the_blocks_of_a_team_have_the_same_sums(random):
    layout = Layout.of(100_000)
    expected, found, heard = added_up(layout, 3, random)
    assert layout.team > 1
    assert (found == expected).all()
    assert (heard == expected[:, [0]]).all()


@pytest.mark.gpu
@pytest.mark.parametrize("sums", [1, 2, 3, 4])
def test_all_lanes_of_a_warp_that_is_alone_have_the_sums(sums, random):
    layout = Layout.of(1000)
    expected, found, heard = added_up(layout, sums, random)
    assert layout.lanes == WARP
    assert (found[0] == expected).all()
    assert (heard == expected[:, [0]]).all()
