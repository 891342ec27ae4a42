"""Blocks of rows whose products are made on a device, here by NumPy, against those of this machine."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.bank import device_update
from rosenblatt.kernels.bank.block_update import BLOCK, learn_by_blocks
from rosenblatt.kernels.bank.device_update import DeviceCovariances
from rosenblatt.kernels.bank.members import Batch, member_of, said_by
from rosenblatt.kernels.device.matrices import Matrices
from tests.kernels.bank.conftest import CASES

HERE = Matrices(np, np.array)
DRIFTS = [0.0, 1e-3, 0.05]


def learnt_both_ways(batch, new_stack, new_said, prior, grid):
    """Return members, covariances and what was said, as blocks of this machine have them and as a device has them."""
    found = []
    for far in (False, True):
        stack, said = new_stack(prior, DRIFTS, grid, full=True), new_said(len(DRIFTS), len(batch.x))
        stack = stack._replace(grids=np.ascontiguousarray(stack.grids))
        if far:
            covariances = DeviceCovariances(stack.spreads, stack.priors, HERE)
            covariances.learn(batch, stack, said)
            spreads = covariances.fetch()
            assert spreads == pytest.approx(spreads.swapaxes(1, 2), rel=1e-13, abs=1e-13)
            stack = stack._replace(spreads=spreads)
        else:
            for k in range(len(DRIFTS)):
                learn_by_blocks(batch, member_of(stack, k), said_by(said, k))
        found.append((stack, said))
    return found


@pytest.mark.parametrize("grid", [grid for _, grid in CASES[2:5]])
@pytest.mark.parametrize("together", [2**28, 1])
def test_a_device_learns_as_this_machine(grid, together, batch, prior, new_stack, new_said, monkeypatch):
    monkeypatch.setattr(device_update, "CHANGED_TOGETHER", together)
    assert len(batch.x) % BLOCK  # the last block is not full
    (near, near_said), (far, far_said) = learnt_both_ways(batch, new_stack, new_said, prior, grid)
    assert np.tril(far.spreads) == pytest.approx(np.tril(near.spreads), rel=1e-11, abs=1e-12)
    for name in ("means", "kappas"):
        assert getattr(far, name) == pytest.approx(getattr(near, name), rel=1e-11, abs=1e-12)
    for one, other in zip(far_said, near_said, strict=True):
        assert one == pytest.approx(other, rel=1e-11, abs=1e-12)


def test_rows_that_are_all_but_the_same_stay_within_rounding(batch, new_stack, new_said):
    # A system far from the unit matrix: the same row many times over, with a prior of large variance.
    x = np.tile(batch.x[:1], (len(batch.x), 1)) * (1.0 + 1e-9 * batch.x)
    same = Batch(x, *batch[1:])
    (near, near_said), (far, far_said) = learnt_both_ways(same, new_stack, new_said, np.full(12, 1e4), np.zeros(1))
    assert np.tril(far.spreads) == pytest.approx(np.tril(near.spreads), rel=1e-6, abs=1e-9 * 1e4)
    assert far_said.cleans == pytest.approx(near_said.cleans, abs=1e-9)


def test_a_copy_learns_on_its_own_and_variances_are_those_of_the_covariance(batch, prior, new_stack, new_said):
    stack = new_stack(prior, DRIFTS, CASES[3][1], full=True)
    one = DeviceCovariances(stack.spreads, stack.priors, HERE)
    one.learn(batch, stack, new_said(3, 150))
    other, before = one.copy(), one.fetch()
    other.learn(batch, stack, new_said(3, 150))
    assert np.array_equal(one.fetch(), before)
    assert not np.array_equal(other.fetch(), before)
    assert one.nbytes == 3 * 12 * 12 * 8
    assert one.variances_of_fields(batch.x) == pytest.approx(np.einsum("ri,kij,rj->kr", batch.x, before, batch.x))
