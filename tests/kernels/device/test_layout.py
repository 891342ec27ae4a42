from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.device.layout import MOST_TEAM, MOST_WARPS, REGISTERS, ROUND, WARP, Layout


@pytest.mark.parametrize("n", [3, 31, 128, 129, 1000, 1281, 4096, 5121, 100_000, 1_000_000])
@pytest.mark.parametrize("numbers", [1, 2, 3])
@pytest.mark.parametrize("signs", [False, True])
def test_all_weights_have_a_place_and_registers_suffice(n, numbers, signs):
    layout = Layout.of(n, numbers, signs=signs)
    assert n <= layout.size < n + layout.lanes * ROUND
    assert layout.per_lane % ROUND == 0
    assert layout.per_lane * (1 + numbers + (not signs)) <= REGISTERS
    assert 1 <= layout.warps <= MOST_WARPS
    assert 1 <= layout.team <= MOST_TEAM
    assert layout.lanes == WARP * layout.warps * layout.team


def test_a_student_that_no_team_can_hold_is_refused():
    with pytest.raises(ValueError, match="n must be at most 1,966,080 on a GPU"):
        Layout.of(2_000_000)


def test_rows_are_padded_with_zeros():
    layout = Layout.of(5)
    rows = layout.padded(np.ones((2, 3, 5)))
    assert rows.shape == (2, 3, layout.size)
    assert rows.dtype == np.float32
    assert rows.sum() == 30.0
